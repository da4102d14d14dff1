# SPDX-License-Identifier: Apache-2.0
"""Statistics of a trace of ThreadX, or of a window of it, as the engine counts them.

Each number has the meaning of the performance counter of the kernel, if there is one; the numbers
of TraceX differ from them in some places.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from limen.trace.statistics import statistics_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.trx.model import TrxTrace

__all__ = ["TrxStatistics", "TrxThread", "trx_statistics"]


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
        ValueError: first and last are not a range of events.
    """
    values = statistics_json(trace, first, last)
    chosen = {one.name: values[one.name] for one in fields(TrxStatistics)}
    chosen["services"] = {int(number): count for number, count in values["services"].items()}
    chosen["threads"] = tuple(
        TrxThread(**one | {"address": int(one["address"], 16)}) for one in values["threads"]
    )
    return TrxStatistics(**chosen)
