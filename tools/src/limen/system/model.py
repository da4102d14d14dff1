# SPDX-License-Identifier: Apache-2.0
"""The model of a system of threads for all tools, from system.toml, a CSV file or a trace.

Times are whole numbers of ticks; ``System.tick_ns`` is the length of a tick. Priorities are as in
the kernel: 0 is the most urgent one, and a thread may be preempted by those whose priority is
smaller than its threshold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limen.system.isolation import Budget, Memory, Queue, Semaphore

__all__ = [
    "Chunk",
    "CriticalSection",
    "Interrupt",
    "Origin",
    "Overheads",
    "Protocol",
    "Resource",
    "System",
    "Thread",
]


class Protocol(Enum):
    """The way in which a mutex limits the blocking of more urgent threads."""

    INHERITANCE = "inheritance"
    CEILING = "ceiling"
    NONE = "none"  # it does not, unless thresholds do
    SHARED = "shared"  # of all cores: threads wait in FIFO order, and nothing preempts the owner
    SPIN = "spin"  # of all cores, a core lock: the core spins in FIFO order

    @property
    def serves_all_cores(self) -> bool:
        """Whether threads of several cores can use the resource."""
        return self in {Protocol.SHARED, Protocol.SPIN}


@dataclass(frozen=True, slots=True)
class Resource:
    """A mutex, by which critical sections exclude each other.

    Attributes:
        name: of the mutex.
        protocol: inheritance, immediate ceiling (the stack resource policy), or none; or one of
            those that serve all cores.
    """

    name: str
    protocol: Protocol = Protocol.INHERITANCE


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a job with a threshold of its own; between two chunks it is the priority.

    Attributes:
        work: worst-case execution time of the part, in ticks.
        threshold: while it runs.
        stack: bytes while it runs; None: those of the thread.
    """

    work: int
    threshold: int
    stack: int | None = None


@dataclass(frozen=True, slots=True)
class CriticalSection:
    """A part of a job in which it owns a resource.

    Attributes:
        resource: name of the resource.
        work: worst-case execution time with the resource, in ticks.
        start: execution time of the job before it, in ticks.
    """

    resource: str
    work: int
    start: int = 0


@dataclass(frozen=True, slots=True)
class Thread:
    """A periodic or sporadic thread.

    Attributes:
        name: unique in the system.
        period: between two releases, or the least time between them; ticks.
        work: worst-case execution time of a job, ticks.
        work_min: best-case execution time, ticks; at most work.
        deadline: after the arrival of a job, ticks; may be longer than the period.
        offset: of the first release, ticks.
        jitter: the longest time from the arrival of a job to its release, ticks.
        priority: at which a job waits for its first dispatch.
        threshold: from its first dispatch to its end; at most the priority. Of a job that has
            chunks, each chunk has its own.
        chunks: whose work sums up to ``work``; none: one chunk with the threshold.
        sections: critical sections, in the order of their starts; they may nest.
        stack: bytes.
        stack_between: bytes at the boundaries of its chunks; None: as ``stack``.
        core: on which it runs, from 0.
        memory: of a user thread, which has no other; None: it has privileges.
        budget: of its processor time; None: it has none.
        restarts: number of times that a fault or the end of the budget may restart it.
        restart_after: ticks until then.
        function: of C, which does a job; None: a job uses up its work.
    """

    name: str
    period: int
    work: int
    priority: int
    threshold: int
    deadline: int
    work_min: int
    offset: int = 0
    jitter: int = 0
    chunks: tuple[Chunk, ...] = ()
    sections: tuple[CriticalSection, ...] = ()
    stack: int = 0
    stack_between: int | None = None
    core: int = 0
    memory: Memory | None = None
    budget: Budget | None = None
    restarts: int = 0
    restart_after: int = 0
    function: str | None = None


@dataclass(frozen=True, slots=True)
class Interrupt:
    """An interrupt handler: it preempts each thread and is not preempted.

    Attributes:
        name: unique in the system.
        period: the least time between two requests, ticks.
        work: worst-case execution time, ticks.
        jitter: as of a thread.
        core: which it interrupts.
    """

    name: str
    period: int
    work: int
    jitter: int = 0
    core: int = 0


@dataclass(frozen=True, slots=True)
class Overheads:
    """Costs of the kernel in ticks, measured on a target (``./limen lab calibrate``).

    Attributes:
        dispatch: from the release of a job to its first instruction, before its first section.
        exit: from the last instruction of a job to the next thread, after its last section.
        preemption: the cost of a preempted job when it resumes.
        gate: the additional cost of a call of a user thread; None: as measured on the board
            (limen.system.gate).
    """

    dispatch: int = 0
    exit: int = 0
    preemption: int = 0
    gate: int | None = None


class Origin(Enum):
    """The origin of the numbers of a system."""

    DESCRIBED = "described"  # a user wrote them: results are proven for them
    OBSERVED = "observed"  # from a trace: nothing shows that they are the worst ones


@dataclass(frozen=True, slots=True)
class System:
    """A system of threads on one core or several, each with a kernel of its own.

    Attributes:
        name: for titles and file names.
        threads: in the order of the file.
        interrupts: in the order of the file.
        resources: in the order of the file.
        overheads: of the kernel.
        tick_ns: length of a tick, nanoseconds.
        board: a target of ``./limen run``; None: none is named.
        origin: a system from a trace is OBSERVED.
        notes: sentences on what was filled in when the system was loaded; for people.
        queues: in the order of the file.
        semaphores: in the order of the file.
        sources: of C, with the functions of threads.
    """

    name: str
    threads: tuple[Thread, ...]
    interrupts: tuple[Interrupt, ...] = ()
    resources: tuple[Resource, ...] = ()
    overheads: Overheads = field(default_factory=Overheads)
    tick_ns: int = 1000
    board: str | None = None
    origin: Origin = Origin.DESCRIBED
    notes: tuple[str, ...] = field(default=(), compare=False)
    queues: tuple[Queue, ...] = ()
    semaphores: tuple[Semaphore, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def cores(self) -> int:
        """The number of cores, up to the last one that has a thread or an interrupt."""
        cores = [item.core for item in self.threads] + [item.core for item in self.interrupts]
        return 1 + max(cores, default=0)

    @property
    def has_resources_of_all_cores(self) -> bool:
        """Whether a thread can wait for another core."""
        return any(item.protocol.serves_all_cores for item in self.resources)

    @property
    def is_on_cores(self) -> bool:
        """Whether it needs the library for several cores."""
        return self.cores > 1 or self.has_resources_of_all_cores
