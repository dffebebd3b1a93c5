"""Whole abilities in English: what each kind of ability begins with and is made of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clingo import Number, Symbol, SymbolType

from magistrate.bridge.explain.english.book import Book, items
from magistrate.bridge.explain.english.nouns import either
from magistrate.bridge.explain.english.teller import Teller

_TYPES = ("supertype", "color", "subtype", "type")


def tell(book: Book, ability: Symbol) -> str:
    """An ability, with all that is nested in it, in English."""
    teller = Teller(book, ability, lambda inner: quoted(book, inner))
    kind = book.kinds.get(ability, "")
    whole = {"keyword": _keyword, "token": _token, "lasting": _holds, "static": _static}.get(kind, _done)
    told = whole(teller)
    for row in book.of("target", ability):
        if (ability, row[0]) not in book.told:
            told += f" (choose {teller.aimed(ability, *row)})"
    where = [teller.word(row[0]) for row in book.of("functions", ability)]
    if where and kind not in ("spell",) and not all(place in told for place in where):
        told += f" [works from the {' or '.join(where)}]"
    return told


def quoted(book: Book, ability: Symbol) -> str:
    """An ability inside of another: as it is, in quotation marks where it is given to something."""
    kind = book.kinds.get(ability, "")
    told = tell(book, ability)
    return f'"{told}"' if kind in ("activated", "mana", "triggered", "static", "spell") else told


def _keyword(teller: Teller) -> str:
    told = [
        teller.keyword(row[0], row[1] if len(row) > 1 else None)
        for row in teller.book.of("keyword", teller.ability)
        if len(row) > 1
    ] or [teller.keyword(row[0], None) for row in teller.book.of("keyword", teller.ability)]
    extra = _conditions(teller, "if ") + _rest(teller)
    return " ".join([", ".join(told), *extra])


def _conditions(teller: Teller, before: str) -> list[str]:
    told = [teller.condition(row[0]) for row in teller.book.of("condition", teller.ability)]
    return [before + " and ".join(told)] if told else []


def _rest(teller: Teller) -> list[str]:
    """Costs, restrictions, changes, statements: what any ability may have besides its frame."""
    told = _restrictions(teller)
    told += _changes(teller) + _statements(teller) + _replaced(teller)
    body = _body(teller)
    return told + ([body] if body else [])


def _restrictions(teller: Teller) -> list[str]:
    told = [teller.one("only", row[0]) for row in teller.book.of("activate_only", teller.ability)]
    kept = [one for one in told if one]
    return [f"({_limited(teller)} {'; '.join(kept)})"] if kept else []


def _limited(teller: Teller) -> str:
    return (
        "this ability triggers, or do this"
        if teller.book.of("trigger", teller.ability)
        else "activate this ability"
    )


def _done(teller: Teller) -> str:
    """What is activated, triggered or resolves."""
    book, ability = teller.book, teller.ability
    begin = ""
    costs = [teller.cost(row[1]) for row in book.of("cost", ability)]
    if costs:
        begin = ", ".join(costs) + ": "
    events = [teller.event(row[0]) for row in book.of("trigger", ability)]
    if events:
        at = all(event.startswith("at the") for event in events)
        begin += ("" if at else "whenever ") + either(events) + ", "
    when = _conditions(teller, "if ")
    if when:
        begin += when[0] + ", "
    parts = [
        _body(teller),
        *_changes(teller),
        *_statements(teller),
        *_replaced(teller),
        *_restrictions(teller),
    ]
    return begin + ". ".join(filter(None, parts))


def _body(teller: Teller) -> str:
    book, ability = teller.book, teller.ability
    told = [teller.instruction(row[1]) for row in book.of("instruction", ability)]
    modes = book.of("mode", ability)
    if modes:
        told.append(_modes(teller, [row[0] for row in modes]))
    return ". ".join(filter(None, told))


def _modes(teller: Teller, modes: Sequence[Symbol]) -> str:
    book, ability = teller.book, teller.ability
    least, most = next(iter(book.of("modes", ability)), (Number(1), Number(1)))
    if most.match("if_else", 3):
        more = teller.value(most.arguments[1])
        number = f"one; if {teller.condition(most.arguments[0])}, you may choose up to {more} (both) instead"
    elif str(most) == "any":
        number = "one or more" if str(least) == "1" else "any number"
    elif least == most:
        number = "one" if str(most) == "1" else teller.value(most)
    elif str(least) == "1" and str(most) == "2" and len(modes) == 2:
        number = "one or both"
    elif most == Number(len(modes)) and str(least) == "1":
        number = "one or more"
    else:
        number = f"{teller.value(least)} or up to {teller.value(most)}"
    told = [f"choose {number} —"]
    for mode in modes:
        costs = [teller.cost(row[1]) for row in book.of("mode_cost", ability) if row[0] == mode]
        parts = [teller.instruction(row[2]) for row in book.of("mode_instruction", ability) if row[0] == mode]
        told.append("• " + " — ".join([*costs, ". ".join(parts)]))
    return " ".join(told)


def _static(teller: Teller) -> str:
    when = _conditions(teller, "as long as (if) ")
    costs = [teller.cost(row[1]) for row in teller.book.of("cost", teller.ability)]
    parts = [*costs, *_changes(teller), *_statements(teller), *_replaced(teller), *_restrictions(teller)]
    body = _body(teller)
    return ", ".join([*when, ". ".join(filter(None, [*parts, body]))])


def _holds(teller: Teller) -> str:
    return _static(teller)


def _statements(teller: Teller) -> list[str]:
    return [_said(teller, row[1]) for row in teller.book.of("states", teller.ability)]


def _said(teller: Teller, statement: Symbol) -> str:
    told = teller.by("states", statement)
    return teller.raw(statement) if told is None else told.replace("{~}", "its owner")


def _replaced(teller: Teller) -> list[str]:
    told = []
    for _, pattern, instead in teller.book.of("replaces", teller.ability):
        what = teller.outcome(instead).replace("{~}", "its owner")
        event = teller.replaced(pattern)
        if pattern.name == "enters":
            event = event.removeprefix("as ").replace(" would enter", " enters")
        told.append(f"{event} {what}" if pattern.name == "enters" else f"if {event}, {what} instead")
    return told


def _changes(teller: Teller) -> list[str]:
    """The changes of an ability, those of one thing as one sentence."""
    rows = teller.book.of("change", teller.ability)
    told: list[str] = []
    at = 0
    while at < len(rows):
        whom = rows[at][2]
        end = at
        while end < len(rows) and rows[end][2] == whom:
            end += 1
        told.append(f"{teller.whom(whom)} {' and '.join(_changed(teller, [r[1:] for r in rows[at:end]]))}")
        at = end
    return told


def _changed(teller: Teller, rows: Sequence[Sequence[Symbol]]) -> list[str]:
    told: list[str] = []
    sizes: dict[str, dict[str, Symbol]] = {}
    for layer, _, what in rows:
        if what.name in ("power", "toughness"):
            sizes.setdefault(str(layer), {})[what.name] = what.arguments[0]
    for name, size in sizes.items():
        told.append(_size(teller, name, size))
    for _, _, what in rows:
        if what.name not in ("power", "toughness"):
            said = teller.by("change", what)
            told.append(teller.raw(what) if said is None else said)
    return told


def _size(teller: Teller, layer: str, size: dict[str, Symbol]) -> str:
    power, toughness = size.get("power"), size.get("toughness")
    if layer == "pt_add":
        parts = [_signed(teller, power), _signed(teller, toughness)]
        sum_ = f"{parts[0][0]}/{parts[1][0]}"
        if _where(parts):
            sum_ += " ({})".format("/".join(re.sub(r"[1-9]\d*", "X", one) for one, _ in parts))
        return f"gets {sum_}{_where(parts)}"
    if power is not None and toughness is not None:
        if power.type is SymbolType.Number and toughness.type is SymbolType.Number:
            told = f"{power.number}/{toughness.number}"
            return f"is {told} (has base power and toughness {told})"
        same = " each" if power == toughness else ""
        return (
            f"has {'base ' if layer == 'pt_set' else ''}power and toughness{same} equal to "
            f"{teller.value(power)}" + ("" if same else f" and {teller.value(toughness)}")
        )
    name, value = ("power", power) if power is not None else ("toughness", toughness)
    assert value is not None
    return f"has {'base ' if layer == 'pt_set' else ''}{name} equal to {teller.value(value)}"


def _signed(teller: Teller, value: Symbol | None) -> tuple[str, str]:
    """What is added: a number with its sign, or X and what that is."""
    if value is None:
        return "+0", ""
    if value.type is SymbolType.Number:
        return f"{value.number:+d}", ""
    if value.match("x", 0):
        return "+X", ""
    if value.match("minus", 2) and str(value.arguments[0]) == "0":
        return "-X", teller.value(value.arguments[1])
    if value.match("times", 2) and value.arguments[0].type is SymbolType.Number:
        return f"{value.arguments[0].number:+d}", teller.value(value.arguments[1]) + " (for each)"
    if value.match("minus", 2):
        return "+X", teller.value(value)
    return "+1", teller.value(value) + " (for each; X)"


def _where(parts: Sequence[tuple[str, str]]) -> str:
    said = list(dict.fromkeys(where for _, where in parts if where))
    return f", for {' and '.join(said)}" if said else ""


def _token(teller: Teller) -> str:
    """A token's description: its size, colours, types, name and abilities."""
    rows = teller.book.of("change", teller.ability)
    size: dict[str, str] = {}
    before: list[str] = []
    subtypes: list[str] = []
    types: list[str] = []
    after: list[str] = []
    colors: list[str] = []
    for _, _, _, what in rows:
        inner = what.arguments[0] if what.arguments else what
        if what.name in ("power", "toughness"):
            size[what.name] = teller.value(inner)
        elif what.name == "set_colors":
            colors = [teller.word(color) for color in items(inner)] or ["colorless"]
        elif what.name == "set_types":
            types += [teller.word(one) for one in items(inner)]
        elif what.name == "set_subtypes":
            subtypes += [teller.word(one).title() for one in items(what.arguments[1])]
        elif what.name == "set_name":
            if not inner.string.endswith(" Token"):
                after.append(f"named {inner.string}")
        elif what.match("add", 2) and inner.name == "supertype":
            before.append(teller.word(what.arguments[1]))
        elif what.match("add", 2) and inner.name == "type":
            types.append(teller.word(what.arguments[1]))
        elif what.name == "grant":
            after.append(f"with {teller.tell_ability(inner)}")
        else:
            after.append(teller.by("change", what) or teller.raw(what))
    if size:
        before.insert(0, f"{size.get('power', '0')}/{size.get('toughness', '0')}")
    return " ".join([*before, " and ".join(colors), *subtypes, *types, "token", *after, *_statements(teller)])
