# SPDX-License-Identifier: Apache-2.0
"""Sums of ticks by thread, or by whatever has a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["sum_by"]

_EXACT: Final = 1 << 53  # whole numbers up to here are exact in floating point


def sum_by(place: NDArray[np.integer], ticks: NDArray[np.int64], places: int) -> NDArray[np.int64]:
    """Exact sums of ticks, by place.

    Args:
        place: (m,) from 0 on.
        ticks: (m,) int64, not negative.
        places: their number.

    Returns:
        (places,) int64.
    """
    if len(ticks) == 0 or int(ticks.max()) < _EXACT // len(ticks):
        return np.bincount(place, ticks, minlength=places).astype(np.int64)
    total = np.zeros(places, np.int64)
    np.add.at(total, place, ticks)
    return total
