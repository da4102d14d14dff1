# SPDX-License-Identifier: Apache-2.0
"""Goal: the rings of several cores are one trace, in one file or in several.

Method: artificial rings, in one file and in several, in any order; a small sequence of events whose
causes are known; damaged files, which the reader must read or refuse without a crash.
"""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.cli import app
from limen.errors import TraceError
from limen.trace import Event, open_trace, parse_trace
from limen.trace.analysis import analyse, why
from limen.trace.model import Trace
from support.further import IS_LONG
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

THREAD, SEMAPHORE = 1, 2
SENT, WAITS, FOR_SEMAPHORE, IDLE_ENDED, BLOCKED = 3, 1, 6, 7, 1
IMPLIES = 256
Story = tuple[Recorder, Recorder]


def story() -> Story:
    """Core 0 posts at the instant at which core 1 begins to wait, and gets an interrupt at once."""
    zero, one = Recorder(core=0), Recorder(core=1)
    worker, done = zero.name(THREAD, "worker", 5, 5), zero.name(SEMAPHORE, "done")
    taker = one.name(THREAD, "taker", 3, 3)
    zero.put(0, Event.SWITCH, about=worker, a=5, b=IDLE_ENDED)
    one.put(0, Event.SWITCH, about=taker, a=3, b=IDLE_ENDED)
    one.put(7, Event.SEMAPHORE_WAIT, taker, done, 0, WAITS | FOR_SEMAPHORE << 16)
    one.put(7, Event.SWITCH, taker, 0, 32, BLOCKED)
    zero.put(7, Event.SEMAPHORE_POST, worker, done, 0, SENT | taker << 16)
    zero.put(7, Event.SEMAPHORE_POST, worker, done, 1, 0)
    one.put(7, Event.IRQ_ENTER, 0, 0, 7, depth=1)
    one.put(7, Event.CALLED, 0, taker, 0 | IMPLIES, done | Event.SEMAPHORE_POST << 16, depth=1)
    one.put(7, Event.IRQ_EXIT, 0, 0, 7, depth=1)
    one.put(7, Event.SWITCH, 0, taker, 3, IDLE_ENDED)
    one.put(9, Event.SEMAPHORE_WAIT, taker, done, 0, 0)
    return zero, one


def image(recorder: Recorder, version: int = 3) -> bytes:
    made = bytearray(recorder.image())
    struct.pack_into("<H", made, 4, version)
    return bytes(made)


def rows(trace: Trace) -> list[tuple[int, ...]]:
    names = ("time", "core", "event", "depth", "thread", "object", "a", "b")
    return list(zip(*(getattr(trace, name).tolist() for name in names), strict=True))


def test_the_call_comes_before_what_it_wakes() -> None:
    trace = parse_trace(b"".join(map(image, story())))
    about = [Event(number).name for number in trace.event.tolist()]
    assert about == [
        *("SWITCH", "SWITCH", "SEMAPHORE_WAIT", "SUSPEND", "SWITCH", "SEMAPHORE_POST"),
        *("SEMAPHORE_POST", "IRQ_ENTER", "CALLED", "READY", "IRQ_EXIT", "SWITCH"),
        "SEMAPHORE_WAIT",
    ]
    assert trace.core.tolist() == [0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1]
    assert int(trace.a[9]) == 3, "the priority of the thread, which the table of core 1 has"
    analysis = analyse(trace)
    assert why(analysis, 3) == (
        "the processor was idle; taker has just become ready "
        "(made ready by worker on core 0: lm_semaphore_post of done)."
    )
    assert int(analysis.switches.cause[3]) == 5


def test_one_file_and_several_are_the_same(tmp_path: Path) -> None:
    images = [image(one) for one in story()]
    names = [tmp_path / f"core{core}.limen" for core in (0, 1)]
    for name, content in zip(names, images, strict=True):
        name.write_bytes(content)
    whole = rows(parse_trace(images[0] + images[1]))
    gap = bytes(len(images[0]))  # of a core that has not started
    for content in (images[1] + images[0], images[0] + gap + images[1]):
        assert rows(parse_trace(content)) == whole
    out = tmp_path / "whole.limen"
    for files in (names, names[::-1]):
        assert rows_of(files) == whole
        app(["trace", "merge", *map(str, files), str(out), "--force"])
        assert rows_of([out]) == whole
    assert rows(parse_trace(images[0])) == [row for row in whole if row[1] == 0]


def rows_of(files: Sequence[Path]) -> list[tuple[int, ...]]:
    trace = open_trace(files)
    assert isinstance(trace, Trace)
    return rows(trace)


def test_what_is_not_one_trace_is_refused(tmp_path: Path) -> None:
    zero, one = story()
    slow = Recorder(core=1, clock_hz=1000)
    cases = [
        ([image(zero), image(zero)], "these are 2 traces: 0.limen, 1.limen"),
        ([image(zero), image(slow)], "different systems: their clocks"),
        ([image(zero), image(one)[:100]], "core 1, byte 100: the file ends here"),
        ([image(one), image(zero)[:80]], "core 0, byte 80"),
    ]
    for contents, problem in cases:
        names = [tmp_path / f"{place}.limen" for place in range(len(contents))]
        for name, content in zip(names, contents, strict=True):
            name.write_bytes(content)
        with pytest.raises(TraceError, match=problem):
            open_trace(names)


@given(st.integers(0, 1 << 32), st.integers(2, 8))
def test_random_rings_are_joined_by_time(seed: int, cores: int) -> None:
    chosen = random.Random(seed)
    rings = [Recorder(core=core, records=chosen.choice((5, 40))) for core in range(cores)]
    kept: list[list[tuple[int, ...]]] = []
    for core, ring in enumerate(rings):
        times = sorted(chosen.randrange(30) for _ in range(chosen.randrange(30)))
        threads = [ring.name(THREAD, f"T{core}{place}", place) for place in range(3)]
        own: list[tuple[int, ...]] = []
        for time in times:
            event = chosen.choice((Event.USER, Event.SEMAPHORE_POST, Event.CALLED, Event.SUSPEND))
            row = (event, chosen.choice(threads), chosen.randrange(3), chosen.randrange(3), time)
            ring.put(time, row[0], row[1], row[2], row[3], row[1])
            own.append((time, core, int(row[0]), 0, row[1], row[2], row[3], row[1]))
        kept.append(own[-ring.records :])
    found = rows(parse_trace(b"".join(image(ring, 1) for ring in rings)))
    assert [row[0] for row in found] == sorted(row[0] for row in found)
    for core, own in enumerate(kept):
        assert [row for row in found if row[1] == core] == own


def test_damaged_rings_do_not_end_the_reader() -> None:
    chosen = random.Random(1)
    whole = b"".join(map(image, story()))
    read = 0
    for _ in range(3000 if IS_LONG else 300):
        damaged = bytearray(whole[: chosen.choice((len(whole), chosen.randrange(len(whole))))])
        for _ in range(chosen.randrange(1, 8)):
            if damaged:
                damaged[chosen.randrange(len(damaged))] = chosen.randrange(256)
        try:
            analysis = analyse(parse_trace(bytes(damaged)))
        except TraceError:
            continue
        read += 1
        for place in range(len(analysis.switches.at)):
            assert why(analysis, place)
    assert read > 0
