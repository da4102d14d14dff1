# SPDX-License-Identifier: Apache-2.0
"""Who kept whom from running: raised levels, and blocking by less urgent threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.analysis.moves import Moves, What
from limen.trace.analysis.spans import Spans, cut, overlap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis.states import Slices, States, Waits

__all__ = ["Blocking", "HeldOff", "Pieces", "find_blocking", "find_held_off", "find_pieces"]


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Slices of threads, cut where the level, the priority or the reason of the level changes.

    Attributes:
        core, lane: (p,) int64.
        begin, end: (p,) int64, events; begin rising.
        level: (p,) int64.
        base: (p,) int64, base priority.
        how: (p,) int64, place in HELD.
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
        lane: (h,) int64, who is held off, rising.
        begin, end: (h,) int64, events; begin rising within a lane.
        by: (h,) int64, the lane that runs.
        level: (h,) int64, of that one.
        how: (h,) int64, place in HELD.
    """

    lane: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    by: NDArray[np.int64]
    level: NDArray[np.int64]
    how: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Blocking:
    """What one thread suffered from a less urgent one.

    Attributes:
        lane, by: who suffered, who ran.
        level: ticks in which the first one was ready.
        mutex: ticks in which it waited for a mutex.
    """

    lane: int
    by: int
    level: int
    mutex: int


def find_pieces(moves: Moves, slices: Slices) -> Pieces:
    """The slices of threads, with what decides who may preempt them.

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
    """Who was held off, by whom.

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
    found = []
    for core in np.unique(raised.core).tolist():
        there = raised.chosen(raised.core == core)
        for number in np.unique(lane).tolist():
            own = slice(*np.searchsorted(lane, [number, number + 1]))
            near = there.chosen(
                (there.level <= urgency[own].max()) & (there.base > urgency[own].min())
            )
            one, other = overlap(begin[own], end[own], near.begin, near.end)
            mine = urgency[own][one]
            kept = (near.level[other] <= mine) & (mine < near.base[other])
            kept &= near.lane[other] != number
            one, other = one[kept], other[kept]
            found.append(
                HeldOff(
                    lane=np.full(len(one), number),
                    begin=np.maximum(begin[own][one], near.begin[other]),
                    end=np.minimum(end[own][one], near.end[other]),
                    by=near.lane[other],
                    level=near.level[other],
                    how=near.how[other],
                )
            )
    return _joined(found)


def _urgent(
    moves: Moves, ready: States
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Ready intervals, cut where the priority changes: lane, begin, end, priority."""
    newest = len(moves) - 1
    ends = np.where(ready.end < 0, newest, ready.end)
    kept = ready.begin < ends
    lane, begin, end = ready.lane[kept], ready.begin[kept], ends[kept]
    piece, begin, end = cut(begin, end, moves.priority.changes_within(begin, end, lane))
    lane = lane[piece]
    return lane, begin, end, moves.priority.before(begin + 1, lane)


def _joined(found: list[HeldOff]) -> HeldOff:
    """In order; what goes on with the same thread, level and reason is one interval."""
    names = ("lane", "begin", "end", "by", "level", "how")
    none = [np.zeros(0, np.int64)]
    whole = HeldOff(*(np.concatenate([getattr(one, n) for one in found] or none) for n in names))
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
    """Who suffered from whom, in a window, by pairs that did.

    Args:
        moves: of a trace.
        pieces: see find_pieces.
        ready: the ready intervals of all threads.
        waits: of all threads.
        window: events first <= i < last.

    Cost:
        O(t n log n) for t threads and n pieces.
    """
    at_mutex = waits.what == What.MUTEX
    order = np.argsort(waits.lane[at_mutex], kind="stable")
    locked = (waits.lane[at_mutex], waits.begin[at_mutex], waits.end[at_mutex])
    tables = [
        _suffered(moves, pieces, (ready.lane, ready.begin, ready.end), window),
        _suffered(moves, pieces, tuple(column[order] for column in locked), window),
    ]
    pairs = sorted(set(tables[0]) | set(tables[1]))
    return tuple(Blocking(*pair, tables[0].get(pair, 0), tables[1].get(pair, 0)) for pair in pairs)


def _suffered(
    moves: Moves,
    pieces: Pieces,
    intervals: tuple[NDArray[np.int64], ...],
    window: tuple[int, int],
) -> dict[tuple[int, int], int]:
    """Ticks by (who suffered, who ran)."""
    if len(moves) == 0:
        return {}
    newest = len(moves) - 1
    first, last = (moves.time[min(limit, newest)] for limit in window)
    begins = np.clip(moves.time[pieces.begin], first, last)
    ends = np.clip(moves.time[pieces.end], first, last)
    lane, begin, end = intervals
    end = np.where(end < 0, newest, end)
    found: dict[tuple[int, int], int] = {}
    for number in np.unique(lane).tolist():
        own = slice(*np.searchsorted(lane, [number, number + 1]))
        for urgency, part in _by_base(moves, number, begin[own], end[own]):
            worse = np.flatnonzero((pieces.base > urgency) & (begins < ends))
            if not len(worse):
                continue
            ticks = part.within(begins[worse], ends[worse])
            total = np.zeros(len(moves.lanes), np.int64)
            np.add.at(total, pieces.lane[worse], ticks)
            total[number] = 0
            for by in np.flatnonzero(total).tolist():
                found[number, by] = found.get((number, by), 0) + int(total[by])
    return found


def _by_base(
    moves: Moves, lane: int, begin: NDArray[np.int64], end: NDArray[np.int64]
) -> list[tuple[int, Spans]]:
    """The intervals of a thread, apart by its base priority."""
    changes = moves.base.changes_within(begin, end, np.full(len(begin), lane))
    _, begin, end = cut(begin, end, changes)
    base = moves.base.before(begin + 1, np.full(len(begin), lane))
    return [
        (urgency, Spans(moves.time[begin[base == urgency]], moves.time[end[base == urgency]]))
        for urgency in np.unique(base).tolist()
    ]
