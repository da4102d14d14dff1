# SPDX-License-Identifier: Apache-2.0
"""Columns as the engine takes them: numbers in arrays, words as places in a short list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Columns", "Data", "Text", "nothing", "text_of", "unless"]


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A column of words.

    Attributes:
        places: (n,) int32, places in words; -1 for NULL.
        words: each once or more often.
    """

    places: NDArray[np.int32]
    words: Sequence[str]


Data = NDArray[Any] | Text
Columns = Mapping[str, Data]


def unless(missing: NDArray[np.bool_], values: NDArray[Any]) -> NDArray[Any]:
    """Numbers that are NULL in places.

    Args:
        missing: (n,) bool, where there is none.
        values: (n,), read elsewhere.
    """
    masked: NDArray[Any] = np.ma.masked_array(values, mask=missing)
    return masked


def nothing(count: int) -> NDArray[Any]:
    """A column of NULLs."""
    return unless(np.ones(count, np.bool_), np.zeros(count, np.int64))


def text_of(values: NDArray[Any] | Sequence[int], words: Sequence[str]) -> Text:
    """Words by their places; a place that is not in the list is NULL."""
    places = np.asarray(values).astype(np.int64)
    is_there = (places >= 0) & (places < len(words))
    return Text(np.where(is_there, places, -1).astype(np.int32), words)
