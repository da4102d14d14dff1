# SPDX-License-Identifier: Apache-2.0
"""Choose thresholds, priorities and protocols, and report the changes with reasons.

The engine chooses (engine/src/analysis/assign), for the commands and for the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from limen.analysis.analyze import analyze, check_model
from limen.analysis.columns import columns_of
from limen.analysis.placing import of_core, placed
from limen.analysis.scaling import PARTS, finer_tick, largest_factor, scaled
from limen.choices import Objective, Priorities, Protocols, Thresholds
from limen.engine import engine
from limen.errors import AnalysisError
from limen.system.check import CORES
from limen.system.isolation import check_unlimited
from limen.system.native import PROTOCOLS, native_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.analysis.columns import Columns
    from limen.analysis.results import Analysis
    from limen.system.model import System, Thread

__all__ = ["Assignment", "Change", "Objective", "Priorities", "Protocols", "Thresholds", "assign"]

_KINDS: Final = {Thresholds.KEEP: "the given", Thresholds.MINIMAL: "minimal"}
_Kind = TypeVar("_Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Change:
    """One value that is different from before.

    Attributes:
        thread: its name, or that of a mutex.
        what: ``priority``, ``threshold``, ``threshold of chunk 2``; of a mutex ``protocol``.
        before: old value.
        after: new value.
        why: a sentence.
    """

    thread: str
    what: str
    before: int | str
    after: int | str
    why: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The result of an assignment.

    Attributes:
        system: with the new values; the one that was given if nothing meets all deadlines.
        feasible: whether it meets all deadlines.
        changes: in the order of the threads, then of the mutexes.
        before: analysis of the system that was given.
        after: analysis of ``system``.
        notes: sentences on the attempts.
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
    protocols: Protocols | str = Protocols.KEEP,
    model: str = "safe",
    cores: int | None = None,
) -> Assignment:
    """Choose thresholds, and priorities and protocols if wanted, that meet all deadlines.

    Maximal thresholds have, of all that meet the deadlines with the same priorities, the fewest
    preempting pairs and the smallest shared stack. ``margin`` chooses the maximal thresholds of the
    system with all works scaled as far as thresholds exist.

    Args:
        system: any valid one; its thresholds matter only with ``keep``.
        thresholds: the choice among them. Without ``maximal``, the only objective is few changes.
        objective: of maximal thresholds.
        priorities: their source.
        protocols: of mutexes that have none.
        model: see analyze; not ws1999.
        cores: number of cores on which to place the threads; None: they stay on their cores. With
            resources of all cores, priorities, thresholds and protocols stay.

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
    wanted = _choice(Protocols, protocols, "protocols")
    if rule is not Thresholds.MAXIMAL and goal is not Objective.PREEMPTIONS:
        problem = f"{_KINDS[rule]} thresholds are not the best ones for {goal}"
        raise AnalysisError("objective", problem, "take maximal thresholds")
    check_unlimited(system, "the assignment")
    before = analyze(system, model=model)
    if cores is not None or system.is_on_cores:
        one = partial(
            assign,
            thresholds=rule,
            objective=goal,
            priorities=source,
            protocols=wanted,
            model=model,
        )
        return _on_cores(system, before, cores, one)
    native = native_system(system)
    choice: dict[str, Any] = json.loads(
        native.assign_json(
            priorities=source.value, thresholds=rule.value, protocols=wanted.value, model=model
        )
    )
    notes = tuple(choice["notes"])
    if not choice["feasible"]:
        return Assignment(system, False, (), before, before, notes)  # noqa: FBT003 - feasible
    found, rows = _changed(system, choice), choice["changes"]
    if goal is Objective.MARGIN:
        found, note = _with_margin(found, rule, model)
        notes += (note,)
        rows = json.loads(
            native.changes_json(
                native_system(found), priorities=source.value, thresholds=rule.value, model=model
            )
        )
    after = analyze(found, model=model)
    changes = tuple(Change(**row) for row in rows)
    return Assignment(found, after.schedulable, changes, before, after, notes)


def _on_cores(
    system: System,
    before: Analysis,
    cores: int | None,
    assign_one: Callable[[System], Assignment],
) -> Assignment:
    """Place the threads, then choose the levels of each core."""
    if cores is not None and not 1 <= cores <= CORES:
        problem = f"a kernel cannot have {cores} cores"
        raise AnalysisError("cores", problem, f"write 1 to {CORES}")
    has_common = system.has_resources_of_all_cores

    def is_met(tried: System) -> bool:
        if has_common:
            return analyze(tried, model=before.model).schedulable
        return all(
            assign_one(of_core(tried, core)).feasible
            for core in range(tried.cores)
            if any(thread.core == core for thread in tried.threads)
        )

    found = system if cores is None else placed(system, cores, is_met)
    if found is None or not is_met(found):
        where = (
            "the given cores"
            if cores is None
            else f"{cores} core{'s' * (cores > 1)}, by falling load,"
        )
        note = f"On {where} no levels that were tried meet all deadlines."
        return Assignment(system, False, (), before, before, (note,))  # noqa: FBT003 - feasible
    changes = [
        Change(old.name, "core", old.core, new.core, "all deadlines are met there")
        for old, new in zip(system.threads, found.threads, strict=True)
        if old.core != new.core
    ]
    notes: tuple[str, ...] = ()
    if has_common:
        notes = ("With resources of all cores, priorities, thresholds and protocols stay.",)
    else:
        for core in range(found.cores):
            if any(thread.core == core for thread in found.threads):
                done = assign_one(of_core(found, core))
                found = _merged(found, core, done.system)
                changes += done.changes
                notes += tuple(f"Core {core}: {note}" for note in done.notes)
    after = analyze(found, model=before.model)
    return Assignment(found, after.schedulable, tuple(changes), before, after, notes)


def _merged(system: System, core: int, own: System) -> System:
    """The system with the threads and resources of a core from a system that has only them."""
    threads = {thread.name: replace(thread, core=core) for thread in own.threads}
    resources = {resource.name: resource for resource in own.resources}
    return replace(
        system,
        threads=tuple(threads.get(item.name, item) for item in system.threads),
        resources=tuple(resources.get(item.name, item) for item in system.resources),
    )


def _changed(system: System, choice: dict[str, Any]) -> System:
    """The system with the values that the engine has chosen."""
    threads = (
        _set_levels(replace(thread, priority=row["priority"]), row["threshold"], row["chunks"])
        for thread, row in zip(system.threads, choice["threads"], strict=True)
    )
    resources = (
        replace(resource, protocol=PROTOCOLS[number])
        for resource, number in zip(system.resources, choice["resources"], strict=True)
    )
    return replace(system, threads=tuple(threads), resources=tuple(resources))


def _choice(kind: type[_Kind], value: str, place: str) -> _Kind:
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(item.value for item in kind)
        raise AnalysisError(place, f"{value} is not known", f"take one of {known}") from error


def _with_margin(system: System, rule: Thresholds, model: str) -> tuple[System, str]:
    """The thresholds of the system with the largest works for which there are any."""
    columns = columns_of(system)
    finer = finer_tick(columns, model)
    factor = largest_factor(
        columns, finer, lambda changed: _assigned(system, changed, rule, model) is not None
    )
    changed = scaled(columns, factor, finer)
    best = None if changed is None else _assigned(system, changed, rule, model)
    note = f"With these thresholds, all works can grow by a factor of {factor / PARTS:.6g}."
    return best or system, note


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
