"""The judge's program files: which a question needs, carried out stratum by stratum.

A question is a list of folders and files of `magistrate.asp` that are always loaded. To these come the files
of the on-demand folders (keywords, literals, values ...) whose names occur as words in the facts. The
program itself names the order of its strata: after each, the atoms `next(Key, Part)` tell which parts come
next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import count
from typing import TYPE_CHECKING

import clingo

from magistrate.bridge.rules import NEXT, root, solved, source, to_come, tree, trees, undecided
from magistrate.bridge.shapes import Shape, shape
from magistrate.bridge.solver import EXACT

if TYPE_CHECKING:
    from magistrate.bridge.deduce.state import State

__all__ = [
    "ON_DEMAND",
    "QUESTIONS",
    "Session",
    "files_for",
    "has_rules",
    "implemented",
    "mentioned",
    "non_facts",
    "source",
    "words",
]

ON_DEMAND: tuple[str, ...] = (
    "references",
    "keywords",
    "literals",
    "values",
    "conditions",
    "changes",
    "statements",
    "together",
    "effects",
    "triggers",
    "meanings",
    "costs",
    "restrictions",
    "special",
    "replacements",
)
"""Folders of which a file is loaded only when its name occurs in the facts."""

OF_MOVES = frozenset(("effects", "triggers", "meanings", "costs", "restrictions", "special", "replacements"))
"""Folders that matter only where the game moves."""

CHARACTERISTICS: tuple[str, ...] = (
    "characteristics/base.lp",
    "characteristics/match.lp",
    "characteristics/final.lp",
)

QUESTIONS: dict[str, tuple[str, ...]] = {
    "characteristics": CHARACTERISTICS,
    "spell": ("legality/spell_of.lp",),
    "abilities": (*CHARACTERISTICS, "legality/targets_of.lp"),
    "declared": (*CHARACTERISTICS, "events/declarations.lp"),
    "targets": (
        *CHARACTERISTICS,
        "legality/targets.lp",
        "legality/targets_linked.lp",
        "legality/resolution.lp",
    ),
    "targets_paid": (
        *CHARACTERISTICS,
        "legality/targets.lp",
        "legality/targets_paid.lp",
        "legality/targets_linked.lp",
        "legality/resolution.lp",
    ),
    "attacks": (
        *CHARACTERISTICS,
        "legality/declaration.lp",
        "legality/attack.lp",
        "legality/goad.lp",
        "legality/bands.lp",
    ),
    "blocks": (
        *CHARACTERISTICS,
        "legality/declaration.lp",
        "legality/block.lp",
    ),
    "passing": ("turn/steps.lp", "turn/priority.lp", "turn/simple.lp"),
    "game": (
        *CHARACTERISTICS,
        "turn/steps.lp",
        "turn/priority.lp",
        "turn/combat.lp",
        "events/triggers.lp",
        "events/announce.lp",
        "events/resolve.lp",
        "events/resolve_parts.lp",
        "events/propose.lp",
        "events/parts.lp",
        "events/occur.lp",
        "events/history.lp",
    ),
    "entering": (*CHARACTERISTICS, "events/entering.lp"),
    "begin": ("legality/begin.lp",),
    "candidates": (*CHARACTERISTICS, "legality/candidates.lp"),
    "proposal": (
        *CHARACTERISTICS,
        "legality/proposal.lp",
        "legality/total_cost.lp",
        "legality/pay.lp",
    ),
}
"""Question -> the files that are always loaded for it."""

STILL = frozenset(
    (
        "characteristics",
        "spell",
        "abilities",
        "declared",
        "targets",
        "targets_paid",
        "attacks",
        "blocks",
        "passing",
        "entering",
    )
)
"""Questions about a position as it stands, in which nothing moves."""

IN_ORDER = frozenset(("proposal",))
"""Questions of whose best answers the first is taken: what clingo gets is in order, so that it is always the
same."""

BARE = frozenset(("begin", "spell", "passing"))
"""Questions to which nothing belongs but what is always loaded."""

BY_WORD: dict[str, str] = {
    "every": "characteristics/subtypes.lp",
    "counters": "characteristics/counters.lp",
    "effect_of": "characteristics/lasting.lp",
    "delayed_ability": "events/delayed.lp",
    "effect_lasts": "events/durations.lp",
    "returns_when": "events/returning.lp",
    "former": "characteristics/former.lp",
    "name_sticker": "characteristics/stickers.lp",
    "suspected": "characteristics/suspected.lp",
    "defense": "events/sieges.lp",
    "rad": "effects/radiation.lp",
    "split": "characteristics/rooms.lp",
    "monarch": "events/monarch.lp",
    "initiative": "events/initiative.lp",
    "will_control": "events/controlled_players.lp",
    "controls_player": "events/controlled_players.lp",
}
"""Further files of which a word tells that they are needed."""

BY_PART: dict[str, tuple[str, ...]] = {
    "plan": ("characteristics/apply.lp",),
    "decide": ("characteristics/dependency.lp",),
    "settling": ("events/settle.lp",),
    "starting": ("turn/begin.lp", "events/declarations.lp"),
    "fighting": ("turn/damage.lp",),
    "paying": ("events/payment.lp",),
    "playing": ("events/playing.lp",),
    "replacing": ("events/replace.lp", "events/foresee.lp", "events/guards.lp"),
}
"""Files that are loaded when the first of their strata comes up."""

FOLDERS_BY_PART: dict[str, str] = {"replacing": "outcomes"}
"""Folders of which the files whose names occur in the facts are loaded with the first of those strata."""

CHOOSING = "legality"
"""The first part that may hold a choice."""
_BY_CLINGO = 3
"""So many questions of a process are left to clingo."""
_SESSIONS = count()
_WORD = re.compile(r"[a-z][a-z_0-9]*")
_COMMENT = re.compile(r"%.*")
_NEEDS = re.compile(r"^%%% Needs\s+(.+)$", re.MULTILINE)


@cache
def _folder(name: str) -> frozenset[str]:
    folder = f"{root()}/{name}"
    if not os.path.isdir(folder):
        return frozenset()
    return frozenset(entry[:-3] for entry in os.listdir(folder) if entry.endswith(".lp"))


def implemented(folder: str) -> frozenset[str]:
    """The words that the files of an on-demand folder carry, such as `menace` for keywords."""
    return _folder(folder)


@cache
def has_rules(folder: str, word: str) -> bool:
    """Whether the file of a word holds a rule, and not just a header that says why none is needed."""
    if word not in _folder(folder):
        return False
    lines = (line.strip() for line in source(f"{folder}/{word}.lp").splitlines())
    return any(line and not line.startswith(("%", "#")) for line in lines)


def words(facts: Iterable[clingo.Symbol]) -> frozenset[str]:
    """The words of card text in some facts; each may be the name of an on-demand file."""
    return _words(map(shape, facts))


def _words(shapes: Iterable[Shape]) -> frozenset[str]:
    return frozenset().union(*{one.words for one in shapes})


def files_for(question: str, facts: Iterable[clingo.Symbol]) -> list[str]:
    """The program files, relative to the judge's folder, for a question about these facts.

    Raises KeyError for a question that doesn't exist.
    """
    return list(_files_for(question, words(facts)))


@lru_cache(maxsize=256)
def _files_for(question: str, present: frozenset[str]) -> tuple[str, ...]:
    chosen = list(QUESTIONS[question])
    if question in BARE:
        return tuple(chosen)
    for folder in ON_DEMAND:
        if folder in OF_MOVES and question in STILL:
            continue
        chosen += [f"{folder}/{stem}.lp" for stem in sorted(_folder(folder) & present)]
    chosen += [path for word, path in BY_WORD.items() if word in present]
    for path in chosen:
        chosen += [needed for needed in _needs(path) if needed not in chosen]
    return tuple(chosen)


@lru_cache(maxsize=256)
def _late_for(part: str, present: frozenset[str]) -> tuple[str, ...]:
    """The files that are loaded when the first stratum of this name comes up."""
    chosen = list(BY_PART.get(part, ()))
    folder = FOLDERS_BY_PART.get(part)
    if folder is not None:
        chosen += [f"{folder}/{stem}.lp" for stem in sorted(_folder(folder) & present)]
        for path in chosen:
            chosen += [needed for needed in _needs(path) if needed not in chosen]
    return tuple(chosen)


@lru_cache(maxsize=1024)
def _solved(paths: tuple[str, ...]) -> frozenset[str]:
    """The parts of some files that are for clingo."""
    return frozenset().union(*map(solved, paths))


@cache
def _needs(path: str) -> tuple[str, ...]:
    """The further files that a file says it needs, in its header."""
    return tuple(needed for line in _NEEDS.findall(source(path)) for needed in line.split())


def mentioned(question: str) -> frozenset[str]:
    """The words in the files that are always loaded for a question, the names of predicates among them."""
    return frozenset(
        word for path in QUESTIONS[question] for word in _WORD.findall(_COMMENT.sub("", source(path)))
    )


class Session:
    """A question, answered as far as the position determines it.

    `facts` are the position's, `extra` what the question adds (for example what is asked about). What the
    position determines is worked out stratum by stratum (see `deduce`); clingo takes over at the first
    stratum that holds a choice. Where only a few questions are asked in a process, clingo does everything:
    reading rules for `deduce` is worth its time only if they serve again. `by_clingo` asks for that.

    `options` go to clingo; `observer` may be given to see the ground program, from the first part on that may
    hold a choice: what comes before are facts, which later rules no longer mention. `state` is what was
    worked out without clingo, None where that does everything. `files` are those that belong to the question,
    `parts` the strata in the order in which they were carried out.
    """

    state: State | None
    files: list[str]
    parts: list[tuple[str, list[clingo.Symbol]]]

    def __init__(
        self,
        question: str,
        facts: Iterable[clingo.Symbol],
        *,
        extra: Iterable[clingo.Symbol] = (),
        options: Sequence[str] = (),
        observer: clingo.Observer | None = None,
        by_clingo: bool = False,
    ) -> None:
        everything = (*facts, *extra)
        self.files = []
        self.parts = []
        self._options = [EXACT, *options]
        self._observer = observer
        self._bare = question in BARE
        self._in_order = question in IN_ORDER
        self._words = _words(map(shape, everything))
        self.state = None
        self._control: clingo.Control | None = None
        if by_clingo or next(_SESSIONS) < _BY_CLINGO:
            self._control = clingo.Control(self._options, message_limit=0)
            with self._control.backend() as backend:
                for fact in sorted(everything) if question in IN_ORDER else everything:
                    backend.add_rule([backend.add_atom(fact)])
        else:
            from magistrate.bridge.deduce.state import State

            self.state = State(everything)
        self._load(_files_for(question, self._words))
        self._run()

    @property
    def control(self) -> clingo.Control:
        """What clingo has grounded: all of it, or from the first choice on."""
        if self._control is None:
            self._hand_over([])
        assert self._control is not None
        return self._control

    def _load(self, paths: Iterable[str]) -> None:
        """Add files."""
        new = [path for path in paths if path not in self.files]
        self.files += new
        if self._control is not None:
            for path in new:
                self._control.add("base", [], source(path))

    def _run(self) -> None:
        calls: list[tuple[str, list[clingo.Symbol]]] = [("base", [])]
        done: set[clingo.Symbol] = set()
        while calls:
            self._carry_out(calls)
            self.parts += [call for call in calls if call[0] != "base"]
            waiting: dict[clingo.Symbol, list[clingo.Symbol]] = {}
            for atom in self.atoms(*NEXT):
                key, part = shape(atom).arguments
                if part not in done:
                    waiting.setdefault(key, []).append(part)
            parts = sorted(waiting[min(waiting)]) if waiting else []
            done.update(parts)
            if not self._bare:
                self._load(sorted({path for one in parts for path in _late_for(one.name, self._words)}))
            calls = [(part.name, list(part.arguments)) for part in parts]

    def _carry_out(self, calls: list[tuple[str, list[clingo.Symbol]]]) -> None:
        """Work out what parts say, or let clingo ground them."""
        if self._control is None:
            assert self.state is not None
            if not _solved(tuple(self.files)) & {name for name, _ in calls}:
                self.state.deduce(tuple(self.files), calls)
                return
            self._hand_over(calls)
        assert self._control is not None
        if self._observer is not None and any(name == CHOOSING for name, _ in calls):
            self._control.register_observer(self._observer)
            self._observer = None
        self._control.ground(calls)

    def _hand_over(self, calls: list[tuple[str, list[clingo.Symbol]]]) -> None:
        """Give clingo the parts that are still to come, and what they read. Of the parts that are carried out
        now it gets what hangs on a choice."""
        assert self.state is not None
        paths = tuple(self.files)
        done = frozenset(("base", *(name for name, _ in self.parts)))
        if calls:
            self.state.deduce(paths, calls, undecided(paths, done))
        self._control = clingo.Control(self._options, message_limit=0)
        now = frozenset(name for name, _ in calls)
        due = frozenset(shape(shape(atom).arguments[1]).name for atom in self.atoms(*NEXT)) - done
        coming = to_come(paths, done, now, due, self.state.predicates())
        here = ""
        with trees().ProgramBuilder(self._control) as builder:
            for part, text in coming.statements:
                if part != here:
                    here = part
                    builder.add(*tree(part))
                for one in tree(text):
                    builder.add(one)
        with self._control.backend() as backend:
            add_atom, add_rule = backend.add_atom, backend.add_rule
            for name, arity in coming.reads:
                for atom in self.state.atoms(name, arity, in_order=self._in_order):
                    add_rule([add_atom(atom)])
        self._control.ground([("base", [])])

    def atoms(self, name: str, arity: int) -> list[clingo.Symbol]:
        """All atoms of a predicate that there are, as terms, in no particular order."""
        known = [] if self.state is None else self.state.atoms(name, arity)
        if self._control is None:
            return known
        found = [atom.symbol for atom in self._control.symbolic_atoms.by_signature(name, arity)]
        if not known:
            return found
        return known if not found else list({*known, *found})

    def settled(self, name: str, arity: int) -> list[clingo.Symbol]:
        """The same of a predicate that hangs on no choice. Raises RuntimeError where grounding left an atom
        open: then a predicate rests on its own absence, and nothing that was found can be relied on."""
        if self._control is not None:
            for atom in self._control.symbolic_atoms.by_signature(name, arity):
                if not atom.is_fact:
                    raise RuntimeError(
                        f"{atom.symbol} is neither so nor not: a rule rests on its own negation"
                    )
        return self.atoms(name, arity)


def non_facts(control: clingo.Control) -> list[clingo.Symbol]:
    """The atoms that grounding left open; for a question without a choice there must be none."""
    return [atom.symbol for atom in control.symbolic_atoms if not atom.is_fact]
