# SPDX-License-Identifier: Apache-2.0
"""Goal: a trace of ThreadX is read as TraceX reads it, in every form of the file.

Method: real traces against known facts (data/trx); images made by hand in each form, byte order,
word size and state of the ring, against the same content.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.errors import TraceError
from limen.trace import TrxTrace, looks_like_trx, parse_trx, read_trx
from limen.trace.labels import parse_definitions
from limen.trace.native import define
from support.trx import (
    DATA,
    INITIALIZE,
    INTERRUPT,
    SAMPLE,
    TrxRecorder,
    expected,
    forms,
    ihex,
    srec,
)

if TYPE_CHECKING:
    from collections.abc import Callable

FILES = expected()
FORMS = FILES[SAMPLE]["forms"]
A, B = 0x2000_0100, 0x2000_0200


def header_of(trace: TrxTrace) -> dict[str, Any]:
    header = trace.header
    return {
        "container": header.container,
        "layout": f"{8 * header.word_bytes}-bit",
        "endian": header.byte_order,
        "timer_mask": f"{header.timer_mask:08X}",
        "name_size": header.name_size,
        "base": f"{header.base:08X}",
        "registry": [f"{address:08X}" for address in header.registry],
        "buffer": [f"{address:08X}" for address in header.buffer],
        "oldest": f"{header.oldest:08X}",
        "capacity": header.capacity,
        "raw_events": len(trace),
        "wrapped": trace.wrapped,
        "counts_up": trace.counts_up,
    }


@pytest.mark.parametrize("name", FILES)
def test_real_traces_are_read_as_they_are(name: str) -> None:
    trace, known = read_trx(DATA / name), FILES[name]
    of_file = {key: value for key, value in known["header"].items() if "synthetic" not in key}
    assert header_of(trace) == of_file
    assert f"{int(trace.stamp[0]):08X}" == known["first_raw_stamp"]
    assert f"{int(trace.stamp[-1]):08X}" == known["last_raw_stamp"]
    assert trace.header.bad_checksums == 0
    objects = [
        {
            "address": f"{entry.address:08X}",
            "type": trace.native.kind_name(entry.type),
            "name": entry.name,
            "p1": entry.p1,
            "p2": entry.p2,
            "initial_priority": entry.initial_priority,
        }
        for entry in trace.registry
    ]
    assert objects == known["objects"]


@pytest.mark.parametrize("name", FORMS)
def test_the_sample_in_records_is_the_file_that_was_given(name: str) -> None:
    content = forms()[name]
    assert hashlib.sha256(content).hexdigest() == FORMS[name]
    trace, image = parse_trx(content), read_trx(DATA / SAMPLE)
    assert header_of(trace) == {**header_of(image), "container": name.removesuffix(".trx")}
    assert trace.header.bad_checksums == 0
    assert trace.registry == image.registry
    assert np.array_equal(trace.info, image.info)
    assert np.array_equal(trace.stamp, image.stamp)


@pytest.mark.parametrize("name", FILES)
def test_each_event_of_real_traces_is_right(name: str) -> None:
    trace = read_trx(DATA / name)
    lines = (
        f"{trace.time[i]},{trace.event[i]},{trace.context[i]:08X},"
        + ",".join(f"{word:08X}" for word in trace.info[i])
        for i in range(len(trace))
    )
    text = "".join(line + "\n" for line in lines)
    assert hashlib.sha256(text.encode()).hexdigest() == FILES[name]["raw_digest"]


def example(events: int = 5, **form: int | str) -> TrxRecorder:
    recorder = TrxRecorder(**form)  # type: ignore[arg-type]
    recorder.name(1, A, "first", p1=0x2000_1000, p2=512)
    recorder.name(3, B, "a queue")
    for number in range(events):
        recorder.put(100 + 7 * number, A, 69, B, number, 0xFFFF_FFFF, 3, priority=0x8004_0005)
    return recorder


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("pack", [bytes, ihex, srec, lambda image: image.hex(" ").encode()])
def test_every_form_has_the_same_content(
    order: str, word: int, pack: Callable[[bytes], bytes]
) -> None:
    content = pack(example(order=order, word=word).image() + b"behind the ring")
    assert looks_like_trx(content[:32])
    trace = parse_trx(content)
    assert trace.header.byte_order == {"<": "little", ">": "big"}[order]
    assert trace.header.word_bytes == word
    assert trace.header.bad_checksums == 0
    assert trace.time.tolist() == [0, 7, 14, 21, 28]
    assert trace.info[2].tolist() == [B, 2, 0xFFFF_FFFF, 3]
    assert trace.objects[A].name == "first"
    assert trace.objects[A].initial_priority == 5
    assert trace.is_modern
    assert trace.native.urgency(0) == "5(4)"
    assert trace.native.describe(2) == (
        "queue ptr a queue, source ptr 0x2, wait option forever, enqueued 3"
    )


@pytest.mark.parametrize("address_bytes", [2, 3, 4])
def test_s_records_of_each_width(address_bytes: int) -> None:
    assert len(parse_trx(srec(example().image(), address_bytes))) == 5


def test_a_wrong_checksum_is_counted_and_no_obstacle() -> None:
    lines = ihex(example().image()).splitlines()
    lines[3] = lines[3][:-2] + b"00"
    assert parse_trx(b"\n".join(lines)).header.bad_checksums == 1


@pytest.mark.parametrize("events", [0, 1, 7, 8, 9, 13, 16])
def test_the_ring_in_every_state(events: int) -> None:
    trace = parse_trx(example(events).image())
    kept = list(range(max(0, events - 8), events))
    assert trace.info[:, 1].tolist() == kept
    assert trace.wrapped == (events >= 8)


def test_a_clock_of_16_bits_that_counts_down_over_zero() -> None:
    recorder = TrxRecorder(mask=0xFFFF)
    recorder.name(1, A, "T")
    for stamp in (5, 3, 0, 0xFFFE, 0xFFF0):
        recorder.put(stamp, A, 6)
    trace = parse_trx(recorder.image())
    assert not trace.counts_up
    assert trace.time.tolist() == [0, 2, 5, 7, 21]


def test_a_clock_that_wraps_where_its_mask_does_not_say() -> None:
    recorder = TrxRecorder()
    recorder.name(1, A, "T")
    for stamp in (10, 999_999_990, 10, 20):
        recorder.put(stamp, A, 6)
    image = recorder.image()
    assert parse_trx(image, wrap=10**9).time.tolist() == [0, 999_999_980, 10**9, 10**9 + 10]
    with pytest.raises(TraceError, match="beyond a clock that wraps at 50"):
        parse_trx(image, wrap=50)


def test_cores_old_kernels_and_strangers() -> None:
    recorder = TrxRecorder(name_size=8)
    recorder.name(1, A, "a long name")
    recorder.name(2, A, "second entry of the address")
    recorder.name(1, B, "\x01")
    recorder.put(1, INITIALIZE, 6)
    recorder.put(2, A, 5 | 3 << 24, priority=9)
    recorder.put(3, 0x77, 1025, priority=9)
    recorder.put(4, INTERRUPT, 3)
    trace = parse_trx(recorder.image())
    assert not trace.is_modern
    assert trace.core.tolist() == [0, 3, 0, 0]
    assert trace.event.tolist() == [6, 5, 1025, 3]
    names = [trace.native.context_name(index) for index in range(4)]
    assert names == ["initialisation", "a long ", "Un-named Thread", "interrupt"]
    assert trace.objects[B].name == "Non-ASCII Name"
    assert trace.native.event_name(2) == "user event 1025"
    assert parse_trx(example().image()).native.number_name(1025) == "event 1025"
    assert trace.native.urgency(1) == "9"
    assert trace.native.urgency(0) == ""


def test_definitions_of_the_programs_own_events() -> None:
    text = "a comment\nStart\n4096, Tick, TK, (1,2,3), (4,5,6), a, b, c, d\n\nEnd\nbehind\n"
    words = parse_definitions(text, "x.trxc")[4096]
    assert (words.name, words.code, words.labels) == ("Tick", "TK", ("a", "b", "c", "d"))
    recorder = TrxRecorder()
    recorder.name(1, A, "T")
    recorder.put(1, A, 4096, 1, 2, 3, 4)
    trace = parse_trx(recorder.image())
    define(trace.native, text, "x.trxc")
    assert trace.native.event_name(0) == "Tick"
    assert trace.native.describe(0) == "a 1, b 2, c 3, d 4"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "x.trxc: it lacks the line Start"),
        ("Start\n4096, only\nEnd\n", "x.trxc: line 2: this is not a definition"),
        ("Start\n70000, N, CC, (1,2,3), (1,2,3), a, b, c, d\n", "x.trxc: line 2"),
    ],
)
def test_wrong_definitions(text: str, problem: str) -> None:
    with pytest.raises(TraceError, match=problem):
        parse_definitions(text, "x.trxc")


def test_columns_cannot_be_changed() -> None:
    trace = parse_trx(example().image())
    for name in ("time", "event", "info", "lane", "core"):
        column = getattr(trace, name)
        assert isinstance(column, np.ndarray)
        assert not column.flags.writeable
