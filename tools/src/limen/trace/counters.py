# SPDX-License-Identifier: Apache-2.0
"""The counters of the kernel, and their comparison with a trace."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.statistics import Statistics

__all__ = ["COUNTER_NAMES", "SYSTEM", "Counters", "Difference", "compare_counters"]

SYSTEM = ""
_OF_THE_SYSTEM_ONLY = ("from_idle", "interrupts")
_NOT_COMPARED = ("run_time",)


@dataclass(frozen=True, slots=True)
class Counters:
    """The counts, with the names of ``struct lm_counters`` (include/limen/kernel.h).

    A switch is counted for the thread that leaves (from_idle for idle, so that it is 0 for each
    thread), an interrupt for the interrupted thread, an inversion for the waiter.

    Attributes:
        switches: from a thread to another thread.
        to_idle: from a thread to the idle thread.
        from_idle: from the idle thread to a thread.
        preemptions_by_call: switches away because of its own call.
        preemptions_by_interrupt: left the processor because of an interrupt.
        slices: time slices that ended, whether another thread came or not.
        yields: calls of lm_thread_yield.
        suspensions: stopped being ready.
        resumptions: became ready.
        interrupts: entered.
        inversions: waits for a mutex of a less urgent owner.
        inversions_unbounded: of these, those during which a thread of a priority between ran.
        overruns: jobs that could not start at their release, because the previous one still ran.
        deadline_misses: jobs that ended too late.
        runs: switches to it.
        timeouts: waits for an object that ended by their time.
        aborts: waits that another thread ended.
        run_time: ticks, interrupts included; system: of all threads without idle.
    """

    switches: int
    to_idle: int
    from_idle: int
    preemptions_by_call: int
    preemptions_by_interrupt: int
    slices: int
    yields: int
    suspensions: int
    resumptions: int
    interrupts: int
    inversions: int
    inversions_unbounded: int
    overruns: int
    deadline_misses: int
    runs: int
    timeouts: int
    aborts: int
    run_time: int


COUNTER_NAMES = tuple(field.name for field in fields(Counters))


@dataclass(frozen=True, slots=True)
class Difference:
    """A number on which kernel and trace disagree.

    Attributes:
        thread: its name; SYSTEM for the system.
        name: of the counter.
        counted: by the kernel.
        traced: computed from the trace; None if the trace has no such thread or counter.
    """

    thread: str
    name: str
    counted: int
    traced: int | None

    def __str__(self) -> str:
        whose = self.thread or "system"
        return f"{whose} {self.name}: kernel {self.counted}, trace {self.traced}"


def compare_counters(
    statistics: Statistics, counters: Mapping[tuple[str, str], int]
) -> list[Difference]:
    """Compare the kernel's counters with those computed from a trace.

    Args:
        statistics: of a complete trace.
        counters: by (name of the thread or SYSTEM, name of the counter).

    Returns:
        The differences, in the order of counters. run_time is omitted, because the kernel updates
        it only when a thread leaves; so are counters of the system only (from_idle, interrupts) for
        a thread.
    """
    traced = {
        (whose, name): getattr(values, name)
        for whose, values in [
            (SYSTEM, statistics.system),
            *((thread.name, thread.counters) for thread in statistics.threads),
        ]
        for name in COUNTER_NAMES
    }
    return [
        Difference(*key, counted, traced.get(key))
        for key, counted in counters.items()
        if _is_comparable(*key) and traced.get(key) != counted
    ]


def _is_comparable(thread: str, name: str) -> bool:
    return name not in _NOT_COMPARED and (thread == SYSTEM or name not in _OF_THE_SYSTEM_ONLY)
