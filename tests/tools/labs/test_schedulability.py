# SPDX-License-Identifier: Apache-2.0
"""Goal: the files of lab schedulability describe its cases, and analysis and lab agree.

Method: the bounds of each file are those of the paper; assign finds the thresholds; the lab's
measured responses on the host are at most the bounds, and one of each case equals its bound. On
the Cortex-M3 (LIMEN_LONG: on the RP2040, too) no response is above its bound there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.analysis import analyze, assign
from limen.compare.compare import compare
from limen.lab import Settings, load_lab, run_labs
from limen.run import find_root, target_named
from limen.system.load import load_system
from support.further import IS_LONG

ROOT = find_root(Path(__file__).parent)
FOLDER = ROOT / "labs/schedulability"
BOUNDS = {
    "preemptive": (20, 40, 115),
    "nonpreemptive": (55, 75, 75),
    "thresholds": (40, 75, 95),
    "false-accept": (15, 18, 21),
}
TARGETS = ["mps2-an385", *(["rp2040"] if IS_LONG else [])]


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bounds_are_those_of_the_paper(name: str) -> None:
    analysis = analyze(load_system(FOLDER / f"{name}.toml"))
    assert tuple(thread.response_safe for thread in analysis.threads) == BOUNDS[name]
    assert analysis.schedulable == (name == "thresholds")


def test_the_test_of_1999_accepts_what_misses_a_deadline() -> None:
    system = load_system(FOLDER / "false-accept.toml")
    assert analyze(system, model="ws1999").schedulable
    assert not analyze(system, model="tight").schedulable


def test_assign_finds_the_thresholds() -> None:
    found = assign(load_system(FOLDER / "preemptive.toml"))
    assert [thread.threshold for thread in found.system.threads] == [0, 0, 1]


def test_the_host_reaches_the_bounds() -> None:
    rows = run_labs([load_lab(ROOT, "schedulability")], [target_named("host")], Settings(ROOT))
    reached = set()
    for row in rows:
        case = row.case.removesuffix("-late")
        if row.metric.endswith("_response") and row.measured is not None:
            bound = BOUNDS[case][int(row.metric[1]) - 1]
            assert row.measured <= bound
            if row.measured > bound - 0.2:
                reached.add(row.case)
    assert reached == {
        "preemptive",
        "nonpreemptive",
        "thresholds",
        "thresholds-late",
        "false-accept",
    }


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", BOUNDS)
def test_no_response_is_above_its_bound_on_a_target(name: str, target: str) -> None:
    system = load_system(FOLDER / f"{name}.toml")
    result = compare(ROOT, system, target_named(target), lambda _: None)
    assert [row.problem for row in result.rows] == [None, None, None]
    assert all(row.jobs > 0 for row in result.rows)
    assert result.schedulable == (name == "thresholds")
    assert (sum(row.misses for row in result.rows) == 0) == (
        name in {"thresholds", "nonpreemptive"}
    )
