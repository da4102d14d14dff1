# SPDX-License-Identifier: Apache-2.0
"""Open a trace of any origin: the first bytes identify it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.errors import TraceError
from limen.trace.reader import read_trace
from limen.trace.trx import looks_like_trx, read_trx

if TYPE_CHECKING:
    from pathlib import Path

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace

__all__ = ["open_trace"]

_START_BYTES: Final = 32
_OURS: Final = (b"LIMN", b"NMIL")


def open_trace(path: Path, wrap: int | None = None) -> Trace | TrxTrace:
    """Read a trace file of Limen or of ThreadX.

    Args:
        path: of a memory image; if its contents are not recognised, its name decides.
        wrap: see read_trx; no trace of Limen needs it.

    Raises:
        TraceError: it cannot be read, or is not a valid trace.
    """
    start = b""
    if path.is_file():
        try:
            with path.open("rb") as file:
                start = file.read(_START_BYTES)
        except OSError as error:
            reason = error.strerror or "it cannot be read"
            raise TraceError(str(path), reason, "name a trace file") from error
    is_named = path.suffix.lower() == ".trx" and not start.startswith(_OURS)
    return read_trx(path, wrap) if looks_like_trx(start) or is_named else read_trace(path)
