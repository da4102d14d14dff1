# SPDX-License-Identifier: Apache-2.0
"""Goal: a trace of Limen, written as a .trx, shows the same system to readers of ThreadX's traces.

Method: our own reader of .trx, which knows nothing of Limen, finds the same threads, switches and
running thread at each instant in all sample traces. The expected words of ThreadX for calls are
computed by hand. A cut trace, read again, equals that part of the trace.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.cli import main
from limen.errors import TraceError
from limen.trace import Event, Trace, parse_trace, parse_trx, read_trace, read_trx
from limen.trace.convert import convert, cut_image
from limen.trace.convert.trx import definitions_text, trx_of_limen
from limen.trace.convert.trx_order import order_rows
from limen.trace.labels import parse_definitions
from limen.trace.trx.writer import trx_image
from limen.trace.view import view_of
from support.further import IS_LONG
from support.random_moves import random_moves
from support.stories import example
from support.synthetic import Recorder
from support.trx import DATA, TrxRecorder, expected

if TYPE_CHECKING:
    from limen.trace.view import View

SAMPLES = Path(__file__).parents[3] / "examples/traces"
LIMEN = sorted(path.name for path in SAMPLES.glob("*.limen"))
COLUMNS = ("time", "event", "depth", "thread", "object", "a", "b")
REASONS = {
    "preempted_by_call": "preempted_by_own_call",
    "preempted_by_interrupt": "preempted_by_isr",
    "yielded": "relinquish",
    "slice_ended": "time_slice",
    "terminated": "blocked",
    "idle_ended": "from_idle",
}
# Reasons are derived from the events near a switch. They may differ after a yield without peers, or
# if a thread is woken and another one is due at the same switch.
CONFUSED = {
    ("preempted_by_isr", "relinquish"),
    ("time_slice", "preempted_by_isr"),
    ("preempted_by_own_call", "preempted_by_isr"),
}


def again(trace: Trace) -> View:
    return view_of(parse_trx(trx_image(trx_of_limen(trace))))


def switches(view: View, zero: int) -> list[tuple[int, str, str]]:
    columns = zip((view.time[view.at] - zero).tolist(), view.leaves, view.comes, strict=True)
    return [
        (time, view.lanes[leaves].name, view.lanes[comes].name) for time, leaves, comes in columns
    ]


def who_runs(view: View, zero: int, begin: int) -> list[tuple[int, str]]:
    """Return the instants at which another thread begins to run."""
    is_last = np.append(view.time[1:] != view.time[:-1], True)  # of its instant
    found: list[tuple[int, str]] = []
    running = zip((view.time[is_last] - zero).tolist(), view.running[is_last].tolist(), strict=True)
    for time, lane in running:
        name = view.lanes[lane].name if lane >= 0 else "?"
        if time >= begin and (not found or found[-1][1] != name):
            found.append((time, name))
    return found


@pytest.mark.parametrize("name", LIMEN)
def test_the_same_threads_run_at_each_instant(name: str) -> None:
    trace = read_trace(SAMPLES / name)
    ours, theirs = view_of(trace), again(trace)
    zero = int(trace.time[0])
    # The code before the first thread is idle in Limen and initialisation in ThreadX, unless the
    # first thread was released after the start.
    is_whole = trace.lost == 0
    begin = int(ours.time[ours.at[0]]) - zero if is_whole else 0
    was_idle = switches(theirs, 0)[:1] == switches(ours, zero)[:1]
    first = 1 if is_whole and not was_idle else 0
    assert switches(theirs, 0) == switches(ours, zero)[first:]
    assert who_runs(theirs, 0, begin) == who_runs(ours, zero, begin)
    why = [REASONS.get(word, word) for word in ours.why][first:]
    differ = [pair for pair in zip(why, theirs.why, strict=True) if pair[0] != pair[1]]
    assert set(differ) <= CONFUSED
    assert 2 * len(differ) <= len(why)
    assert {lane.name for lane in ours.lanes} == {lane.name for lane in theirs.lanes}


@pytest.mark.parametrize("seed", range(500 if IS_LONG else 40))
def test_random_events_run_the_same_threads(seed: int) -> None:
    made = Recorder(records=400, object_capacity=10)
    for number in range(1, 5):
        made.name(1, f"t{number}", number, number)
    for record in random_moves(seed, 120):
        made.put(*record)
    trace = parse_trace(made.image())
    ours, theirs = view_of(trace), again(trace)
    zero = int(order_rows(trace).time[0])  # ThreadX's time begins with the oldest event
    begin = int(ours.time[ours.at[0]]) - zero
    expected = switches(ours, zero)
    # An interrupt before all threads shows that the processor was idle.
    knows_idle = theirs.leaves[0] == 0 and ours.leaves[0] == 0
    assert switches(theirs, 0) == expected[int(ours.leaves[0] == 0 and not knows_idle) :]
    assert who_runs(theirs, 0, begin) == who_runs(ours, zero, begin)


def test_names_and_calls() -> None:
    trace = parse_trace(example())
    view = again(trace)
    said = [
        f"{view.who(index)}: {view.name(index)}: {view.details(index)}"
        for index in range(len(view))
    ]
    low, high = (f"stack ptr {0xE000_0000 + number + 1024:#x}" for number in (0x200, 0x100))
    resumed = "thread ptr low, previous state suspended, stack ptr 0x0, next thread low"
    assert said[:2] == [f": thread resume (internal): {resumed}", "low: running: "]
    mutex = "tx_mutex_get: mutex ptr m, wait option"
    assert said[2] == f"low: {mutex} 0, owning thread 0, own count 0"
    assert f"high: {mutex} forever, owning thread low, own count 1" in said
    blocked = f"thread ptr high, new state mutex, {high}, next thread low"
    assert f"high: thread suspend (internal): {blocked}" in said
    assert "low: tx_queue_send: queue ptr q [x], source ptr 0x0, wait option 0, enqueued 0" in said
    assert f"low: tx_mutex_put: mutex ptr m, owning thread low, own count 1, {low}" in said
    trx = parse_trx(trx_image(trx_of_limen(trace)))
    kinds = {(entry.name, entry.type, entry.p1) for entry in trx.registry}
    assert {("m", 5, 1), ("q [x]", 3, 4)} < kinds
    assert [entry.initial_priority for entry in trx.registry] == [1, 9, None, None]


CALLS: list[tuple[int, int, int, int, tuple[int, ...]]] = [
    # event, a, b; ThreadX's number, and the words behind the object
    (33, 3, 0, 88, (2, 0)),  # a semaphore counts 3 behind a post
    (33, 0, 2 << 16, 88, (0, 1)),  # ... and a waiting thread got it
    (34, 3, 0, 83, (0, 4)),
    (34, 0, 1, 83, (0xFFFF_FFFF, 0)),
    (34, 0, 2, 83, (0, 0)),
    (36, 3, 0, 80, (2, 0)),
    (41, 1, 0, 52, (0, 0, 0)),
    (41, 2, 0, 52, (0, 0xE000_0100, 1)),
    (41, 1, 1 | 2 << 16, 52, (0xFFFF_FFFF, 0xE000_0200, 1)),
    (42, 0, 0, 57, (0xE000_0100, 1)),
    (49, 3, 0, 69, (0, 0, 2)),
    (49, 4, 1, 69, (0, 0xFFFF_FFFF, 4)),
    (50, 3, 0, 68, (0, 0, 4)),
    (50, 4, 2 << 16, 68, (0, 0, 4)),
    (52, 3, 0, 63, (0, 0, 2)),
    (74, 0, 0x5, 36, (0xFFFF_FFFA, 2)),
    (81, 3, 0, 10, (0, 0, 4)),
    (89, 4, 0, 20, (0, 32, 0)),
    (24, 7, 7, 108, (7,)),
    (24, 9, 3 | 1 << 16, 107, (3,)),
    (97, 1, 0, 89, (1,)),  # of a semaphore
    (103, 89, 1, 89, (1,)),
    (7, 3, 9 | 3 << 16, 4103, (3, 9, 3)),
    (28, 0, 70_000, 4124, (0, 70_000)),
]


@pytest.mark.parametrize(("event", "a", "b", "number", "words"), CALLS)
def test_a_call_in_threadx_words(
    event: int, a: int, b: int, number: int, words: tuple[int, ...]
) -> None:
    made = Recorder()
    made.name(1, "one", 5, 5)
    made.name(1, "two", 5, 5)
    about = made.name(2, "s")
    made.put(1, event, thread=1, about=about, a=a, b=b)
    trx = trx_of_limen(parse_trace(made.image()))
    assert trx.event.tolist() == [number]
    found = trx.info[0].tolist()
    assert found[0] == 0xE000_0300
    assert tuple(found[1 : 1 + len(words)]) == words


def test_events_of_the_program() -> None:
    made = Recorder()
    thread = made.name(1, "T", 5, 5)
    made.put(1, Event.USER, thread=thread, a=7, b=123_456)
    made.put(2, Event.USER, thread=thread, a=0xFFFF, b=1)
    made.put(3, Event.SERVICE, thread=thread, a=40, b=9)
    trace = parse_trace(made.image())
    trx = trx_of_limen(trace)
    assert trx.event.tolist() == [8192 + 7, 4096 + 64, 40]
    assert trx.info[:, :2].tolist() == [[7, 123_456], [0xFFFF, 1], [9, 9]]
    words = parse_definitions(definitions_text(trx), "x.trxc")
    assert words[8199].name == "user event 7"
    assert words[4096 + 64].labels[:2] == ("-", "number")
    assert all(len(known.code) == 2 for known in words.values())


def test_the_definitions_stand_beside_the_trace(tmp_path: Path) -> None:
    trace = parse_trace(example())
    assert convert(trace, tmp_path / "x.trx") is None
    words = parse_definitions((tmp_path / "x.trxc").read_text(), "x.trxc")
    unknown = set(read_trx(tmp_path / "x.trx").event.tolist()) & set(range(4096, 65536))
    assert set(words) <= unknown
    assert unknown - set(words) == {4096 + 99}  # a number that Limen does not know either


def test_levels_and_priorities_are_those_in_force() -> None:
    view = parse_trx(trx_image(trx_of_limen(parse_trace(example()))))
    low = view.context == 0xE000_0200
    words = view.priority[low].tolist()
    assert [(word >> 16 & 0x3FF, word & 0x3FF) for word in (words[0], words[-1])] == [
        (9, 9),
        (1, 1),  # inherited
    ]


def test_priorities_that_threadx_cannot_have() -> None:
    made = Recorder(levels=2000)
    thread = made.name(1, "far", 1500, 1500)
    made.put(1, Event.YIELD, thread=thread)
    with pytest.raises(TraceError, match="x: thread far has priority 1500, and ThreadX's end at"):
        trx_of_limen(parse_trace(made.image()), "x")


@pytest.mark.parametrize("pause", [(1 << 31) - 1, 1 << 31, 1 << 32, 5 << 32])
def test_long_pauses_are_told(pause: int) -> None:
    made = Recorder(time_high=0)
    thread = made.name(1, "T", 5, 5)
    times = [10, 11, 11 + pause, 12 + pause, 12 + 2 * pause]
    for time in times:
        made.put(time, Event.YIELD, thread=thread)
    trx = parse_trx(trx_image(trx_of_limen(parse_trace(made.image()))))
    is_own = trx.event == 109
    assert trx.counts_up
    assert (trx.time[is_own] + 10).tolist() == times
    assert set(trx.event[~is_own].tolist()) <= {4097}


def test_a_pause_beyond_all_stamps() -> None:
    made = Recorder()
    thread = made.name(1, "T", 5, 5)
    made.put(1, Event.YIELD, thread=thread)
    made.put(1 << 60, Event.YIELD, thread=thread)
    with pytest.raises(TraceError, match="beyond stamps of 32 bits; convert a part"):
        trx_of_limen(parse_trace(made.image()))


def test_a_trace_that_lost_events_is_a_full_ring() -> None:
    made = Recorder(records=4)
    thread = made.name(1, "T", 5, 5)
    for time in range(9):
        made.put(time, Event.YIELD, thread=thread)
    trx = parse_trx(trx_image(trx_of_limen(parse_trace(made.image()))))
    assert trx.wrapped
    assert len(trx) == 4


def same(one: Trace, other: Trace) -> bool:
    facts = ("clock_hz", "levels", "byte_order", "is_recording", "api", "object_count")
    return all(getattr(one, name) == getattr(other, name) for name in facts) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS
    )


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("high", [0, 1, 0x7000_0000])
def test_a_cut_of_everything_is_the_trace(order: str, high: int) -> None:
    made = Recorder(records=64, order=order, time_high=high, flags=3)
    made.name(1, "one", 5, 4, 512)
    made.name(4, "\u00e4" * 12, size=3)
    rises = [0, 1, 1 << 31, 1 << 32, 1 << 33, (1 << 33) + 1, 7 << 32]
    for rise in rises:
        made.put((high << 32) + rise, Event.USER, thread=1, about=2, a=3, b=4, depth=1)
    trace = parse_trace(made.image())
    cut = parse_trace(cut_image(trace, 0, len(trace)))
    assert same(trace, cut)
    assert dict(cut.objects) == dict(trace.objects)
    assert cut.lost == trace.lost


@pytest.mark.parametrize(("begin", "end"), [(0, 3), (2, 5), (5, 5), (4, 11), (11, 11), (7, 2)])
def test_a_cut_is_the_part(begin: int, end: int) -> None:
    made = Recorder(records=11)
    made.name(1, "one", 5, 4, 512)
    for number in range(30):
        made.put(number << 31, Event.USER, thread=1, a=number)
    trace = parse_trace(made.image())
    cut = parse_trace(cut_image(trace, begin, end))
    part = slice(begin, max(begin, end))
    columns: dict[str, Any] = {name: getattr(trace, name)[part] for name in COLUMNS}
    assert same(cut, replace(trace, **columns))
    assert cut.lost == (trace.lost + begin if len(cut) else 0)


def test_a_short_cut_of_a_trace_that_lost_very_many() -> None:
    made = Recorder(records=4, wraps=0xFFFF_FFF0)
    for number in range(9):
        made.put(number, Event.USER)
    trace = parse_trace(made.image())
    cut = parse_trace(cut_image(trace, 1, 2))
    assert cut.time.tolist() == trace.time[1:2].tolist()
    assert 0 < cut.lost <= trace.lost + 1


@pytest.mark.parametrize("name", list(expected()))
def test_a_cut_of_threadx_is_the_part(name: str) -> None:
    trace = read_trx(DATA / name)
    third = len(trace) // 3
    cut = parse_trx(cut_image(trace, third, 2 * third))
    assert cut.registry == trace.registry
    assert np.array_equal(cut.info, trace.info[third : 2 * third])
    assert np.array_equal(cut.time, trace.time[third : 2 * third] - trace.time[third])
    assert cut.wrapped


def test_a_cut_that_loses_the_direction_of_the_clock() -> None:
    made = TrxRecorder(mask=0xFFFF)
    made.name(1, 0x100, "T")
    for stamp in (0xFFF0, 2, 3, 4):
        made.put(stamp, 0x100, 6)
    trace = parse_trx(made.image())
    with pytest.raises(TraceError, match="2 events are too few"):
        cut_image(trace, 0, 2)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.limen").write_bytes(example())

    def status(*words: str) -> int:
        with pytest.raises(SystemExit) as end:
            main(["trace", "cut", *words])
        assert isinstance(end.value.code, int)
        return end.value.code

    assert status("in.limen", "out.limen", "--from", "200", "--to", "310") == 0
    assert read_trace(Path("out.limen")).time.tolist() == [
        200,
        205,
        210,
        215,
        230,
        230,
        230,
        240,
        300,
    ]
    assert status("in.limen", "out.limen", "--from", "9", "--to", "3") == 2
    assert status("nowhere.limen", "out.limen") == 2
