# SPDX-License-Identifier: Apache-2.0
"""Losses within a collection: a LOST record, and a TIME record for the leap behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.live.image import time_after
from limen.trace.format import record_dtype
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.live.header import Header

__all__ = ["Seams", "first_time", "seam", "without_leaps"]

_RECORDS: Final = 2  # of a seam
_WORD: Final = (1 << 32) - 1


@dataclass(slots=True)
class Seams:
    """The losses of a collection.

    Attributes:
        time: of the last record before the newest loss, ticks.
        missed: number of records of a loss behind which there are none yet.
        end: number, in the target, of the record behind the last one before the newest loss.
    """

    time: int = 0
    missed: int = 0
    end: int = 0
    _all: list[tuple[int, int]] = field(default_factory=list)  # place of LOST, number lost

    def begin(self, time: int) -> None:
        """A loss begins behind a record with this time."""
        self.time, self.missed = time, 0

    def add(self, place: int, lost: int) -> None:
        """Note a loss. place: of its LOST record, among all records that were ever kept."""
        self._all.append((place, lost))

    def records_from(self, place: int) -> int:
        """Number of records from a place on that are parts of seams."""
        return sum(min(at + _RECORDS - place, _RECORDS) for at, _ in self._all if at + 1 >= place)

    def lost_from(self, place: int) -> int:
        """Number of records that are lost from a place on."""
        return sum(lost for at, lost in self._all if at >= place)


def seam(header: Header, before: int, after: int, lost: int) -> bytes:
    """The records that are written in the place of lost ones.

    Args:
        header: for the order of bytes.
        before: time of the record before them, ticks.
        after: time of the record behind them, ticks.
        lost: number of them.
    """
    records = np.zeros(_RECORDS, record_dtype(header.order))
    rows: tuple[dict[str, Any], ...] = (
        {"time": before & _WORD, "event": Event.LOST, "b": min(lost, _WORD)},
        {
            "time": after & _WORD,
            "event": Event.TIME,
            "object": before >> 32 & 0xFFFF,
            "a": before >> 48,
            "b": after >> 32,
        },
    )
    for record, row in zip(records, rows, strict=True):
        for name, value in row.items():
            record[name] = value
    return records.tobytes()


def without_leaps(header: Header, content: bytes) -> tuple[bytes, int]:
    """Records without the TIME records at their beginning, and the number of these."""
    dtype = record_dtype(header.order)
    is_event = np.frombuffer(content, dtype)["event"] != Event.TIME
    leaps = int(is_event.argmax()) if is_event.any() else len(is_event)
    return content[leaps * dtype.itemsize :], leaps


def first_time(records: NDArray[np.void], newest: int) -> int:
    """The time of the first of some records.

    Args:
        records: as in the ring, oldest first; the first one is no TIME.
        newest: time of the last of them, ticks.
    """
    lower = int(records["time"][0])
    return newest - (time_after(lower, records[1:]) - lower) if len(records) > 1 else newest
