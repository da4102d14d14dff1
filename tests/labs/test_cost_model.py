# SPDX-License-Identifier: Apache-2.0
"""Goal: the host, charging what was measured on the Cortex-M3, predicts how long systems take.

Method: the costs come from lab switch-cost, which shares no system with the labs about messages.
Of these, ticks of a cycle on the host are compared with instructions of the same cycle on the
Cortex-M3, at its ticks for each instruction. What the threads do themselves is not charged.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import LabError
from limen.lab import load_lab
from limen.lab.costs import Costs, measure_costs, read_costs, with_costs, write_costs
from limen.run import build, count_between, find_root, run_program, target_named
from limen.trace import cycle_window, read_trace, statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = find_root(Path(__file__).parent)
REAL = target_named("mps2-an385")
CASES = [
    (lab, case.name) for lab in ("threshold", "priorities") for case in load_lab(ROOT, lab).cases
]
CYCLE = 1
TOLERANCE = 0.10


def ticks_predicted(lab: str, case: str, scratch: Path) -> int:
    host = with_costs(ROOT, target_named("host"), REAL.name)
    program = build(ROOT, host, [f"lab-{lab}"], lambda _: None)[f"lab-{lab}"]
    run = run_program(host, program, [case], scratch=scratch)
    assert run.trace is not None
    trace = read_trace(run.trace)
    return statistics(trace, *cycle_window(trace, CYCLE)).ticks


def ticks_measured(lab: str, case: str) -> float:
    program = f"lab-{lab}-fast"
    fast = build(ROOT, REAL, [program], lambda _: None)[program]
    assert REAL.ticks_per_instruction is not None
    return float(count_between(fast, "lab_mark", [case])[CYCLE] * REAL.ticks_per_instruction)


@pytest.mark.parametrize(("lab", "case"), CASES)
def test_host_predicts_the_target(lab: str, case: str, tmp_path: Path) -> None:
    predicted, measured = ticks_predicted(lab, case, tmp_path), ticks_measured(lab, case)
    assert predicted == pytest.approx(measured, rel=TOLERANCE), "limen lab calibrate may help"


def test_costs_are_of_this_kernel() -> None:
    """A tenth of a message's way through the kernel may have changed since they were measured."""
    kept, now = read_costs(ROOT, REAL.name), measure_costs(ROOT, REAL.name, lambda _: None)

    def message(costs: Costs) -> int:
        return 2 * (costs.call + costs.switched) + costs.waited

    assert message(kept) == pytest.approx(message(now), rel=TOLERANCE), "limen lab calibrate"


def test_costs_are_kept(tmp_path: Path) -> None:
    (tmp_path / "labs/common").mkdir(parents=True)
    costs = Costs(call=1, switched=2, waited=3, interrupt=4)
    write_costs(tmp_path, "t", costs)
    assert read_costs(tmp_path, "t") == costs
    host = with_costs(tmp_path, target_named("host"), "t")
    assert host.environment == (("LIMEN_COSTS", "call=1,switched=2,waited=3,interrupt=4"),)
    assert with_costs(tmp_path, REAL, "t") == REAL


@pytest.mark.parametrize("lines", [[], ["call = 1"], ["call = -1"], ["call = 1.5"], ["call ="]])
def test_wrong_costs_are_named(lines: Sequence[str], tmp_path: Path) -> None:
    (tmp_path / "labs/common").mkdir(parents=True)
    rest = ["switched = 2", "waited = 3", *(["interrupt = 4"] if lines != ["call = 1"] else [])]
    (tmp_path / "labs/common/costs-t.toml").write_text("\n".join([*lines, *rest]))
    with pytest.raises(LabError, match=r"labs/common/costs-t\.toml: .*limen lab calibrate"):
        read_costs(tmp_path, "t")
