# SPDX-License-Identifier: Apache-2.0
"""Goal: a program that calls printf links on a board, and prints.

Method: its output is compared with that of the C standard, except for floating-point numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-printf"
BOARDS = tuple(target for target in TARGETS if target.name != "host")
LONG = 300
EXPECTED = f"""\
hello
x-1 2 3 beef 00042    right|left  |
4 1099511627776 4
%f 7 next
abcdef- 9
{"a" * LONG}
{LONG + 1}
!
"""


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_a_program_prints(target: Target, tmp_path: Path) -> None:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, EXPECTED)
