# SPDX-License-Identifier: Apache-2.0
"""The numbers of middleware: VALUES records and the events that they belong to.

Source:
    spec/trace-format.md, "Numbers of middleware".
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from limen.trace.format import KIND_OF_MIDDLEWARE, Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from limen.trace.model import Trace, TraceObject

__all__ = ["about_middleware", "join_values", "objects_by_address", "values_records"]


def join_values(records: NDArray[np.void]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Which events have VALUES, and their first, third and fourth number.

    Args:
        records: of a trace, oldest first.

    Returns:
        (m,) int64: numbers of the events, TIME and VALUES not counted; (m, 3) uint32.
    """
    others = records[records["event"] != Event.TIME]
    is_values = others["event"] == Event.VALUES
    is_first = np.zeros(len(others), np.bool_)
    is_first[1:] = is_values[1:] & (others["event"][:-1] == Event.SERVICE)
    first = np.flatnonzero(is_first)
    has_second = np.zeros(len(first), np.bool_)
    behind = first + 1
    has_second[behind < len(others)] = is_values[behind[behind < len(others)]]
    values = np.zeros((len(first), 3), np.uint32)
    values[:, 0] = others["b"][first]
    values[:, 1] = others["object"][first] | others["a"][first].astype(np.uint32) << np.uint32(16)
    values[has_second, 2] = others["b"][behind[has_second]]
    return (np.cumsum(~is_values) - 1)[first].astype(np.int64), values


def objects_by_address(objects: Mapping[int, TraceObject]) -> Mapping[int, TraceObject]:
    """The objects of middleware that have names, by their addresses."""
    named = (entry for entry in objects.values() if entry.kind >= KIND_OF_MIDDLEWARE and entry.name)
    return MappingProxyType({entry.address: entry for entry in named})


def about_middleware(
    numbers: NDArray[Any],
    at: NDArray[np.int64],
    values: NDArray[np.uint32],
    at_address: Mapping[int, TraceObject],
) -> NDArray[Any]:
    """(n,): the object of each event, by the address in its first number if it has VALUES."""
    if not at_address or not len(at):
        return numbers
    found = (at_address.get(first) for first in values[:, 0].tolist())
    known = np.array([0 if entry is None else entry.id for entry in found], numbers.dtype)
    about = numbers.copy()
    about[at] = np.where(known > 0, known, about[at])
    return about


def values_records(trace: Trace) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """What join_values has read, as records again.

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
