# SPDX-License-Identifier: Apache-2.0
"""Goal: the sweep notices defects of a port that conformance tests do not see.

Method: a text that occurs once in the context switch is replaced. The file is assembled as CMake
would do it, and linked before the kernel. A few pairs must find the defect, and must find nothing
in the original. Defects that no program shows on an emulator are found in the code, or in the
messages of the emulator. `scripts/mutation --ports` tries the same mutants.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from port_checks import CHECKS
from port_mutant import Mutant, mutate
from port_mutants import NOTICED

from limen.run import build, find_root
from limen.run.target import target_named
from support.further import IS_LONG

ROOT = find_root(Path(__file__).parent)
BOARDS: Final = (
    *("mps2-an385", "mps2-an386", "mps2-an500", "mps2-an505", "mps3-an547"),
    *("microbit", "virt-riscv32", "virt-riscv64"),
)
# tests/targets/conformance has the others.
PASSED: Final = ("sweep", "exceptions", "alignment", "emulator", "code")
FOR_CORTEX_M: Final = ("exceptions", "code")
SHORT: Final = "mps2-an385"  # the board of test_sweep.py
JUDGES: Final = "it judges the checks, and not a change"


# Each run tries one, so that a check that stops working is noticed.
FIRST: Final = next(m for m in NOTICED["sweep"] if m.board == "mps2-an385")


def complaints(check: str, board: str, program: Path, folder: Path) -> list[str]:
    return CHECKS[check].complaints(target_named(board), program, folder)


@pytest.mark.parametrize("check", PASSED)
@pytest.mark.parametrize("board", BOARDS)
def test_the_port_itself_passes(board: str, check: str, tmp_path: Path) -> None:
    if check in FOR_CORTEX_M and board.startswith("virt"):
        return
    if board != SHORT and not IS_LONG:
        pytest.skip("make test-long runs it: one more kernel for each board")
    if check == "sweep" and not IS_LONG:
        pytest.skip("test_sweep.py sweeps this board with more pairs")
    name = CHECKS[check].program
    program = build(ROOT, target_named(board), [name], lambda _: None)[name]
    assert complaints(check, board, program, tmp_path) == []


@pytest.mark.parametrize(
    ("check", "mutant"),
    [
        pytest.param(
            check,
            mutant,
            id=mutant.name,
            marks=[] if mutant is FIRST else [pytest.mark.long(JUDGES)],
        )
        for check, mutants in NOTICED.items()
        for mutant in mutants
    ],
)
def test_a_mutant_is_noticed(check: str, mutant: Mutant, tmp_path: Path) -> None:
    name = CHECKS[check].program
    build(ROOT, target_named(mutant.board), [name], lambda _: None)
    program = mutate(ROOT, mutant, name, tmp_path)
    assert complaints(check, mutant.board, program, tmp_path) != []
