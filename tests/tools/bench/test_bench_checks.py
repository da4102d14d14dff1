# SPDX-License-Identifier: Apache-2.0
"""Goal: the bench refuses a row whose loop does not match its description.

Method: programs in the emulator that do nothing, do not switch or end early, and artificial rounds.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from limen.bench import json_rows, load_peers, sections_ahead
from limen.bench.footprint import bytes_of_library
from limen.bench.loops import Loop, check_round, measure_loop, usual_round
from limen.bench.measure import Measurement
from limen.errors import RunError
from limen.run import build, find_root, target_named

ROOT = find_root(Path(__file__).parent)
TARGET = "mps2-an385"
EMPTY = Loop("empty", "no call", "calls", ("empty",))


@pytest.fixture(scope="module")
def programs() -> dict[str, Path]:
    names = ["bench-calls", "bench-thread-metric"]
    lines: list[str] = []
    return build(ROOT, target_named(TARGET), names, lines.append)


def complaint_of(programs: dict[str, Path], loop: Loop) -> str:
    with pytest.raises(RunError) as refusal:
        measure_loop("a row", loop, programs[f"bench-{loop.program}"], TARGET)
    return str(refusal.value)


def test_a_loop_without_a_call_is_empty(programs: dict[str, Path]) -> None:
    assert "a row: the loop is empty" in complaint_of(programs, EMPTY)


def test_a_program_that_does_not_switch_is_refused(programs: dict[str, Path]) -> None:
    alone = Loop("semaphore", "", "calls", ("semaphore",), ("bench_pong",))
    assert "never reaches bench_pong: the threads did not switch" in complaint_of(programs, alone)


def test_a_test_that_counts_nothing_is_refused(programs: dict[str, Path]) -> None:
    nothing = Loop("nothing", "", "thread-metric", ("nothing",), (), "metric_mark_nothing")
    assert "degenerate: a thread made no progress" in complaint_of(programs, nothing)


def test_a_case_that_does_not_exist_is_refused(programs: dict[str, Path]) -> None:
    assert "bench-calls nonsense" in complaint_of(programs, replace(EMPTY, arguments=("nonsense",)))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([], "0 rounds"),
        ([20] * 3, "3 rounds"),
        ([0] * 20, "no time passes"),
        ([20, 30] * 10, "no count is more usual"),
    ],
)
def test_rounds_that_say_nothing_are_refused(counts: list[int], said: str) -> None:
    with pytest.raises(RunError, match=said):
        usual_round("a row", counts)


def test_a_round_that_was_not_executed_is_refused() -> None:
    with pytest.raises(RunError, match="round 5 is missing"):
        check_round("a row", EMPTY, [])


def test_a_program_without_the_kernel_has_no_size() -> None:
    with pytest.raises(RunError, match="nothing of the kernel's library"):
        bytes_of_library("Linker script and memory map\n .text.main 0x10 0x20 main.c.obj\n", "map")


def test_a_row_is_ok_at_its_goal_or_else_at_the_best_other_kernel() -> None:
    peers = replace(load_peers(), figures={"a/b": {"X": 90, "Y": 86}, "a/c": {"X": 5}}, goals={})
    rows = [
        Measurement("a/b", "", "", 56, goal=56),
        Measurement("a/b", "", "", 57, goal=56),
        Measurement("a/c", "", "", 5),
        Measurement("a/c", "", "", 6),
        Measurement("a/d", "", "", 7),
    ]
    assert [row["ok"] for row in json_rows(rows, peers)] == [True, False, True, False, True]
    assert [row["peer"] for row in json_rows(rows, peers)] == [86, 86, 5, 5, None]


def test_rows_in_which_another_kernel_is_better_come_first() -> None:
    peers = replace(load_peers(), figures={"a/b": {"X": 90, "Y": 86}}, goals={})
    worse, better = Measurement("a/b", "", "", 87), Measurement("a/b", "", "", 80, goal=70)
    first, second = sections_ahead([worse, better], peers)
    assert "| **a/b**:  | 87 |  |  | 86 | Y |" in first
    assert "better: 1" in first
    assert "| **a/b**:  | 80 |  | 70 |" in second
