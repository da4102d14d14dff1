# SPDX-License-Identifier: Apache-2.0
"""Values that change at events, looked up for many events at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.format import Event, Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["Steps", "base_priority", "effective_priority", "in_interrupt_after", "running_after"]


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A number per thread that changes at events.

    Attributes:
        initial: (65536,) int64, by thread: value before the first change.
        at: (n,) int64, events that change it, rising within a thread.
        thread: (n,) int64, thread of each change, rising.
        value: (n,) int64, the new number.
    """

    initial: NDArray[np.int64]
    at: NDArray[np.int64]
    thread: NDArray[np.int64]
    value: NDArray[np.int64]

    def before(self, at: NDArray[np.int64], thread: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of threads before events.

        Args:
            at: (m,) numbers of events.
            thread: (m,) numbers of threads.

        Returns:
            (m,) int64.

        Cost:
            O(m log n) time.
        """
        span = 1 + max(self.at.max(initial=0), at.max(initial=0))
        places = np.searchsorted(self.thread * span + self.at, thread * span + at, side="left") - 1
        if len(self.at) == 0:
            return self.initial[thread]
        is_change = (places >= 0) & (self.thread[places] == thread)
        return np.where(is_change, self.value[places], self.initial[thread])

    def changes_within(
        self, begin: NDArray[np.int64], end: NDArray[np.int64], thread: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The changes between events, both excluded.

        Args:
            begin: (m,) numbers of events.
            end: (m,) numbers of events.
            thread: (m,) numbers of threads.

        Returns:
            Two columns (k,) int64: which range 0 <= i < m, and the event that is in it.
        """
        span = 1 + self.at.max(initial=0)
        key = self.thread * span + self.at
        first = np.searchsorted(key, thread * span + np.minimum(begin + 1, span), side="left")
        last = np.searchsorted(key, thread * span + np.minimum(end, span), side="left")
        count = np.maximum(last - first, 0)
        which = np.repeat(np.arange(len(begin)), count)
        nth = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
        return which, self.at[first[which] + nth]


def base_priority(trace: Trace) -> Steps:
    """The priorities that the program set."""
    return _priority_steps(trace, trace.is_any(Event.THREAD_CREATE, Event.THREAD_PRIORITY))


def effective_priority(trace: Trace) -> Steps:
    """The priorities in force: base, inherited and ceilings."""
    return _priority_steps(trace, trace.is_any(Event.THREAD_CREATE, Event.PRIORITY))


def _priority_steps(trace: Trace, is_change: NDArray[np.bool_]) -> Steps:
    initial = np.zeros(1 << 16, np.int64)
    for entry in trace.objects.values():
        if entry.kind == Kind.THREAD:
            initial[entry.id] = entry.priority
    at = np.flatnonzero(is_change)
    thread = trace.object[at].astype(np.int64)
    order = np.argsort(thread, kind="stable")
    return Steps(initial, at[order], thread[order], trace.a[at[order]].astype(np.int64))


def running_after(trace: Trace) -> NDArray[np.uint16]:
    """(n,) uint16: the thread that runs from each event on, 0 idle."""
    return np.where(trace.event == Event.SWITCH, trace.object, trace.thread)


def in_interrupt_after(trace: Trace) -> NDArray[np.bool_]:
    """(n,) bool: an interrupt's handler runs from each event on."""
    is_exit = (trace.event == Event.IRQ_EXIT).astype(np.uint8)
    in_interrupt: NDArray[np.bool_] = trace.depth > is_exit
    return in_interrupt
