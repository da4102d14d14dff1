# SPDX-License-Identifier: Apache-2.0
"""The moves in a trace of Limen, which the kernel records one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.fills import limen_fills
from limen.trace.analysis.moves import (
    HELD,
    INTERRUPT,
    NOBODY,
    Calls,
    Interrupts,
    Lane,
    Moves,
    Ready,
    Reason,
    Releases,
    Suspend,
    SwitchMoves,
    What,
)
from limen.trace.analysis.pairs import newest_before, pair_by_depth, stable_order
from limen.trace.describe import CHANGE, thread_name
from limen.trace.format import Event, Kind, Outcome, SwitchReason
from limen.trace.timeline import Steps, in_interrupt_after, running_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["limen_moves"]

_REASONS: Final = {
    SwitchReason.BLOCKED: Reason.BLOCKED,
    SwitchReason.PREEMPTED_BY_INTERRUPT: Reason.PREEMPTED_BY_INTERRUPT,
    SwitchReason.YIELDED: Reason.YIELDED,
    SwitchReason.SLICE_ENDED: Reason.SLICE_ENDED,
    SwitchReason.TERMINATED: Reason.TERMINATED,
    SwitchReason.IDLE_ENDED: Reason.IDLE_ENDED,
}
_SENDS: Final = (Event.QUEUE_SEND, Event.QUEUE_SEND_FRONT)
_CALLS: Final = {
    Event.QUEUE_SEND: What.QUEUE,
    Event.QUEUE_SEND_FRONT: What.QUEUE,
    Event.QUEUE_RECEIVE: What.QUEUE,
    Event.SEMAPHORE_WAIT: What.SEMAPHORE,
    Event.FLAGS_WAIT: What.FLAGS,
    Event.BLOCK_ALLOCATE: What.BLOCK,
    Event.BYTE_ALLOCATE: What.BYTES,
    Event.MUTEX_LOCK: What.MUTEX,
}
# Indexes in HELD by the reason in a LEVEL event. If none of these raised the level, the priority
# did, or the threshold.
_LOCKS: Final = (HELD.index("preemption disabled"), HELD.index("section"))
_HOW: Final = (0, 0, HELD.index("priority"), 0, 0, _LOCKS[0], 0, _LOCKS[1], 0)


def limen_moves(trace: Trace) -> Moves:
    """The moves of a trace.

    Cost:
        O(n log n) for n events.
    """
    return _Reader(trace).moves()


def _table(values: dict[Event, What]) -> NDArray[np.int64]:
    """(256,) int64: a value for each event, NOBODY for the others."""
    table = np.full(256, NOBODY, np.int64)
    for event, value in values.items():
        table[event] = value
    return table


@dataclass(slots=True)
class _Reader:
    """A trace, the lane of each thread's number, and its events by kind."""

    trace: Trace
    ids: tuple[int, ...]
    lane: NDArray[np.int64]
    about: NDArray[np.int64]
    by_kind: NDArray[np.int64]
    limits: NDArray[np.int64]

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.ids = (0, *trace.thread_ids())
        self.lane = np.full(1 << 16, NOBODY, np.int64)
        self.lane[list(self.ids)] = np.arange(len(self.ids))
        self.about = self.lane[trace.object]
        self.by_kind = np.argsort(trace.event, kind="stable")
        self.limits = np.append(0, np.cumsum(np.bincount(trace.event, minlength=1 << 8)))

    def moves(self) -> Moves:
        trace = self.trace
        urgency, urgency_of = self._urgency()
        calls, level = self._calls(), (Event.SWITCH, Event.LEVEL)
        base = self._steps((Event.THREAD_CREATE, Event.THREAD_PRIORITY), trace.a, "priority")
        priority = self._steps((Event.THREAD_CREATE, Event.PRIORITY), trace.a, "priority")
        return Moves(
            lanes=tuple(self._lane(number) for number in self.ids),
            time=trace.time,
            core=np.zeros(len(trace), np.int64),
            did=np.where(trace.depth > 0, INTERRUPT, self.lane[trace.thread]),
            running=self.lane[running_after(trace)],
            in_interrupt=in_interrupt_after(trace),
            depth=trace.depth.astype(np.int64),
            ready=self._ready(),
            suspend=self._suspend(calls),
            switches=self._switches(),
            calls=calls,
            interrupts=self._interrupts(),
            releases=self._releases(),
            urgency=urgency,
            urgency_of=urgency_of,
            points=frozenset(self._at(Event.PREEMPT_POINT).tolist()),
            fills=limen_fills(trace),
            priority=priority,
            base=base,
            level=self._steps(level, trace.a, "threshold"),
            how=self._how(priority, base),
            objects={entry.id: entry.name for entry in trace.objects.values() if entry.name},
            nameless="#{}",
        )

    def _at(self, *events: Event) -> NDArray[np.int64]:
        """The places of some kinds of events, rising."""
        limits = self.limits
        places = [self.by_kind[limits[event] : limits[event + 1]] for event in events]
        return places[0] if len(places) == 1 else np.sort(np.concatenate(places))

    def _lane(self, number: int) -> Lane:
        entry = self.trace.objects.get(number)
        is_thread = entry is not None and entry.kind == Kind.THREAD
        size = entry.size if entry is not None and is_thread else 0
        return Lane(number, thread_name(self.trace, number), size)

    def _ready(self) -> Ready:
        at = self._at(Event.READY)
        return Ready(at, self.about[at], self.trace.low[at].astype(np.int64))

    def _suspend(self, calls: Calls) -> Suspend:
        at = self._at(Event.SUSPEND)
        lane = self.lane[self.trace.low[at]]
        at, lane = at[lane > 0], lane[lane > 0]
        trace = self.trace
        what, about = trace.a[at].astype(np.int64), trace.object[at].astype(np.int64)
        call = calls.newest(len(trace), at, lane, what)
        is_own = (call != NOBODY) & (np.append(calls.object, NOBODY)[call] == about)
        outcome = trace.high[at].astype(np.int64)
        return Suspend(at, lane, what, about, outcome, np.where(is_own, call, NOBODY))

    def _switches(self) -> SwitchMoves:
        trace = self.trace
        at = self._at(Event.SWITCH)
        known = np.full(256, Reason.PREEMPTED_BY_CALL, np.int64)
        for number, reason in _REASONS.items():
            known[number] = reason
        why = known[np.minimum(trace.b[at], 255)]
        leaves = self.lane[trace.thread[at]]
        span = len(trace)
        yields, slices = self._at(Event.YIELD), self._at(Event.SLICE)
        own = np.where(
            why == Reason.YIELDED,
            newest_before(span, yields, self.lane[trace.thread[yields]], at, leaves),
            newest_before(span, slices, self.about[slices], at, leaves),
        )
        is_own = (why == Reason.YIELDED) | (why == Reason.SLICE_ENDED)
        own = np.where(is_own, own, NOBODY)
        return SwitchMoves(at, leaves, self.about[at], why, own, is_event=True)

    def _calls(self) -> Calls:
        trace = self.trace
        at = self._at(*_CALLS)
        at = at[(trace.depth[at] == 0) & (trace.thread[at] != 0)]
        event = trace.event[at]
        has_owner = (event == Event.MUTEX_LOCK) & (trace.low[at] == Outcome.WAITS)
        return Calls(
            at,
            lane=self.lane[trace.thread[at]],
            what=_table(_CALLS)[event],
            object=trace.object[at].astype(np.int64),
            owner=np.where(has_owner, self.lane[trace.high[at]], NOBODY),
            is_send=np.isin(event, _SENDS),
            bits=trace.b[at].astype(np.int64),
        )

    def _interrupts(self) -> Interrupts:
        trace = self.trace
        at = self._at(Event.IRQ_ENTER, Event.IRQ_EXIT)
        depth = trace.depth[at].astype(np.int64)
        is_enter = trace.event[at] == Event.IRQ_ENTER
        begin, end, depth = pair_by_depth(at, depth, is_enter)
        number = trace.a[begin].astype(np.int64)
        return Interrupts(np.zeros(len(begin), np.int64), begin, end, number, depth)

    def _releases(self) -> Releases:
        done, missed = self._at(Event.COMPLETE), self._at(Event.DEADLINE_MISS)
        done, missed = done[self.about[done] > 0], missed[self.about[missed] > 0]
        released = np.unique(self.about[self._at(Event.RELEASE)])
        response = self.trace.b[done].astype(np.int64)
        return Releases(
            released[released > 0],
            done,
            self.about[done],
            response,
            missed,
            self.about[missed],
        )

    def _urgency(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        trace = self.trace
        at = self._at(Event.LEVEL, Event.PRIORITY, Event.PREEMPT_POINT)
        is_point = trace.event[at] == Event.PREEMPT_POINT
        return at, np.where(is_point, self.lane[trace.thread[at]], self.about[at])

    def _how(self, priority: Steps, base: Steps) -> Steps:
        """The reason of each raised level, from each dispatch and each change of a level on."""
        level = self._steps((Event.LEVEL,), self.trace.high)
        urgency = self._steps((Event.PRIORITY,), self.trace.high)
        changes = self._steps((Event.LEVEL, Event.SWITCH), self.trace.high)
        at, lane = changes.at + 1, changes.thread
        by_level = level.before(at, lane)
        by_level = np.array(_HOW)[np.where(by_level < len(_HOW), by_level, 0)]
        is_ceiling = urgency.before(at, lane) == CHANGE.index("ceiling")
        by_priority = np.where(is_ceiling, HELD.index("ceiling"), HELD.index("inheritance"))
        inherits = (priority.before(at, lane) < base.before(at, lane)) & ~np.isin(by_level, _LOCKS)
        value = np.where(inherits, by_priority, by_level)
        return Steps(np.zeros_like(base.initial), changes.at, lane, value)

    def _steps(
        self, events: tuple[Event, ...], value: NDArray[np.integer], initially: str | None = None
    ) -> Steps:
        at = self._at(*events)
        lane = self.about[at]
        at, lane = at[lane > 0], lane[lane > 0]
        order = stable_order(lane)
        at, lane = at[order], lane[order]
        initial = np.zeros(len(self.ids), np.int64)
        for place, number in enumerate(self.ids):
            entry = self.trace.objects.get(number)
            if initially is not None and entry is not None and entry.kind == Kind.THREAD:
                initial[place] = getattr(entry, initially)
        return Steps(initial, at, lane, value[at].astype(np.int64))
