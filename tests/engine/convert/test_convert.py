# SPDX-License-Identifier: Apache-2.0
"""Goal: other programs read the actual contents of a trace.

Method: an independent reader reads each form (csv, json, pyvcd, sigrok-cli if it is installed), and
the result is compared with the trace: times, running threads, durations. Our own reader reads .trx
files and must find the same trace after any conversions.
"""

from __future__ import annotations

import csv
import json
import random
import shutil
import subprocess
import zlib
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from limen.errors import TraceError
from limen.run import SAFETY_SECONDS
from limen.trace import (
    Event,
    TrxTrace,
    open_trace,
    parse_trace,
    parse_trx,
    read_trace,
    read_trx,
    trx_statistics,
)
from limen.trace.convert import FORMS, convert
from limen.trace.trx.writer import trx_image
from limen.trace.view import nanoseconds, view_of
from support.readers import babeltrace, high_times
from support.synthetic import Recorder
from support.trx import DATA, INTERRUPT, SAMPLE, TrxRecorder, expected, forms

if TYPE_CHECKING:
    from pathlib import Path

FILES = list(expected())
COLUMNS = ("time", "stamp", "event", "core", "context", "priority", "info", "lane", "threads")


def of_limen() -> bytes:
    """Return a trace of Limen with two threads, an interrupt, and a switch of each kind."""
    made = Recorder(records=16)
    high, low = made.name(1, "high", 1, 1), made.name(1, "low", 9, 9)
    made.put(110, Event.SWITCH, about=low, a=9, b=7)
    made.put(200, Event.IRQ_ENTER, thread=low, a=15, depth=1)
    made.put(205, Event.READY, thread=low, about=high, a=1, depth=1)
    made.put(210, Event.IRQ_EXIT, thread=low, a=15, depth=1)
    made.put(215, Event.SWITCH, thread=low, about=high, a=1, b=3)
    made.put(240, Event.SWITCH, thread=high, about=low, a=1, b=1)
    made.put(300, Event.USER, thread=low, a=1, b=2)
    return made.image()


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def same(one: TrxTrace, other: TrxTrace) -> bool:
    """Return whether they are equal except for their packing."""
    fields = ("wrapped", "counts_up", "is_modern", "registry")
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS
    ) and all(getattr(one, name) == getattr(other, name) for name in fields)


@pytest.mark.parametrize("name", FILES)
def test_a_trx_written_is_the_trx_read(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    assert convert(trace, tmp_path / "again.trx") is None
    again = read_trx(tmp_path / "again.trx")
    assert same(trace, again)
    changed = {"container": "binary", "oldest": again.header.oldest}
    if len(trace.registry) * (16 + 32) == trace.header.registry[1] - trace.header.registry[0]:
        assert replace(trace.header, **changed) == again.header  # type: ignore[arg-type]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("word", [4, 8])
@pytest.mark.parametrize("events", [0, 3, 4, 7])
def test_a_trx_of_each_shape_goes_round(order: str, word: int, events: int) -> None:
    made = TrxRecorder(capacity=4, order=order, word=word, mask=0xFFFF)
    made.name(1, 0x100, "T")
    for number in range(events):
        made.put(0xFFF0 + 7 * number, 0x100, 6 | 2 << 24, number, priority=0x8001_0002)
    trace = parse_trx(made.image())
    assert same(trace, parse_trx(trx_image(trace)))


def test_damaged_traces_go_round_too() -> None:
    chance = random.Random(6)
    good = (DATA / "wp_case2_wrapped_small.trx").read_bytes()
    survivors = 0
    for _ in range(60):
        image = bytearray(good)
        for _ in range(5):
            image[chance.randrange(48 * 9, len(image))] = chance.randrange(256)
        try:
            trace = parse_trx(bytes(image))
        except TraceError:
            continue
        survivors += 1
        again = parse_trx(trx_image(trace))
        assert np.array_equal(trace.info, again.info)
        assert np.array_equal(trace.time, again.time)
    assert survivors > 30


@pytest.mark.parametrize("name", FILES)
def test_csv_has_each_event(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    convert(trace, tmp_path / "x.csv")
    rows = rows_of(tmp_path / "x.csv")
    assert [int(row["time"]) for row in rows] == trace.time.tolist()
    assert [int(row["id"]) for row in rows] == trace.event.tolist()
    assert [int(row["info3"]) for row in rows] == trace.info[:, 2].tolist()
    statistics = trx_statistics(trace)
    why = [row["switch"] for row in rows if row["switch"]]
    assert why.count("blocked") == statistics.left_cpu_blocked
    assert why.count("preempted_by_own_call") == statistics.preempted_by_own_call


def run_times(trace: TrxTrace) -> dict[str, int]:
    found = {thread.name: thread.run_time for thread in trx_statistics(trace).threads}
    return {name: ticks for name, ticks in found.items() if ticks}


@pytest.mark.parametrize("name", ["timeslice.trx", "wp_pts.trx"])
def test_chrome_slices_are_the_run_times(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    assert convert(trace, tmp_path / "x.json", 25_000_000) == 25_000_000
    found: dict[str, Any] = json.loads((tmp_path / "x.json").read_text())
    times: dict[str, float] = defaultdict(float)
    for event in found["traceEvents"]:
        if event["ph"] == "X" and event["cat"] == "running":
            times[event["name"]] += event["dur"]
    ticks = {name: round(micros * 25) for name, micros in times.items()}
    assert ticks == run_times(trace)
    instants = [event for event in found["traceEvents"] if event["ph"] == "i"]
    assert [event["args"]["number"] for event in instants] == list(range(len(trace)))


@pytest.mark.parametrize("name", ["timeslice.trx", "wp_case2_unique.trx", SAMPLE])
def test_vcd_wires_are_high_while_threads_run(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    path = tmp_path / "x.vcd"
    convert(trace, path, 1_000_000)
    high = high_times(path)
    inside = high.pop("interrupt", 0)
    statistics = trx_statistics(trace)
    assert inside == 1000 * statistics.interrupt_time
    if not inside:
        ticks = {name.replace("_", " "): time // 1000 for name, time in high.items()}
        assert ticks == run_times(trace)
    assert sum(high.values()) + 1000 * statistics.unknown_time == 1000 * statistics.ticks


def test_sigrok_reads_the_vcd(tmp_path: Path) -> None:
    trace = read_trx(DATA / "wp_case2_wrapped_small.trx")
    path = tmp_path / "x.vcd"
    convert(trace, path, 1_000_000)
    sigrok = shutil.which("sigrok-cli")
    assert sigrok is not None, "run scripts/setup"
    command = [sigrok, "-I", "vcd:downsample=1000", "-i", str(path), "-O", "csv:time=false"]
    out = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=SAFETY_SECONDS
    ).stdout
    lines = out.splitlines()
    names = next(line for line in lines if "Channels" in line).split(": ")[1].split(", ")
    rows = [line.split(",") for line in lines if line[:1] in {"0", "1"}]
    high = {
        name.replace("_", " "): sum(row[place] == "1" for row in rows)
        for place, name in enumerate(names)
    }
    assert {name: ticks for name, ticks in high.items() if ticks} == run_times(trace)


Fields = dict[int | str, list[Any]]


def decode(content: bytes) -> Fields:
    """Return the fields of a protobuf message by their numbers: integers and blocks."""
    fields: Fields = defaultdict(list)
    place = 0

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while True:
            octet = content[place]
            place += 1
            value |= (octet & 0x7F) << shift
            shift += 7
            if octet < 0x80:
                return value

    while place < len(content):
        key = varint()
        assert key & 7 in {0, 1, 2}
        if key & 7 == 1:
            fields[key >> 3].append(int.from_bytes(content[place : place + 8], "little"))
            place += 8
            continue
        value = varint()
        if key & 7 == 2:
            fields[key >> 3].append(content[place : place + value])
            place += value
        else:
            fields[key >> 3].append(value)
    assert place == len(content)
    return fields


def run_and_interrupt_times(
    packets: list[Fields], tracks: dict[int, str]
) -> tuple[dict[str, int], int]:
    """Return the busy time of each track, by its name, and the number of events."""
    open_slices: dict[int, list[tuple[bytes, int]]] = defaultdict(list)
    times: dict[str, int] = defaultdict(int)
    instants = 0
    for packet in packets:
        for event in packet["events"]:
            kind, track_id, now = event[9][0], event[11][0], packet[8][0]
            instants += kind == 3 and event[22] == [b"event"]
            if kind == 1:
                open_slices[track_id].append((event[22][0], now))
            elif kind == 2:
                what, begin = open_slices[track_id].pop()
                # A thread that is ready or waits does not run.
                times[tracks[track_id]] += now - begin if what in {b"running", b"interrupt"} else 0
    assert not any(open_slices.values())
    return {name: time for name, time in times.items() if time}, instants


def perfetto_packets(path: Path) -> list[Fields]:
    """Return the packets of a file, with the texts instead of their numbers."""
    packed = [decode(packet) for packet in decode(path.read_bytes())[1]]
    packets = [
        decode(packet) for block in packed for packet in decode(zlib.decompress(block[50][0]))[1]
    ]
    categories: dict[int, bytes] = {}
    for packet in packets:
        for texts in map(decode, packet[12]):
            for entry in map(decode, texts[1]):
                categories[entry[1][0]] = entry[2][0]
        packet["events"] = [decode(event) for event in packet[11]]
        for event in packet["events"]:
            event[22] = [categories[number] for number in event[3]]
    return packets


@pytest.mark.parametrize("name", ["timeslice.trx", SAMPLE])
def test_perfetto_has_tracks_slices_and_switches(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    statistics = trx_statistics(trace)
    convert(trace, tmp_path / "x.pftrace", 1_000_000)
    packets = perfetto_packets(tmp_path / "x.pftrace")
    tracks: dict[int, str] = {}
    for packet in packets:
        for track in map(decode, packet[60]):
            thread = decode(track[4][0])[5] if track[4] else track[2]
            tracks[track[1][0]] = (thread or [b""])[0].decode()
    times, instants = run_and_interrupt_times(packets, tracks)
    assert instants == len(trace)
    inside = times.pop("interrupts of core 0", 0)  # even if no event has their end
    assert inside >= 1000 * statistics.interrupt_time
    if not statistics.interrupt_time:
        assert {name: time // 1000 for name, time in times.items()} == run_times(trace)
    bundles = [decode(bundle) for packet in packets for bundle in packet[1]]
    switches = [decode(decode(event)[4][0]) for bundle in bundles for event in bundle[2]]
    assert len(switches) == statistics.switches_thread_to_thread
    assert sum(switch[4] == [1] for switch in switches) == statistics.left_cpu_blocked
    for before, after in pairwise(switches):
        assert (before[5], before[6]) == (after[1], after[2])


@pytest.mark.parametrize("name", ["timeslice.trx", SAMPLE])
def test_babeltrace_reads_the_ctf(name: str, tmp_path: Path) -> None:
    trace = read_trx(DATA / name)
    convert(trace, tmp_path / "x.ctf", 1_000_000)
    lines = babeltrace(tmp_path / "x.ctf")
    events = [line for line in lines if " sched_" not in line]
    times = [round(float(line[1 : line.index("]")]) * 1_000_000) for line in events]
    assert times == trace.time.tolist()
    third = [int(line.split("info3 = 0x")[1].split(",")[0], 16) for line in events]
    assert third == trace.info[:, 2].tolist()
    switches = [line for line in lines if " sched_switch: " in line]
    statistics = trx_statistics(trace)
    assert len(switches) == statistics.switches_thread_to_thread
    assert sum("prev_state = 1" in line for line in switches) == statistics.left_cpu_blocked
    woken = [line for line in lines if " sched_wakeup: " in line]
    assert len(woken) == sum(statistics.resumptions_by_target.values())


def test_a_trace_of_limen_is_written_too(tmp_path: Path) -> None:
    trace = parse_trace(of_limen())
    view = view_of(trace)
    for form in (".csv", ".vcd", ".json", ".pftrace", ".ctf"):
        assert convert(trace, tmp_path / f"x{form}", 1_000_000) in {None, 1_000_000}
    rows = rows_of(tmp_path / "x.csv")
    assert [int(row["b"]) for row in rows] == trace.b.tolist()
    assert sum(bool(row["switch"]) for row in rows) == len(view.at)
    assert [row["switch"] for row in rows if row["switch"]][-1] == "blocked"
    lines = babeltrace(tmp_path / "x.ctf")
    assert len(lines) == len(trace) + len(view.at) + int((trace.event == 3).sum())
    (blocked,) = (line for line in lines if "prev_state = 1" in line)
    assert 'prev_comm = "high"' in blocked
    assert high_times(tmp_path / "x.vcd") == {"low": 165_000, "high": 25_000, "interrupt": 10_000}
    json.loads((tmp_path / "x.json").read_text())


def test_an_empty_trace_is_written(tmp_path: Path) -> None:
    trace = parse_trx(TrxRecorder().image())
    for form in FORMS:
        convert(trace, tmp_path / f"x{form}")
        assert (tmp_path / f"x{form}").exists()
    assert high_times(tmp_path / "x.vcd") == {}


def test_what_cannot_be_written(tmp_path: Path) -> None:
    trace = read_trx(DATA / "wp_pts.trx")
    with pytest.raises(TraceError, match=r"unknown form \.doc; take \.csv"):
        convert(trace, tmp_path / "x.doc")
    made = TrxRecorder(word=8, mask=(1 << 63) - 1)
    made.name(1, 1, "T")
    for stamp in (0, 1 << 60, (1 << 60) + 1, (1 << 60) + 2):
        made.put(stamp, INTERRUPT, 6)
    long = parse_trx(made.image())
    with pytest.raises(TraceError, match="more than 270 years"):
        convert(long, tmp_path / "x.vcd", 1_000_000)
    assert not (tmp_path / "x.vcd").exists()
    with pytest.raises(TraceError, match="does not tick"):
        nanoseconds(trace.time, 0)


def test_the_first_bytes_choose_the_reader(tmp_path: Path) -> None:
    for content in ((DATA / SAMPLE).read_bytes(), *forms().values()):
        plain = tmp_path / "image.bin"
        plain.write_bytes(content)
        assert isinstance(open_trace(plain), TrxTrace)
    ours = tmp_path / "ours.trx"
    ours.write_bytes(of_limen())
    assert len(read_trace(ours)) > 0
    assert not isinstance(open_trace(ours), TrxTrace)
    (tmp_path / "junk.trx").write_bytes(b"junk")
    with pytest.raises(TraceError, match="not a trace of ThreadX"):
        open_trace(tmp_path / "junk.trx")
