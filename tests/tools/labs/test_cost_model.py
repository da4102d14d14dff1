# SPDX-License-Identifier: Apache-2.0
"""Goal: the host, with the costs measured on the Cortex-M3, predicts the times of systems.

Method: ticks of a cycle on the host are compared with instructions of the same cycle on the
Cortex-M3, at its ticks for each instruction. The costs come from lab switch-cost. The measurement
does not use the labs about messages nor its case mixed, with semaphores, mutexes and queues. The
work of the threads themselves is not charged.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from limen.errors import LabError
from limen.lab import load_lab
from limen.lab.costs import Costs, measure_costs, read_costs, with_costs, write_costs
from limen.lab.gate import GATE_TARGETS, measure_gate
from limen.run import build, count_between, find_root, run_program, target_named
from limen.system.gate import GATE_FILE
from limen.trace import cycle_window, read_trace, statistics

ROOT = find_root(Path(__file__).parent)
REAL = target_named("mps2-an385")
LABS = ("threshold", "priorities", "switch-cost")
WORKS = re.compile(r"queue-full-.*|burst-.*")  # threads that do more than to call the kernel
CASES = [
    (lab, case.name)
    for lab in LABS
    for case in load_lab(ROOT, lab).cases
    if not WORKS.fullmatch(case.name)
] + [("time-slice", "ends")]
FIRST, END = 4, 8  # cycles of the steady state
TOLERANCE = 0.05


def ticks_predicted(lab: str, case: str, scratch: Path) -> int:
    host = with_costs(ROOT, target_named("host"), REAL.name)
    program = build(ROOT, host, [f"lab-{lab}"], lambda _: None)[f"lab-{lab}"]
    run = run_program(host, program, [case], scratch=scratch)
    assert run.trace is not None
    trace = read_trace(run.trace)
    windows = (cycle_window(trace, cycle) for cycle in range(FIRST, END))
    return sum(statistics(trace, *window).ticks for window in windows)


def ticks_measured(lab: str, case: str) -> float:
    program = f"lab-{lab}-fast"
    fast = build(ROOT, REAL, [program], lambda _: None)[program]
    assert REAL.ticks_per_instruction is not None
    return float(
        sum(count_between(fast, "lab_mark", [case])[FIRST:END]) * REAL.ticks_per_instruction
    )


@pytest.mark.parametrize(
    ("lab", "case"),
    [
        CASES[0],
        *(pytest.param(*case, marks=pytest.mark.long("one more case")) for case in CASES[1:]),
    ],
)
def test_host_predicts_the_target(lab: str, case: str, tmp_path: Path) -> None:
    predicted, measured = ticks_predicted(lab, case, tmp_path), ticks_measured(lab, case)
    assert predicted == pytest.approx(measured, rel=TOLERANCE), "limen lab calibrate may help"


def test_costs_are_of_this_kernel() -> None:
    """The kernel may have changed since they were measured."""
    kept, now = read_costs(ROOT, REAL.name), measure_costs(ROOT, REAL.name, lambda _: None)
    assert kept == now, "limen lab calibrate"


@pytest.mark.parametrize("target", GATE_TARGETS)
def test_costs_of_the_gate_are_of_this_kernel(target: str) -> None:
    kept = tomllib.loads(GATE_FILE.read_text(encoding="utf-8"))
    assert tuple(kept) == GATE_TARGETS
    assert kept[target] == measure_gate(ROOT, target, lambda _: None), "limen lab calibrate"
    assert all(nanoseconds > 0 for nanoseconds in kept[target].values())


def test_costs_are_kept(tmp_path: Path) -> None:
    (tmp_path / "labs/common").mkdir(parents=True)
    costs = Costs({"SWITCH": {"plain": 1, "moves": 2}, "QUEUE_SEND": {"waits": 3}}, interrupt=4)
    write_costs(tmp_path, "t", costs)
    assert read_costs(tmp_path, "t") == costs
    host = with_costs(tmp_path, target_named("host"), "t")
    assert host.environment == (("LIMEN_COSTS", "interrupt=4,2.0=1,2.3=2,49.1=3"),)
    assert with_costs(tmp_path, REAL, "t") == REAL


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "interrupt is not a whole number of at least 0"),
        ("interrupt = -1", "interrupt is not a whole number of at least 0"),
        ("interrupt =", "Invalid value"),
        ("interrupt = 1\n[SWTCH]\nplain = 1", "unknown event SWTCH"),
        ("interrupt = 1\nSWITCH = 1", "unknown event SWITCH"),
        ("interrupt = 1\n[SWITCH]\nfast = 1", "SWITCH has no manner fast"),
        ("interrupt = 1\n[SWITCH]\nplain = 1.5", r"SWITCH\.plain is not a whole number"),
    ],
)
def test_wrong_costs_are_named(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "labs/common").mkdir(parents=True)
    (tmp_path / "labs/common/costs-t.toml").write_text(text)
    place = r"labs/common/costs-t\.toml"
    with pytest.raises(LabError, match=f"{place}: .*{problem}.*limen lab calibrate"):
        read_costs(tmp_path, "t")
