# SPDX-License-Identifier: Apache-2.0
"""Goal: simulation and analysis agree about begin and end of jobs and the time between chunks.

Method: the longest responses over all whole offsets equal those of a scheduler that advances tick
by tick, on random systems with chunks, overheads and costs of preemptions. Among equal priorities,
where equal instants have no defined order, they stay within the bound, and so does the stack. With
ceilings and overheads responses stay within the safe bound. Two examples show both rules.
LIMEN_LONG=1 takes more systems.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from limen.analysis import analyze
from limen.simulate import observe_all_offsets, simulate
from limen.system.check import utilisation
from limen.system.model import (
    Chunk,
    CriticalSection,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)
from support.further import IS_LONG
from support.task_sets import random_system, thread
from support.unit_time import longest_responses

_COUNT = 4000 if IS_LONG else 200
_SEED = 31


def _with_overheads(item: Thread, overheads: Overheads) -> Thread:
    """Return the job with the kernel's work added at its beginning and at its end."""
    ends = [overheads.dispatch, *[0] * max(0, len(item.chunks) - 1)]
    ends[-1] += overheads.exit
    chunks = tuple(
        replace(chunk, work=chunk.work + more)
        for chunk, more in zip(item.chunks, ends, strict=False)
    )
    work = item.work + overheads.dispatch + overheads.exit
    return replace(item, work=work, work_min=work, chunks=chunks)


@pytest.mark.parametrize("equal", [False, True])
def test_all_offsets_show_what_a_scheduler_without_a_kernel_shows(equal: bool) -> None:
    source = random.Random(_SEED + equal)
    systems = 0
    while systems < _COUNT:
        system = random_system(source, 2 + systems % 2, chunked=systems % 4 != 0, equal=equal)
        overheads = Overheads(*(source.choice([0, 0, 1, 2]) for _ in range(3)))
        plain = replace(
            system,
            threads=tuple(_with_overheads(item, overheads) for item in system.threads),
            overheads=replace(overheads, dispatch=0, exit=0),
        )
        bounds = [one.response for one in analyze(plain, model="tight").threads]
        if utilisation(plain) >= 1 or None in bounds:
            continue
        systems += 1
        system = replace(system, overheads=overheads)
        seen = list(observe_all_offsets(system)[0])
        assert all(one <= (bound or 0) for one, bound in zip(seen, bounds, strict=True)), system
        assert equal or seen == longest_responses(plain), system


def test_threads_of_one_priority_share_a_stack_also_with_chunks() -> None:
    source = random.Random(_SEED)
    reached = 0
    for number in range(_COUNT):
        system = random_system(source, 2 + number % 3, 12, chunked=True, equal=True)
        shared = analyze(system).stack.shared
        assert shared is not None
        seen = simulate(system, runs=20, jobs=40, offsets="random", workers=1).stack_bytes
        assert seen <= shared, system
        reached += seen == shared
    assert reached > _COUNT // 2


def test_an_equal_thread_does_not_run_between_two_chunks() -> None:
    chunks = (Chunk(5, 0), Chunk(5, 0))
    threads = (
        thread("a", 100, 10, 1, stack=400, chunks=chunks),
        thread("b", 100, 10, 1, stack=400, chunks=chunks, offset=1),
    )
    seen = simulate(System("equal", threads))
    assert [one.response_max for one in seen.threads] == [10, 19]
    assert seen.stack_bytes == 400 == analyze(seen.system).stack.shared
    # A more urgent one that was held off is dispatched then.
    threads = (replace(threads[0], priority=2), threads[1])
    seen = simulate(System("held off", threads))
    assert [one.response_max for one in seen.threads] == [20, 14]
    assert seen.stack_bytes == 800 == analyze(seen.system).stack.shared


def test_a_job_is_dispatched_before_its_sections_and_ends_after_them() -> None:
    threads = (
        thread("h", 100, 2, 0, offset=1, sections=(CriticalSection("R", 1),)),
        thread("l", 100, 10, 1, sections=(CriticalSection("R", 10),)),
    )
    system = System(
        "border",
        threads,
        resources=(Resource("R", Protocol.CEILING),),
        overheads=Overheads(dispatch=5, exit=5),
    )
    # l is preempted in its dispatch, and has not locked R yet.
    seen = simulate(system)
    assert [one.response_max for one in seen.threads] == [12, 32]
    # It has locked R at 5.
    later = replace(system, threads=(replace(threads[0], offset=6), threads[1]))
    assert [one.response_max for one in simulate(later).threads] == [21, 32]
    # It has unlocked R at 15.
    last = replace(system, threads=(replace(threads[0], offset=16), threads[1]))
    assert [one.response_max for one in simulate(last).threads] == [12, 32]
    # The analysis counts the overheads inside of the section, which is safe.
    assert [one.response for one in analyze(system).threads] == [32, 32]


def test_overheads_are_outside_of_sections_with_a_ceiling() -> None:
    source = random.Random(_SEED)
    resources = tuple(Resource(name, Protocol.CEILING) for name in "RS")
    blocked = 0
    for number in range(_COUNT // 2):
        system = random_system(source, 3, 24, chunked=number % 2 == 0)
        threads = []
        for item in system.threads:
            start = source.choice([0, source.randrange(item.work)])
            work = source.choice([item.work - start, source.randint(1, item.work - start)])
            section = CriticalSection(source.choice("RS"), work, start)
            threads.append(replace(item, sections=(section,)))
        overheads = Overheads(source.randrange(3), source.randrange(3))
        system = replace(system, threads=tuple(threads), resources=resources, overheads=overheads)
        bounds = analyze(system).threads
        if any(one.response is None for one in bounds):
            continue
        seen = simulate(system, runs=40, jobs=40, offsets="random", workers=1)
        for one, bound in zip(seen.threads, bounds, strict=True):
            assert bound.response is not None
            assert (one.response_max or 0) <= bound.response, system
            assert one.blocking_max <= bound.blocking, system
            blocked += one.blocking_max > 0
    assert blocked > _COUNT // 8
