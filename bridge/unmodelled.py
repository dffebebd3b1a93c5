"""Which abilities on the table the judge can't take into account: those that didn't compile, and those that
use a word which no program file carries; as far as they can bear on what is asked.

Instructions, costs and triggers are not looked at here, nor what only they speak of: nothing is carried out
by a question about what is legal or what things are, so that these are no gap in its answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from clingo import Control, Symbol, SymbolType

from magistrate.bridge.hashing import blake2b
from magistrate.bridge.positions.compiled import Folder
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.positions.terms import printed
from magistrate.bridge.programs import implemented, source
from magistrate.bridge.records import Record
from magistrate.bridge.shapes import shape

__all__ = ["gaps", "missing_words", "unmodelled"]

_TABLE = frozenset(("battlefield", "stack", "command"))
_COMPARED = "compare"
_HOLDS = frozenset(("static", "keyword", "lasting"))
"""Kinds of abilities that hold without being carried out."""
_AIMED = frozenset(("target", "together", "divide", "modes", "target_when"))
_SAID = ("keyword", "states", "change", "condition", *sorted(_AIMED))

_MOST = 50_000
"""So many terms are kept."""
Found = TypeVar("Found")
Word = tuple[str, str]
"""A folder of program files, and the name of one."""


def _kept(function: Callable[[Symbol], Found]) -> Callable[[Symbol], Found]:
    """Keep what a function of a term gives, for the last terms: taking them apart is slow."""
    known: dict[int, Found] = {}

    def found(term: Symbol) -> Found:
        number = term._rep
        if number not in known:
            if len(known) >= _MOST:
                known.clear()
            known[number] = function(term)
        return known[number]

    return found


def unmodelled(position: Position, asked: Iterable[Symbol] = ()) -> tuple[Unmodelled, ...]:
    """The abilities that the judge doesn't know and that can bear on what is legal or what things are;
    sorted by card and line.

    Those are what holds of objects on the battlefield, the stack and in the command zone, what functions (or
    seems to) in another zone, effects that last, and all abilities of the objects in `asked`.
    """
    return _unmodelled(position, frozenset(asked))


@lru_cache(maxsize=16)
def _unmodelled(position: Position, shown: frozenset[Symbol]) -> tuple[Unmodelled, ...]:
    def about(*names: str) -> Iterator[Sequence[Symbol]]:
        return (shape(fact).arguments for name in names for fact in position.by_name.get(name, ()))

    zones = {o: shape(zone).name for o, zone in about("in_zone")}
    faces: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for o, face, *_ in about("face", "copy_of_face"):
        faces[o].append(printed(face))
    where: defaultdict[Symbol, set[str]] = defaultdict(set)
    wanted = {face for o in shown for face in faces[o]}
    for o, found in faces.items():
        for face in found:
            # What is in no zone any more is known by the effects that it left.
            where[face].add(zones.get(o, ""))
    held = set(where) | {arguments[1] for arguments in about("other_face")}
    # Faces that nothing on the table has: what resolved before and still lasts.
    names = {face: name.string for face, name in about("face_name")}
    for face in names.keys() - held:
        where[face].add("")
    text = _Text(position.by_name)
    begun = {arguments[1] for arguments in about("effect_of")}
    text.begun = frozenset(begun)
    bodied = {arguments[0] for arguments in about("card_power")}
    creatures = {arguments[0] for arguments in about("card_type") if shape(arguments[1]).name == "creature"}
    found_gaps: list[tuple[Symbol, int, str, str]] = []
    for card, line, said, why in text.unread:
        places = where.get(card, set())
        if (
            card in wanted
            or "" in places
            or (
                not _uses_the_stack(said)
                and (
                    places & _TABLE
                    or any(place in said.lower() for place in places)
                    or (places and card in creatures and card not in bodied)
                )
            )
        ):
            found_gaps.append((card, line, said, why))
    roots: set[Symbol] = set()
    for ability, kind in text.kinds.items():
        card = _card(ability)
        places = where.get(card, set())
        if ability in begun or (card in wanted and shape(ability).arguments[0] == card):
            roots.add(ability)
        elif kind in _HOLDS and shape(ability).arguments[0] == card:
            works = text.works.get(ability, _TABLE)
            if places & works or ability in text.everywhere:
                roots.add(ability)
    # What the words of an effect came to mean: for all of them, or word for word.
    told = {arguments[0] for arguments in about("locked_set")}
    meant = {(arguments[0], arguments[1].name) for arguments in about("bound")}
    found_gaps += text.unsaid(about("effect_of"), told, meant)
    known = {(one, ("references", word)) for one, word in meant}
    known |= {
        (arguments[0], ("values", arguments[1].name)) for arguments in about("bound_value", "effect_value")
    }
    for one, ability, *_ in about("effect_of", "stack_ability"):
        text.meant[ability] |= {word for of, word in known if of == one}
    found_gaps += text.gaps(text.with_granted(roots), wanted, aside=True)
    listed = {
        Unmodelled(names.get(card, str(card)), line, said, why)
        for card, line, said, why in found_gaps
        if card in names or card in where
    }
    return tuple(sorted(listed))


def gaps(facts: Iterable[Symbol]) -> Iterator[tuple[Symbol, int, str, str]]:
    """Face, line, text and reason of each ability among some facts that the judge doesn't know, whatever is
    asked."""
    by_name: defaultdict[str, list[Symbol]] = defaultdict(list)
    for fact in facts:
        by_name[shape(fact).name].append(fact)
    text = _Text(by_name)
    yield from text.unread
    yield from text.gaps(text.kinds, {_card(ability) for ability in text.kinds}, aside=False)


def _by_first(
    by_name: Mapping[str, Iterable[Symbol]], names: Iterable[str]
) -> defaultdict[Symbol, list[Symbol]]:
    """The facts of some names by their first argument."""
    found: defaultdict[Symbol, list[Symbol]] = defaultdict(list)
    for name in names:
        for fact in by_name.get(name, ()):
            found[shape(fact).arguments[0]].append(fact)
    return found


class _Text:
    """The abilities among some facts, and what they rest on."""

    def __init__(self, by_name: Mapping[str, Iterable[Symbol]]) -> None:
        def about(name: str) -> Iterator[Sequence[Symbol]]:
            return (shape(fact).arguments for fact in by_name.get(name, ()))

        self.lines = {ability: line for ability, line in about("ability_line")}  # noqa: C416 (of sequences)
        self.texts = {ability: text for ability, text in about("ability_text")}  # noqa: C416
        self.kinds = {ability: shape(kind).name for ability, kind in about("kind")}
        self.works: defaultdict[Symbol, set[str]] = defaultdict(set)
        for ability, zone in about("functions"):
            self.works[ability].add(shape(zone).name)
        self.everywhere = {arguments[0] for arguments in about("cda")}
        self.meant: defaultdict[Symbol, set[Word]] = defaultdict(set)
        self.begun: frozenset[Symbol] = frozenset()
        self.unread = [
            (card, line.number, said.string, why.string) for card, line, said, why in about("unmodelled")
        ]
        self.said = _by_first(by_name, _SAID)
        self.filters = _by_first(by_name, ("filter", "either"))

    def with_granted(self, roots: Iterable[Symbol]) -> set[Symbol]:
        """The abilities, and those that hold and are given by them."""
        found = set(roots)
        waiting = list(found)
        while waiting:
            for fact in self.said.get(waiting.pop(), ()):
                if shape(fact).name == "change":
                    for given in shape(fact).arguments[4].arguments:
                        if self.kinds.get(given) in _HOLDS and given not in found:
                            found.add(given)
                            waiting.append(given)
        return found

    def gaps(
        self, abilities: Iterable[Symbol], aimed: set[Symbol], aside: bool
    ) -> Iterator[tuple[Symbol, int, str, str]]:
        """The gaps of some abilities. Targets count for those of the faces `aimed`, words that bear on
        nothing only with `aside` false."""
        for ability in abilities:
            card = _card(ability)
            kind = self.kinds.get(ability, "")
            used: set[Word] = set()
            for fact in self.said.get(ability, ()):
                name = shape(fact).name
                counts = card in aimed if name in _AIMED else name != "condition" or kind in _HOLDS
                if counts:
                    used.update(self._rests_on(fact, kind))
            used -= self.meant.get(ability, set())
            if not aside:  # it has its targets once its event is known
                used -= _judged().told.get(kind, frozenset())
            lacking = missing_words(used)
            if aside:
                judged = _judged()
                lacking = [
                    w
                    for w in lacking
                    if w not in judged.always and (card in aimed or w not in judged.unasked)
                ]
            if lacking:
                told = ", ".join(f"{folder[:-1]} {word}" for folder, word in lacking)
                yield self._gap(ability, f"not modelled: {told}")

    def unsaid(
        self, effects: Iterable[Sequence[Symbol]], told: set[Symbol], meant: set[tuple[Symbol, str]]
    ) -> Iterator[tuple[Symbol, int, str, str]]:
        """Effects that last, of which the position doesn't say whom they affect."""
        for effect, ability, *_ in effects:
            for fact in self.said.get(ability, ()):
                if fact.name not in ("change", "states"):
                    continue
                about = fact.arguments[3:4] if fact.name == "change" else fact.arguments[2].arguments[:1]
                names = {whom.name for whom in about if whom.type is SymbolType.Function} & _judged().unclear
                known = effect in told or all((effect, name) in meant for name in names)
                if not known:
                    yield self._gap(ability, "whom it affects isn't said; `affects:` would say so")

    def _gap(self, ability: Symbol, why: str) -> tuple[Symbol, int, str, str]:
        top = ability
        while top.arguments and top.arguments[0].name == "a":
            top = top.arguments[0]
        line, text = self.lines.get(top), self.texts.get(top)
        return _card(top), line.number if line else 0, text.string if text else "", why

    def _rests_on(self, fact: Symbol, kind: str) -> Iterator[Word]:
        """The words of a fact, and of all filters that it leads to; not of what bears on nothing."""
        name = shape(fact).name
        if name in ("keyword", "states"):
            word = _words(fact)[0]
            if word in _judged().always:
                yield word
                return
        if kind == "token" and name == "change" and fact.arguments[2].name in _judged().settled:
            yield from _settled_size(fact.arguments[4])
            return
        # What the words of a lasting effect mean is settled as it begins.
        told = kind == "lasting" and shape(fact).arguments[0] not in self.begun
        seen: set[Symbol] = set()
        waiting = [(fact, kind == "lasting")]
        while waiting:
            one, lasts = waiting.pop()
            yield from _words(one)
            name, (_, *arguments), *_ = shape(one)
            if lasts and name == "change":  # whom it affects is settled as it begins
                arguments = [*arguments[:2], arguments[3]]
                if arguments[1].name in _judged().settled and fact.arguments[0] not in self.begun:
                    arguments = arguments[:2]
            elif lasts and name == "states":
                arguments = arguments[1].arguments[1:]
            for argument in arguments:
                for part, called in _parts(argument):
                    if part in self.filters and part not in seen:
                        seen.add(part)
                        waiting += [(inner, False) for inner in self.filters[part]]
                    elif called in _judged().unclear and not told:
                        yield "references", called


def _settled_size(what: Symbol) -> Iterator[Word]:
    """The words of a token's power or toughness, which is read outside as the token is created."""
    if what.name not in ("power", "toughness"):
        return
    value = what.arguments[0]
    while value.type is SymbolType.Function and value.name == "outer":
        value = value.arguments[0]
    yield from _values(value)


@_kept
def _parts(one: Symbol) -> list[tuple[Symbol, str]]:
    """All functions in a term, with their names; those inside of abilities left out, and what a comparison
    looks up in the very object that it is tried on."""
    found = []
    waiting = [one]
    while waiting:
        term = waiting.pop()
        if term.type is not SymbolType.Function or term.name == "a":
            continue
        found.append((term, term.name))
        if term.name == "f":
            continue
        inner = list(term.arguments)
        if term.name == _COMPARED and len(inner) == 3 and inner[2].type is SymbolType.Function:
            first = inner[2].arguments[:1]
            if first and str(first[0]) == "candidate":
                inner.pop()
        waiting += inner
    return found


class _Judged(Record):
    """Words that the judge sets aside, always or unless their object is asked about; and references that mean
    something only while an ability resolves; words to which its event, or what made it, gives a meaning, by
    kind of ability."""

    always: frozenset[Word]
    unasked: frozenset[Word]
    unclear: frozenset[str]
    settled: frozenset[str]
    told: Mapping[str, frozenset[Word]]


@cache
def _judged() -> _Judged:
    """What the judge sets aside. It is kept in the cache folder: a command line has no time to ground it."""
    text = source("legality/aside.lp").encode()
    folder, key = Folder(), f"aside {blake2b(text, digest_size=16).hexdigest()}"
    told = folder.cached(key)
    if told is None:
        told = _grounded(text.decode()).encode()
        folder.store(key, told)
    found: defaultdict[str, list[list[str]]] = defaultdict(list)
    for line in told.decode().splitlines():
        name, *rest = line.split()
        found[name].append(rest)

    def words(name: str) -> frozenset[Word]:
        return frozenset((folder, word) for folder, word in found[name])

    event, maker = words("told_by_event"), words("told_by_maker")
    return _Judged(
        words("aside"),
        words("aside_unless_asked"),
        frozenset(word for (word,) in found["unclear"]),
        frozenset(layer for (layer,) in found["settled_layer"]),
        {
            "triggered": event,
            "delayed_trigger": event,
            "reflexive": event | maker,
            # settled as it begins
            "lasting": frozenset(word for word in event if word[0] == "values"),
        },
    )


def _grounded(text: str) -> str:
    """The facts of a program, as words: a line each."""
    control = Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    symbols = (atom.symbol for atom in control.symbolic_atoms)
    return "\n".join(" ".join((one.name, *(part.name for part in one.arguments))) for one in symbols)


@cache
def _uses_the_stack(text: str) -> bool:
    from magistrate.bridge.oracle.lines import uses_the_stack

    return uses_the_stack(text)


@_kept
def _card(ability: Symbol) -> Symbol:
    """The face that an ability or filter belongs to."""
    while ability.name in ("a", "f") and ability.arguments:
        ability = ability.arguments[0]
    return ability


def missing_words(used: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of some (folder, word) pairs for which there is no program file, sorted. A keyword may have one
    that says what longer ability it stands for."""
    return sorted((folder, word) for folder, word in used if not _has_file(folder, word))


def _has_file(folder: str, word: str) -> bool:
    return word in implemented(folder) or (folder == "keywords" and word in implemented("meanings"))


@cache
def _lacking(fact: Symbol) -> frozenset[tuple[str, str]]:
    """Folders and words of a fact for which there is no program file."""
    return frozenset(missing_words(_words(fact)))


@_kept
def _words(fact: Symbol) -> list[Word]:
    """The words of a fact, each with its folder."""
    return list(_read(fact))


def _read(fact: Symbol) -> Iterator[Word]:
    arguments = fact.arguments
    match fact.name:
        case "keyword":
            yield "keywords", arguments[1].name
        case "states":
            yield "statements", arguments[2].name
        case "change":
            what = arguments[4]
            yield "changes", what.name
            if what.name in ("power", "toughness"):
                yield from _values(what.arguments[0])
        case "condition":
            yield from _conditions(arguments[1])
        case "filter":
            yield from _literals(arguments[2])
        case "together":
            yield "together", arguments[2].name
        case "target":
            for value in arguments[3:5]:
                yield from _values(value)


def _values(value: Symbol) -> Iterator[Word]:
    if value.type is SymbolType.Function and value.name and str(value) != "any":
        yield "values", value.name
        if value.name in ("plus", "minus", "times", "least", "most", "half_up", "half_down"):
            for part in value.arguments:
                yield from _values(part)


def _conditions(condition: Symbol) -> Iterator[Word]:
    if condition.name == "non":
        yield from _conditions(condition.arguments[0])
        return
    yield "conditions", condition.name
    if condition.name == _COMPARED:
        yield from _values(condition.arguments[0])
        yield from _values(condition.arguments[2])
    elif condition.name == "any_of":
        rest = condition.arguments[0]
        while rest.arguments:
            yield from _conditions(rest.arguments[0])
            rest = rest.arguments[1]


def _literals(literal: Symbol) -> Iterator[Word]:
    if literal.name == "non":
        literal = literal.arguments[0]
    yield "literals", literal.name
    if literal.name == _COMPARED and len(literal.arguments) == 3:
        yield from _values(literal.arguments[2])
