# SPDX-License-Identifier: Apache-2.0
"""Priority inversions: waits for a mutex whose owner is less urgent than the waiter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.format import Event, Outcome
from limen.trace.timeline import base_priority, effective_priority

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["Inversions", "find_inversions"]

NEVER = -1


@dataclass(frozen=True, slots=True, eq=False)
class Inversions:
    """Waits of urgent threads for less urgent ones.

    Attributes:
        at: (n,) int64, the MUTEX_LOCK with which the wait begins.
        waiter, owner: (n,) int64, threads.
        unbounded_at: (n,) int64, the first SWITCH, during the wait, to a third thread of a priority
            strictly between the waiter's and the owner's base priority; -1 if there is none. From
            there on the wait is as long as those threads like.
    """

    at: NDArray[np.int64]
    waiter: NDArray[np.int64]
    owner: NDArray[np.int64]
    unbounded_at: NDArray[np.int64]


def find_inversions(trace: Trace) -> Inversions:
    """All priority inversions of a trace.

    Cost:
        O(n log n) time for n events, and O(n) more for each different (waiter's priority, owner,
        owner's priority).
    """
    at = np.flatnonzero((trace.event == Event.MUTEX_LOCK) & (trace.low == Outcome.WAITS))
    waiter, owner = trace.thread[at].astype(np.int64), trace.high[at].astype(np.int64)
    effective, base = effective_priority(trace), base_priority(trace)
    urgent = effective.before(at, waiter)
    is_inversion = urgent < effective.before(at, owner)
    at, waiter, owner = at[is_inversion], waiter[is_inversion], owner[is_inversion]
    windows = np.stack([urgent[is_inversion], base.before(at, owner), owner], axis=1)
    end = _wait_ends(trace, at, waiter)
    unbounded_at = np.full(len(at), NEVER, np.int64)
    switch_at = np.flatnonzero(trace.event == Event.SWITCH)
    runner = trace.object[switch_at].astype(np.int64)
    runner_priority = effective.before(switch_at, runner)
    for kind in np.unique(windows, axis=0):
        low, high, except_for = kind
        is_between = (low < runner_priority) & (runner_priority < high)
        is_between &= (runner != except_for) & (runner != 0)
        of_kind = (windows == kind).all(axis=1)
        hits = switch_at[is_between]
        unbounded_at[of_kind] = _first_within(hits, at[of_kind], end[of_kind])
    return Inversions(at, waiter, owner, unbounded_at)


def _wait_ends(trace: Trace, at: NDArray[np.int64], waiter: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) int64: the event with which each wait ends, ``len(trace)`` if it does not."""
    ready_at = np.flatnonzero(trace.event == Event.READY)
    thread = trace.object[ready_at].astype(np.int64)
    order = np.argsort(thread, kind="stable")
    ready_at, thread = ready_at[order], thread[order]
    span = len(trace) + 1
    found = np.searchsorted(thread * span + ready_at, waiter * span + at, side="right")
    ready_at, thread = np.append(ready_at, len(trace)), np.append(thread, NEVER)
    return np.where(thread[found] == waiter, ready_at[found], len(trace))


def _first_within(
    hits: NDArray[np.int64], begin: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each range (begin, end) the first of the rising hits in it, or -1."""
    found = np.append(hits, np.iinfo(np.int64).max)[np.searchsorted(hits, begin, side="right")]
    return np.where(found < end, found, NEVER)
