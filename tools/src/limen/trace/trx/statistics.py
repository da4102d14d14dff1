# SPDX-License-Identifier: Apache-2.0
"""Statistics of a trace of ThreadX, or of a window of it.

Each number has the meaning of the performance counter of the kernel, if there is one; the numbers
of TraceX differ from them in some places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from limen.trace.sums import sum_by
from limen.trace.trx.inversion import NEVER, event_priority, find_inversions
from limen.trace.trx.layout import Id, ObjectType
from limen.trace.trx.model import IDLE, UNKNOWN
from limen.trace.trx.names import stack_columns
from limen.trace.trx.running import Running, Why, find_running

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from limen.trace.trx.model import TrxTrace

__all__ = ["TrxStatistics", "TrxThread", "trx_statistics"]

_Number = TypeVar("_Number", bound=np.generic)
_SENDS: Final = (Id.QUEUE_SEND, Id.QUEUE_FRONT_SEND)
_THRESHOLD_SHIFT: Final = np.uint64(16)
_THRESHOLD_BITS: Final = np.uint64(0x3FF)
_PRIORITIES: Final = 1024


@dataclass(frozen=True, slots=True)
class TrxThread:
    """The counts of one thread. Numbers of events are those of the trace.

    Attributes:
        address, name: of the thread.
        run_time: ticks, without interrupts.
        runs: switches to it.
        left_cpu_blocked, left_cpu_relinquish, left_cpu_time_slice, preempted_by_isr,
            preempted_by_own_call: switches from it, to idle or another thread, by reason.
        suspensions, resumptions: of this thread, by any caller.
        inversions, inversions_unbounded: waits for a mutex of a less urgent thread.
        priority_highest, priority_lowest: seen at its events, 0 is the most urgent; None if it
            had no event.
        threshold_highest: most urgent preemption-threshold seen; None on an old kernel.
        stack_size: bytes.
        stack_used: largest number of bytes in use; None if no event shows it.
        stack_event: the event at which that was.
    """

    address: int
    name: str
    run_time: int
    runs: int
    left_cpu_blocked: int
    left_cpu_relinquish: int
    left_cpu_time_slice: int
    preempted_by_isr: int
    preempted_by_own_call: int
    suspensions: int
    resumptions: int
    inversions: int
    inversions_unbounded: int
    priority_highest: int | None
    priority_lowest: int | None
    threshold_highest: int | None
    stack_size: int
    stack_used: int | None
    stack_event: int | None


@dataclass(frozen=True, slots=True)
class TrxStatistics:
    """The counts from one event to another.

    Attributes:
        format: ``modern`` or ``old``: see TrxTrace.is_modern.
        first, last: the window: events first <= i < last.
        events: their number.
        begin, end: ticks, of event first, and of event last (of the newest one if last is beyond).
        ticks: end - begin; with c cores, the four times below add up to c times that at most.
        run_time, idle_time, interrupt_time, unknown_time: of threads, of idle, between an ISR enter
            and its exit, and of initialisation or without a known thread.
        switches_thread_to_thread, switches_to_idle, switches_from_idle: of the processor.
        left_cpu_blocked, left_cpu_relinquish, left_cpu_time_slice, preempted_by_isr,
            preempted_by_own_call: switches from a thread, by reason.
        time_slice_events: time slices that ended.
        time_slices_changing_thread: those of them after which another thread ran.
        isr_enter_events: ISRs entered; 0 if the program does not log them.
        isr_nested: of these, those inside another ISR.
        isr_max_depth: most ISRs open at once.
        interrupt_bursts: runs of neighbouring events in interrupts.
        inversions, inversions_unbounded: see find_inversions.
        queue_sends, queue_receives: calls.
        suspensions_by_target, resumptions_by_target: of threads, by any caller, by address.
        services: events by number.
        threads: by address.
    """

    format: str
    first: int
    last: int
    events: int
    begin: int
    end: int
    ticks: int
    run_time: int
    idle_time: int
    interrupt_time: int
    unknown_time: int
    switches_thread_to_thread: int
    switches_to_idle: int
    switches_from_idle: int
    left_cpu_blocked: int
    left_cpu_relinquish: int
    left_cpu_time_slice: int
    preempted_by_isr: int
    preempted_by_own_call: int
    time_slice_events: int
    time_slices_changing_thread: int
    isr_enter_events: int
    isr_nested: int
    isr_max_depth: int
    interrupt_bursts: int
    inversions: int
    inversions_unbounded: int
    queue_sends: int
    queue_receives: int
    suspensions_by_target: Mapping[str, int]
    resumptions_by_target: Mapping[str, int]
    services: Mapping[int, int]
    threads: tuple[TrxThread, ...]


def trx_statistics(trace: TrxTrace, first: int = 0, last: int | None = None) -> TrxStatistics:
    """Statistics of the events first <= i < last; by default of all.

    Args:
        trace: of any kernel.
        first: number of an event, 0 to n.
        last: number of an event, first to n; None: n.

    Raises:
        ValueError: first and last are no range of events.

    Cost:
        O(n log n) for n events: a million take less than half a second.
    """
    last = len(trace) if last is None else last
    if not 0 <= first <= last <= len(trace):
        raise ValueError(f"{first} to {last} is not a range of the {len(trace)} events")
    window = _Window(trace, find_running(trace), first, last)
    events = window.part(trace.event)
    begin, end = window.limits()
    times, interrupt_time = window.times()
    inversions = window.inversions()
    leaves, comes = window.switches()
    depth = window.part(window.running.depth)
    reasons = window.why_left()
    why = {name: int(tally[1:].sum()) for name, tally in reasons.items()}
    counts = np.bincount(events, minlength=1 << 16)
    return TrxStatistics(
        format="modern" if trace.is_modern else "old",
        first=first,
        last=last,
        events=last - first,
        begin=begin,
        end=end,
        ticks=end - begin,
        run_time=int(times[2:].sum()),
        idle_time=int(times[1]),
        interrupt_time=interrupt_time,
        unknown_time=int(times[0]),
        switches_thread_to_thread=int(np.count_nonzero((leaves > IDLE) & (comes > IDLE))),
        switches_to_idle=int(np.count_nonzero(comes == IDLE)),
        switches_from_idle=int(np.count_nonzero(leaves == IDLE)),
        **why,
        time_slice_events=int(counts[Id.TIME_SLICE]),
        time_slices_changing_thread=window.slices_that_change(),
        isr_enter_events=int(counts[Id.ISR_ENTER]),
        isr_nested=int(np.count_nonzero(window.part(window.running.nested))),
        isr_max_depth=int(depth.max(initial=0)),
        interrupt_bursts=int(np.count_nonzero(window.part(window.running.bursts))),
        inversions=int(inversions[0].sum()),
        inversions_unbounded=int(inversions[1].sum()),
        queue_sends=int(counts[list(_SENDS)].sum()),
        queue_receives=int(counts[Id.QUEUE_RECEIVE]),
        suspensions_by_target=window.by_target(Id.SUSPEND),
        resumptions_by_target=window.by_target(Id.RESUME),
        services={int(number): int(counts[number]) for number in np.flatnonzero(counts)},
        threads=_threads(window, times, inversions, reasons),
    )


_Pair = tuple["NDArray[np.int64]", "NDArray[np.int64]"]


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A range of events; the methods tally it, mostly by lane."""

    trace: TrxTrace
    running: Running
    first: int
    last: int

    @property
    def lanes(self) -> int:
        return len(self.trace.threads) + 1

    def part(self, column: NDArray[_Number]) -> NDArray[_Number]:
        return column[self.first : self.last]

    def limits(self) -> tuple[int, int]:
        if len(self.trace) == 0:
            return 0, 0
        newest = len(self.trace) - 1
        time = self.trace.time
        return int(time[min(self.first, newest)]), int(time[min(self.last, newest)])

    def tally(self, lane: NDArray[np.int32]) -> NDArray[np.int64]:
        """(lanes,) int64: how often each lane is there; UNKNOWN is left out."""
        return np.bincount(lane[lane >= 0], minlength=self.lanes).astype(np.int64)

    def switches(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        chosen = self._chosen()
        return self.running.leaves[chosen], self.running.comes[chosen]

    def _chosen(self) -> NDArray[np.bool_]:
        is_inside: NDArray[np.bool_] = (self.first <= self.running.at) & (
            self.running.at < self.last
        )
        return is_inside

    def why_left(self) -> dict[str, NDArray[np.int64]]:
        """By name of a reason: (lanes,) int64."""
        chosen = self._chosen()
        leaves, why = self.running.leaves[chosen], self.running.why[chosen]
        names = {
            "left_cpu_blocked": Why.BLOCKED,
            "left_cpu_relinquish": Why.RELINQUISH,
            "left_cpu_time_slice": Why.TIME_SLICE,
            "preempted_by_isr": Why.PREEMPTED_BY_ISR,
            "preempted_by_own_call": Why.PREEMPTED_BY_OWN_CALL,
        }
        return {name: self.tally(leaves[why == reason]) for name, reason in names.items()}

    def _spans(self) -> _Pair:
        """Numbers of events, and the ticks from each to the next one on its core."""
        core = self.trace.core[: self.last + 1]
        at = np.arange(self.first, min(self.last + 1, len(self.trace)))
        if len(at) and core.any():
            at = at[np.argsort(core[self.first :], kind="stable")]
            same = core[at[1:]] == core[at[:-1]]
            ticks = np.diff(self.trace.time[at])[same]
            return at[:-1][same], ticks
        return at[:-1], np.diff(self.trace.time[at])

    def times(self) -> tuple[NDArray[np.int64], int]:
        """(1 + lanes,) int64: ticks by 1 + lane, out of ISRs; and ticks in ISRs."""
        at, ticks = self._spans()
        outside = self.running.depth[at] == 0
        total = sum_by(self.running.after[at[outside]] + 1, ticks[outside], self.lanes + 1)
        return total, int(ticks[~outside].sum())

    def slices_that_change(self) -> int:
        """Time slices whose next thread is not the one whose slice ended."""
        at = self.first + np.flatnonzero(self.part(self.trace.event) == Id.TIME_SLICE)
        before = np.where(at > 0, self.running.after[np.maximum(at - 1, 0)], UNKNOWN)
        own = self.trace.lane[at]
        if self.trace.is_modern:
            interrupted = self.trace.lanes_of(self.trace.priority[at])
            before = np.where(interrupted != UNKNOWN, interrupted, before)
        before = np.where(own != UNKNOWN, own, before)
        return int(np.count_nonzero(self.trace.lanes_of(self.trace.info[at, 0]) != before))

    def inversions(self) -> _Pair:
        """(lanes,) int64 each: inversions that begin, and that become unbounded, by waiter."""
        inversions = find_inversions(self.trace)
        begins = (self.first <= inversions.at) & (inversions.at < self.last)
        worsens = (self.first <= inversions.unbounded_at) & (inversions.unbounded_at < self.last)
        worsens &= inversions.unbounded_at != NEVER
        return self.tally(inversions.waiter[begins]), self.tally(inversions.waiter[worsens])

    def targets(self, number: Id) -> NDArray[np.uint64]:
        """(m,) uint64: addresses of the threads that events are about."""
        chosen = self.part(self.trace.event) == number
        address: NDArray[np.uint64] = self.part(self.trace.info)[chosen, 0]
        return address

    def by_target(self, number: Id) -> dict[str, int]:
        address, count = np.unique(self.targets(number), return_counts=True)
        return {f"{one:08X}": int(times) for one, times in zip(address, count, strict=True)}


def _threads(
    window: _Window,
    times: NDArray[np.int64],
    inversions: _Pair,
    reasons: Mapping[str, NDArray[np.int64]],
) -> tuple[TrxThread, ...]:
    trace = window.trace
    tallies = dict(reasons)
    tallies["runs"] = window.tally(window.switches()[1])
    tallies["suspensions"] = window.tally(trace.lanes_of(window.targets(Id.SUSPEND)))
    tallies["resumptions"] = window.tally(trace.lanes_of(window.targets(Id.RESUME)))
    tallies["inversions"], tallies["inversions_unbounded"] = inversions
    tallies["run_time"] = times[1:]
    lane, priority = window.part(trace.lane), window.part(event_priority(trace))
    word = window.part(trace.priority)
    threshold = (word >> _THRESHOLD_SHIFT & _THRESHOLD_BITS).astype(np.int64)
    urgent, lazy = _limits(lane, priority, window.lanes)
    highest, _ = _limits(lane, threshold, window.lanes)
    sizes = _stack_sizes(trace, window.lanes)
    stack = _stack(window, sizes)
    return tuple(
        TrxThread(
            address=trace.address_of(number),
            name=trace.lane_name(number),
            **{name: int(tally[number]) for name, tally in tallies.items()},
            priority_highest=urgent.get(number),
            priority_lowest=lazy.get(number),
            threshold_highest=highest.get(number) if trace.is_modern else None,
            stack_size=sizes[number],
            stack_used=stack.get(number, (None, None))[0],
            stack_event=stack.get(number, (None, None))[1],
        )
        for number in range(1, window.lanes)
    )


def _limits(
    lane: NDArray[np.int32], value: NDArray[np.int64], lanes: int
) -> tuple[dict[int, int], dict[int, int]]:
    """By lane: the least and the greatest of its values; lanes without an event are left out.

    Values are priorities, so that there are few pairs of a lane and a value.
    """
    is_thread = lane != UNKNOWN
    pair = lane[is_thread] * np.int64(_PRIORITIES) + value[is_thread]
    room = lanes * _PRIORITIES
    few = room <= max(_PRIORITIES, len(pair))
    pairs = np.flatnonzero(np.bincount(pair, minlength=room)) if few else np.unique(pair)
    rising = [divmod(one, _PRIORITIES) for one in pairs.tolist()]
    return dict(reversed(rising)), dict(rising)


def _stack_sizes(trace: TrxTrace, lanes: int) -> list[int]:
    """By lane: bytes; 0 if the registry does not contain it."""
    entries = (trace.objects.get(trace.address_of(number)) for number in range(lanes))
    return [
        entry.p2 if entry is not None and entry.type == ObjectType.THREAD else 0
        for entry in entries
    ]


def _stack(window: _Window, sizes: list[int]) -> dict[int, tuple[int, int]]:
    """By lane: most bytes used and the event at which, from the stack pointers in events."""
    trace = window.trace
    column = stack_columns()[window.part(trace.event)]
    at = window.first + np.flatnonzero((column >= 0) & (window.part(trace.lane) != UNKNOWN))
    pointer = trace.info[at, column[at - window.first]]
    at, pointer = at[pointer != 0], pointer[pointer != 0]  # 0: the event does not contain it
    lane = trace.lane[at]
    least = np.full(window.lanes, np.iinfo(np.uint64).max)
    np.minimum.at(least, lane, pointer)
    when = np.flatnonzero(pointer == least[lane])[::-1]
    event = np.full(window.lanes, NEVER, np.int64)
    event[lane[when]] = at[when]  # the first of several, because it is written last
    by_lane = {}
    for number in np.flatnonzero(event != NEVER).tolist():
        if sizes[number]:
            start = trace.objects[trace.address_of(number)].p1
            left = min(max(int(least[number]) - start, 0), sizes[number])
            by_lane[number] = (sizes[number] - left, int(event[number]))
    return by_lane
