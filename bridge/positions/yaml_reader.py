"""From the nodes of a position file to facts, with every error at its place.

What is a rule of the game is left to the judge. Refused here is what makes no sense as a position: references
to nothing, a cycle of attachments, an attacker that isn't on the battlefield, and the like.

The order: cards, players, objects; then all names are known; then properties, their names resolved together.
"""

from __future__ import annotations

from clingo import String, Symbol

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.positions import keys, objects, properties, stack, terms, values
from magistrate.bridge.positions.abilities import Abilities
from magistrate.bridge.positions.compiled import Cards
from magistrate.bridge.positions.names import Names
from magistrate.bridge.positions.nodes import Limits, Mapping, Node, Raw, Scalar, Sequence, quoted
from magistrate.bridge.positions.table import Table
from magistrate.bridge.positions.terms import constant, number
from magistrate.bridge.positions.values import did_you_mean, expected, refusal, refuse
from magistrate.bridge.records import Record

PLAYERS = "`players: {Alice: {life: 20}, Bob: {}}`"


class Reading(Record):
    """What came out of a file."""

    facts: frozenset[Symbol]
    names: Names
    title: str
    note: str
    goal: str
    steps: Raw | None
    answers: Raw | None


def read(node: Node, file: str, limits: Limits, cards: Cards) -> Reading:
    """Read the position in a node. Raises `BadInput`."""
    t = Table(file, limits, cards)
    if not isinstance(node, Mapping):
        expected(node, "a position", f"a mapping with players, as in {PLAYERS}")
    top = values.fields(node, keys.TOP, "a position")
    if "players" not in top:
        refuse(node, f"a position needs players, as in {PLAYERS}")
    if "cards" in top:
        _cards(t, top["cards"])
    people = _players(t, top["players"])
    active = _turn(t, top.get("turn"))
    for key, value in top.items():  # objects are numbered in the order of the file
        if key == "players":
            for player, found in people:
                for zone, inner in found.items():
                    if zone in keys.ZONES:
                        objects.entries(t, inner, zone, player)
                    elif zone == "emblems":
                        objects.emblems(t, inner, player)
        elif key in keys.ZONES:
            objects.entries(t, value, key, active)
        elif key == "emblems":
            objects.emblems(t, value, None)
        elif key == "stack":
            stack.read_stack(t, value)
    if "resolved" in top:
        stack.read_resolved_cards(t, top["resolved"])
    objects.name_objects(t)
    t.abilities = Abilities(t.facts, t.names.label)

    for player, found in people:
        properties.player_facts(t, player, found)
    for row in t.rows:
        properties.object_facts(t, row)
    for key in ("monarch", "initiative"):
        if key in top:
            t.add(key, t.player(top[key], key))
    if "day" in top:
        _day(t, top["day"])
    if "options" in top:
        _options(t, top["options"])
    t.settle()
    properties.check_structure(t)
    properties.complete(t)
    for row in t.rows:
        if row.zone == "stack":
            stack.stack_facts(t, row)
    t.settle()
    if "resolved" in top:
        stack.read_resolved(t, top["resolved"])
    if any(fact.name == "change" and fact.arguments[2].name == "text" for fact in t.facts):
        from magistrate.bridge.positions.wording import reworded

        t.facts += reworded(t.facts)

        from magistrate.bridge.positions.all_names import names_told

        t.facts += names_told(t)
    return Reading(
        facts=frozenset(t.facts),
        names=t.names,
        title=values.text(top["title"], "title") if "title" in top else "",
        note=values.text(top["note"], "note", values.LONGEST_TEXT) if "note" in top else "",
        goal=values.text(top["goal"], "goal", values.LONGEST_TEXT) if "goal" in top else "",
        steps=_steps(top["steps"]) if "steps" in top else None,
        answers=_answers(t, top["answers"]) if "answers" in top else None,
    )


def _cards(t: Table, node: Node) -> None:
    if isinstance(node, Scalar) and node.empty:
        return
    if not isinstance(node, Sequence):
        expected(node, "cards", "a list of cards with name, type, text …", "put `- ` before each `name:`")
    for item in node.items:
        card = values.card(item)
        if not t.cards.define(card):
            refuse(item, f"a second card with the name {quoted(card.name)}")


def _players(t: Table, node: Node) -> list[tuple[Symbol, dict[str, Node]]]:
    if not isinstance(node, Mapping) or not node.pairs:
        expected(node, "players", "players by name, as in `Alice: {life: 20}`")
    people = []
    for seat, (key, value) in enumerate(node.pairs, 1):
        name, symbol = values.name(key, "the name of a player"), terms.player(seat)
        if (other := t.players_by_key.setdefault(name_key(name), symbol)) is not symbol:
            both = f"{quoted(t.players[other])} and {quoted(name)}"
            refuse(key, f"two players are named alike: {both}; their names must differ in more than spelling")
        t.players[symbol] = name
        t.add("player", symbol)
        t.add("seat", symbol, number(seat))
        t.add("player_name", symbol, String(name))
        found: dict[str, Node] = {}
        if not (isinstance(value, Scalar) and value.empty):
            found = values.fields(value, keys.PLAYER, f"player {quoted(name)}", also=objects.HISTORY)
        people.append((symbol, found))
    return people


def _turn(t: Table, node: Node | None) -> Symbol:
    """Facts about the turn; gives the active player."""
    found = {} if node is None else values.fields(node, keys.TURN, "turn")
    active = t.player(found["active"], "turn, active") if "active" in found else terms.player(1)
    t.add("active", active)
    step = constant(_step(found["step"]) if "step" in found else "precombat_main")
    t.add("step", step)
    if "declared" in found and values.flag(found["declared"], "turn, declared"):
        t.add("declared_step", step)
    if "number" in found:
        t.add("turn", number(values.integer(found["number"], "turn, number", 1)))
    if "priority" in found:
        t.add("priority", t.player(found["priority"], "turn, priority"))
    if "defending" in found:
        for one in values.names(found["defending"], "turn, defending"):
            t.add("defending", t.player(one, "turn, defending"))
    if "fresh" in found and values.flag(found["fresh"], "turn, fresh"):
        t.add("fresh")
    return active


def _step(node: Node) -> str:
    written = values.name(node, "turn, step")
    known = {keys.spelling(name): made for name, made in keys.STEPS.items()}
    known |= {made: made for made in keys.STEPS.values()}
    if (made := known.get(keys.spelling(written))) is not None:
        return made
    hint = did_you_mean(written, keys.STEPS) or f"; the steps are {', '.join(keys.STEPS)}"
    raise refusal(node, f"turn: there is no step {quoted(written)}{hint}")


def _day(t: Table, node: Node) -> None:
    word = values.name(node, "day").lower()
    if word not in ("day", "night"):
        expected(node, "day", "day or night")
    t.add("day_night", constant(word))


def _options(t: Table, node: Node) -> None:
    known = {keys.spelling(option): option for option in keys.OPTIONS}
    for item in values.names(node, "options"):
        word = keys.spelling(item.text)
        if word not in known:
            hint = did_you_mean(item.text, keys.OPTIONS) or f"; there are {', '.join(keys.OPTIONS)}"
            refuse(item, f"options: there is no option {quoted(item.text)}{hint}")
        t.add("option", constant(word))


def _steps(node: Node) -> Raw:
    if not isinstance(node, Sequence):
        expected(node, "steps", "a list of steps, as in `- block: {bear: ogre}`", "put `- ` before each step")
    return Raw.of(node)


def _answers(t: Table, node: Node) -> Raw:
    if not isinstance(node, Mapping):
        expected(node, "answers", "each player's answers, as in {Alice: [bear, yes]}")
    for key, value in node.pairs:
        t.player(key, "answers")
        if not isinstance(value, Sequence):
            expected(value, f"answers, {key.text}", "a list of answers", "put it in brackets: [yes]")
    return Raw.of(node)
