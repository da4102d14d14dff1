# SPDX-License-Identifier: Apache-2.0
"""Threads that were kept from running: by raised levels, and blocking by less urgent threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import Moves, What
from limen.trace.analysis.spans import cut, expand, meetings
from limen.trace.sums import sum_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from limen.trace.analysis.states import Slices, States, Waits

__all__ = ["Blocking", "HeldOff", "Pieces", "find_blocking", "find_held_off", "find_pieces"]

_PAIRS_AT_A_TIME: Final = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Slices of threads, split where the level, the priority or the reason of the level changes.

    Attributes:
        core, lane: (p,) int64.
        begin, end: (p,) int64, events; begin rising.
        level: (p,) int64.
        base: (p,) int64, base priority.
        how: (p,) int64, index in HELD.
    """

    core: NDArray[np.int64]
    lane: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    level: NDArray[np.int64]
    base: NDArray[np.int64]
    how: NDArray[np.int64]

    def chosen(self, which: NDArray[np.bool_]) -> Pieces:
        """Some of them."""
        columns = (self.core, self.lane, self.begin, self.end, self.level, self.base, self.how)
        return Pieces(*(column[which] for column in columns))


@dataclass(frozen=True, slots=True, eq=False)
class HeldOff:
    """Intervals in which a thread would run if the level of the running one were not raised.

    Attributes:
        lane: (h,) int64, thread that is held off, rising.
        begin, end: (h,) int64, events; begin rising within a lane.
        by: (h,) int64, the lane that runs.
        level: (h,) int64, of that one.
        how: (h,) int64, index in HELD.
    """

    lane: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    by: NDArray[np.int64]
    level: NDArray[np.int64]
    how: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Blocking:
    """The blocking of one thread by a less urgent one.

    Attributes:
        lane, by: blocked thread, running thread.
        level: ticks in which the first one was ready.
        mutex: ticks in which it waited for a mutex.
    """

    lane: int
    by: int
    level: int
    mutex: int


def find_pieces(moves: Moves, slices: Slices) -> Pieces:
    """The slices of threads, with the numbers that decide which threads may preempt them.

    Cost:
        O(n log n) for n slices and changes.
    """
    own = slices.chosen((slices.lane > 0) & (slices.begin < slices.end))
    steps = (moves.level, moves.base, moves.how)
    changes = [one.changes_within(own.begin, own.end, own.lane) for one in steps]
    piece, begins, ends = cut(own.begin, own.end, *changes)
    lane = own.lane[piece]
    return Pieces(
        core=own.core[piece],
        lane=lane,
        begin=begins,
        end=ends,
        level=moves.level.before(begins + 1, lane),
        base=moves.base.before(begins + 1, lane),
        how=moves.how.before(begins + 1, lane),
    )


def find_held_off(moves: Moves, pieces: Pieces, ready: States) -> HeldOff:
    """The held-off intervals, with the thread that holds off.

    Args:
        moves: of a trace.
        pieces: see find_pieces.
        ready: the ready intervals of all threads.

    Cost:
        O(n log n + k) for n pieces and ready intervals, of which k pairs overlap while the level
        is raised.
    """
    raised = pieces.chosen(pieces.level < pieces.base)
    lane, begin, end, urgency = _urgent(moves, ready)
    intervals = []
    for which, piece in _meetings(raised, begin, end):
        mine = urgency[which]
        is_held = (raised.level[piece] <= mine) & (mine < raised.base[piece])
        is_held &= raised.lane[piece] != lane[which]
        one, other = which[is_held], piece[is_held]
        intervals.append(
            HeldOff(
                lane=lane[one],
                begin=np.maximum(begin[one], raised.begin[other]),
                end=np.minimum(end[one], raised.end[other]),
                by=raised.lane[other],
                level=raised.level[other],
                how=raised.how[other],
            )
        )
    return _joined(intervals)


def _meetings(
    pieces: Pieces, begin: NDArray[np.int64], end: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Intervals of threads that meet pieces: places of both, some at a time to save memory."""
    for core in np.unique(pieces.core).tolist():
        there = np.flatnonzero(pieces.core == core)
        first, count = meetings(begin, end, pieces.begin[there], pieces.end[there])
        total = np.cumsum(count)
        parts = np.searchsorted(total, np.arange(0, total[-1:].sum(), _PAIRS_AT_A_TIME))
        limits = [*np.unique(parts).tolist(), len(count)]
        for part in map(slice, limits, limits[1:]):
            one, nth = expand(count[part])
            one += part.start
            yield one, there[first[one] + nth]


def _urgent(
    moves: Moves, ready: States
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Ready intervals, split where the priority changes: lane, begin, end, priority."""
    newest = len(moves) - 1
    ends = np.where(ready.end < 0, newest, ready.end)
    not_empty = ready.begin < ends
    lane, begin, end = ready.lane[not_empty], ready.begin[not_empty], ends[not_empty]
    piece, begin, end = cut(begin, end, moves.priority.changes_within(begin, end, lane))
    lane = lane[piece]
    return lane, begin, end, moves.priority.before(begin + 1, lane)


def _joined(intervals: list[HeldOff]) -> HeldOff:
    """In order; consecutive intervals with the same thread, level and reason are joined."""
    names = ("lane", "begin", "end", "by", "level", "how")
    none = [np.zeros(0, np.int64)]
    whole = HeldOff(
        *(np.concatenate([getattr(one, n) for one in intervals] or none) for n in names)
    )
    order = np.lexsort((whole.begin, whole.lane))
    lane, begin, end, by, level, how = (getattr(whole, name)[order] for name in names)
    goes_on = (begin[1:] == end[:-1]) & (lane[1:] == lane[:-1]) & (by[1:] == by[:-1])
    goes_on &= (level[1:] == level[:-1]) & (how[1:] == how[:-1])
    first = np.flatnonzero(np.append([True] * min(len(lane), 1), ~goes_on))
    last = np.append(first[1:], len(lane))[: len(first)] - 1
    return HeldOff(lane[first], begin[first], end[last], by[first], level[first], how[first])


def find_blocking(
    moves: Moves, pieces: Pieces, ready: States, waits: Waits, window: tuple[int, int]
) -> tuple[Blocking, ...]:
    """The blocking in a window, for each pair of threads with any.

    Args:
        moves: of a trace.
        pieces: see find_pieces.
        ready: the ready intervals of all threads.
        waits: of all threads.
        window: events first <= i < last.

    Cost:
        O(n log n + k) for n pieces and intervals, of which k pairs overlap.
    """
    at_mutex = waits.what == What.MUTEX
    locked = (waits.lane[at_mutex], waits.begin[at_mutex], waits.end[at_mutex])
    level = _suffered(moves, pieces, (ready.lane, ready.begin, ready.end), window)
    mutex = _suffered(moves, pieces, locked, window)
    lanes = len(moves.lanes)
    pairs = np.flatnonzero(level + mutex).tolist()
    return tuple(
        Blocking(*divmod(pair, lanes), int(level[pair]), int(mutex[pair])) for pair in pairs
    )


def _suffered(
    moves: Moves,
    pieces: Pieces,
    intervals: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    window: tuple[int, int],
) -> NDArray[np.int64]:
    """(lanes * lanes,) int64: ticks by blocked and running thread."""
    lanes, newest = len(moves.lanes), len(moves) - 1
    total = np.zeros(lanes * lanes, np.int64)
    if newest < 0:
        return total
    opening, closing = (moves.time[min(limit, newest)] for limit in window)
    lane, begin, end = intervals
    end = np.where(end < 0, newest, end)
    not_empty = begin < end
    lane, begin, end = lane[not_empty], begin[not_empty], end[not_empty]
    which, begin, end = cut(begin, end, moves.base.changes_within(begin, end, lane))
    lane = lane[which]
    base = moves.base.before(begin + 1, lane)
    worse = pieces.chosen(pieces.base > base.min(initial=np.iinfo(np.int64).max))
    for one, other in _meetings(worse, begin, end):
        pair = lane[one] * lanes + worse.lane[other]
        starts = np.maximum(moves.time[begin[one]], moves.time[worse.begin[other]])
        stops = np.minimum(moves.time[end[one]], moves.time[worse.end[other]])
        ticks = np.clip(stops, opening, closing) - np.clip(starts, opening, closing)
        not_empty = (worse.base[other] > base[one]) & (worse.lane[other] != lane[one])
        total += sum_by(pair[not_empty], ticks[not_empty], lanes * lanes)
    return total
