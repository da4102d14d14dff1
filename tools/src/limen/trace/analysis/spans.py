# SPDX-License-Identifier: Apache-2.0
"""Intervals that do not overlap: how much of a time they fill, and which ones meet others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Spans", "cut", "overlap"]


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Times that do not overlap.

    Attributes:
        begin, end: (s,) int64, ticks, rising.
    """

    begin: NDArray[np.int64]
    end: NDArray[np.int64]

    def until(self, time: NDArray[np.int64]) -> NDArray[np.int64]:
        """(m,) int64: ticks that they fill ahead of each time.

        Cost:
            O((s + m) log s) time.
        """
        if len(self.begin) == 0:
            return np.zeros(len(time), np.int64)
        total = np.append(0, np.cumsum(self.end - self.begin))
        place = np.searchsorted(self.begin, time, side="right")
        beyond = np.maximum(self.end[np.maximum(place - 1, 0)] - time, 0)
        filled: NDArray[np.int64] = total[place] - np.where(place > 0, beyond, 0)
        return filled

    def within(self, begin: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
        """(m,) int64: ticks that they fill from each begin to its end."""
        return self.until(end) - self.until(begin)


def overlap(
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    others_begin: NDArray[np.int64],
    others_end: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of intervals that meet. Neither kind overlaps itself, and none is empty.

    Args:
        begin: (m,) int64, rising.
        end: (m,) int64, rising.
        others_begin: (k,) int64, rising.
        others_end: (k,) int64, rising.

    Returns:
        Two columns (p,) int64: places of the first kind, places of the others; both rising.

    Cost:
        O(m log k + p) time.
    """
    first = np.searchsorted(others_end, begin, side="right")
    last = np.searchsorted(others_begin, end, side="left")
    count = np.maximum(last - first, 0)
    one = np.repeat(np.arange(len(begin)), count)
    nth = np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
    return one, first[one] + nth


def cut(
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    *changes: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Intervals, cut at what lies in them.

    Args:
        begin: (m,) int64, places of events.
        end: (m,) int64, places of events.
        changes: two columns each, see Steps.changes_within: which interval, and the event in it.

    Returns:
        Three columns (p,) int64: which interval, rising; begin; end of each piece.

    Cost:
        O(p log p) time, O(m) without changes.
    """
    piece = np.concatenate([np.arange(len(begin)), *(which for which, _ in changes)])
    begins = np.concatenate([begin, *(at for _, at in changes)])
    if len(piece) == len(begin):
        return piece, begin, end
    order = np.lexsort((begins, piece))
    piece, begins = piece[order], begins[order]
    is_new = np.append(True, (piece[1:] != piece[:-1]) | (begins[1:] != begins[:-1]))
    piece, begins = piece[is_new], begins[is_new]
    ends = end[piece]
    goes_on = np.flatnonzero(piece[1:] == piece[:-1])
    ends[goes_on] = begins[goes_on + 1]
    return piece, begins, ends
