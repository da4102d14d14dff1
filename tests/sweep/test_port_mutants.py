# SPDX-License-Identifier: Apache-2.0
"""Goal: the sweep notices what is wrong with a port, also what conformance tests do not see.

Method: the context switch is assembled with a text that stands there once replaced, as CMake would
do it, and linked ahead of the kernel; a few pairs then have to find something, and nothing with the
switch as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from port_mutant import Mutant, mutate
from sweep import sweep

from limen.run import build, find_root
from limen.run.target import target_named

ROOT = find_root(Path(__file__).parent)
# A call or a handler wakes a thread; in the midst of the switch the interrupt decides otherwise.
PAIRS: Final = (
    ("thread", "0", "semaphore_post", "waiter_20"),
    ("handler", "0", "semaphore_post", "resume_fresh"),
    ("handler", "0", "semaphore_post", "terminate_waiter"),
    ("handler", "0", "resume_fresh", "suspend_fresh"),
    ("twice", "0", "nothing", "suspend_resume_caller"),
)


CPU_SECONDS: Final = 4  # a pair takes a fifth of one
V7M: Final = ("mps2-an385", "ports/cortex-m/v7m/switch.S")
FPU: Final = ("mps2-an386", "ports/cortex-m/fpu/switch.S")
V6M: Final = ("microbit", "ports/cortex-m/v6m/switch.S")
RISCV: Final = ("virt-riscv32", "ports/riscv/switch.S")
BOARDS: Final = (
    "mps2-an385",
    "mps2-an386",
    "mps2-an500",
    "mps2-an505",
    "mps3-an547",
    "microbit",
    "virt-riscv32",
    "virt-riscv64",
)
MUTANTS: Final = (
    Mutant(
        "v7m, PendSV without the lock",
        *V7M,
        "    take_lock r0\n    mrs   r0, psp",
        "    mrs   r0, psp",
    ),
    Mutant(
        "v6m, PendSV without the lock",
        *V6M,
        "    mov   r4, r2\n    cpsid i\n",
        "    mov   r4, r2\n",
    ),
    Mutant(
        "v7m, the lock is free before the stack is the new one's",
        *V7M,
        "    ldr   sp, [r2, #STACK_POINTER] /* step 6: the new thread's stack */\n"
        "enable_and_load:\n    free_lock r2\n",
        "    free_lock r2\n    ldr   sp, [r2, #STACK_POINTER]\n"
        "enable_and_load:\n    free_lock r2\n",
    ),
    Mutant(
        "fpu, PendSV without the lock",
        *FPU,
        "    take_lock r0\n    mrs   r0, psp",
        "    mrs   r0, psp",
    ),
    Mutant(
        "fpu, an interrupt at the SVC forgets the floats of the older frame",
        *FPU,
        "    ldr   r2, [r0], #HARDWARE_FRAME\n",
        "    mov   r2, lr\n    adds  r0, #HARDWARE_FRAME\n",
    ),
    Mutant("riscv, a call that switches loses s11", *RISCV, "    put   s11, 12\n", ""),
    Mutant(
        "riscv, the lock is free for an instruction before the stack is the new one's",
        *RISCV,
        "    get   sp, STACK_POINTER, a2 /* step 6: the new thread's stack */\n",
        "    csrsi mstatus, MIE\n    csrci mstatus, MIE\n    get   sp, STACK_POINTER, a2\n",
    ),
    Mutant(
        "riscv, an interrupted thread is resumed with the lock free",
        *RISCV,
        "resume_preempted:\n",
        "resume_preempted:\n    csrsi mstatus, MIE\n",
    ),
)


def findings(board: str, program: Path, folder: Path) -> list[str]:
    """Of the first pair that has some; a program that hangs or dies has found something, too."""
    target = target_named(board)
    for pair in PAIRS:
        swept = sweep(target, program, pair, folder, cpu_seconds=CPU_SECONDS)
        if swept.findings:
            return [str(finding) for finding in swept.findings]
    return []


@pytest.mark.parametrize("board", BOARDS)
def test_the_port_itself_passes(board: str, tmp_path: Path) -> None:
    program = build(ROOT, target_named(board), ["sweep"], lambda _: None)["sweep"]
    assert findings(board, program, tmp_path) == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_a_mutant_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    build(ROOT, target_named(mutant.board), ["sweep"], lambda _: None)
    assert findings(mutant.board, mutate(ROOT, mutant, "sweep", tmp_path), tmp_path) != []
