# SPDX-License-Identifier: Apache-2.0
"""Jobs: how long threads took from a release, or a wake-up, to their end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.moves import NOBODY, Moves
from limen.trace.analysis.spans import Spans
from limen.trace.analysis.states import State, find_slices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis.states import Slices, States

__all__ = ["MEASURES", "Distribution", "Jobs", "distribution", "find_jobs"]

MEASURES: Final = (
    "response",
    "start_latency",
    "execution",
    "ready",
    "waiting",
    "interrupted",
    "interval",
)


@dataclass(frozen=True, slots=True, eq=False)
class Jobs:
    """Jobs of periodic threads and activations of the others, by lane and then by time.

    Attributes:
        lane: (j,) int64.
        is_job: (j,) bool; otherwise it is an activation.
        end_at: (j,) int64, event with which it ends.
        release, end: (j,) int64, times.
        response, start_latency, execution, ready, waiting, interrupted: (j,) int64, ticks.
        interval: (j,) int64, ticks since the previous release; NOBODY for the first one.
        missed: (j,) bool, its deadline.
    """

    lane: NDArray[np.int64]
    is_job: NDArray[np.bool_]
    end_at: NDArray[np.int64]
    release: NDArray[np.int64]
    end: NDArray[np.int64]
    response: NDArray[np.int64]
    start_latency: NDArray[np.int64]
    execution: NDArray[np.int64]
    ready: NDArray[np.int64]
    waiting: NDArray[np.int64]
    interrupted: NDArray[np.int64]
    interval: NDArray[np.int64]
    missed: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.lane)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Numbers, summed up. All but count are None if there are none.

    Attributes:
        count: of the numbers.
        least, mean, median, p90, p99, greatest: the mean rounded down.
        jitter: greatest - least.
    """

    count: int
    least: int | None = None
    mean: int | None = None
    median: int | None = None
    p90: int | None = None
    p99: int | None = None
    greatest: int | None = None
    jitter: int | None = None


def distribution(values: NDArray[np.int64]) -> Distribution:
    """The distribution of (n,) int64 numbers.

    >>> distribution(np.array([4, 1, 3])).median, distribution(np.array([4, 1, 3])).p90
    (3, 4)
    """
    count = len(values)
    if count == 0:
        return Distribution(0)
    order = np.sort(values)
    median, p90, p99 = (int(order[-(-percent * count // 100) - 1]) for percent in (50, 90, 99))
    least, greatest = int(order[0]), int(order[-1])
    mean = least + int((order - least).sum()) // count
    return Distribution(count, least, mean, median, p90, p99, greatest, greatest - least)


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """Jobs before they are measured; columns (j,) int64, by lane and then by time."""

    lane: NDArray[np.int64]
    begin_at: NDArray[np.int64]  # event after which a missed deadline belongs to the job
    end_at: NDArray[np.int64]
    release: NDArray[np.int64]
    missed: NDArray[np.bool_]


def find_jobs(moves: Moves, states: States, slices: Slices) -> Jobs:
    """All jobs and activations that have a start and an end in the trace.

    Cost:
        O(n log n) for n events.
    """
    parts = (_completed(moves), _activations(moves))
    names = ("lane", "begin_at", "end_at", "release", "missed")
    whole = _Ends(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    order = np.lexsort((whole.end_at, whole.lane))
    ends = _Ends(*(getattr(whole, name)[order] for name in names))
    end = moves.time[ends.end_at]
    measured = _measure(moves, states, slices, ends, end)
    interval = np.full(len(ends.lane), NOBODY)
    same = np.flatnonzero(ends.lane[1:] == ends.lane[:-1]) + 1
    interval[same] = ends.release[same] - ends.release[same - 1]
    return Jobs(
        lane=ends.lane,
        is_job=np.isin(ends.lane, moves.releases.released),
        end_at=ends.end_at,
        release=ends.release,
        end=end,
        response=end - ends.release,
        start_latency=measured[0],
        execution=measured[1],
        ready=measured[2],
        waiting=measured[3],
        interrupted=measured[4],
        interval=interval,
        missed=ends.missed,
    )


def _misses(
    moves: Moves, lane: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """(j,) bool: an event first < i < last shows a missed deadline of the lane."""
    span, releases = len(moves) + 1, moves.releases
    key = np.sort(releases.missed_lane * span + releases.missed_at)
    ahead = np.searchsorted(key, lane * span + first, side="right")
    missed: NDArray[np.bool_] = np.searchsorted(key, lane * span + last, side="left") > ahead
    return missed


def _completed(moves: Moves) -> _Ends:
    """Jobs of the threads that have a release in the trace."""
    releases = moves.releases
    is_periodic = np.isin(releases.lane, releases.released)
    order = np.argsort(releases.lane[is_periodic], kind="stable")
    lane, at = releases.lane[is_periodic][order], releases.at[is_periodic][order]
    release = moves.time[at] - releases.response[is_periodic][order]
    behind = np.append(at[1:], len(moves))[: len(at)]
    is_last = np.append(lane[1:] != lane[:-1], [True] * min(len(at), 1))
    # The kernel records a missed deadline right after the completion.
    missed = _misses(moves, lane, at, np.where(is_last, len(moves), behind))
    begins = release >= moves.time[0] if len(moves) else np.zeros(0, np.bool_)
    columns = (lane, at, at, release, missed)
    return _Ends(*(column[begins] for column in columns))


def _activations(moves: Moves) -> _Ends:
    """Activations of the other threads: from the end of a wait to the next suspension."""
    ready, suspend, span = moves.ready, moves.suspend, len(moves) + 1
    lane = np.concatenate([ready.lane, suspend.lane])
    at = np.concatenate([ready.at, suspend.at])
    is_ready = np.arange(len(at)) < len(ready.at)
    has_no_release = (lane > 0) & ~np.isin(lane, moves.releases.released)
    lane, at, is_ready = lane[has_no_release], at[has_no_release], is_ready[has_no_release]
    order = np.argsort(lane * span + at)
    lane, at, is_ready = lane[order], at[order], is_ready[order]
    # Of several moves of one kind in a row only the first one changes anything.
    is_first = np.ones(len(at), np.bool_)
    is_first[1:] = (lane[1:] != lane[:-1]) | (is_ready[1:] != is_ready[:-1])
    lane, at, is_ready = lane[is_first], at[is_first], is_ready[is_first]
    begins = np.flatnonzero(is_ready[:-1] & ~is_ready[1:] & (lane[1:] == lane[:-1]))
    lane, begin, end = lane[begins], at[begins], at[begins + 1]
    missed = _misses(moves, lane, begin, end + 1)
    return _Ends(lane, begin, end, moves.time[begin], missed)


def _measure(
    moves: Moves, states: States, slices: Slices, ends: _Ends, end: NDArray[np.int64]
) -> tuple[NDArray[np.int64], ...]:
    """(j,) int64 each: start latency, execution, ready, waiting, interrupted."""
    inside = find_slices(moves, apart=moves.in_interrupt)
    by_lane = [_Intervals.of(moves, one) for one in (inside, slices)]
    newest = len(moves) - 1
    columns = tuple(np.zeros(len(ends.lane), np.int64) for _ in range(5))
    lanes, first = np.unique(ends.lane, return_index=True)
    limits = np.append(first, len(ends.lane))
    for number, part in zip(lanes.tolist(), map(slice, limits, limits[1:]), strict=True):
        begin, until = ends.release[part], end[part]
        interrupts, runs = (one.of_lane(number) for one in by_lane)
        own = slice(*np.searchsorted(states.lane, [number, number + 1]))
        ends_at = np.where(states.end[own] < 0, newest, states.end[own])
        is_ready = states.state[own] == State.READY
        ready = Spans(moves.time[states.begin[own][is_ready]], moves.time[ends_at[is_ready]])
        place = np.searchsorted(runs.end, begin, side="right")
        starts = np.append(runs.begin, np.iinfo(np.int64).max)[place]
        columns[0][part] = np.minimum(np.maximum(starts, begin), until) - begin
        columns[4][part] = interrupts.within(begin, until)
        columns[1][part] = runs.within(begin, until) - columns[4][part]
        columns[2][part] = ready.within(begin, until)
        # A thread that neither runs nor is ready waits, also for a first release that comes late.
        columns[3][part] = until - begin - columns[1][part] - columns[2][part] - columns[4][part]
    return columns


@dataclass(frozen=True, slots=True, eq=False)
class _Intervals:
    """Times of slices by lane."""

    lane: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]

    @staticmethod
    def of(moves: Moves, slices: Slices) -> _Intervals:
        order = np.argsort(slices.lane, kind="stable")
        lane, begin = slices.lane[order], moves.time[slices.begin[order]]
        end = moves.time[slices.end[order]]
        # A thread runs on one core at a time: if two cores claim it, on the one on which it ran
        # last.
        end[:-1] = np.where(lane[1:] == lane[:-1], np.minimum(end[:-1], begin[1:]), end[:-1])
        return _Intervals(lane, begin, end)

    def of_lane(self, number: int) -> Spans:
        own = slice(*np.searchsorted(self.lane, [number, number + 1]))
        return Spans(self.begin[own], self.end[own])
