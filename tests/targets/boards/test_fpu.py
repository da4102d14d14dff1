# SPDX-License-Identifier: Apache-2.0
"""Goal: a switch keeps the registers of the FPU, and saves none for a thread without floats.

The vector extension has the same registers and VPR.

Method: fpu/fpu_registers.c and mve/mve_vectors.c check themselves. They have to notice each missing
line of the switch.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from port_mutant import Mutant, mutate

from limen.builds.process import execute
from limen.run import MORE_PORT_TARGETS, PORT_TARGETS, build, find_root, run_program, target_named

if TYPE_CHECKING:
    from limen.run import Target

pytestmark = pytest.mark.long("more kernels, with registers that mps2-an385 lacks")
ROOT = find_root(Path(__file__).parent)
PROGRAM: Final = "board-fpu"
VECTORS: Final = "board-mve"
VECTORS_BOARD: Final = "mps3-an547"
TARGETS = tuple(target for target in (*PORT_TARGETS, *MORE_PORT_TARGETS) if target.has_fpu)
OK: Final = "54 switches, 0 failures\n"
# Each instruction, interrupted in each way.
VECTORS_OK: Final = re.compile(r"(\d+) of \1 instructions, \d+ rounds, 0 failures\n")
# A mutant that never returns counts as noticed.
SECONDS: Final = 20

SWITCH: Final = ("mps2-an386", "ports/cortex-m/fpu/switch.S")
MUTANTS: Final = (
    Mutant("a call does not save", *SWITCH, "    vpush {s16-s31}\n", "    sub   sp, #64\n"),
    Mutant("FPSCR is not restored", *SWITCH, "    vmsr  fpscr, r2\n", ""),
    Mutant("FPCA stays set", *SWITCH, "    msr   control, r3\n    isb\n", ""),
    Mutant("an interrupt does not save", *SWITCH, "    beq   save_floats\n", ""),
    Mutant(
        "the SVC does not restore",
        *SWITCH,
        "1:  vldmia r0!, {s16-s31}\n",
        "1:  adds  r0, #64\n",
    ),
    Mutant(
        "PendSV does not restore",
        *SWITCH,
        "    vldmia r0!, {s16-s31}\n    b     return_to_thread",
        "    adds  r0, #64\n    b     return_to_thread",
    ),
    Mutant(
        "the SVC returns with its own EXC_RETURN",
        *SWITCH,
        "    ldr   lr, [r0], #HARDWARE_FRAME\n",
        "    adds  r0, #HARDWARE_FRAME\n",
    ),
)


VECTORS_MUTANTS: Final = (
    *(replace(mutant, board=VECTORS_BOARD) for mutant in MUTANTS),
    Mutant(
        "PendSV changes VPR, which the processor has stored above FPSCR",
        VECTORS_BOARD,
        "ports/cortex-m/fpu/switch.S",
        "    vldmia r0!, {s16-s31}\n    b     return_to_thread",
        "    vldmia r0!, {s16-s31}\n    str   r0, [r0, #100]\n    b     return_to_thread",
    ),
)


def said_by(mutant: Mutant, name: str, folder: Path) -> str:
    """Return the program's output with the mutant."""
    target = target_named(mutant.board)
    build(ROOT, target, [name], lambda _: None)
    program = mutate(ROOT, mutant, name, folder)
    limited = ["/bin/sh", "-c", f'ulimit -S -t {SECONDS} && exec "$0" "$@"']
    return execute([*limited, *target.command(program, [])], directory=folder).output


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_registers_survive(target: Target, tmp_path: Path) -> None:
    program = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    run = run_program(target, program, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, OK)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_mutant_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    assert said_by(mutant, PROGRAM, tmp_path) != OK


def test_vectors_survive(tmp_path: Path) -> None:
    target = target_named(VECTORS_BOARD)
    program = build(ROOT, target, [VECTORS], lambda _: None)[VECTORS]
    run = run_program(target, program, [], scratch=tmp_path)
    assert (run.status, bool(VECTORS_OK.fullmatch(run.output))) == (0, True), run.output


@pytest.mark.parametrize("mutant", VECTORS_MUTANTS, ids=[mutant.name for mutant in VECTORS_MUTANTS])
def test_a_mutant_changes_vectors(mutant: Mutant, tmp_path: Path) -> None:
    assert not VECTORS_OK.fullmatch(said_by(mutant, VECTORS, tmp_path))
