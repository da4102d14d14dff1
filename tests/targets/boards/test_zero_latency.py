# SPDX-License-Identifier: Apache-2.0
"""Goal: with LM_KERNEL_PRIORITY, interrupts above the kernel's mask come at once, and do no harm.

Method: the program triggers one at each instruction of kernel calls, switches and the alarm, and
measures its lateness. The conformance programs run in that build, too: tests/targets/conformance.
An interrupt above the mask that calls the kernel, though it must not, ends the program of a checked
library, with a report.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import M7_BASEPRI, MPS2_BASEPRI, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

pytestmark = pytest.mark.long("one more kernel, for priorities of interrupts above its own")
ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-zero_latency"
CALLER = "board-urgent_caller"
TIMEOUT_SECONDS = 600.0
FURTHER_CORE = pytest.mark.long("the mask of a Cortex-M3 is the same register")


@pytest.mark.parametrize(
    "target",
    [MPS2_BASEPRI, pytest.param(M7_BASEPRI, marks=FURTHER_CORE)],
    ids=lambda target: target.name,
)
def test_an_interrupt_above_the_mask_comes_at_once(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path, timeout_seconds=TIMEOUT_SECONDS)
    assert run.output == "1400 interrupts, many in the kernel, at once, harmless\n"
    assert run.status == 0


@pytest.mark.parametrize(("which", "exception"), [("nvic", 25), ("systick", 15)])
def test_a_call_from_above_the_mask_is_a_fault(which: str, exception: int, tmp_path: Path) -> None:
    executable = build(ROOT, MPS2_BASEPRI, [CALLER], lambda _: None)[CALLER]
    run = run_program(MPS2_BASEPRI, executable, [which], scratch=tmp_path)
    what, where = run.output.splitlines()
    assert what == "fault: an interrupt more urgent than LM_KERNEL_PRIORITY has called the kernel"
    assert where.endswith(f"in the handler of exception {exception}")
    assert run.status == 3


@pytest.mark.parametrize("which", ["nvic-allowed", "systick-allowed"])
def test_a_call_from_below_the_mask_is_right(which: str, tmp_path: Path) -> None:
    executable = build(ROOT, MPS2_BASEPRI, [CALLER], lambda _: None)[CALLER]
    run = run_program(MPS2_BASEPRI, executable, [which], scratch=tmp_path)
    assert (run.status, run.output) == (0, "1 posts\n")
