# SPDX-License-Identifier: Apache-2.0
"""The analysis in plain Python, for tests: short, slow, and without any code of the native core.

The functions have the names and signatures of those of ``limen_engine``, with lists or arrays of
whole numbers, which Python does not limit. Each formula is written as docs/analysis.md has it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["assign", "examine", "met", "order", "responses", "thresholds"]

_JOBS_MAX = 100_000
_JOBS_OF_OVERLOAD = 1000  # in the test of 1999, which may end although the period does not
_TICKS_MAX = 1000  # of a job that is looked at tick by tick


class _Interval(NamedTuple):
    begin: int
    end: int
    level: int
    resource: int
    inherits: bool


class _Task(NamedTuple):
    work: int
    period: int
    deadline: int
    jitter: int
    priority: int
    chunks: tuple[tuple[int, int], ...]  # work and threshold
    sections: tuple[_Interval, ...]
    waits: bool

    @property
    def exposure(self) -> int:
        levels = [level for _, level in self.chunks]
        if len(self.chunks) > 1 or self.waits:
            levels.append(self.priority)
        return max(levels)


def examine(
    columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], model: str, cost: int = 0
) -> list[dict[str, Any]]:
    """Response, blocking and jobs of each task; see ``limen_engine.examine``."""
    tasks = _tasks(columns, parts)
    return [_examine(tasks, task, model, cost) for task in tasks]


def responses(  # noqa: PLR0913, PLR0917 - as that of the native core
    work: Sequence[Sequence[int]],
    period: Sequence[Sequence[int]],
    deadline: Sequence[Sequence[int]],
    jitter: Sequence[Sequence[int]],
    priority: Sequence[Sequence[int]],
    threshold: Sequence[Sequence[int]],
    model: str,
    cost: int = 0,
) -> list[list[int]]:
    """Response times of each task of each set; -1 for those without a bound."""
    sets = zip(work, period, deadline, jitter, priority, threshold, strict=True)
    return [[task["response"] for task in examine(row, (), model, cost)] for row in sets]


def met(
    columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], model: str, cost: int = 0
) -> bool:
    """Whether all tasks meet their deadlines."""
    results = examine(columns, parts, model, cost)
    pairs = zip(results, columns[2], strict=True)
    return all(0 <= task["response"] <= deadline for task, deadline in pairs)


def thresholds(  # noqa: PLR0913, PLR0917 - as that of the native core
    work: Sequence[Sequence[int]],
    period: Sequence[Sequence[int]],
    deadline: Sequence[Sequence[int]],
    jitter: Sequence[Sequence[int]],
    priority: Sequence[Sequence[int]],
    rule: str,
    model: str,
    cost: int = 0,
) -> list[list[int]]:
    """Thresholds of each set; -1 where there are none."""
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
    """The extreme vector of all that meet the deadlines, by trying them all. No parts."""
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
    """Wang and Saksena 1999: from the least urgent task on, lower while it is late."""
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
    """Whether some order of the priorities meets all deadlines, by trying them all. No parts."""
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


# The tasks


def _tasks(columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]) -> list[_Task]:
    numbers = [[int(value) for value in row] for row in columns]
    rows = [[int(value) for value in row] for row in parts]
    ceilings: dict[int, int] = {}
    users: dict[int, set[int]] = {}
    for task, _, _, _, resource, _ in rows:
        if resource >= 0:
            ceilings[resource] = min(ceilings.get(resource, 1 << 40), numbers[4][task])
            users.setdefault(resource, set()).add(task)
    _lower_nested(rows, ceilings)
    result = []
    for index, (work, period, deadline, jitter, priority, threshold) in enumerate(
        zip(*numbers, strict=True)
    ):
        own = sorted((row for row in rows if row[0] == index), key=lambda row: row[1])
        chunks = tuple((row[2], row[3]) for row in own if row[4] < 0) or ((work, threshold),)
        sections = tuple(
            _Interval(row[1], row[1] + row[2], ceilings[row[4]], row[4], bool(row[5]))
            for row in own
            if row[4] >= 0
        )
        waits = any(item.inherits and len(users[item.resource]) > 1 for item in sections)
        result.append(_Task(work, period, deadline, jitter, priority, chunks, sections, waits))
    return result


def _lower_nested(rows: list[list[int]], ceilings: dict[int, int]) -> None:
    """A section with inheritance inside of another one blocks whom the other one blocks."""
    inheriting = [row for row in rows if row[4] >= 0 and row[5]]
    changed = True
    while changed:
        changed = False
        for one in inheriting:
            for two in inheriting:
                overlap = one[1] < two[1] + two[2] and two[1] < one[1] + one[2]
                if one[0] == two[0] and overlap and ceilings[two[4]] > ceilings[one[4]]:
                    ceilings[two[4]] = ceilings[one[4]]
                    changed = True


# Blocking


def _protected(task: _Task, priority: int) -> list[_Interval]:
    begin = 0
    result = []
    for work, level in task.chunks:
        result.append(_Interval(begin, begin + work, level, -1, inherits=False))
        begin += work
    return [item for item in (*result, *task.sections) if item.level <= priority]


def _stretch(task: _Task, priority: int) -> int:
    """The longest run of ticks between which the task cannot be preempted."""
    intervals = _protected(task, priority)
    if task.work > _TICKS_MAX:
        return _merged(intervals)
    longest = length = 0
    for tick in range(task.work):
        is_inside = any(item.begin <= tick < item.end for item in intervals)
        is_joined = any(item.begin < tick < item.end for item in intervals)
        length = (length + 1 if is_joined else 1) if is_inside else 0
        longest = max(longest, length)
    return longest


def _merged(intervals: list[_Interval]) -> int:
    longest = 0
    begin = end = -1
    for item in sorted(intervals):
        if item.begin >= end:
            begin, end = item.begin, item.end
        end = max(end, item.end)
        longest = max(longest, end - begin)
    return longest


def _inherits(task: _Task, priority: int) -> bool:
    return any(item.inherits and item.level <= priority for item in task.sections)


def _blocking(tasks: list[_Task], task: _Task) -> tuple[int, int, list[_Task]]:
    """Longest single stretch, sum by inheritance, tasks that can be the single one."""
    lower = [other for other in tasks if other.priority > task.priority]
    inheriting = [other for other in lower if _inherits(other, task.priority)]
    single = [
        other for other in lower if other not in inheriting and _stretch(other, task.priority)
    ]
    one = max((_stretch(other, task.priority) for other in single), default=0)
    total = sum(_stretch(other, task.priority) for other in inheriting)
    return one, min(total, _by_mutex(inheriting, task.priority, total)), single


def _by_mutex(inheriting: list[_Task], priority: int, none: int) -> int:
    longest: dict[int, int] = {}
    for task in inheriting:
        end = 0
        if any(level <= priority for _, level in task.chunks):
            return none
        for item in sorted(task.sections):
            if not item.inherits or item.begin < end:
                return none
            end = item.end
            if item.level <= priority:
                length = item.end - item.begin
                longest[item.resource] = max(longest.get(item.resource, 0), length)
    return sum(longest.values())


# Response times


def _examine(tasks: list[_Task], task: _Task, model: str, cost: int) -> dict[str, Any]:
    one, inherited, single = _blocking(tasks, task)
    if not cost or inherited:
        affected = [
            other
            for other in tasks
            if other.priority > task.priority and _stretch(other, task.priority)
        ]
        jobs = _jobs(tasks, task, _counted(one, inherited, model), model, cost, affected)
    else:
        candidates = [[other] for other in single] or [[]]
        of_all = []
        for blockers in candidates:
            longest = sum(_stretch(other, task.priority) for other in blockers)
            of_all.append(_jobs(tasks, task, _counted(longest, 0, model), model, cost, blockers))
        jobs = max(of_all, key=_worst) if all(of_all) else []
    return {
        "response": _worst(jobs) if jobs else -1,
        "blocking": one + inherited,
        "jobs": jobs,
    }


def _worst(jobs: list[list[int]]) -> int:
    return max(job[2] for job in jobs)


def _counted(one: int, inherited: int, model: str) -> int:
    return (max(0, one - 1) if model == "tight" else one) + inherited


def _jobs(
    tasks: list[_Task],
    task: _Task,
    blocking: int,
    model: str,
    cost: int,
    blockers: list[_Task],
) -> list[list[int]]:
    """Start, finish and response of the jobs of the active period; none if it does not end."""
    others = [other for other in tasks if other.priority <= task.priority and other is not task]
    affected = [*others, task, *blockers]

    def work_of(other: _Task) -> int:
        can_preempt = other.priority >= 0 and any(
            other.priority < item.exposure and other.priority < item.priority for item in affected
        )
        return other.work + (cost if can_preempt else 0)

    works = [(other, work_of(other)) for other in others]
    load = sum((Fraction(work, other.period) for other, work in works), Fraction(0))
    own_load = Fraction(task.work, task.period)
    waits = blocking + task.jitter + sum(other.jitter for other in others)
    ends = load + own_load < 1 or (load + own_load == 1 and waits == 0)
    if (not ends and model != "ws1999") or load >= 1:
        return []
    last, level = task.chunks[-1]
    late = [(other, work) for other, work in works if other.priority < level or task.waits]
    closed = not (model == "continuous" and blocking > 0)

    def before(other: _Task, start: int) -> int:
        if closed:
            return (start + other.jitter) // other.period + 1
        return _up(start + other.jitter, other.period)

    length = (
        0
        if model == "ws1999"
        else _fixed(
            blocking + task.work,
            lambda time: (
                blocking
                + sum(_up(time + other.jitter, other.period) * work for other, work in works)
                + _up(time + task.jitter, task.period) * task.work
            ),
        )
    )
    jobs: list[list[int]] = []
    for job in range(_JOBS_MAX if ends else _JOBS_OF_OVERLOAD):
        base = blocking + job * task.work + task.work - last
        start = _fixed(
            base, lambda time, base=base: base + sum(before(o, time) * work for o, work in works)
        )
        finish = _fixed(
            start + last,
            lambda time, start=start: (
                start
                + last
                + sum(
                    max(0, _up(time + o.jitter, o.period) - before(o, start)) * work
                    for o, work in late
                )
            ),
        )
        jobs.append([start, finish, finish + task.jitter - job * task.period])
        end = finish if model == "ws1999" else length
        if end + task.jitter <= (job + 1) * task.period:
            return jobs
    return []


def _up(above: int, below: int) -> int:
    return -(-above // below)


def _fixed(time: int, step: Any) -> int:  # noqa: ANN401 - a function of a time
    while True:
        following: int = step(time)
        if following == time:
            return time
        time = following
