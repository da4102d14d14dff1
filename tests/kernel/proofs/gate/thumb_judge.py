# SPDX-License-Identifier: Apache-2.0
"""The judge of thumb.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gate_judge import NEAR, Judge
from symbolic import MASK, Memory, State
from thumb import LR, PC, SP, Processor
from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc
from unicorn.arm_const import (
    UC_ARM_REG_LR,
    UC_ARM_REG_PC,
    UC_ARM_REG_R0,
    UC_ARM_REG_S16,
    UC_ARM_REG_SP,
    UC_ARM_REG_XPSR,
    UC_CPU_ARM_CORTEX_M3,
    UC_CPU_ARM_CORTEX_M33,
)

if TYPE_CHECKING:
    from typing import ClassVar

FLAGS: Final = (("n", 31), ("z", 30), ("c", 29), ("v", 28))
THUMB: Final = 1 << 24


class ThumbJudge(Judge):
    """ARMv7-M."""

    REGISTERS = (
        *((at, UC_ARM_REG_R0 + at, MASK) for at in range(13)),
        *((SP, UC_ARM_REG_SP, MASK), (LR, UC_ARM_REG_LR, MASK), (PC, UC_ARM_REG_PC, MASK & ~1)),
    )
    PC = PC
    THUMB = 1
    OF_MODES = ("svc", "mrs", "msr", "cps", "dsb", "isb")
    CPU: ClassVar[int] = UC_CPU_ARM_CORTEX_M3

    def emulator(self) -> Uc:
        """Unicorn's processor."""
        other = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        other.ctl_set_cpu_model(self.CPU)
        return other

    def processor(self, memory: Memory) -> Processor:
        """The executor."""
        return Processor(self.program, memory)

    def length(self, one: Any) -> int:  # noqa: ANN401 - of capstone
        """An `it` is one with its instructions."""
        return len(one.mnemonic) if one.mnemonic.startswith("it") else 1

    def state(self) -> State:
        """A random state; Unicorn has its flags."""
        numbers = [self.number() for _ in range(13)]
        stack = NEAR + 4 * self.source.randint(-200, 200)
        flags = {name: bool(self.source.getrandbits(1)) for name, _ in FLAGS}
        word = THUMB | sum(flags[name] << bit for name, bit in FLAGS)
        self.other.reg_write(UC_ARM_REG_XPSR, word)
        return State([*numbers, stack, self.code_address(), 0], {}, [], flags=flags)

    def flag_differs(self, state: State) -> str:
        """The flag that differs, of those that are known, or nothing."""
        word = self.other.reg_read(UC_ARM_REG_XPSR)
        for name, bit in FLAGS:
            flag = state.flags[name]
            if isinstance(flag, bool) and flag != bool(word >> bit & 1):
                return f"flag {name}: {flag}"
        return ""


class FloatJudge(ThumbJudge):
    """ARMv8-M with FPU."""

    REGISTERS = (
        *ThumbJudge.REGISTERS,
        *((16 + at, UC_ARM_REG_S16 + at, MASK) for at in range(16)),
    )
    CPU = UC_CPU_ARM_CORTEX_M33

    def state(self) -> State:
        """As for a Cortex-M3, with floats."""
        state = super().state()
        state.registers += [self.source.getrandbits(32) for _ in range(16)]
        return state
