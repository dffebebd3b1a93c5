"""The moves of a player with priority: casting, activating, playing lands, special actions.

>>> moves.check(game, Move("cast", shock, targets=(bear,)))      # every reason against it; () if it is legal
>>> game = moves.make(game, Move("cast", shock, targets=(bear,)))
>>> for move in moves.legal(game): ...

A move that says less than it must stops at the decision that is due, as any other. Positions are immutable,
so that an illegal move leaves no trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from clingo import Function, Number, Symbol, SymbolType

from magistrate.bridge.errors import MagistrateError
from magistrate.bridge.game import announce, answers
from magistrate.bridge.game.engine import Game, Until
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision
from magistrate.bridge.game.payment import Bill, Detour, Pay, begin, explained, settle, variable, wished
from magistrate.bridge.game.ways import said, way
from magistrate.bridge.positions import terms
from magistrate.bridge.positions.position import Position
from magistrate.bridge.programs import Session
from magistrate.bridge.questions.index import index
from magistrate.bridge.questions.proposal import named_ability
from magistrate.bridge.questions.target_types import Reason, Shares, Targets
from magistrate.bridge.records import Record, replace

__all__ = [
    "IllegalMove",
    "Move",
    "Pay",
    "candidates",
    "check",
    "choose",
    "legal",
    "make",
    "offered",
    "price",
    "proposed",
    "taken",
    "ways",
]


class Move(Record):
    """A move. `kind`: cast, activate, play (a land) or special.

    `what` is the card or permanent; `by` who makes it (else who has priority). `ability`: the judge's term, a
    number among the activated abilities, or first words of its text. `action` names a special action. `face`
    is the face that is cast or played, where it isn't the one that shows. `with_`: names of optional costs
    and ways of casting, once for each time, or the judge's terms for them. `targets` as `check_targets` takes
    them; None: they are decided later. `divide`: what each target gets.
    """

    kind: str
    what: Symbol
    by: Symbol | None = None
    ability: Symbol | int | str | None = None
    action: str | None = None
    face: Symbol | None = None
    targets: Targets | None = None
    modes: tuple[int, ...] | None = None
    x: int | None = None
    with_: tuple[str | Symbol, ...] = ()
    divide: Shares | None = None
    pay: Pay | None = None


def check(game: Game, move: Move) -> tuple[Reason, ...]:
    """Every reason against a move at this moment; none when it is legal.

    Where targets aren't given, there must be some that are legal. Raises `MagistrateError` when the
    move names nothing that could be tried.
    """
    found = _kept(game.position, _by(game, move))
    return found.reasons if isinstance(found, IllegalMove) else ()


def legal(game: Game) -> list[Move]:
    """The legal moves of the player with priority, one for each way of casting; targets, X and
    payments are left open.

    Passing isn't among them. The list is empty when no player has priority.
    """
    found: list[Move] = []
    tried: list[tuple[Move, bool]] = []
    for move in candidates(game):
        same = next((good for other, good in tried if _alike(game.position, move, other)), None)
        good = not check(game, move) if same is None else same
        tried += [(move, good)] if same is None else []
        found += [move] if good else []
    return found


def price(game: Game, move: Move) -> str:
    """What a move costs, in words; empty for what is played without a cost."""
    if move.kind == "play":
        return ""
    move = _by(game, move)
    begun, x = proposed(game.position, move, move.by or _holder(game.position, move))
    asked = Bill(begun, x)
    if asked.rests_on_targets and not asked.open_x:
        given, _, _ = _aimed(begun, x, move, asked.aims)
        asked = Bill(begun.changed(initiated=given), x) if given else asked
    return asked.price()


def ways(game: Game, move: Move) -> list[Move]:
    """The ways to cast what a move casts that the player with priority could think of, legal or not."""
    return [one for one in candidates(game) if one.kind == move.kind == "cast" and one.what == move.what]


def _alike(position: Position, one: Move, other: Move) -> bool:
    """Whether two moves are the same but for objects that may stand for each other."""
    same = (one.kind, one.ability, one.action, one.face, one.with_)
    return same == (other.kind, other.ability, other.action, other.face, other.with_) and (
        position.names.interchangeable((one.what, other.what))
    )


def candidates(game: Game) -> list[Move]:
    """The moves that the player with priority could think of: all legal ones, and some that `check`
    refuses."""
    holders = game.position.about("priority", 1)
    return [_move(could, holders[0][0]) for could in _could(game.position, holders[0][0])] if holders else []


def offered(position: Position, decision: Decision) -> tuple[Symbol, ...]:
    """The legal ways to make the move that a decision of kind `cast` asks for, as options:
    `cast(O,Face,Ways)` or `play(O,Face)` for its options O."""
    found = _could(position, decision.player)
    return tuple(
        could
        for could in found
        if could.name in _CASTS
        and could.arguments[0] in decision.options
        and not isinstance(_kept(position, _move(could, decision.player)), IllegalMove)
    )


_CASTS = ("cast", "play")
"""The moves that what resolves may have a player make."""


def taken(game: Game, option: Symbol, until: Until | None = None) -> Game:
    """The game after one of the options that `offered` gives. Raises `IllegalMove`."""
    if game.decision is None:
        raise MagistrateError("no decision is due")
    return make(replace(game, decision=None), _move(option, game.decision.player), until)


def _could(position: Position, by: Symbol) -> list[Symbol]:
    """What a player could think of doing, as the judge's terms."""
    session = Session("candidates", position.facts, extra=[Function("thinking", [by])])
    return sorted(atom.arguments[0] for atom in session.atoms("could", 1))


def _move(could: Symbol, by: Symbol) -> Move:
    what, *more = could.arguments
    match could.name:
        case "cast":
            return Move("cast", what, by, face=more[0], with_=tuple(_words(more[1])))
        case "activate":
            return Move("activate", what, by, ability=more[0])
        case "play":
            return Move("play", what, by, face=more[0])
        case _:
            return Move("special", what, by, action=str(more[0]))


def _words(ways: Symbol) -> Iterator[str | Symbol]:
    """The words in a list of nested pairs."""
    while ways.arguments:
        yield said(ways.arguments[0])
        ways = ways.arguments[1]


def make(game: Game, move: Move, until: Until | None = None) -> Game:
    """The game after a move, at the next decision. Raises `IllegalMove` with every reason."""
    found = _kept(game.position, _by(game, move))
    if isinstance(found, IllegalMove):
        raise IllegalMove(found.reasons)
    position, given = found
    if isinstance(given, Decision):
        return replace(game, position=position, decision=given)
    return game.at(position, given, until)


def _by(game: Game, move: Move) -> Move:
    """The move, made by who has to make one now, where it doesn't say who makes it."""
    due = game.decision
    asked = due is not None and due.kind.name == "cast" and move.by is None
    return replace(move, by=due.player) if asked and due is not None else move


def choose(
    game: Game,
    targets: Targets = (),
    *,
    modes: Sequence[int] | None = None,
    divide: Shares | None = None,
) -> Game:
    """Answers the decision about modes and targets that is due; with modes alone, the targets are still to be
    chosen where there is a choice. Raises `IllegalMove`."""
    if game.decision is None or game.decision.kind.name != "targets":
        raise MagistrateError("no choice of targets is due")
    x = game.decision.key.arguments[0]
    if modes is not None and not targets and divide is None:
        facts, reasons, _ = _moded(game.position, x, modes)
    else:
        facts, reasons = announce.chosen(game.position, x, targets, modes=modes, divide=divide)
    if reasons:
        raise IllegalMove(reasons)
    return game.at(game.position.changed(initiated=facts))


Tried = tuple[Position, list[Symbol] | Decision]

_TRIED: dict[tuple[frozenset[Symbol], str, Move], Tried | IllegalMove] = {}
"""What came out of the last moves that were tried: what is checked is often made next."""
_MOST_TRIED = 64


def _kept(position: Position, move: Move) -> Tried | IllegalMove:
    """What comes out of trying a move."""
    try:
        key = (position.facts, position.file, move)
        found = _TRIED.get(key)
    except TypeError:  # a division can't be a key
        key, found = None, None
    if found is None:
        try:
            found = _tried(position, move)
        except IllegalMove as refused:
            found = refused
        if key is not None:
            if len(_TRIED) >= _MOST_TRIED:
                _TRIED.pop(next(iter(_TRIED)))
            _TRIED[key] = found
    return found


def _tried(position: Position, move: Move) -> Tried:
    """The position in which the move is being made, and what the next look is told, or what must be decided
    before it. Raises `IllegalMove`."""
    by = move.by or _holder(position, move)
    if move.kind == "play":
        return position, _played(position, move, by)
    begun, x = proposed(position, move, by)
    asked = Bill(begun, x)
    if asked.open_x:
        if asked.reasons:
            raise IllegalMove(asked.reasons)
        choice = variable(begun, x, by)
        if move.x is None and (only := answers.only(choice)) is not None:
            return _tried(position, replace(move, x=only[0].number))
        return begun, choice
    given, against, choosing = _aimed(begun, x, move, asked.aims)
    if given:
        begun = begun.changed(initiated=given)
        asked = Bill(begun, x) if asked.rests_on_targets else asked
    reasons = (*asked.reasons, *against)
    if reasons:
        raise IllegalMove(reasons)
    choosing = choosing or asked.others_aim
    if choosing and asked.rests_on_targets:
        _demand_payable(begun, x)
        return begun, []
    paid = settle(begun, x, asked)
    if isinstance(paid, Detour):
        return (begun, []) if choosing else (paid.position, list(paid.given))
    return begun, [] if choosing or isinstance(paid, Decision) else paid


def _demand_payable(position: Position, x: Symbol) -> None:
    """Raises `IllegalMove` unless X can be paid for with some choice of its modes."""
    refused: IllegalMove | None = None
    for facts in announce.by_modes(position, x):
        try:
            settle(position.changed(initiated=facts), x)
            return
        except IllegalMove as found:
            refused = refused or found
    if refused is not None:
        raise refused


_TOO_FEW = "too_few"
"""The judge's word for targets that are still lacking."""


def _aimed(
    begun: Position, x: Symbol, move: Move, aims: bool
) -> tuple[list[Symbol], tuple[Reason, ...], bool]:
    """The modes and targets of a move as facts, what speaks against them, and whether they are left to be
    decided."""
    if move.targets is not None:
        facts, against = announce.chosen(begun, x, move.targets, modes=move.modes, divide=move.divide)
        return facts, against, False
    if not aims and move.modes is None:
        return [], (), False
    if move.modes is not None:
        return _moded(begun, x, move.modes)
    found = announce.automatic(begun, x)
    if found == [Function("no_targets", [x])]:
        return [], explained(begun, Bill(begun, x).fallback("no_targets")), False
    return found or [], (), found is None


def _moded(begun: Position, x: Symbol, modes: Sequence[int]) -> tuple[list[Symbol], tuple[Reason, ...], bool]:
    """These modes of X, and the targets where there is no choice of them, as `_aimed` gives them."""
    facts, against = announce.chosen(begun, x, (), modes=modes)
    wrong = tuple(reason for reason in against if reason.name != _TOO_FEW)
    if wrong or not against:
        return facts, wrong, False
    told = terms.modes_chosen(x, modes)
    begun = begun.changed(initiated=told)
    found = announce.automatic(begun, x)
    if found == [Function("no_targets", [x])]:
        return [], explained(begun, Bill(begun, x).fallback("no_targets")), False
    return found or told, (), found is None


def _played(position: Position, move: Move, by: Symbol) -> list[Symbol]:
    face = move.face or index(position.facts).second("face", move.what)
    if face is None:
        raise MagistrateError(f"{position.names.label(move.what)} is no card with a face")
    played = Function("moving", [Function("play", [by, move.what, face])])
    session = Session("proposal", position.facts, extra=[played])
    reasons = explained(position, session.atoms("violation", 3))
    if reasons:
        raise IllegalMove(reasons)
    return [played]


def proposed(position: Position, move: Move, by: Symbol) -> tuple[Position, Symbol]:
    """The position in which the choices of a move are made, and what stands for it there."""
    here = index(position.facts)
    ways = Counter(way(name) for name in move.with_)
    if move.kind == "cast":
        face = move.face or here.second("face", move.what)
        if ways.pop(_BACK, 0):
            face = next((row[1] for row in here.of("other_face", 2) if row[0] == move.what), face)
        if face is None:
            raise MagistrateError(f"{position.names.label(move.what)} is no card with a face")
        made = Function("cast", [by, move.what, face])
    elif move.kind == "activate":
        made = Function("activate", [by, move.what, _ability(position, move)])
    elif move.kind == "special" and move.action is not None:
        made = Function("special", [by, move.what, terms.word(move.action)])
    else:
        raise MagistrateError(f"no kind of move: {move.kind}")
    told = [Function("moving", [made])]
    told += [Function("announces", [name, Number(n)]) for name, n in ways.items()]
    if move.x is not None:
        told.append(Function("announces_x", [Number(move.x)]))
    if move.kind == "cast":
        told += [Function("brings", [ability]) for ability in _granted(position.facts, move.what)]
    begun, x = begin(position, told)
    return (begun if move.pay is None else begun.changed(initiated=wished(x, move.pay))), x


def proposing(x: Symbol) -> Symbol:
    """The fact that asks about X, which is being put together."""
    return Function("proposing", [x])


_BACK = Function("back_face")


def _ability(position: Position, move: Move) -> Symbol:
    if isinstance(move.ability, Symbol):
        return move.ability
    return named_ability(position.facts, move.what, move.ability)


@lru_cache(maxsize=8)
def _grants(facts: frozenset[Symbol]) -> tuple[tuple[Symbol, Symbol], ...]:
    """Objects with the abilities that effects give them."""
    if not any(f.name == "change" and any(t.match("grant", 1) for t in f.arguments) for f in facts):
        return ()
    session = Session("characteristics", facts)
    held = (atom.arguments for atom in session.atoms("has", 3))
    return tuple((o, ability) for o, ability, by in held if by.type is SymbolType.Function and by.arguments)


def _granted(facts: frozenset[Symbol], what: Symbol) -> list[Symbol]:
    return [ability for o, ability in _grants(facts) if o == what]


def _holder(position: Position, move: Move) -> Symbol:
    """Who makes a move that doesn't say it: who is deciding, else who has priority, else whose it is."""
    here = index(position.facts)
    held = here.of("priority", 1)
    found = (
        held[0][0] if held else here.second("base_controller", move.what) or here.second("owner", move.what)
    )
    if found is None:
        raise MagistrateError("say who makes the move")
    return found
