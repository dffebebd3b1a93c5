"""Filters and their literals in English."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clingo import Symbol, SymbolType

from magistrate.bridge.explain.speech import Speech

PLACES = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "graveyard": "in a graveyard",
    "hand": "in a hand",
    "library": "in a library",
    "exile": "in exile",
    "command": "in the command zone",
}
OPERATORS = {
    "equal": "{v}",
    "not_equal": "other than {v}",
    "less": "less than {v}",
    "less_equal": "{v} or less",
    "greater": "greater than {v}",
    "greater_equal": "{v} or greater",
    "odd": "odd",
    "even": "even",
}
_VERB = {
    "is": ("is", "isn't"),
    "has": ("has", "doesn't have"),
    "did": ("did", "didn't"),
    "can": ("can", "can't"),
}
_DENIALS = ("non", "not", "isnt", "lacks_literal")
_ARTICLED = frozenset(
    ("player", "opponent", "token", "permanent", "spell", "ability", "commander", "source", "card")
)
Phrase = tuple[str, str]
"""A verb ("is", "has") and what follows it."""


def positive(literal: Symbol, speech: Speech) -> str:
    """What something that has the literal does: "is tapped"."""
    return _say(literal, speech, 0)


def negative(literal: Symbol, speech: Speech) -> str:
    """What something that fails the literal does: "isn't tapped", "is an artifact" for a denied one."""
    return _say(literal, speech, 1)


def _say(literal: Symbol, speech: Speech, side: int) -> str:
    inner, denied = undenied(literal)
    verb, rest = phrase(inner, speech)
    forms = _VERB.get(verb, (verb, f"doesn't {verb}"))
    return f"{forms[side ^ denied]} {rest}"


def undenied(literal: Symbol) -> tuple[Symbol, int]:
    """The literal without its denial, and whether there was one."""
    denied = 0
    while literal.type is SymbolType.Function and literal.name in _DENIALS and len(literal.arguments) == 1:
        literal, denied = literal.arguments[0], denied ^ 1
    return literal, denied


def phrase(literal: Symbol, speech: Speech) -> Phrase:
    """Verb and rest for a literal that isn't denied."""
    if literal.type is not SymbolType.Function:
        return "is", str(literal)
    name, arguments = literal.name, literal.arguments
    known = _PHRASES.get(name)
    if known is not None and arguments:
        return known(arguments, speech)
    if name in _ARTICLED:
        return "is", _article(name)
    if not arguments:
        return "is", _words(name)
    return "is", f"{_words(name)} {', '.join(_term(a, speech) for a in arguments)}"


def nouns(name: Symbol, speech: Speech) -> str:
    """A filter as a noun phrase: "a legendary creature controlled by Alice"."""
    before: list[str] = []
    kinds: list[str] = []
    after: list[str] = []
    stack = False
    for literal in speech.literals.get(name, ()):
        inner, denied = undenied(literal)
        if inner.name in ("zone", "anything"):
            if inner.match("zone", 1) and str(inner.arguments[0]) == "stack":
                stack = True
            elif inner.match("zone", 1) and str(inner.arguments[0]) != "battlefield":
                after.append(positive(literal, speech).removeprefix("is "))
        elif denied and inner.name in _ADJECTIVES and len(inner.arguments) == 1:
            before.append("non" + _term(inner.arguments[0], speech))
        elif denied:
            after.append("that " + positive(literal, speech))
        elif inner.name in ("type", "subtype"):
            kinds.append(
                _kind(inner.arguments[0]).title() if inner.name == "subtype" else _kind(inner.arguments[0])
            )
        elif inner.name in _ARTICLED and not inner.arguments:
            kinds.append(_words(inner.name))
        elif not inner.arguments or inner.name in _ADJECTIVES:
            before.append(phrase(inner, speech)[1])
        else:
            verb, rest = phrase(inner, speech)
            after.append(rest if verb == "is" else f"with {rest}")
    kinds.sort(key=lambda kind: kind in _ARTICLED)
    options = [nouns(option, speech) for option in speech.either.get(name, ())]
    if options and not (before or kinds or after):
        return _either(options)
    if not kinds:
        on_battlefield = any(str(a) == "zone(battlefield)" for a in speech.literals.get(name, ()))
        kinds.append("spell or ability" if stack else "permanent" if on_battlefield else "object")
    whole = " ".join([_article(" ".join([*before, *kinds])), *after])
    return f"{whole} that is {_either(options)}" if options else whole


_ADJECTIVES = ("color", "supertype", "type", "subtype")


def _either(options: Sequence[str]) -> str:
    return options[0] if len(options) == 1 else f"{', '.join(options[:-1])} or {options[-1]}"


def quality(name: Symbol, speech: Speech) -> str:
    """A filter as the quality of protection or hexproof "from" something."""
    if name not in speech.literals:
        return _term(name, speech)
    options = speech.either.get(name, ())
    parts = [
        _words(str(a.arguments[0]))
        if len(a.arguments) == 1 and a.name in ("color", "type", "subtype", "supertype")
        else positive(a, speech).removeprefix("is ")
        for a in speech.literals[name]
        if not a.match("zone", 1)
    ]
    if options:
        parts.append(" or ".join(quality(option, speech) for option in options))
    return " and ".join(parts) or "that"


def _article(noun: str) -> str:
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _term(symbol: Symbol, speech: Speech) -> str:
    """A value, reference or word."""
    if symbol.type is SymbolType.Number:
        return str(symbol.number)
    if symbol.type is SymbolType.String:
        return symbol.string
    if symbol in speech.literals:
        return nouns(symbol, speech)
    if symbol.match("you", 0):
        return speech.you
    if symbol.match("opponents", 0):
        return f"an opponent of {speech.you}"
    if symbol.match("self", 0):
        return "its source"
    if symbol.match("target", 1):
        return f"target {symbol.arguments[0]}"
    if symbol.match("x", 0):
        return "X"
    if symbol.match("count", 1):
        return f"the number of {_term(symbol.arguments[0], speech)}"
    if symbol.match("each", 1):
        return _term(symbol.arguments[0], speech)
    if symbol.match("chosen", 1):
        return f"the chosen {_words(str(symbol.arguments[0]))}"
    if symbol.match("o", 1) or symbol.match("p", 1):
        return speech.label(symbol)
    if symbol.type is SymbolType.Function and len(symbol.arguments) == 1:
        return f"the {_words(symbol.name)} of {_term(symbol.arguments[0], speech)}"
    return _words(str(symbol))


def _compared(what: str, operator: Symbol, value: Symbol, speech: Speech) -> Phrase:
    form = OPERATORS.get(operator.name, operator.name + " {v}")
    return "has", f"{what} {form.format(v=_term(value, speech))}"


def _comparison(arguments: Sequence[Symbol], speech: Speech) -> Phrase:
    what = arguments[0]
    named = f"{_kind(what.arguments[0])} counters" if what.match("counters", 1) else _words(what.name)
    return _compared(named, arguments[1], arguments[2], speech)


def _counters(arguments: Sequence[Symbol], speech: Speech) -> Phrase:
    if len(arguments) == 3:
        return _compared(f"{_kind(arguments[0])} counters", arguments[1], arguments[2], speech)
    return "has", f"a {_kind(arguments[0])} counter"


def _kind(symbol: Symbol) -> str:
    return symbol.string if symbol.type is SymbolType.String else _words(str(symbol))


def _quantity(name: str) -> Callable[[Sequence[Symbol], Speech], Phrase]:
    def say(arguments: Sequence[Symbol], speech: Speech) -> Phrase:
        if len(arguments) < 2:
            return "has", f"{_words(name)} {_term(arguments[0], speech)}"
        return _compared(_words(name), arguments[0], arguments[1], speech)

    return say


def _one(
    verb: str, before: str, *, capital: bool = False, article: bool = False
) -> Callable[[Sequence[Symbol], Speech], Phrase]:
    def say(arguments: Sequence[Symbol], speech: Speech) -> Phrase:
        said = _term(arguments[0], speech)
        if capital:
            said = said.title()
        return verb, before + (_article(said) if article else said)

    return say


_PHRASES: dict[str, Callable[[Sequence[Symbol], Speech], Phrase]] = {
    "zone": lambda a, s: ("is", PLACES.get(str(a[0]), f"in {_term(a[0], s)}")),
    "type": _one("is", "", article=True),
    "subtype": _one("is", "", capital=True, article=True),
    "supertype": _one("is", ""),
    "color": _one("is", ""),
    "keyword": _one("has", ""),
    "name": _one("is", "named "),
    "controlled_by": _one("is", "controlled by "),
    "controller": _one("is", "controlled by "),
    "owned_by": _one("is", "owned by "),
    "owner": _one("is", "owned by "),
    "is": _one("is", ""),
    "other_than": _one("is", "other than "),
    "attacking": _one("is", "attacking "),
    "blocking": _one("is", "blocking "),
    "blocked_by": _one("is", "blocked by "),
    "attached_to": _one("is", "attached to "),
    "has_attached": _one("has", "attached to it: "),
    "source_is": lambda a, s: ("is", "from " + nouns(a[0], s).replace("object", "source")),
    "fits": _one("is", ""),
    "targets": _one("has", "as target: "),
    "counter": _counters,
    "counters": _counters,
    "compare": _comparison,
    "shares": lambda a, s: ("has", f"{_words(str(a[0]))} in common with {_term(a[1], s)}"),
    **{
        name: _quantity(name)
        for name in ("power", "toughness", "mana_value", "base_power", "base_toughness", "life", "hand_size")
    },
}
