# SPDX-License-Identifier: Apache-2.0
"""Goal: a system with a target's costs is valid, and each cost is at the step that causes it.

Method: an example job with all kinds of steps; random systems with nested and adjacent sections at
any place of their chunks, with random costs and clocks. The calibration must find no costs on the
host, which has none, and all costs on the Cortex-M3.
"""

from __future__ import annotations

from dataclasses import asdict, astuple, fields, replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from limen.analysis import analyze
from limen.compare.charge import Costs, charged, in_clock
from limen.compare.costs import measure_costs
from limen.generate.steps import StepKind, steps_of
from limen.run import find_root, target_named
from limen.system.check import check_system
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Overheads,
    Protocol,
    Resource,
    System,
    Thread,
)
from support.task_sets import thread

COSTS = Costs(
    release=10,
    begin=100,
    end=1000,
    late=1,
    threshold=10_000,
    section=100_000,
    wait=10_000_000,
    interrupt=7,
    timeout=3,
)
MICROSECONDS = 10**6


def system_of(*threads: Thread, **more: Any) -> System:  # noqa: ANN401 - fields of a System
    return replace(System("x", threads), **more)


def test_a_plain_job_begins_and_ends_with_the_kernel() -> None:
    system = charged(system_of(thread("a", 5000, 50, 3)), MICROSECONDS, COSTS)
    job, kernel = system.threads
    assert (job.work, job.period) == (50 + 100 + 1000, 5000)
    assert [(one.work, one.period) for one in system.interrupts] == [(10, 5000)]
    assert system.overheads == Overheads()
    # The longest part of the kernel with interrupts off, and the insertion of the thread's timeout.
    assert (kernel.priority, kernel.threshold, kernel.work) == (4, 0, 1000 + 3)
    assert analyze(system).threads[0].blocking == 1003


def test_each_step_has_its_cost_where_it_is() -> None:
    one = thread(
        "a",
        5000,
        50,
        3,
        jitter=9,
        chunks=(Chunk(20, 1), Chunk(30, 2)),
        sections=(CriticalSection("r", 30, 10), CriticalSection("s", 5, 15)),
    )
    system = system_of(one, resources=(Resource("r"), Resource("s")))
    job, kernel = charged(system, MICROSECONDS, COSTS).threads
    calls, pair = 10_000, 100_000
    # t1 w10 lr w5 ls w5 us t3 t2 w20 ur w10
    begin = 100 + calls + 10
    assert job.sections == (
        CriticalSection("r", 2 * pair + 2 * calls + 30, begin),
        CriticalSection("s", pair + 5, begin + pair + 5),
    )
    first = begin + 2 * pair + 10 + calls
    assert [chunk.work for chunk in job.chunks] == [first, calls + 30 + 1001]
    assert job.work == first + calls + 30 + 1001
    assert kernel.work == pair + 3


def test_what_the_file_says_counts_if_it_is_more() -> None:
    plain = system_of(thread("a", 5000, 50, 3), overheads=Overheads(300, 400, 5))
    system = charged(plain, MICROSECONDS, COSTS)
    assert system.threads[0].work == 300 + 50 + 1000
    assert system.overheads == Overheads(preemption=5)


def waits(*threads: Thread, protocol: Protocol = Protocol.INHERITANCE) -> list[int]:
    """Return the costs of waits that the sections of the first thread are charged."""
    resources = (Resource("r", protocol), Resource("s"))
    job = charged(system_of(*threads, resources=resources), MICROSECONDS, COSTS).threads[0]
    return [one.work - 5 - COSTS.section for one in job.sections]


def test_who_may_wait_is_charged_a_wait() -> None:
    r, s = CriticalSection("r", 5, 1), CriticalSection("s", 2, 2)
    one, two = thread("a", 5000, 50, 1), thread("b", 5000, 50, 2)
    alone, both = replace(one, sections=(r,)), replace(two, sections=(r,))
    assert waits(alone, two) == [0]
    assert waits(alone, both) == [COSTS.wait]
    assert waits(alone, both, protocol=Protocol.CEILING) == [0]
    # b owns r and waits for s, which c owns: then a may find r locked, and both b and c inherit.
    nested = replace(two, sections=(r, s))
    third = replace(thread("c", 5000, 50, 3), sections=(s,))
    chain = [COSTS.wait + 2 * COSTS.threshold]
    assert waits(alone, nested, third) == chain
    assert waits(alone, nested, third, protocol=Protocol.CEILING) == chain
    # Nobody else locks s.
    assert waits(alone, nested, protocol=Protocol.CEILING) == [0]
    # c locks s outside of r.
    apart = replace(two, sections=(r, replace(s, start=6)))
    assert waits(alone, apart, third, protocol=Protocol.CEILING) == [0]


def test_a_clock_and_no_costs_change_nothing_else() -> None:
    system = system_of(
        thread("a", 40, 9, 1, chunks=(Chunk(4, 0), Chunk(5, 1)), jitter=2, offset=3),
        thread("b", 80, 9, 2, 1, sections=(CriticalSection("r", 3, 1), CriticalSection("r", 5, 4))),
        interrupts=(Interrupt("i", 50, 2, 1),),
        resources=(Resource("r"),),
    )
    assert in_clock(system, MICROSECONDS) == system
    fast = in_clock(system, 25 * MICROSECONDS)
    assert fast.tick_ns == 40
    assert [25 * one.work for one in system.threads] == [one.work for one in fast.threads]
    assert fast.threads[1].sections[1] == CriticalSection("r", 125, 100)
    assert fast.interrupts == (Interrupt("i", 1250, 50, 25),)


def sections_in(data: st.DataObject, begin: int, end: int, depth: int) -> list[CriticalSection]:
    """Return adjacent and nested sections between two places."""
    if begin == end or depth == 3:
        return []
    found = []
    cuts = sorted(data.draw(st.lists(st.integers(begin, end), max_size=6)))
    for one, two in zip(cuts[::2], cuts[1::2], strict=False):
        if one < two:
            found.append(CriticalSection("rst"[depth], two - one, one))
            found += sections_in(data, one, two, depth + 1)
    return found


@given(st.data())
def test_every_system_is_one_with_its_costs(data: st.DataObject) -> None:
    threads = []
    for index in range(data.draw(st.integers(1, 3))):
        parts = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
        chunks = tuple(Chunk(part, data.draw(st.integers(0, index))) for part in parts)
        sections = tuple(sections_in(data, 0, sum(parts), 0))
        one = thread(f"t{index}", 900, sum(parts), index, sections=sections)
        threads.append(replace(one, chunks=chunks if data.draw(st.booleans()) else ()))
    protocols = st.sampled_from([item for item in Protocol if not item.serves_all_cores])
    resources = tuple(Resource(name, data.draw(protocols)) for name in "rst")
    system = system_of(*threads, resources=resources)
    check_system(system)
    costs = Costs(*(data.draw(st.integers(0, 5)) for _ in fields(Costs)))
    clock = data.draw(st.sampled_from([10**5, 3 * 10**5, 10**6, 7 * 10**6 // 3]))
    dear = charged(system, clock, costs)
    check_system(dear)
    for index, (before, after) in enumerate(zip(system.threads, dear.threads, strict=False)):
        kinds = [step.kind for step in steps_of(system, index)]
        assert len(after.sections) == len(before.sections) == kinds.count(StepKind.LOCK)
        least = -(-before.work * clock // 10**6) + costs.begin + costs.end
        least += costs.threshold * kinds.count(StepKind.THRESHOLD)
        assert after.work >= least + costs.section * kinds.count(StepKind.LOCK)
        assert len(after.chunks) == len(before.chunks)


def test_only_a_real_kernel_costs_something() -> None:
    root = find_root(Path(__file__).parent)
    assert set(astuple(measure_costs(root, target_named("host"), lambda _: None))) == {0}
    costs = measure_costs(root, target_named("mps2-an385"), lambda _: None)
    assert all(value > 0 for name, value in asdict(costs).items() if name != "late")
    # Without the margin, with 64 ns per instruction: the total of a job, and the order of the rest.
    assert 1200 < (costs.release + costs.begin + costs.end) * 4 / 5 < 2500
    assert costs.threshold < costs.section < costs.wait
