# SPDX-License-Identifier: Apache-2.0
"""Response times, blocking, stack and preemptions of a system."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from limen.analysis.columns import Columns, columns_of
from limen.analysis.results import (
    MODELS,
    Analysis,
    Blocker,
    InterruptBound,
    Job,
    Stack,
    ThreadBound,
)
from limen.engine import engine
from limen.errors import AnalysisError
from limen.system.model import Protocol
from limen.system.native import native_system

if TYPE_CHECKING:
    from limen.system.model import System

__all__ = ["analyze", "check_model"]


def analyze(system: System, *, model: str = "safe") -> Analysis:
    """Analyse a system.

    Offsets are not taken into account: each thread is taken as sporadic, which is safe.

    Args:
        system: any valid one.
        model: which bound decides: ``safe`` (any clock), ``tight`` (all instants are whole ticks),
            ``continuous`` (least upper bound), ``ws1999`` (the published test; it is not sound).

    Raises:
        DescriptionError: the system is not valid.
        AnalysisError: a time is too long, or the model is unknown.
    """
    check_model(model)
    columns = columns_of(system)
    unprotected: str | None = native_system(system).unprotected()
    results = {
        name: engine().examine(columns.numbers, columns.parts, name, columns.cost)
        for name in {"safe", "tight", "continuous", model}
    }
    threads = tuple(
        _thread(system, columns, index, {name: row[index] for name, row in results.items()}, model)
        for index in range(len(system.threads))
    )
    stack, pairs, groups = _memory(system, columns)
    if unprotected is not None:
        threads = tuple(_without_bound(thread, unprotected) for thread in threads)
        stack = replace(stack, shared=None, chain=(), waiting=_users_of_unprotected(system))
    first = len(system.threads)
    interrupts = tuple(
        InterruptBound(item.name, _time(results[model][first + index]))
        for index, item in enumerate(system.interrupts)
    )
    return Analysis(
        system=system,
        model=model,
        threads=threads,
        interrupts=interrupts,
        schedulable=all(thread.ok for thread in threads),
        utilisation=float(_utilisation(columns)),
        stack=stack,
        pairs=pairs,
        groups=groups,
    )


def check_model(model: str) -> None:
    """Refuse a model that does not exist.

    Raises:
        AnalysisError: the model is unknown.
    """
    if model not in MODELS:
        raise AnalysisError("model", f"{model} is not known", f"take one of {', '.join(MODELS)}")


def _utilisation(columns: Columns) -> Fraction:
    work, period = columns.numbers[0].tolist(), columns.numbers[1].tolist()
    return sum((Fraction(*pair) for pair in zip(work, period, strict=True)), Fraction(0))


def _time(result: dict[str, Any]) -> int | None:
    time: int = result["response"]
    return None if time < 0 else time


def _thread(
    system: System, columns: Columns, index: int, by_model: dict[str, Any], model: str
) -> ThreadBound:
    work, period, deadline, jitter, priority, threshold = columns.numbers[:, index].tolist()
    result = by_model[model]
    response = _time(result)
    return ThreadBound(
        name=system.threads[index].name,
        priority=priority,
        threshold=threshold,
        work=work,
        period=period,
        deadline=deadline,
        jitter=jitter,
        response_tight=_time(by_model["tight"]),
        response_safe=_time(by_model["safe"]),
        response_continuous=_time(by_model["continuous"]),
        response=response,
        blocking=result["blocking"],
        blocked_by=tuple(
            Blocker(
                name=system.threads[other].name,
                work=length,
                begin=begin,
                reason=_reason(system, other, begin, priority, waits=waits),
            )
            for other, begin, length, waits in result["blockers"]
        ),
        jobs=tuple(Job(*job) for job in result["jobs"].tolist()) if response is not None else (),
        unbounded=result["unbounded"],
        ok=response is not None and response <= deadline,
    )


def _users_of_unprotected(system: System) -> tuple[str, ...]:
    """The threads that can wait for a mutex without a protocol."""
    plain = {item.name for item in system.resources if item.protocol is Protocol.NONE}
    return tuple(
        thread.name
        for thread in system.threads
        if any(section.resource in plain for section in thread.sections)
    )


def _without_bound(thread: ThreadBound, reason: str) -> ThreadBound:
    return replace(
        thread,
        response_tight=None,
        response_safe=None,
        response_continuous=None,
        response=None,
        jobs=(),
        unbounded=reason,
        ok=False,
    )


def _reason(system: System, index: int, begin: int, priority: int, *, waits: bool) -> str:
    """The chunk or section that a blocking thread is in from ``begin`` on."""
    thread = system.threads[index]
    extra = system.overheads.dispatch
    owned = [
        section.resource
        for section in thread.sections
        if begin == (section.start + extra if section.start else 0)
    ]
    if waits:
        ceilings = {
            resource.name for resource in system.resources if resource.protocol is Protocol.CEILING
        }
        more = " and can wait in it" if ceilings & {*owned} else " and inherits a priority"
        return f"owns {' and '.join(owned)}{more}" if owned else "can wait for a mutex at its level"
    begins = [sum(chunk.work for chunk in thread.chunks[:at]) for at in range(len(thread.chunks))]
    for number, (start, chunk) in enumerate(zip(begins, thread.chunks, strict=True)):
        if chunk.threshold <= priority and begin == start + (extra if number else 0):
            return f"runs its chunk {number + 1} with threshold {chunk.threshold}"
    if not thread.chunks and thread.threshold <= priority:
        return f"runs with threshold {thread.threshold}"
    return f"owns {' and '.join(owned)} and runs at the ceiling" if owned else "keeps its level"


def _memory(
    system: System, columns: Columns
) -> tuple[Stack, tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    count = len(system.threads)
    numbers = columns.numbers[:, :count].copy()
    shared, chain, _, group, waiting = engine().stack_of(
        numbers,
        columns.parts,
        columns.stack[:count],
        columns.stack_between[:count],
        columns.part_stack,
    )
    names = [thread.name for thread in system.threads]
    exposures = [_exposure(system, index, index in waiting) for index in range(count)]
    pairs = tuple(
        (names[one], names[two])
        for two in range(count)
        for one in range(count)
        if system.threads[one].priority < exposures[two]
    )
    groups = tuple(
        tuple(names[index] for index in range(count) if group[index] == number)
        for number in range(max(group) + 1)
    )
    stack = Stack(
        shared=None if waiting else shared,
        chain=() if waiting else tuple(names[index] for index in chain),
        separate=int(columns.stack[:count].sum()),
        waiting=tuple(names[index] for index in waiting),
    )
    return stack, pairs, groups


def _exposure(system: System, index: int, waits: bool) -> int:  # noqa: FBT001 - of a thread
    """Threads with a smaller priority can preempt this one at some point of its job."""
    thread = system.threads[index]
    if waits or len(thread.chunks) > 1:
        return thread.priority
    return thread.chunks[0].threshold if thread.chunks else thread.threshold
