"""Every order in which replacement and prevention effects can be applied to an event (614-616): at each point
who chooses among what, and the events that come out.

>>> events = parse_events(position, "damage: {from: bolt, to: Alice, amount: 3}")
>>> found = replacements(position, events)
>>> [outcome.texts for outcome in found.outcomes]
[('bolt deals 2 damage to Alice', ...), ('bolt deals 4 damage to Alice', ...)]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, permutations

from clingo import Function, Number, Symbol, SymbolType

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.explain.events import lines
from magistrate.bridge.game.engine import Entry, Game
from magistrate.bridge.moves_left import left_to_moves
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.index import index
from magistrate.bridge.records import Record, replace
from magistrate.bridge.unmodelled import unmodelled

__all__ = ["Choice", "Option", "Outcome", "Replacements", "replacements"]

MOST_POINTS = 5000
"""How many points of decision one question looks at, unless it is told otherwise."""
_EVENT = Function("event")
_UNDER_WAY = frozenset(("proposed", "imminent", "afterwards", "at_once"))
_PASSING = frozenset(("just", "grounds", "answered", "used"))


class Outcome(Record):
    """What comes of some orders: `events` as the judge has them, `texts` in English with `rules` for each,
    `enters` how what enters the battlefield does so,
    and the `position` afterwards; `orders`: how many orders lead to it, of which `example` is one: pairs of
    who chooses and what."""

    events: tuple[Symbol, ...]
    texts: tuple[str, ...]
    rules: tuple[str, ...]
    position: Position
    enters: tuple[str, ...] = ()
    orders: int = 1
    example: tuple[tuple[str, str], ...] = ()


class Option(Record):
    """One possibility at a point of decision: the effect or answer in words, as the judge's term, and
    the number of the outcome that it leads to or the decision that comes next; `also`: others for which the
    same holds, since they differ only in interchangeable objects."""

    text: str
    value: tuple[Symbol, ...]
    then: Choice | int
    also: tuple[str, ...] = ()


class Choice(Record):
    """A point at which `player` chooses; `what` is the judge's word for what is chosen: replace (which effect
    applies next), portion (how much is prevented), outcome, original, chosen."""

    player: str
    what: str
    options: tuple[Option, ...]


class Replacements(Record):
    """The answer: the tree of orders, where all that leads to the same is one; `tree` is the number of an
    outcome where nothing has to be chosen. `complete` is false when a bound cut the search."""

    event: Symbol
    tree: Choice | int
    outcomes: tuple[Outcome, ...]
    complete: bool
    unmodelled: tuple[Unmodelled, ...]

    @property
    def orders(self) -> int:
        """How many orders there are, where equal effects are one."""
        return sum(one.orders for one in self.outcomes)


def replacements(
    position: Position,
    events: Symbol | Sequence[Symbol],
    *,
    most_points: int = MOST_POINTS,
    time_limit: float | None = None,
) -> Replacements:
    """All that can become of events that would happen at once in a position.

    `events` are the judge's terms for them (vocabulary.lp, section 6), for which `parse_event` reads what
    people write. Looks at `most_points` points of decision at most, for `time_limit` seconds at most; what
    lies beyond is left out, and the answer is then not complete.
    """
    happening = [events] if isinstance(events, Symbol) else list(events)
    search = _Search(position, most_points, None if time_limit is None else time.monotonic() + time_limit)
    proposed = [Function("imminent", [_key(n, len(happening)), one]) for n, one in enumerate(happening, 1)]
    game = Game.ready(position)
    ready = game.position.changed(initiated=proposed)
    tree = search.explore(game.at(ready, until=_over))
    return Replacements(
        event=happening[0],
        tree=tree,
        outcomes=search.counted(tree),
        complete=search.complete,
        unmodelled=tuple(sorted({*unmodelled(position), *_unknown(position)})),
    )


_OF_REPLACING = frozenset(("replacements", "outcomes"))


def _unknown(position: Position) -> Iterator[Unmodelled]:
    """Replacement effects of objects in the position with words that no program file carries."""
    here = index(position.facts)
    faces = {terms.printed(row[1]) for name in ("face", "copy_of_face") for row in here.of(name, 2)}
    lines = {row[0]: row[1] for row in here.of("ability_line", 2)}
    texts = {row[0]: row[1] for row in here.of("ability_text", 2)}
    replacing = (f for f in position.by_name.get("replaces", ()))
    for ability, (folder, word) in left_to_moves(replacing):
        top = ability
        while top not in lines and top.arguments:
            top = top.arguments[0]
        if folder in _OF_REPLACING and top in lines and top.arguments[0] in faces:
            name = here.second("face_name", top.arguments[0])
            card = name.string if name is not None else str(top.arguments[0])
            why = f"not modelled: {word}"
            yield Unmodelled(card, lines[top].number, texts[top].string if top in texts else "", why)


def _key(number: int, of: int) -> Symbol:
    return _EVENT if of == 1 else Function("event", [Number(number)])


def _over(position: Position) -> bool:
    """Whether all that was proposed, and all that came of it at once, has been dealt with."""
    return not any(position.by_name.get(name) for name in _UNDER_WAY)


class _Search:
    def __init__(self, position: Position, most_points: int, deadline: float | None) -> None:
        self.start = position
        self.left = most_points
        self.deadline = deadline
        self.complete = True
        self.known: dict[tuple[frozenset[Symbol], tuple[Entry, ...]], Choice | int] = {}
        self.places: dict[tuple[frozenset[Symbol], tuple[Symbol, ...]], int] = {}
        self.outcomes: list[Outcome] = []

    def explore(self, game: Game) -> Choice | int:
        """The tree from a point of decision on, or the number of the outcome."""
        decision = game.decision
        if decision is None:
            return self._outcome(game)
        key = (game.position.facts, game.log)
        if key in self.known:
            return self.known[key]
        self.left -= 1
        options: list[Option] = []
        for values in _answers(decision.player, decision.kind, decision.options):
            place = next((n for n, o in enumerate(options) if _alike(game.position, o.value, values)), None)
            if place is not None:
                same = options[place]
                also = (*same.also, _told(game.position, values))
                options[place] = Option(same.text, same.value, same.then, also)
                continue
            if self.left < 0 or (self.deadline is not None and time.monotonic() > self.deadline):
                self.complete = False
                break
            then = self.explore(game.answer(values, until=_over))
            options.append(Option(_told(game.position, values), tuple(values), then))
        if not options:
            self.complete = False
        found = Choice(game.position.names.label(decision.player), decision.key.name, tuple(options))
        self.known[key] = found
        return found

    def _outcome(self, game: Game) -> int:
        events = tuple(sorted(entry.event for entry in game.log))
        facts = frozenset(fact for fact in game.position.facts if fact.name not in _PASSING)
        place = self.places.setdefault((facts, events), len(self.outcomes))
        if place == len(self.outcomes):
            label = _labels(self.start, game.position)
            told = lines(((entry.event, entry.rule) for entry in game.log), label)
            self.outcomes.append(
                Outcome(
                    events=tuple(entry.event for entry in game.log),
                    texts=tuple(line.text for line in told),
                    rules=tuple(line.rule for line in told),
                    position=game.position,
                    enters=tuple(_entries(game, label)),
                )
            )
        return place

    def counted(self, tree: Choice | int) -> tuple[Outcome, ...]:
        """The outcomes, with how many orders lead to each and one of them."""
        counts: dict[int, dict[int, int]] = {}

        def count(node: Choice | int) -> dict[int, int]:
            if isinstance(node, int):
                return {node: 1}
            if id(node) not in counts:
                total: dict[int, int] = {}
                for option in node.options:
                    for place, number in count(option.then).items():
                        total[place] = total.get(place, 0) + number
                counts[id(node)] = total
            return counts[id(node)]

        def example(node: Choice | int, place: int) -> Iterator[tuple[str, str]]:
            while not isinstance(node, int):
                option = next(one for one in node.options if place in count(one.then))
                yield node.player, option.text
                node = option.then

        orders = count(tree)
        return tuple(
            replace(one, orders=orders.get(n, 0), example=tuple(example(tree, n)))
            for n, one in enumerate(self.outcomes)
        )


def _answers(player: Symbol, kind: Symbol, options: Sequence[Symbol]) -> Iterator[Sequence[Symbol]]:
    """The answers that a decision of this kind may have. What is shuffled stays as it is."""
    match kind.name:
        case "some":
            least, most = (argument.number for argument in kind.arguments)
            yield from chain.from_iterable(
                combinations(options, size) for size in range(least, min(most, len(options)) + 1)
            )
        case "number":
            least, most = (argument.number for argument in kind.arguments)
            yield from ([Number(n)] for n in range(least, most + 1))
        case "one" | "yes_no":
            yield from ([option] for option in options)
        case "order" if player.name == "nobody":
            yield [Function("", [Number(n), option]) for n, option in enumerate(options, 1)]
        case "order":
            for order in permutations(options):
                yield [Function("", [Number(n), option]) for n, option in enumerate(order, 1)]
        case other:
            raise MagistrateError(f"what comes of this needs a decision that isn't one of effects: {other}")


_WORDS = frozenset(
    ("tapped", "transformed", "face_down", "counters", "chosen", "copy_of_face", "attached_to")
)
"""Facts that tell how something is on the battlefield."""


def _entries(game: Game, label: Callable[[Symbol], str]) -> Iterator[str]:
    """How what entered the battlefield is there, such as `bear: tapped, counters +1/+1 2`."""
    new = {f.arguments[0]: f.arguments[1].arguments[0] for f in game.position.by_name.get("last", ())
           if f.arguments[1].match("new", 1)}  # fmt: skip
    for entry in game.log:
        if entry.event.match("move", 4) and entry.event.arguments[2].name == "battlefield":
            o = new.get(entry.event.arguments[0])
            said = sorted(
                " ".join([fact.name.replace("_", " "), *(_plain_word(a, label) for a in fact.arguments[1:])])
                for word in _WORDS
                for fact in game.position.by_name.get(word, ())
                if fact.arguments[0] == o
            )
            yield f"{label(entry.event.arguments[0])}: {', '.join(said) or 'untapped'}"


def _plain_word(term: Symbol, label: Callable[[Symbol], str]) -> str:
    if term.type is SymbolType.String:
        return term.string
    if term.match("c", 1):
        return term.arguments[0].string if term.arguments[0].type is SymbolType.String else str(term)
    return label(term).replace("_", " ")


def _alike(position: Position, one: Sequence[Symbol], other: Sequence[Symbol]) -> bool:
    """Whether answers differ only in interchangeable objects, so that what follows is the same."""
    pairs: set[tuple[Symbol, Symbol]] = set()
    if len(one) != len(other) or not all(_matched(a, b, pairs) for a, b in zip(one, other, strict=True)):
        return False
    return all(position.names.interchangeable(pair) for pair in pairs)


def _matched(one: Symbol, other: Symbol, pairs: set[tuple[Symbol, Symbol]]) -> bool:
    """Whether terms are equal but for objects, which are collected in pairs."""
    if one == other:
        return True
    if terms.is_object(one) and terms.is_object(other):
        pairs.add((one, other))
        return True
    if one.type is not SymbolType.Function or other.type is not SymbolType.Function:
        return False
    return (
        one.name == other.name
        and len(one.arguments) == len(other.arguments)
        and all(_matched(a, b, pairs) for a, b in zip(one.arguments, other.arguments, strict=True))
    )


def _labels(before: Position, after: Position) -> Callable[[Symbol], str]:
    """What people call things: as before the event, and what came after by its new name."""

    def label(symbol: Symbol) -> str:
        known = before.names if symbol in before.names.objects else after.names
        return known.label(symbol)

    return label


def _told(position: Position, values: Sequence[Symbol]) -> str:
    """An answer in words: for an effect, its source and its text."""
    return ", ".join(_one(position, value) for value in values) or "none"


def _one(position: Position, value: Symbol) -> str:
    if value.type is SymbolType.String:
        return value.string
    if terms.is_object(value) or terms.is_player(value):
        return position.names.label(value)
    if value.type is not SymbolType.Function or not value.arguments:
        return str(value).replace("_", " ")
    inside = list(_subterms(value))
    texts = {f.arguments[0]: f.arguments[1].string for f in position.by_name.get("ability_text", ())}
    made = {f.arguments[0]: f.arguments for f in position.by_name.get("effect_of", ())}
    effect = next((made[term] for term in inside if term in made), None)
    source = effect[2] if effect else next((t for t in inside if terms.is_object(t)), None)
    ability = effect[1] if effect else next((t for t in inside if t in texts), None)
    while ability is not None and ability not in texts and ability.arguments:
        ability = ability.arguments[0]
    text = texts.get(ability) if ability is not None else None
    text = text or _words(value)
    return f"{position.names.label(source)}: {text}" if source is not None else text


def _words(value: Symbol) -> str:
    """A term that stands for no ability, in its own words."""
    words = [
        value.name,
        *(str(a) for a in value.arguments if a.type is not SymbolType.Function or not a.arguments),
    ]
    return " ".join(word.strip('"').replace("_", " ") for word in words)


def _subterms(term: Symbol) -> Iterator[Symbol]:
    yield term
    if term.type is SymbolType.Function:
        for argument in term.arguments:
            yield from _subterms(argument)
