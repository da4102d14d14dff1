# SPDX-License-Identifier: Apache-2.0
"""Events that belong together: the newest one of an owner, an entry and its exit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["newest_before", "pair_by_depth", "stable_order"]

_NONE: Final = -1
_NARROW: Final = np.iinfo(np.int16)


def stable_order(number: NDArray[np.int64]) -> NDArray[np.int64]:
    """(k,) int64: places in the order of the numbers; of equals the first one first.

    Numbers that fit into 16 bits, as those of threads do, are sorted in O(k).
    """
    if len(number) and int(number.min()) >= _NARROW.min and int(number.max()) <= _NARROW.max:
        return np.argsort(number.astype(np.int16), kind="stable")
    return np.argsort(number, kind="stable")


def newest_before(
    span: int,
    event: NDArray[np.int64],
    owner: NDArray[np.int64],
    at: NDArray[np.int64],
    who: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The newest event of an owner at or before others.

    Args:
        span: number of all events.
        event: (k,) int64, places of events, rising.
        owner: (k,) int64, owner of each event; negative: none.
        at: (m,) int64, places of events.
        who: (m,) int64, the owner to look for.

    Returns:
        (m,) int64: indexes of events; -1 if there is none.

    Cost:
        O((k + m) log k) time.
    """
    if len(event) == 0:
        return np.full(len(at), _NONE, np.int64)
    order = stable_order(owner)
    event, owner = event[order], owner[order]
    place = np.searchsorted(owner * (span + 1) + event, who * (span + 1) + at, side="right") - 1
    is_there = (place >= 0) & (owner[place] == who) & (who >= 0)
    return np.where(is_there, event[place], _NONE)


def pair_by_depth(
    at: NDArray[np.int64], depth: NDArray[np.int64], is_enter: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Entries with their exits: the next entry or exit of the same depth ends an entry.

    Args:
        at: (k,) int64, places of events, rising.
        depth: (k,) int64, nesting inside of the entry, the same for its exit.
        is_enter: (k,) bool.

    Returns:
        begin, end, depth: (i,) int64 each, in the order of the entries; end is -1 if there is none.
    """
    order = stable_order(depth)
    sorted_at, sorted_depth = at[order], depth[order]
    has_next = np.append(sorted_depth[1:] == sorted_depth[:-1], np.zeros(min(len(at), 1), np.bool_))
    behind = np.where(has_next, np.append(sorted_at[1:], sorted_at[:1]), _NONE)
    end = np.empty(len(at), np.int64)
    end[order] = behind
    return at[is_enter], end[is_enter], depth[is_enter]
