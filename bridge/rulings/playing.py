"""Carries out the moves of a ruling: reads a step, makes the move at a table, answers decisions."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

from clingo import Function, Number, Symbol

from magistrate.bridge.cards.names import name_key
from magistrate.bridge.errors import BadInput, MagistrateError
from magistrate.bridge.explain.events import Line, lines
from magistrate.bridge.game import moves
from magistrate.bridge.game.engine import Forbidden, Game, Until
from magistrate.bridge.game.errors import IllegalMove
from magistrate.bridge.game.look import Decision
from magistrate.bridge.game.moves import Move, Pay
from magistrate.bridge.game.payment import explained
from magistrate.bridge.game.table import NotReached, Reply, Table
from magistrate.bridge.game.tolls import paid
from magistrate.bridge.positions import terms, values
from magistrate.bridge.positions.keys import STEPS, spelling
from magistrate.bridge.positions.nodes import Mapping, Node, Scalar, quoted
from magistrate.bridge.positions.nodes import Sequence as List
from magistrate.bridge.positions.position import Position, Unmodelled
from magistrate.bridge.questions.checking import Checked
from magistrate.bridge.questions.declarations import BLOCKS
from magistrate.bridge.questions.index import index
from magistrate.bridge.questions.target_types import Reason
from magistrate.bridge.records import Record, replace
from magistrate.bridge.rulings import answering
from magistrate.bridge.rulings.left_out import left_out
from magistrate.bridge.rulings.moves import KINDS, ask
from magistrate.bridge.rulings.step import Step
from magistrate.bridge.rulings.unasked import declined

__all__ = ["CHANCES", "PLAYS", "VERBS", "Playing", "Told", "Waiting", "told"]

PLAYS = ("cast", "activate", "play", "special")
"""Moves of the player with priority."""

VERBS = (*PLAYS, "pass", "resolve", "advance", "choose")
"""Everything that is carried out here."""

_KEYS = {
    "cast": ("card", "by", "targets", "modes", "x", "with", "divide", "pay"),
    "activate": ("of", "ability", "by", "targets", "modes", "x", "divide", "pay"),
    "play": ("card", "by"),
    "special": ("by", "pay", "x", "targets"),
}
_MAIN = {"cast": "card", "activate": "of", "play": "card"}


class Told(Record):
    """A reason against a move: the rule's number, English, and the judge's word for it."""

    rule: str
    text: str
    reason: str = ""


def told(reasons: Iterable[Reason]) -> tuple[Told, ...]:
    """Reasons as they are told."""
    return tuple(Told(reason.rule, reason.text, reason.name) for reason in reasons)


class Waiting(Exception):
    """A player must decide something first: the step stays undecided. The text says what."""


CHANCES = 3
"""So many orders are tried of what nobody orders: as it comes, backwards, from the middle on."""


def _of_nobody(due: Decision) -> bool:
    return due.kind.name == "order" and not terms.is_player(due.player)


def _in_order(due: Decision, chance: int) -> Reply:
    options, middle = list(due.options), len(due.options) // 2
    ordered = (options, options[::-1], options[middle:] + options[:middle])[chance]
    chosen = [Function("", [Number(n), one]) for n, one in enumerate(ordered, 1)]

    def made(game: Game, until: Until | None) -> Game:
        return game.answer(chosen, until)

    return made


class Playing:
    """A ruling being played: its table, laid when the first move needs it, and the queued answers."""

    def __init__(self, position: Position) -> None:
        self.start = position
        self._table: Table | None = None
        self._queues = _queues(position)
        self._seen = 0

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.start if self._table is None else self._table.position

    @property
    def left_out(self) -> tuple[Unmodelled, ...]:
        """Abilities that the game leaves out, if one is played."""
        return () if self._table is None else left_out(self.start)

    @property
    def table(self) -> Table:
        """The table; the game is played on to the first decision when it is laid."""
        if self._table is None:
            table = Table.of(self.start)
            self._table = table
            table.answers = self._queued
            table.go()
        return self._table

    @property
    def waiting(self) -> str:
        """What a player must decide before anything else; empty when nothing waits."""
        if self._table is None or self._table.waiting is None:
            return ""
        return answering.asked(self._table.position, self._table.waiting)

    def _at(self, step: Step) -> Table:
        """The table, when a step may be made there: nothing waits, or just for that."""
        due = self.table.waiting
        asked = step.verb in ("cast", "play") and due is not None and due.kind.name == "cast"
        return self.table if step.verb == "choose" or asked else self.ready()

    def ready(self) -> Table:
        """The table, when nothing waits. Raises `Waiting`."""
        table = self.table
        if self.waiting:
            raise Waiting(self.waiting)
        return table

    def left_to_chance(self, chance: int) -> bool:
        """Make the orders that are due and that nobody chooses, such as that of a shuffled library: each
        `chance` another one of `CHANCES`. Whether there was one."""
        found = False
        while self._table is not None and (due := self._table.waiting) is not None and _of_nobody(due):
            self._table.answer(_in_order(due, chance))
            found = True
        return found

    def copy(self) -> Playing:
        """Another that plays on from here by itself."""
        other = Playing(self.start)
        other._queues, other._seen = self._copied(), self._seen
        if self._table is not None:
            other._table = self._table.copy(other._queued)
        return other

    @property
    def log(self) -> list[Line]:
        """What happened so far, in English, with the rules that it rests on."""
        if self._table is None:
            return []
        entries = [(entry.event, entry.rule) for entry in self._table.log]
        return lines(entries, self._table.position.names.label)

    def _copied(self) -> defaultdict[Symbol, deque[Node]]:
        return defaultdict(deque, {player: deque(queue) for player, queue in self._queues.items()})

    def carry_out(self, step: Step) -> tuple[Reason, ...]:
        """Make a step's move: empty when it was made, else every reason against it, and nothing happened.

        Raises `BadInput` for what can't be read or done, `Waiting` when another decision comes first.
        """
        table = self._at(step)
        if step.verb != "choose":
            self._seen = len(table.log)
        before, queues = table.kept(), self._copied()
        try:
            return self._carried(table, step)
        except (IllegalMove, Forbidden) as error:
            self._restore(table, before, queues)
            return self._reasons(error)
        except BadInput:
            self._restore(table, before, queues)
            raise
        except MagistrateError as error:
            self._restore(table, before, queues)
            if isinstance(error, NotReached) or type(error) is MagistrateError:
                values.refuse(step.place, f"{step.verb}: {error.message}")
            raise

    def ask(self, step: Step) -> tuple[Reason, ...]:
        """Every reason against a move, which isn't made."""
        table = self._at(step)
        try:
            return moves.check(table.game, self._move(table, step))
        except (IllegalMove, Forbidden) as error:
            return self._reasons(error)
        except MagistrateError as error:
            if type(error) is MagistrateError:
                values.refuse(step.place, f"{step.verb}: {error.message}")
            raise

    def do(self, step: Step, time_limit: float | None = None) -> tuple[Told, ...]:
        """Make any move, declarations included: empty when it was made, else every reason against it."""
        if step.verb not in KINDS:
            return told(self.carry_out(step))
        self.ready()
        answer = ask(self.position, step, time_limit)
        if not answer.legal:
            return tuple(Told(reason.rule, reason.text, reason.reason) for reason in answer.reasons)
        return told(self.declares(step, answer))

    def why_not(self, step: Step, time_limit: float | None = None) -> tuple[Told, ...]:
        """Every reason against a move or declaration, which isn't made."""
        if step.verb in PLAYS:
            return told(self.ask(step))
        if step.verb not in KINDS:
            asked = step.verb or "an expectation"
            values.refuse(step.place, f"`{asked}` can't be checked; {', '.join((*KINDS, *PLAYS))} can")
        answer = ask(self.position, step, time_limit)
        return tuple(Told(reason.rule, reason.text, reason.reason) for reason in answer.reasons)

    def move(self, step: Step) -> Move | None:
        """The move that a step makes; None for a step of another kind. Raises `BadInput`."""
        return self._move(self.table, step) if step.verb in PLAYS else None

    def declares(self, step: Step, answer: Checked) -> tuple[Reason, ...]:
        """Make a legal declaration and pay for it: empty when it was made, else why it can't be paid."""
        table = self.ready()
        game, kind = table.game, answer.kind
        due = game.decision
        if due is None or due.kind.name != kind.question:
            now = table.step.replace("_", " ")
            values.refuse(step.place, f"{step.verb}: no declaration of {kind.choice}ers is due ({now})")
        node = step.key("by")
        player = None
        if node is not None and kind is BLOCKS:
            player = self.position.names.player(values.name(node, "by"), node.place, "by")
        before, queues = table.kept(), self._copied()
        try:
            if answer.verdict.charges:
                payer = player or due.player
                wishes = self._pay(table.position, step.key("pay"))
                charges = answer.verdict.charges
                table.pays(paid(game, kind, answer.declaration, payer, charges, wishes))
            table.declares(kind, answer.declaration, player)
        except (IllegalMove, Forbidden) as error:
            self._restore(table, before, queues)
            return self._reasons(error)
        except MagistrateError as error:
            self._restore(table, before, queues)
            if type(error) is MagistrateError:
                values.refuse(step.place, f"{step.verb}: {error.message}")
            raise
        return ()

    # One verb each

    def _carried(self, table: Table, step: Step) -> tuple[Reason, ...]:
        match step.verb:
            case "pass":
                self._pass(table, step)
            case "resolve":
                word = values.name(step.argument, "resolve").lower() if _given(step.argument) else "top"
                if word not in ("top", "all"):
                    values.expected(step.argument, "resolve", "top or all")
                table.resolve_top() if word == "top" else table.resolve_all()
            case "advance":
                table.advance(*_when(step.argument))
            case "choose":
                self._choose(table, step)
            case _:
                move = self._move(table, step)
                table.made(moves.make(table.game, move))
        return ()

    def _pass(self, table: Table, step: Step) -> None:
        holder, label = table.holder, table.position.names.label
        node = step.argument if _given(step.argument) else step.key("by")
        if node is not None:
            who = table.position.names.player(values.name(node, "pass"), node.place, "pass")
            if who != holder:
                whose = "nobody does" if holder is None else f"{label(holder)} does"
                values.refuse(node, f"pass: {label(who)} doesn't have priority; {whose}")
        elif holder is None:
            values.refuse(step.place, "pass: nobody has priority")
        table.passes()

    def _choose(self, table: Table, step: Step) -> None:
        decision, node = table.waiting, step.key("by")
        names = table.position.names
        who = None if node is None else names.player(values.name(node, "by"), node.place, "by")
        if seen := declined(table, step.argument, who, self._seen):
            self._seen = seen
            return
        if decision is None:
            due = table.decision
            hint = "" if due is None else f"; {answering.asked(table.position, due)}"
            values.refuse(step.place, f"choose: no choice is due{hint}")
        if node is not None and who != answering.decider(table.position, decision.player):
            values.refuse(node, f"choose: {answering.asked(table.position, decision)}")
        table.answer(self._reply(table, decision, step.argument))

    def _reply(self, table: Table, decision: Decision, node: Node) -> Reply:
        """The answer of a node; of an order that is asked for one by one, the rest is kept for later."""
        reply = answering.reply(table, decision, node)
        if decision.kind.name == "one" and isinstance(node, Mapping) and node.pairs[0][0].text == "order":
            key, order = node.pairs[0]
            rest = values.items(order)[1:]
            if len(rest) > 1:
                left = Mapping(((key, List(tuple(rest), node.place)),), node.place)
                who = answering.decider(table.position, decision.player)
                self._queues[who].appendleft(left)
        return reply

    def _queued(self, table: Table, decision: Decision) -> Reply | None:
        """A player's next answer from the queue."""
        queue = self._queues[answering.decider(table.position, decision.player)]
        return self._reply(table, decision, queue.popleft()) if queue else None

    def _restore(self, table: Table, before: object, queues: defaultdict[Symbol, deque[Node]]) -> None:
        table.restored(before)
        self._queues = queues

    def _reasons(self, error: IllegalMove | Forbidden) -> tuple[Reason, ...]:
        if isinstance(error, IllegalMove):
            return error.reasons
        return explained(self.position, error.violations)

    # Reading a move

    def _move(self, table: Table, step: Step) -> Move:
        kind, given, action = step.verb, {}, None
        main: Node | None = None
        if isinstance(step.argument, Mapping):
            for key, value in step.argument.pairs:
                name = spelling(key.text)
                if name in _KEYS[kind]:
                    given[name] = value
                elif kind == "special" and action is None:
                    action, main = name, value
                else:
                    hint = (
                        values.did_you_mean(name, _KEYS[kind]) or f"; there may be {', '.join(_KEYS[kind])}"
                    )
                    values.refuse(key, f"{kind}: there is no {quoted(key.text)}{hint}")
            main = given.get(_MAIN[kind]) if kind in _MAIN else main
        else:
            main = step.argument
        if main is None or (kind == "special" and action is None):
            example = {"cast": "{card: Terror}", "activate": "{of: elf}", "special": "{foretell: Behold}"}
            values.expected(step.argument, kind, f"what, as in {example.get(kind, 'Mountain')}")
        names = table.position.names
        who = given.get("by", step.key("by"))
        by = None if who is None else names.player(values.name(who, "by"), who.place, "by")
        move = Move(
            kind, _NOTHING, by, action=action,
            ability=_ability(given.get("ability")), x=_x(given.get("x")), modes=_modes(given.get("modes")),
            with_=answering.ways(table.position, given["with"]) if "with" in given else (),
            pay=self._pay(table.position, given.get("pay")),
        )  # fmt: skip
        move = self._what(table, move, main)
        return self._aimed(table.position, move, given)

    def _aimed(self, position: Position, move: Move, given: dict[str, Node]) -> Move:
        """The move with its targets and their shares."""
        divide = answering.shares(position, given["divide"]) if "divide" in given else None
        if "targets" not in given:
            return replace(move, divide=divide, targets=None if divide is None else tuple(divide))
        node = given["targets"]
        try:
            legal = _legal(position, move) if answering.may_mean_abilities(position, node) else ()
            found = answering.targets(position, node, legal)
        except BadInput:
            found = answering.targets(position, node, _legal(position, move))
        return replace(move, targets=found, divide=divide)

    def _what(self, table: Table, move: Move, node: Node) -> Move:
        """The move with the object and face that a name means: of several, those with which it is legal."""
        position = table.position
        name = values.name(node, move.kind)
        found = position.names.candidates(name, want="object")
        here = index(position.facts)
        zone = {row[0]: row[1].name for row in here.of("in_zone", 2)}
        if move.kind in ("cast", "play"):
            found = [o for o in found if zone.get(o) not in ("battlefield", "stack")] or found
        if move.by is not None and len(found) > 1:
            whose = {row[0]: row[1] for row in (*here.of("owner", 2), *here.of("base_controller", 2))}
            found = [o for o in found if whose.get(o) == move.by] or found
        if not found:
            raise position.names.unknown(name, node.place, move.kind, want="object")
        if len(found) > 1 and not position.names.interchangeable(found):
            legal = [o for o in found if not moves.check(table.game, _with(position, move, o, name))]
            if len(legal) > 1 and not position.names.interchangeable(legal):
                raise position.names.ambiguous(name, legal, node.place, move.kind)
            usual = "battlefield" if move.kind == "activate" else "hand"
            found = legal or [o for o in found if zone.get(o) == usual] or found
        return _with(position, move, found[0], name)

    def _pay(self, position: Position, node: Node | None) -> Pay | None:
        if node is None:
            return None
        if not isinstance(node, Mapping):
            values.expected(node, "pay", 'costs, as in {sacrifice: [bear], mana: "{G}{G}", life: 2}')
        objects, mana, life = [], None, None
        for key, value in node.pairs:
            name = spelling(key.text)
            if name == "mana":
                mana = values.text(value, "mana")
            elif name == "life":
                life = values.integer(value, "life", 0)
            else:
                named: list[Symbol] = []
                for item in values.names(value, name):
                    left = set(position.names.objects) - set(named)
                    named.append(position.names.resolve(item.text, item.place, name, among=left))
                objects.append((name, tuple(named)))
        return Pay(tuple(objects), mana, life)


_NOTHING = terms.number(0)


def _with(position: Position, move: Move, what: Symbol, name: str) -> Move:
    """The move with this object, under the face that the name names."""
    here = index(position.facts)
    faces = {row[0]: row[1].string for row in here.of("face_name", 2)}
    key = name_key(name)
    face = next(
        (
            row[1]
            for row in here.of("other_face", 2)
            if row[0] == what and name_key(faces.get(row[1], "")) == key
        ),
        None,
    )
    return replace(move, what=what, face=face if move.kind in ("cast", "play") else None)


def _legal(position: Position, move: Move) -> Iterable[Symbol]:
    """The legal targets of a move."""
    from magistrate.bridge.questions.targets import targets

    ability = None if isinstance(move.ability, Symbol) else move.ability
    found = targets(position, move.what, ability=ability, modes=move.modes, x=move.x, by=move.by)
    return {target for slot in found.slots for target in slot.legal}


def _ability(node: Node | None) -> int | str | None:
    if node is None:
        return None
    number = isinstance(node, Scalar) and isinstance(node.value, int)
    return values.integer(node, "ability", 1) if number else values.name(node, "ability")


def _x(node: Node | None) -> int | None:
    return None if node is None else values.integer(node, "x", 0)


def _modes(node: Node | None) -> tuple[int, ...] | None:
    return None if node is None else tuple(values.integer(item, "modes", 1) for item in values.items(node))


def _given(node: Node) -> bool:
    return not (isinstance(node, Scalar) and node.empty) and not (
        isinstance(node, Mapping) and not node.pairs
    )


def _when(node: Node) -> tuple[str, int | None]:
    """The step, and the number of the turn, that `advance` names."""
    turn = None
    if isinstance(node, Mapping):
        found = {spelling(key.text): value for key, value in node.pairs}
        for key, _ in node.pairs:
            if spelling(key.text) not in ("step", "turn"):
                values.refuse(key, f"advance: there may be step, turn, not {quoted(key.text)}")
        if "step" not in found:
            values.expected(node, "advance", "a step, as in {turn: 6, step: upkeep}")
        turn = values.integer(found["turn"], "turn", 1) if "turn" in found else None
        node = found["step"]
    written = values.name(node, "advance")
    known = {spelling(name): made for name, made in STEPS.items()} | {made: made for made in STEPS.values()}
    made = known.get(spelling(written))
    if made is None:
        hint = values.did_you_mean(written, STEPS) or f"; the steps are {', '.join(STEPS)}"
        values.refuse(node, f"advance: there is no step {quoted(written)}{hint}")
    return made, turn


def _queues(position: Position) -> defaultdict[Symbol, deque[Node]]:
    found: defaultdict[Symbol, deque[Node]] = defaultdict(deque)
    raw = position.answers
    if raw is not None and isinstance(raw.node, Mapping):
        for key, value in raw.node.pairs:
            found[position.names.player(key.text, key.place, "answers")].extend(values.items(value))
    return found
