# SPDX-License-Identifier: Apache-2.0
"""Intervals that do not overlap: how much of a time they fill, and which ones meet others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Spans", "cut", "expand", "meetings"]


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Times that do not overlap.

    Attributes:
        begin, end: (s,) int64, ticks, rising.
    """

    begin: NDArray[np.int64]
    end: NDArray[np.int64]

    def until(self, time: NDArray[np.int64]) -> NDArray[np.int64]:
        """(m,) int64: ticks that they cover before each time.

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
        """(m,) int64: ticks that they fill from each start to its end."""
        return self.until(end) - self.until(begin)


def meetings(
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    others_begin: NDArray[np.int64],
    others_end: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which of some neighbouring intervals others meet; none is empty.

    Args:
        begin: (m,) int64.
        end: (m,) int64.
        others_begin: (k,) int64, rising; these intervals do not overlap.
        others_end: (k,) int64, rising.

    Returns:
        Two columns (m,) int64: the first of the others that each one meets, and how many it does.

    Cost:
        O(m log k) time.
    """
    first = np.searchsorted(others_end, begin, side="right")
    last = np.searchsorted(others_begin, end, side="left")
    return first, np.maximum(last - first, 0)


def expand(count: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places, each repeated, and which repetition it is.

    >>> [column.tolist() for column in expand(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    one = np.repeat(np.arange(len(count)), count)
    return one, np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)


def cut(
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    *changes: tuple[NDArray[np.int64], NDArray[np.int64]],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Intervals, split at the points inside them.

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
