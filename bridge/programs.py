"""The judge's program files: which a question needs, read, and grounded stratum by stratum.

A question is a list of folders and files of `magistrate.asp` that are always loaded. To these come the files
of the on-demand folders (keywords, literals, values ...) whose names occur as words in the facts. The
program itself names the order of its strata: after each grounding, the atoms `next(Key, Part)` tell which
parts come next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import count

import clingo

from magistrate.bridge.rules import names_read, numbered, relevant, root, source, tree, trees
from magistrate.bridge.shapes import Shape, shape

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
    "characteristics/apply.lp",
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
    "split": "characteristics/rooms.lp",
    "monarch": "events/monarch.lp",
    "initiative": "events/initiative.lp",
    "will_control": "events/controlled_players.lp",
    "controls_player": "events/controlled_players.lp",
}
"""Further files of which a word tells that they are needed."""

BY_PART: dict[str, tuple[str, ...]] = {
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
_AS_TEXT = 3
_SESSIONS = count()
"""So many questions of a process read files whole: leaving out what can't fire takes preparation, which pays
when more questions follow."""
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
    return frozenset().union(*(one.words for one in shapes))


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


@lru_cache(maxsize=256)
def _late(present: frozenset[str]) -> tuple[str, ...]:
    """All files that strata may load."""
    return tuple(path for part in BY_PART for path in _late_for(part, present))


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
    """A grounded question.

    `facts` are the position's, `extra` what the question adds (for example what is asked about). `options`
    go to clingo; `observer` may be given to see the ground program, from the first part on that may hold a
    choice: what comes before are facts, which later rules no longer mention. After construction everything
    that the position determines has been worked out. `files` are those that were loaded, `parts` the strata
    in the order in which they were grounded.
    """

    control: clingo.Control
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
    ) -> None:
        everything = [(fact, shape(fact)) for fact in (*facts, *extra)]
        shapes = [one for _, one in everything]
        self.control = clingo.Control(list(options), message_limit=0)
        self.parts = []
        self.files = []
        self._whole = next(_SESSIONS) < _AS_TEXT
        self._bare = question in BARE
        self._added: set[tuple[str, str]] = set()
        self._present = [] if self._whole else [numbered(fact) for fact, _ in everything]
        self._words = _words(shapes)
        read = self._load(_files_for(question, self._words))
        with self.control.backend() as backend:
            add_atom, add_rule = backend.add_atom, backend.add_rule
            for fact, one in everything:
                if read is None or one.name in read:
                    add_rule([add_atom(fact)])
        self._ground(observer)

    def _load(self, paths: Iterable[str]) -> frozenset[str] | None:
        """Add files, and tell the names that they read; None stands for all."""
        self.files += paths
        if self._whole:
            for path in paths:
                self.control.add("base", [], source(path))
            return None
        late = () if self._bare else _late(self._words)
        found = relevant(tuple(self.files), late, self._present)
        here = ""
        with trees().ProgramBuilder(self.control) as builder:
            for statement in found.statements:
                if statement not in self._added:
                    part, text = statement
                    if part != here:
                        here = part
                        builder.add(*tree(part))
                    for one in tree(text):
                        builder.add(one)
        self._added.update(found.statements)
        return found.reads.union(*map(names_read, late))

    def _ground(self, observer: clingo.Observer | None) -> None:
        self.control.ground([("base", [])])
        grounded: set[clingo.Symbol] = set()
        while True:
            waiting: dict[clingo.Symbol, list[clingo.Symbol]] = {}
            for atom in self.control.symbolic_atoms.by_signature("next", 2):
                key, part = atom.symbol.arguments
                if part not in grounded:
                    waiting.setdefault(key, []).append(part)
            if not waiting:
                return
            parts = sorted(waiting[min(waiting)])
            grounded.update(parts)
            late = set() if self._bare else {p for one in parts for p in _late_for(one.name, self._words)}
            late.difference_update(self.files)
            if late:
                self._load(sorted(late))
            calls = [(part.name, list(part.arguments)) for part in parts]
            self.parts += calls
            if observer is not None and any(part.name == CHOOSING for part in parts):
                self.control.register_observer(observer)
                observer = None
            self.control.ground(calls)

    def atoms(self, name: str, arity: int) -> list[clingo.Symbol]:
        """All atoms of a predicate that the program has, as terms, in no particular order."""
        return [atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity)]

    def settled(self, name: str, arity: int) -> list[clingo.Symbol]:
        """The same of a predicate that hangs on no choice. Raises RuntimeError where grounding left an atom
        open: then a predicate rests on its own absence, and nothing that was found can be relied on."""
        out = []
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            if not atom.is_fact:
                raise RuntimeError(f"{atom.symbol} is neither so nor not: a rule rests on its own negation")
            out.append(atom.symbol)
        return out


def non_facts(control: clingo.Control) -> list[clingo.Symbol]:
    """The atoms that grounding left open; for a question without a choice there must be none."""
    return [atom.symbol for atom in control.symbolic_atoms if not atom.is_fact]
