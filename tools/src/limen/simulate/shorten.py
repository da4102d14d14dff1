# SPDX-License-Identifier: Apache-2.0
"""Remove the records of a trace file that were never written."""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["shorten"]

# spec/trace-format.md
_RECORD_CAPACITY: Final = 24
_NEXT: Final = 28
_END: Final = 52
_WRAPS: Final = 32
_HEADER: Final = 64
_RECORD: Final = 16


def shorten(file: bytes) -> tuple[bytes, bool]:
    """A trace file without empty records.

    Args:
        file: in the byte order of a PC, as the simulator writes it.

    Returns:
        the file; and whether it has all events of the run.
    """
    (objects,) = struct.unpack_from("<I", file, 16)
    (end,) = struct.unpack_from("<I", file, _NEXT)
    (wraps,) = struct.unpack_from("<I", file, _WRAPS)
    if wraps != 0:
        return file, False
    first = _HEADER + 32 * objects
    used = max((end - first) // _RECORD, 1)
    short = bytearray(file[: first + used * _RECORD])
    struct.pack_into("<I", short, _RECORD_CAPACITY, used)
    struct.pack_into("<I", short, _END, first + used * _RECORD)
    return bytes(short), True
