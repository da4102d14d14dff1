# SPDX-License-Identifier: Apache-2.0
"""The rows of a ThreadX trace made from Limen's events: their order and their times.

ThreadX has no event for a switch: the running thread follows from the context of the events, and
the reason from the newest event before. Therefore each switch becomes a ``running`` event of the
next thread, the event before it gets the time of the switch, and the event that caused the switch
becomes the last one of the leaving thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.numbers import Event, SwitchReason

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["Order", "order_rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Rows, in their order.

    Attributes:
        source: (m,) int64, the event of Limen from which each was made.
        is_running: (m,) bool, it shows that the target thread of a SWITCH runs.
        is_marker: (m,) bool, it is the SWITCH itself, where no other event has its instant.
        time: (m,) int64, ticks, never falling.
        next: (m,) int64, the thread that the kernel has chosen after the event; 0 idle.
    """

    source: NDArray[np.int64]
    is_running: NDArray[np.bool_]
    is_marker: NDArray[np.bool_]
    time: NDArray[np.int64]
    next: NDArray[np.int64]


def order_rows(trace: Trace) -> Order:
    """Rows of all events; those of SWITCH are ``running`` events, and markers where needed.

    Cost:
        O(n log n) time for n events.
    """
    is_switch = trace.event == Event.SWITCH
    switch, other = np.flatnonzero(is_switch), np.flatnonzero(~is_switch)
    follows = np.append(False, is_switch[:-1])[switch] | (switch == 0)
    marker, running = switch[follows], switch[trace.object[switch] != 0]
    moved, behind = _late_causes(trace, switch)
    key, time = 4 * np.arange(len(trace)) + 1, trace.time.copy()
    key[moved] = 4 * behind + 2
    is_last = is_switch[np.minimum(behind + 1, len(trace) - 1)]
    time[moved] = np.where(is_last, time[np.minimum(behind + 1, len(trace) - 1)], time[behind])
    leads = switch[~follows] - 1
    leads = leads[~np.isin(leads, behind)]
    time[leads] = trace.time[leads + 1]
    source = np.concatenate([other, marker, running])
    keys = np.concatenate([key[other], 4 * marker, 4 * running + 3])
    kind = np.repeat([0, 1, 2], [len(other), len(marker), len(running)])
    order = np.argsort(keys, kind="stable")
    source, kind = source[order], kind[order]
    return Order(
        source=source,
        is_running=kind == 2,  # noqa: PLR2004 - as numbered above
        is_marker=kind == 1,
        time=time[source],
        next=_next(trace, switch, moved, behind)[source],
    )


def _late_causes(
    trace: Trace, switch: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Causes of switches after which the thread had more events, and the last one of these."""
    reason, leaver = trace.b[switch], trace.thread[switch]
    previous = np.append(-1, switch[:-1])
    own = np.maximum.accumulate(np.where(trace.depth == 0, np.arange(len(trace)), -1))
    newest = own[switch - 1]
    moved, behind = [], []
    suspends = (SwitchReason.BLOCKED, SwitchReason.TERMINATED)
    for event, reasons, subject in (
        (Event.SUSPEND, suspends, trace.low),
        (Event.YIELD, (SwitchReason.YIELDED,), trace.thread),
    ):
        known = np.append(-1, np.flatnonzero(trace.event == event))
        cause = known[np.searchsorted(known, switch) - 1]
        fits = np.isin(reason, reasons) & (cause > previous) & (subject[cause] == leaver)
        fits &= newest > cause
        moved.append(cause[fits])
        behind.append(newest[fits])
    causes, lasts = np.concatenate(moved), np.concatenate(behind)
    not_woken = ~_woken_between(trace, causes, lasts)
    return causes[not_woken], lasts[not_woken]


def _woken_between(
    trace: Trace, begin: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """(m,) bool: the thread of an event becomes ready between it and another one."""
    woken = [
        bool(np.any((trace.event[i:j] == Event.READY) & (trace.object[i:j] == trace.thread[i])))
        for i, j in zip(begin.tolist(), end.tolist(), strict=True)
    ]
    return np.array(woken, np.bool_)


def _next(
    trace: Trace, switch: NDArray[np.int64], moved: NDArray[np.int64], behind: NDArray[np.int64]
) -> NDArray[np.int64]:
    """(n,) int64: target of the next SWITCH, if the running thread has no event before it."""
    count = len(trace)
    places = np.arange(count)
    own = np.append(np.where((trace.depth == 0) & (trace.event != Event.SWITCH), places, count), 0)
    own[count] = count
    next_own = np.minimum.accumulate(own[::-1])[::-1][1:]
    coming = np.append(switch, count)[np.searchsorted(switch, places)]
    goes = (coming < count) & (next_own > coming)
    goes[moved], goes[behind] = True, False
    to = trace.object[np.minimum(coming, max(count - 1, 0))] if count else trace.object
    return np.where(goes, to, trace.thread).astype(np.int64)
