"""Card names as people type them: case, accents, punctuation and spaces don't count."""

from __future__ import annotations

import unicodedata

_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "®": "", "™": ""})

SEPARATOR = " // "


def name_key(name: str) -> str:
    """The part of a name that counts: letters and digits, folded. A name of punctuation only stays as it is.

    `Lim-Dûl's Vault`, `LIM DULS VAULT` and `limdulsvault` have one key; so have `Fire // Ice` and `fire/ice`.
    """
    if name.isascii():
        folded = name.lower()
    else:
        plain = unicodedata.normalize("NFKD", name.casefold().translate(_LIGATURES))
        folded = "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
    return "".join(filter(str.isalnum, folded)) or name.strip().casefold()
