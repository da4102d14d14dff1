# SPDX-License-Identifier: Apache-2.0
"""Choose thresholds and priorities, and say what changed and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from limen.analysis.analyze import analyze, check_model
from limen.analysis.columns import columns_of
from limen.analysis.policies import preemptive, with_level
from limen.analysis.scaling import PARTS, finer_tick, largest_factor, scaled
from limen.choices import Objective, Priorities, Thresholds
from limen.engine import engine
from limen.errors import AnalysisError

if TYPE_CHECKING:
    from limen.analysis.columns import Columns
    from limen.analysis.results import Analysis
    from limen.system.model import System, Thread

__all__ = ["Assignment", "Change", "Objective", "Priorities", "Thresholds", "assign"]

_Kind = TypeVar("_Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Change:
    """One value that is different from before.

    Attributes:
        thread: name.
        what: ``priority``, ``threshold``, or ``threshold of chunk 2``.
        before: old value.
        after: new value.
        why: a sentence.
    """

    thread: str
    what: str
    before: int
    after: int
    why: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The result of an assignment.

    Attributes:
        system: with the new values; the one that was given if nothing meets all deadlines.
        feasible: whether it meets all deadlines.
        changes: in the order of the threads.
        before: analysis of the system that was given.
        after: analysis of ``system``.
        notes: sentences on what was tried.
    """

    system: System
    feasible: bool
    changes: tuple[Change, ...]
    before: Analysis
    after: Analysis
    notes: tuple[str, ...]


def assign(
    system: System,
    *,
    thresholds: Thresholds | str = Thresholds.MAXIMAL,
    objective: Objective | str = Objective.PREEMPTIONS,
    priorities: Priorities | str = Priorities.KEEP,
    model: str = "safe",
) -> Assignment:
    """Choose thresholds, and priorities if wanted, that meet all deadlines.

    Maximal thresholds have, of all that meet the deadlines with the same priorities, the fewest
    preempting pairs and the smallest shared stack. ``margin`` chooses the maximal thresholds of the
    system with all works scaled as far as thresholds exist.

    Args:
        system: any valid one; its thresholds do not matter.
        thresholds: which ones. With ``minimal``, the only objective is few changes.
        objective: of maximal thresholds.
        priorities: which ones.
        model: see analyze; not ws1999.

    Raises:
        DescriptionError: the system is not valid.
        AnalysisError: a time is too long, or a choice does not exist.
    """
    check_model(model)
    if model == "ws1999":
        problem = "the published test of 1999 accepts systems that miss deadlines"
        raise AnalysisError("model", problem, "take safe, tight or continuous")
    rule = _choice(Thresholds, thresholds, "thresholds")
    goal = _choice(Objective, objective, "objective")
    source = _choice(Priorities, priorities, "priorities")
    if rule is Thresholds.MINIMAL and goal is not Objective.PREEMPTIONS:
        problem = f"minimal thresholds are not the best ones for {goal}"
        raise AnalysisError("objective", problem, "take maximal thresholds")
    before = analyze(system, model=model)
    ordered, notes = _ordered(system, source, model)
    found, more = _with_thresholds(ordered, rule, goal, model)
    notes += more
    if found is None:
        return Assignment(system, False, (), before, before, (*notes, _impossible(source)))  # noqa: FBT003 - feasible
    after = analyze(found, model=model)
    changes = _changes(system, found, source, rule, goal)
    return Assignment(found, after.schedulable, changes, before, after, notes)


def _choice(kind: type[_Kind], value: str, place: str) -> _Kind:
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(item.value for item in kind)
        raise AnalysisError(place, f"{value} is not known", f"take one of {known}") from error


def _impossible(source: Priorities) -> str:
    if source is Priorities.SEARCH:
        return "No order that was tried meets all deadlines with any thresholds."
    return (
        "With these priorities, no thresholds meet all deadlines; "
        "--priorities search tries other orders."
    )


def _order(system: System, order: str, model: str) -> tuple[bool, System]:
    """The system with the priorities of an order, preemptive."""
    columns = columns_of(preemptive(system))
    met, levels = engine().order(columns.numbers, columns.parts, order, model, columns.cost)
    ranks = levels[: len(system.threads)].tolist()
    # The numbers that the threads have, as far as they are different.
    known = sorted({thread.priority for thread in system.threads})
    names = known if len(known) == len(ranks) else list(range(len(ranks)))
    threads = (
        with_level(replace(thread, priority=names[rank]), names[rank])
        for thread, rank in zip(system.threads, ranks, strict=True)
    )
    return bool(met), replace(system, threads=tuple(threads))


def _ordered(system: System, source: Priorities, model: str) -> tuple[System, tuple[str, ...]]:
    if source is Priorities.KEEP:
        return preemptive(system), ()
    if source is Priorities.OPA:
        met, found = _order(system, "fp-opa", model)
        if met:
            return found, ("Audsley's order meets all deadlines preemptively.",)
        met, found = _order(system, "np-opa", model)
        if met:
            note = "Only Audsley's order for non-preemptive threads meets all deadlines."
            return found, (note,)
        return found, ("No order meets all deadlines preemptively, and none non-preemptively.",)
    met, found = _order(system, source.value, model)
    return found, () if met or source is Priorities.SEARCH else ("Deadline monotonic order.",)


def _with_thresholds(
    system: System, rule: Thresholds, goal: Objective, model: str
) -> tuple[System | None, tuple[str, ...]]:
    columns = columns_of(system)
    found = _assigned(system, columns, rule, model)
    if found is None or goal is not Objective.MARGIN:
        return found, ()
    finer = finer_tick(columns, model)
    factor = largest_factor(
        columns, finer, lambda changed: _assigned(system, changed, rule, model) is not None
    )
    changed = scaled(columns, factor, finer)
    best = None if changed is None else _assigned(system, changed, rule, model)
    note = f"With these thresholds, all works can grow by a factor of {factor / PARTS:.6g}."
    return best or found, (note,)


def _assigned(system: System, columns: Columns, rule: Thresholds, model: str) -> System | None:
    """The system with the thresholds that some columns of it get; None: there are none."""
    met, levels, chunks = engine().assign(
        columns.numbers, columns.parts, rule.value, model, columns.cost
    )
    if not met:
        return None
    of_chunks: list[list[int]] = [[] for _ in system.threads]
    for level, row in zip(chunks.tolist(), columns.parts.tolist(), strict=True):
        if row[4] < 0:
            of_chunks[row[0]].append(level)
    threads = (
        _set_levels(thread, int(level), own)
        for thread, level, own in zip(system.threads, levels, of_chunks, strict=False)
    )
    return replace(system, threads=tuple(threads))


def _set_levels(thread: Thread, level: int, levels: list[int]) -> Thread:
    if not thread.chunks:
        return replace(thread, threshold=level)
    chunks = tuple(
        replace(chunk, threshold=own) for chunk, own in zip(thread.chunks, levels, strict=True)
    )
    return replace(thread, threshold=level, chunks=chunks)


def _changes(
    old: System, new: System, source: Priorities, rule: Thresholds, goal: Objective
) -> tuple[Change, ...]:
    changes: list[Change] = []
    for before, after in zip(old.threads, new.threads, strict=True):
        pairs: list[tuple[str, Any, Any, str]] = [
            ("priority", before.priority, after.priority, _why_priority(after, source)),
        ]
        if not after.chunks:
            why = _why_threshold(new, after, after.threshold, rule, goal)
            pairs.append(("threshold", before.threshold, after.threshold, why))
        for number, (chunk, other) in enumerate(zip(before.chunks, after.chunks, strict=True)):
            why = _why_threshold(new, after, other.threshold, rule, goal)
            what = f"threshold of chunk {number + 1}"
            pairs.append((what, chunk.threshold, other.threshold, why))
        changes += [
            Change(after.name, what, value, other, why)
            for what, value, other, why in pairs
            if value != other
        ]
    return tuple(changes)


def _why_priority(thread: Thread, source: Priorities) -> str:
    if source is Priorities.DM:
        return f"its deadline less its jitter is {thread.deadline - thread.jitter}"
    if source is Priorities.OPA:
        return "it meets its deadline at this level below all that are above it"
    return "with this order, there are thresholds that meet all deadlines"


def _why_threshold(
    system: System, thread: Thread, level: int, rule: Thresholds, goal: Objective
) -> str:
    covered = [other.name for other in system.threads if level <= other.priority < thread.priority]
    above = [other for other in system.threads if other.priority < level]
    names = ", ".join(covered)
    if rule is Thresholds.MINIMAL:
        return (
            f"it meets its deadline only if {names} cannot preempt it"
            if covered
            else ("it meets its deadline with every preemption")
        )
    wish = " with the scaled works" if goal is Objective.MARGIN else ""
    if not covered:
        if not above:
            return "no thread is more urgent"
        least = max(above, key=lambda other: other.priority)
        return f"{least.name} has to preempt it to meet its deadline{wish}"
    if not above:
        return f"{names} can wait for it{wish}"
    least = max(above, key=lambda other: other.priority)
    return f"{names} can wait for it, and {least.name} cannot{wish}"
