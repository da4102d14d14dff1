# SPDX-License-Identifier: Apache-2.0
"""Write a trace of Limen as the memory image that its target would have.

Source:
    spec/trace-format.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.format import (
    API_SHIFT,
    CORE_SHIFT,
    HEADER_BYTES,
    MAGIC,
    NAME_BYTES,
    OBJECT_BYTES,
    OBJECTS_OF_CORE,
    RECORD_BYTES,
    RECORDING,
    VERSION,
    VERSION_OF_OTHER_KERNELS,
    ByteOrder,
    header_dtype,
    object_dtype,
    record_dtype,
)
from limen.trace.numbers import FIRST_KIND_OF_MIDDLEWARE, Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Recording

__all__ = ["limen_image"]

_WRAPS_MAX: Final = (1 << 32) - 1


def limen_image(trace: Recording, kernel: bytes = b"", core: int = 0) -> bytes:
    """The image: read again, it has the same events, objects and number of lost ones.

    The ring is as long as there are records, and the object table as there are entries. The number
    of lost events is limited to the number that a short ring can count.

    Args:
        trace: the trace.
        kernel: the description of another kernel; empty: the trace is of Limen.
        core: the one that recorded it, and created the objects.
    """
    order: ByteOrder = "<" if trace.byte_order == "little" else ">"
    records = _records(trace, order)
    capacity = max(len(records), 1)
    # A ring with this number of wraps and of records since then has overwritten that many.
    wraps, written = divmod(trace.lost, capacity)
    is_wrapped = trace.lost > 0 and len(records) > 0
    ring = np.zeros(capacity, records.dtype)
    ring[: len(records)] = np.roll(records, written) if is_wrapped else records
    table = _table(trace, order, core * OBJECTS_OF_CORE)
    newest = int(trace.time[-1]) if len(trace) else 0
    head = np.zeros(1, header_dtype(order))
    begin = HEADER_BYTES + table.nbytes
    fields = {
        "magic": MAGIC,
        "version": VERSION_OF_OTHER_KERNELS if kernel else VERSION,
        "header_bytes": HEADER_BYTES,
        "object_bytes": OBJECT_BYTES,
        "record_bytes": RECORD_BYTES,
        "clock_hz": trace.clock_hz,
        "object_capacity": len(table),
        "object_count": max(trace.object_count, len(table)),
        "record_capacity": capacity,
        "next_offset": begin + RECORD_BYTES * (written if is_wrapped else len(records)),
        "wraps": min(wraps + 1, _WRAPS_MAX) if is_wrapped else 0,
        "time_high": newest >> 32,
        "time_low": newest & 0xFFFF_FFFF,
        "levels": trace.levels,
        "flags": trace.is_recording * RECORDING | trace.api << API_SHIFT | core << CORE_SHIFT,
    }
    for name, value in fields.items():
        head[name] = value
    return head.tobytes() + table.tobytes() + ring.tobytes() + kernel


def _records(trace: Recording, order: ByteOrder) -> NDArray[np.void]:
    """The events with their VALUES, and a TIME record before each new upper half of the time."""
    upper = trace.time >> 32
    leaps = np.flatnonzero(upper[1:] != upper[:-1]) + 1
    joined, fields = _values_records(trace)
    number = np.arange(len(trace))
    place = number + np.searchsorted(leaps, number, side="right") + np.searchsorted(joined, number)
    records = np.zeros(len(trace) + len(leaps) + len(joined), record_dtype(order))
    for name in ("event", "depth", "thread", "object", "a", "b"):
        records[name][place] = getattr(trace, name)
    records["time"][place] = trace.time & 0xFFFF_FFFF
    _put_values(records, place[joined], fields)
    ahead = place[leaps] - 1
    records["time"][ahead] = trace.time[leaps] & 0xFFFF_FFFF
    records["event"][ahead] = Event.TIME
    records["object"][ahead] = upper[leaps - 1] & 0xFFFF
    records["a"][ahead] = upper[leaps - 1] >> 16
    records["b"][ahead] = upper[leaps]
    return records


def _put_values(
    records: NDArray[np.void], owner: NDArray[np.intp], fields: NDArray[np.uint32]
) -> None:
    """Insert after each event its VALUES, one or two, with its time and thread."""
    behind = owner + 1
    behind[1:] += owner[1:] == owner[:-1]
    records[behind] = records[owner]
    records["event"][behind] = Event.VALUES
    records["object"][behind] = fields[:, 0] & 0xFFFF
    records["a"][behind] = fields[:, 0] >> 16
    records["b"][behind] = fields[:, 1]


def _values_records(trace: Recording) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The VALUES records of a trace.

    Returns:
        (r,) int64: the event in front of each record; (r, 2) uint32: object and a, b.
    """
    has_fourth = trace.values[:, 2] != 0
    counts = 1 + has_fourth
    last = np.cumsum(counts) - 1
    fields = np.zeros((int(counts.sum()), 2), np.uint32)
    fields[last[has_fourth], 1] = trace.values[has_fourth, 2]
    first = last - has_fourth
    fields[first] = trace.values[:, [1, 0]]
    return np.repeat(trace.values_at, counts), fields


def _table(trace: Recording, order: ByteOrder, before: int) -> NDArray[np.void]:
    table = np.zeros(max(trace.objects, default=before) - before, object_dtype(order))
    for number, entry in trace.objects.items():
        row = table[number - before - 1 : number - before]
        for name in ("id", "kind", "priority", "threshold"):
            row[name] = getattr(entry, name)
        is_middleware = entry.kind >= FIRST_KIND_OF_MIDDLEWARE
        row["size"] = entry.address if is_middleware else entry.size
        text = entry.name.encode()[:NAME_BYTES].decode("utf-8", "ignore").encode()
        row["name"] = np.void(text.ljust(NAME_BYTES, b"\0"))
    return table
