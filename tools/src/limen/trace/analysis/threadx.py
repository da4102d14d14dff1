# SPDX-License-Identifier: Apache-2.0
"""The moves in a trace of ThreadX: calls contain them, and the running thread is derived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis.fills import threadx_fills
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
from limen.trace.timeline import Steps
from limen.trace.trx.layout import PRIORITY_CHANGE, Id, ObjectType
from limen.trace.trx.model import IDLE
from limen.trace.trx.running import Running, Why, find_running

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.trx.model import TrxTrace

__all__ = ["threadx_moves"]

_ENDED: Final = (1, 2)  # states of a thread: completed, terminated
_REASONS: Final = {
    Why.FROM_IDLE: Reason.IDLE_ENDED,
    Why.BLOCKED: Reason.BLOCKED,
    Why.RELINQUISH: Reason.YIELDED,
    Why.TIME_SLICE: Reason.SLICE_ENDED,
    Why.PREEMPTED_BY_ISR: Reason.PREEMPTED_BY_INTERRUPT,
    Why.PREEMPTED_BY_OWN_CALL: Reason.PREEMPTED_BY_CALL,
}
_SENDS: Final = (Id.QUEUE_SEND, Id.QUEUE_FRONT_SEND)
_CALLS: Final = {
    Id.QUEUE_SEND: What.QUEUE,
    Id.QUEUE_FRONT_SEND: What.QUEUE,
    Id.QUEUE_RECEIVE: What.QUEUE,
    Id.SEMAPHORE_GET: What.SEMAPHORE,
    Id.FLAGS_GET: What.FLAGS,
    Id.BLOCK_ALLOCATE: What.BLOCK,
    Id.BYTE_ALLOCATE: What.BYTES,
    Id.MUTEX_GET: What.MUTEX,
}
_NUMBER_BITS: Final = np.uint64((1 << 63) - 1)  # so that words of 64 bits are int64
_PRIORITY_BITS: Final = 0x3FF
_PRIORITY_SHIFT: Final = 10
_THRESHOLD_SHIFT: Final = 16
_CORE_SHIFT: Final = 40  # above each depth of nesting


def threadx_moves(trace: TrxTrace) -> Moves:
    """The moves of a trace.

    Cost:
        O(n log n) for n events.
    """
    lane = trace.lane.astype(np.int64)
    own = np.flatnonzero(lane > IDLE)
    own = own[stable_order(lane[own])]
    return _Reader(trace, find_running(trace), lane, own, _numbers(trace.priority[own])).moves()


def _numbers(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    return (words & _NUMBER_BITS).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """A trace, and the running threads."""

    trace: TrxTrace
    running: Running
    lane: NDArray[np.int64]
    own: NDArray[np.int64]  # events of threads, by lane
    word: NDArray[np.int64]  # their priority words

    def moves(self) -> Moves:
        trace = self.trace
        shown, calls = self._steps(self.word & _PRIORITY_BITS), self._calls()
        threshold = self.word >> _THRESHOLD_SHIFT & _PRIORITY_BITS
        base = self._base(shown)
        # Before its first event a thread is as urgent as the program created it.
        priority = Steps(base.initial, shown.at, shown.thread, shown.value)
        urgency = np.flatnonzero(trace.is_any(Id.PRIORITY_CHANGE, Id.PREEMPTION_CHANGE))
        thread = np.where(trace.in_interrupt, INTERRUPT, np.maximum(self.lane, NOBODY))
        return Moves(
            lanes=self._lanes(),
            time=trace.time,
            core=trace.core.astype(np.int64),
            did=thread,
            running=self.running.after.astype(np.int64),
            in_interrupt=self.running.depth > 0,
            depth=self.running.depth.astype(np.int64),
            ready=self._ready(),
            suspend=self._suspend(calls),
            switches=self._switches(),
            calls=calls,
            interrupts=self._interrupts(),
            releases=_no_releases(),
            urgency=urgency,
            urgency_of=self._about(urgency),
            points=frozenset(),
            fills=threadx_fills(trace),
            priority=priority,
            base=base,
            level=self._steps(threshold) if trace.is_modern else shown,
            how=self._how(priority, base),
            objects={entry.address: entry.name for entry in trace.registry[::-1] if entry.name},
            nameless="{:#x}",
        )

    def _about(self, at: NDArray[np.int64], column: int = 0) -> NDArray[np.int64]:
        """Lanes of the threads in a word of events."""
        return self.trace.lanes_of(self.trace.info[at, column]).astype(np.int64)

    def _lanes(self) -> tuple[Lane, ...]:
        trace = self.trace
        lanes = []
        for number, name in enumerate(trace.lane_names()):
            entry = trace.objects.get(trace.address_of(number))
            is_thread = entry is not None and entry.type == ObjectType.THREAD
            size = entry.p2 if entry is not None and is_thread else 0
            lanes.append(Lane(trace.address_of(number), name, size))
        return tuple(lanes)

    def _moves_of(self, number: Id) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Events and lanes, without those by which the kernel changes a priority."""
        at = np.flatnonzero(self.trace.event == number)
        at = at[self.trace.info[at, 1] != PRIORITY_CHANGE]
        lane = self._about(at)
        return at[lane > 0], lane[lane > 0]

    def _ready(self) -> Ready:
        at, lane = self._moves_of(Id.RESUME)
        return Ready(at, lane, np.zeros(len(at), np.int64))

    def _suspend(self, calls: Calls) -> Suspend:
        at, lane = self._moves_of(Id.SUSPEND)
        state = _numbers(self.trace.info[at, 1])
        what = np.where(np.isin(state, _ENDED), What.END, np.minimum(state, 1 << 16))
        call = calls.newest(len(self.trace), at, lane, what)
        about = np.append(calls.object, 0)[call]  # 0 if there is no call
        return Suspend(at, lane, what, about, np.zeros(len(at), np.int64), call)

    def _switches(self) -> SwitchMoves:
        trace, running, span = self.trace, self.running, len(self.trace)
        known = np.zeros(len(Why), np.int64)
        for why, reason in _REASONS.items():
            known[why] = reason
        reasons = known[running.why]
        leaves = running.leaves.astype(np.int64)
        moves, mover = self._moves_of(Id.SUSPEND)
        suspended = newest_before(span, moves, mover, running.at, leaves)
        ended = (suspended >= 0) & np.isin(trace.info[suspended, 1], _ENDED)
        reasons[(reasons == Reason.BLOCKED) & ended] = Reason.TERMINATED
        slices = np.flatnonzero(trace.event == Id.TIME_SLICE)
        core = trace.core.astype(np.int64)
        yields = np.flatnonzero(trace.event == Id.RELINQUISH)
        own = np.where(
            reasons == Reason.YIELDED,
            newest_before(span, yields, self.lane[yields], running.at, leaves),
            newest_before(span, slices, core[slices], running.at, core[running.at]),
        )
        is_own = (reasons == Reason.YIELDED) | (reasons == Reason.SLICE_ENDED)
        comes = running.comes.astype(np.int64)
        own = np.where(is_own, own, NOBODY)
        return SwitchMoves(running.at, leaves, comes, reasons, own, is_event=False)

    def _calls(self) -> Calls:
        trace = self.trace
        at = np.flatnonzero(trace.is_any(*_CALLS))
        at = at[self.lane[at] > IDLE]
        event = trace.event[at]
        table = np.full(int(max(_CALLS)) + 1, NOBODY, np.int64)
        for number, what in _CALLS.items():
            table[number] = what
        is_held = (event == Id.MUTEX_GET) & (trace.info[at, 3] > 0)
        owner = self._about(at, 2)
        is_held &= owner != self.lane[at]
        return Calls(
            at,
            lane=self.lane[at],
            what=table[event],
            object=_numbers(trace.info[at, 0]),
            owner=np.where(is_held, owner, NOBODY),
            is_send=np.isin(event, _SENDS),
            bits=_numbers(trace.info[at, 1]),
        )

    def _interrupts(self) -> Interrupts:
        trace, depth = self.trace, self.running.depth.astype(np.int64)
        core = trace.core.astype(np.int64)
        at = np.flatnonzero(trace.is_any(Id.ISR_ENTER, Id.ISR_EXIT))
        is_enter = trace.event[at] == Id.ISR_ENTER
        if not is_enter.any():
            return self._bursts()
        inside = depth[at] + ~is_enter | core[at] << _CORE_SHIFT
        begin, end, _ = pair_by_depth(at, inside, is_enter)
        closes = np.flatnonzero(self.lane >= 0)  # a thread's event closes all
        order = stable_order(core[closes])
        keys = (core[closes] * len(trace) + closes)[order]
        place = np.searchsorted(keys, core[begin] * len(trace) + begin)
        later = np.append(keys, -1)[np.minimum(place, len(keys))]
        is_same = (place < len(keys)) & (later // len(trace) == core[begin])
        close = np.where(is_same, later % len(trace), len(trace))
        end = np.minimum(np.where(end == NOBODY, len(trace), end), close)
        end[end == len(trace)] = NOBODY
        number = _numbers(trace.info[begin, 1])
        return Interrupts(core[begin], begin, end, number, depth[begin])

    def _bursts(self) -> Interrupts:
        """Runs of neighbouring events in interrupts, from the first to the last one."""
        trace = self.trace
        core = trace.core.astype(np.int64)
        begin = np.flatnonzero(self.running.bursts)
        inside = np.flatnonzero(trace.in_interrupt)
        order = stable_order(core[inside])
        inside = inside[order]
        starts = np.flatnonzero(self.running.bursts[inside])
        ends = inside[np.append(starts[1:], len(inside))[: len(starts)] - 1]
        end = np.zeros(len(trace), np.int64)
        end[inside[starts]] = ends
        none = np.full(len(begin), NOBODY)
        return Interrupts(core[begin], begin, end[begin], none, np.ones(len(begin), np.int64))

    def _steps(self, shown: NDArray[np.int64]) -> Steps:
        """The values in the events of threads, where they change."""
        at, lane = self.own, self.lane[self.own]
        is_first = np.append(True, lane[1:] != lane[:-1])[: len(at)]
        changes = is_first.copy()
        changes[1:] |= shown[1:] != shown[:-1]
        initial = np.zeros(len(self.trace.threads) + 1, np.int64)
        initial[lane[is_first]] = shown[is_first]
        return Steps(initial, at[changes], lane[changes], shown[changes])

    def _base(self, shown: Steps) -> Steps:
        trace = self.trace
        initial = shown.initial.copy()
        at = np.flatnonzero(trace.is_any(Id.THREAD_CREATE, Id.PRIORITY_CHANGE))
        lane = self._about(at)
        at, lane = at[lane > 0], lane[lane > 0]
        value = _numbers(trace.info[at, 1]) & _PRIORITY_BITS
        is_new = trace.event[at] == Id.THREAD_CREATE
        initial[lane[is_new][::-1]] = value[is_new][::-1]  # the first of several counts
        for number in range(1, len(initial)):
            entry = trace.objects.get(trace.address_of(number))
            if entry is not None and entry.initial_priority is not None:
                initial[number] = entry.initial_priority
        return _never_more_urgent(Steps(initial, at, lane, value), shown)

    def _how(self, priority: Steps, base: Steps) -> Steps:
        own = base.before(priority.at + 1, priority.thread)
        inherits = np.where(priority.value < own, HELD.index("inheritance"), 0)
        return Steps(np.zeros_like(base.initial), priority.at, priority.thread, inherits)


def _never_more_urgent(recorded: Steps, shown: Steps) -> Steps:
    """Base priorities: the recorded ones, in any order, or less urgent ones that threads show.

    Inheritance makes a thread more urgent, so a thread that is less urgent than its base has a new
    base.
    """
    lanes = np.arange(len(recorded.initial))
    lane = np.concatenate([lanes, recorded.thread, shown.thread])
    at = np.concatenate([np.full(len(lanes), -1), recorded.at, shown.at])
    value = np.concatenate([recorded.initial, recorded.value, shown.value])
    is_told = np.arange(len(lane)) < len(lanes) + len(recorded.at)
    # The event that contains the new base of a thread still shows its previous priority.
    order = np.lexsort((is_told, at, lane))
    lane, at, value = lane[order], at[order], value[order]
    stretch = np.cumsum(is_told[order]) << _PRIORITY_SHIFT
    value = np.maximum.accumulate(stretch | value) - stretch
    changes = np.flatnonzero(at >= 0)
    return Steps(recorded.initial, at[changes], lane[changes], value[changes])


def _no_releases() -> Releases:
    none = np.zeros(0, np.int64)
    return Releases(none, none, none, none, none, none)
