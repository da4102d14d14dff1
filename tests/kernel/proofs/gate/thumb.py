# SPDX-License-Identifier: Apache-2.0
"""Instructions of ARMv7-M and ARMv8-M on symbolic values: those that the gate consists of.

Registers 16 to 31 are s16 to s31 of an FPU; nothing uses the others.

Source: Armv7-M Architecture Reference Manual (DDI 0403E), A7.7 and B1.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3
from capstone.arm import (
    ARM_OP_IMM,
    ARM_OP_MEM,
    ARM_OP_REG,
    ARM_REG_LR,
    ARM_REG_PC,
    ARM_REG_R0,
    ARM_REG_S0,
    ARM_REG_S16,
    ARM_REG_S31,
    ARM_REG_SP,
    ARM_SFT_INVALID,
    ARM_SFT_LSL,
    ARM_SFT_LSR,
)
from symbolic import (
    MASK,
    Memory,
    State,
    Truth,
    UnsupportedError,
    Violation,
    Word,
    bit,
    simple,
    term,
    truth,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate_program import Program

BYTE = 0xFF
SP, LR, PC = 13, 14, 15
EXCEPTION_RETURN = 0xFFFFFFFD  # thread mode, process stack

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "and": lambda a, b: a & b,
    "orr": lambda a, b: a | b,
    "eor": lambda a, b: a ^ b,
    "bic": lambda a, b: a & ~b,
}
CONDITIONS: dict[int, Callable[[dict[str, Truth]], Truth]] = {
    1: lambda f: f["z"],
    2: lambda f: z3.Not(f["z"]),
    3: lambda f: f["c"],
    4: lambda f: z3.Not(f["c"]),
    5: lambda f: f["n"],
    6: lambda f: z3.Not(f["n"]),
    9: lambda f: z3.And(f["c"], z3.Not(f["z"])),
    10: lambda f: z3.Or(z3.Not(f["c"]), f["z"]),
    11: lambda f: f["n"] == f["v"],
    12: lambda f: f["n"] != f["v"],
    13: lambda f: z3.And(z3.Not(f["z"]), f["n"] == f["v"]),
    14: lambda f: z3.Or(f["z"], f["n"] != f["v"]),
    15: lambda _: True,
}
UP = {"stm", "ldm", "vstmia", "vldmia"}  # of several registers, to higher addresses
NOTHING = {"nop", "dsb", "isb", "dmb", "cpsid", "cpsie", "it"}


def register_of(number: int) -> int:
    """Capstone's number of a register as the processor's."""
    if ARM_REG_S16 <= number <= ARM_REG_S31:
        return int(number - ARM_REG_S0)
    special = {ARM_REG_SP: SP, ARM_REG_LR: LR, ARM_REG_PC: PC}
    return int(special.get(number, number - ARM_REG_R0))


class Processor:
    """Executes the program."""

    def __init__(self, program: Program, memory: Memory) -> None:
        """Load a program."""
        self.program = program
        self.memory = memory
        self.decoder = program.decoder()
        self.decoded: dict[int, Any] = {}
        self.executed: set[int] = set()

    def at(self, address: int) -> Any:  # noqa: ANN401 - of capstone
        """The instruction there. One behind `it` has been decoded with it."""
        if address not in self.decoded:
            text = self.program.text(address, 20)
            for one in self.decoder.disasm(text, address):
                self.decoded[one.address] = one
                # The instructions that an `it` makes conditional, up to four, are decoded with it.
                if not self.decoded[address].mnemonic.startswith("it"):
                    break
        if address not in self.decoded:
            raise Violation(f"there is no instruction at {address:#x}")
        return self.decoded[address]

    def step(self, state: State) -> None:
        """Execute an instruction. Forks before anything has changed but the state itself."""
        address = state.registers[PC]
        one = self.at(address)
        self.executed.add(address)
        state.registers[PC] = address + one.size
        name = one.mnemonic.removesuffix(".w")
        is_branch = name[:1] == "b" and not name.startswith(("bl", "bic", "bx", "bf"))
        if one.cc not in {0, 15} and not name.startswith("it"):
            if not state.decide(truth(CONDITIONS[one.cc](state.flags))):
                return
            name = "b" if is_branch else name[:-2]
        self.execute(state, one, "it" if name.startswith("it") else name)

    def execute(self, state: State, one: Any, name: str) -> None:  # noqa: ANN401
        """Execute the effect of an instruction."""
        if name in NOTHING:
            return
        plain = name.removesuffix("s") if one.update_flags else name
        for group in (self.branch, self.access, self.special, self.calculate):
            if group(state, one, plain):
                return
        raise UnsupportedError(
            f"unknown instruction at {one.address:#x}: {one.mnemonic} {one.op_str}"
        )

    def value(self, state: State, operand: Any) -> Word:  # noqa: ANN401
        """The value of a register, shifted, or a number."""
        if operand.type == ARM_OP_IMM:
            return operand.imm & MASK
        word = state.registers[register_of(operand.reg)]
        if operand.shift.type == ARM_SFT_LSL:
            return simple(term(word) << operand.shift.value)
        if operand.shift.type == ARM_SFT_LSR:
            return simple(z3.LShR(term(word), operand.shift.value))
        if operand.shift.type != ARM_SFT_INVALID:
            raise UnsupportedError(f"unknown shift {operand.shift.type}")
        return word

    def branch(self, state: State, one: Any, name: str) -> bool:  # noqa: ANN401
        """Execute a branch."""
        if name not in {"b", "bl", "blx", "bx", "cbz", "cbnz"}:
            return False
        target = self.value(state, one.operands[-1])
        if name in {"cbz", "cbnz"}:
            is_zero = truth(term(self.value(state, one.operands[0])) == 0)
            if state.decide(is_zero) != (name == "cbz"):
                return True
        if name in {"bl", "blx"}:
            state.registers[LR] = state.registers[PC] | 1
        self.jump(state, target)
        return True

    def jump(self, state: State, target: Word) -> None:
        """Continue at an address."""
        number = state.number(target)
        state.registers[PC] = number if number >= 0xFF000000 else number & ~1

    def base_and_address(self, state: State, one: Any) -> tuple[int, Word]:  # noqa: ANN401
        """The register of an access, and the address."""
        place = one.operands[-1].mem if one.operands[-1].type == ARM_OP_MEM else None
        if place is None:
            raise UnsupportedError(
                f"unknown access at {one.address:#x}: {one.mnemonic} {one.op_str}"
            )
        base = register_of(place.base)
        word = (one.address + 4) & ~3 if base == PC else state.registers[base]
        if place.index:
            index = term(state.registers[register_of(place.index)])
            shift = one.operands[-1].shift
            word = simple(term(word) + (index << (shift.value if shift.type else 0)))
        return base, simple(word + place.disp)

    def access(self, state: State, one: Any, name: str) -> bool:  # noqa: ANN401
        """Execute a load or a store."""
        if name in {"push", "pop", *UP, "stmdb"}:
            self.several(state, one, name)
            return True
        sizes = {"ldr": 4, "ldrb": 1, "ldrh": 2, "ldrd": 4, "str": 4, "strb": 1, "strh": 2}
        sizes["strd"] = 4
        if name not in sizes:
            return False
        base, address = self.base_and_address(state, one)
        registers = [register_of(each.reg) for each in one.operands[:-1]]
        places = [simple(address + 4 * at) for at in range(len(registers))]
        if name.startswith("str"):
            for register, place in zip(registers, places, strict=True):
                self.memory.store(state, place, sizes[name], state.registers[register])
        else:
            loaded = [self.memory.load(state, place, sizes[name]) for place in places]
            for register, word in zip(registers, loaded, strict=True):
                state.registers[register] = word
        if one.writeback:
            state.registers[base] = address
        return True

    def several(self, state: State, one: Any, name: str) -> None:  # noqa: ANN401
        """Execute a load or a store of several registers."""
        registers = [register_of(each.reg) for each in one.operands if each.type == ARM_OP_REG]
        base = SP if name in {"push", "pop"} else registers.pop(0)
        begin = state.registers[base]
        if name in {"push", "stmdb"}:
            begin = simple(begin - 4 * len(registers))
        places = [simple(begin + 4 * at) for at in range(len(registers))]
        if name in {"push", "stm", "stmdb", "vstmia"}:
            for register, place in zip(registers, places, strict=True):
                self.memory.store(state, place, 4, state.registers[register])
            end = simple(begin + 4 * len(registers)) if name in UP else begin
        else:
            end = simple(begin + 4 * len(registers))
            loaded = [self.memory.load(state, place, 4) for place in places]
            for register, word in zip(registers, loaded, strict=True):
                state.registers[register] = word
        if name in {"push", "pop"} or one.writeback:
            state.registers[base] = end
        if PC in registers and name in {"pop", "ldm"}:
            self.jump(state, state.registers[PC])

    def special(self, state: State, one: Any, name: str) -> bool:  # noqa: ANN401
        """Execute an access to a special register of the processor."""
        if name not in {"mrs", "msr"}:
            return False
        words = one.op_str.replace(" ", "").split(",")
        place, operand = (words[1], 0) if name == "mrs" else (words[0], 1)
        register = register_of(one.operands[operand].reg)
        if place not in state.special:
            raise UnsupportedError(f"unknown register {place}")
        if name == "mrs":
            state.registers[register] = state.special[place]
        elif place == "control":
            state.special[place] = state.number(state.registers[register])
        else:
            state.special[place] = state.registers[register]
        return True

    def add(self, state: State, a: Word, b: Word, *, minus: bool, sets: bool) -> Word:
        """Return a + b or a - b, and set the flags."""
        result = simple(term(a) - term(b) if minus else term(a) + term(b))
        if sets:
            self.set_flags(state, result)
            sign = (term(a) ^ term(b) if minus else term(b) ^ term(result)) & (
                term(a) ^ term(result)
            )
            state.flags["v"] = truth(z3.Extract(31, 31, sign) == 1)
            carry = z3.ULE(term(b), term(a)) if minus else z3.ULT(term(result), term(a))
            state.flags["c"] = truth(carry)
            if minus:
                state.flags["z"] = truth(term(a) == term(b))
        return result

    @staticmethod
    def set_flags(state: State, result: Word) -> None:
        """Set the flags negative and zero."""
        state.flags["n"] = bit(result, 31)
        state.flags["z"] = truth(term(result) == 0)

    def calculate(self, state: State, one: Any, name: str) -> bool:  # noqa: ANN401
        """Execute an arithmetic instruction."""
        operands = one.operands
        values = [self.value(state, operand) for operand in operands]
        a, b = (values[-2], values[-1]) if len(values) > 1 else (0, values[-1])
        sets = one.update_flags
        if name in {"add", "addw", "sub", "subw", "cmp", "cmn", "rsb"}:
            a, b = (b, a) if name == "rsb" else (a, b)
            minus = name[:3] in {"sub", "cmp", "rsb"}
            result = self.add(state, a, b, minus=minus, sets=sets)
            if name in {"cmp", "cmn"}:
                return True
        elif name in {"lsl", "lsr", "asr"}:
            result = self.shift(state, name, a, b, sets)
        elif name in {"tst", *OPERATIONS}:
            result = simple(OPERATIONS.get(name, OPERATIONS["and"])(term(a), term(b)))
            if sets and (operands[-1].shift.type or operands[-1].imm > BYTE):
                state.flags["c"] = z3.FreshConst(z3.BoolSort())
        elif name in {"mov", "movw", "mvn", "uxtb", "uxth"}:
            masks = {"uxtb": 0xFF, "uxth": 0xFFFF}
            result = simple(~term(b) if name == "mvn" else term(b) & masks.get(name, MASK))
        else:
            return False
        if sets and name not in {"add", "sub", "rsb"}:
            self.set_flags(state, result)
        if name != "tst":
            state.registers[register_of(operands[0].reg)] = result
        return True

    def shift(self, state: State, name: str, a: Word, b: Word, sets: bool) -> Word:
        """Shift by a number, or by the lowest byte of a register."""
        word, by = term(a), term(b) & 0xFF
        wide = z3.ZeroExt(32, word), z3.ZeroExt(32, by)
        if name == "lsl":
            both = wide[0] << wide[1]
            result, carry = z3.Extract(31, 0, both), z3.Extract(32, 32, both)
        else:
            far = z3.SignExt(32, word) if name == "asr" else wide[0]
            both = (far << 1) >> wide[1] if name == "asr" else z3.LShR(far << 1, wide[1])
            result, carry = z3.Extract(32, 1, both), z3.Extract(0, 0, both)
        if sets:
            before = state.flags.get("c", z3.FreshConst(z3.BoolSort()))
            state.flags["c"] = truth(z3.If(by == 0, before, carry == 1))
        return simple(result)
