# SPDX-License-Identifier: Apache-2.0
"""Goal: with LM_KERNEL_PRIORITY, interrupts above the kernel's mask come at once, and do no harm.

Method: the program lets one come at each instruction of calls of the kernel, of switches and of the
alarm, and measures how late it is. The conformance programs run in that build, too:
tests/conformance.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import M7_BASEPRI, MPS2_BASEPRI, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-zero_latency"
TIMEOUT_SECONDS = 600.0


@pytest.mark.parametrize("target", [MPS2_BASEPRI, M7_BASEPRI], ids=lambda target: target.name)
def test_an_interrupt_above_the_mask_comes_at_once(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path, timeout_seconds=TIMEOUT_SECONDS)
    assert run.output == "1400 interrupts, many in the kernel, at once, harmless\n"
    assert run.status == 0
