# SPDX-License-Identifier: Apache-2.0
"""Goal: the reader returns the records of a recorder, in every state of the ring.

Method: a golden file written by hand from the specification; round trips of random event lists
through rings of every kind (part-filled, full, wrapped, both byte orders) against the plain list.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import TraceError
from limen.trace import Event, open_trace, parse_trace, read_trace
from support.synthetic import Recorder

GOLDEN = Path(__file__).parents[2] / "support/golden"


def bytes_of(listing: Path) -> bytes:
    """Return the bytes of a hexadecimal listing. # begins a comment."""
    lines = listing.read_text().splitlines()
    return bytes.fromhex(" ".join(line.split("#", 1)[0] for line in lines))


@pytest.mark.parametrize("name", ["little", "big"])
def test_golden_file_is_read_as_the_specification_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / "golden.limen"
    path.write_bytes(bytes_of(GOLDEN / f"{name}.hex"))
    trace = read_trace(path)
    assert trace.byte_order == name
    assert trace.clock_hz == 25_000_000
    assert trace.levels == 32
    assert trace.is_recording
    assert trace.lost == 2
    assert trace.object_count == 3
    assert [(entry.id, entry.kind, entry.name) for entry in trace.objects.values()] == [
        (1, 1, "D"),
        (2, 4, "für A"),
    ]
    assert (trace.objects[1].priority, trace.objects[1].threshold) == (4, 1)
    assert trace.objects[2].size == 8
    assert trace.time.tolist() == [0xFFFFFFF0, 0x1_00000010, 0x1_00000020]
    assert trace.event.tolist() == [49, 2, 200]
    assert trace.depth.tolist() == [0, 0, 1]
    assert trace.thread.tolist() == [1, 1, 0]
    assert trace.object.tolist() == [2, 0, 0]
    assert trace.a.tolist() == [3, 0, 7]
    assert trace.b.tolist() == [0, 1, 0x12345678]
    assert trace.low.tolist() == [0, 1, 0x5678]
    assert trace.high.tolist() == [0, 0, 0x1234]


events = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 100, 1 << 31, 1 << 32, 5 << 33]),  # ticks since the one before
        st.integers(2, 255).filter(lambda event: event != Event.VALUES),  # an event
        *[st.integers(0, 0xFFFF)] * 3,
        st.integers(0, 0xFFFF_FFFF),
        st.integers(0, 255),
    ),
    max_size=40,
)


@given(events=events, records=st.integers(1, 50), order=st.sampled_from("<>"))
def test_round_trip(events: list[tuple[int, ...]], records: int, order: str) -> None:
    recorder = Recorder(order=order, records=records)
    now = 0
    written = []
    for ticks, *rest in events:
        now += ticks
        recorder.put(now, *rest)
        written.append((now, *rest))
    trace = parse_trace(recorder.image())
    names = ("time", "event", "thread", "object", "a", "b", "depth")
    read = list(zip(*(getattr(trace, name).tolist() for name in names), strict=True))
    assert len(read) >= min(len(written), records // 2)
    assert read == written[len(written) - len(read) :]
    assert (trace.lost == 0) == (recorder.wraps * records + recorder.position <= records)
    if trace.lost == 0:
        assert read == written


@given(
    steps=st.lists(st.tuples(st.integers(0, (1 << 31) - 1), st.booleans()), max_size=40),
    records=st.integers(1, 50),
)
def test_a_growing_upper_half_is_seen_from_the_lower_one(
    steps: list[tuple[int, bool]], records: int
) -> None:
    recorder = Recorder(records=records, leaps=False)
    now = marked = 0
    written = []
    for ticks, wants_mark in steps:
        now += ticks
        if wants_mark or now - marked >= 1 << 31:  # an anchor is never older than 2^32 ticks
            recorder.mark(now)
            marked = now
        recorder.put(now, Event.USER)
        written.append(now)
    read = parse_trace(recorder.image()).time.tolist()
    assert read == written[max(0, len(written) - records) :]


def test_columns_are_native_and_read_only() -> None:
    recorder = Recorder(order=">")
    recorder.put(5, Event.USER, a=1)
    trace = parse_trace(recorder.image())
    for name, dtype in [("time", "i8"), ("event", "u2"), ("depth", "u1"), ("thread", "u2")]:
        column = getattr(trace, name)
        assert column.dtype == np.dtype(dtype)
        assert not column.flags.writeable
    assert trace.b.dtype == np.dtype("u4")


def test_an_empty_trace_is_a_trace() -> None:
    trace = parse_trace(Recorder().image())
    assert len(trace) == 0
    assert trace.index_at(17) == 0
    assert [lane.name for lane in trace.lanes] == ["idle"]


def test_bytes_behind_the_ring_are_ignored() -> None:
    recorder = Recorder()
    recorder.put(5, Event.USER, a=1)
    assert len(parse_trace(recorder.image() + b"\xff" * 7)) == 1


def test_objects_beyond_the_table_are_counted() -> None:
    recorder = Recorder(object_capacity=1)
    recorder.name(1, "A", 3, 3)
    recorder.name(1, "B", 3, 3)
    trace = parse_trace(recorder.image())
    assert trace.object_count == 2
    assert list(trace.objects) == [1]
    assert trace.name_of(1) == "A"
    assert trace.name_of(2) == "#2"


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    for name in ("pipe.limen", "pipe.trx"):
        os.mkfifo(tmp_path / name)
        with pytest.raises(TraceError, match="not a regular file"):
            open_trace(tmp_path / name)


def test_a_long_file_is_not_copied(tmp_path: Path) -> None:
    recorder = Recorder()
    recorder.put(5, Event.USER, a=1)
    (tmp_path / "long.limen").write_bytes(recorder.image())
    with (tmp_path / "long.limen").open("r+b") as file:
        file.truncate(1 << 40)  # of which nothing is stored
    trace = read_trace(tmp_path / "long.limen")
    assert trace.time.tolist() == [5]


def test_index_at_finds_the_first_event_not_before_an_instant() -> None:
    recorder = Recorder()
    for time in (10, 20, 20, 30):
        recorder.put(time, Event.USER)
    trace = parse_trace(recorder.image())
    assert [trace.index_at(tick) for tick in (0, 10, 11, 20, 21, 30, 31, 1 << 70)] == [
        *(0, 0, 1, 1, 3, 3, 4, 4),
    ]
