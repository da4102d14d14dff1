# SPDX-License-Identifier: Apache-2.0
"""The judge of riscv.py."""

from __future__ import annotations

from gate_judge import NEAR, Judge
from riscv import PC, SP, Processor
from symbolic import MASK, Memory, State
from unicorn import UC_ARCH_RISCV, UC_MODE_RISCV32, Uc
from unicorn.riscv_const import UC_RISCV_REG_PC, UC_RISCV_REG_X0


class RiscVJudge(Judge):
    """RV32IC."""

    REGISTERS = (
        *((at, UC_RISCV_REG_X0 + at, MASK) for at in range(32)),
        (PC, UC_RISCV_REG_PC, MASK),
    )
    PC = PC
    OF_MODES = ("csr", "mret")

    def emulator(self) -> Uc:
        """Unicorn's processor."""
        return Uc(UC_ARCH_RISCV, UC_MODE_RISCV32)

    def processor(self, memory: Memory) -> Processor:
        """The executor."""
        return Processor(self.program, memory)

    def state(self) -> State:
        """A random state."""
        numbers = [0, *(self.number() for _ in range(31)), 0]
        numbers[SP] = NEAR + 4 * self.source.randint(-200, 200)
        return State(numbers, {}, [])
