# SPDX-License-Identifier: Apache-2.0
"""Systems whose threads have budgets, or memory of their own, as systems without them.

To all others, a thread with a budget is a *server*: it takes at most its budget once in each period
of the budget, with a jitter of the rest of that period. Its own response is that of its jobs beside
the servers of all others, if the jobs cannot use up the budget. If they can, the thread waits for
the rest of a period each time, and after that as if its job had just been released.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from limen.system.gate import gate_of
from limen.system.model import CriticalSection, System, Thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.analysis.results import ThreadBound
    from limen.system.gate import Gate

__all__ = ["affected_by_budgets", "bound_of_own_jobs", "is_limited", "with_gate", "with_servers"]

_ROUNDS_MAX: Final = 64


def is_limited(system: System) -> bool:
    """Return whether a thread has a budget, or its calls have additional costs."""
    return any(
        thread.budget is not None or (thread.memory is not None and gate_of(system).job(thread) > 0)
        for thread in system.threads
    )


def with_gate(system: System) -> System:
    """Add the costs of the gate to the works: see Gate.job; and two calls for each section."""
    gate = gate_of(system)
    threads = tuple(
        thread if thread.memory is None else _with_gate(thread, gate) for thread in system.threads
    )
    overheads = replace(system.overheads, gate=0)
    return replace(system, threads=threads, overheads=overheads)


def _with_gate(thread: Thread, gate: Gate) -> Thread:
    """Count each lock and each unlock as a part of its section."""

    def later(instant: int) -> int:
        begun = sum(one.start < instant for one in thread.sections)
        ended = sum(one.start + one.work <= instant for one in thread.sections)
        return instant + gate.lock * begun + gate.unlock * ended

    sections = tuple(
        replace(one, start=later(one.start), work=later(one.start + one.work) - later(one.start))
        for one in thread.sections
    )
    work = later(thread.work) + gate.job(thread)
    return replace(thread, work=work, work_min=min(thread.work_min, work), sections=sections)


def with_servers(system: System, own: int | None = None) -> System:
    """Replace each thread with a budget by its server.

    Args:
        system: with threads that have budgets.
        own: index of a thread that is not replaced.
    """
    threads = tuple(
        _unlimited(thread if index == own or thread.budget is None else _server(thread))
        for index, thread in enumerate(system.threads)
    )
    return replace(system, threads=threads)


def _unlimited(thread: Thread, **values: Any) -> Thread:  # noqa: ANN401 - fields of a Thread
    """Return the thread without its limits."""
    return replace(thread, memory=None, budget=None, restarts=0, **values)


def _server(thread: Thread) -> Thread:
    """Return the server of a thread.

    It keeps the sections, because users of its mutexes have no bound.
    """
    budget = thread.budget
    assert budget is not None  # noqa: S101 - of the caller
    names = dict.fromkeys(section.resource for section in thread.sections)
    return replace(
        thread,
        period=budget.period,
        work=budget.work,
        work_min=budget.work,
        deadline=max(thread.deadline, budget.period),
        jitter=budget.period - budget.work,
        offset=0,
        chunks=(),
        sections=tuple(
            CriticalSection(name, 1, min(place, budget.work - 1))
            for place, name in enumerate(names)
        ),
        threshold=min([thread.threshold, *(chunk.threshold for chunk in thread.chunks)]),
    )


def affected_by_budgets(system: System) -> dict[int, str]:
    """Return the threads without a bound because a thread with a budget may keep a mutex for ever.

    That thread sleeps, or waits for its next period. Users of the mutex have no bound, and neither
    have threads that are not more urgent than each of the users.
    """
    found: dict[int, str] = {}
    for name, keeper in _kept_mutexes(system).items():
        urgent = min(thread.priority for thread in _users(system, name))
        reason = f"{keeper} has a budget, and may sleep or wait while it owns {name}"
        for index, other in enumerate(system.threads):
            if other.priority >= urgent:
                found.setdefault(index, reason)
    return found


def _kept_mutexes(system: System) -> dict[str, str]:
    """Return shared mutexes that may never be unlocked, each with the thread that causes it.

    A thread with a budget keeps the mutex, or a thread that waits for another such mutex.
    """
    limited = [thread for thread in system.threads if thread.budget is not None]
    kept = {one.resource: thread.name for thread in limited for one in thread.sections}
    kept = {name: keeper for name, keeper in kept.items() if len(_users(system, name)) > 1}
    nested = [
        (outer.resource, inner.resource)
        for thread in system.threads
        for outer in thread.sections
        for inner in thread.sections
        if outer.start <= inner.start < outer.start + outer.work
    ]
    for _ in system.resources:
        for outer, inner in nested:
            if inner in kept and len(_users(system, outer)) > 1:
                kept.setdefault(outer, kept[inner])
    return kept


def _users(system: System, name: str) -> list[Thread]:
    return [
        thread
        for thread in system.threads
        if any(section.resource == name for section in thread.sections)
    ]


def bound_of_own_jobs(
    system: System, index: int, analyze: Callable[[System], ThreadBound]
) -> ThreadBound:
    """Return the bound of a thread with a budget, which relies on the declared work of this thread.

    Args:
        system: without gates.
        index: of the thread.
        analyze: the bound of this thread in a system without budgets.
    """
    thread = system.threads[index]
    budget = thread.budget
    assert budget is not None  # noqa: S101 - of the caller
    plain = analyze(with_servers(system, index))
    if plain.response is None:
        return plain
    charge = _charge(system, index, plain.response)
    jobs = -(-(budget.period + plain.response) // thread.period)
    if jobs * charge < budget.work:
        return plain
    if budget.on_end != "wait":
        return _without(plain, "it may use up its budget, which does not let it go on")
    return _with_waits(system, index, plain, analyze)


def _with_waits(
    system: System, index: int, plain: ThreadBound, analyze: Callable[[System], ThreadBound]
) -> ThreadBound:
    """Each end of the budget costs the rest of the period, and the blocking of a new release.

    The ticks that a dispatch takes of a budget need not pass: the rest of the period is longer by
    them.
    """
    thread = system.threads[index]
    budget = thread.budget
    assert budget is not None  # noqa: S101 - of the caller
    bound, dispatch = plain, _dispatch(system)
    for _ in range(_ROUNDS_MAX):
        assert bound.response is not None  # noqa: S101 - below
        charge = _charge(system, index, bound.response)
        ends = 1 + charge // (budget.work - dispatch)
        wait = budget.period - (budget.work - dispatch) + bound.blocking
        work = thread.work + ends * wait
        if work > thread.deadline + thread.period:
            break
        longer = _unlimited(
            thread, work=work, work_min=work, threshold=thread.priority, chunks=(), sections=()
        )
        threads = list(with_servers(system, index).threads)
        threads[index] = longer
        found = analyze(replace(system, threads=tuple(threads)))
        if found.response is None:
            break
        if found.response <= bound.response:
            return replace(bound, work=plain.work, threshold=plain.threshold)
        bound = found
    return _without(plain, "its budget is too short for its work")


def _without(bound: ThreadBound, reason: str) -> ThreadBound:
    return replace(
        bound,
        response=None,
        response_safe=None,
        response_tight=None,
        response_continuous=None,
        jobs=(),
        unbounded=reason,
        ok=False,
    )


def _dispatch(system: System) -> int:
    """Return the ticks of a budget that a dispatch uses (limen.generate.users, limen/budget.h)."""
    return max(1, system.overheads.dispatch + system.overheads.exit)


def _charge(system: System, index: int, response: int) -> int:
    """Return the most ticks of its thread's budget that a job with this response uses.

    They are its work, the time of interrupts during the job, and the cost of each dispatch. A more
    urgent thread preempts it once in each of its own jobs, also if it waits for mutexes: their
    owners have its priority then. A thread with a budget can preempt it as often as dispatches use
    up that budget.
    """
    thread = system.threads[index]
    overheads = system.overheads
    dispatch = _dispatch(system)
    dispatches = len(thread.chunks) or 1  # users of mutexes have no bound
    for other in system.threads:
        if other.priority >= thread.priority:
            continue
        if other.budget is None:
            dispatches += -(-(response + other.jitter) // other.period)
        else:
            length = response + other.budget.period - other.budget.work
            pieces = other.budget.work // dispatch + 1
            dispatches += -(-length // other.budget.period) * pieces
    interrupts = sum(
        -(-(response + one.jitter) // one.period) * one.work for one in system.interrupts
    )
    each = dispatch + overheads.dispatch + overheads.exit + overheads.preemption
    return thread.work + interrupts + dispatches * each
