# SPDX-License-Identifier: Apache-2.0
"""Goal: a simulation shows the behaviour of the kernel, and agrees with the analysis.

Method: the longest response over all whole offsets equals the tight bound, in both directions, on
random sets with thresholds and with chunks; so does the longest response of preemptive sets that
are released together. Random offsets, jitters, execution times and critical sections stay within
the safe bound. With mutexes that are nested at random, under inheritance and under ceilings, no
response and no blocking is above its bound, and some blocking reaches it. The statistics of the
trace of a run equal those of the run. Seeds are in the test's parameters. LIMEN_LONG=1 takes more
sets.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from limen.analysis import analyze
from limen.errors import DescriptionError
from limen.simulate import observe_all_offsets, simulate
from limen.system.check import utilisation
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Protocol,
    Resource,
    System,
    Thread,
)
from limen.trace import read_trace
from limen.trace.numbers import Event
from limen.trace.statistics import statistics
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LONG = 20 if IS_LONG else 1
_INSIDE = 0.4  # of the sections have the next one in them
_OFFSETS = 40  # combinations of each system with mutexes
_HYPERPERIOD = 48  # a multiple of their periods


def _thread(name: str, work: int, period: int, priority: int, threshold: int) -> Thread:
    return Thread(
        name=name,
        period=period,
        work=work,
        priority=priority,
        threshold=threshold,
        deadline=period,
        work_min=work,
    )


def _chunks(rng: random.Random, thread: Thread) -> Thread:
    """Return the thread in up to three parts, each with its own threshold."""
    cuts = sorted(rng.sample(range(1, thread.work), min(rng.randrange(3), thread.work - 1)))
    ends = [*cuts, thread.work]
    chunks = tuple(
        Chunk(end - begin, rng.randint(0, thread.priority))
        for begin, end in zip([0, *cuts], ends, strict=True)
    )
    return replace(thread, chunks=chunks)


def _sets(seed: int, count: int, *, chunks: bool) -> Iterator[System]:
    """Return random sets whose hyperperiods are short, so that all offsets can be tried."""
    rng = random.Random(seed)
    while count:
        size = rng.choice((2, 3))
        threads = []
        for index in range(size):
            period = rng.choice((3, 4, 6, 8, 12))
            work = rng.randint(1, max(1, period * 2 // (size + 1)))
            thread = _thread(f"t{index}", work, period, index, rng.randint(0, index))
            threads.append(_chunks(rng, thread) if chunks else thread)
        system = System(f"seed {seed}, {count} to go", tuple(threads))
        if utilisation(system) < 1:
            count -= 1
            yield system


@pytest.mark.parametrize("chunks", [False, True])
@pytest.mark.parametrize("seed", [1, 2])
def test_all_offsets_show_the_tight_bound(seed: int, chunks: bool) -> None:
    for system in _sets(seed, 150 * _LONG, chunks=chunks):
        observed, runs = observe_all_offsets(system)
        bounds = tuple(thread.response_tight for thread in analyze(system, model="tight").threads)
        assert runs > 1
        assert observed == bounds, system


@pytest.mark.parametrize("seed", [3])
def test_preemptive_sets_released_together_show_the_bound(seed: int) -> None:
    rng = random.Random(seed)
    sets = 0
    while sets < 1000 * _LONG:
        size = rng.randint(2, 8)
        threads = []
        for index in range(size):
            period = rng.choice((4, 5, 6, 8, 10, 12, 15, 20, 30, 60))
            work = 1 + rng.randrange(1 + period // size)
            threads.append(_thread(f"t{index}", work, period, index, index))
        system = System(f"seed {seed}", tuple(threads))
        if utilisation(system) > 1:
            continue
        sets += 1
        seen = simulate(system, workers=1)
        bounds = analyze(system, model="tight").threads
        assert [t.response_max for t in seen.threads] == [b.response_tight for b in bounds], system


def _system_with_everything(seed: int) -> System:
    rng = random.Random(seed)
    protocol = rng.choice((Protocol.CEILING, Protocol.INHERITANCE))
    threads = []
    for index in range(rng.randint(3, 7)):
        period = rng.randint(20, 400)
        work = max(2, period // rng.randint(8, 20))
        thread = _thread(f"t{index}", work, period, index, rng.randint(0, index))
        thread = replace(thread, work_min=rng.randint(1, work), jitter=rng.randrange(period // 2))
        if rng.random() < 0.5:
            start = rng.randrange(work)
            part = CriticalSection(rng.choice("ab"), rng.randint(1, work - start), start)
            thread = replace(thread, sections=(part,))
        threads.append(replace(thread, stack=100 + index))
    return System(
        f"seed {seed}",
        tuple(threads),
        interrupts=(Interrupt("timer", 50, 2, 3),),
        resources=(Resource("a", protocol), Resource("b", protocol)),
    )


@pytest.mark.parametrize("seed", range(30 * _LONG))
def test_random_runs_stay_within_the_bounds(seed: int) -> None:
    system = _system_with_everything(seed)
    bounds = analyze(system)
    seen = simulate(
        system, seed=seed, runs=5, jobs=2000, execution="uniform", offsets="random", workers=1
    )
    for thread, bound in zip(seen.threads, bounds.threads, strict=True):
        assert thread.response_max is not None
        if bound.response_safe is not None:
            assert thread.response_max <= bound.response_safe
            assert thread.blocking_max <= bound.blocking
            if bound.ok:
                assert thread.misses == 0
    assert seen.stack_bytes <= sum(thread.stack for thread in system.threads)


def _sections(rng: random.Random, work: int) -> tuple[CriticalSection, ...]:
    """Return up to three sections of a job, which follow each other or nest."""
    sections: list[CriticalSection] = []
    begin, end = 0, work
    for name in rng.sample("abc", rng.randint(0, 3)):
        if begin >= end:
            break
        start = rng.randrange(begin, end)
        part = CriticalSection(name, rng.randint(1, end - start), start)
        sections.append(part)
        if rng.random() < _INSIDE:
            begin, end = part.start, part.start + part.work
        else:
            begin = part.start + part.work
    return tuple(sections)


def _systems_with_mutexes(seed: int, count: int, protocol: Protocol) -> Iterator[System]:
    """Return random small systems with mutexes, every other one with thresholds.

    Mutexes are nested in the order of their names, which excludes deadlocks.
    """
    rng = random.Random(seed)
    resources = tuple(Resource(name, protocol) for name in "abc")
    while count:
        size = rng.randint(2, 4)
        threads = []
        for index in range(size):
            period = rng.choice((6, 8, 12) if size > 3 else (6, 8, 12, 16, 24))
            work = rng.randint(1, max(2, period * 2 // (size + 1)))
            threshold = rng.randint(0, index) if count % 2 else index
            thread = _thread(f"t{index}", work, period, index, threshold)
            threads.append(replace(thread, sections=_ordered(_sections(rng, work))))
        system = System(f"seed {seed}, {count} to go", tuple(threads), resources=resources)
        if utilisation(system) < 1:
            count -= 1
            yield system


def _ordered(sections: tuple[CriticalSection, ...]) -> tuple[CriticalSection, ...]:
    names = sorted(section.resource for section in sections)
    outer_first = sorted(sections, key=lambda one: (one.start, -one.work))
    return tuple(replace(one, resource=name) for one, name in zip(outer_first, names, strict=True))


@pytest.mark.parametrize("protocol", [Protocol.INHERITANCE, Protocol.CEILING])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_mutexes_block_within_the_bound(seed: int, protocol: Protocol) -> None:
    proven = blocked = reached = 0
    rng = random.Random(seed)
    for system in _systems_with_mutexes(seed, 60 * _LONG, protocol):
        bounds = analyze(system).threads
        combinations = list(itertools.product(*(range(one.period) for one in system.threads)))
        for offsets in rng.sample(combinations, min(len(combinations), _OFFSETS)):
            threads = tuple(
                replace(thread, offset=offset)
                for thread, offset in zip(system.threads, offsets, strict=True)
            )
            shifted = replace(system, threads=threads)
            seen = simulate(shifted, horizon=max(offsets) + 2 * _HYPERPERIOD, workers=1)
            for thread, bound in zip(seen.threads, bounds, strict=True):
                if bound.response_safe is None:
                    continue
                assert (thread.response_max or 0) <= bound.response_safe, shifted
                assert thread.blocking_max <= bound.blocking, shifted
                proven += 1
                blocked += thread.blocking_max > 0
                reached += thread.blocking_max == bound.blocking > 0
    assert proven > blocked > reached > 0


def test_the_last_of_many_resources_is_the_only_one_in_use() -> None:
    section = (CriticalSection("d", 2),)
    threads = (
        replace(_thread("t0", 2, 10, 0, 0), sections=section),
        replace(_thread("t1", 3, 20, 1, 1), sections=section),
    )
    resources = tuple(Resource(name) for name in "abcd")
    assert analyze(System("d", threads, resources=resources)).threads[0].blocking == 2


def test_the_example_of_wang_and_saksena() -> None:
    rows = [(20, 70, 50), (20, 80, 80), (35, 200, 100)]
    misses = {}
    for name, thresholds in (("preemptive", (0, 1, 2)), ("thresholds", (0, 0, 1))):
        threads = tuple(
            replace(_thread(f"t{i}", work, period, i, thresholds[i]), deadline=deadline)
            for i, (work, period, deadline) in enumerate(rows)
        )
        seen = simulate(System(name, threads))
        misses[name] = [thread.misses for thread in seen.threads]
        assert seen.threads[2].response_max == {"preemptive": 115, "thresholds": 95}[name]
    assert misses == {"preemptive": [0, 0, 4], "thresholds": [0, 0, 0]}


def test_the_result_depends_on_the_arguments_alone() -> None:
    system = _system_with_everything(1)
    options: dict[str, Any] = {
        "seed": 7,
        "runs": 23,
        "jobs": 500,
        "execution": "uniform",
        "offsets": "random",
    }
    one, many = (simulate(system, workers=workers, trace=True, **options) for workers in (1, 3))
    assert one == many
    assert one.worst is not None
    alone = simulate(system, **{**options, "seed": one.worst.seed, "runs": 1})
    assert one.worst.response in [thread.response_max for thread in alone.threads]
    assert simulate(system, **{**options, "seed": 8}) != one


def test_the_trace_of_a_run_has_its_statistics(tmp_path: Path) -> None:
    system = _system_with_everything(2)
    seen = simulate(system, jobs=800, execution="uniform", trace=True)
    path = tmp_path / "worst.limen"
    assert seen.trace is not None
    path.write_bytes(seen.trace)
    trace = read_trace(path)
    names = [item.name for item in trace.objects.values()]
    assert names == [*(r.name for r in system.resources), *(t.name for t in system.threads)]
    assert trace.clock_hz == 1_000_000
    found = statistics(trace).system
    assert (found.switches, found.to_idle, found.from_idle) == (
        seen.switches,
        seen.to_idle,
        seen.from_idle,
    )
    assert found.preemptions_by_call + found.preemptions_by_interrupt == seen.preemptions
    ends = trace.event == Event.COMPLETE
    for number, thread in enumerate(seen.threads, len(system.resources) + 1):
        responses = trace.b[ends & (trace.object == number)]
        assert thread.response_max == max(responses)
        assert thread.jobs - len(responses) in (0, 1)  # the run ends before the last COMPLETE


def test_the_trace_of_a_long_run_has_its_worst_job() -> None:
    system = _system_with_everything(4)
    seen = simulate(system, jobs=60_000, execution="uniform", trace=True)
    assert seen.trace is not None
    assert len(seen.trace) > 1 << 20


def test_an_overload_ends_and_shows_every_late_job() -> None:
    system = System("overload", (_thread("a", 8, 10, 0, 0), _thread("b", 8, 10, 1, 1)))
    seen = simulate(system, horizon=1000)
    first, second = seen.threads
    assert (first.jobs, first.misses, first.response_max) == (100, 0, 8)
    assert second.jobs == 200 // 8
    assert second.jobs + second.unfinished == 100
    assert second.misses == 99  # all but the one that is not due yet


def test_many_priorities() -> None:
    threads = tuple(_thread(f"t{i}", 1, 1000, 10 * i, 5 * i) for i in range(100))
    seen = simulate(System("many", threads), trace=True)
    assert seen.threads[99].response_max == 100
    assert seen.trace is not None


_VALID = System("x", (_thread("a", 1, 10, 0, 0), _thread("b", 1, 10, 1, 1)))
_NESTED = (CriticalSection("p", 4, 0), CriticalSection("q", 2, 1))
_CROSSED = (CriticalSection("q", 4, 0), CriticalSection("p", 1, 2))


def _opposite() -> System:
    """The second thread takes q. The first one preempts it, takes p and waits for q."""
    urgent = replace(_thread("a", 4, 20, 0, 0), sections=_NESTED, offset=1)
    other = replace(_thread("b", 4, 20, 1, 1), sections=_CROSSED)
    return System("x", (urgent, other), resources=(Resource("p"), Resource("q")))


@pytest.mark.parametrize(
    ("system", "options", "message"),
    [
        (_VALID, {"runs": 0}, "the number of runs is 0"),
        (_VALID, {"seed": -1}, "the seed is -1"),
        (_VALID, {"jobs": 0}, "the number of jobs is 0"),
        (_VALID, {"horizon": 2**63}, "the time is"),
        (replace(_VALID, threads=()), {}, "it has no thread"),
        (replace(_VALID, interrupts=(Interrupt("i", 2, 2),)), {}, "interrupts take 100%"),
        (replace(_VALID, threads=(_thread("a", 1, 0, 0, 0),)), {}, "period"),
        (_opposite(), {}, "opposite orders"),
    ],
)
def test_bad_input(system: System, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        simulate(system, **options)
