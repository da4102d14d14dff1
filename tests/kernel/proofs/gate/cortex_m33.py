# SPDX-License-Identifier: Apache-2.0
"""What a Cortex-M with an FPU and stack limits has besides, or does otherwise.

A thread has floats from its creation on, or never. The kernel has none: its registers of the FPU
may be those of any thread.

Source: Armv8-M Architecture Reference Manual (DDI 0553), B3.19 (the frame), B3.21 (stack limit
checks), B11.1 and D1.2 (PMSAv8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import z3
from cortex_m import FRAME, MPU, CortexM
from gate_program import WRITE
from symbolic import State, Violation, Word, fresh, term
from thumb import EXCEPTION_RETURN, LR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate_program import Program

FRAME_WITH_FLOATS_BYTES = 104
NO_FLOATS = 1 << 4  # of an exception return
PLAIN, FLOATS = 1, 2  # the modes of a thread
FLOAT_REGISTERS = range(16, 32)
CPACR, MPU_CTRL, SFSR = 0xE000ED88, MPU - 8, 0xE000EDE4
PROTECTION_ON = 5  # ENABLE, PRIVDEFENA


class CortexM33(CortexM):
    """ARMv8-M with FPU."""

    SCRATCH = (*CortexM.SCRATCH, *FLOAT_REGISTERS)
    REGISTERS = CortexM.REGISTERS + 1  # CPACR

    def __init__(self, program: Program, regions: int, names: Sequence[str]) -> None:
        """As World."""
        super().__init__(program, regions, names)
        self.floats = [z3.BitVec(f"s{at}", 32) for at in FLOAT_REGISTERS]
        self.rights, self.limit = z3.BitVecs("cpacr stack_limit", 32)

    def states(self, handler: str) -> list[State]:
        """Of a thread without floats, and of one with them."""
        found = []
        for mode in (PLAIN, FLOATS):
            for state in super().states(handler):
                words = {"limit": self.stack, "mode": mode, "access": self.rights, "loaded": mode}
                words |= {f"s16_to_s31 {at}": fresh("old") for at in range(16)}
                words["stack_limit"] = self.limit
                state.memory |= self.memory(words)
                state.registers += self.floats
                state.special["psplim"] = self.limit
                state.notes |= {"mode": mode, "loaded": mode, "is_off": False}
                if mode == FLOATS:
                    state.registers[LR] &= ~NO_FLOATS
                    if handler == self.CALLS:
                        frame = self.in_regions(FRAME, FRAME_WITH_FLOATS_BYTES, WRITE)
                        state.path.append(z3.Or(*frame))
                found.append(state)
        return found

    def is_volatile(self, address: int) -> bool:
        """As on a Cortex-M3, and the register about faults of another security state."""
        return address == SFSR or super().is_volatile(address)

    def may_port_store(self, state: State, address: int, value: Word) -> bool:
        """As on a Cortex-M3; and regions change only while the MPU is off."""
        is_fault = state.notes["handler"] == "HardFault_Handler"
        if not state.special["ipsr"] or is_fault:
            return (is_fault and address == SFSR) or super().may_port_store(state, address, value)
        if address == MPU_CTRL:
            state.notes["is_off"] = value == 0
            return value in {0, PROTECTION_ON}
        if address == CPACR:
            state.notes["mpu"] = {**state.notes["mpu"], CPACR: True}
            return self.proves(state, term(value) == self.rights)
        return super().may_port_store(state, address, value) and (
            state.notes["is_off"] or not MPU <= address < MPU + 4 * len(self.regions)
        )

    def check_kernel(self, state: State) -> None:
        """As on a Cortex-M3, with the limit of the kernel stack."""
        super().check_kernel(state)
        if not self.proves(state, term(state.special["psplim"]) == self.stack):
            raise Violation("the kernel with another limit of the stack")

    def to_user(self, state: State) -> None:
        """As on a Cortex-M3, with the limit of the stack, and floats."""
        super().to_user(state)
        about = self.about(state, -1)
        if not about.proves(term(state.special["psplim"]) == self.limit):
            raise Violation("another limit of the stack of the thread")
        for at, kept in zip(FLOAT_REGISTERS, self.floats, strict=True):
            has_floats = state.notes["mode"] == FLOATS
            if has_floats and not about.proves(term(state.registers[at]) == kept):
                raise Violation(f"another thread's contents of s{at} in user mode")

    def check_regions(self, state: State, about: State) -> None:
        """As on a Cortex-M3, with the MPU on, and with the rights to the FPU."""
        if state.notes["is_off"]:
            raise Violation("user mode without protection")
        super().check_regions(state, about)

    def return_of(self, state: State) -> int:
        """With the frame of the thread."""
        has_floats = state.notes["mode"] == FLOATS
        return EXCEPTION_RETURN & ~NO_FLOATS if has_floats else EXCEPTION_RETURN
