# SPDX-License-Identifier: Apache-2.0
"""Goal: the rows of a lab compare the results of its program with lab.toml.

Method: labs whose programs are shell scripts; a table of them replaces CMake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from limen.errors import LimenError
from limen.lab import Row, Settings, load_lab, run_labs
from limen.lab.definition import Derived, Metric
from limen.lab.measure import derive
from limen.run import LAB_TARGETS, Target, target_named
from limen.trace import Event
from support.labs import LAB_TOML, two_cycles, write_program, write_repository
from support.synthetic import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

GOOD = {"slow": ["result size 90"], "fast": ["result size 45"]}


@pytest.fixture
def run_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Row]]:
    """Return a function that runs the lab "demo" with given lines and a given trace."""

    def run(
        lines: dict[str, list[str]],
        trace: bytes,
        lab_toml: str = LAB_TOML,
        traces: Path | None = None,
        target: str = "host",
    ) -> list[Row]:
        root = write_repository(tmp_path / "repository", lab_toml)
        program = write_program(tmp_path, "lab-demo", lines, trace)

        def build(
            _root: Path, _target: Target, programs: Sequence[str], _on_line: object
        ) -> dict[str, Path]:
            return dict.fromkeys(programs, program)

        monkeypatch.setattr("limen.lab.runner.build", build)
        settings = Settings(root, traces=traces)
        return run_labs([load_lab(root, "demo")], [target_named(target)], settings)

    return run


def test_rows_are_measured_and_compared(run_demo: Callable[..., list[Row]]) -> None:
    rows = run_demo(GOOD, two_cycles())
    assert rows == [
        Row("demo", "host", "slow", "yields", "per cycle", 2, 2, ok=True),
        Row("demo", "host", "slow", "size", "bytes", None, 90, ok=True),
        Row("demo", "host", "fast", "size", "bytes", None, 45, ok=True),
        Row("demo", "host", "slow/fast", "size_ratio", "", None, 2, ok=True),
    ]


def test_a_number_that_is_not_as_promised(run_demo: Callable[..., list[Row]]) -> None:
    lines = {"slow": ["result size 101"], "fast": ["result size 100"]}
    rows = run_demo(lines, two_cycles(yields=3))
    assert [(row.metric, row.measured, row.ok, row.note) for row in rows] == [
        ("yields", 3, False, "should be 2"),
        ("size", 101, False, "should be at most 100"),
        ("size", 100, True, ""),
        ("size_ratio", 1.01, False, "should be at least 1.5"),
    ]


def test_a_number_that_is_missing(run_demo: Callable[..., list[Row]]) -> None:
    rows = run_demo({"slow": [], "fast": ["result size 0"]}, two_cycles())
    assert [(row.metric, row.measured, row.ok) for row in rows[1:]] == [
        ("size", None, False),
        ("size", 0, True),
        ("size_ratio", None, False),
    ]
    assert "the result size is missing; print 'result size VALUE'" in rows[1].note


def test_counters_that_equal_the_trace(run_demo: Callable[..., list[Row]]) -> None:
    counters = ["counter yields 2", "counter from_idle 1", "thread-counter T yields 2"]
    left_out = ["counter run_time 7", "thread-counter T from_idle 0"]
    lines = {**GOOD, "fast": ["result size 45", *counters, *left_out]}
    row = next(row for row in run_demo(lines, two_cycles()) if row.unit == "differences")
    assert (row.case, row.metric, row.measured, row.ok) == ("fast", "counters_equal_trace", 0, True)


def test_counters_that_differ_from_the_trace(run_demo: Callable[..., list[Row]]) -> None:
    counters = ["counter yields 3", "thread-counter T yields 2", "thread-counter X yields 1"]
    rows = run_demo({**GOOD, "slow": ["result size 90", *counters]}, two_cycles())
    failed = [row for row in rows if not row.ok]
    assert [(row.metric, row.note) for row in failed] == [
        ("counters_equal_trace", "system yields: kernel 3, trace 2"),
        ("counters_equal_trace", "X yields: kernel 1, trace None"),
    ]


def test_a_program_that_fails(run_demo: Callable[..., list[Row]]) -> None:
    rows = run_demo({**GOOD, "slow": ["result size 90", "oops'; exit 3; echo '"]}, two_cycles())
    failed = [row for row in rows if not row.ok]
    assert [(row.metric, row.measured, row.note) for row in failed] == [
        ("exit_status", 3, "its last words: oops")
    ]


def test_a_broken_trace_is_an_error(run_demo: Callable[..., list[Row]]) -> None:
    with pytest.raises(LimenError, match="trace"):
        run_demo(GOOD, b"no trace")


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("cycle = 0", "cycle = 1", "cycle 2 is marked 0 times, and should be once"),
        ("cycle = 0", 'thread = "X"', "unknown thread X; take one of T"),
    ],
)
def test_a_statistic_that_is_not_there(
    run_demo: Callable[..., list[Row]], old: str, new: str, note: str
) -> None:
    row = run_demo(GOOD, two_cycles(), LAB_TOML.replace(old, new))[0]
    assert (row.measured, row.ok) == (None, False)
    assert note in row.note


@pytest.mark.parametrize(
    ("edit", "measured"),
    [
        ('thread = "T"', 2),
        ('thread = "T", statistic = "messages_sent"', 0),
        ('statistic = "ticks"', 45),
        ('cycle = 0, statistic = "ticks"', 30),
        ('cycle = 0, statistic = "idle_time"', 0),
        ('statistic = "inversions_bounded"', 0),
    ],
)
def test_statistics_of_windows_and_threads(
    run_demo: Callable[..., list[Row]], edit: str, measured: int
) -> None:
    rows = run_demo(GOOD, two_cycles(), LAB_TOML.replace("cycle = 0", edit))
    assert rows[0].measured == measured


def test_traces_can_be_kept(run_demo: Callable[..., list[Row]], tmp_path: Path) -> None:
    run_demo(GOOD, two_cycles(), traces=tmp_path / "new/folder")
    kept = {path.name: path.read_bytes() for path in (tmp_path / "new/folder").iterdir()}
    assert kept == dict.fromkeys(["demo-slow-host.limen", "demo-fast-host.limen"], two_cycles())


def test_counters_cannot_be_compared_if_events_are_lost(
    run_demo: Callable[..., list[Row]],
) -> None:
    recorder = Recorder(records=3)
    for time in range(8):
        recorder.put(time, Event.USER, a=1, b=time)
    lines = {**GOOD, "fast": ["result size 45", "counter yields 0"]}
    rows = run_demo(lines, recorder.image(), LAB_TOML.replace("expect = 2", "min = 0"))
    assert [(row.metric, row.note) for row in rows if row.unit == "differences"] == [
        ("counters_equal_trace", "5 events are lost; make the trace buffer larger")
    ]


INSTRUCTIONS = """
[[case]]
name = "counted"
title = ""
metric = [
    { name = "first", unit = "", from = "instructions", cycle = 1, min = 21, max = 22 },
    { name = "other", unit = "", from = "instructions", cycle = 0, min = 1, max = 2 },
    { name = "beyond", unit = "", from = "instructions", cycle = 2 },
]
[[case]]"""


def test_instructions_are_counted_in_the_fast_program(
    run_demo: Callable[..., list[Row]], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def count(elf: Path, symbol: str, arguments: list[str], **_: object) -> list[int]:
        calls.append((elf.name, symbol, arguments))
        return [10, 21]

    monkeypatch.setattr("limen.lab.runner.count_between", count)
    monkeypatch.setattr(
        Target, "command", lambda _self, program, words, _options=(): [str(program), *words]
    )
    lab_toml = LAB_TOML.replace("[[case]]", INSTRUCTIONS, 1)
    rows = run_demo({**GOOD, "counted": []}, two_cycles(), lab_toml, target="mps2-an385")
    assert [(row.metric, row.measured, row.ok, row.note) for row in rows[:2]] == [
        ("first", 21, True, ""),
        ("other", 10, False, "should be at least 1 and at most 2"),
    ]
    assert "lab_mark ended 2 cycles, and cycle 2 is asked for" in rows[2].note
    assert calls == [("lab-demo", "lab_mark", ["counted"])]


def derived(**keys: object) -> Derived:
    return Derived.model_validate({"name": "d", "unit": "", "numerator": "a.x", **keys})


@pytest.mark.parametrize(
    ("keys", "measured"),
    [
        ({}, 3),
        ({"scale": 0.5}, 1.5),
        ({"denominator": "b.y"}, 1.5),
        ({"denominator": "b.y", "scale": 2}, 3),
        ({"denominator": "b.zero"}, None),
    ],
)
def test_derived_numbers(keys: dict[str, object], measured: float | None) -> None:
    row = derive("lab", "host", derived(**keys), {"a.x": 3, "b.y": 2, "b.zero": 0})
    assert row is not None
    assert row.measured == measured
    assert row.ok is (measured is not None)


def test_a_derived_number_of_another_target_is_left_out() -> None:
    assert derive("lab", "host", derived(numerator="c.z"), {"a.x": 3}) is None
    assert derive("lab", "host", derived(targets=["mps2-an385"]), {"a.x": 3}) is None


def test_the_targets_of_lab_toml_are_those_of_the_tools() -> None:
    every = Metric.model_validate({"name": "n", "unit": "", "from": "console"}).targets
    assert every == tuple(target.name for target in LAB_TARGETS)
