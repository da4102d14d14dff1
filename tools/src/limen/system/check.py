# SPDX-License-Identifier: Apache-2.0
"""Check the constraints between the values of a system, from a file or from a program."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from limen.errors import DescriptionError
from limen.system.isolation import check_isolation
from limen.system.place import Place
from limen.times import TIME_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from limen.system.model import CriticalSection, System, Thread
    from limen.system.positions import Path

__all__ = ["CORES", "LEVELS", "STACK_MAX", "check_one_core", "check_system", "utilisation"]

# Priorities that a kernel can have (LM_LEVELS, include/limen/kernel.h).
LEVELS: Final = 1024
# Cores that a kernel can have (LM_CORES, kernel/cores/shared.h).
CORES: Final = 8
# Bytes: the kernel has 32 bits for them.
STACK_MAX: Final = 2**32 - 1


def utilisation(system: System) -> Fraction:
    """The part of the processor's time that threads and interrupts need; above 1: an overload.

    An overloaded system is valid: an analysis reports the overload, and a simulation shows it.
    """
    of_threads = sum((Fraction(item.work, item.period) for item in system.threads), Fraction(0))
    return sum((Fraction(item.work, item.period) for item in system.interrupts), of_threads)


def check_system(system: System, place: Place | None = None) -> None:
    """Check a system that may have been made in Python.

    Args:
        system: with any values.
        place: the file that describes it.

    Raises:
        DescriptionError: values are out of range, or contradict each other.
    """
    where = place or Place(f"System {system.name}", _names(system))
    if not system.threads:
        where.fail((), "it has no thread", "add one")
    if system.tick_ns < 1:
        where.fail(("tick",), f"a tick of {system.tick_ns} ns is not a time", "write 1 or more")
    _check_names(system, where)
    resources = {resource.name for resource in system.resources}
    for index, thread in enumerate(system.threads):
        _check_core(("thread", index), thread.core, where)
        _check_thread(thread, ("thread", index), resources, where)
    for index, interrupt in enumerate(system.interrupts):
        path: Path = ("interrupt", index)
        _check_core(path, interrupt.core, where)
        _check_times(path, ("period", "work"), (interrupt.period, interrupt.work), 1, where)
        _check_times(path, ("jitter",), (interrupt.jitter,), 0, where)
    keys = ("dispatch", "exit", "preemption", "gate")
    _check_sharing(system, where)
    check_isolation(system, where)
    times = [getattr(system.overheads, key) or 0 for key in keys]
    _check_times(("overheads",), keys, times, 0, where)


def _names(system: System) -> dict[str, object]:
    """The names in the tables of a file, for the places of errors."""
    return {
        "thread": [{"name": thread.name} for thread in system.threads],
        "interrupt": [{"name": interrupt.name} for interrupt in system.interrupts],
        "resource": [{"name": resource.name} for resource in system.resources],
        "queue": [{"name": queue.name} for queue in system.queues],
        "semaphore": [{"name": one.name} for one in system.semaphores],
    }


def _check_names(system: System, place: Place) -> None:
    known: dict[str, str] = {}
    named = [("thread", index, item.name) for index, item in enumerate(system.threads)]
    named += [("interrupt", index, item.name) for index, item in enumerate(system.interrupts)]
    for kind, index, name in named:
        if name in known:
            other = "twice" if known[name] == kind else f"as {known[name]}, too"
            place.fail((kind, index, "name"), f"{name} occurs {other}", "rename one")
        known[name] = kind
    resources: set[str] = set()
    for index, resource in enumerate(system.resources):
        if resource.name in resources:
            problem = f"{resource.name} occurs twice"
            place.fail(("resource", index, "name"), problem, "rename one")
        resources.add(resource.name)


def _check_times(
    path: Path, keys: Iterable[str], values: Iterable[int], least: int, place: Place
) -> None:
    for key, value in zip(keys, values, strict=True):
        if value < least:
            problem = f"a time of {value} ticks is {'negative' if value < 0 else 'zero'}"
            place.fail((*path, key), problem, f"write {least} or more")
        if value > TIME_MAX:
            remedy = f"write at most {TIME_MAX}, or take a longer tick"
            place.fail((*path, key), f"the time exceeds the maximum of {TIME_MAX} ticks", remedy)


def _check_thread(thread: Thread, path: Path, resources: set[str], place: Place) -> None:
    positive = ("period", "work", "work_min", "deadline")
    _check_times(path, positive, [getattr(thread, key) for key in positive], 1, place)
    _check_times(path, ("offset", "jitter"), (thread.offset, thread.jitter), 0, place)
    if thread.work_min > thread.work:
        problem = f"the best case, {thread.work_min}, is above the worst case, {thread.work}"
        place.fail((*path, "work_min"), problem, "write at most work")
    if not 0 <= thread.priority < LEVELS:
        problem = f"the priority {thread.priority} is out of range"
        place.fail((*path, "priority"), problem, f"write 0 to {LEVELS - 1}")
    _check_threshold((*path, "threshold"), thread.threshold, thread.priority, place)
    _check_stack((*path, "stack"), thread.stack, place)
    _check_stack((*path, "stack_between"), thread.stack_between, place)
    for number, chunk in enumerate(thread.chunks):
        where: Path = (*path, "chunks", number)
        _check_times(where, ("work",), (chunk.work,), 1, place)
        _check_threshold((*where, "threshold"), chunk.threshold, thread.priority, place)
        _check_stack((*where, "stack"), chunk.stack, place)
    total = sum(chunk.work for chunk in thread.chunks)
    if thread.chunks and total != thread.work:
        problem = f"the work of the chunks is {total}, and that of the thread is {thread.work}"
        place.fail((*path, "chunks"), problem, "make them equal")
    _check_sections(thread, path, resources, place)


def check_one_core(system: System, what: str) -> None:
    """Refuse a system of several cores where only one is possible.

    Args:
        system: any valid one.
        what: the feature that supports one core only, such as "the page".

    Raises:
        DescriptionError: it has several cores.
    """
    if system.is_on_cores:
        problem = f"it has several cores, or a resource for them, and {what} is for one core"
        raise DescriptionError(system.name, problem, "describe the threads of one core alone")


def _check_core(path: Path, core: int, place: Place) -> None:
    if not 0 <= core < CORES:
        place.fail((*path, "core"), f"core {core} does not exist", f"write 0 to {CORES - 1}")


def _check_sharing(system: System, place: Place) -> None:
    """Check that threads of several cores share only resources of all cores, one at a time."""
    protocols = {item.name: item.protocol for item in system.resources}
    users: dict[str, Thread] = {}
    for index, thread in enumerate(system.threads):
        path: Path = ("thread", index, "sections")
        for number, section in enumerate(thread.sections):
            first = users.setdefault(section.resource, thread)
            where: Path = (*path, number)
            if first.core != thread.core and not protocols[section.resource].serves_all_cores:
                cores = f"{first.name} of core {first.core}"
                problem = f"{section.resource} serves one core, and {cores} uses it, too"
                remedy = (
                    f'write protocol = "shared" (threads wait) or "spin" (the core spins) for '
                    f"{section.resource}"
                )
                place.fail((*where, "resource"), problem, remedy)
            for other in thread.sections[:number]:
                if _overlap(section, other) and any(
                    protocols[one.resource].serves_all_cores for one in (section, other)
                ):
                    problem = f"the sections of {other.resource} and {section.resource} are nested"
                    remedy = "let a section of a resource of all cores be alone"
                    place.fail(where, problem, remedy)


def _overlap(one: CriticalSection, two: CriticalSection) -> bool:
    return one.start < two.start + two.work and two.start < one.start + one.work


def _check_stack(path: Path, stack: int | None, place: Place) -> None:
    if stack is not None and not 0 <= stack <= STACK_MAX:
        place.fail(path, f"a stack of {stack} bytes is out of range", f"write 0 to {STACK_MAX}")


def _check_threshold(path: Path, threshold: int, priority: int, place: Place) -> None:
    if not 0 <= threshold <= priority:
        problem = f"the threshold {threshold} is above the priority {priority}"
        if threshold < 0:
            problem = f"the threshold {threshold} is negative"
        remedy = f"write 0 to {priority}: the smaller number is the more urgent level"
        place.fail(path, problem, remedy)


def _check_sections(thread: Thread, path: Path, resources: set[str], place: Place) -> None:
    for number, section in enumerate(thread.sections):
        where: Path = (*path, "sections", number)
        if section.resource not in resources:
            known = ", ".join(sorted(resources))
            remedy = f"take one of {known}, or add [[resource]]" if known else "add [[resource]]"
            place.fail((*where, "resource"), f"unknown resource {section.resource}", remedy)
        _check_times(where, ("work",), (section.work,), 1, place)
        _check_times(where, ("start",), (section.start,), 0, place)
        if section.start + section.work > thread.work:
            problem = f"it ends at {section.start + section.work}, behind the job ({thread.work})"
            place.fail(where, problem, "make it shorter, or start it earlier")
    _check_nesting(thread, path, place)


def _check_nesting(thread: Thread, path: Path, place: Place) -> None:
    """Check that two critical sections of a job are disjoint, or one contains the other."""
    indexed = list(enumerate(thread.sections))
    opened: list[CriticalSection] = []
    for number, section in sorted(indexed, key=lambda item: (item[1].start, -item[1].work)):
        while opened and opened[-1].start + opened[-1].work <= section.start:
            opened.pop()
        where: Path = (*path, "sections", number)
        if opened and section.start + section.work > opened[-1].start + opened[-1].work:
            problem = f"it overlaps that of {opened[-1].resource}, and is not inside it"
            place.fail(where, problem, "nest them, or separate them")
        if any(outer.resource == section.resource for outer in opened):
            problem = f"the job owns {section.resource} already"
            place.fail(where, problem, "join the two sections")
        opened.append(section)
