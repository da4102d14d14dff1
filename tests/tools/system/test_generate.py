# SPDX-License-Identifier: Apache-2.0
"""Goal: the generated program of a system behaves as described, on each target, in any folder.

Method: examples and properties of the steps of jobs; examples of the tables; programs with chunks,
sections, interrupts and unusual names are built and run on the host, and their traces are read.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.analysis import analyze
from limen.cli import main
from limen.compare.measure import measure
from limen.errors import DescriptionError
from limen.generate.project import run_length, sharing_groups, write_project
from limen.generate.steps import Step, StepKind, steps_of
from limen.generate.tables import check_clock
from limen.run import find_root, target_named
from limen.run.target import ALL_TARGETS
from limen.simulate import simulate
from limen.system.isolation import Budget
from limen.system.model import (
    Chunk,
    CriticalSection,
    Interrupt,
    Protocol,
    Resource,
    System,
    Thread,
)
from limen.trace import Event

ROOT = find_root(Path(__file__).parent)
HOST = target_named("host")


def thread(name: str, period: int, work: int, priority: int) -> Thread:
    return Thread(name, period, work, priority, priority, deadline=period, work_min=work)


def shown(steps: tuple[Step, ...]) -> str:
    """Steps as text: w work, t threshold, l lock, u unlock."""
    return " ".join(f"{'wtlu'[step.kind]}{step.value}" for step in steps)


def steps_text(thread_: Thread, resources: int = 2) -> str:
    names = tuple(Resource(f"r{number}") for number in range(resources))
    return shown(steps_of(System("x", (thread_,), resources=names), 0))


def test_steps_of_a_plain_job() -> None:
    assert steps_text(thread("a", 9, 3, 1)) == "w3"


def test_between_two_chunks_the_threshold_is_the_priority() -> None:
    chunks = (Chunk(1, 0), Chunk(2, 0), Chunk(3, 3))
    assert steps_text(replace(thread("a", 9, 6, 3), chunks=chunks)) == "t0 w1 t3 t0 w2 t3 w3"


def test_sections_nest() -> None:
    sections = (
        CriticalSection("r0", 4, 1),
        CriticalSection("r1", 3, 2),
        CriticalSection("r1", 1, 5),
    )
    one = replace(thread("a", 9, 6, 3), sections=sections)
    assert steps_text(one) == "w1 l0 w1 l1 w3 u1 u0 l1 w1 u1"


def test_sections_and_chunks_at_one_instant() -> None:
    one = replace(
        thread("a", 9, 4, 3),
        chunks=(Chunk(2, 1), Chunk(2, 2)),
        sections=(CriticalSection("r0", 2, 0), CriticalSection("r1", 2, 2)),
    )
    assert steps_text(one) == "t1 l0 w2 u0 t3 t2 l1 w2 u1"


@given(st.data())
def test_steps_do_all_work_and_leave_nothing_locked(data: st.DataObject) -> None:
    parts = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    work = sum(parts)
    outer = data.draw(st.integers(0, work - 1))
    length = data.draw(st.integers(1, work - outer))
    inner = data.draw(st.integers(outer, outer + length - 1))
    inner_length = data.draw(st.integers(1, outer + length - inner))
    one = replace(
        thread("a", 99, work, 5),
        chunks=tuple(Chunk(part, data.draw(st.integers(0, 5))) for part in parts),
        sections=(CriticalSection("r0", length, outer), CriticalSection("r1", inner_length, inner)),
    )
    steps = steps_of(System("x", (one,), resources=(Resource("r0"), Resource("r1"))), 0)
    assert sum(step.value for step in steps if step.kind is StepKind.WORK) == work
    owned: list[int] = []
    threshold = one.chunks[-1].threshold
    for step in steps:
        if step.kind is StepKind.LOCK:
            owned.append(step.value)
        elif step.kind is StepKind.UNLOCK:
            assert owned.pop() == step.value
        elif step.kind is StepKind.THRESHOLD:
            threshold = step.value
    assert owned == []
    assert threshold == one.chunks[-1].threshold


def test_the_clocks_are_those_of_the_boards() -> None:
    for target in ALL_TARGETS:
        file = ROOT / f"boards/{target.name}/board.cmake"
        text = file.read_text(encoding="utf-8")
        while (match := re.search(r"set\(LM_CLOCK_HZ (\d+)\)", text)) is None:
            base = re.search(r"LIST_DIR}/(\S+)\)", text)
            assert base is not None
            text = (file.parent / base[1]).read_text(encoding="utf-8")
        assert int(match[1]) == target.clock_hz


def test_times_that_a_clock_cannot_keep_are_refused() -> None:
    system = System("x", (thread("a", 3, 1, 0),), tick_ns=500)
    with pytest.raises(
        DescriptionError, match=r"x: thread a: period: 3 ticks of 500ns are not a whole"
    ):
        check_clock(system, 1_000_000, "the clock")
    check_clock(system, 2_000_000, "the clock")
    long = System("x", (thread("a", 2**40, 1, 0),), tick_ns=1000)
    with pytest.raises(DescriptionError, match="the trace has 32 bits"):
        check_clock(long, 1_000_000, "the clock")


def test_a_run_has_two_hyperperiods_if_the_trace_has_room() -> None:
    system = System("x", (replace(thread("a", 4, 1, 0), offset=3), thread("b", 6, 1, 1)))
    assert run_length(system, HOST) == (27, True)
    assert run_length(system, HOST, jobs=1) == (7, False)
    primes = System("x", (thread("a", 10_007, 1, 0), thread("b", 10_009, 1, 1)))
    end, is_whole = run_length(primes, target_named("rp2040"))
    assert not is_whole
    assert end * 2 / 10_007 < 8192


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    system = System("x", (thread("a", 9, 2, 3),))
    write_project(tmp_path, system, "x.toml", HOST)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    write_project(tmp_path, replace(system, threads=(thread("a", 9, 3, 3),)), "x.toml", HOST)
    changed = [path.name for path in before if path.stat().st_mtime_ns != before[path]]
    assert changed == ["system.c"]


WITH_ALL = System(
    name='all */ "of" it\\',
    threads=(
        replace(thread("urgent ??/", 20, 2, 1), sections=(CriticalSection("bus", 1),)),
        replace(
            thread('two "chunks"', 40, 9, 5),
            threshold=5,
            chunks=(Chunk(4, 1), Chunk(5, 5)),
            sections=(CriticalSection("bus", 2, 1), CriticalSection("door", 1, 7)),
            offset=3,
        ),
        thread("Straße \\ 7", 80, 10, 7),
    ),
    interrupts=(Interrupt("clock", 10, 1),),
    resources=(Resource("bus"), Resource("door", Protocol.CEILING), Resource("unused")),
    tick_ns=100_000,
)


def test_a_program_with_all_there_is_runs_on_the_host() -> None:
    done = measure(ROOT, WITH_ALL, HOST, lambda _: None)
    assert done.project.is_whole
    assert [row.jobs for row in done.threads] == [9, 4, 2]
    assert [row.misses for row in done.threads] == [0, 0, 0]
    events = done.trace.event.tolist()
    assert events.count(Event.MUTEX_LOCK) == 9 + 2 * 4
    names = [one.name for one in done.trace.objects.values()]
    assert names[:3] == ["bus", "door", "unused"]
    # Each piece of work is one clock tick shorter than specified, so that no two instants are
    # equal.
    execution = [row.execution for row in done.threads]
    assert 2 * 2500 - 2 <= execution[0] < 2 * 2500
    assert 9 * 2500 - 6 <= execution[1] < 9 * 2500


def test_threads_that_do_not_preempt_each_other_share_a_stack() -> None:
    threads = (
        replace(thread("urgent", 50, 5, 0), stack=512),
        replace(thread("control", 100, 10, 1), stack=1024),
        replace(thread("filter", 200, 20, 2), threshold=1, stack=1536),
        replace(thread("log", 400, 30, 3), threshold=1, stack=2048),
    )
    system = System("x", threads, tick_ns=100_000)
    assert sharing_groups(system) == ((1, 2, 3),)
    own, shared = (
        measure(ROOT, system, target_named("mps2-an385"), lambda _: None, is_sharing=is_sharing)
        for is_sharing in (False, True)
    )
    sizes = [int(one.output.rpartition("stacks ")[2].split()[0]) for one in (own, shared)]
    assert sizes[0] == 512 + 1024 + 1536 + 2048 + 4 * 112
    assert sizes[1] < sizes[0] - 1800
    assert [one.jobs for one in shared.threads] == [one.jobs for one in own.threads]
    assert [one.misses for one in shared.threads] == [0, 0, 0, 0]


def test_threads_that_wait_share_no_stack() -> None:
    section = (CriticalSection("r", 1),)
    threads = (
        replace(thread("a", 50, 5, 0), sections=section),
        replace(thread("b", 100, 10, 1), sections=section, threshold=0),
        replace(thread("c", 100, 10, 2), threshold=0),
        replace(thread("d", 100, 10, 3), threshold=0),
    )
    inherited = System("x", threads, resources=(Resource("r"),))
    names = analyze(inherited).stack.waiting
    groups = sharing_groups(inherited)
    assert all(threads[index].name not in names for group in groups for index in group)
    assert (2, 3) in [group[-2:] for group in groups]


def test_an_overloaded_system_ends_too() -> None:
    system = System("x", (thread("a", 10, 11, 0), thread("b", 50, 1, 0)), tick_ns=100_000)
    done = measure(ROOT, system, HOST, lambda _: None)
    assert done.threads[0].jobs < 10
    assert done.threads[0].misses == done.threads[0].jobs


@pytest.mark.parametrize("seed", [0, 7])
def test_the_jitters_of_a_program_are_those_of_the_simulation(seed: int) -> None:
    threads = (
        replace(thread("a", 1000, 100, 0), jitter=300),
        replace(thread("b", 1600, 300, 1), jitter=100, offset=33),
        replace(thread("c", 4000, 500, 2), offset=7),
    )
    interrupts = (Interrupt("early", 801, 20), Interrupt("late", 777, 20, 50))
    system = System("late", threads, interrupts, tick_ns=10_000)
    done = measure(ROOT, system, HOST, lambda _: None, seed=seed, jobs=40)
    simulated = simulate(system, horizon=done.project.end, seed=seed)
    for own, other in zip(done.threads, simulated.threads, strict=True):
        assert own.response is not None
        assert other.response_max is not None
        assert own.jobs == other.jobs
        # Each piece of work is shorter by a tick of the clock, of which a tick has 250.
        assert other.response_max - 1 < own.response / 250 < other.response_max
    on_time = measure(
        ROOT,
        replace(system, threads=tuple(replace(one, jitter=0) for one in threads), interrupts=()),
        HOST,
        lambda _: None,
        jobs=40,
    )
    assert (on_time.threads[0].response or 0) < (done.threads[0].response or 0)


@pytest.mark.parametrize("jitter", [0, 20])
def test_a_thread_that_its_budget_restarts_goes_on_with_its_next_arrival(jitter: int) -> None:
    """Its first job needs more than the budget, so that each release begins a life."""
    spinner = replace(thread("a", 100, 90, 0), offset=30, jitter=jitter, restarts=9)
    spinner = replace(spinner, budget=Budget(40, 70, "restart"))
    system = System("x", (spinner, thread("b", 400, 10, 1)), tick_ns=10_000)
    done = measure(ROOT, system, HOST, lambda _: None, jobs=20)
    trace = done.trace
    releases = trace.time[(trace.event == Event.RELEASE) & (trace.object == 1)]
    tick, begin = done.clock_hz // 100_000, done.clock_hz // 100
    late = [(int(time) - begin - 30 * tick) % (100 * tick) for time in releases]
    assert len(late) > 5
    assert max(late) <= jitter * tick


def test_a_clock_that_cannot_keep_jitters_is_refused() -> None:
    system = System("x", (replace(thread("a", 10, 1, 0), jitter=1),), tick_ns=500)
    with pytest.raises(DescriptionError, match="jitters are whole ticks of 500ns"):
        check_clock(system, 1_000_000, "the clock")
    check_clock(replace(system, threads=(thread("a", 10, 1, 0),)), 1_000_000, "the clock")


def test_a_program_in_another_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    file = tmp_path / "motor.csv"
    file.write_text("name,period,wcet\ncontrol,2000,500\nlog,5000,1000\n")
    folder, trace = tmp_path / "a program", tmp_path / "motor.limen"
    with pytest.raises(SystemExit) as ended:
        main(["generate", str(file), "--output", str(folder), "--run", "--trace", str(trace)])
    assert ended.value.code == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:-1] == [
        f"{folder}: it runs for 20000 ticks of the system",
        "thread 0 runs 10 misses 0 overruns 0",
        "thread 1 runs 4 misses 0 overruns 0",
    ]
    assert re.fullmatch(r"stacks \d+ bytes", out.splitlines()[-1])
    assert "the file gives no priorities" in err
    assert trace.is_file()
    assert (folder / "build/host/system").is_file()


def test_files_of_others_are_not_replaced(tmp_path: Path) -> None:
    system = System("x", (thread("a", 10, 1, 0),), tick_ns=100_000)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "main.c").write_text("mine")
    with pytest.raises(DescriptionError, match=r"main\.c: the file exists, and `limen generate`"):
        write_project(theirs, system, "x.toml", HOST)
    assert [(path.name, path.read_text()) for path in theirs.iterdir()] == [("main.c", "mine")]
    ours = tmp_path / "ours"
    for source in ("x.toml", "y.toml"):
        write_project(ours, system, source, HOST)
        assert source in (ours / "system.c").read_text()
