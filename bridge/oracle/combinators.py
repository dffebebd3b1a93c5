"""Small parsers over lists of words, on parsy.

The grammar reads lists of lower-case words (`Tokens`). `form` turns a template of words and slots into a parser;
`one_of` tries only those alternatives that can begin with the word at hand; `memo` remembers what a big nonterminal
gave at a place. Every parser is a parsy parser, so parsy's own combinators and its furthest failure work throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from parsy import Parser, Result

Make = Callable[..., Any]

ANYTHING = "something"
"""What is expected where alternatives begin with too many words to name them."""
_NAMED = 8
"""So many words that alternatives can begin with are named."""


class Tokens(list[str]):
    """The words of a text in lower case; `raw` has them as printed, `memo` what was found at which place."""

    __slots__ = ("memo", "raw")

    def __init__(self, words: Iterable[str], raw: Iterable[str] | None = None) -> None:
        super().__init__(words)
        self.raw: list[str] = list(raw) if raw is not None else list(self)
        self.memo: dict[tuple[int, int], Result] = {}


class Rule(Parser):  # type: ignore[misc]
    """A parser that knows which words it can begin with (None: any)."""

    def __init__(self, run: Callable[[Any, int], Result], first: frozenset[str] | None = None) -> None:
        super().__init__(run)
        self.first = first


def first_of(parser: Parser) -> frozenset[str] | None:
    """The words that a parser can begin with; None where unknown."""
    return getattr(parser, "first", None)


def fails(at: int, expected: str) -> Result:
    """A failure."""
    return Result.failure(at, expected)


def word(*options: str, give: Any = None) -> Rule:
    """One of some single words; gives the word, or `give`."""
    wanted = frozenset(options)
    label = "/".join(options)

    def run(stream: Any, at: int) -> Result:
        if at < len(stream) and stream[at] in wanted:
            return Result.success(at + 1, stream[at] if give is None else give)
        return Result.failure(at, label)

    return Rule(run, wanted)


def table(entries: Mapping[str, Any], name: str) -> Rule:
    """The longest of some phrases; gives what the table has for it."""
    by_first: dict[str, list[tuple[list[str], Any]]] = {}
    for phrase, value in entries.items():
        words = phrase.split()
        by_first.setdefault(words[0], []).append((words, value))
    for choices in by_first.values():
        choices.sort(key=lambda c: -len(c[0]))

    def run(stream: Any, at: int) -> Result:
        if at < len(stream):
            for words, value in by_first.get(stream[at], ()):
                end = at + len(words)
                if stream[at:end] == words:
                    return Result.success(end, value)
        return Result.failure(at, name)

    return Rule(run, frozenset(by_first))


def memo(parser: Parser) -> Rule:
    """The same parser, run once at each place of a text."""
    key = id(parser)

    def run(stream: Any, at: int) -> Result:
        found = stream.memo.get((key, at))
        if found is None:
            found = stream.memo[key, at] = parser(stream, at)
        return found

    rule = Rule(run, first_of(parser))
    rule.inner = parser  # keeps the id taken
    return rule


class Later(Rule):
    """A parser that is defined further down, for grammars that reach themselves."""

    def __init__(self, name: str) -> None:
        super().__init__(self._run, None)
        self.name = name
        self.parser: Parser | None = None

    def _run(self, stream: Any, at: int) -> Result:
        if self.parser is None:
            raise RuntimeError(f"nonterminal {self.name} was never defined")
        return self.parser(stream, at)

    def define(self, parser: Parser) -> None:
        """Say what it is."""
        self.parser = parser


def one_of(*parsers: Parser, name: str = "") -> Rule:
    """The first of some parsers that succeeds; only those that can begin with the word at hand are tried."""
    return Choice(parsers, name)


class Choice(Rule):
    """`one_of`; other modules may `add` alternatives to it."""

    def __init__(self, parsers: Iterable[Parser], name: str) -> None:
        super().__init__(self._run, None)
        self.parsers = list(parsers)
        self.name = name
        self.by_word: dict[str | None, list[Parser]] = {}
        self.first = self._first()

    def _first(self) -> frozenset[str] | None:
        firsts = [first_of(p) for p in self.parsers]
        if any(f is None for f in firsts):
            return None
        return frozenset().union(*(f for f in firsts if f is not None))

    def add(self, *parsers: Parser) -> None:
        """Further alternatives, tried after those that are there. Call it while modules load, never later."""
        self.parsers.extend(parsers)
        self.by_word.clear()
        self.first = None if self.first is None else self._first()

    def prefer(self, *parsers: Parser) -> None:
        """Further alternatives, tried before those that are there: longer phrases. Call it while modules load."""
        self.parsers[:0] = parsers
        self.by_word.clear()
        self.first = None if self.first is None else self._first()

    def _run(self, stream: Any, at: int) -> Result:
        here = stream[at] if at < len(stream) else None
        candidates = self.by_word.get(here)
        if candidates is None:
            candidates = [p for p in self.parsers if (first := first_of(p)) is None or here in first]
            self.by_word[here] = candidates
        furthest = at
        expected: frozenset[str] = frozenset([self.name]) if self.name else frozenset()
        for parser in candidates:
            result = parser(stream, at)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            elif result.furthest == furthest and result.furthest > at:
                expected = expected | result.expected
            if result.status:
                if furthest > result.furthest:
                    return Result(True, result.index, result.value, furthest, expected)
                return result
        return Result(False, -1, None, furthest, expected or self._told())

    def _told(self) -> frozenset[str]:
        """What is expected where no alternative can begin with the word at hand, and the choice has no name."""
        if self.first is None or len(self.first) > _NAMED:
            return frozenset((ANYTHING,))
        return self.first


def by_first_word(choices: Mapping[str, Parser], name: str) -> Rule:
    """The parser that the word at hand selects; the word itself is left for it."""

    def run(stream: Any, at: int) -> Result:
        parser = choices.get(stream[at]) if at < len(stream) else None
        return parser(stream, at) if parser else Result.failure(at, name)

    return Rule(run, frozenset(choices))


def _step(part: str) -> tuple[frozenset[str], str, bool]:
    optional = part.startswith("(") and part.endswith(")") and len(part) > 2
    body = part[1:-1] if optional else part
    return frozenset(body.split("|")), body, optional


def form(template: str, *slots: Parser, make: Make | None = None, give: Any = None) -> Rule:
    """A parser from a template: `form("{} gets|get {}", whom, strength, make=...)`.

    Words stand for themselves, `a|b` for either, `(a)` for a word that may be missing, `{}` for the next slot.
    What the slots give goes to `make`; without it the result is `give`, or the only slot's value, or all as a tuple.
    """
    remaining = list(slots)
    steps: list[Parser | tuple[frozenset[str], str, bool]] = [
        remaining.pop(0) if part == "{}" else _step(part) for part in template.split()
    ]
    if remaining:
        raise ValueError(f"more slots than places in {template!r}")
    head = next((s for s in steps if s is not POSITION), POSITION)
    first: frozenset[str] | None
    if isinstance(head, tuple):
        first = None if head[2] else head[0]
        if head[2] and len(steps) > 1:
            second = steps[steps.index(head) + 1]
            further = second[0] if isinstance(second, tuple) and not second[2] else None
            first = head[0] | further if further else None
    else:
        first = first_of(head)

    def run(stream: Any, at: int) -> Result:
        values: list[Any] = []
        index = at
        furthest = -1
        expected: frozenset[str] = frozenset()
        length = len(stream)
        for step in steps:
            if isinstance(step, tuple):
                wanted, label, optional = step
                if index < length and stream[index] in wanted:
                    index += 1
                elif not optional:
                    if index > furthest:
                        return Result.failure(index, label)
                    if index == furthest:
                        expected = expected | {label}
                    return Result(False, -1, None, furthest, expected)
                continue
            result = step(stream, index)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            elif result.furthest == furthest:
                expected = expected | result.expected
            if not result.status:
                return Result(False, -1, None, furthest, expected)
            values.append(result.value)
            index = result.index
        if make is not None:
            try:
                value = make(*values)
            except Refuse as refusal:
                return Result.failure(index, str(refusal))
        elif give is not None:
            value = give
        else:
            value = values[0] if len(values) == 1 else tuple(values)
        return Result(True, index, value, furthest, expected)

    return Rule(run, first)


class Refuse(Exception):
    """Raised by a `make` whose parts don't fit together; the message says what was expected."""


POSITION = Rule(lambda stream, at: Result.success(at, at))


def position() -> Rule:
    """Consumes nothing; gives the place in the text."""
    return POSITION


def maybe(parser: Parser, default: Any = None) -> Rule:
    """The parser, or nothing with a default."""

    def run(stream: Any, at: int) -> Result:
        result = parser(stream, at)
        if result.status:
            return result
        return Result(True, at, default, result.furthest, result.expected)

    return Rule(run, None)


def many(parser: Parser, least: int = 0) -> Rule:
    """The parser as often as it goes; gives a list."""

    def run(stream: Any, at: int) -> Result:
        values: list[Any] = []
        furthest = -1
        expected: frozenset[str] = frozenset()
        index = at
        while True:
            result = parser(stream, index)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            elif result.furthest == furthest:
                expected = expected | result.expected
            if not result.status or result.index == index:
                break
            values.append(result.value)
            index = result.index
        if len(values) < least:
            return Result(False, -1, None, furthest, expected)
        return Result(True, index, values, furthest, expected)

    return Rule(run, first_of(parser) if least else None)


def listed(item: Parser, last: str = "and", least: int = 1) -> Rule:
    """`a`, `a and b`, `a, b, and c`; gives a list. `last`: the words that may join the last item, as `and|or`."""
    joiners = frozenset(last.split("|"))

    def run(stream: Any, at: int) -> Result:
        result = item(stream, at)
        if not result.status:
            return result
        values = [result.value]
        index = result.index
        furthest, expected = result.furthest, result.expected
        length = len(stream)
        pending: list[Any] = []
        ahead = index
        while ahead < length:
            step = ahead
            closing = False
            if stream[step] == ",":
                step += 1
            if step < length and stream[step] in joiners:
                step += 1
                closing = True
            if step == ahead:
                break
            result = item(stream, step)
            if result.furthest > furthest:
                furthest, expected = result.furthest, result.expected
            if not result.status:
                break
            pending.append(result.value)
            ahead = result.index
            if closing:
                values.extend(pending)
                pending = []
                index = ahead
        if len(values) < least:
            return Result.failure(max(index, furthest), "|".join(sorted(joiners)))
        return Result(True, index, values, furthest, expected)

    return Rule(run, first_of(item))


def mapped(parser: Parser, make: Make) -> Rule:
    """What the parser gives, changed by `make`; a `Refuse` is a failure."""

    def run(stream: Any, at: int) -> Result:
        result = parser(stream, at)
        if not result.status:
            return result
        try:
            value = make(result.value)
        except Refuse as refusal:
            return Result.failure(result.index, str(refusal))
        return Result(True, result.index, value, result.furthest, result.expected)

    return Rule(run, first_of(parser))


def ahead(*words: str) -> Rule:
    """Consumes nothing; succeeds where one of the words comes next ("" for the end)."""
    wanted = frozenset(words)

    def run(stream: Any, at: int) -> Result:
        here = stream[at] if at < len(stream) else ""
        return Result.success(at, here) if here in wanted else Result.failure(at, "/".join(words))

    return Rule(run)


def matching(test: Callable[[str], Any], name: str) -> Rule:
    """One word for which `test` gives something else than None; gives that."""

    def run(stream: Any, at: int) -> Result:
        if at < len(stream):
            value = test(stream[at])
            if value is not None:
                return Result.success(at + 1, value)
        return Result.failure(at, name)

    return Rule(run)
