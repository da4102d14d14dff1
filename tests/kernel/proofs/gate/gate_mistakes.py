# SPDX-License-Identifier: Apache-2.0
"""Mistakes in the way of a user thread into the kernel and back, as changes of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gate_program import calls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate_program import Program

LOAD_WORD: Final = bytes.fromhex("dcf810e0")  # ldr.w lr, [ip, #16]
WITH_PRIVILEGES: Final = bytes.fromhex("b7120000")  # lui t0, 1: the higher bit of MPP
ALWAYS: Final = bytes.fromhex("06e0")  # b, to the target of bhi


@dataclass(frozen=True, slots=True)
class Mistake:
    """An instruction of the program, and the bytes that replace it.

    Attributes:
        wrong: in words.
        text: how the instruction begins.
        nth: its number among those in the function.
        by: None: nothing is done.
        call: its paths violate a claim.
    """

    wrong: str
    function: str
    text: str
    nth: int = 0
    by: bytes | None = None
    call: str = "semaphore_post"

    def plant(self, program: Program) -> Program:
        """Return the program with the mistake."""
        address, size = program.instruction(self.function, self.text, self.nth)
        nop = program.port.nop
        by = self.by or nop * (size // len(nop))
        assert len(by) == size, self
        return program.patched(address, by)


_FLAGS: Final = "event_flags_wait"
_TRAPS: Final = "lm_user_traps"
CORTEX_M3: Final = (
    Mistake("a handle is not compared with the number of grants", "lm_user_gate", "bhs"),
    Mistake("no right is looked at", "lm_user_gate", "blo"),
    Mistake("the number of a call has 32 bits", "lm_user_gate", "ldrb", 0, LOAD_WORD),
    Mistake("a number of no call is not refused", "lm_user_gate", "bhs", 1),
    Mistake("the kernel uses the stack of the thread", "SVC_Handler", "msr psp"),
    Mistake("a thread keeps its privileges when a call returns", "SVC_Handler", "msr control", 1),
    Mistake("it keeps them where its regions are loaded", "SVC_Handler", "msr control", 2),
    Mistake("the regions of another thread stay", "SVC_Handler", "stm.w ip, {r4"),
    Mistake("a thread whose regions are replaced is not told", "SVC_Handler", "str r1, [r3"),
    Mistake("registers of the kernel reach the thread", "SVC_Handler", "pop.w {r4"),
    Mistake("a buffer can begin outside of a region", _FLAGS, "bhs", call=_FLAGS),
    Mistake("a buffer can end outside of a region", _FLAGS, "bhi", by=ALWAYS, call=_FLAGS),
    Mistake("a region for reading can be written", _FLAGS, "bne", 3, call=_FLAGS),
    Mistake("a fault uses the stack of the thread", "HardFault_Handler", "msr psp"),
)


CORTEX_M33: Final = (
    Mistake("a handle is not compared with the number of grants", "lm_user_gate", "bhs"),
    Mistake("no right is looked at", "lm_user_gate", "blo"),
    Mistake("the kernel uses the stack of the thread", "SVC_Handler", "msr psp, r2"),
    Mistake("the kernel has the limit of the stack of the thread", "SVC_Handler", "msr psplim"),
    Mistake("the thread has that of the kernel stack", "SVC_Handler", "msr psplim", 1),
    Mistake("floats of the thread are lost", "SVC_Handler", "vstmia"),
    Mistake("floats of another thread reach the thread", "SVC_Handler", "vldmia"),
    Mistake("the gate has floats", "SVC_Handler", "orr lr"),
    Mistake("a thread with floats returns without them", "SVC_Handler", "mvn lr"),
    Mistake("a thread keeps its privileges when a call returns", "SVC_Handler", "msr control", 1),
    Mistake("with floats it keeps them", "SVC_Handler", "msr control", 2),
    Mistake("it keeps them where its regions are loaded", "SVC_Handler", "msr control", 3),
    Mistake("the regions of another thread stay", "SVC_Handler", "stm.w ip, {r4"),
    Mistake("a thread whose regions are replaced is not told", "SVC_Handler", "str r1, [r3"),
    Mistake("regions change while the MPU is on", "SVC_Handler", "str r4, [ip"),
    Mistake("the MPU stays off", "SVC_Handler", "str r4, [ip", 1),
    Mistake("the rights to the FPU are those of another thread", "SVC_Handler", "str.w r1, [ip"),
    Mistake("a buffer can begin outside of a region", _FLAGS, "bhs", call=_FLAGS),
    Mistake("a fault uses the stack of the thread", "HardFault_Handler", "msr psp, r2"),
    Mistake("a fault has the limit of the stack of the thread", "HardFault_Handler", "msr psplim"),
)
RISCV: Final = (
    Mistake("a handle is not compared with the number of grants", _TRAPS, "bgeu a0, t0"),
    Mistake("no right is looked at", _TRAPS, "bgez t0"),
    Mistake("a number of no call has a right", _TRAPS, "bltu t0, a7"),
    Mistake("a number of no call is not refused", _TRAPS, "bgeu t1, t0"),
    Mistake("a call uses the gp of the thread", _TRAPS, "c.lwsp gp, 0x5c(sp)"),
    Mistake("a call has the traps of user mode", _TRAPS, "csrw mtvec"),
    Mistake("a fault has the traps of user mode", _TRAPS, "csrw mtvec", 2),
    Mistake("an interrupt has the traps of user mode", _TRAPS, "csrw mtvec", 3),
    Mistake("a thread has the traps of the kernel", _TRAPS, "csrw mtvec", 1),
    Mistake("an interrupt finds no main stack", _TRAPS, "csrrw t0, mscratch, t0", 2),
    Mistake("a thread does not lead to its kernel stack", _TRAPS, "csrw mscratch, sp"),
    Mistake("a fault uses the stack of the thread", _TRAPS, "csrrw sp, mscratch, sp"),
    Mistake("an interrupt uses the stack of the thread", _TRAPS, "csrrw sp, mscratch, sp", 1),
    Mistake("a call returns with privileges", _TRAPS, "addi t0, zero, 0x80", 0, WITH_PRIVILEGES),
    Mistake("an interrupt does so", _TRAPS, "addi t0, zero, 0x80", 1, WITH_PRIVILEGES),
    Mistake("a call leads back to itself", _TRAPS, "c.addi t0, 4"),
    Mistake("the regions of another thread stay", _TRAPS, "jal t0"),
    Mistake("one of them stays", "load", "csrw pmpaddr6"),
    Mistake("the rights to them stay", "load", "csrw pmpcfg1"),
    Mistake("a thread whose regions are replaced is not told", "load", "sw zero"),
    Mistake("loaded regions are not noted", "load", "c.swsp t2"),
    Mistake("tp is that of another thread", "load", "c.lwsp tp"),
    Mistake("the other thread loses its tp", "load", "sw tp"),
    Mistake("a register of the kernel reaches the thread", _TRAPS, "c.li a3"),
    Mistake("an interrupt changes a register of the thread", _TRAPS, "c.swsp a3"),
    Mistake("a buffer can begin outside of a region", _FLAGS, "bgeu a6, a4", call=_FLAGS),
    Mistake("a buffer can end outside of a region", _FLAGS, "bgeu t3, a3", call=_FLAGS),
    Mistake("a region for reading can be written", _FLAGS, "bne a5, a1", call=_FLAGS),
)


def planted(program: Program, instructions: Iterable[Mistake]) -> list[tuple[str, Program, str]]:
    """Each mistake, the program with it, and the call whose paths violate a claim."""
    table = program.symbols["lm_user_object_calls"]
    numbers = {call.name: call.number for call in calls()}

    def entry(call: str, function: str) -> Program:
        word = program.symbols[function] | program.port.of_functions
        return program.patched(table + 4 * numbers[call], word.to_bytes(4, "little"))

    send, receive = "queue_send_forever", "queue_receive_forever"
    return [
        *((mistake.wrong, mistake.plant(program), mistake.call) for mistake in instructions),
        ("a buffer is not looked at", entry(send, f"lm_{send}"), send),
        ("a buffer that is written is only looked at for reading", entry(receive, send), receive),
    ]
