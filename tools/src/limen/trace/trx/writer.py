# SPDX-License-Identifier: Apache-2.0
"""Write a trace of ThreadX as the memory image that its target would have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.trx.layout import MAGIC, WordBytes, entry_dtype, event_dtype, header_dtype

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.trx.model import TrxObject, TrxRecording

__all__ = ["trx_image"]

_MARKS: Final = {"mark_a": 0xAAAA_AAAA, "mark_b": 0xBBBB_BBBB, "mark_c": 0xCCCC_CCCC}
_PRIORITY_IS_THERE: Final = 0x80


def trx_image(trace: TrxRecording) -> bytes:
    """Return the raw image. A reader gets the same trace from it.

    Data that readers ignore are omitted: bits of stamps beyond the mask, words in slots that were
    never written, entries of the registry that were never used.
    """
    header = trace.header
    order = "<" if header.byte_order == "little" else ">"
    word: WordBytes = 8 if header.word_bytes == 8 else 4  # noqa: PLR2004
    entries = np.zeros(len(trace.registry), entry_dtype(order, word, header.name_size))
    for place, entry in enumerate(trace.registry):
        _fill(entries[place : place + 1], entry, header.name_size)
    slots, current = _ring(trace, event_dtype(order, word))
    whole = 12 * word + entries.nbytes + slots.nbytes
    base = header.base if header.base + whole < 1 << 8 * word else 0
    start = base + 12 * word
    ring = start + entries.nbytes
    head = np.zeros(1, header_dtype(order, word))
    fields = {
        "id": MAGIC,
        "timer_mask": header.timer_mask,
        "base": base,
        "registry_start": start,
        "name_size": header.name_size,
        "registry_end": ring,
        "buffer_start": ring,
        "buffer_end": ring + slots.nbytes,
        "oldest": ring + current * slots.dtype.itemsize,
        **_MARKS,
    }
    for name, value in fields.items():
        head[name] = value
    return head.tobytes() + entries.tobytes() + slots.tobytes()


def _ring(trace: TrxRecording, dtype: np.dtype[np.void]) -> tuple[NDArray[np.void], int]:
    """The slots, and the number of the next one."""
    events = np.zeros(len(trace), dtype)
    events["context"], events["priority"] = trace.context, trace.priority
    events["event"] = trace.event.astype(np.uint64) | trace.core.astype(np.uint64) << np.uint64(24)
    events["stamp"] = trace.stamp
    for number, word in enumerate(trace.words):
        events["info"][:, number] = word
    slots = np.zeros(trace.header.capacity, dtype)
    current = len(trace)
    if trace.wrapped:
        current = (trace.header.oldest - trace.header.buffer[0]) // dtype.itemsize
        events = np.roll(events, current)
    slots[: len(events)] = events
    return slots, current % trace.header.capacity


def _fill(place: NDArray[np.void], entry: TrxObject, name_size: int) -> None:
    place["available"], place["type"] = entry.is_deleted, entry.type
    place["address"], place["p1"], place["p2"] = entry.address, entry.p1, entry.p2
    if entry.initial_priority is not None:
        place["priority_high"] = _PRIORITY_IS_THERE | entry.initial_priority >> 8
        place["priority_low"] = entry.initial_priority & 0xFF
    if name_size:
        place["name"] = np.void(entry.name.encode()[: name_size - 1].ljust(name_size, b"\0"))
