# SPDX-License-Identifier: Apache-2.0
"""The results of an analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limen.analysis.columns import Delay
    from limen.system.model import System

__all__ = ["MODELS", "Analysis", "Blocker", "InterruptBound", "Job", "Stack", "ThreadBound"]

# The models of the analysis. The last one is published, but not sound.
MODELS = ("safe", "tight", "continuous", "ws1999")


@dataclass(frozen=True, slots=True)
class Blocker:
    """A less urgent thread that can keep a thread from running.

    Attributes:
        name: of the thread.
        work: for how long at most, ticks.
        begin: execution time of its job before that, ticks.
        reason: what it holds, in words.
    """

    name: str
    work: int
    begin: int
    reason: str


@dataclass(frozen=True, slots=True)
class Job:
    """One job in the worst case; times are relative to the beginning of the active period.

    Attributes:
        start: the latest start of its last chunk.
        finish: the latest finish.
        response: finish less arrival.
    """

    start: int
    finish: int
    response: int


@dataclass(frozen=True, slots=True)
class ThreadBound:
    """The proven results for a thread. Times are ticks.

    Attributes:
        name: of the thread.
        priority: of the thread.
        threshold: of its last chunk, or of the thread.
        work: of a job, with the overheads.
        period: of the thread.
        deadline: of the thread.
        jitter: of the thread.
        response_tight: bound for a clock of whole ticks; None: there is none.
        response_safe: bound for any clock.
        response_continuous: least upper bound for continuous time.
        response: that of the model of the analysis.
        blocking: by less urgent threads.
        blocked_by: the threads that do it: one, or with inheritance several.
        jobs: of the active period, in the model of the analysis.
        unbounded: why the response has no bound; None: it has one.
        ok: whether the bound of the model is at most the deadline.
        core: of the thread.
        spin: for which a job spins for other cores; it is in ``work``.
        wait: for which a job waits for the owners of shared mutexes; None: it has no bound.
        delays: the parts of both.
    """

    name: str
    priority: int
    threshold: int
    work: int
    period: int
    deadline: int
    jitter: int
    response_tight: int | None
    response_safe: int | None
    response_continuous: int | None
    response: int | None
    blocking: int
    blocked_by: tuple[Blocker, ...]
    jobs: tuple[Job, ...]
    unbounded: str | None
    ok: bool
    core: int = 0
    spin: int = 0
    wait: int | None = 0
    delays: tuple[Delay, ...] = ()

    @property
    def slack(self) -> int | None:
        """Deadline less response; None if the response has no bound."""
        return None if self.response is None else self.deadline - self.response

    @property
    def worst_job(self) -> int | None:
        """The number of the job with the longest response in the active period, from 0."""
        if not self.jobs:
            return None
        return max(range(len(self.jobs)), key=lambda index: (self.jobs[index].response, -index))


@dataclass(frozen=True, slots=True)
class InterruptBound:
    """The longest time from the request of an interrupt to the end of its handler, ticks."""

    name: str
    response: int | None


@dataclass(frozen=True, slots=True)
class Stack:
    """The bytes of one stack that is shared by all threads that can share one.

    Attributes:
        shared: upper bound; None: threads that wait for a mutex cannot share a stack.
        chain: the threads that preempt one another in that case, the first one first.
        separate: the sum over the threads that can share one.
        waiting: the threads that can wait for a mutex.
        own: the threads whose stacks are not counted: see shares_stack.
    """

    shared: int | None
    chain: tuple[str, ...]
    separate: int
    waiting: tuple[str, ...]
    own: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The proven results for a system.

    Attributes:
        system: that was analysed.
        model: which response decides: safe, tight, continuous or ws1999.
        threads: in the order of the system.
        interrupts: in the order of the system.
        schedulable: whether all threads are ok.
        utilisation: of the processor, overheads included.
        stack: shared by all threads.
        pairs: of names: the first thread can preempt the second one.
        groups: threads that cannot preempt one another; as few groups as possible.
    """

    system: System
    model: str
    threads: tuple[ThreadBound, ...]
    interrupts: tuple[InterruptBound, ...]
    schedulable: bool
    utilisation: float
    stack: Stack
    pairs: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, ...], ...]

    def thread(self, name: str) -> ThreadBound:
        """The bound of a thread.

        Raises:
            KeyError: no thread has this name.
        """
        for bound in self.threads:
            if bound.name == name:
                return bound
        raise KeyError(name)
