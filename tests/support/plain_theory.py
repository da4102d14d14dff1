# SPDX-License-Identifier: Apache-2.0
"""The analysis in plain Python: short, slow, and without any code of the native core.

The functions have the names and signatures of those of ``limen_engine``, with lists or arrays of
whole numbers, which Python does not limit. Each formula is written as in docs/analysis.md.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from support.plain_blocking import Blocking, Task, blocking_of, blocks, stretches, tasks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["assign", "examine", "met", "order", "responses", "thresholds"]

_JOBS_MAX = 100_000
_JOBS_OF_OVERLOAD = 1000  # in the test of 1999, which may end although the period does not


def examine(
    columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], model: str, cost: int = 0
) -> list[dict[str, Any]]:
    """Return response, blocking and jobs of each task; see ``limen_engine.examine``."""
    tasks = tasks_of(columns, parts)
    return [_examine(tasks, task, model, cost) for task in tasks]


def responses(
    work: Sequence[Sequence[int]],
    period: Sequence[Sequence[int]],
    deadline: Sequence[Sequence[int]],
    jitter: Sequence[Sequence[int]],
    priority: Sequence[Sequence[int]],
    threshold: Sequence[Sequence[int]],
    model: str,
    cost: int = 0,
) -> list[list[int]]:
    """Return the response times of each task of each set; -1: without a bound."""
    sets = zip(work, period, deadline, jitter, priority, threshold, strict=True)
    return [[task["response"] for task in examine(row, (), model, cost)] for row in sets]


def met(
    columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], model: str, cost: int = 0
) -> bool:
    """Return whether all tasks meet their deadlines."""
    results = examine(columns, parts, model, cost)
    pairs = zip(results, columns[2], strict=True)
    return all(0 <= task["response"] <= deadline for task, deadline in pairs)


def thresholds(
    work: Sequence[Sequence[int]],
    period: Sequence[Sequence[int]],
    deadline: Sequence[Sequence[int]],
    jitter: Sequence[Sequence[int]],
    priority: Sequence[Sequence[int]],
    rule: str,
    model: str,
    cost: int = 0,
) -> list[list[int]]:
    """Return the thresholds of each set; -1: none exist."""
    result = []
    for row in zip(work, period, deadline, jitter, priority, strict=True):
        found, levels, _ = assign([*row, row[-1]], (), rule, model, cost)
        result.append(levels if found else [-1] * len(levels))
    return result


def assign(
    columns: Sequence[Sequence[int]],
    parts: Sequence[Sequence[int]],
    rule: str,
    model: str,
    cost: int = 0,
) -> tuple[bool, list[int], list[int]]:
    """Return the extreme vector of those that meet the deadlines, by a search of all. No parts."""
    if parts:
        raise NotImplementedError
    priority = list(columns[4])
    vectors = [
        vector for vector in _vectors(priority) if met([*columns[:5], vector], (), model, cost)
    ]
    if not vectors:
        return False, priority, []
    if rule == "maximal":
        return True, [min(levels) for levels in zip(*vectors, strict=True)], []
    return True, _minimal(columns, model, cost), []


def _vectors(priority: list[int], chosen: tuple[int, ...] = ()) -> Iterator[list[int]]:
    if len(chosen) == len(priority):
        yield list(chosen)
        return
    own = priority[len(chosen)]
    levels = {level for level in priority if own < 0 or level >= 0}
    for level in sorted(level for level in levels if level <= own):
        yield from _vectors(priority, (*chosen, level))


def _minimal(columns: Sequence[Sequence[int]], model: str, cost: int) -> list[int]:
    """Return the thresholds of Wang and Saksena 1999, from the least urgent task on."""
    priority = list(columns[4])
    levels = list(priority)
    for index in sorted(range(len(priority)), key=lambda at: -priority[at]):
        for level in sorted(
            {value for value in priority if value <= priority[index]}, reverse=True
        ):
            levels[index] = level
            result = examine([*columns[:5], levels], (), model, cost)[index]
            if 0 <= result["response"] <= columns[2][index]:
                break
    return levels


def order(
    columns: Sequence[Sequence[int]],
    parts: Sequence[Sequence[int]],
    name: str,
    model: str,
    cost: int = 0,
) -> bool:
    """Try all orders of the priorities; return whether one meets all deadlines. No parts."""
    if parts:
        raise NotImplementedError
    for ranks in _orders(len(columns[0])):
        if name == "fp-opa":
            found = met([*columns[:4], ranks, ranks], (), model, cost)
        elif name == "np-opa":
            found = met([*columns[:4], ranks, [0] * len(ranks)], (), model, cost)
        else:
            found = assign([*columns[:4], ranks, ranks], (), "maximal", model, cost)[0]
        if found:
            return True
    return False


def _orders(count: int, chosen: tuple[int, ...] = ()) -> Iterator[list[int]]:
    if len(chosen) == count:
        yield list(chosen)
        return
    for rank in range(count):
        if rank not in chosen:
            yield from _orders(count, (*chosen, rank))


# Response times


class _Period(NamedTuple):
    """An active period: the longest response, -1 if unbounded, and jobs as native ones."""

    response: int
    jobs: list[list[int]]


def _examine(tasks: list[Task], task: Task, model: str, cost: int) -> dict[str, Any]:
    found = blocking_of(tasks, task, model, cost)
    if task.refused:
        return {"response": -1, "blocking": found.one + found.sum, "jobs": []}
    if not cost or found.sum:
        affected = [
            other
            for other in tasks
            if other.priority > task.priority and stretches(other, task.priority)
        ]
        found = _narrowed(tasks, task, found, model, cost, affected)
        period = _period(tasks, task, found, model, cost, affected)
    else:
        candidates = [[other] for other in found.single] or [[]]
        of_all = []
        for blockers in candidates:
            each = [blocks(other, task.priority, model, cost) for other in blockers]
            one = found._replace(
                one=max((item[0] for item in each), default=0),
                at_once=any(item[1] for item in each),
            )
            of_all.append(_period(tasks, task, one, model, cost, blockers))
        bounded = all(period.response >= 0 for period in of_all)
        period = max(of_all, key=lambda item: item.response) if bounded else _Period(-1, [])
    return {
        "response": period.response,
        "blocking": found.one + found.sum,
        "jobs": period.jobs,
    }


def _narrowed(
    tasks: list[Task],
    task: Task,
    found: Blocking,
    model: str,
    cost: int,
    affected: list[Task],
) -> Blocking:
    """Return the blocking by the sections for which the jobs of the active period can wait."""
    for _ in range(8):
        works = _charged(tasks, task, cost, affected)
        if not found.sum or not _ends(task, works, found.one + found.sum):
            break
        length = _length(task, works, found.one + found.sum)
        jobs = {
            place: (length + other.jitter) // other.period + 1
            for place, other in enumerate(tasks)
            if other.priority <= task.priority
        }
        shorter = blocking_of(tasks, task, model, cost, jobs)
        if shorter.sum >= found.sum:
            break
        found = shorter
    return found


def _charged(
    tasks: list[Task], task: Task, cost: int, blockers: list[Task]
) -> list[tuple[Task, int]]:
    """Return the tasks that delay a task, each with its work and the cost of its preemptions."""
    others = [other for other in tasks if other.priority <= task.priority and other is not task]
    affected = [*others, task, *blockers]

    def work_of(other: Task) -> int:
        can_preempt = any(
            other.priority < item.exposure and other.priority < item.priority for item in affected
        )
        below = {
            item.resource
            for theirs in (*others, task)
            if theirs.priority > other.priority
            for item in theirs.sections
        }
        takeovers = sum(item.contended and item.resource in below for item in other.sections)
        return other.work + (cost * (can_preempt + takeovers) if other.priority >= 0 else 0)

    return [(other, work_of(other)) for other in others]


def _load(works: list[tuple[Task, int]]) -> Fraction:
    return sum((Fraction(work, other.period) for other, work in works), Fraction(0))


def _ends(task: Task, works: list[tuple[Task, int]], blocking: int) -> bool:
    """Return whether the active period of a task ends."""
    load = _load(works) + Fraction(task.work, task.period)
    waits = blocking + task.jitter + sum(other.jitter for other, _ in works)
    return load < 1 or (load == 1 and waits == 0)


def _length(task: Task, works: list[tuple[Task, int]], blocking: int) -> int:
    """Return the length of the active period."""
    return _fixed(
        blocking + task.work,
        lambda time: (
            blocking
            + sum(_up(time + other.jitter, other.period) * work for other, work in works)
            + _up(time + task.jitter, task.period) * task.work
        ),
    )


def _can_end_at_release(tasks: list[Task], task: Task, model: str, cost: int) -> bool:
    """Return whether a job can end at the instant of the next release of its task."""
    lower = [other for other in tasks if other.priority > task.priority]
    works = _charged(
        tasks, task, cost, [other for other in lower if stretches(other, task.priority)]
    )
    found = blocking_of(tasks, task, model, cost)
    if not _ends(task, works, found.one + found.sum):
        return True
    return _length(task, works, found.one + found.sum) >= task.period - task.jitter


class _Delays(NamedTuple):
    """The tasks that delay a job, each with the work of one of its jobs."""

    first: list[tuple[Task, int]]  # until the job starts
    late: list[tuple[Task, int]]  # until it finishes
    at_start: bool  # releases at the instant of the start count
    at_finish: bool


def _period(
    tasks: list[Task],
    task: Task,
    found: Blocking,
    model: str,
    cost: int,
    blockers: list[Task],
) -> _Period:
    """Return the jobs of the active period, if it ends."""
    blocking = found.one + found.sum
    works = _charged(tasks, task, cost, blockers)
    ends = _ends(task, works, blocking)
    if (not ends and model != "ws1999") or _load(works) >= 1:
        return _Period(-1, [])
    level = task.chunks[-1][1]
    late = [(other, work) for other, work in works if other.priority < level or task.waits]
    at_finish = task.ends_with_unlock and any(
        other.priority >= 0 and _can_end_at_release(tasks, other, model, cost) for other, _ in late
    )
    at_start = not (model == "continuous" and blocking > 0 and not found.at_once)
    peers = [(other, work) for other, work in works if other.priority == task.priority]
    if task.priority < 0 or task.waits or model == "ws1999":
        peers = []  # they are not served in the order in which they come
    first = [item for item in works if item not in peers]
    delays = _Delays(first, late, at_start, at_finish)
    length = 0 if model == "ws1999" else _length(task, works, blocking)
    if peers:
        return _in_order(task, peers, delays, blocking, length)
    jobs: list[list[int]] = []
    for job in range(_JOBS_MAX if ends else _JOBS_OF_OVERLOAD):
        start, finish = _run(task, delays, blocking + job * task.work, 0)
        jobs.append([start, finish, finish + task.jitter - job * task.period])
        end = finish if model == "ws1999" else length
        if end + task.jitter <= (job + 1) * task.period:
            return _Period(max(item[2] for item in jobs), jobs)
    return _Period(-1, [])


def _released(task: Task, time: int, *, closed: bool) -> int:
    """Return the number of jobs that a task releases until an instant, including it or not."""
    if closed:
        return (time + task.jitter) // task.period + 1
    return _up(time + task.jitter, task.period)


def _run(task: Task, delays: _Delays, before: int, least: int) -> tuple[int, int]:
    """Return the start of the last chunk and the finish of a job after ``before`` ticks of work."""
    last = task.chunks[-1][0]
    base = before + task.work - last

    def at_start(other: Task, time: int) -> int:
        return _released(other, time, closed=delays.at_start)

    start = _fixed(
        max(base, least),
        lambda time: max(least, base + sum(at_start(o, time) * work for o, work in delays.first)),
    )
    finish = _fixed(
        start + last,
        lambda time: (
            start
            + last
            + sum(
                max(0, _released(o, time, closed=delays.at_finish) - at_start(o, start)) * work
                for o, work in delays.late
            )
        ),
    )
    return start, finish


def _in_order(
    task: Task, peers: list[tuple[Task, int]], delays: _Delays, blocking: int, length: int
) -> _Period:
    """Return the jobs among those of equal priority, in the order of their arrival."""
    phases = {0}
    for peer, _ in peers:
        releases = range(-peer.jitter, length, peer.period)
        phases |= {release % task.period for release in releases if release > 0}
    worst = 0
    jobs: list[list[int]] = []
    for phase in phases:
        start = finish = -task.work
        for job in range(_JOBS_MAX):
            release = phase + job * task.period
            if job and release >= length:
                break
            comes = max(release, finish)
            ahead = sum(((comes + peer.jitter) // peer.period + 1) * work for peer, work in peers)
            before = blocking + ahead + job * task.work
            start, finish = _run(task, delays, before, max(release, start + task.work))
            response = finish + task.jitter - release
            worst = max(worst, response)
            if phase == 0:
                jobs.append([start, finish, response])
    return _Period(worst, jobs)


def _up(above: int, below: int) -> int:
    return -(-above // below)


def _fixed(time: int, step: Any) -> int:  # noqa: ANN401 - a function of a time
    while True:
        following: int = step(time)
        if following == time:
            return time
        time = following
