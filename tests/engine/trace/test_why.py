# SPDX-License-Identifier: Apache-2.0
"""Goal: the sentence for a switch gives the correct reason, in the terms of spec/trace-analysis.md.

Method: small traces made by hand, of Limen and ThreadX, with the expected sentences; then the
command ``limen trace why`` with each kind of wrong argument.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from limen.trace import Event, parse_trace, parse_trx
from limen.trace.analysis import analyse, why
from support.synthetic import Recorder
from support.trx import INTERRUPT, TrxRecorder

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Limen

HIGH, LOW, OTHER, MUTEX, QUEUE, SEMAPHORE, FLAGS = range(1, 8)
A, B, C, LOCK, QUEUE_ADDRESS = 0x2000_0100, 0x2000_0200, 0x2000_0300, 0x2000_0900, 0x2000_0A00
MODERN = 1 << 31


def recorder() -> Recorder:
    made = Recorder(records=64)
    for name, priority in (("high", 1), ("low", 9), ("other", 9)):
        made.name(1, name, priority, priority)
    made.name(3, "m")
    made.name(4, "q")
    made.name(2, "s")
    made.name(6, "f")
    return made


def sentences(made: Recorder) -> list[str]:
    analysis = analyse(parse_trace(made.image()))
    return [why(analysis, place) for place in range(len(analysis.switches))]


def low_runs(made: Recorder, time: int = 10) -> None:
    made.put(time, Event.READY, about=LOW, a=9)
    made.put(time, Event.SWITCH, about=LOW, a=9, b=7)


def high_wakes(made: Recorder, time: int, reason: int = 3) -> None:
    """Return a trace in which high becomes ready in interrupt 15 while low runs."""
    made.put(time, Event.IRQ_ENTER, thread=LOW, a=15, depth=1)
    made.put(time, Event.READY, thread=LOW, about=HIGH, a=1, depth=1)
    made.put(time, Event.IRQ_EXIT, thread=LOW, a=15, depth=1)
    made.put(time + 2, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=reason)


@pytest.mark.parametrize(
    ("ticks", "clock_hz", "text"),
    [
        (12, 25_000_000, "480 ns"),
        (1250, 100_000_000, "12.5 µs"),
        (175_000, 25_000_000, "7 ms"),
        (187_495, 25_000_000, "7.500 ms"),  # rounded: 7.4998
        (249_999, 25_000_000, "10.00 ms"),
        (99_996, 100_000_000, "1.000 ms"),  # and not 1000 µs
        (1, 3, "333.3 ms"),
        (1, 4_000_000_000, "0.25 ns"),
        (12_345_678, 1000, "12,346 s"),
        (1 << 31, 1, "2,147,483,648 s"),
    ],
)
def test_a_length_of_time_is_exact_or_shows_its_rounding(
    ticks: int, clock_hz: int, text: str
) -> None:
    made = recorder()
    made.clock_hz = clock_hz
    made.put(0, Event.READY, about=OTHER, a=9)
    made.put(0, Event.READY, about=LOW, a=9)
    made.put(0, Event.SWITCH, about=LOW, a=9, b=7)
    made.put(ticks, Event.YIELD, thread=LOW, about=LOW)
    made.put(ticks, Event.SWITCH, thread=LOW, about=OTHER, a=9, b=4)
    assert sentences(made)[-1].startswith(f"low yields; other has been ready for {text}")


def test_from_idle_and_preempted_by_an_interrupt() -> None:
    made = recorder()
    low_runs(made)
    high_wakes(made, 20)
    assert sentences(made) == [
        "the processor was idle; low has just become ready.",
        "high (priority 1) is more urgent than low's level 9, and interrupt 15 made it ready.",
    ]


def test_blocked_on_a_mutex_and_back() -> None:
    made = recorder()
    low_runs(made)
    high_wakes(made, 20)
    made.put(30, Event.MUTEX_LOCK, thread=HIGH, about=MUTEX, a=1, b=1 | LOW << 16)
    made.put(30, Event.SUSPEND, thread=HIGH, about=MUTEX, a=13, b=HIGH)
    made.put(31, Event.SWITCH, thread=HIGH, about=LOW, a=9, b=1)
    made.put(1322, Event.MUTEX_UNLOCK, thread=LOW, about=MUTEX, b=HIGH << 16)
    made.put(1322, Event.READY, thread=LOW, about=HIGH, a=1)
    made.put(1323, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=2)
    assert sentences(made)[2:] == [
        "high waits for mutex m, held by low; low continues, 360 ns after it was preempted.",
        "high (priority 1) is more urgent than low's level 9, and a call of low made it ready.",
    ]


@pytest.mark.parametrize(
    ("call", "suspend", "expected"),
    [
        ((50, QUEUE, 0, 1), (QUEUE, 5), "waits for queue q, which is empty"),
        ((49, QUEUE, 4, 1), (QUEUE, 5), "waits for queue q, which is full"),
        (None, (QUEUE, 5), "waits for queue q"),
        ((34, SEMAPHORE, 0, 1), (SEMAPHORE, 6), "waits for semaphore s, which is 0"),
        ((75, FLAGS, 1, 0x14), (FLAGS, 7), "waits for bits 0x14 of f"),
        (None, (FLAGS, 7), "waits for bits of f"),
        (None, (33, 8), "waits for a block of #33"),
        (None, (33, 9), "waits for bytes of #33"),
        (None, (MUTEX, 13), "waits for mutex m"),
        (None, (0, 3), "is suspended"),
        (None, (0, 4), "sleeps"),
        (None, (0, 14), "waits for its next release"),
        (None, (33, 12), "waits for middleware #33"),
        (None, (0, 15), "moves to another core"),
        (None, (0, 16), "waits for its next budget"),
        (None, (0, 17), "waits (state 17)"),
    ],
)
def test_what_a_thread_waits_for(
    call: tuple[int, int, int, int] | None, suspend: tuple[int, int], expected: str
) -> None:
    made = recorder()
    low_runs(made)
    if call is not None:
        made.put(20, call[0], thread=LOW, about=call[1], a=call[2], b=call[3])
    made.put(21, Event.SUSPEND, thread=LOW, about=suspend[0], a=suspend[1], b=LOW)
    made.put(21, Event.SWITCH, thread=LOW, about=0, b=1)
    assert sentences(made)[1] == f"low {expected}; no thread is ready."


def test_ended_yielded_and_sliced() -> None:
    made = recorder()
    made.put(5, Event.READY, about=OTHER, a=9)
    low_runs(made)
    made.put(20, Event.YIELD, thread=LOW)
    made.put(20, Event.SWITCH, thread=LOW, about=OTHER, a=9, b=4)
    made.put(30, Event.SLICE, thread=OTHER, about=OTHER, a=1, depth=1)
    made.put(30, Event.SWITCH, thread=OTHER, about=LOW, a=9, b=5)
    made.put(40, Event.SUSPEND, thread=LOW, about=0, a=0, b=LOW)
    made.put(40, Event.SWITCH, thread=LOW, about=OTHER, a=9, b=6)
    made.put(45, Event.SWITCH, thread=OTHER, about=0, b=1)
    assert sentences(made)[1:] == [
        "low yields; other has been ready for 600 ns.",
        "the time slice of other has ended; it is low's turn.",
        "low has ended; it is other's turn.",
        "other waits; no thread is ready.",
    ]


def test_held_off_by_a_section_that_ends() -> None:
    made = recorder()
    low_runs(made)
    made.put(20, Event.LEVEL, thread=LOW, about=LOW, a=0, b=9 | 7 << 16)
    made.put(30, Event.READY, thread=LOW, about=HIGH, a=1, depth=1)
    made.put(1031, Event.LEVEL, thread=LOW, about=LOW, a=9, b=8 << 16)
    made.put(1032, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=2)
    assert sentences(made)[1] == (
        "high (priority 1) is more urgent than low's level 9; "
        "high was held off for 40.04 µs by level 0 of low (section)."
    )


def test_held_off_for_no_time() -> None:
    made = recorder()
    low_runs(made)
    made.put(20, Event.LEVEL, thread=LOW, about=LOW, a=1, b=9 | 1 << 16)
    made.put(20, Event.READY, thread=LOW, about=HIGH, a=1)
    made.put(20, Event.YIELD, thread=LOW)
    made.put(20, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=4)
    assert sentences(made)[1] == (
        "low yields; high has just become ready (made ready by low); "
        "high was held off by level 1 of low (threshold)."
    )


def test_held_off_twice_and_let_in_at_a_preempt_point() -> None:
    made = recorder()
    low_runs(made)
    made.put(20, Event.LEVEL, thread=LOW, about=LOW, a=0, b=9 | 7 << 16)
    made.put(30, Event.READY, thread=LOW, about=HIGH, a=1)
    made.put(31, Event.LEVEL, thread=LOW, about=LOW, a=1, b=5 << 16)
    made.put(32, Event.PREEMPT_POINT, thread=LOW, a=1)
    made.put(32, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=2)
    assert sentences(made)[1] == (
        "high (priority 1) preempts low at a preempt point; "
        "high was held off for 80 ns, last by level 1 of low (preemption disabled)."
    )


def test_a_trace_that_lost_its_beginning() -> None:
    made = recorder()
    made.put(10, Event.USER, thread=LOW)
    made.put(20, Event.SWITCH, thread=LOW, about=OTHER, a=9, b=4)
    made.put(30, Event.SWITCH, thread=OTHER, about=LOW, a=9, b=2)
    made.put(31, Event.SWITCH, thread=LOW, about=HIGH, a=1, b=1)
    assert sentences(made) == [
        "low yields; other continues.",
        "low (priority 9) preempts other.",
        "low waits; high continues.",
    ]


def trx_sentences(made: TrxRecorder) -> list[str]:
    analysis = analyse(parse_trx(made.image()))
    return [why(analysis, place) for place in range(len(analysis.switches))]


def trx_recorder() -> TrxRecorder:
    made = TrxRecorder(capacity=32)
    for name, address in (("a", A), ("b", B), ("c", C)):
        made.name(1, address, name, p1=0x2000_1000, p2=0x400)
    made.name(5, LOCK, "lock")
    return made


def of(priority: int, threshold: int | None = None) -> int:
    return MODERN | (priority if threshold is None else threshold) << 16 | priority


def test_threadx_waits_and_is_woken_in_an_interrupt() -> None:
    made = trx_recorder()
    made.put(0, A, 52, LOCK, 0xFFFF_FFFF, B, 1, priority=of(5))
    made.put(10, A, 2, A, 13, 0, B, priority=of(5))
    made.put(20, B, 120, priority=of(7))
    made.put(25, INTERRUPT, 3, 0, 4, priority=B)
    made.put(30, INTERRUPT, 1, A, 13, 0, A, priority=B)
    made.put(31, INTERRUPT, 4, 0, 4, priority=B)
    made.put(40, A, 2, A, 1, 0, B, priority=of(5))
    made.put(50, B, 120, priority=of(7))
    assert trx_sentences(made) == [
        "a waits for mutex lock, held by b; b continues.",
        "a (priority 5) is more urgent than b's level 7, and interrupt 4 made it ready.",
        "a has ended; b continues, 9 ticks after it was preempted.",
    ]


def test_threadx_holds_off_by_its_preemption_threshold() -> None:
    made = trx_recorder()
    made.put(0, A, 2, A, 4, 0, B, priority=of(5))
    made.put(10, B, 69, QUEUE_ADDRESS, priority=of(7, 5))
    made.put(20, B, 1, A, 4, 0, B, priority=of(7, 5))
    made.put(33, B, 109, 0, A, priority=of(7, 5))
    made.put(40, A, 68, QUEUE_ADDRESS, priority=of(5))
    made.put(41, A, 2, A, 5, 0, B, priority=of(5))
    made.put(42, B, 120, priority=of(7, 5))
    first, second, third = trx_sentences(made)
    assert first == "a sleeps; b continues."
    assert second == (
        "b yields; a has been ready for 13 ticks (made ready by b); "
        "a was held off for 13 ticks by level 5 of b (threshold)."
    )
    assert third == "a waits for queue 0x20000a00, which is empty; it is b's turn."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = recorder()
    low_runs(made)
    high_wakes(made, 20)
    path = tmp_path / "t.limen"
    path.write_bytes(made.image())
    return path


def test_the_command_prints_a_line_for_each_switch(file: Path, limen: Limen) -> None:
    status, out, err = limen("trace", "why", file, "--ticks")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split(maxsplit=2) == [
        "1",
        "10",
        "low: the processor was idle; low has just become ready.",
    ]
    assert len(lines) == 2
    _, in_seconds, _ = limen("trace", "why", file)
    assert in_seconds.split()[1:3] == ["0.00000040", "s"]


@pytest.mark.parametrize(
    ("arguments", "events"),
    [
        ((), [1, 5]),
        (("--at", "21"), [1]),
        (("--at", "22"), [5]),
        (("--at", "840ns"), [1]),
        (("--at", "0.00000088 s"), [5]),
        (("--from", "0.44us"), [5]),
        (("--event", "4"), [1]),
        (("--from", "11"), [5]),
        (("--to", "11"), [1]),
        (("--thread", "high"), [5]),
        (("--thread", "2"), [1, 5]),
        (("--thread", "other"), []),
    ],
)
def test_the_command_answers_about_a_part(
    file: Path, limen: Limen, arguments: tuple[str, ...], events: list[int]
) -> None:
    status, out, _ = limen("trace", "why", file, *arguments, "--json")
    assert status == 0
    assert [row["event"] for row in json.loads(out)] == events


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--at", "5"), "no switch is before that time"),
        (("--event", "0"), "no switch is before that time"),
        (("--event", "6"), "event 6 does not exist"),
        (("--thread", "nobody"), "unknown thread nobody"),
        (("--from", "9", "--to", "3"), "9 is after --to 3"),
        (("--from", "1s", "--to", "3"), "1s is after --to 3"),
        (("--at", "soon"), '--at: "soon" is not a time'),
    ],
)
def test_the_command_says_what_is_wrong(
    file: Path, limen: Limen, arguments: tuple[str, ...], problem: str
) -> None:
    status, out, err = limen("trace", "why", file, *arguments)
    assert (status, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1
