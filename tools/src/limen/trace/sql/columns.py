# SPDX-License-Identifier: Apache-2.0
"""Columns in the form of the engine: numbers in arrays, texts as places in a short list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Columns",
    "Data",
    "Objects",
    "Text",
    "interval_columns",
    "lane_columns",
    "nothing",
    "object_columns",
    "text_by",
    "text_of",
    "unless",
]

_NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A column of texts.

    Attributes:
        places: (n,) int32, places in texts; -1 for NULL.
        texts: each once or more often.
    """

    places: NDArray[np.int32]
    texts: Sequence[str]


Data = NDArray[Any] | Text
Columns = Mapping[str, Data]


def unless(missing: NDArray[np.bool_], values: NDArray[Any]) -> NDArray[Any]:
    """Numbers that are NULL in places.

    Args:
        missing: (n,) bool, true where a row has no value.
        values: (n,), read elsewhere.
    """
    masked: NDArray[Any] = np.ma.masked_array(values, mask=missing)
    return masked


def nothing(count: int) -> NDArray[Any]:
    """A column of NULLs."""
    return unless(np.ones(count, np.bool_), np.zeros(count, np.int64))


def text_of(values: NDArray[Any] | Sequence[int], texts: Sequence[str]) -> Text:
    """Texts by their places; a place that is not in the list is NULL."""
    places = np.asarray(values).astype(np.int64)
    is_there = (places >= 0) & (places < len(texts))
    return Text(np.where(is_there, places, -1).astype(np.int32), texts)


def text_by(values: NDArray[Any], text: Callable[[int], str]) -> Text:
    """Words of numbers; a number below 0 is NULL."""
    known, place = np.unique(values, return_inverse=True)
    shown = [text(int(number)) if number >= 0 else "" for number in known]
    return text_of(np.where(values < 0, _NONE, place), shown)


class Objects:
    """Objects by their numbers or addresses, as places in a list of names."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """Names by number or address."""
        known = sorted(names)
        self._numbers = np.array(known, np.uint64)
        self.names = [names[number] for number in known]

    def places(self, numbers: NDArray[Any]) -> NDArray[np.int64]:
        """Places in names; -1 for a name that is not in the list."""
        if len(self._numbers) == 0:
            return np.full(len(numbers), _NONE, np.int64)
        keys = numbers.astype(np.uint64)
        place = np.minimum(np.searchsorted(self._numbers, keys), len(self._numbers) - 1)
        return np.where(self._numbers[place] == keys, place, _NONE).astype(np.int64)


def object_columns(numbers: NDArray[Any], objects: Objects) -> Columns:
    """An object by its number and by its name; 0: NULL."""
    places = np.where(numbers == 0, _NONE, objects.places(numbers))
    return {
        "object": unless(numbers == 0, numbers.astype(np.int64)),
        "object_name": text_of(places, objects.names),
    }


def lane_columns(name: str, lanes: NDArray[Any], names: Sequence[str]) -> Columns:
    """A thread by its lane and by its name; below 0: NULL."""
    return {name: unless(lanes < 0, lanes), f"{name}_name": text_of(lanes, names)}


def interval_columns(
    begin: NDArray[Any], end: NDArray[Any], time: NDArray[np.int64]
) -> dict[str, Data]:
    """Intervals from event to event.

    Args:
        begin: (m,) numbers of events.
        end: (m,) numbers of events; those outside of the trace: it lasts.
        time: (n,) of the events.
    """
    lasts = (end < 0) | (end >= len(time))
    known = time if len(time) else np.zeros(1, np.int64)
    begin_time, end_time = known[begin], known[np.where(lasts, -1, end)]
    return {
        "begin_event": begin,
        "end_event": unless(lasts, end),
        "begin_time": begin_time,
        "end_time": end_time,
        "duration": end_time - begin_time,
    }
