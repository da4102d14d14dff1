# SPDX-License-Identifier: Apache-2.0
"""Goal: lab cores runs on real cores, too, and its pictures group the threads by core.

Method: run it on real cores, and draw a trace of two simulated cores.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.lab import Settings, load_lab, run_labs
from limen.picture import Understood, Window, observe
from limen.run import find_root, target_named
from limen.trace import read_trace

pytestmark = pytest.mark.chooses_targets  # those with several cores
ROOT = find_root(Path(__file__).parent)
LAB = load_lab(ROOT, "cores")


@pytest.mark.parametrize(
    "name", ["rp2040", pytest.param("virt-riscv32", marks=pytest.mark.long("one more board"))]
)
def test_lab_keeps_its_promises_on_two_cores(name: str) -> None:
    rows = run_labs([LAB], [target_named(name)], Settings(root=ROOT))
    assert {row.case for row in rows} >= {
        "preemptive",
        "threshold",
        "two-cores",
        "wake-own",
        "wake-remote",
    }
    assert [f"{row.case}: {row.metric}: {row.note}" for row in rows if not row.ok] == []


def test_lanes_of_a_core_are_together(tmp_path: Path) -> None:
    settings = Settings(root=ROOT, traces=tmp_path, cases=frozenset({"two-cores"}))
    run_labs([LAB], [target_named("host")], settings)
    path = tmp_path / "cores-two-cores-host.limen"
    trace = read_trace(path)
    panel = observe(Understood.of(trace), Window.of_cycle(trace, 4, str(path)), "")
    lanes = [(lane.name, lane.note) for lane in panel.lanes]
    assert lanes == [
        ("D", "core 0, 4"),
        ("A", "core 1, 1"),
        ("B", "core 1, 2"),
        ("C", "core 1, 3"),
        ("interrupts", ""),
    ]
