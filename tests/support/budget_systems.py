# SPDX-License-Identifier: Apache-2.0
"""Random systems with budgets, and runs of them in which the worst events coincide.

Each kind of system is made for a term of the bound, so that this term is significant in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from limen.analysis import analyze
from limen.system.isolation import Budget
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)
from support.plain_budgets import longest_responses
from support.task_sets import thread

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from support.plain_budgets import Behaviour

__all__ = ["KINDS", "Run", "exceeded", "random_run", "random_system", "responses"]

KINDS: Final = ("servers", "mutexes", "short", "full", "chunks", "preempted")
TICKS: Final = 360
_LATE: Final = 1000  # a deadline
_OWN: Final = "own"  # the thread with a budget that a kind of system is about; it does its jobs
Exceeded = tuple[str, int, int]  # the name of a thread, its bound, its longest response
# Probabilities: a thread with a budget does its jobs; it sleeps within a tick; it uses its budget
# at the end of a period; it locks or unlocks a mutex after a tick.
_DOES_ITS_JOBS, _IS_BRIEF, _IS_LATE, _TOGGLES = 0.3, 0.3, 0.4, 0.2


@dataclass
class _Random:
    source: random.Random
    sleeps: Sequence[int]
    is_brief: bool = False

    def sleep(self, _since: int, _used: int) -> int:
        return self.source.choice(self.sleeps)

    def toggle(self) -> bool:
        return self.source.random() < _TOGGLES


@dataclass
class _AtTheEnd(_Random):
    """Begins a period, uses the rest at its end, and all of the next budget at once."""

    budget: Budget = field(default_factory=lambda: Budget(2, 2))
    is_late: bool = False
    last: int = 0

    def sleep(self, since: int, used: int) -> int:
        is_new, self.last = since <= self.last, since
        if is_new:
            self.is_late = not self.is_late
            if self.is_late:
                return max(0, self.budget.period - (self.budget.work - used - 1) - since)
        return super().sleep(since, used)


def _behaviour(source: random.Random, one: Thread) -> Behaviour | None:
    if one.budget is None or one.name == _OWN or source.random() < _DOES_ITS_JOBS:
        return None
    is_brief = source.random() < _IS_BRIEF
    sleeps = source.choice(((0,), (1,), (0, 0, 0, 1, 2, 5)))
    if source.random() < _IS_LATE:
        return _AtTheEnd(source, sleeps, is_brief, one.budget)
    return _Random(source, sleeps, is_brief)


def _priorities(source: random.Random, count: int) -> list[int]:
    """Return priorities, most urgent first; a few are equal."""
    found = [0]
    for _ in range(count - 1):
        found.append(found[-1] + (source.random() < 0.9))
    return found


def _interrupts(source: random.Random) -> tuple[Interrupt, ...]:
    count = source.choice((0, 0, 1, 2))
    return tuple(
        Interrupt(f"i{number}", source.randint(12, 50), source.randint(1, 2), source.choice((0, 3)))
        for number in range(count)
    )


def _thread(source: random.Random, index: int, priority: int, limited: float) -> Thread:
    period = source.randint(8, 60)
    work = source.randint(1, max(1, period // 5))
    threshold = source.randint(max(0, priority - 2), priority)
    one = thread(f"t{index}", period, work, priority, threshold, deadline=_LATE)
    if source.random() < 0.3:
        one = replace(one, jitter=source.choice((source.randint(1, 8), period)))
    if source.random() < limited:
        length = source.randint(8, 40)
        policy = source.choice(("wait", "wait", "end", "restart"))
        one = replace(one, budget=Budget(source.randint(2, length // 3), length, policy))
        one = replace(one, restarts=1000 if policy == "restart" else 0)
    return one


def _sections(source: random.Random, one: Thread, names: Sequence[str]) -> Thread:
    """Return sections of a few mutexes, sometimes nested, in the order of the names."""
    if source.random() < 0.3:
        return one
    start = source.randint(0, one.work - 1)
    length = source.randint(1, one.work - start)
    outer = source.randrange(len(names))
    found = [CriticalSection(names[outer], length, start)]
    if outer + 1 < len(names) and length > 1 and source.random() < 0.6:
        begin = source.randint(start, start + length - 2)
        inner = source.randint(1, min(length - 1, start + length - begin))
        found.append(CriticalSection(source.choice(names[outer + 1 :]), inner, begin))
    return replace(one, sections=tuple(found))


def _in_chunks(source: random.Random, one: Thread) -> Thread:
    if one.work < 2:
        return one
    first = source.randint(1, one.work - 1)
    chunks = [Chunk(work, source.randint(0, one.priority)) for work in (first, one.work - first)]
    return replace(one, chunks=tuple(chunks))


def _short(source: random.Random) -> list[Thread]:
    """Return a thread whose job takes several budgets, and others released when a budget begins."""
    length = source.randint(6, 30)
    most = length // 2 if source.random() < 0.7 else length - 1
    budget = Budget(source.randint(3, max(3, most)), length)
    period = source.randint(2, 6) * length + source.randint(0, length)
    work = source.randint(2, max(2, min(3 * budget.work, (budget.work - 1) * period // length)))
    if source.random() < 0.4:  # it takes many of them
        work, period = source.randint(6, 30), 250
    own = thread(_OWN, period, work, 3, source.choice((0, 1, 3)), deadline=_LATE)

    def other(name: str, priority: int, threshold: int, work: int) -> Thread:
        again = source.choice((length, length + work, length + 2 * work, source.randint(12, 60)))
        return thread(name, again, min(work, again - 1), priority, threshold, deadline=_LATE)

    urgent = [
        other(f"t{index}", index, index, source.randint(1, 6))
        for index in range(source.randint(0, 2))
    ]
    block = [other("block", 4, 0, source.randint(2, 9))] if source.random() < 0.7 else []
    return [*urgent, replace(own, budget=budget), *block]


def _full(source: random.Random) -> list[Thread]:
    """Return a thread that needs almost its full budget, and causes that consume it."""
    work = source.randint(1, 10)
    if source.random() < 0.6:  # one job
        length = source.randint(work + 8, 40)
        period = source.randint(3 * length, 6 * length)
        budget = Budget(work + source.randint(2, 8), length)
    else:
        period = source.randint(3 * work, 3 * work + 20)
        jobs = source.randint(1, 3)
        budget = Budget(min(jobs * period, jobs * (work + 1) + source.randint(1, 6)), jobs * period)
    own = thread(_OWN, period, work, 2, source.randint(0, 2), deadline=_LATE)
    own = replace(own, budget=budget)
    if source.random() < 0.3:
        own = _in_chunks(source, own)
    return [*_preempting(source), own]


def _preempting(source: random.Random) -> list[Thread]:
    """Return more urgent threads: any, one that preempts often, or two with late releases."""
    kind = source.choice(("any", "often", "late"))
    if kind == "any":
        return [_thread(source, index, index, 0.5) for index in range(source.randint(0, 2))]
    return _often(source) if kind == "often" else _late(source)


def _often(source: random.Random) -> list[Thread]:
    budget = Budget(source.randint(2, 4), source.randint(8, 30))
    return [replace(thread("t0", 100, 1, 0, deadline=_LATE), budget=budget)]


def _late(source: random.Random) -> list[Thread]:
    found = []
    for index in range(2):
        one = thread(f"t{index}", source.randint(4, 20), source.randint(1, 2), index)
        found.append(replace(one, deadline=_LATE, jitter=source.randint(1, 20)))
    return found


def _preempted(source: random.Random) -> list[Thread]:
    """Return a thread with a budget of slightly more than its work and many preemptions."""
    work = source.randint(3, 10)
    length = source.randint(work + 8, 40)
    own = thread(_OWN, 4 * length, work, 2, deadline=_LATE)
    budget = Budget(work + source.randint(2, 8), length)
    others = source.choice((_often, _late))(source)
    return [*others, replace(own, budget=budget)]


def random_system(source: random.Random, kind: str) -> System:
    """Return a system of one of the kinds."""
    resources: tuple[Resource, ...] = ()
    if kind == "preempted":  # without anything else that takes of a budget
        return System("s", tuple(_preempted(source)))
    if kind in {"short", "full"}:
        threads = _short(source) if kind == "short" else _full(source)
    else:
        priorities = _priorities(source, source.randint(2, 4 + (kind == "mutexes")))
        limited = 0.3 if kind == "mutexes" else 0.6
        threads = [_thread(source, *row, limited) for row in enumerate(priorities)]
    if kind == "chunks":
        threads = [_in_chunks(source, one) for one in threads]
    if kind == "mutexes" or (kind == "full" and source.random() < 0.3):
        protocols = (Protocol.INHERITANCE, Protocol.INHERITANCE, Protocol.CEILING)
        resources = tuple(Resource(name, source.choice(protocols)) for name in "abc")
        # Only some threads with a budget use mutexes, because those that share one have no bound.
        threads = [
            _sections(source, one, "abc")
            if one.budget is None or kind == "full" or source.random() < 0.3
            else one
            for one in threads
        ]
    overheads = Overheads(source.choice((0, 0, 1, 2)), source.choice((0, 0, 1)))
    least = overheads.dispatch + overheads.exit + 1
    threads = [
        replace(one, budget=replace(one.budget, work=max(one.budget.work, least)))
        if one.budget is not None
        else one
        for one in threads
    ]
    return System("s", tuple(threads), _interrupts(source), resources, overheads)


@dataclass(frozen=True)
class Run:
    """The arguments of longest_responses."""

    behaviours: tuple[Behaviour | None, ...]
    plans: tuple[tuple[list[int], list[int]], ...]
    interrupts: tuple[tuple[int, int], ...]


def _plan(
    source: random.Random, period: int, jitter: int, instant: int
) -> tuple[list[int], list[int]]:
    """Return arrivals, one of which is released at the instant, and releases."""
    first = instant - jitter
    arrivals = list(range(first % period, TICKS, period))
    if source.random() < 0.3:
        arrivals = [at for at in arrivals if at >= first]
    releases: list[int] = []
    for at in arrivals:
        delay = jitter if at == first else source.choice((0, source.randint(0, jitter)))
        releases.append(max([at + delay, *releases[-1:]]))
    return arrivals, releases


def random_run(source: random.Random, system: System) -> Run:
    """Return a run in which many jobs are released at one instant."""
    instant = source.randint(60, 160)

    def near() -> int:
        return instant + source.choice((0, 0, 0, -1, -1, source.randint(-20, 20)))

    plans = tuple(_plan(source, one.period, one.jitter, near()) for one in system.threads)
    interrupts = tuple(
        (at, one.work)
        for one in system.interrupts
        for at in _plan(source, one.period, one.jitter, near())[1]
    )
    return Run(tuple(_behaviour(source, one) for one in system.threads), plans, interrupts)


def responses(system: System, run: Run) -> list[int]:
    """Return the longest responses of a run."""
    return longest_responses(system, run.behaviours, run.plans, run.interrupts, TICKS)


def exceeded(system: System, run: Run, longest: Sequence[int]) -> tuple[int, list[Exceeded]]:
    """Return the number of bounds compared with the responses of a run, and the wrong bounds."""
    compared, found = 0, []
    bounds = analyze(system).threads
    for bound, behaviour, observed in zip(bounds, run.behaviours, longest, strict=True):
        if bound.response_safe is not None and behaviour is None:
            compared += 1
            if observed > bound.response_safe:
                found.append((bound.name, bound.response_safe, observed))
    return compared, found
