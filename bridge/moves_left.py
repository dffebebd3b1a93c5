"""What of a card no program file carries out when the game moves: instructions, triggers, costs,
restrictions, replacements, and what stands in them.

A file says by its own heads what the arguments of its word are: `instruction_value(damage(S,N,W),N)` makes
the second argument of `damage` a value. Words without a file of their own are in events/carried.lp.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from clingo import Control, Symbol, SymbolType

from magistrate.bridge.programs import has_rules, implemented
from magistrate.bridge.rules import root, source

__all__ = ["left_to_moves", "staying_words"]

Word = tuple[str, str]
"""A folder and a word in it."""

_SORTS = {
    "instruction_value": "values",
    "instruction_part": "references",
    "instruction_who": "references",
    "instruction_condition": "conditions",
    "inner_list": "effects",
    "instruction_mana": "manas",
    "instruction_purpose": "purposes",
}
_HEAD = re.compile(r"^(\w+)\((\w+)\((.*)\),(\([\w';]+\)|\w+'?)\)\s*:-", re.MULTILINE)
_NAMES = frozenset(("a", "c", "f", "o", "p", "m"))
"""What names a face, an ability, a filter, an object or a player."""
_COSTS = re.compile(r"^statement_cost\(S,C\)\s*:-.*\bS = \w+\((.*)\)\.", re.MULTILINE)
_MARKED = re.compile(r"^% (\w+) \|.*\| unimplemented$", re.MULTILINE)
_COMMENT = re.compile(r"%.*")
_MARK = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[a-z]\w*'*\(|[(\[{)\]},;]")
_BOUND = re.compile(r"(?:binds_value\(X|fires_value\(X,Ab,I|brings\(P,I),(\w+),")


def left_to_moves(facts: Iterable[Symbol]) -> Iterator[tuple[Symbol, Word]]:
    """Ability and word for each instruction, trigger, cost, restriction and replacement that no program file
    carries out yet, and for each keyword and statement whose file only says that it has no bearing.

    No gap in what is legal and what things are; but a card is modelled whole only without any.
    """
    for fact in facts:
        arguments = fact.arguments
        match fact.name:
            case "instruction" | "mode_instruction":
                used = _instruction(arguments[-1])
            case "trigger":
                used = _words("triggers", arguments[1])
            case "cost":
                used = _words("costs", arguments[2])
            case "activate_only":
                used = _words("restrictions", arguments[1])
            case "replaces":
                used = chain(_words("replacements", arguments[2]), _words("outcomes", arguments[3]))
            case "keyword":
                used = _if_empty("keywords", arguments[1].name)
            case "states":
                used = chain(_if_empty("statements", arguments[2].name), _costs(arguments[2]))
            case "condition" | "change" | "filter" | "target" | "together":
                used = iter(())
            case _:
                continue
        lacking = [word for word in used if word[0].startswith("no rules") or not _has(*word)]
        yield from ((arguments[0], word) for word in lacking)
        if not lacking:
            owner = arguments[0].arguments[0] if fact.name == "filter" else arguments[0]
            yield from ((owner, ("shapes", shape)) for shape in _unread(arguments[1:]))


def _unread(terms: Iterable[Symbol]) -> Iterator[str]:
    """Terms of a fact of which no rule speaks with so many arguments, as `name/2`: what they say is lost."""
    waiting = [term for term in terms if term.type is SymbolType.Function]
    while waiting:
        term = waiting.pop()
        if term.name in _NAMES:
            continue
        size = len(term.arguments)
        if not term.name or _named_alone(term.name):
            pass
        elif (term.name, size) not in _spoken_of() if size else term.name in _unimplemented():
            yield f"{term.name}/{size}"
        waiting += [inner for inner in term.arguments if inner.type is SymbolType.Function]


@cache
def _unimplemented() -> frozenset[str]:
    """Words without arguments that the vocabulary marks as carried by nothing."""
    texts = (path.read_text(encoding="utf-8") for path in Path(root()).glob("vocabulary/*.lp"))
    return frozenset(word for text in texts for word in _MARKED.findall(text))


def _named_alone(word: str) -> bool:
    return any(word in words for words in _carried().values())


@cache
def _spoken_of() -> frozenset[tuple[str, int]]:
    """The terms of all program files, with the number of their arguments."""
    found: set[tuple[str, int]] = set()
    for path in Path(root()).glob("*/*.lp"):
        text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        opened: list[tuple[str, int]] = []
        for mark in _MARK.finditer(text):
            sign = mark.group()
            if sign.endswith(("(", "[", "{")):
                opened.append((sign[:-1], 1))
            elif not opened:
                continue
            elif sign == ",":
                name, size = opened[-1]
                opened[-1] = (name, size + 1)
            elif sign == ";":
                name, size = opened[-1]
                found.add((name, size))
                opened[-1] = (name, 1)
            elif sign in ")]}":
                found.add(opened.pop())
    return frozenset(found)


def _if_empty(folder: str, word: str) -> Iterator[Word]:
    stands_for_more = folder == "keywords" and has_rules("meanings", word)
    if not has_rules(folder, word) and not stands_for_more and word not in _carried().get(folder, ()):
        yield "no rules in " + folder, word


def _costs(statement: Symbol) -> Iterator[Word]:
    """The words of what a statement has somebody pay, where its file says that there is a cost."""
    size = len(statement.arguments)
    if not size or statement.name not in implemented("statements"):
        return
    for inside in _COSTS.findall(source(f"statements/{statement.name}.lp")):
        places = _split(inside)
        if len(places) == size and "C" in places:
            yield from _words("costs", statement.arguments[places.index("C")])


@cache
def _has(folder: str, word: str) -> bool:
    return (
        word in implemented(folder)
        or word in _carried().get(folder, ())
        or (folder == "values" and word in _numbers())
    )


def _instruction(what: Symbol) -> Iterator[Word]:
    yield "effects", what.name
    signature = _signatures(what.name)
    for place, argument in enumerate(what.arguments):
        for sort in signature.get((len(what.arguments), place), ()):
            if sort == "effects":
                for inner in _listed(argument):
                    yield from _instruction(inner)
            else:
                yield from _words(sort, argument)


def _words(folder: str, term: Symbol) -> Iterator[Word]:
    """The words of a term that stands where words of a folder do."""
    if term.type is not SymbolType.Function or not term.name:
        return
    if folder == "references" and term.name == "f":
        return
    if folder == "effects":
        yield from _instruction(term)
        return
    yield folder, term.name
    for place, argument in enumerate(term.arguments, 1):
        for inner in _nested().get((folder, term.name, place), ()):
            if inner.startswith("list "):
                for one in _listed(argument):
                    yield from _words(inner[5:], one)
            else:
                yield from _words(inner, argument)


def _listed(term: Symbol) -> Iterator[Symbol]:
    while term.type is SymbolType.Function and not term.name and len(term.arguments) == 2:
        yield term.arguments[0]
        term = term.arguments[1]


@cache
def _signatures(word: str) -> dict[tuple[int, int], frozenset[str]]:
    """What stands at a place of an instruction with so many arguments, by the heads in its file."""
    if word not in implemented("effects"):
        return {}
    found: dict[tuple[int, int], frozenset[str]] = {}
    for predicate, functor, inside, part in _HEAD.findall(source(f"effects/{word}.lp")):
        if functor != word or predicate not in _SORTS:
            continue
        arguments = _split(inside)
        for name in part.strip("()").split(";"):
            for place, argument in enumerate(arguments):
                if argument == name:
                    key = (len(arguments), place)
                    found[key] = found.get(key, frozenset()) | {_SORTS[predicate]}
    return found


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


@cache
def _numbers() -> frozenset[str]:
    """The words for numbers that an instruction or a trigger brings up."""
    texts = [
        source(f"{folder}/{word}.lp") for folder in ("effects", "triggers") for word in implemented(folder)
    ]
    texts += [source("events/triggers.lp"), source("events/resolve_parts.lp")]
    return frozenset(name for text in texts for name in _BOUND.findall(text))


@cache
def _table() -> Control:
    control = Control(["--warn=none"])
    control.add("base", [], source("events/carried.lp"))
    control.ground([("base", [])])
    return control


@cache
def _carried() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for atom in _table().symbolic_atoms.by_signature("carried", 2):
        folder, word = atom.symbol.arguments
        found.setdefault(folder.name, set()).add(word.name)
    return {folder: frozenset(words) for folder, words in found.items()}


@cache
def staying_words() -> frozenset[str]:
    """The instructions that leave something behind other than an effect that lasts, such as a shield."""
    found = _table().symbolic_atoms.by_signature("stays", 1)
    return frozenset(atom.symbol.arguments[0].name for atom in found)


@cache
def _nested() -> dict[tuple[str, str, int], tuple[str, ...]]:
    found: dict[tuple[str, str, int], tuple[str, ...]] = {}
    for atom in _table().symbolic_atoms.by_signature("nested", 4):
        folder, word, place, inner = atom.symbol.arguments
        told = f"list {inner.arguments[0].name}" if inner.arguments else inner.name
        key = (folder.name, word.name, place.number)
        found[key] = (*found.get(key, ()), told)
    return found
