"""Card text -> facts.

One grammar, in the modules beside this one: `nouns` (filters), `references`, `values`, `conditions`, `costs`, `keywords`,
`statics`, `instructions`, `triggers`; `abilities` has the frames of lines, `emit` makes facts, `compiler` is the way in.
"""

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
