"""Reads answers to decisions as people write them: yes, a number, names, `{order: [...]}`, `{modes: [1]}`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from clingo import Function, Number, Symbol, SymbolType

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput, MagistrateError
from magistrate.bridge.game import announce, answers, moves
from magistrate.bridge.game.engine import Game, Until
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision
from magistrate.bridge.game.table import Reply, Table
from magistrate.bridge.positions import terms, values
from magistrate.bridge.positions.names import Names
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, quoted
from magistrate.bridge.positions.nodes import Sequence as List
from magistrate.bridge.positions.position import Position
from magistrate.bridge.questions.index import index

__all__ = ["asked", "decider", "option_names", "reply", "shares", "targets", "ways"]

_YES = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
_TOLD = {
    "yes_no": "yes or no",
    "cast": "what to cast: {options}",
    "number": "a number, {amount}",
    "one": "one of {options}",
    "some": "{amount} of {options}",
    "order": "an order of {options}",
    "divide": "how {amount} are divided among {options}",
    "targets": "modes and targets",
    "priority": "to act or to pass",
    "attacks": "attackers",
    "blocks": "blockers",
}
_TARGET_KEYS = ("modes", "targets", "divide")


def reply(table: Table, decision: Decision, node: Node) -> Reply:
    """The answer that a node gives to the decision that is due. Raises `BadInput` where it doesn't fit.

    What the reply raises when it is made: `IllegalMove` where the rules forbid the answer.
    """
    position = table.position
    if decision.kind.name == "targets":
        return _targets(position, decision, node)
    chosen = _values(position, decision, node)
    try:
        answers.check(decision, chosen)
    except MagistrateError as error:
        values.refuse(node, f"{asked(position, decision)}: {error.message}")

    def made(game: Game, until: Until | None) -> Game:
        return game.answer(chosen, until)

    return made


def decider(position: Position, player: Symbol) -> Symbol:
    """Who makes what a player must decide: the player, or whoever controls that player this turn."""
    found = (row[0] for row in index(position.facts).of("controls_player", 2) if row[1] == player)
    return next(found, player)


def asked(position: Position, decision: Decision) -> str:
    """What a player must decide, for people."""
    chooser = next(filter(terms.is_player, decision.kind.arguments), decision.player)
    who = position.names.label(decider(position, chooser))
    options = _told_apart([tuple(names) for names in map(option_names(position), decision.options)])
    shown = ", ".join(options[:12]) + (", …" if len(options) > 12 else "")
    bounds = [a.number for a in decision.kind.arguments if a.type is SymbolType.Number]
    amount = " to ".join(dict.fromkeys(map(str, bounds)))
    told = _TOLD.get(decision.kind.name, decision.kind.name)
    what = told.format(amount=amount, options=shown)
    return f"{who} chooses {what} ({_about(position, decision.key)})"


def _about(position: Position, key: Symbol) -> str:
    """What a decision is about: the word of its key, with the first object in it."""
    for term in _inside(key):
        if terms.is_object(term):
            return f"{key.name.replace('_', ' ')}: {position.names.label(term)}"
    return key.name.replace("_", " ")


def _told_apart(options: Sequence[tuple[str, ...]]) -> list[str]:
    """The best name of each option that none of the others has; the best one where there is none."""
    count = Counter(name for names in options for name in set(names))
    return [next((name for name in names if count[name] == 1), names[0]) for names in options]


def _values(position: Position, decision: Decision, node: Node) -> list[Symbol]:
    kind = decision.kind.name
    if isinstance(node, Mapping):
        if len(node.pairs) != 1:
            values.expected(node, "an answer", "one of order, divide, modes")
        key, inner = node.pairs[0]
        word = key.text.strip().lower()
        if word == "order" and kind == "order":
            return _ordered(position, decision, inner)
        if word == "order" and kind == "one":
            return [_option(position, decision, values.names(inner, "order")[0], ())]
        if word == "divide" and kind == "divide":
            return _divided(position, decision, inner)
        _unfit(position, decision, node)
    match kind:
        case "yes_no":
            word = values.name(node, "an answer").lower()
            if word not in _YES:
                _unfit(position, decision, node)
            return [Function(_YES[word])]
        case "number":
            if not (isinstance(node, Scalar) and isinstance(node.value, int)):
                _unfit(position, decision, node)
            return [Number(values.integer(node, "an answer"))]
        case "order":
            return _ordered(position, decision, node)
        case "divide":
            _unfit(position, decision, node)
    if isinstance(node, Scalar) and (node.empty or node.text.lower() in ("done", "none")):
        return []
    found: list[Symbol] = []
    for item in values.names(node, "an answer"):
        found.append(_option(position, decision, item, found))
    return found


def _unfit(position: Position, decision: Decision, node: Node) -> NoReturn:
    values.expected(node, "choose", asked(position, decision))


def _ordered(position: Position, decision: Decision, node: Node) -> list[Symbol]:
    found: list[Symbol] = []
    for item in values.names(node, "order"):
        found.append(_option(position, decision, item, found))
    return [Function("", [Number(n), one]) for n, one in enumerate(found, 1)]


def _divided(position: Position, decision: Decision, node: Node) -> list[Symbol]:
    if not isinstance(node, Mapping):
        values.expected(node, "divide", "names with their shares, as in {bear: 2}")
    found: list[Symbol] = []
    out = []
    for key, share in node.pairs:
        found.append(_option(position, decision, key, found))
        out.append(Function("", [found[-1], Number(values.integer(share, "divide", 0))]))
    return out


def _option(position: Position, decision: Decision, node: Scalar, used: Sequence[Symbol]) -> Symbol:
    """The option that a name means: an object or player, a word, or the first words of an ability's text."""
    left = [option for option in decision.options if option not in used]
    names, text = position.names, node.text.strip()
    called = names.candidates(text, among=set(left))
    if len(called) == 1 or (called and names.interchangeable(called)):
        return called[0]
    if called:
        raise names.ambiguous(text, called, node.place, "an answer")
    known = option_names(position)
    wanted = name_key(text)
    exact = [option for option in left if wanted in map(name_key, known(option))]
    begins = [o for o in left if any(name_key(name).startswith(wanted) for name in known(o))]
    found = exact or begins
    if not found:
        options = [known(option)[0] for option in left]
        hint = values.did_you_mean(text, options) or f"; there are {', '.join(options[:12]) or 'none'}"
        values.refuse(node, f"{quoted(text)} can't be chosen: {asked(position, decision)}{hint}")
    if len(found) > 1 and not _same(position, found):
        values.refuse(node, f"{quoted(text)} fits several: {', '.join(known(o)[0] for o in found)}")
    return found[0]


def _same(position: Position, options: Sequence[Symbol]) -> bool:
    """Whether options are the same but for their own number, such as two triggers of one ability."""
    known = option_names(position)
    if all(option in known.waiting for option in options):
        return len({(known(option)[0], known.waiting[option][1]) for option in options}) == 1
    return len({known(option) for option in options}) == 1


class option_names:
    """What an option of a decision may be called, the best first."""

    def __init__(self, position: Position) -> None:
        here = index(position.facts)
        self.names: Names = position.names
        self.position = position
        self.texts = {row[0]: row[1].string for row in here.of("ability_text", 2)}
        self.faces = {row[0]: row[1].string for row in here.of("face_name", 2)}
        self.effects = {row[0]: (row[1], row[2]) for row in here.of("effect_of", 5)}
        self.waiting = {row[0]: (row[1], row[2]) for row in here.of("waiting", 4)}
        self.bound = here.of("bound", 3)

    def __call__(self, option: Symbol) -> tuple[str, ...]:
        if terms.is_object(option) or terms.is_player(option):
            named = self.names.objects.get(option)
            return (self.names.label(option), *(() if named is None else named.names))
        if option.type is SymbolType.String:
            return (option.string,)
        if option.type is SymbolType.Number:
            return (str(option.number),)
        if not option.arguments:
            return (str(option).replace("_", " "), str(option))
        if option in self.faces:
            return (self.faces[option],)
        if option.match("cast", 3) or option.match("play", 2):
            return self._cast(*option.arguments)
        roots = self.waiting.get(option, (option,))
        whole = [term for root in roots for term in _inside(root)]
        inside = [term for one in whole for term in (one, *self.effects.get(one, ()))]
        inside += [part for one in inside for part in _inside(one)]
        found = [self.texts[term] for term in inside if term in self.texts][:1]
        held = [self.names.label(term) for term in inside if terms.is_object(term)][-1:]
        held += [self.faces[term] for term in inside if term in self.faces][:1]
        about = self._about(option)
        held += about
        if self._later(option):
            found = [name for text in found for name in _parts_behind(text)]
        if found and held:
            told = [f"{found[0]} ({', '.join(about)})"] if about else []
            return (*found, f"{held[0]}: {found[0]}", *told, *held)
        return (*found, *held, str(option))

    def _later(self, option: Symbol) -> bool:
        """Whether it is a delayed ability, which stands behind the first sentence of the text it is from."""
        if option not in self.waiting:
            return False
        ability = self.waiting[option][0]
        return ability not in self.texts and ability.match("a", 2)

    def _about(self, option: Symbol) -> list[str]:
        """What a triggered ability speaks of: those of one text differ in that alone."""
        if option not in self.waiting:
            return []
        about = {row[2] for row in self.bound if row[0] == option and terms.is_object(row[2])}
        return sorted(map(self.names.label, about))

    def _cast(self, what: Symbol, face: Symbol, ways: Symbol | None = None) -> tuple[str, ...]:
        """A card that may be cast, by its name or that of the face, with the costs that are announced."""
        way = "" if ways is None or not ways.arguments else str(ways.arguments[0]).replace("_", " ")
        said = f" with {way}" if way else ""
        label, name = self.names.label(what), self.faces.get(face, "")
        shown = index(self.position.facts).second("face", what)
        names = (label, name) if shown == face else (name or label,)
        return tuple(dict.fromkeys(f"{one}{said}" for one in names))


def _parts_behind(text: str) -> list[str]:
    """What a later part of a text may be called: all behind the first sentence, one of those, or all."""
    _, *behind = text.split(". ")
    return list(dict.fromkeys([". ".join(behind), *behind, text])) if behind else [text]


def _inside(symbol: Symbol) -> Iterable[Symbol]:
    if symbol.type is SymbolType.Function:
        yield symbol
        for argument in symbol.arguments:
            yield from _inside(argument)


# Targets


def _targets(position: Position, decision: Decision, node: Node) -> Reply:
    x = decision.key.arguments[0]
    found = announce.decide(position, x)
    among = {target for slot in found.slots for target in slot.legal}
    modes: list[int] | None = None
    divide: dict[Symbol, int] | None = None
    chosen: list[Symbol] | list[list[Symbol]] = []
    if isinstance(node, Mapping):
        for key, inner in node.pairs:
            match key.text.strip().lower():
                case "modes":
                    modes = [values.integer(item, "modes", 1) for item in values.items(inner)]
                case "targets":
                    chosen = targets(position, inner, among)
                case "divide":
                    divide = shares(position, inner, among)
                    chosen = chosen or list(divide)
                case _:
                    values.refuse(
                        key, f"targets: there may be {', '.join(_TARGET_KEYS)}, not {quoted(key.text)}"
                    )
    elif not (isinstance(node, Scalar) and (node.empty or node.text.lower() in ("done", "none"))):
        chosen = targets(position, node, among)

    def made(game: Game, _until: Until | None) -> Game:
        try:
            return moves.choose(game, chosen, modes=modes, divide=divide)
        except IllegalMove:
            raise
        except MagistrateError as error:
            if isinstance(error, BadInput):
                raise
            values.refuse(node, error.message)

    return made


def targets(
    position: Position, node: Node, among: Iterable[Symbol] = ()
) -> list[Symbol] | list[list[Symbol]]:
    """Targets in order; a list of lists where each instance of "target" has its own. `among`: those that
    are legal, which a name means first."""
    legal = set(among)
    items = values.items(node)
    if any(isinstance(item, List) for item in items):
        return [[_target(position, n, legal) for n in values.names(item, "targets")] for item in items]
    return [_target(position, n, legal) for n in values.names(node, "targets")]


def _abilities(position: Position) -> Iterator[tuple[Symbol, str]]:
    """The abilities on the stack with the names of their sources."""
    for ability, _, source in position.about("stack_ability", 3):
        yield ability, name_key(position.names.label(source))


def may_mean_abilities(position: Position, node: Node) -> bool:
    """Whether some target is named like the source of an ability on the stack."""
    sources = {name for _, name in _abilities(position)}
    named = [
        one for item in values.items(node) for one in (item.items if isinstance(item, List) else (item,))
    ]
    return any(isinstance(one, Scalar) and name_key(one.text) in sources for one in named)


def ways(position: Position, node: Node) -> tuple[str | Symbol, ...]:
    """Names of ways of casting and of optional costs; a word with names, as in {splice: ray}, means one with
    each of those objects."""
    found: list[str | Symbol] = []
    for item in values.items(node):
        if not isinstance(item, Mapping):
            found.append(values.name(item, "with"))
            continue
        for key, value in item.pairs:
            for name in values.names(value, key.text):
                o = position.names.resolve(name.text, name.place, key.text)
                found.append(Function(str(terms.word(key.text)), [o]))
    return tuple(found)


def shares(position: Position, node: Node, among: Iterable[Symbol] = ()) -> dict[Symbol, int]:
    """A division: targets with what each gets."""
    legal = set(among)
    if not isinstance(node, Mapping):
        values.expected(node, "divide", "targets with their shares, as in {bear: 2}")
    return {_target(position, key, legal): values.integer(value, "divide", 0) for key, value in node.pairs}


def _target(position: Position, node: Scalar, legal: set[Symbol]) -> Symbol:
    names = position.names
    if legal and names.candidates(node.text, among=legal):
        return names.resolve(node.text, node.place, "targets", among=legal)
    wanted = name_key(node.text)
    of_those = [o for o, name in _abilities(position) if o in legal and name == wanted]
    if len(of_those) == 1:  # an ability by its source, which can't be meant itself
        return of_those[0]
    return names.resolve(node.text, node.place, "targets")
