"""Properties of objects and players become facts."""

from __future__ import annotations

from collections.abc import Callable

from clingo import String, Symbol

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput
from magistrate.bridge.positions import keys, terms, values
from magistrate.bridge.positions.compiled import Compiled
from magistrate.bridge.positions.names import AmbiguousObject, Want
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, quoted
from magistrate.bridge.positions.objects import HISTORY, MERGED, ON_TABLE
from magistrate.bridge.positions.table import Row, Table
from magistrate.bridge.positions.terms import constant, number
from magistrate.bridge.positions.values import did_you_mean, expected, refusal, refuse

START_LIFE = 20
"""The life total of a player for whom none is given."""

ELSEWHERE = frozenset(
    (
        "id",
        "count",
        "face",
        "transformed",
        "owner",
        "controller",
        "timestamp",
        "merged",
        *keys.INLINE,
        *keys.EMBLEM,
    )
)
"""Keys of an object that are read with the object itself."""


def player_facts(t: Table, player: Symbol, found: dict[str, Node]) -> None:
    """Facts about a player."""
    called = t.players[player]
    life = values.integer(found["life"], f"{called}, life") if "life" in found else START_LIFE
    t.add("life", player, number(life))
    counted = {}
    if "counters" in found:
        counted = {
            kind: amount for kind, (amount, _) in values.counters(found["counters"], "counters").items()
        }
    if "poison" in found:
        if "poison" in counted:
            refuse(found["poison"], f"{called}: poison is given twice, here and among the counters")
        counted["poison"] = values.integer(found["poison"], f"{called}, poison", 0)
    for kind, amount in counted.items():
        if amount:
            t.add("player_counters", player, terms.word(kind), number(amount))
    if "mana" in found:
        for symbol, amount in values.mana(found["mana"], f"{called}, mana").items():
            t.add("mana", player, constant(symbol), number(amount))
    if "commander_damage" in found:
        node = found["commander_damage"]
        if not isinstance(node, Mapping):
            expected(node, "commander damage", "commanders with the damage they dealt, as in {ogre: 5}")
        for key, value in node.pairs:
            amount = values.integer(value, f"commander damage, {key.text}", 0)
            t.refer(key, "commander damage", _adding(t, "commander_damage", player, after=(number(amount),)))
    for name, inner in found.items():
        if name not in keys.PLAYER or keys.PLAYER[name].fact:
            _plain(t, player, name, inner, keys.PLAYER.get(name))
    if "chosen" in found:
        chosen(t, player, found["chosen"], None)


def object_facts(t: Table, row: Row) -> None:
    """Facts about an object; those of the stack's own come later."""
    o, found = row.symbol, row.fields
    t.add("object", o)
    if row.zone != MERGED:
        t.add("in_zone", o, constant(row.zone))
    t.add("label", o, String(row.label))
    if row.zone in ("library", "graveyard", "stack"):
        pile = (row.zone, None if row.zone == "stack" else row.owner)
        t.counted[pile] += 1
        t.add("place", o, number(t.counted[pile]))
    if row.zone not in ("library", "hand", MERGED):
        given = found.get("timestamp")
        t.add("timestamp", o, number(t.next_time() if given is None else values.integer(given, "timestamp")))
    if row.zone == "stack" and row.card is None:
        return
    t.add("owner", o, row.owner)
    if row.zone in ON_TABLE or (row.zone == "command" and ("controller" in found or _emblem(row))):
        t.add("base_controller", o, row.holder)
    if row.card is None:
        t.add("unknown", o)
    else:
        faces(t, row, row.card)
    if row.zone != "stack":
        for key, node in found.items():
            if key not in ELSEWHERE:
                property_(t, row, key, node)


def _emblem(row: Row) -> bool:
    return row.card is not None and row.card.card.layout == "emblem"


def faces(t: Table, row: Row, card: Compiled) -> None:
    """Which face is up, and which others there are."""
    for index, symbol in enumerate(card.symbols):
        t.add("face" if index == row.index else "other_face", row.symbol, symbol)
    if row.index and row.zone == "battlefield":
        if card.two_sided:
            t.add("transformed", row.symbol)
        elif card.flips and "flipped" not in row.fields:
            t.add("flipped", row.symbol)


def property_(t: Table, row: Row, key: str, node: Node) -> None:
    """One property of an object."""
    special = _SPECIAL.get(key)
    if special is None:
        _plain(t, row.symbol, key, node, keys.OBJECT.get(key))
    else:
        special(t, row, node)


def _plain(t: Table, subject: Symbol, key: str, node: Node, spec: keys.Key | None) -> None:
    """A property that becomes the fact named in the table."""
    what = key.replace("_", " ")
    if spec is None or HISTORY.fullmatch(key):
        _history(t, subject, key, node)
        return
    name, shape = spec.fact, spec.shape
    if shape == "flag":
        if values.flag(node, what):
            t.add(name, subject)
    elif shape in ("number", "positive", "integer"):
        least = {"number": 0, "positive": 1, "integer": None}[shape]
        value = values.integer(node, what, least)
        if value or name in _KEEPS_ZERO:
            t.add(name, subject, number(value))
    elif shape == "text":
        t.add(name, subject, String(values.name(node, what)))
    elif shape == "words":
        words = [terms.word(item.text) for item in values.names(node, what)]
        for word in dict.fromkeys(words):
            times = (number(words.count(word)),) if name in _COUNTED else ()
            t.add(name, subject, word, *times)
    else:
        want: Want = (
            "player" if shape.startswith("player") else "object" if shape.startswith("object") else "any"
        )
        for item in values.names(node, what) if shape.endswith("s") else [node]:
            t.refer(item, what, _adding(t, name, subject), want=want)


_KEEPS_ZERO = frozenset(("x", "level"))
_COUNTED = frozenset(("paid",))


def _history(t: Table, subject: Symbol, key: str, node: Node) -> None:
    """What happened: true, a number, or the names of objects and players."""
    if isinstance(node, Scalar) and not isinstance(node.value, bool) and isinstance(node.value, int):
        if value := values.integer(node, key):
            t.add(key, subject, number(value))
    elif isinstance(node, Scalar) and (node.empty or isinstance(node.value, bool)):
        if values.flag(node, key):
            t.add(key, subject)
    else:
        for item in values.names(node, key):
            t.refer(item, key.replace("_", " "), _adding(t, key, subject), want="any")


def _adding(t: Table, name: str, *before: Symbol, after: tuple[Symbol, ...] = ()) -> Callable[[Symbol], None]:
    """What to do with a resolved name: put it into a fact."""
    return lambda symbol: t.add(name, *before, symbol, *after)


def _counters(t: Table, row: Row, node: Node) -> None:
    for kind, (amount, at) in values.counters(node, "counters", stamped=True).items():
        if amount:
            t.add("counters", row.symbol, terms.word(kind), number(amount))
            if (stamp := values.counter_stamp(at, f"counters, {kind}")) is not None:
                t.add("counter_stamp", row.symbol, terms.word(kind), number(stamp))
                t.times.add(stamp)


def _attached_to(t: Table, row: Row, node: Node) -> None:
    among = t.in_zones("battlefield", players=True)
    t.link("attached_to", row, node, f"{row.label}, attached to", want="any", among=among)


def _attacking(t: Table, row: Row, node: Node) -> None:
    if isinstance(node, Scalar) and (node.empty or isinstance(node.value, bool)):
        if values.flag(node, "attacking"):
            others = [player for player in t.players if player != row.holder]
            if len(others) != 1:
                expected(node, "attacking", "what it attacks, because there isn't exactly one opponent")
            t.linked("attacking", row, others[0], node)
        return
    among = t.in_zones("battlefield", players=True)
    t.link("attacking", row, node, f"attacked by {row.label}", want="any", among=among)


def _blocking(t: Table, row: Row, node: Node) -> None:
    for item in values.names(node, "blocking"):
        t.link("blocking", row, item, f"blocked by {row.label}", among=t.in_zones("battlefield"))


def _blocked(t: Table, row: Row, node: Node) -> None:
    if values.flag(node, "blocked"):
        t.add("blocked", row.symbol)
        t.links["blocked", row.symbol] = [(row.symbol, node)]


def _band(t: Table, row: Row, node: Node) -> None:
    band = t.bands.setdefault(values.name(node, "band"), len(t.bands) + 1)
    t.add("band", row.symbol, number(band))


def _copy_of(t: Table, row: Row, node: Node) -> None:
    """A copy of an object that is there; of a card where no object has the name, or several that differ.

    `{card: NAME}` is what was copied once, whatever the original is now; `{face_down: true}` what lay face
    down.
    """
    if isinstance(node, Mapping):
        given = values.fields(node, keys.COPIED, "copy of")
        if "face_down" in given and values.flag(given["face_down"], "copy of, face down"):
            t.add("copy_of_face", row.symbol, constant("face_down"))
        elif "card" in given:
            card = t.cards.find(values.name(given["card"], "copy of, card"), given["card"].place)
            t.lay(card[0])
            t.add("copy_of_face", row.symbol, card[0].symbols[card[1]])
        else:
            expected(node, "copy of", "`card` or `face_down: true`")
        return
    called = values.name(node, "copy of")

    def of_card(error: BadInput) -> None:
        card = t.cards.lookup(called, node.place)
        if card is None:
            raise error if isinstance(error, AmbiguousObject) else t.cards.unknown(called, node.place)
        compiled = t.cards.compile(card)
        t.lay(compiled)
        t.add("copy_of_face", row.symbol, compiled.symbols[card.face_index(called) or 0])

    among = t.in_zones("battlefield", "stack", "graveyard", "exile", "hand") - {row.symbol}
    t.link("copy_of", row, node, f"{row.label}, copy of", among=among, otherwise=of_card)


def _melded(t: Table, row: Row, node: Node) -> None:
    """The two cards that the object is; what it looks like is the card that it is listed as."""
    parts = values.names(node, "melded")
    if len(parts) != 2:
        refuse(node, f"melded: a melded permanent is two cards, not {len(parts)}")
    for index, part in enumerate(parts, 1):
        compiled, face = t.cards.find(values.name(part, "melded"), part.place)
        t.lay(compiled)
        t.add("melded", row.symbol, number(index), compiled.symbols[face])
        if index == 1:
            t.add("front", row.symbol, compiled.symbols[face])


def _unlocked(t: Table, row: Row, node: Node) -> None:
    assert row.card is not None
    halves = dict(zip(map(name_key, row.card.names), row.card.symbols, strict=True))
    for item in values.names(node, "unlocked"):
        if name_key(item.text) not in halves:
            known = ", ".join(row.card.names)
            refuse(
                item, f"unlocked: {quoted(row.label)} has no half {quoted(item.text)}; its halves are {known}"
            )
        t.add("unlocked", row.symbol, halves[name_key(item.text)])


def _stickers(t: Table, row: Row, node: Node) -> None:
    """Words added to the name, in order; a number says after how many of its words, else at the end."""
    placed: list[tuple[Node, Symbol]]
    if isinstance(node, Mapping):
        placed = [(key, number(values.integer(value, "stickers", 0))) for key, value in node.pairs]
    else:
        placed = [(item, constant("end")) for item in values.items(node)]
    for index, (item, after) in enumerate(placed, 1):
        t.add("name_sticker", row.symbol, number(index), String(values.name(item, "stickers")), after)


_SPECIAL: dict[str, Callable[[Table, Row, Node], None]] = {
    "counters": _counters,
    "attached_to": _attached_to,
    "attacking": _attacking,
    "blocking": _blocking,
    "blocked": _blocked,
    "band": _band,
    "copy_of": _copy_of,
    "melded": _melded,
    "chosen": lambda t, row, node: chosen(t, row.symbol, node, row.card),
    "unlocked": _unlocked,
    "stickers": _stickers,
}


def chosen(t: Table, subject: Symbol, node: Node, card: Compiled | None, name: str = "chosen") -> None:
    """What was chosen: values by kind, or bare values whose kind is plain. `name`: of the fact."""
    if not isinstance(node, Mapping):
        for item in values.items(node):
            _choose(t, subject, _kind_of(t, item, card), item, name)
        return
    kinds = {keys.spelling(kind): made for kind, made in keys.CHOSEN.items()}
    for key, value in node.pairs:
        kind = kinds.get(keys.spelling(key.text))
        if kind is None:
            hint = did_you_mean(key.text, keys.CHOSEN) or f"; the kinds are {', '.join(keys.CHOSEN)}"
            refuse(key, f"chosen: there is no kind {quoted(key.text)}{hint}")
        for item in values.items(value):
            if isinstance(item, Mapping):
                _exchanged(t, subject, kind, item, name)
            else:
                _choose(t, subject, kind, item, name)


_WORDS = frozenset(("color", "basic_land_type", "creature_type"))


def _exchanged(t: Table, subject: Symbol, kind: str, node: Mapping, name: str) -> None:
    """Words that were picked to stand for others: `color: {red: blue}`."""
    what = f"chosen {kind.replace('_', ' ')}"
    if kind not in _WORDS:
        expected(node, what, "a choice, or a list of choices")
    for key, value in node.pairs:
        pair = (_word_of(key, kind, what), _word_of(value, kind, what))
        t.add(name, subject, constant(kind), terms.fact("instead", *pair))


def _word_of(node: Node, kind: str, what: str) -> Symbol:
    word = values.name(node, what)
    if (_kind_of_word(word) or ("color" if word.lower() in keys.COLORS else None)) != kind:
        refuse(node, f"{what}: {quoted(word)} is no {kind.replace('_', ' ')}")
    return terms.word(word)


def _choose(t: Table, subject: Symbol, kind: str, node: Node, name: str) -> None:
    what = f"chosen {kind.replace('_', ' ')}"
    if kind == "object":
        t.refer(node, what, _adding(t, name, subject, constant(kind)))
        return
    value: Symbol
    if kind in ("player", "opponent"):
        value = t.player(node, what)
    elif kind in ("number", "mode"):
        value = number(values.integer(node, what, 0))
    elif kind in ("name", "word"):
        value = String(values.name(node, what))
    else:
        word = values.name(node, what)
        if kind == "color" and word.lower() not in keys.COLORS:
            refuse(node, f"{what}: {quoted(word)} is no colour; expected {', '.join(keys.COLORS)}")
        value = terms.word(word)
    t.add(name, subject, constant(kind), value)


def _kind_of(t: Table, node: Node, card: Compiled | None) -> str:
    """The kind of a bare choice: what the card asks for if that is one kind, else what it looks like."""
    word = values.name(node, "chosen")
    assert isinstance(node, Scalar)
    asked = _asked(card) if card else set()
    if len(asked) == 1:
        return asked.pop()
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return "number"
    if word.lower() in keys.COLORS:
        return "color"
    if name_key(word) in t.players_by_key:
        return "player"
    if (kind := _kind_of_word(word)) is not None:
        return kind
    if t.names.candidates(word, want="object"):
        return "object"
    if t.cards.lookup(word, node.place) is not None:
        return "name"
    known = ", ".join(keys.CHOSEN)
    raise refusal(
        node,
        f"chosen: can't tell what kind of choice {quoted(word)} is; say {{kind: value}}, with one of {known}",
    )


def _asked(card: Compiled) -> set[str]:
    """The kinds of choices that a card's facts speak of."""
    found = {
        str(term.arguments[0])
        for one in card.facts
        if one.name not in _NO_CHOICE
        for term in terms.functions(one)
        if term.name == "chosen" and len(term.arguments) == 1
    }
    return found & set(keys.CHOSEN.values())


_NO_CHOICE = frozenset(
    ("face_name", "ability_text", "ability_line", "card_type", "card_subtype", "kind", "ability")
)


def _kind_of_word(word: str) -> str | None:
    """Which list of the game's words a word is in."""
    from magistrate.bridge.oracle import tables

    low = tables.constant(word)
    if low in tables.BASIC_LAND_TYPES:
        return "basic_land_type"
    if low in tables.TYPES:
        return "card_type"
    lists = {"creature_type": tables.CREATURE_TYPES, "land_type": tables.LAND_TYPES}
    return next((kind for kind, text in lists.items() if low in map(tables.constant, text.split())), None)


def check_structure(t: Table) -> None:
    """Refuse what makes no sense as a position, once all names are resolved."""
    attacking = {symbol for name, symbol in t.links if name == "attacking"}
    for (name, symbol), links in t.links.items():
        row, (_, node) = t.row_of[symbol], links[0]
        if name == "attached_to":
            _check_cycle(t, row, node, name, "attached to")
        elif name == "copy_of":
            _check_cycle(t, row, node, name, "a copy of")
        elif name == "blocked" and symbol not in attacking:
            refuse(
                node,
                f"{quoted(row.label)} can't be blocked, because it isn't attacking; give it `attacking:`",
            )
        elif name == "blocking":
            if symbol in attacking:
                refuse(node, f"{quoted(row.label)} can't be attacking and blocking at the same time")
            for other, at in links:
                if other not in attacking:
                    label = quoted(t.names.label(other))
                    refuse(
                        at,
                        f"{quoted(row.label)} can't be blocking {label}, which isn't attacking; "
                        "give that one `attacking:`",
                    )


def complete(t: Table) -> None:
    """Add what follows from the properties: an attacker with a blocker is a blocked creature (509.1h)."""
    for (name, _), links in t.links.items():
        if name == "blocking":
            for attacker, _node in links:
                t.add("blocked", attacker)


def _check_cycle(t: Table, row: Row, node: Node, name: str, words: str) -> None:
    chain = [row.symbol]
    while links := t.links.get((name, chain[-1])):
        other = links[0][0]
        if other in chain:
            labels = f" {words} ".join(t.names.label(symbol) for symbol in (*chain, other))
            refuse(node, f"a cycle: {quoted(labels, 200)}; one of these links must go")
        chain.append(other)
