"""Two permissions in one sentence: `You may look at the top card of your library any time, and you may play lands from it.`"""

from __future__ import annotations

from . import grammar
from .combinators import form, one_of
from .permits import casting, seeing
from .spending import permissions

_said = one_of(permissions, casting, seeing)
grammar.static_sentences.prefer(
    form("{} , and {}", _said, _said, make=lambda first, second: [*first, *second]),
)
