# SPDX-License-Identifier: Apache-2.0
"""Response times, blocking, stack and preemptions of a system."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from limen.analysis.budgets import (
    affected_by_budgets,
    bound_of_own_jobs,
    is_limited,
    with_gate,
    with_servers,
)
from limen.analysis.columns import delays_of, parts_of
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
from limen.system.check import check_system
from limen.system.isolation import shares_stack
from limen.system.model import Protocol
from limen.system.native import native_system

if TYPE_CHECKING:
    from limen.analysis.columns import Columns, Part
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
    if is_limited(system):
        return _analyze_limited(system, model)
    parts = parts_of(system)
    unprotected: str | None = native_system(system).unprotected()
    names = ("safe", "tight", "continuous", model)
    bounds: dict[int, ThreadBound] = {}
    interrupts: dict[int, InterruptBound] = {}
    for part in parts:
        results = {name: _examine(part, name) for name in set(names)}
        for index, place in enumerate(part.threads):
            rows = {name: row[index] for name, row in results.items()}
            bounds[place] = _thread(part.system, part.columns, index, rows, model)
        for index, place in enumerate(part.interrupts):
            bound = _time(results[model][len(part.threads) + index])
            interrupts[place] = InterruptBound(system.interrupts[place].name, bound)
    threads = tuple(bounds[place] for place in range(len(system.threads)))
    if system.is_on_cores:
        threads = _with_delays(system, threads)
    stack, pairs, groups = _memories(parts)
    if unprotected is not None:
        threads = tuple(_without_bound(thread, unprotected) for thread in threads)
        stack = replace(stack, shared=None, chain=(), waiting=_users_of_unprotected(system))
    return Analysis(
        system=system,
        model=model,
        threads=threads,
        interrupts=tuple(interrupts[place] for place in range(len(system.interrupts))),
        schedulable=all(thread.ok for thread in threads),
        utilisation=float(sum(_utilisation(part.columns) for part in parts)),
        stack=stack,
        pairs=pairs,
        groups=groups,
    )


def _analyze_limited(system: System, model: str) -> Analysis:
    """Analyse each thread beside the servers of all others: see limen.analysis.budgets."""
    check_system(system)  # before servers, whose times follow from the budgets
    whole = with_gate(system)
    found = analyze(with_servers(whole), model=model)
    without = affected_by_budgets(whole)
    stack, pairs, groups = _memories(parts_of(whole))
    bounds = list(found.threads)
    for index, thread in enumerate(whole.threads):
        if thread.budget is not None:

            def analyzed(changed: System, at: int = index) -> ThreadBound:
                return analyze(changed, model=model).threads[at]

            bounds[index] = bound_of_own_jobs(whole, index, analyzed)
        if index in without:
            bounds[index] = _without_bound(bounds[index], without[index])
    return replace(
        found,
        system=system,
        threads=tuple(bounds),
        schedulable=all(bound.ok for bound in bounds),
        stack=replace(stack, shared=None, chain=()) if found.stack.shared is None else stack,
        pairs=pairs,
        groups=groups,
    )


def _examine(part: Part, model: str) -> list[dict[str, Any]]:
    """The bound of each task of a core. With resources of all cores there is one for any clock."""
    columns = part.columns
    name = "safe" if part.system.has_resources_of_all_cores else model
    rows: list[dict[str, Any]] = engine().examine(
        columns.numbers, columns.parts, name, columns.cost, part.waits
    )
    return rows


def _with_delays(system: System, threads: tuple[ThreadBound, ...]) -> tuple[ThreadBound, ...]:
    result = []
    for thread, bound, delays in zip(system.threads, threads, delays_of(system), strict=True):
        waits = [delay.ticks for delay in delays if not delay.spins]
        known = [ticks for ticks in waits if ticks is not None]
        result.append(
            replace(
                bound,
                core=thread.core,
                spin=sum(delay.ticks or 0 for delay in delays if delay.spins),
                wait=sum(known) if len(known) == len(waits) else None,
                delays=tuple(delays),
            )
        )
    return tuple(result)


_Pairs = tuple[tuple[str, str], ...]
_Groups = tuple[tuple[str, ...], ...]


def _memories(parts: list[Part]) -> tuple[Stack, _Pairs, _Groups]:
    """The stacks of all cores, the pairs that preempt, and the groups that do not."""
    found = [_memory(part.system, part.columns) for part in parts if part.threads]
    return (
        _sum([stack for stack, _, _ in found]),
        tuple(pair for _, pairs, _ in found for pair in pairs),
        tuple(group for _, _, groups in found for group in groups),
    )


def _sum(stacks: list[Stack]) -> Stack:
    """The stacks of all cores; threads of two cores share none."""
    shared = [stack.shared for stack in stacks if stack.shared is not None]
    is_shared = len(shared) == len(stacks)
    return Stack(
        shared=sum(shared) if is_shared else None,
        chain=tuple(name for stack in stacks for name in stack.chain) if is_shared else (),
        separate=sum(stack.separate for stack in stacks),
        waiting=tuple(name for stack in stacks for name in stack.waiting),
        own=tuple(name for stack in stacks for name in stack.own),
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
                reason=_reason(system, columns, other, begin, priority, waits=waits),
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


def _reason(
    system: System, columns: Columns, index: int, begin: int, priority: int, *, waits: bool
) -> str:
    """Return the chunk or section of a blocking thread from ``begin`` on."""
    thread = system.threads[index]
    sections = (section.resource for item in system.threads for section in item.sections)
    used = list(dict.fromkeys(sections))
    protocols = {item.name: item.protocol for item in system.resources}
    rows = [row for row in columns.parts.tolist() if row[0] == index]
    owned = [used[row[4]] for row in rows if row[4] >= 0 and row[1] == begin]
    kinds = {protocols[name] for name in owned}
    if waits:
        more = " and inherits a priority"
        if Protocol.SHARED in kinds:
            more = " and is not preempted then"
        elif Protocol.CEILING in kinds:
            more = " and can wait in it"
        return f"owns {' and '.join(owned)}{more}" if owned else "can wait for a mutex at its level"
    chunks = [row for row in rows if row[4] < 0]
    for number, row in enumerate(chunks):
        if row[3] <= priority and row[1] == begin:
            return f"runs its chunk {number + 1} with threshold {row[3]}"
    if not thread.chunks and thread.threshold <= priority:
        return f"runs with threshold {thread.threshold}"
    if Protocol.SPIN in kinds:
        return f"spins for {' and '.join(owned)}, or owns it"
    return f"owns {' and '.join(owned)} and runs at the ceiling" if owned else "keeps its level"


def _memory(system: System, columns: Columns) -> tuple[Stack, _Pairs, _Groups]:
    count = len(system.threads)
    numbers = columns.numbers[:, :count].copy()
    shares = np.array([shares_stack(thread) for thread in system.threads])
    separate = columns.stack[:count] * shares
    # A thread that cannot share its stack counts as 0 bytes: the threads that it preempts and those
    # that preempt it can also preempt each other.
    shared, chain, _, group, waiting = engine().stack_of(
        numbers,
        columns.parts,
        separate,
        columns.stack_between[:count] * shares,
        columns.part_stack * shares[columns.parts[:, 0]],
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
        chain=() if waiting else tuple(names[index] for index in chain if shares[index]),
        separate=int(separate.sum()),
        waiting=tuple(names[index] for index in waiting),
        own=tuple(names[index] for index in range(count) if not shares[index]),
    )
    return stack, pairs, groups


def _exposure(system: System, index: int, waits: bool) -> int:  # noqa: FBT001 - of a thread
    """Threads with a smaller priority can preempt this one at some point of its job."""
    thread = system.threads[index]
    if waits or len(thread.chunks) > 1:
        return thread.priority
    return thread.chunks[0].threshold if thread.chunks else thread.threshold
