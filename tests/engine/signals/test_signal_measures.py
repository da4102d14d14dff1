# SPDX-License-Identifier: Apache-2.0
"""Goal: measurements on signals return the recorded times.

Method: artificial schedulers with random times are recorded and measured.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.errors import SignalError
from limen.lab.observation import OBSERVED, Line, Observation, measure_observation, read_line
from limen.signals import read_vcd
from limen.signals.measure import STATISTICS, measure, response_times
from limen.signals.picture import Trace, draw
from limen.signals.scheduler import Scheduler, observe
from limen.signals.views import TITLES, VIEWS, Captions, view
from support.signals import NUMBER, PINS, Scope

ALL = (0, 1, 2, 3)


def look(scope: Scope, skip: int = 0) -> Scheduler:
    with TemporaryDirectory() as folder:
        recording = read_vcd(scope.record(Path(folder) / "x.vcd"), "x.vcd")
    return observe(recording, PINS, NUMBER, skip=skip)


def of_four(scope: Scope | None = None, turns: int = 4) -> Scheduler:
    scope = scope or Scope()
    for _ in range(turns):
        scope.interval(ALL, 1_000_000, 8_000_000)
    return look(scope, skip=1)


@given(st.integers(8, 2000), st.integers(8, 2000), st.integers(8, 5000), st.integers(1, 10**6))
def test_times(slot: int, check: int, switch: int, run: int) -> None:
    scope = Scope(slot=slot, check=check, switch=switch)
    for _ in range(4):
        scope.interval(ALL, run, 8_000_000)
    seen = look(scope, skip=1)
    scan = 4 * (slot + check) + check
    expected = {
        "scan_full": scan / 1e3,
        "scan_small": scan / 1e3,
        "slot_total": 4 * slot / 1e3,
        "slot_first": slot / 1e3,
        "slot_further": slot / 1e3,
        "slot_growth": 0,
        "status_check": check / 1e3,
        "switch": switch / 1e3,
        "switch_max": switch / 1e3,
        "interval": 8,
        "interval_min": 8,
        "interval_max": 8,
        "busy": (scan + 4 * (switch + run)) / 1e6,
        "overhead": 100 * scan / 8e6,
        "switch_overhead": 100 * 3 * switch / 8e6,
        "preemption": switch / 1e3,
    }
    assert {name: measure(seen, name) for name in expected} == pytest.approx(expected, abs=1e-4)


def test_structure() -> None:
    seen = of_four()
    structure = {
        "slots_full": 4,
        "slots_small": 4,
        "slots_not_alternating": 0,
        "thread0_position": 0,
        "thread0_pattern": 111,
        "thread0_irregular": 0,
        "out_of_order": 0,
        "out_of_reverse_order": 3,
    }
    assert {name: measure(seen, name) for name in structure} == structure


def test_alternating_scans() -> None:
    scope = Scope()
    for turn in range(8):
        scope.interval((1, 2, 3) if turn % 3 == 0 else ALL, 1000, 8_000_000)
    seen = look(scope, skip=1)
    assert (measure(seen, "slots_full"), measure(seen, "slots_small")) == (4, 3)
    assert measure(seen, "slots_not_alternating") == 3
    assert measure(seen, "scan_full") == 4 * 0.5 + 0.2
    assert measure(seen, "scan_small") == 3 * 0.5 + 0.2
    assert measure(seen, "thread0_pattern") == 110110
    assert measure(seen, "thread0_irregular") == 0


def test_the_first_scan_and_the_last_one() -> None:
    scope = Scope(slot=3000)
    scope.interval(ALL, 1000, 8_000_000)
    scope.slot = 600
    scope.interval(ALL, 1000, 8_000_000)
    scope.slot = 300
    scope.interval(ALL, 1000, 8_000_000)
    seen = look(scope)
    assert measure(seen, "scan_first") == 4 * 3.2 + 0.2
    assert measure(seen, "scan_last") == 4 * 0.5 + 0.2
    traces = [Trace(role, "", "#fff", seen.number[0]) for role in PINS]
    first, last = (
        view(seen, name, Captions("", "", traces)) for name in ("first-scan", "last-scan")
    )
    assert last.end - last.begin == first.end - first.begin
    assert [cursor.text for cursor in first.cursors] == ["13.00 µs", "3.00 µs"]
    assert [cursor.text for cursor in last.cursors] == ["2.20 µs", "0.30 µs"]


def test_reverse_order() -> None:
    scope = Scope()
    for _ in range(4):
        scope.interval((3, 2, 1, 0), 1000, 8_000_000)
    seen = look(scope)
    assert measure(seen, "thread0_position") == 3
    assert (measure(seen, "out_of_order"), measure(seen, "out_of_reverse_order")) == (4, 0)


def test_a_thread_that_runs_twice_is_out_of_order() -> None:
    scope = Scope()
    for order in (ALL, (0, 1, 1, 2), ALL):
        scope.interval(order, 1000, 8_000_000)
    assert measure(look(scope), "out_of_order") == 1


def test_overload_moves_the_scans() -> None:
    scope = Scope()
    for length in (8_000_000, 10_000_000, 12_000_000):
        scope.interval(ALL, 1000, length)
    seen = look(scope)
    intervals = [measure(seen, f"interval{which}") for which in ("_min", "", "_max")]
    assert intervals == [8, 10, 12]


def test_response_times() -> None:
    scope = Scope()
    for _ in range(4):
        scope.interval(ALL, 1000, 8_000_000)
    seen = look(scope)
    begin = 4 * 500 + 200 + 600
    assert response_times(seen, 8_000_000).tolist() == [begin] * 4
    assert response_times(seen, 4_000_000).tolist()[:3] == [begin, 4_000_000 + begin, begin]


def test_what_is_not_there_is_an_error() -> None:
    scope = Scope()
    for _ in range(3):
        scope.interval((), 0, 8_000_000)
    seen = look(scope)
    for name in ("slot_first", "switch", "preemption"):
        with pytest.raises(SignalError, match=r"^x\.vcd: .*;"):
            measure(seen, name)
    with pytest.raises(SignalError, match=r"it has 1 scans, and 3 at its start do not count"):
        look(Scope(), skip=3)
    with pytest.raises(SignalError, match="thread 0 does not run"):
        response_times(seen, 1000)


def test_threads_without_numbers() -> None:
    seen = of_four()
    bare = Scheduler(seen.place, seen.running, seen.slots, seen.scans, seen.thread0, (), seen.first)
    with pytest.raises(SignalError, match="no pins carry the thread's number"):
        measure(bare, "out_of_order")


def line(text: str) -> Line:
    return Line(bytes=len(text), lost=1, fifo_max=32, text=text)


@pytest.mark.parametrize(
    ("text", "length", "broken"),
    [("", 0, 0), ("ab", 0, 1), ("ab\nab\na", 3, 0), ("ab\na\nab\n", 3, 1), ("ab\nab\nx", 3, 1)],
)
def test_lines(text: str, length: int, broken: int) -> None:
    seen = Observation(of_four(), line(text), None)
    assert measure_observation(seen, "line_length") == length
    assert measure_observation(seen, "lines_broken") == broken
    assert (measure_observation(seen, "bytes_lost"), measure_observation(seen, "fifo_max")) == (
        1,
        32,
    )
    with pytest.raises(SignalError, match="give due_ms"):
        measure_observation(seen, "response_max")


def test_the_report_of_a_line(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    text = '{"uart0": {"bytes": 1, "lost": 0, "fifo_max": 1, "text": "a"}, "cycles": 5}'
    report.write_text(text)
    assert read_line(report, "x").text == "a"
    for wrong in ("", "{}", text.replace("1", "-1")):
        report.write_text(wrong)
        with pytest.raises(SignalError, match="does not contain UART0"):
            read_line(report, "x")


def test_all_statistics_can_be_asked_for() -> None:
    assert set(STATISTICS) < set(OBSERVED)
    seen = Observation(of_four(), line("a\n"), 8_000_000)
    assert all(isinstance(measure_observation(seen, name), int | float) for name in OBSERVED)


@pytest.mark.parametrize("name", VIEWS)
def test_pictures_show_their_signals(name: str) -> None:
    scope = Scope()
    for _ in range(4):
        scope.interval(ALL, 1_000_000, 8_000_000)
    with TemporaryDirectory() as folder:
        recording = read_vcd(scope.record(Path(folder) / "x.vcd"))
    seen = observe(recording, PINS, NUMBER)
    traces = [Trace(role, "<pin>", "#fff", recording.wire(role)) for role in PINS]
    svg = draw(view(seen, name, Captions(TITLES[name], "a & b", traces), 2))
    assert svg.count('class="trace"') == 4
    assert "&lt;pin&gt;" in svg
    assert "a &amp; b" in svg
    assert svg.count('class="arrow"') >= 1
    for x in re.findall(r'[xMH]="?(-?[0-9.]+)', svg):
        assert 0 <= float(x) <= 960
