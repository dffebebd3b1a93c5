"""Writes files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from magistrate.bridge.errors import MagistrateError

__all__ = ["check_place", "write"]


def check_place(path: Path, apart_from: str = "") -> None:
    """See that a file can be written there, before long work is done for it. `apart_from`: a file that must
    not be written over. Raises `MagistrateError`."""
    real = _real(path)
    if not real.parent.is_dir():
        raise MagistrateError(f"can't write {path}: there is no folder {real.parent}")
    if not os.access(real.parent, os.W_OK | os.X_OK):
        raise MagistrateError(f"can't write {path}: the folder {real.parent} can't be written to")
    if apart_from not in ("", "-") and os.path.realpath(apart_from) == str(real):
        raise MagistrateError(f"{path} is the file that is read; name another one to write")


def write(path: Path, text: str) -> None:
    """Write a text file as UTF-8. A file that was there keeps its permissions; a link stays a link.

    Raises `MagistrateError`; then nothing has changed.
    """
    import tempfile

    real = _real(path)
    partial = None
    try:
        handle, partial = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name[:80]}.", suffix=".partial")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fchmod(stream.fileno(), _mode(real))
            os.fsync(stream.fileno())
        os.replace(partial, real)
        partial = None
    except (OSError, ValueError) as error:
        raise MagistrateError(f"can't write {path}: {getattr(error, 'strerror', None) or error}") from None
    finally:
        if partial is not None:
            os.unlink(partial)


def _real(path: Path) -> Path:
    """Where the file really is; what is no ordinary file is refused."""
    if str(path) in ("-", "."):
        raise MagistrateError(f"expected the name of a file to write, found {path}")
    try:
        real = Path(os.path.realpath(path))
        if real.exists() and not real.is_file():
            raise MagistrateError(f"can't write {path}: it is no ordinary file")
    except (OSError, ValueError) as error:
        raise MagistrateError(f"can't write {path}: {error}") from None
    return real


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
