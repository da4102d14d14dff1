# SPDX-License-Identifier: Apache-2.0
"""Makes a trace file for any reader from collected records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.format import (
    HEADER_BYTES,
    MAGIC,
    OBJECT_BYTES,
    RECORD_BYTES,
    RECORDING,
    header_dtype,
    record_dtype,
)
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.live.header import Header

__all__ = ["Part", "records_of", "time_after", "time_from_anchor", "trace_start"]

_HALF = 32
_LOWER = (1 << _HALF) - 1


@dataclass(frozen=True, slots=True)
class Part:
    """The known properties of a trace besides its records.

    Attributes:
        header: for the fields that do not change during a trace.
        objects: the object table, as in the target.
        before: number of records before the first one of the image.
        count: records that are here.
        newest: time of the last of them, ticks.
        is_recording: more may follow.
    """

    header: Header
    objects: bytes
    before: int
    count: int
    newest: int
    is_recording: bool


def trace_start(part: Part) -> tuple[bytes, int]:
    """Return a header and objects for the records, and the rotation of the records.

    A trace contains the number of lost records implicitly, by the number of wraps and the current
    position. Therefore the oldest record is not at the start of the ring.

    Returns:
        The bytes before the ring, and the number of newest records that come first in it.
    """
    capacity = max(part.count, 1)
    wraps, written = 0, part.count
    if part.before > 0 and part.count > 0:
        wraps, written = part.before // capacity + 1, part.before % capacity
    header = np.zeros((), header_dtype(part.header.order))
    flags = part.header.flags & ~RECORDING | (RECORDING if part.is_recording else 0)
    offset = HEADER_BYTES + len(part.objects) + written * RECORD_BYTES
    for name, value in (
        ("magic", MAGIC),
        ("version", part.header.version),
        ("header_bytes", HEADER_BYTES),
        ("object_bytes", OBJECT_BYTES),
        ("record_bytes", RECORD_BYTES),
        ("clock_hz", part.header.clock_hz),
        ("object_capacity", len(part.objects) // OBJECT_BYTES),
        ("object_count", part.header.object_count),
        ("record_capacity", capacity),
        ("next_offset", offset),
        ("wraps", wraps),
        ("time_high", part.newest >> _HALF),
        ("levels", part.header.levels),
        ("flags", flags),
        ("time_low", part.newest & _LOWER),
    ):
        header[name] = value
    return header.tobytes() + part.objects, written if wraps > 0 else 0


def time_after(time: int, records: NDArray[np.void]) -> int:
    """The time of the last record, if each comes within a period of the lower half.

    Args:
        time: of the record before them, ticks.
        records: as in the ring, oldest first.

    >>> later = np.zeros(2, record_dtype("<"))
    >>> later["time"] = [7, 5]
    >>> hex(time_after(0x1_0000_0006, later))
    '0x200000005'
    """
    lower = np.concatenate(([time & _LOWER], records["time"])).astype(np.int64)
    step = (lower[1:] < lower[:-1]).astype(np.int64)
    leaps = records["event"] == Event.TIME
    before = records["object"].astype(np.int64) | records["a"].astype(np.int64) << 16
    step[leaps] = (records["b"].astype(np.int64) - before)[leaps]
    return ((time >> _HALF) + int(step.sum())) << _HALF | int(lower[-1])


def time_from_anchor(
    first: Header, last: Header, records: NDArray[np.void], made: int
) -> int | None:
    """The time of the last of some records, by the moment that settled headers name.

    That moment is not later than the newest record of the header, and less than a turn before it.
    If two headers name the same one, this is so for all records in between.

    Args:
        first: a header.
        last: a later one of the same trace, or the same one.
        records: as in the ring, oldest first.
        made: number of records up to and including the last one.

    Returns:
        Ticks; None if none of these records is one of those.
    """
    if (first.time_high, first.time_low) != (last.time_high, last.time_low):
        return None
    place = len(records) - 1 - max(made - last.total, 0)
    if place < 0 or made - len(records) + place < first.total - 1:
        return None
    lower = int(records["time"][place])
    upper = last.time_high + (lower < last.time_low)
    return time_after(upper << _HALF | lower, records[place + 1 :])


def records_of(header: Header, content: bytes) -> NDArray[np.void]:
    """Bytes of a ring as records."""
    return np.frombuffer(content, record_dtype(header.order))
