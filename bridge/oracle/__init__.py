"""Card text -> facts.

One grammar, in the modules beside this one: `nouns` (filters), `references`, `values`, `conditions`, `costs`, `keywords`,
`statics`, `instructions`, `triggers`; `abilities` has the frames of lines, `emit` makes facts, `compiler` is the way in.

The compiler is imported when one of its names is first used: the tables of words are wanted without it, and a card
whose facts are kept from before needs no grammar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compiler import (
        COMPILER_VERSION,
        CompiledCard,
        CompiledFace,
        Unmodelled,
        compile_card,
        compile_face,
        face_term,
    )

__all__ = [
    "COMPILER_VERSION",
    "CompiledCard",
    "CompiledFace",
    "Unmodelled",
    "compile_card",
    "compile_face",
    "face_term",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import compiler

    return getattr(compiler, name)
