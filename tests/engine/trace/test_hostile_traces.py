# SPDX-License-Identifier: Apache-2.0
"""Goal: a file gives a trace or a TraceError of one line; a file without its end shows its records.

Method: every truncation of a good file, every field of its header replaced by extreme values,
random bytes and random damage; memory is bounded by the size of the file.
"""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import TraceError
from limen.trace import Event, Trace, parse_trace, read_trace, statistics
from support.synthetic import Recorder


def good_image() -> bytes:
    recorder = Recorder(records=6, object_capacity=3)
    thread = recorder.name(1, "T", 5, 5)
    for number in range(8):
        recorder.put(number << 31, 2 + number, thread=thread, about=thread, a=number, b=number)
    return recorder.image()


GOOD = good_image()


def use(image: bytes) -> Trace | None:
    """Read and use a trace. The only allowed failure is a TraceError with one clear line."""
    try:
        trace = parse_trace(image, "x.limen")
    except TraceError as error:
        message = str(error)
        assert message.startswith("x.limen: ")
        assert ";" in message
        assert "\n" not in message
        return None
    statistics(trace)
    for index in range(len(trace)):
        trace.native.describe(index)
    return trace


RING = 64 + 3 * 32
CUT = "The file is cut: "


def test_a_file_without_a_record_is_refused() -> None:
    for length in range(RING + 16):
        assert use(GOOD[:length]) is None


def test_a_file_without_the_end_of_its_ring_shows_the_rest() -> None:
    whole = use(GOOD)
    assert whole is not None
    assert whole.native.findings_json().count(CUT) == 0
    events = list(whole.event)
    for length in range(RING + 16, len(GOOD)):
        trace = use(GOOD[:length])
        assert trace is not None
        there = list(trace.event)
        # They are records of the newest lap; the time of the first is not always known.
        at = next(at for at in range(len(events)) if events[at : at + len(there)] == there)
        assert np.diff(trace.time).tolist() == np.diff(whole.time[at : at + len(there)]).tolist()
        assert len(there) <= len(events)
        missing = f"{CUT}{len(GOOD) - length} bytes"
        assert (missing in trace.native.findings_json()) == (len(there) > 0)


@pytest.mark.parametrize("offset", range(0, 64, 2))
@pytest.mark.parametrize("value", [0, 1, 0x7FFF, 0x8000, 0xFFFF])
def test_every_lie_in_the_header_is_survived(offset: int, value: int) -> None:
    image = bytearray(GOOD)
    struct.pack_into("<H", image, offset, value)
    use(bytes(image))


@pytest.mark.parametrize("offset", [16, 24, 28])
def test_a_lying_length_allocates_nothing(offset: int, tmp_path: Path) -> None:
    image = bytearray(GOOD)
    struct.pack_into("<I", image, offset, 0xFFFF_FFF0)
    path = tmp_path / "lie.limen"
    path.write_bytes(image)
    tracemalloc.start()
    with pytest.raises(TraceError):
        read_trace(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@given(st.binary(max_size=300))
def test_random_bytes(image: bytes) -> None:
    use(image)
    use(GOOD[:16] + image)
    use(GOOD[:64] + image)


@given(
    st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8)
)
def test_random_damage(damage: list[tuple[int, int]]) -> None:
    image = bytearray(GOOD)
    for offset, value in damage:
        image[offset] = value
    use(bytes(image))


@pytest.mark.parametrize(
    ("offset", "format_", "value", "place", "problem"),
    [
        (0, "<I", 0, "byte 0", "LIMN is missing"),
        (4, "<H", 4, "byte 4", "version is 4"),
        (6, "<H", 60, "byte 6", "header_bytes is 60"),
        (10, "<H", 24, "byte 10", "record_bytes is 24"),
        (12, "<I", 0, "byte 12", "clock_hz is 0"),
        (24, "<I", 0, "byte 24", "record_capacity is 0"),
        (28, "<I", 161, "byte 28", "not the start of a record of the ring"),
        (28, "<I", 144, "byte 28", "not the start of a record of the ring"),
        (36, "<I", 1 << 31, "byte 36", "beyond any clock"),
        (36, "<I", 9, "record", "upper half"),
        (40, "<H", 0, "byte 40", "levels is 0"),
        (64, "<H", 2, "byte 64", "object 1's entry has the number 2"),
    ],
)
def test_the_message_names_place_and_problem(
    offset: int, format_: str, value: int, place: str, problem: str
) -> None:
    image = bytearray(GOOD)
    struct.pack_into(format_, image, offset, value)
    with pytest.raises(TraceError, match=problem) as caught:
        parse_trace(bytes(image), "x.limen")
    assert str(caught.value).startswith(f"x.limen: {place}")


def test_time_must_not_fall() -> None:
    recorder = Recorder()
    recorder.put(20, Event.USER)
    recorder.put(10, Event.USER)
    with pytest.raises(TraceError, match="record 0: its time is before the clock"):
        parse_trace(recorder.image())


def test_a_leap_back_in_time_is_refused() -> None:
    recorder = Recorder(time_high=7)
    recorder.put(7 << 32, Event.USER)
    recorder.put(3 << 32, Event.USER)
    with pytest.raises(
        TraceError, match="record 1: its time is before that of the previous record"
    ):
        parse_trace(recorder.image())


def test_leaps_cannot_go_beyond_what_a_time_can_be() -> None:
    recorder = Recorder(time_high=0xFFFF_FFFF)
    recorder.put(0xFFFF_FFFF << 32, Event.USER)
    recorder.put(0, Event.USER)
    with pytest.raises(TraceError, match="record 0: its time is before the clock's start, or bey"):
        parse_trace(recorder.image())


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="No such file"):
        read_trace(tmp_path / "nowhere.limen")
    with pytest.raises(TraceError, match="directory"):
        read_trace(tmp_path)
    with pytest.raises(TraceError, match="not a regular file"):
        read_trace(Path("/dev/zero"))


def test_names_are_no_commands_to_a_terminal() -> None:
    recorder = Recorder()
    recorder.name(1, "\x1b[2J[bold]\n")
    assert parse_trace(recorder.image()).name_of(1) == "\ufffd[2J[bold]\ufffd"
