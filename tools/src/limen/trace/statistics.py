# SPDX-License-Identifier: Apache-2.0
"""Statistics of a trace, or of a window of it, as the engine counts them.

Every number has one definition, in spec/statistics.json, and it is the kernel's: over a complete
trace the counters equal ``struct lm_counters``. A window is a range of events, the last one
excluded, so that the windows between marks add up.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, TypedDict

from limen.trace.counters import Counters
from limen.trace.native import trace_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.trace.model import Trace
    from limen.trace.trx.model import TrxTrace

__all__ = [
    "MIDDLEWARE",
    "Figures",
    "Late",
    "SectionKind",
    "Sections",
    "Statistics",
    "Stretch",
    "ThreadStatistics",
    "sections",
    "statistics",
    "statistics_json",
]


MIDDLEWARE: Final = ("filex", "netx", "usbx")  # parts of the statistics, if there are such events


class Share(TypedDict):
    """A row of the execution profile."""

    name: str
    ticks: int
    percent: float


class EventCount(TypedDict):
    """The count of an event."""

    event: int
    code: str
    name: str
    count: int
    percent: float


class Popular(TypedDict):
    """Events of a thread or of the system, the most frequent first."""

    of: str
    total: int
    events: Sequence[EventCount]


class HeldOffTicks(TypedDict):
    """The time for which a thread was held off."""

    thread: str
    count: int
    ticks: int
    longest: int


class BlockedTicks(TypedDict):
    """The time for which a thread was blocked by another one."""

    thread: str
    by: str
    level: int
    mutex: int


class FillRange(TypedDict):
    """The range of the fill of an object."""

    object: int
    name: str
    kind: str
    least: int
    mean: float
    greatest: int


class StackUse(TypedDict):
    """The use of a stack, as far as events show it."""

    thread: str
    stack_size: int
    stack_used: int
    percent: float
    stack_event: int


class Figures(TypedDict):
    """The statistics that both origins have; those of jobs by the names in MEASURES."""

    profile: Sequence[Share]
    popular: Sequence[Popular]
    jobs: Sequence[Mapping[str, Any]]
    held_off: Sequence[HeldOffTicks]
    blocking: Sequence[BlockedTicks]
    fills: Sequence[FillRange]
    stacks: Sequence[StackUse]


@dataclass(frozen=True, slots=True)
class ThreadStatistics:
    """The counts of one thread.

    Attributes:
        id: number of the thread.
        name: of the thread.
        counters: see Counters.
        messages_sent: its sends that were done, and its waiting sends that a receiver ended.
        messages_received: its receives that were done, and messages handed to it while it waited.
    """

    id: int
    name: str
    counters: Counters
    messages_sent: int
    messages_received: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts from one event to another.

    Attributes:
        first, last: the window: events first <= i < last.
        events: their number.
        lost: events of the whole trace that the ring overwrote.
        begin, end: ticks, of event first, and of event last (of the newest one if last is beyond).
        ticks: end - begin = system.run_time + idle_time.
        clock_hz: ticks in a second.
        idle_time: ticks in which no thread was dispatched, interrupts included.
        interrupt_time: ticks in interrupt handlers; also part of the interrupted thread's time.
        messages_sent, messages_received: by threads and interrupts.
        system: of all threads and idle.
        threads: by number.
    """

    first: int
    last: int
    events: int
    lost: int
    begin: int
    end: int
    ticks: int
    clock_hz: int
    idle_time: int
    interrupt_time: int
    messages_sent: int
    messages_received: int
    system: Counters
    threads: tuple[ThreadStatistics, ...]

    @property
    def inversions_bounded(self) -> int:
        """Inversions as long as the owner's critical section: deterministic."""
        return self.system.inversions - self.system.inversions_unbounded


@dataclass(frozen=True, slots=True)
class Late:
    """A thread that was held off.

    Attributes:
        thread: its name.
        ticks: for so long.
    """

    thread: str
    ticks: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch from one event to another.

    Attributes:
        name: of the device, the lock; empty: the program gave none.
        thread: thread of the interval; for an interrupt: the interrupted one.
        begin: ticks.
        ticks: how long it lasted, up to the newest event if it has no end.
        late: delayed threads, the latest first.
    """

    name: str
    thread: str
    begin: int
    ticks: int
    late: tuple[Late, ...]


@dataclass(frozen=True, slots=True)
class SectionKind:
    """All stretches of a kind.

    Attributes:
        count: of them.
        ticks: their sum.
        worst: the longest one, the first of several equal ones; None: there is none.
    """

    count: int
    ticks: int
    worst: Stretch | None


@dataclass(frozen=True, slots=True)
class Sections:
    """Intervals in which threads or interrupts are kept from running.

    Attributes:
        kernel: kernel sections, by outermost pairs.
        spin: spinlocks of both kinds, separately.
        irq_off: disabled interrupts, as far as programs report them.
        points_taken: preempt points at which others ran.
        points_not_taken: those without a more urgent ready thread.
    """

    kernel: SectionKind
    spin: SectionKind
    irq_off: SectionKind
    points_taken: int
    points_not_taken: int


def statistics_json(
    trace: Trace | TrxTrace, first: int = 0, last: int | None = None
) -> dict[str, Any]:
    """All statistics of the events first <= i < last, by default of all: see spec/statistics.json.

    Args:
        trace: of Limen or of ThreadX.
        first: number of an event, 0 to n.
        last: number of an event, first to n; None: n.

    Raises:
        ValueError: first and last are not a range of events.
        TraceError: see analyse.

    Cost:
        O(n log n) for n events at the first use of a trace, then O(n).
    """
    last = len(trace) if last is None else last
    if not 0 <= first <= last <= len(trace):
        raise ValueError(f"{first} to {last} is not a range of the {len(trace)} events")
    try:
        values: dict[str, Any] = json.loads(trace.native.statistics_json(first, last))
    except ValueError as error:
        raise trace_error(error, "trace") from None
    return values


def statistics(trace: Trace, first: int = 0, last: int | None = None) -> Statistics:
    """Statistics of the events first <= i < last; by default of all.

    Args:
        trace: if events were lost, priorities begin as the object table has them.
        first: number of an event, 0 to n.
        last: number of an event, first to n; None: n.

    Raises:
        ValueError: first and last are not a range of events.
    """
    values = statistics_json(trace, first, last)
    chosen = {one.name: values[one.name] for one in fields(Statistics)}
    chosen["system"] = Counters(**values["system"])
    chosen["threads"] = tuple(
        ThreadStatistics(**one | {"counters": Counters(**one["counters"])})
        for one in values["threads"]
    )
    return Statistics(**chosen)


def sections(trace: Trace, first: int = 0, last: int | None = None) -> Sections:
    """Statistics of the stretches that begin with an event first <= i < last; by default of all."""
    values = dict(statistics_json(trace, first, last)["sections"])
    kinds = {name: _section_kind(values[name]) for name in ("kernel", "spin", "irq_off")}
    return Sections(**values | kinds)


def _section_kind(values: Mapping[str, Any]) -> SectionKind:
    worst = values["worst"]
    if worst is not None:
        worst = Stretch(**worst | {"late": tuple(Late(**late) for late in worst["late"])})
    return SectionKind(values["count"], values["ticks"], worst)
