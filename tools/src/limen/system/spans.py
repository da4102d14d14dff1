# SPDX-License-Identifier: Apache-2.0
"""Intervals that do not overlap: how much of a time they fill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Spans"]


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
