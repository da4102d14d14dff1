# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine says about a trace what the Python says, and counts what it counts.

Method: name, context, details and fields of every event, the sentence of every switch, and the
statistics of the whole and of some windows, for all traces of the repository, for random and for
hostile ones; definitions of events from random lines. Where the engine is right and the Python is
not, `decided` says what the Python should have said. LIMEN_LONG makes it long.
"""

from __future__ import annotations

import json
import os
import random
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.engine import engine
from limen.errors import TraceError
from limen.trace import Trace, parse_trace
from limen.trace.analysis import Analysis, analyse
from limen.trace.analysis.held import HeldOff
from limen.trace.analysis.jobs import Jobs
from limen.trace.analysis.moves import HELD, NOBODY, OUTCOMES, REASONS, WAITS, Reason
from limen.trace.analysis.sentences import why
from limen.trace.analysis.states import States, Waits
from limen.trace.analysis.switches import Switches
from limen.trace.describe import describe_event, kind_name, name_of_event, thread_name
from limen.trace.format import Api, Event
from limen.trace.statistics_json import statistics_json
from limen.trace.trx import looks_like_trx, parse_trx
from limen.trace.trx.describe import context_name, describe_trx, urgency
from limen.trace.trx.names import event_labels, event_table, parse_definitions, type_name
from support.effort import effort
from support.random_moves import PRIORITIES, random_moves
from support.synthetic import Recorder
from test_analysis_hostile import random_bytes, random_trx, small_numbers
from test_engine_moves import FILES, image_of
from test_engine_reader import refused
from test_statistics import million_events
from test_trx_statistics import million

if TYPE_CHECKING:
    from limen.trace.trx import EventLabels, TrxTrace

TESTS = Path(__file__).parent
NO_KIND = 255
ROUNDS = 2000 if os.environ.get("LIMEN_LONG") else 40
STATES = {10: "for an I/O driver", 11: "for a file", 12: "for TCP/IP"}
OWN = """The program's own events
Start
4096, began, BG, (1,2,3), (4,5,6), thread ptr, , wait option, new state
4097,ended , EN,(1,2,3),(4,5,6),info 1,info 2,,,
69, my send, MS, (0,0,0), (0,0,0), queue ptr,,,
End
"""
TIMES_OF_A_COPY = 12  # for the statistics of a million events


def decided(text: str) -> str:
    """What the Python should have said in a sentence or in details."""
    text = re.sub(r"waits \(state (1[01])\)", lambda match: f"waits {STATES[int(match[1])]}", text)
    text = re.sub(r"waits \(state ([0-2])\)", r"waits (\1)", text)
    text = text.replace("waits (0)", "waits (ready)").replace("waits (1)", "waits (completed)")
    text = text.replace("waits (2)", "waits (terminated)")
    text = text.replace("(state 65536)", "(state 65535)")  # the limit of its column
    text = text.replace("waits for middleware 0x0", "waits for TCP/IP")
    text = text.replace("waits for middleware #0", "waits for middleware")
    return re.sub(r"(job \d+)(number \d+)$", r"\1, \2", text)


def slices_that_change(analysis: Analysis, first: int, last: int) -> int:
    """Time slices that are the reason of a switch."""
    switches = analysis.moves.switches
    own = switches.own[switches.reason == Reason.SLICE_ENDED]
    return len(np.unique(own[(first <= own) & (own < last)]))


def counted(
    trace: Trace | TrxTrace,
    analysis: Analysis,
    first: int,
    last: int,
    own: dict[int, EventLabels],
) -> dict[str, Any]:
    """The statistics of the Python, as JSON has them."""
    found = statistics_json(trace, analysis, first, last, own)
    if not isinstance(trace, Trace):
        found["time_slices_changing_thread"] = slices_that_change(analysis, first, last)
    text: dict[str, Any] = json.loads(json.dumps(found))
    return text


def rows(kind: type[Any], columns: dict[str, Any]) -> Any:  # noqa: ANN401
    """A table of the engine as the Python has it."""
    numbers = {one.name: columns[one.name].astype(np.int64) for one in fields(kind)}
    if "kind" in numbers:
        numbers["kind"][numbers["kind"] == NO_KIND] = NOBODY
    return kind(**numbers)


def with_tables(analysis: Analysis, tables: dict[str, Any]) -> None:
    """The Python is to speak about the results of the engine, which other tests look at."""
    known = {"held_off": HeldOff, "switches": Switches, "jobs": Jobs}
    for name, kind in known.items():
        vars(analysis)[name] = rows(kind, tables[name])
    vars(analysis)["_states_and_waits"] = (
        rows(States, tables["states"]),
        rows(Waits, tables["waits"]),
    )


def with_inversions(
    known: dict[str, Any],
    opened: Any,  # noqa: ANN401 - of the engine
    first: int,
    last: int,
) -> None:
    """The inversions and the blocking of the engine itself, likewise."""
    found = opened.tables()["inversions"]
    counts = [known.get("system", known), *(row.get("counters", row) for row in known["threads"])]
    for name, column in (("inversions", "at"), ("inversions_unbounded", "unbounded_at")):
        inside = (first <= found[column]) & (found[column] < last)
        by_lane = np.bincount(found["waiter"][inside], minlength=len(counts)).tolist()
        for lane, row in enumerate(counts):
            row[name] = by_lane[lane] if lane else sum(by_lane)
    if "system" in known:
        system = known["system"]
        known["inversions_bounded"] = system["inversions"] - system["inversions_unbounded"]
    names = [lane["name"] for lane in opened.lanes()]
    pairs = opened.blocking(first, last)["blocking"]
    known["blocking"] = [
        {"thread": names[lane], "by": names[by], "level": level, "mutex": mutex}
        for lane, by, level, mutex in zip(
            *(pairs[name].tolist() for name in ("lane", "by", "level", "mutex")), strict=True
        )
    ]


def same(found: Any, known: Any, place: str) -> None:  # noqa: ANN401 - JSON
    """The same values, the same keys, in the same order."""
    assert type(found) is type(known), (place, found, known)
    if isinstance(known, dict):
        assert list(found) == list(known), place
        for key, value in known.items():
            same(found[key], value, f"{place}.{key}")
    elif isinstance(known, list):
        assert len(found) == len(known), (place, found, known)
        for number, value in enumerate(known):
            same(found[number], value, f"{place}[{number}]")
    else:
        assert found == known, (place, found, known)


def say_limen(trace: Trace, index: int) -> dict[str, str]:
    number = int(trace.thread[index])
    who = "interrupt" if trace.depth[index] else thread_name(trace, number)
    return {
        "event_name": name_of_event(trace, index),
        "thread_name": thread_name(trace, number),
        "context_name": who,
        "urgency": "",
        "describe": decided(describe_event(trace, index)),
    }


def say_threadx(trace: TrxTrace, index: int, own: dict[int, EventLabels]) -> dict[str, str]:
    labels = event_labels(int(trace.event[index]), own, is_modern=trace.is_modern)
    return {
        "event_name": labels.name,
        "event_code": labels.code,
        "thread_name": context_name(trace, index),
        "context_name": context_name(trace, index),
        "urgency": urgency(trace, index),
        "describe": describe_trx(trace, index, own),
    }


def compare_events(
    trace: Trace | TrxTrace,
    opened: Any,  # noqa: ANN401 - of the engine
    own: dict[int, EventLabels],
    step: int,
) -> None:
    """Every event, or some."""
    for index in range(0, len(trace), step):
        if isinstance(trace, Trace):
            words = say_limen(trace, index)
            names = {int(api): name_of_event(trace, index, api) for api in Api}
            assert {api: opened.event_name(index, api) for api in names} == names
        else:
            words = say_threadx(trace, index, own)
        assert {key: getattr(opened, key)(index) for key in words} == words, index
        assert all(label and value for label, value, *_ in opened.fields(index))


def compare(
    image: bytes,
    name: str,
    definitions: str | None = None,
    *,
    events: int = 3000,
    is_hostile: bool = True,
) -> None:
    """All that both say about a trace, of at most so many events."""
    is_threadx = looks_like_trx(image[:32]) or name.endswith(".trx")
    try:
        trace = parse_trx(image) if is_threadx else parse_trace(image)
        analysis = analyse(trace)
    except TraceError:
        return
    opened = engine().Trace(image, name)
    opened.define(definitions or "Start")
    own = parse_definitions(definitions or "Start", "x")
    count, switches = len(trace), len(analysis.switches)
    compare_events(trace, opened, own, max(count // events, 1))
    if is_hostile:
        with_tables(analysis, opened.tables())
    for place in range(0, switches, max(switches // events, 1)):
        said = decided(why(analysis, place))
        assert opened.why(place) == said, (name, place)
        assert "".join(part[0] for part in opened.why_parts(place)) == said
    half = count // 2
    windows = {(0, count), (0, 0), (count, count), (count // 3, 2 * count // 3)}
    for first, last in windows | {(0, half), (half, count), (half, half)}:
        known = counted(trace, analysis, first, last, own)
        if is_hostile:
            with_inversions(known, opened, first, last)
        same(json.loads(opened.statistics_json(first, last)), known, f"{name} {first}-{last}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_traces_of_the_repository(path: Path) -> None:
    if path.suffix == ".hex":
        digits = " ".join(line.split("#")[0] for line in path.read_text().splitlines())
        compare(bytes.fromhex(digits), "x.limen", is_hostile=False)
    else:
        compare(path.read_bytes(), path.name, is_hostile=False)
    if path.suffix == ".trx":
        compare(path.read_bytes(), path.name, OWN, is_hostile=False)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_traces(seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    compare(random_bytes(choose, choose.choice((1, 2, 9, 300))), "x.limen")
    compare(small_numbers(choose), "x.limen")
    compare(about_middleware(choose), "x.limen")
    events = random_moves(seed, choose.randrange(150), periodic=bool(seed & 1))
    made = Recorder(records=2 * len(events) + 1, object_capacity=len(PRIORITIES))
    for number, priority in PRIORITIES.items():
        made.name(1, f"T{number}", priority, priority)
    for event in events:
        made.put(*event)
    compare(made.image(), "x.limen")


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("cores", [1, 3, 200])
def test_random_traces_of_threadx(seed: int, cores: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - no secret
    compare(random_trx(choose, cores), "x.trx", choose.choice((None, OWN)))


def about_middleware(choose: random.Random) -> bytes:
    """Events of middleware, with and without all of their numbers, of a program for ThreadX."""
    made = Recorder(records=400)
    made.name(1, "T", 1, 1, 512)
    for number in range(1, 5):
        kind = choose.choice((64 + 9, 64 + 11, 64 + 77, 64 + 1))
        made.name(kind, choose.choice((f"M{number}", "")), 0, 0, 0x2000_0000 + 256 * number)
    numbers = [*event_table(), 14, 20, 199, 5000]
    values = (0, 1, 4, 12, 0xFFFF, 0x2000_0100, 0x2000_0200, 0x2000_0300, 0xFFFF_FFFF)
    for time in range(130):
        made.put(2 * time, Event.SERVICE, 1, choose.randrange(3), choose.choice(numbers),
                 choose.choice(values))  # fmt: skip
        for _ in range(choose.randrange(3)):
            pair, first = choose.choice(values), choose.choice(values)
            made.put(2 * time, Event.VALUES, 1, pair & 0xFFFF, pair >> 16, first)
    image = bytearray(made.image())
    image[42] |= choose.randrange(2) << 1  # the interface, in the header's flags
    return bytes(image)


def test_a_million_events() -> None:
    compare(image_of(million_events()), "x.limen", events=500)
    compare(million(), "x.trx", events=500)


@pytest.mark.parametrize("name", ["x.limen", "x.trx"])
def test_statistics_of_a_million_events_are_fast(name: str) -> None:
    opened = engine().Trace(image_of(million_events()) if "limen" in name else million(), name)
    opened.tables()  # the analysis
    assert effort(lambda: opened.statistics_json(0, 1_000_000)) < TIMES_OF_A_COPY


def test_time_slices_that_really_changed_the_thread() -> None:
    """Of 27 in this trace, nine ended when another thread was due anyway."""
    image = (TESTS / "data/trx/timeslice.trx").read_bytes()
    opened = engine().Trace(image, "x.trx")
    found = json.loads(opened.statistics_json(0, len(opened.events()["events"]["time"])))
    assert (found["time_slice_events"], found["time_slices_changing_thread"]) == (27, 18)


def test_names_of_numbers() -> None:
    module = engine()
    assert [module.reason_name(number) for number in range(len(REASONS))] == list(REASONS)
    assert [module.how_name(number) for number in range(len(HELD))] == list(HELD)
    assert [module.outcome_name(number) for number in range(len(OUTCOMES))] == list(OUTCOMES)
    assert {number: module.wait_name(number) for number in WAITS} == WAITS
    assert module.outcome_name(9) == "status 9"
    assert [module.wait_name(number) for number in (10, 11, 99)] == [
        "I/O driver",
        "file",
        "state 99",
    ]
    assert [module.ticks_text(ticks) for ticks in (0, 1, 999, 1000, 1_234_567, -1000)] == [
        "0 ticks",
        "1 tick",
        "999 ticks",
        "1,000 ticks",
        "1,234,567 ticks",
        "-1,000 ticks",
    ]
    limen = module.Trace(Recorder().image(), "x.limen")
    threadx = module.Trace(random_trx(random.Random(1), 1), "x.trx")  # noqa: S311 - no secret
    for number in range(200):
        assert limen.kind_name(number) == kind_name(number)
        assert threadx.kind_name(number) == type_name(number)


def answers(text: str) -> tuple[Any, Any]:
    """Definitions, or the error, of the engine and of the Python."""
    found, problem = refused(engine().parse_definitions, text)
    known, expected = refused(parse_definitions, text, "x")
    rows = known and {
        number: (one.component, one.code, one.name, list(one.labels))
        for number, one in known.items()
    }
    return (found, problem), (rows, expected)


PIECES = (
    "4096", "65535", "65536", " 7 ", "x", "", " ", ",", ",", ",", ",", "(1,2,3)", "( )", "(", ")",
    "((1))", "name", "a b", "\t", "\n", "\r\n", "\r", "\x0b", "\x1c", "\x85", "\u2028", "\xa0",
    "\u3000", "\u202e", "\x07", "é", "Start\n", "\nEnd\n", "END", "start", "99999999999999999999",
    "\n4097,n,c,(1),(2),a,b,c,d\n", "\n4098,n,c,(1),(2),a,b,c,d,\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_random_definitions(pieces: list[str]) -> None:
    for text in ("".join(pieces), "Start\n" + "".join(pieces)):
        found, known = answers(text)
        assert found == known


@pytest.mark.parametrize("text", [OWN, "", "Start", "End", "start\nend\nx", "Start\n\n7,a,b"])
def test_definitions(text: str) -> None:
    found, known = answers(text)
    assert found == known
