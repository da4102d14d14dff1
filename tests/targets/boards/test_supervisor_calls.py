# SPDX-License-Identifier: Apache-2.0
"""Goal: a program may have its own supervisor calls besides that of the port.

Method: a program that defines SVC_Handler, on each of the three forms of the Cortex-M port; the
program counts the calls that it served and those that it forwarded.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.run import build, find_root, run_program, target_named

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-supervisor_calls"


@pytest.mark.parametrize("name", ["mps2-an385", "mps2-an505", "rp2040"])
def test_a_program_extends_the_supervisor_call(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, "served and passed on\n")
