# SPDX-License-Identifier: Apache-2.0
"""Explains the worst response of a thread: which jobs run, when they are released, in which order.

The critical instant of the theory, made concrete: the blocking job begins one tick before all other
threads are released, and from then on all releases come as early as possible.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from limen.analysis.analyze import analyze
from limen.errors import AnalysisError
from limen.system.isolation import check_unlimited
from limen.system.model import Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.analysis.results import Analysis, Blocker, ThreadBound
    from limen.system.model import Interrupt, System, Thread

__all__ = ["Release", "Scenario", "scenario_of"]

_RELEASES_MAX = 20_000  # of a scenario; more do not explain anything


@dataclass(frozen=True, slots=True)
class Release:
    """One job of a scenario: when it arrives, and when its jitter lets it begin."""

    name: str
    arrival: int
    release: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A run in which a thread has its worst response, if all jobs take their worst-case work.

    Attributes:
        system: with offsets of the first arrivals. Without jitters, a run of this system is the
            scenario.
        thread: whose response it is about.
        job: which of its jobs, counted from 0.
        instant: at which all threads but the blocking one are released.
        releases: all jobs until the end, ordered by release. With jitters, jobs that arrive before
            ``instant`` are released at it, and all later ones as they arrive.
        until: end of that job, ticks after the start.
        response: of that job: the bound of the model ``tight``.
        exact: whether the run shows this response; otherwise it can be shorter, because the bound
            is only safe: equal priorities, sections, costs of preemptions, interrupts.
        sentences: the same in words.
    """

    system: System
    thread: str
    job: int
    instant: int
    releases: tuple[Release, ...]
    until: int
    response: int
    exact: bool
    sentences: tuple[str, ...]


def scenario_of(system: System, name: str, analysis: Analysis | None = None) -> Scenario:
    """The scenario of the worst response of a thread, at the resolution of a tick.

    Args:
        system: any valid one.
        name: of the thread.
        analysis: of the system, with the model ``tight``, if there is one already.

    Raises:
        AnalysisError: the thread does not exist, or its response has no bound.
    """
    if system.is_on_cores:
        problem = "the worst case of a thread depends on what other cores do"
        raise AnalysisError(f"System {system.name}", problem, "read what it waits for")
    check_unlimited(system, "a scenario of the worst case")
    result = analysis if analysis is not None else analyze(system, model="tight")
    names = [thread.name for thread in system.threads]
    if name not in names:
        raise AnalysisError(
            f"System {system.name}", f"unknown thread {name}", f"take one of {', '.join(names)}"
        )
    bound = result.thread(name)
    job = bound.worst_job
    if job is None or bound.response is None:
        reason = bound.unbounded or "it has no bound"
        problem = f"{name} has no worst response: {reason}"
        raise AnalysisError(f"System {system.name}", problem, "reduce its load")
    blocker = _first_blocker(bound)
    # The blocking job has run one tick, and others wait for it.
    instant = blocker.begin + 1 if blocker is not None else 0
    shift = max([0, *(thread.jitter - instant for thread in system.threads)])
    shift = max([shift, *(item.jitter - instant for item in system.interrupts)])
    instant += shift
    offsets = {
        item.name: shift
        if blocker is not None and item.name == blocker.name
        else instant - item.jitter
        for item in _tasks(system)
    }
    placed = replace(
        system,
        threads=tuple(replace(item, offset=offsets[item.name]) for item in system.threads),
    )
    until = instant + bound.jobs[job].finish
    releases = tuple(sorted(_releases(system, offsets, instant, until, blocker), key=_order))
    return Scenario(
        system=placed,
        thread=name,
        job=job,
        instant=instant,
        releases=releases,
        until=until,
        response=bound.response,
        exact=_is_exact(system, bound),
        sentences=tuple(_sentences(system, bound, blocker, job)),
    )


def _first_blocker(bound: ThreadBound) -> Blocker | None:
    """The thread that begins the scenario; one that blocks for a single tick cannot have begun."""
    return next((item for item in bound.blocked_by if item.work > 1), None)


def _releases(
    system: System, offsets: dict[str, int], instant: int, until: int, blocker: Blocker | None
) -> Iterator[Release]:
    count = 0
    for item in _tasks(system):
        is_blocker = blocker is not None and item.name == blocker.name
        for arrival in range(offsets[item.name], until, item.period):
            release = arrival if is_blocker else max(arrival, instant)
            yield Release(item.name, arrival, release)
            count += 1
            if count > _RELEASES_MAX:
                problem = f"its worst case has more than {_RELEASES_MAX} jobs"
                raise AnalysisError(f"System {system.name}", problem, "explain a smaller system")


def _tasks(system: System) -> list[Thread | Interrupt]:
    return [*system.threads, *system.interrupts]


def _order(release: Release) -> tuple[int, int]:
    return release.release, release.arrival


def _is_exact(system: System, bound: ThreadBound) -> bool:
    priorities = [thread.priority for thread in system.threads]
    more_urgent = [item for item in system.threads if item.priority <= bound.priority]
    return (
        len(set(priorities)) == len(priorities)
        and system.overheads.preemption == 0
        and not system.interrupts
        and not any(thread.sections for thread in more_urgent)
        and len(bound.blocked_by) <= 1
        and not _uses_inheritance(system)
    )


def _uses_inheritance(system: System) -> bool:
    inheriting = {item.name for item in system.resources if item.protocol is not Protocol.CEILING}
    return any(
        section.resource in inheriting for thread in system.threads for section in thread.sections
    )


def _sentences(
    system: System, bound: ThreadBound, blocker: Blocker | None, job: int
) -> Iterator[str]:
    """The story of the worst case, one sentence after the other."""
    if blocker is not None:
        yield (
            f"{blocker.name} has begun one tick before and {blocker.reason}: it goes on for "
            f"{blocker.work - 1} ticks."
        )
        for other in bound.blocked_by:
            if other is not blocker:
                yield f"{other.name} {other.reason}: at most {other.work} ticks more."
    else:
        yield "No less urgent thread that could keep it from running has begun."
    record = bound.jobs[job]
    if job > 0:
        yield (
            f"Job {job + 1} of {bound.name} is the worst one of the {len(bound.jobs)} jobs in the "
            f"active period: the {job} before it delay it."
        )
    thread = next(item for item in system.threads if item.name == bound.name)
    before = _delays(system, thread, record.start)
    what = "Its last chunk" if len(thread.chunks) > 1 else "It"
    if before:
        yield f"{what} starts at {record.start}, after {', '.join(before)}."
    else:
        yield f"{what} starts at {record.start}."
    preempting = _preempting(system, thread, bound, record.start, record.finish)
    if preempting:
        yield f"It is preempted by {', '.join(preempting)}."
    arrival = job * bound.period - bound.jitter
    late = record.response - bound.deadline
    verdict = f"{-late} before its deadline" if late <= 0 else f"{late} after its deadline"
    yield (
        f"It finishes at {record.finish}; it arrived at {arrival}, so it responds in "
        f"{record.response} ticks, {verdict}."
    )


def _delays(system: System, thread: Thread, start: int) -> list[str]:
    """Jobs of other threads, interrupts first, that are released until a start."""
    others = [(item.name, item.period, item.jitter, item.work) for item in system.interrupts] + [
        (item.name, item.period, item.jitter, item.work)
        for item in system.threads
        if item.priority <= thread.priority and item is not thread
    ]
    return [
        _jobs(name, (start + jitter) // period + 1, work) for name, period, jitter, work in others
    ]


def _preempting(
    system: System, thread: Thread, bound: ThreadBound, start: int, finish: int
) -> list[str]:
    others = [(item.name, item.period, item.jitter, item.work) for item in system.interrupts] + [
        (item.name, item.period, item.jitter, item.work)
        for item in system.threads
        if item.priority < bound.threshold and item is not thread
    ]
    counts = [
        (name, -(-(finish + jitter) // period) - ((start + jitter) // period + 1), work)
        for name, period, jitter, work in others
    ]
    return [_jobs(name, count, work) for name, count, work in counts if count > 0]


def _jobs(name: str, count: int, work: int) -> str:
    return f"{count} {'job' if count == 1 else 'jobs'} of {name} ({count * work} ticks)"
