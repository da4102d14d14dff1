# SPDX-License-Identifier: Apache-2.0
"""A system with the costs of a target: the work of its program there, step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from limen.generate.steps import StepKind, steps_of
from limen.system.check import LEVELS
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    System,
    Thread,
)

if TYPE_CHECKING:
    from limen.generate.steps import Step

__all__ = ["Costs", "charged", "in_clock", "ticks_of_clock"]

_KERNEL: Final = "(kernel)"
_LONG: Final = 2**40  # the period of an interrupt that comes at most once in an active period


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of the kernel, in ticks of a target's clock. Each step is contained in one number only.

    Attributes:
        release: the interrupt of the alarm in which a job is released, from the instruction that it
            interrupts to that which follows, if no switch does.
        begin: the additional time of a job until its first instruction: the switch to it.
        end: from its last instruction to the first one of the next thread: its completion, the
            alarm of its next release, the switch. The next thread may be one that it preempted.
        late: the additional time of a job or an interrupt with jitter.
        threshold: a call that sets the threshold.
        section: a lock and the unlock that follows, if nothing waits for the mutex.
        wait: the additional time of a lock that waits: the switch away from its thread, priorities
            that are inherited and given back, the hand-over by the owner, the switch to the thread.
        interrupt: the additional time of an interrupt of the system.
        timeout: to sort one of many timeouts that are due.
    """

    release: int
    begin: int
    end: int
    late: int
    threshold: int
    section: int
    wait: int
    interrupt: int
    timeout: int


def ticks_of_clock(system: System, ticks: int, clock_hz: int) -> int:
    """Ticks of a system in ticks of a clock, rounded up."""
    return -(-ticks * system.tick_ns * clock_hz // 10**9)


def in_clock(system: System, clock_hz: int) -> System:
    """Convert a system to ticks of a target's clock. Times that are not whole are rounded up.

    Args:
        system: checked; its periods are whole numbers of ticks of the clock.
        clock_hz: of the target.
    """
    return charged(system, clock_hz, Costs(0, 0, 0, 0, 0, 0, 0, 0, 0))


def charged(system: System, clock_hz: int, costs: Costs) -> System:
    """A system with the clock and the costs of a target, so that its bounds hold there.

    Each job begins with the cost of its dispatch, executes its steps, each call with its cost, and
    ends with the cost of its completion. Each release is an interrupt, also those of less urgent
    threads. A thread that is less urgent than all others blocks each of them for the longest time
    of a thread in the kernel.

    Args:
        system: checked; its periods are whole numbers of ticks of the clock.
        clock_hz: of the target.
        costs: of the kernel there.
    """

    def time(ticks: int) -> int:
        return ticks_of_clock(system, ticks, clock_hz)

    own = system.overheads
    ends = replace(
        costs, begin=max(costs.begin, time(own.dispatch)), end=max(costs.end, time(own.exit))
    )
    jobs = [_Job(system, index, clock_hz, ends) for index in range(len(system.threads))]
    threads = [job.thread() for job in jobs]
    interrupts = [
        replace(
            one,
            period=time(one.period),
            work=time(one.work) + costs.interrupt + (costs.late if one.jitter else 0),
            jitter=time(one.jitter),
        )
        for one in system.interrupts
    ]
    if costs.release > 0:
        interrupts += [
            Interrupt(f"release of {one.name}", one.period, costs.release, one.jitter, one.core)
            for one in threads
        ]
    timeouts = len(jobs) + len(system.interrupts)
    longest = max(job.longest for job in jobs) + costs.timeout * timeouts
    if longest > 0:
        threads += [_in_the_kernel(system, longest, core) for core in range(system.cores)]
    return replace(
        system,
        threads=tuple(threads),
        interrupts=tuple(interrupts),
        overheads=Overheads(preemption=time(own.preemption)),
        tick_ns=max(1, 10**9 // clock_hz),
    )


def _in_the_kernel(system: System, work: int, core: int) -> Thread:
    """Blocking by the kernel: a less urgent thread in a call, or the alarm that sorts timeouts.

    As a thread below all others, it does so once in an active period, and not together with a
    section or a threshold of another thread.
    """
    priority = min(LEVELS - 1, 1 + max(thread.priority for thread in system.threads))
    return Thread(_KERNEL, _LONG, work, priority, 0, deadline=_LONG, work_min=work, core=core)


class _Job:
    """The steps of a job on a target, with the places at which chunks and sections are then.

    Attributes:
        longest: of the kernel's parts of the job.
    """

    def __init__(self, system: System, index: int, clock_hz: int, costs: Costs) -> None:
        self.system, self.clock_hz, self.costs = system, clock_hz, costs
        self.own = system.threads[index]
        self.done = 0  # work, in ticks of the system
        self.more = 0  # the time that the kernel has taken, in ticks of the clock
        self.longest = 0
        self.chunk_begin = 0
        self.chunks: list[Chunk] = []
        self.open: list[int] = []  # where the sections began that have not ended
        self.sections: list[CriticalSection] = []
        self._add(costs.begin)
        for step in steps_of(system, index):
            self._take(step)
        self._add(costs.end + (costs.late if self.own.jitter else 0))
        if self.own.chunks:
            self._end_chunk()

    def thread(self) -> Thread:
        """The thread with the work of such jobs."""
        own, work = self.own, self._place()
        return replace(
            own,
            period=self._time(own.period),
            work=work,
            work_min=min(self._time(own.work_min) + self.more, work),
            deadline=self._time(own.deadline),
            offset=self._time(own.offset),
            jitter=self._time(own.jitter),
            chunks=tuple(self.chunks),
            sections=tuple(sorted(self.sections, key=lambda one: (one.start, -one.work))),
        )

    def _time(self, ticks: int) -> int:
        return ticks_of_clock(self.system, ticks, self.clock_hz)

    def _place(self) -> int:
        return self._time(self.done) + self.more

    def _add(self, cost: int) -> None:
        self.more += cost
        self.longest = max(self.longest, cost)

    def _take(self, step: Step) -> None:
        if step.kind is StepKind.WORK:
            self.done += step.value
        elif step.kind is StepKind.THRESHOLD:
            self._add(self.costs.threshold)
            if self.done == sum(one.work for one in self.own.chunks[: len(self.chunks) + 1]):
                self._end_chunk()
        elif step.kind in {StepKind.LOCK, StepKind.ENTER}:
            self.open.append(self._place())
            self._add(self.costs.section + self._wait(step.value))
        else:
            begin = self.open.pop()
            self._end_at_least(begin + 1)
            name = self.system.resources[step.value].name
            self.sections.append(CriticalSection(name, self._place() - begin, begin))

    def _wait(self, number: int) -> int:
        """The additional cost of a lock that may wait. An owner's priority changes twice."""
        if not _may_wait(self.system, self.system.resources[number].name):
            return 0
        return self.costs.wait + _links(self.system) * 2 * self.costs.threshold

    def _end_chunk(self) -> None:
        self._end_at_least(self.chunk_begin + 1)
        chunk = self.own.chunks[len(self.chunks)]
        self.chunks.append(replace(chunk, work=self._place() - self.chunk_begin))
        self.chunk_begin = self._place()

    def _end_at_least(self, place: int) -> None:
        """Give parts at least one tick, also if the clock is slower than that of the system."""
        self.more += max(0, place - self._place())


def _may_wait(system: System, name: str, *outer: str) -> bool:
    """Return whether a thread may find this mutex locked.

    Its owner has then been preempted, which a ceiling prevents, or waits for another mutex.
    """
    users = [thread for thread in system.threads if _sections_of(thread, name)]
    if len(users) <= 1 or name in outer:
        return False
    protocols = {resource.name: resource.protocol for resource in system.resources}
    return protocols[name] is not Protocol.CEILING or any(
        _may_wait(system, inner.resource, name, *outer)
        for thread in users
        for section in _sections_of(thread, name)
        for inner in thread.sections
        if _is_in(inner, section)
    )


def _sections_of(thread: Thread, name: str) -> list[CriticalSection]:
    return [section for section in thread.sections if section.resource == name]


def _is_in(inner: CriticalSection, outer: CriticalSection) -> bool:
    """Sections nest, so that one that begins in another one ends in it."""
    begin, end = outer.start, outer.start + outer.work
    return inner is not outer and begin <= inner.start < end and inner.work <= outer.work


def _links(system: System) -> int:
    """Owners behind the first one to whom a thread that waits may pass on its priority.

    Each but the last owner of such a chain waits in one section for that of another one.
    """
    return sum(
        any(_is_in(inner, outer) for inner in thread.sections for outer in thread.sections)
        for thread in system.threads
    )
