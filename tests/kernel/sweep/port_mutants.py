# SPDX-License-Identifier: Apache-2.0
"""The mutants of the ports, with the check that has to notice each of them.

test_port_mutants.py and tests/targets/boards/test_fpu.py try those that need an interrupt at one
instruction; `scripts/mutation --ports` tries all.
"""

from __future__ import annotations

from typing import Final

from port_mutant import Mutant

__all__ = ["HARMLESS", "NOTICED"]

V7M: Final = ("mps2-an385", "ports/cortex-m/v7m/switch.S")
PORT: Final = ("mps2-an385", "ports/cortex-m/port.c")
FPU: Final = ("mps2-an386", "ports/cortex-m/fpu/switch.S")
V6M: Final = ("microbit", "ports/cortex-m/v6m/switch.S")
RISCV: Final = ("virt-riscv32", "ports/riscv/switch.S")
SET_PSP: Final = "    msr   psp, r0               /* step 6 */\n"
RESUMED: Final = "    ldmia r0!, {r3-r11, lr}     /* step 7 */\n"

# Names of port_checks.CHECKS, and the mutants that they notice.
NOTICED: Final[dict[str, tuple[Mutant, ...]]] = {
    "sweep": (
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
    ),
    "preemption": (
        Mutant("v7m, PendSV keeps the lock", *V7M, f"{SET_PSP}    free_lock r1\n", SET_PSP),
        Mutant("v7m, PendSV loses r11", *V7M, RESUMED, f"{RESUMED}    mov   r11, r10\n"),
        Mutant("v7m, the result is lost", *V7M, "    str   r3, [r0]\n", "    str   r4, [r0]\n"),
        Mutant("PendSV is urgent", *PORT, "    SHPR3 |= PENDSV_LOWEST;\n", ""),
    ),
    "resume": (
        Mutant("v7m, only at the pop it resumes", *V7M, "cmp   r1, #4 ", "cmp   r1, #0 "),
        Mutant("v7m, it never resumes", *V7M, "    bls   still_resuming\n", ""),
        Mutant(
            "v7m, the stack grows with each interrupt in a switch",
            *V7M,
            "still_resuming:\n    adds  r0, #HARDWARE_FRAME\n",
            "still_resuming:\n",
        ),
        Mutant(
            "v7m, an interrupt at the SVC does not save",
            *V7M,
            "    beq   dispatch\n    b     save\n",
            "    b     dispatch\n",
        ),
    ),
    "exceptions": (
        Mutant("the supervisor call is urgent", *PORT, "    SHPR2 |= svcall_lowest;\n", ""),
    ),
    "alignment": (
        Mutant(
            "a stack is aligned to 4", *PORT, "(top & ~(uintptr_t)7U)", "(top & ~(uintptr_t)3U)"
        ),
    ),
    "emulator": (Mutant("v7m, the Thumb bit is in pc", *V7M, "    bic   lr, lr, #1\n", ""),),
    "code": (
        Mutant(
            "v7m, the first thread may use the old stack pointer",
            *V7M,
            "    msr   control, r1\n    isb\n",
            "    msr   control, r1\n",
        ),
    ),
}

# With the reason.
HARMLESS: Final = {
    Mutant(
        "v7m, a thread that called returns with the flag Q",
        *V7M,
        "mov   r1, #0x01000000 ",
        "mov   r1, #0x09000000 ",
    ): "Q is undefined when a function returns: Procedure Call Standard for the Arm Architecture "
    "(AAPCS32), 6.1.1, the bits N, Z, C, V and Q of the CPSR.",
}
