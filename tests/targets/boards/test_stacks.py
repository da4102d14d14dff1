# SPDX-License-Identifier: Apache-2.0
"""Goal: one stack serves the jobs of threads that do not preempt each other, and saves memory.

Method: the program checks itself, and prints the bytes before and after.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import OWNED_TARGETS, PORT_TARGETS, TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-stacks"
BOARDS = (*(target for target in TARGETS if target.name != "host"), *PORT_TARGETS, *OWNED_TARGETS)
JOBS = 200
OWN_BYTES, SHARED_BYTES = 4288, 2608
LARGER_FRAMES = {
    "virt-riscv32": (4416, 2768),
    "mps2-an386": (5120, 3648),  # with the registers of the FPU
    "netduinoplus2": (5120, 3648),
    "mps2-an500": (5120, 3648),
    "mps2-an505": (5152, 3688),
}


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_a_shared_stack_saves_memory(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert run.status == 0, run.output
    numbers = list(map(int, re.findall(r"\d+", run.output)))
    jobs, refused, overflows, own, shared, unused, unused_waiting = numbers
    assert jobs >= JOBS
    assert (refused, overflows) == (0, 0)
    assert (own, shared) == LARGER_FRAMES.get(target.name, (OWN_BYTES, SHARED_BYTES))
    assert unused > 0
    assert unused_waiting >= 8
