# SPDX-License-Identifier: Apache-2.0
"""The layout of the buffer of ``tx_trace_enable``.

All fields are ULONGs in the byte order of the target: four bytes on nearly all targets, eight on a
few 64-bit ones.

Source:
    ``tx_trace.h`` of ThreadX; sizes of the 64-bit form by its compiler.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

__all__ = [
    "MAGIC",
    "WordBytes",
    "entry_dtype",
    "event_dtype",
    "header_dtype",
]

MAGIC: Final = 0x54585442

WordBytes = Literal[4, 8]


def header_dtype(order: str, word_bytes: WordBytes) -> np.dtype[np.void]:
    """Layout of the 48 or 96 bytes at the start; ``order`` is ``"<"`` or ``">"``."""
    word, half = f"{order}u{word_bytes}", f"{order}u2"
    fields = [(name, word) for name in ("id", "timer_mask", "base", "registry_start")]
    fields += [("reserved", half), ("name_size", half)]
    fields += [("padding", f"V{word_bytes - 4}")] if word_bytes > 4 else []  # noqa: PLR2004
    names = ("registry_end", "buffer_start", "buffer_end", "oldest", "mark_a", "mark_b", "mark_c")
    return np.dtype([*fields, *((name, word) for name in names)])


def entry_dtype(order: str, word_bytes: WordBytes, name_size: int) -> np.dtype[np.void]:
    """Layout of an entry of the object registry."""
    word = f"{order}u{word_bytes}"
    fields = [(name, "u1") for name in ("available", "type", "priority_high", "priority_low")]
    fields += [("padding", f"V{word_bytes - 4}")] if word_bytes > 4 else []  # noqa: PLR2004
    fields += [(name, word) for name in ("address", "p1", "p2")]
    fields += [("name", f"V{name_size}")] if name_size else []
    return np.dtype(fields)


def event_dtype(order: str, word_bytes: WordBytes) -> np.dtype[np.void]:
    """Layout of an event: eight words."""
    word = f"{order}u{word_bytes}"
    names = ("context", "priority", "event", "stamp")
    return np.dtype([*((name, word) for name in names), ("info", word, (4,))])
