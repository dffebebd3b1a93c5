"""A hash that costs nothing to import: `hashlib` loads OpenSSL, which takes longer than reading a file."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

__all__ = ["blake2b"]
