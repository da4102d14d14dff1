# SPDX-License-Identifier: Apache-2.0
"""Goal: a system from a trace has the numbers of the trace, and says that they were observed.

Method: traces of generated programs whose numbers are known; small traces written by hand.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from limen.compare.measure import measure
from limen.errors import DescriptionError, TraceError
from limen.run import find_root, target_named
from limen.system.load import load_system
from limen.system.model import Interrupt, Origin, System, Thread
from limen.system.observed import observe
from limen.system.rewrite import rewrite
from limen.trace import Event, parse_trace
from support.synthetic import Recorder

ROOT = find_root(Path(__file__).parent)
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
    control, log = observed.threads
    tick = 2500  # of the host's clock, in a tick of the system
    assert (control.name, control.priority, control.threshold) == ("control", 1, 0)
    assert control.is_periodic
    assert control.is_regular
    assert control.period == 50 * tick
    assert log.period == 200 * tick
    # The program works one tick of the clock less than it should.
    assert control.execution_greatest == 10 * tick - 1
    assert log.execution_greatest == 90 * tick - 1
    # log arrives at 5, and works for 90. From 0 on the clock (5) and control (10) run, control
    # again at 50, both again at 100: six pieces of work, each shorter by a tick of the clock.
    assert log.response_greatest == (15 - 5 + 90 + 10 + 15) * tick - 6
    # The clock interrupts log at 100; its time is that of the running thread.
    assert control.blocking_greatest == 5 * tick - 1
    assert (control.levels, log.levels) == ((0,), (2,))


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
        match=r"a \.limen trace cannot be written as a system description; write a new",
    ):
        rewrite(path, replace(system, name="other"))


def wake_ups(*times: int) -> Recorder:
    """A thread that waits for time, and works for 3 ticks at each of these times."""
    recorder = Recorder(records=256, object_capacity=3)
    thread = recorder.name(1, "T", 5, 3)
    for time in times:
        recorder.put(time, Event.READY, about=thread, a=5)
        recorder.put(time, Event.SWITCH, thread=thread, about=0, a=3)
        recorder.put(time + 3, Event.SUSPEND, thread=thread, a=4, b=thread)
        recorder.put(time + 3, Event.SWITCH, thread=0, about=thread, a=0)
    return recorder


def test_a_thread_without_a_period_has_its_least_interval() -> None:
    observed = observe(parse_trace(wake_ups(10, 40, 60, 100).image(), "x.limen"))
    (thread,) = observed.threads
    assert not thread.is_periodic
    assert (thread.interval_least, thread.interval_greatest, thread.period) == (20, 40, 20)
    system = observed.system("x")
    assert "T has intervals from" in " ".join(system.notes)


def test_a_trace_with_too_few_jobs_is_refused(tmp_path: Path) -> None:
    observed = observe(parse_trace(wake_ups(10).image(), "x.limen"))
    with pytest.raises(DescriptionError, match="no thread has two jobs in it; record for a longer"):
        observed.system("x")
    path = tmp_path / "x.limen"
    path.write_bytes(b"no trace")
    with pytest.raises(TraceError, match=r"x\.limen"):
        load_system(path)
