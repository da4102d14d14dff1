# SPDX-License-Identifier: Apache-2.0
"""Pulses of a signal: each lasts from a rise to the next fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.signals.vcd import Wire

__all__ = ["Pulses", "pulses_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Pulses:
    """Pulses of one signal in order, as columns.

    Attributes:
        rise, fall: nanoseconds; rise[i] < fall[i] < rise[i + 1].
    """

    rise: NDArray[np.int64]
    fall: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.rise)

    @property
    def width(self) -> NDArray[np.int64]:
        """The length of each pulse."""
        return self.fall - self.rise

    @property
    def gap(self) -> NDArray[np.int64]:
        """The time from each fall to the next rise: one value less than there are pulses."""
        return self.rise[1:] - self.fall[:-1]

    def between(self, begin: int, end: int) -> Pulses:
        """The pulses that rise in a window, its end excluded.

        >>> Pulses(np.array([1, 5, 9]), np.array([2, 6, 12])).between(5, 10).width
        array([1, 3])
        """
        first, last = np.searchsorted(self.rise, [begin, end], side="left")
        return Pulses(self.rise[first:last], self.fall[first:last])


def pulses_of(wire: Wire) -> Pulses:
    """The complete pulses of a signal: one that has not ended with the recording is left out."""
    pairs = wire.times[: len(wire.times) // 2 * 2].reshape(-1, 2)
    return Pulses(pairs[:, 0], pairs[:, 1])
