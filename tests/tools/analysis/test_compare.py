# SPDX-License-Identifier: Apache-2.0
"""Goal: compare reports exactly the values above their bounds.

Method: an example for each rule; the output of the command against its schema; and random systems
with chunks, mutexes and interrupts, which keep their bounds on the host and on the Cortex-M3.
"""

from __future__ import annotations

import json
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from limen.cli import main
from limen.compare.charge import in_clock
from limen.compare.compare import Comparison, Row, compare
from limen.compare.measure import measure
from limen.run import find_root, target_named
from limen.simulate import simulate
from limen.system.model import Chunk, CriticalSection, Interrupt, Protocol, Resource, System, Thread
from support.cores_gate import draw_cores
from support.further import IS_LONG

ROOT = find_root(Path(__file__).parent)
GOOD = Row("a", 1, 0, 20, Fraction(15), 14, 14, Fraction(29, 2), 7, 0)


def test_a_response_above_its_bound_is_a_problem() -> None:
    assert GOOD.problem is None
    assert GOOD.margin == Fraction(1, 2)
    assert GOOD.ratio == Fraction(30, 29)
    above = replace(GOOD, measured=Fraction(31, 2))
    assert above.problem == "the measured response is above the bound"
    assert above.margin == Fraction(-1, 2)
    simulated = replace(GOOD, simulated=15)
    assert simulated.problem == "the simulated response is above the bound"
    missed = replace(GOOD, misses=1)
    assert missed.problem == "a deadline was missed that the analysis says is met"
    # A thread without a bound, or with a deadline that the analysis says is missed, can have any
    # response.
    assert (
        replace(GOOD, bound=None, bound_plain=None, measured=Fraction(99), misses=3).problem is None
    )
    assert replace(GOOD, deadline=10, misses=1).problem is None


def response_of(work: int) -> int:
    """Return the measured response of a thread that computes for a number of ticks."""
    only = Thread("only", 100, work, 1, 1, deadline=100, work_min=work)
    system = System("alone", (only,), tick_ns=10**6)
    [thread] = measure(ROOT, system, target_named("host"), lambda _: None).threads
    return thread.response or 0


def test_two_commands_at_once_measure_their_own_systems() -> None:
    with ProcessPoolExecutor(2) as pool:
        short, long = pool.map(response_of, [5, 50])
    assert long == pytest.approx(10 * short, rel=1e-4)


def a_system(seed: int) -> System:
    """Return three or four threads, some with chunks and sections. A period is a few ms."""
    random_ = random.Random(seed)
    count = random_.choice([3, 4])
    threads = []
    for number in range(count):
        period = random_.choice([40, 50, 80, 100, 200])
        parts = [random_.randint(2, 8) for _ in range(random_.randint(1, 3))]
        work = sum(parts)
        one = Thread(
            name=f"t{number}",
            period=period,
            work=work,
            priority=number,
            threshold=random_.randint(0, number),
            deadline=period,
            work_min=work,
            offset=random_.randint(0, 20),
        )
        if len(parts) > 1:
            chunks = tuple(Chunk(part, random_.randint(0, number)) for part in parts)
            one = replace(one, chunks=chunks)
        if random_.random() < 0.5:
            length = random_.randint(1, work)
            start = random_.randint(0, work - length)
            one = replace(one, sections=(CriticalSection("m", length, start),))
        threads.append(one)
    protocol = random_.choice([item for item in Protocol if not item.serves_all_cores])
    interrupts = (Interrupt("i", 50, 1),) if random_.random() < 0.5 else ()
    resources = (Resource("m", protocol),)
    return System("random", tuple(threads), interrupts, resources, tick_ns=100_000)


@pytest.mark.parametrize("target", ["host", "mps2-an385"])
@pytest.mark.parametrize("seed", range(60 if IS_LONG else 3))
def test_random_systems_keep_their_bounds(seed: int, target: str) -> None:
    done = compare(ROOT, a_system(seed), target_named(target), lambda _: None)
    assert [row.problem for row in done.rows] == [None] * len(done.rows)
    assert all(row.jobs > 0 for row in done.rows)


@pytest.mark.parametrize("seed", range(100 if IS_LONG else 6))
def test_the_program_on_the_host_is_the_simulation(seed: int) -> None:
    """One kernel runs under two ports: threads in C, and threads that are scripts.

    Offsets are in microseconds, so that events rarely coincide: their order would be that of two
    queues, and the program, which works slightly less than specified, could have another order.
    """
    system = in_clock(a_system(seed), 1_000_000)
    random_ = random.Random(seed)
    offsets = [random_.randint(0, 2000) for _ in system.threads]
    threads = tuple(
        replace(one, offset=offset) for one, offset in zip(system.threads, offsets, strict=True)
    )
    system = replace(system, threads=threads)
    done = measure(ROOT, system, target_named("host"), lambda _: None)
    simulated = simulate(system, horizon=done.project.end, jitter="none")
    unit = done.clock_hz * system.tick_ns
    for own, other in zip(done.threads, simulated.threads, strict=True):
        assert own.response is not None
        assert other.response_max is not None
        # Each piece of work is shorter by one tick of the clock, of which a tick of the system has
        # 25. A long busy period has many pieces.
        shorter = other.response_max - own.response * 10**9 / unit
        assert 0 <= shorter < 2 + other.response_max / 1000


@pytest.fixture(scope="module")
def done() -> Comparison:
    return compare(ROOT, a_system(0), target_named("host"), lambda _: None)


def run(
    done: Comparison, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> int:
    module = import_module("limen.compare.compare")
    monkeypatch.setattr(module, "compare", lambda *_, **__: done)
    file = tmp_path / "x.csv"
    file.write_text("name,period,wcet,priority\na,20,2,0\n")
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(file), "--target", "host", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_command_prints_what_its_schema_says(
    done: Comparison,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    trace = tmp_path / "run.limen"
    assert run(done, ["--json", "--trace", str(trace)], tmp_path, monkeypatch) == 0
    value = json.loads(capsys.readouterr().out)
    form = json.loads((ROOT / "spec/compare.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(form)
    Draft202012Validator(form).validate(value)
    assert value["ok"]
    assert [row["name"] for row in value["threads"]] == [row.name for row in done.rows]
    assert trace.read_bytes() == done.measurement.trace_bytes


def test_what_is_above_its_bound_is_an_error(
    done: Comparison,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = replace(done, rows=(replace(GOOD, measured=Fraction(16)), *done.rows[1:]))
    assert run(bad, [], tmp_path, monkeypatch) == 1
    out, err = capsys.readouterr()
    assert "-1.000" in out
    assert "x.csv: thread a: the measured response is above the bound" in err


@pytest.mark.parametrize("number", range(40 if IS_LONG else 2))
def test_programs_of_several_cores_keep_their_bounds(number: int) -> None:
    """The kernels take no time on the host, so the bounds are those without costs."""
    system = draw_cores(number, 1, plain=True)
    done = compare(ROOT, system, target_named("host"), lambda _: None, jobs=600)
    assert done.ok, [(row.name, row.problem) for row in done.rows]
    assert any(row.jobs for row in done.rows)
    assert [row.bound for row in done.rows] == [row.bound_plain for row in done.rows]
