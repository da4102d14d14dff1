# SPDX-License-Identifier: Apache-2.0
"""Mistakes in the way of a user thread into the kernel and back, as changes of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gate_program import calls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate_program import Program

NOP: Final = bytes.fromhex("00bf")
LOAD_WORD: Final = bytes.fromhex("dcf810e0")  # ldr.w lr, [ip, #16]
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
        by = self.by or NOP * (size // len(NOP))
        assert len(by) == size, self
        return program.patched(address, by)


_FLAGS: Final = "event_flags_wait"
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
    Mistake("regions change while the MPU is on", "SVC_Handler", "str r4, [ip"),
    Mistake("the MPU stays off", "SVC_Handler", "str r4, [ip", 1),
    Mistake("the rights to the FPU are those of another thread", "SVC_Handler", "str.w r1, [ip"),
    Mistake("a buffer can begin outside of a region", _FLAGS, "bhs", call=_FLAGS),
    Mistake("a fault uses the stack of the thread", "HardFault_Handler", "msr psp, r2"),
    Mistake("a fault has the limit of the stack of the thread", "HardFault_Handler", "msr psplim"),
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
