# SPDX-License-Identifier: Apache-2.0
"""Priority inversions: waits for a mutex whose owner is less urgent than the waiter.

Base priorities count, as in the kernel: an inherited priority is the remedy and does not undo the
inversion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.format import WAITS_FOR_RESUME, Event, Outcome
from limen.trace.timeline import Steps, base_priority, effective_priority

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["Inversions", "find_inversions"]

NEVER = -1
_END = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Inversions:
    """Waits of urgent threads for less urgent ones.

    Attributes:
        at: (n,) int64, the MUTEX_LOCK with which the wait begins.
        end: (n,) int64, the event with which the wait ends, or the owner unlocks the mutex for any
            next owner; beyond all events if neither occurs.
        waiter, owner: (n,) int64, threads.
        unbounded_at: (n,) int64, the first SWITCH between at and end to a third thread with a
            priority strictly between the base priorities of the waiter and the owner; -1 if there
            is none. From there on such threads determine the duration of the wait.
    """

    at: NDArray[np.int64]
    end: NDArray[np.int64]
    waiter: NDArray[np.int64]
    owner: NDArray[np.int64]
    unbounded_at: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Inversions, cut where a base priority changes. Columns (m,) int64."""

    inversion: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    most_urgent: NDArray[np.int64]
    least_urgent: NDArray[np.int64]
    owner: NDArray[np.int64]


def find_inversions(trace: Trace) -> Inversions:
    """All priority inversions of a trace.

    Cost:
        O(n log n) time for n events, and for each priority in use O(log n) for each inversion.
    """
    base = base_priority(trace)
    at = np.flatnonzero((trace.event == Event.MUTEX_LOCK) & (trace.low == Outcome.WAITS))
    waiter, owner = trace.thread[at].astype(np.int64), trace.high[at].astype(np.int64)
    is_inversion = base.before(at, waiter) < base.before(at, owner)
    at, waiter, owner = at[is_inversion], waiter[is_inversion], owner[is_inversion]
    end = _ends(trace, at, waiter, owner)
    pieces = _cut(base, at, end, waiter, owner)
    unbounded_at = np.full(len(at), _END)
    np.minimum.at(unbounded_at, pieces.inversion, _first_between(trace, pieces))
    unbounded_at[unbounded_at == _END] = NEVER
    return Inversions(at, end, waiter, owner, unbounded_at)


def _ends(
    trace: Trace, at: NDArray[np.int64], waiter: NDArray[np.int64], owner: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(n,) int64: the event with which each inversion ends."""
    mutex = trace.object[at].astype(np.int64)
    ends_wait = trace.is_any(Event.READY, Event.THREAD_TERMINATE)
    frees = (trace.event == Event.MUTEX_UNLOCK) & (trace.a == 0) & (trace.low == Outcome.DONE)
    frees |= trace.event == Event.MUTEX_DELETE
    # Its wait is over, and it is suspended because of a request during the wait.
    suspended = (trace.event == Event.SUSPEND) & (trace.a == WAITS_FOR_RESUME)
    # A thread that calls again does not wait any more, whatever the trace has lost.
    waits = (trace.event == Event.MUTEX_LOCK) & (trace.low == Outcome.WAITS)
    candidates = (
        _next_about(trace, ends_wait, at, waiter),
        _next_about(trace, waits, at, waiter, trace.thread),
        _next_about(trace, suspended, at, waiter, trace.low),
        _next_about(trace, trace.event == Event.THREAD_TERMINATE, at, owner),
        _next_about(trace, frees, at, mutex),
    )
    end: NDArray[np.int64] = np.minimum.reduce(candidates)
    return end


def _next_about(
    trace: Trace,
    chosen: NDArray[np.bool_],
    at: NDArray[np.int64],
    number: NDArray[np.int64],
    subject: NDArray[np.uint16] | None = None,
) -> NDArray[np.int64]:
    """(n,) int64: for each (at, number) the first chosen event after it about that object.

    subject: (events,) subject of each event; None: its object.
    """
    event = np.flatnonzero(chosen)
    about = (trace.object if subject is None else subject)[event].astype(np.int64)
    order = np.argsort(about, kind="stable")
    event, about = event[order], about[order]
    span = len(trace) + 1
    places = np.searchsorted(about * span + event, number * span + at, side="right")
    event, about = np.append(event, _END), np.append(about, NEVER)
    return np.where(about[places] == number, event[places], _END)


def _cut(
    base: Steps,
    at: NDArray[np.int64],
    end: NDArray[np.int64],
    waiter: NDArray[np.int64],
    owner: NDArray[np.int64],
) -> _Pieces:
    """The inversions, split where a base priority of the waiter or the owner changes."""
    which, begin = [np.arange(len(at))], [at]
    for thread in (waiter, owner):
        inversion, change = base.changes_within(at, end, thread)
        which.append(inversion)
        begin.append(change)
    inversion, begins = np.concatenate(which), np.concatenate(begin)
    order = np.lexsort((begins, inversion))
    inversion, begins = inversion[order], begins[order]
    goes_on = np.append(inversion[1:], NEVER) == inversion
    ends = np.where(goes_on, np.append(begins[1:], _END), end[inversion])
    return _Pieces(
        inversion=inversion,
        begin=begins,
        end=ends,
        most_urgent=base.before(begins + 1, waiter[inversion]),
        least_urgent=base.before(begins + 1, owner[inversion]),
        owner=owner[inversion],
    )


def _first_between(trace: Trace, pieces: _Pieces) -> NDArray[np.int64]:
    """(m,) int64: the first SWITCH of each piece to a third thread of a priority between."""
    switch = np.flatnonzero(trace.event == Event.SWITCH)
    runner = trace.object[switch].astype(np.int64)
    switch, runner = switch[runner != 0], runner[runner != 0]
    priority = effective_priority(trace).before(switch, runner)
    first = np.full(len(pieces.begin), _END)
    for level in np.unique(priority):
        is_between = (pieces.most_urgent < level) & (level < pieces.least_urgent)
        at_level = priority == level
        firsts = _first_by_other(
            switch[at_level], runner[at_level], pieces.begin[is_between], pieces.owner[is_between]
        )
        first[is_between] = np.minimum(first[is_between], firsts)
    return np.where(first < pieces.end, first, _END)


def _first_by_other(
    switch: NDArray[np.int64],
    runner: NDArray[np.int64],
    begin: NDArray[np.int64],
    owner: NDArray[np.int64],
) -> NDArray[np.int64]:
    """(m,) int64: the first of the rising switches after begin that does not go to the owner."""
    is_other = np.flatnonzero(runner[1:] != runner[:-1]) + 1
    other = np.searchsorted(is_other, np.arange(len(runner)), side="right")
    next_other = np.append(np.append(is_other, len(runner))[other], len(runner))
    places = np.searchsorted(switch, begin, side="right")
    is_owner = np.append(runner, NEVER)[places] == owner
    return np.append(switch, _END)[np.where(is_owner, next_other[places], places)]
