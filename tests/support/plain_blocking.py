# SPDX-License-Identifier: Apache-2.0
"""The blocking of a task, in plain Python: tasks, mutexes, and the formulas of docs/analysis.md.

It shares no code with the native core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Blocking", "Task", "blocking_of", "blocks", "stretches", "tasks_of"]

_TICKS_MAX = 1000  # of a job that is examined tick by tick


class _Interval(NamedTuple):
    begin: int
    end: int
    level: int
    resource: int
    inherits: bool
    contended: bool


class _Stretch(NamedTuple):
    begin: int
    length: int


class Task(NamedTuple):
    work: int
    period: int
    deadline: int
    jitter: int
    priority: int
    chunks: tuple[tuple[int, int], ...]  # work and threshold
    sections: tuple[_Interval, ...]
    let_in: bool  # an unlock of a less urgent task can dispatch it
    refused: str  # why it has no bound, without regard to its load

    @property
    def waits(self) -> bool:
        return any(item.contended for item in self.sections)

    @property
    def exposure(self) -> int:
        levels = [level for _, level in self.chunks]
        if len(self.chunks) > 1 or self.waits:
            levels.append(self.priority)
        return max(levels)

    @property
    def ends_with_unlock(self) -> bool:
        return any(item.end == self.work for item in self.sections)


# The tasks


def tasks_of(columns: Sequence[Sequence[int]], parts: Sequence[Sequence[int]]) -> list[Task]:
    numbers = [[int(value) for value in row] for row in columns]
    rows = [[int(value) for value in row] for row in parts]
    priorities = numbers[4]
    nested = [
        (one[0], one[4], two[4])
        for at, one in enumerate(rows)
        for behind, two in enumerate(rows)
        if one[0] == two[0] and one[4] >= 0 and two[4] >= 0
        if _is_inside(two, one) or (behind > at and two[1:3] == one[1:3])
    ]
    contended = _contended(rows, nested)
    inheriting = {row[4] for row in rows if row[5]}
    levels = _levels(rows, priorities, nested, contended & inheriting)
    cuts = [
        (levels[outer], levels[inner])
        for _, outer, inner in nested
        if inner in contended - inheriting and levels[outer] < levels[inner]
    ]
    deadlock = _has_circle([item for item in nested if {item[1], item[2]} <= contended])
    result = []
    for index, (work, period, deadline, jitter, priority, threshold) in enumerate(
        zip(*numbers, strict=True)
    ):
        own = sorted((row for row in rows if row[0] == index), key=lambda row: row[1])
        chunks = tuple((row[2], row[3]) for row in own if row[4] < 0) or ((work, threshold),)
        sections = tuple(
            _Interval(
                row[1], row[1] + row[2], levels[row[4]], row[4], bool(row[5]), row[4] in contended
            )
            for row in own
            if row[4] >= 0
        )
        let_in = any(
            row[4] >= 0 and levels[row[4]] <= priority < priorities[row[0]] for row in rows
        )
        refused = "deadlock" if deadlock else ""
        if not deadlock and any(wanted <= priority < passed for wanted, passed in cuts):
            refused = "cut_off"
        result.append(
            Task(work, period, deadline, jitter, priority, chunks, sections, let_in, refused)
        )
    return result


def _is_inside(inner: list[int], outer: list[int]) -> bool:
    """Return whether a section begins inside another section of its task."""
    begins = outer[1] <= inner[1] < outer[1] + outer[2]
    return begins and (inner[1] > outer[1] or inner[2] < outer[2])


def _contended(rows: list[list[int]], nested: list[tuple[int, int, int]]) -> set[int]:
    """Return the mutexes for which a task can wait: their owner does not run, or they inherit."""
    users: dict[int, set[int]] = {}
    for row in rows:
        users.setdefault(row[4], set()).add(row[0])
    shared = {resource for resource, tasks in users.items() if resource >= 0 and len(tasks) > 1}
    found = {row[4] for row in rows if row[5] and row[4] in shared}
    while True:
        more = {outer for _, outer, inner in nested if inner in found and outer in shared}
        if more <= found:
            return found
        found |= more


def _levels(
    rows: list[list[int]],
    priorities: list[int],
    nested: list[tuple[int, int, int]],
    passing: set[int],
) -> dict[int, int]:
    """Return the most urgent priority that an owner can get through each mutex."""
    levels: dict[int, int] = {}
    for row in rows:
        if row[4] >= 0:
            levels[row[4]] = min(levels.get(row[4], 1 << 40), priorities[row[0]])
    for _ in levels:
        for _, outer, inner in nested:
            if inner in passing:
                levels[inner] = min(levels[inner], levels[outer])
    return levels


def _has_circle(nested: list[tuple[int, int, int]]) -> bool:
    """Return whether nested locks of at least two tasks form a circle."""
    for first in nested:
        reached = {(first[2], False)}
        while True:
            more = {
                (inner, several or task != first[0])
                for task, outer, inner in nested
                for at, several in reached
                if outer == at
            }
            if (first[1], True) in more:
                return True
            if more <= reached:
                break
            reached |= more
    return False


# Blocking

_OWED_MAX = 2  # preemptions for which a task has not yet paid


def _chunks_of(task: Task) -> list[tuple[int, int, int]]:
    begin = 0
    result = []
    for work, level in task.chunks:
        result.append((begin, begin + work, level))
        begin += work
    return result


def stretches(task: Task, priority: int) -> list[_Stretch]:
    """Return the runs of ticks in which the task cannot be preempted."""
    intervals = [item[:2] for item in _chunks_of(task) if item[2] <= priority]
    intervals += [(item.begin, item.end) for item in task.sections if item.level <= priority]
    if task.work > _TICKS_MAX:
        return _merged(intervals)
    result: list[_Stretch] = []
    for tick in range(task.work):
        if not any(begin <= tick < end for begin, end in intervals):
            continue
        if any(begin < tick < end for begin, end in intervals):
            result[-1] = _Stretch(result[-1].begin, result[-1].length + 1)
        else:
            result.append(_Stretch(tick, 1))
    return result


def _merged(intervals: list[tuple[int, int]]) -> list[_Stretch]:
    result: list[_Stretch] = []
    for begin, end in sorted(intervals):
        if result and begin < result[-1].begin + result[-1].length:
            first = result[-1].begin
            result[-1] = _Stretch(first, max(end, first + result[-1].length) - first)
        else:
            result.append(_Stretch(begin, end - begin))
    return result


def _can_wait_at(task: Task, priority: int) -> bool:
    return any(item.contended and item.level <= priority for item in task.sections)


def _preemptions(task: Task, stretch: _Stretch, waits: bool) -> int:
    """Return the number of preemptions of the task that are charged in a stretch of it."""
    end = stretch.begin + stretch.length
    before = sum(item.end == stretch.begin for item in task.sections)
    if not waits:
        return min(before, _OWED_MAX)
    inside = [
        item for item in task.sections if item.contended and stretch.begin <= item.begin < end
    ]
    return _OWED_MAX + sum((item.end < end) + (item.begin > stretch.begin) for item in inside)


def _at_once(task: Task, stretch: _Stretch) -> bool:
    """Return whether it can begin at an instant at which another task is released."""
    return task.let_in or stretch.begin not in {begin for begin, _, _ in _chunks_of(task)}


def blocks(task: Task, priority: int, model: str, cost: int) -> tuple[int, bool]:
    """Return how long a task blocks a priority (-1: none), and whether it can begin at once."""
    waits = _can_wait_at(task, priority)
    best = -1
    at_once = False
    for stretch in stretches(task, priority):
        length = stretch.length + cost * _preemptions(task, stretch, waits)
        if model == "tight" and not waits and not _at_once(task, stretch):
            length -= 1
        if length > best:
            best = length
            at_once = _at_once(task, stretch)
    return best, at_once


class Blocking(NamedTuple):
    one: int
    sum: int
    at_once: bool
    single: list[Task]  # tasks that can be the single one


def _is_simple(task: Task, priority: int) -> bool:
    """Return whether the task blocks only by sections with inheritance that are not nested."""
    items = [item for item in task.sections if item.level <= priority]
    return (
        all(level > priority for _, level in task.chunks)
        and all(item.contended and item.inherits for item in items)
        and all(
            one is two or one.end <= two.begin or two.end <= one.begin
            for one in items
            for two in items
        )
    )


def blocking_of(
    tasks: list[Task], task: Task, model: str, cost: int, jobs: dict[int, int] | None = None
) -> Blocking:
    """Return the blocking of a task. ``jobs``: their number in its active period, by task."""
    priority = task.priority
    lower = [other for other in tasks if other.priority > priority]
    blocking = {id(other): blocks(other, priority, model, cost) for other in lower}
    lower = [other for other in lower if blocking[id(other)][0] >= 0]
    waiting = [other for other in lower if _can_wait_at(other, priority)]
    single = [other for other in lower if other not in waiting]
    simple = [other for other in waiting if _is_simple(other, priority)]
    of_simple = sum(blocking[id(other)][0] for other in simple)
    if jobs is not None:
        of_simple = min(of_simple, _by_mutex(tasks, task, simple, cost, jobs))
    rest = sum(blocking[id(other)][0] for other in waiting if other not in simple)
    return Blocking(
        max((blocking[id(other)][0] for other in single), default=0),
        rest + of_simple,
        any(blocking[id(other)][1] for other in lower),
        single,
    )


def _by_mutex(
    tasks: list[Task], task: Task, simple: list[Task], cost: int, jobs: dict[int, int]
) -> int:
    """Return for each mutex the longest sections, one for each lock that can wait for them."""
    priority = task.priority
    total = 0
    for mutex in {
        item.resource for other in simple for item in other.sections if item.level <= priority
    }:
        locks = 0
        for place, other in enumerate(tasks):
            count = sum(item.resource == mutex for item in other.sections)
            if other.priority <= priority:
                locks += jobs[place] * count
            elif not _is_simple(other, priority):
                locks += count
        longest = [
            max(
                (
                    item.end
                    - item.begin
                    + cost
                    * _preemptions(other, _Stretch(item.begin, item.end - item.begin), waits=True)
                    for item in other.sections
                    if item.resource == mutex
                ),
                default=0,
            )
            for other in simple
        ]
        total += sum(sorted(longest, reverse=True)[:locks])
    return total
