# SPDX-License-Identifier: Apache-2.0
"""Goal: a system from a trace has the numbers of the trace, and states that they were observed.

Method: traces of generated programs whose numbers are known; small traces written by hand.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from limen.analysis import analyze, assign
from limen.compare.measure import measure
from limen.errors import DescriptionError, TraceError
from limen.run import find_root, target_named
from limen.system.load import load_system
from limen.system.model import (
    CriticalSection,
    Interrupt,
    Origin,
    Protocol,
    Resource,
    System,
    Thread,
)
from limen.system.observed import observe, observed_system
from limen.system.rewrite import rewrite
from limen.trace import Event, parse_trace, parse_trx
from limen.trace.convert.trx import trx_of_limen
from limen.trace.numbers import Kind, Wait
from limen.trace.trx.writer import trx_image
from support.synthetic import Recorder

ROOT = find_root(Path(__file__).parent)
WAITS = 1  # the outcome of a lock
SYSTEM = System(
    "motor",
    (
        Thread("control", 50, 10, 1, 0, deadline=50, work_min=10),
        Thread("log", 200, 90, 2, 2, deadline=200, work_min=90, offset=5),
    ),
    interrupts=(Interrupt("clock", 100, 5),),
    tick_ns=100_000,
)


@pytest.fixture(scope="module")
def trace_bytes() -> bytes:
    return measure(ROOT, SYSTEM, target_named("host"), lambda _: None).trace_bytes


def test_what_a_program_does_is_observed(trace_bytes: bytes) -> None:
    observed = observe(parse_trace(trace_bytes, "motor.limen"))
    control, log = observed["threads"]
    tick = 2500  # of the host's clock, in a tick of the system
    assert (control["name"], control["priority"], control["threshold"]) == ("control", 1, 0)
    assert control["observed"]["is_periodic"]
    assert control["observed"]["is_regular"]
    assert control["period"] == 50 * tick
    assert log["period"] == 200 * tick
    assert log["offset"] == 5 * tick
    # The program works one tick of the clock less than it should.
    assert control["observed"]["execution_greatest"] == 10 * tick - 1
    assert log["observed"]["execution_greatest"] == 90 * tick - 1
    # log arrives at 5, and works for 90. From 0 on the clock (5) and control (10) run, control
    # again at 50, both again at 100: six pieces of work, each shorter by a tick of the clock.
    assert log["observed"]["response_greatest"] == (15 - 5 + 90 + 10 + 15) * tick - 6
    assert (control["observed"]["levels"], log["observed"]["levels"]) == ([0], [2])


def test_the_system_says_what_was_only_observed(trace_bytes: bytes, tmp_path: Path) -> None:
    path = tmp_path / "motor.limen"
    path.write_bytes(trace_bytes)
    system = load_system(path)
    assert system.name == "motor"
    assert system.origin is Origin.OBSERVED
    assert system.tick_ns == 40
    assert [thread.period for thread in system.threads] == [125_000, 500_000]
    assert [thread.deadline for thread in system.threads] == [125_000, 500_000]
    assert any("observed in" in note and "no promises" in note for note in system.notes)
    assert any("no deadlines" in note for note in system.notes)
    with pytest.raises(
        DescriptionError,
        match=r"only a description of a system can be changed; write a new .toml",
    ):
        rewrite(path, replace(system, name="other"))


def wake_ups(*times: int) -> Recorder:
    """Return a trace of a thread that sleeps, and works for 3 ticks at each of these times."""
    recorder = Recorder(records=256, object_capacity=3)
    thread = recorder.name(1, "T", 5, 3)
    for time in times:
        recorder.put(time, Event.READY, about=thread, a=5)
        recorder.put(time, Event.SWITCH, thread=thread, about=0, a=3)
        recorder.put(time + 3, Event.SUSPEND, thread=thread, a=4, b=thread)
        recorder.put(time + 3, Event.SWITCH, thread=0, about=thread, a=0)
    return recorder


def test_a_thread_without_a_period_has_its_least_interval() -> None:
    trace = parse_trace(wake_ups(10, 40, 60, 100).image(), "x.limen")
    (thread,) = observe(trace)["threads"]
    seen = thread["observed"]
    assert not seen["is_periodic"]
    assert (seen["interval_least"], seen["interval_greatest"]) == (20, 40)
    system = observed_system(trace, "x")
    assert system.threads[0].period == thread["period"] == 20
    assert "T has intervals from" in " ".join(system.notes)


def test_a_thread_that_ran_once_has_the_length_of_the_trace() -> None:
    system = observed_system(parse_trace(wake_ups(10).image(), "x.limen"), "x")
    assert system.threads[0].period == 3
    assert "T ran once; the length of the trace" in " ".join(system.notes)


def locks(protocol: int) -> Recorder:
    """Return a trace: high waits for mutex m, which low locks at 2 and owns for 5 ticks."""
    recorder = Recorder(records=256, object_capacity=5)
    low, high = recorder.name(1, "low", 5, 5), recorder.name(1, "high", 1, 1)
    mutex = recorder.name(Kind.MUTEX, "m", 0, protocol)
    recorder.put(0, Event.READY, about=low, a=5)
    recorder.put(0, Event.SWITCH, thread=0, about=low, a=5)
    recorder.put(2, Event.MUTEX_LOCK, thread=low, about=mutex, a=1)
    recorder.put(4, Event.READY, thread=low, about=high, a=1)
    recorder.put(4, Event.SWITCH, thread=low, about=high, a=1)
    recorder.put(5, Event.MUTEX_LOCK, thread=high, about=mutex, a=1, b=WAITS | low << 16)
    recorder.put(5, Event.SUSPEND, thread=high, about=mutex, a=Wait.MUTEX, b=high)
    recorder.put(5, Event.SWITCH, thread=high, about=low, a=0)
    recorder.put(8, Event.MUTEX_UNLOCK, thread=low, about=mutex, a=0, b=high << 16)
    recorder.put(8, Event.READY, thread=low, about=high, a=1)
    recorder.put(8, Event.SWITCH, thread=low, about=high, a=1)
    recorder.put(10, Event.MUTEX_UNLOCK, thread=high, about=mutex, a=0)
    recorder.put(11, Event.SUSPEND, thread=high, a=Wait.TIME, b=high)
    recorder.put(11, Event.SWITCH, thread=high, about=low, a=0)
    recorder.put(12, Event.SUSPEND, thread=low, a=Wait.TIME, b=low)
    recorder.put(12, Event.SWITCH, thread=low, about=0, a=0)
    return recorder


@pytest.mark.parametrize(
    ("number", "protocol"),
    [(0, Protocol.NONE), (1, Protocol.INHERITANCE), (2, Protocol.CEILING)],
)
def test_sections_are_execution_times_and_a_wait_for_a_mutex_ends_no_job(
    number: int, protocol: Protocol
) -> None:
    system = observed_system(parse_trace(locks(number).image(), "x.limen"), "x")
    low, high = system.threads
    assert system.resources == (Resource("m", protocol),)
    assert (low.work, high.work, high.offset) == (8, 4, 4)
    assert low.sections == (CriticalSection("m", 5, 2),)
    assert high.sections == (CriticalSection("m", 2, 1),)
    assert analyze(system).schedulable == (protocol is not Protocol.NONE)


def test_the_same_is_observed_in_a_trace_of_threadx() -> None:
    """This trace does not show the next owner of the mutex that low unlocks."""
    trace = parse_trx(trx_image(trx_of_limen(parse_trace(locks(1).image(), "x.limen"))))
    low, high = observed_system(trace, "x").threads
    assert (low.work, high.work, high.offset) == (8, 4, 4)
    assert low.sections == (CriticalSection("m", 5, 2),)
    assert high.sections == (CriticalSection("m", 2, 1),)


def test_a_missed_deadline_is_the_deadline() -> None:
    path = ROOT / "examples/traces/schedulability-preemptive-host.limen"
    system = load_system(path)
    t1, t2, t3 = system.threads
    # It took 57.5 ms and was 7.5 ms late; a tick is 40 ns. The others have missed none.
    assert t3.deadline == 50_000_000 // 40
    assert [t1.deadline, t2.deadline] == [t1.period, t2.period]
    assert not analyze(system).schedulable
    assert assign(system).feasible


def test_a_trace_without_jobs_is_refused(tmp_path: Path) -> None:
    recorder = Recorder(records=8, object_capacity=2)
    recorder.name(1, "T", 5, 3)
    recorder.put(0, Event.TIME)
    with pytest.raises(DescriptionError, match="no thread has a job in it; record for a longer"):
        observed_system(parse_trace(recorder.image(), "x.limen"), "x")
    path = tmp_path / "x.limen"
    path.write_bytes(b"no trace")
    with pytest.raises(TraceError, match=r"x\.limen"):
        load_system(path)
