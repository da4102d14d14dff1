# SPDX-License-Identifier: Apache-2.0
"""Priority inversions in a trace of ThreadX: a thread requests a mutex of a less urgent one.

An inversion is unbounded if a third thread runs during it that is less urgent than the waiting
thread. It is counted once, as an inversion; TraceX adds both kinds and counts it twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.trx.layout import Id
from limen.trace.trx.model import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.trx.model import TrxTrace

__all__ = ["NEVER", "TrxInversions", "event_priority", "find_inversions"]

NEVER: Final = -1
_PRIORITY_BITS: Final = np.uint64(0x3FF)


@dataclass(frozen=True, slots=True, eq=False)
class TrxInversions:
    """Inversions, in the order of their beginnings.

    Attributes:
        at: (i,) int64, the tx_mutex_get with which each begins.
        end: (i,) int64, the tx_mutex_put that releases the mutex; n if there is none.
        waiter, owner: (i,) int32, lanes.
        mutex: (i,) uint64, address.
        unbounded_at: (i,) int64, first event of a third, less urgent thread; NEVER if none.
    """

    at: NDArray[np.int64]
    end: NDArray[np.int64]
    waiter: NDArray[np.int32]
    owner: NDArray[np.int32]
    mutex: NDArray[np.uint64]
    unbounded_at: NDArray[np.int64]


def event_priority(trace: TrxTrace) -> NDArray[np.int64]:
    """(n,) int64: the thread's priority at each event of one; UNKNOWN elsewhere."""
    value = (trace.priority & _PRIORITY_BITS).astype(np.int64)
    return np.where(trace.lane == UNKNOWN, UNKNOWN, value)


def find_inversions(trace: TrxTrace) -> TrxInversions:
    """All priority inversions, by the priorities that threads showed last.

    Cost:
        O(n log n) time, and O(n) for each priority of a waiter.
    """
    priority = event_priority(trace)
    calls = np.flatnonzero(trace.is_any(Id.MUTEX_GET, Id.MUTEX_PUT))
    info = trace.info[calls]
    is_get = (trace.event[calls] == Id.MUTEX_GET) & (trace.lane[calls] != UNKNOWN)
    gives_up = (trace.event[calls] == Id.MUTEX_PUT) & (info[:, 2] == 1)
    gets = calls[is_get]
    owner = trace.lanes_of(info[is_get, 2])
    owner_priority = _last_seen(trace, priority, gets, owner)
    is_worse = (owner != UNKNOWN) & (owner != trace.lane[gets])
    is_worse &= owner_priority > priority[gets]
    at, owner, mutex = gets[is_worse], owner[is_worse], info[is_get, 0][is_worse]
    end = _next_put(mutex, at, info[gives_up, 0], calls[gives_up], len(trace))
    # Of several waits for one holder, the first opens the inversion.
    order = np.lexsort((at, end, mutex))
    same = np.zeros(len(at), np.bool_)
    same[1:] = (mutex[order][1:] == mutex[order][:-1]) & (end[order][1:] == end[order][:-1])
    places = np.sort(order[~same])
    at, owner, mutex, end = at[places], owner[places], mutex[places], end[places]
    return TrxInversions(
        at=at.astype(np.int64),
        end=end,
        waiter=trace.lane[at],
        owner=owner,
        mutex=mutex,
        unbounded_at=_first_worse(trace, priority, at, end, owner),
    )


def _last_seen(
    trace: TrxTrace,
    priority: NDArray[np.int64],
    at: NDArray[np.intp],
    lane: NDArray[np.int32],
) -> NDArray[np.int64]:
    """(m,) int64: priorities of threads at their last events before others; UNKNOWN."""
    if len(at) == 0:
        return np.zeros(0, np.int64)
    span = len(trace)
    key = np.flatnonzero(trace.lane != UNKNOWN)
    narrow = np.int16 if len(trace.threads) < np.iinfo(np.int16).max else np.int32
    order = np.argsort(trace.lane[key].astype(narrow), kind="stable")  # int16: a radix sort
    key = key[order]
    rank = trace.lane[key].astype(np.int64) * span + key
    place = np.searchsorted(rank, lane.astype(np.int64) * span + at) - 1
    is_there = (place >= 0) & (trace.lane[key[place]] == lane)
    return np.where(is_there, priority[key[place]], UNKNOWN)


def _next_put(
    mutex: NDArray[np.uint64],
    at: NDArray[np.intp],
    put_mutex: NDArray[np.uint64],
    put_at: NDArray[np.intp],
    count: int,
) -> NDArray[np.int64]:
    """(m,) int64: the first put of the same mutex after each event; count if there is none."""
    known, number = np.unique(np.concatenate([mutex, put_mutex]), return_inverse=True)
    if len(known) == 0 or len(put_at) == 0:
        return np.full(len(at), count, np.int64)
    mine, others = number[: len(mutex)], number[len(mutex) :]
    order = np.argsort(others, kind="stable")
    rank = others[order].astype(np.int64) * (count + 1) + put_at[order]
    place = np.searchsorted(rank, mine.astype(np.int64) * (count + 1) + at)
    inside = np.minimum(place, len(rank) - 1)
    is_there = (place < len(rank)) & (others[order][inside] == mine)
    return np.where(is_there, put_at[order][inside], count).astype(np.int64)


def _first_worse(
    trace: TrxTrace,
    priority: NDArray[np.int64],
    at: NDArray[np.intp],
    end: NDArray[np.int64],
    owner: NDArray[np.int32],
) -> NDArray[np.int64]:
    """(m,) int64: the first event in each range of a third thread that is less urgent."""
    places = np.full(len(at), NEVER, np.int64)
    for urgency in np.unique(priority[at]):
        mine = np.flatnonzero(priority[at] == urgency)
        worse = np.flatnonzero(priority > urgency)
        if len(worse) == 0:
            continue
        lane = trace.lane[worse]
        ends = np.append(np.flatnonzero(lane[1:] != lane[:-1]) + 1, len(worse))
        first = np.searchsorted(worse, at[mine])
        inside = np.minimum(first, len(worse) - 1)
        # Where the owner itself comes first: the next one after its interval.
        skip = ends[np.minimum(np.searchsorted(ends, inside, side="right"), len(ends) - 1)]
        place = np.where((first < len(worse)) & (lane[inside] == owner[mine]), skip, first)
        event = worse[np.minimum(place, len(worse) - 1)]
        is_there = (place < len(worse)) & (event < end[mine])
        places[mine] = np.where(is_there, event, NEVER)
    return places
