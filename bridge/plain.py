"""The program and facts of a question as one text that clingo alone turns into the same answer.

The judge's strata are parts that are grounded one after the other, with arguments that the program names
while it is
grounded; what an earlier stratum leaves out is false for all later ones. Grounded at once, the same rules
would mean
something else. So the text uses clingo's own incremental mode (`#include <incmode>`), which grounds
`step(1)`, `step(2)`
and so on: it lists which part is grounded in which step, every rule of a part is bound to that list
instead of to the part's parameters, and only the last step may have an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

import clingo
from clingo.ast import AST, ASTType, parse_string

from magistrate.bridge.programs import Session
from magistrate.bridge.rules import source

__all__ = ["text"]

Part = tuple[str, list[clingo.Symbol]]


def text(
    question: str,
    facts: Iterable[clingo.Symbol],
    *,
    extra: Sequence[clingo.Symbol] = (),
    more: Sequence[Part] = (),
    show: Sequence[str] = (),
    comments: Sequence[str] = (),
) -> str:
    """The text of a question. `extra` are facts that the question adds, `more` parts that are grounded
    after the strata, `show` what to show (`block/2`), `comments` the lines at its top."""
    everything = [*facts, *extra]
    session = Session(question, everything)
    paths = session.files
    lines = [f"% {comment}".rstrip() for comment in comments]
    lines += ["", "%%% Facts", ""]
    lines += sorted(f"{fact}." for fact in everything)
    for path in paths:
        statements = [said for said in _parts(path).get(("base", ()), []) if not said.startswith("#show")]
        lines += ["", f"%%% {path}", "", *statements]
    steps = [*_steps(session), *([part] for part in more)]
    lines += ["", "%%% What is grounded in which step", ""]
    lines += [f"stratum({n},{clingo.Function(*part)})." for n, parts in enumerate(steps, 1) for part in parts]
    lines += ["", "#include <incmode>.", "", "#program step(t).", ""]
    used = {(name, len(arguments)) for parts in steps for name, arguments in parts}
    for path in paths:
        found = [(part, _parts(path)[part]) for part in _parts(path) if (part[0], len(part[1])) in used]
        for (name, parameters), statements in found:
            lines += [f"%%% {path}: {name}({','.join(parameters)})", ""]
            lines += [*_bound(name, parameters, statements), ""]
    lines += ["%%% The answer is that of the last step", "", "#program check(t)."]
    lines += [f":- query(t), t < {len(steps)}."]
    lines += ["", "#program base.", "#show.", *(f"#show {signature}." for signature in show)]
    return "\n".join(lines).lstrip() + "\n"


def _steps(session: Session) -> list[list[Part]]:
    """The parts, those together that were grounded in one call: they have the same key."""
    keys = {atom.arguments[1]: atom.arguments[0] for atom in sorted(session.atoms("next", 2), reverse=True)}
    return [list(parts) for _, parts in groupby(session.parts, lambda part: keys.get(clingo.Function(*part)))]


def _bound(name: str, parameters: Sequence[str], statements: Iterable[str]) -> Iterator[str]:
    """The rules of a part, bound to the steps that it is grounded in; its parameters have become
    variables."""
    variables = {parameter: f"Part_{parameter}" for parameter in parameters}
    constant = re.compile(_CONSTANT.format("|".join(map(re.escape, parameters)))) if parameters else None
    inside = ",".join(variables.values())
    stratum = f"stratum(t,{name}({inside}))" if inside else f"stratum(t,{name})"
    for statement in statements:
        if statement.startswith("%"):
            yield statement
        elif statement.startswith("#false") or not statement.startswith("#"):
            said = statement
            if constant is not None:
                said = constant.sub(lambda found: variables.get(found[0], found[0]), statement)
            head, joint, body = said[:-1].partition(":-")
            yield f"{head.rstrip()} :- {stratum}{'; ' + body.strip() if joint else ''}."


@cache
def _parts(path: str) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """The statements of a file by the part that they stand in: its name and parameters."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    here: tuple[str, tuple[str, ...]] = ("base", ())

    def take(statement: AST) -> None:
        nonlocal here
        if statement.ast_type == ASTType.Program:
            here = (statement.name, tuple(parameter.name for parameter in statement.parameters))
        else:
            found.setdefault(here, []).append(str(statement))

    parse_string(source(path), take)
    return found


_CONSTANT = r'"(?:[^"\\]|\\.)*"|(?<![\w\'])(?:{})(?![\w\'(])'
"""A text, which is left as it is, or one of some constants."""
