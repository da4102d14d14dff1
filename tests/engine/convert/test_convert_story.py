# SPDX-License-Identifier: Apache-2.0
"""Goal: timeline viewers get the results of the analysis: reasons, objects, held-off times, fills.

Method: Perfetto's own message classes read Perfetto's file; Chrome's file is checked against the
rules of the format for each phase of an event. Both are compared with the answers of SQL.
"""

from __future__ import annotations

import importlib
import json
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from limen.trace import Event, open_trace, parse_trace
from limen.trace.convert import convert
from limen.trace.sql import open_database
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[3] / "examples/traces"
NAMES = (
    "inversion-inheritance-mps2-an385.limen",
    "preemption-models-spinlock-rp2040.limen",
    "threadx-timeslice.trx",
    *(
        pytest.param(name, marks=pytest.mark.long("one more sample of these formats"))
        for name in (
            "critical-section-preempt-disable-host.limen",
            "switch-cost-message-mps2-an385.limen",
            "threadx-starter-host.limen",
            "threadx-wp_pts.trx",
        )
    ),
)
BEGIN, END, COUNTER = 1, 2, 4
Message = Any  # of protobuf
HZ = 1_000_000  # so that a tick is a microsecond


@dataclass
class Slice:
    """A slice of Perfetto, with its annotations."""

    track: str
    kind: str
    name: str
    begin: int
    end: int
    depth: int
    said: dict[str, str | int]


@dataclass
class Found:
    """The contents of a file."""

    slices: list[Slice]
    counted: dict[str, list[tuple[int, int]]]
    starts: Counter[int]
    arrives: Counter[int]


def perfetto(path: Path) -> Found:
    tracks: dict[int, str] = {}
    found = Found([], defaultdict(list), Counter(), Counter())
    stacks: dict[int, list[Slice]] = defaultdict(list)
    texts = Texts()
    for packet in packets_of(path):
        texts.take(packet.interned_data)
        if packet.HasField("track_descriptor"):
            known = packet.track_descriptor
            tracks[known.uuid] = known.name or known.thread.thread_name
        elif packet.HasField("track_event"):
            event = packet.track_event
            track = tracks[event.track_uuid]
            _put(found, event, packet.timestamp // 1000, track, (stacks[event.track_uuid], texts))
    assert not any(stacks.values())
    return found


def packets_of(path: Path) -> Iterator[Message]:
    messages: Any = importlib.import_module("perfetto.protos.perfetto.trace.perfetto_trace_pb2")
    trace = messages.Trace()
    trace.ParseFromString(path.read_bytes())
    for packed in trace.packet:
        some = messages.Trace()
        some.ParseFromString(zlib.decompress(packed.compressed_packets))
        yield from some.packet


class Texts:
    """The tables of texts to which packets refer by numbers."""

    def __init__(self) -> None:
        self.categories: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.notes: dict[int, str] = {}
        self.values: dict[int, str] = {}

    def take(self, added: Message) -> None:
        self.categories |= {entry.iid: entry.name for entry in added.event_categories}
        self.names |= {entry.iid: entry.name for entry in added.event_names}
        self.notes |= {entry.iid: entry.name for entry in added.debug_annotation_names}
        strings = added.debug_annotation_string_values
        self.values |= {entry.iid: entry.str.decode() for entry in strings}

    def value(self, note: Message) -> str | int:
        if note.string_value_iid:
            return self.values[note.string_value_iid]
        said: str | int = note.string_value or note.int_value
        return said


def _put(
    found: Found, event: Message, time: int, track: str, known: tuple[list[Slice], Texts]
) -> None:
    stack, texts = known
    found.starts.update(event.flow_ids)
    found.arrives.update(event.terminating_flow_ids)
    if event.type == BEGIN:
        said = {texts.notes[note.name_iid]: texts.value(note) for note in event.debug_annotations}
        (category,) = event.category_iids
        kind, name = texts.categories[category], texts.names[event.name_iid]
        stack.append(Slice(track, kind, name, time, -1, len(stack), said))
    elif event.type == END:
        stack[-1].end = time
        found.slices.append(stack.pop())
    elif event.type == COUNTER:
        found.counted[track].append((time, event.counter_value))


def asked(name: str, query: str) -> list[tuple[Any, ...]]:
    with open_database(open_trace(SAMPLES / name)) as database:
        return list(database.query(query).rows)


@pytest.fixture(params=NAMES)
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Found]:
    name = str(request.param)
    convert(open_trace(SAMPLES / name), tmp_path / "x.pftrace", HZ)
    return name, perfetto(tmp_path / "x.pftrace")


def ticks(found: Found, kind: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for part in found.slices:
        if part.kind == kind:
            total[part.track] += part.end - part.begin
    return total


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("running", "SELECT lane_name, sum(duration)::BIGINT FROM slices GROUP BY lane_name"),
        ("ready", "SELECT lane_name, sum(duration)::BIGINT FROM readies GROUP BY lane_name"),
        ("held off", "SELECT lane_name, sum(duration)::BIGINT FROM held_off GROUP BY lane_name"),
    ],
)
def test_slices_are_those_of_the_analysis(sample: tuple[str, Found], kind: str, query: str) -> None:
    name, found = sample
    expected = {thread: sum_ for thread, sum_ in asked(name, query) if sum_}
    assert dict(ticks(found, kind)) == expected


def test_waits_are_named_by_what_they_wait_for(sample: tuple[str, Found]) -> None:
    name, found = sample
    query = (
        "SELECT lane_name, what, object_name, end_time - (SELECT min(s.end_time) FROM slices s "
        "WHERE s.lane = w.lane AND s.end_time >= w.begin_time) FROM waits w WHERE duration > 0"
    )
    shown = {(part.track, part.name) for part in found.slices if part.kind == "wait"}
    for thread, what, about, rest in asked(name, query):
        if rest is not None and rest > 0:
            words = f"waits for {what} {about}" if about else f"waits for {what}"
            assert (thread, words) in shown


def test_a_thread_is_in_one_state_at_a_time(sample: tuple[str, Found]) -> None:
    _, found = sample
    for part in found.slices:
        assert part.begin <= part.end
        assert part.depth == (part.kind == "held off") or part.kind == "interrupt"


def test_each_run_says_why_it_ended(sample: tuple[str, Found]) -> None:
    name, found = sample
    sentences = {text for (text,) in asked(name, "SELECT why(number) FROM switches")}
    said = [part.said.get("ended because") for part in found.slices if part.kind == "running"]
    assert said
    assert set(said) - {None} <= sentences
    assert said.count(None) <= 1 + len({part.track for part in found.slices})


def test_each_arrow_has_two_ends(sample: tuple[str, Found]) -> None:
    name, found = sample
    assert found.starts == found.arrives
    assert set(found.starts.values()) == {1}
    woken = asked(name, "SELECT count(*) FROM readies WHERE how = 'woken'")
    assert len(found.starts) > 0.5 * woken[0][0]


def test_counters_are_the_fills(sample: tuple[str, Found]) -> None:
    name, found = sample
    fills: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for thing, time, value in asked(name, "SELECT object, time, value FROM fills"):
        fills[thing].append((time, value))
    shown = [values for track, values in found.counted.items() if not track.startswith("level of ")]
    assert sorted(shown) == sorted(fills.values())


def test_a_raised_level_is_seen(tmp_path: Path) -> None:
    trace = open_trace(SAMPLES / "inversion-inheritance-mps2-an385.limen")
    convert(trace, tmp_path / "x.pftrace", HZ)
    levels = perfetto(tmp_path / "x.pftrace").counted["level of low"]
    assert [level for _, level in levels[:2]] == [20, 5]


def test_jobs_and_missed_deadlines(tmp_path: Path) -> None:
    made = Recorder()
    made.name(1, "T", 5, 5)
    for job in range(3):
        start = 100 * job
        made.put(start, Event.RELEASE, about=1, a=1, b=job, depth=1)
        made.put(start, Event.READY, about=1, a=5, depth=1)
        made.put(start + 2, Event.SWITCH, about=1, a=5, b=7)
        made.put(start + 30, Event.COMPLETE, thread=1, about=1, b=30)
        if job == 1:
            made.put(start + 30, Event.DEADLINE_MISS, thread=1, about=1, b=5)
        made.put(start + 30, Event.SUSPEND, thread=1, a=14, b=1)
        made.put(start + 31, Event.SWITCH, thread=1, b=1)
    convert(parse_trace(made.image()), tmp_path / "x.pftrace", HZ)
    found = [part for part in perfetto(tmp_path / "x.pftrace").slices if part.kind == "job"]
    assert [(part.begin, part.end, part.name) for part in found] == [
        (0, 30, "job"),
        (100, 130, "job, deadline missed"),
        (200, 230, "job"),
    ]
    assert found[1].said == {"response": 30, "execution": 28}


@pytest.mark.parametrize("name", NAMES)
def test_chrome_has_what_each_phase_needs(name: str, tmp_path: Path) -> None:
    convert(open_trace(SAMPLES / name), tmp_path / "x.json", HZ)
    events = json.loads((tmp_path / "x.json").read_text())["traceEvents"]
    needed = {
        "X": {"name", "cat", "ts", "dur", "pid", "tid"},
        "i": {"name", "cat", "ts", "pid", "tid", "s"},
        "C": {"name", "ts", "pid", "args"},
        "s": {"name", "cat", "id", "ts", "pid", "tid"},
        "f": {"name", "cat", "id", "ts", "pid", "tid", "bp"},
        "M": {"name", "pid", "tid", "args"},
    }
    seen = Counter(event["ph"] for event in events)
    assert set(seen) <= set(needed)
    assert seen["s"] == seen["f"] > 0
    for event in events:
        assert needed[event["ph"]] <= set(event)
        assert event.get("dur", 1) > 0
        assert event["ph"] != "C" or all(type(value) is int for value in event["args"].values())
    ran = Counter[str]()
    for event in events:
        if event["ph"] == "X" and event["cat"] == "running":
            ran[event["name"]] += round(event["dur"])
    rows = asked(name, "SELECT lane_name, sum(duration)::BIGINT FROM slices GROUP BY lane_name")
    assert dict(ran) == {thread: sum_ for thread, sum_ in rows if sum_}
