"""Spells and abilities on the stack, and what resolved earlier and still lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clingo import String, Symbol, Tuple_

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import Place
from magistrate.bridge.positions import keys, terms, values
from magistrate.bridge.positions.names import Named
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, Sequence, quoted
from magistrate.bridge.positions.objects import face_index
from magistrate.bridge.positions.properties import chosen, property_
from magistrate.bridge.positions.table import Row, Table
from magistrate.bridge.positions.terms import fact, number
from magistrate.bridge.positions.values import expected, refuse

SPELL_PROPERTIES = (
    "counters", "face_down", "copy_of", "chosen", "paid", "remembered", "designated", "commander", "tax",
)  # fmt: skip


def read_stack(t: Table, node: Node) -> None:
    """Put the stack's objects on the table."""
    if isinstance(node, Scalar) and node.empty:
        return
    if not isinstance(node, Sequence):
        expected(node, "stack", "a list of spells and abilities, as in `- {card: Terror, by: Bob}`")
    for item in node.items:
        written = {keys.spelling(key.text) for key, _ in item.pairs} if isinstance(item, Mapping) else set()
        if written & {"ability", "of"}:
            found = values.fields(item, keys.STACK_ABILITY, "an ability on the stack")
            if "of" not in found:
                refuse(item, "an ability on the stack needs its object: {ability: 1, of: bear}")
            by = t.player(found["by"], "by") if "by" in found else terms.player(1)
            t.row(item.place, "stack", by, found)
            continue
        found = values.fields(item, keys.SPELL, "a spell on the stack")
        if "card" not in found:
            refuse(item, "a spell on the stack needs `card:`; an ability needs `ability:` and `of:`")
        if "by" not in found:
            refuse(item, "a spell on the stack needs who cast it: {card: …, by: Alice}")
        compiled, index = t.cards.find(values.name(found["card"], "card"), found["card"].place)
        index = face_index(compiled, index, "stack", found)
        row = t.row(
            item.place, "stack", t.player(found["by"], "by"), found, compiled, index, compiled.names[index]
        )
        if "owner" in found:
            row.owner = t.player(found["owner"], "owner")
        t.lay(compiled)


def stack_facts(t: Table, row: Row) -> None:
    """What was chosen for a spell or ability on the stack."""
    found = row.fields
    if row.card is not None:
        t.add("spell", row.symbol)
        if "copy" in found and values.flag(found["copy"], "copy"):
            t.add("copy", row.symbol)
        for key in SPELL_PROPERTIES:
            if key in found:
                property_(t, row, key, found[key])
        faces = [row.card.symbols[row.index]]
        whole = name_key(values.name(found["card"], "card")) == name_key(row.card.card.name)
        if whole and row.card.card.layout == "split":  # both halves at once
            faces = list(row.card.symbols)
        _choices(t, row, [ability for face in faces for ability in t.abilities.spell(face)])
        return

    def then(source: Symbol) -> None:
        ability = _ability(t, source, found.get("ability"), row.place)
        if "by" not in found:
            row.holder = t.row_of[source].holder
        t.add("stack_ability", row.symbol, ability, source)
        t.add("base_controller", row.symbol, row.holder)
        for key in ("chosen", "remembered"):
            if key in found:
                property_(t, row, key, found[key])
        _choices(t, row, [ability])

    t.refer(found["of"], "of", then)


def _ability(t: Table, source: Symbol, node: Node | None, place: Place) -> Symbol:
    row = t.row_of[source]
    if row.card is None:
        refuse(node or place, f"{quoted(row.label)} has no abilities that are known")
    return t.abilities.find(row.card.symbols[row.index], node, place, row.label)


def _choices(t: Table, row: Row, abilities: list[Symbol]) -> None:
    """Modes, X, targets and division of a spell or ability on the stack."""
    subject, found = row.symbol, row.fields
    modes, x = _modes(found), _x(found)
    for taken in terms.modes_chosen(subject, modes):
        t.add(taken.name, *taken.arguments)
    if x is not None:
        t.add("x", subject, number(x))
    slots: dict[Symbol, Symbol] = {}

    def then(slot: Symbol, index: Symbol, target: Symbol) -> None:
        slots.setdefault(target, slot)
        t.add("chosen_target", subject, slot, index, target)

    _targets(t, found, abilities, modes, x, then)
    if "divide" in found:
        t.settle()
        for key, share in _shares(found["divide"]):

            def divided(target: Symbol, key: Scalar = key, share: Symbol = share) -> None:
                if target not in slots:
                    refuse(key, f"divide: {quoted(key.text)} is none of the targets")
                t.add("divided", subject, slots[target], target, share)

            t.refer(key, "divide", divided, want="any", among=set(slots) or None)


def _modes(found: dict[str, Node]) -> list[int]:
    return (
        [values.integer(item, "modes", 1) for item in values.items(found["modes"])]
        if "modes" in found
        else []
    )


def _x(found: dict[str, Node]) -> int | None:
    return values.integer(found["x"], "x", 0) if "x" in found else None


def _shares(node: Node) -> list[tuple[Scalar, Symbol]]:
    if not isinstance(node, Mapping):
        expected(node, "divide", "targets with their shares, as in {bear: 2, elf: 1}")
    return [(key, number(values.integer(value, f"divide, {key.text}", 0))) for key, value in node.pairs]


def _targets(
    t: Table,
    found: dict[str, Node],
    abilities: list[Symbol],
    modes: list[int],
    x: int | None,
    then: Callable[[Symbol, Symbol, Symbol], None],
) -> None:
    """Give each target to its slot, one for each instance of the word "target"."""
    if "targets" not in found:
        return
    given = list(values.items(found["targets"]))
    slots = t.abilities.slots(abilities, modes, x)
    if any(isinstance(item, Sequence) for item in given):
        numbers = [slot.slot for slot in slots]
        numbers += [number(place) for place in range(len(slots) + 1, len(given) + 1)]
        shared = [(slot, list(values.items(item))) for slot, item in zip(numbers, given, strict=False)]
    else:
        shared = t.abilities.share(slots, given)
    for slot, chosen_ in shared:
        for index, item in enumerate(chosen_, 1):

            def at(target: Symbol, slot: Symbol = slot, index: int = index) -> None:
                then(slot, number(index), target)

            t.refer(item, "target", at, want="any")


def read_resolved_cards(t: Table, node: Node) -> None:
    """Make the facts of cards known that only `resolved` names."""
    for _, found in _resolved(node):
        if "card" in found:
            compiled, _ = t.cards.find(values.name(found["card"], "card"), found["card"].place)
            t.lay(compiled)


def _resolved(node: Node) -> Iterator[tuple[Node, dict[str, Node]]]:
    if isinstance(node, Scalar) and node.empty:
        return
    if not isinstance(node, Sequence):
        expected(node, "resolved", "a list, as in `- {card: Giant Growth, by: Alice, targets: [bear]}`")
    for item in node.items:
        found = values.fields(item, keys.RESOLVED, "what resolved")
        if "card" not in found and "of" not in found:
            refuse(item, "what resolved needs `card:`, or for an ability `ability:` and `of:`")
        yield item, found


def read_resolved(t: Table, node: Node) -> None:
    """The effects that earlier resolutions left behind."""
    t.counted["time"] = max([t.counted["time"], *t.times])
    for item, found in _resolved(node):
        if "of" in found:
            sources: list[Symbol] = []
            t.refer(found["of"], "of", sources.append)
            t.settle()
            source = sources[0]
            row = t.row_of[source]
            face = row.card.symbols[row.index] if row.card else source
            abilities = [_ability(t, source, found.get("ability"), item.place)]
            by = t.player(found["by"], "by") if "by" in found else row.holder
        else:
            if "by" not in found:
                refuse(item, "what resolved needs who controlled it: {card: …, by: Alice}")
            by = t.player(found["by"], "by")
            source, face = _former(t, found["card"], by)
            called = found["card"]
            if "ability" in found:
                abilities = [
                    t.abilities.find(face, found["ability"], item.place, values.name(called, "card"))
                ]
            else:
                abilities = t.abilities.spell(face)
        if _effects(t, found, source, by, abilities) == 0 and not t.abilities.unmodelled(face):
            _say_nothing_lasts(t, item, face, abilities)
        t.settle()


def _say_nothing_lasts(t: Table, item: Node, face: Symbol, abilities: list[Symbol]) -> None:
    """Refuse what does nothing; list as unmodelled what does something, but nothing that is known to last."""
    doing = [ability for ability in abilities if t.abilities.does_something(ability)]
    if not doing:
        refuse(item, "this leaves no effect that lasts; list only what still has an effect")
    why = String("no effect that lasts was found in it")
    for ability in doing:
        t.add("unmodelled", face, t.abilities.line(ability), String(t.abilities.text(ability)), why)


def _former(t: Table, node: Node, by: Symbol) -> tuple[Symbol, Symbol]:
    """An object that is gone, known by the effects that it left."""
    called = values.name(node, "card")
    compiled, index = t.cards.find(called, node.place)
    t.counted["former"] += 1
    t.counted["former", called] += 1
    symbol, face = terms.object_(len(t.rows) + t.counted["former"]), compiled.symbols[index]
    again = t.counted["former", called]
    t.add("former", symbol)
    t.add("face", symbol, face)
    t.add("owner", symbol, by)
    label = f"resolved {compiled.names[index]}" + (f"#{again}" if again > 1 else "")
    t.add("label", symbol, String(label))
    t.names.also(Named(symbol, label, (), f"gone, {t.players[by]}"))
    return symbol, face


def _effects(t: Table, found: dict[str, Node], source: Symbol, by: Symbol, abilities: list[Symbol]) -> int:
    """Add the effects that a resolution left; gives their number."""
    modes, x = _modes(found), _x(found)
    contents = [content for ability in abilities for content in t.abilities.lasting(ability, modes)]
    time = values.integer(found["timestamp"], "timestamp") if "timestamp" in found else t.next_time()
    for content, how_long in contents:
        t.counted["effect"] += 1
        effect = fact("r", number(t.counted["effect"]))
        t.add("effect_of", effect, content, source, by, number(time))
        if how_long is not None:
            t.add("effect_lasts", effect, fact("said", how_long))
        if x is not None:
            t.add("x_of", effect, number(x))
        for mode in modes:
            t.add("chosen_mode", effect, number(mode))
        if "chosen" in found:
            chosen(t, effect, found["chosen"], None, "chosen_by")
        if "affects" in found:
            t.add("locked_set", effect)
            for name in values.names(found["affects"], "affects"):
                t.refer(name, "affects", _adding(t, "locked", effect), want="any")
        _targets(t, found, abilities, modes, x, _targeting(t, effect))
        if "divide" in found:
            for key, share in _shares(found["divide"]):
                t.refer(key, "divide", _adding(t, "effect_divided", effect, after=(share,)), want="any")
    return len(contents) + _still_to_do(t, found, source, by, abilities)


def _still_to_do(
    t: Table, found: dict[str, Node], source: Symbol, by: Symbol, abilities: list[Symbol]
) -> int:
    """Let what leaves something else behind, such as a shield, be carried out once more as the game goes on;
    gives how many instructions that is."""
    from magistrate.bridge.moves_left import staying_words

    modes, x, done = _modes(found), _x(found), 0
    for ability in abilities:
        for what in t.abilities.staying(ability, modes, staying_words()):
            done += 1
            t.counted["former"] += 1
            again = terms.object_(len(t.rows) + t.counted["former"])
            t.add("former", again)
            t.add("stack_ability", again, ability, source)
            t.add("base_controller", again, by)
            t.add("at_once", again)
            t.add("resolving", again)
            t.add("resolution", again, terms.constant("whole"))
            t.add("todo", again, number(1), Tuple_([what, Tuple_([])]))
            if x is not None:
                t.add("x", again, number(x))
            for taken in terms.modes_chosen(again, modes):
                t.add(taken.name, *taken.arguments)
            _targets(t, found, abilities, modes, x, _aiming(t, again))
    return done


def _aiming(t: Table, again: Symbol) -> Callable[[Symbol, Symbol, Symbol], None]:
    return lambda slot, index, target: t.add("chosen_target", again, slot, index, target)


def _adding(t: Table, name: str, before: Symbol, after: tuple[Symbol, ...] = ()) -> Callable[[Symbol], None]:
    return lambda symbol: t.add(name, before, symbol, *after)


def _targeting(t: Table, effect: Symbol) -> Callable[[Symbol, Symbol, Symbol], None]:
    return lambda slot, index, target: t.add("effect_target", effect, slot, index, target)
