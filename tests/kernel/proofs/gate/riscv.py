# SPDX-License-Identifier: Apache-2.0
"""Instructions of RV32IC on symbolic values: those that the gate of user threads consists of.

Register 32 is the program counter.

Source: The RISC-V Instruction Set Manual, Volume I: Unprivileged ISA, chapters 2 and 16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import z3
from capstone.riscv import RISCV_OP_IMM, RISCV_OP_MEM, RISCV_OP_REG, RISCV_REG_X0
from symbolic import Memory, State, Truth, UnsupportedError, Violation, Word, simple, term, truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate_program import Program

RA, SP, PC = 1, 2, 32
# Compressed instructions that capstone does not call as the one that they stand for.
FULL_NAMES = {"addi16sp": "addi", "lwsp": "lw", "swsp": "sw"}
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "addi": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "and": lambda a, b: a & b,
    "andi": lambda a, b: a & b,
    "sll": lambda a, b: a << (b & 31),
    "slli": lambda a, b: a << b,
    "sltu": lambda a, b: z3.If(z3.ULT(a, b), term(1), term(0)),
    "sltiu": lambda a, b: z3.If(z3.ULT(a, b), term(1), term(0)),
}
CONDITIONS: dict[str, Callable[[Any, Any], Truth]] = {
    "beqz": lambda a, _: a == 0,
    "bnez": lambda a, _: a != 0,
    "bgez": lambda a, _: a >= 0,
    "bltz": lambda a, _: a < 0,
    "bne": lambda a, b: a != b,
    "bgeu": z3.UGE,
    "bltu": z3.ULT,
}


class Operand(NamedTuple):
    """A register or a number. An address is two of them: an offset and a register."""

    is_register: bool
    number: int


class Whole(NamedTuple):
    """An instruction, as the one of 4 bytes that it stands for.

    Attributes:
        words: of its text.
    """

    name: str
    operands: list[Operand]
    address: int
    words: list[str]

    @classmethod
    def of(cls, one: Any) -> Whole:  # noqa: ANN401 - of capstone
        """From capstone's form."""
        found = []
        for each in one.operands:
            if each.type == RISCV_OP_REG:
                found.append(Operand(True, each.reg - RISCV_REG_X0))
            elif each.type == RISCV_OP_IMM:
                found.append(Operand(False, each.imm))
            elif each.type == RISCV_OP_MEM:
                found.append(Operand(False, each.mem.disp))
                found.append(Operand(True, each.mem.base - RISCV_REG_X0))
        name = one.mnemonic.removeprefix("c.")
        name = FULL_NAMES.get(name, name)
        if name in OPERATIONS and len(found) == 2:  # the first one is also the target
            found.insert(0, found[0])
        return cls(name, found, one.address, one.op_str.replace(" ", "").split(","))


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
        """The instruction there."""
        if address not in self.decoded:
            one = next(self.decoder.disasm(self.program.text(address, 4), address), None)
            if one is None:
                raise Violation(f"there is no instruction at {address:#x}")
            self.decoded[address] = one
        return self.decoded[address]

    def step(self, state: State) -> None:
        """Execute an instruction. Forks before anything has changed but the state itself."""
        one = self.at(state.registers[PC])
        self.executed.add(one.address)
        state.registers[PC] = one.address + one.size
        whole = Whole.of(one)
        for group in (self.branch, self.access, self.special, self.calculate):
            if group(state, whole):
                return
        raise UnsupportedError(f"unknown: {one.mnemonic} {one.op_str} at {one.address:#x}")

    @staticmethod
    def value(state: State, operand: Operand) -> Word:
        """The contents of a register, or the number."""
        return state.registers[operand.number] if operand.is_register else operand.number

    @staticmethod
    def set(state: State, operand: Operand, word: Word) -> None:
        """Write a register; the first one stays 0."""
        if operand.number != 0:
            state.registers[operand.number] = simple(word)

    def branch(self, state: State, one: Whole) -> bool:
        """Execute a branch."""
        operands, link = one.operands, Operand(True, RA)
        if one.name in CONDITIONS:
            a, b = (term(self.value(state, each)) for each in operands[:2])
            if state.decide(truth(CONDITIONS[one.name](a, b))):
                state.registers[PC] = one.address + operands[-1].number
            return True
        if one.name in {"j", "jal"}:
            target = one.address + operands[-1].number
            link = operands[0] if len(operands) == 2 else link
        elif one.name in {"jr", "jalr"}:
            target = state.number(self.value(state, operands[0])) & ~1
        else:
            return False
        if one.name in {"jal", "jalr"}:
            self.set(state, link, state.registers[PC])
        state.registers[PC] = target
        return True

    def access(self, state: State, one: Whole) -> bool:
        """Execute a load or a store."""
        if one.name not in {"lw", "sw"}:
            return False
        word, offset, base = one.operands
        address = simple(term(self.value(state, base)) + offset.number)
        if one.name == "lw":
            self.set(state, word, self.memory.load(state, address, 4))
        else:
            self.memory.store(state, address, 4, self.value(state, word))
        return True

    def special(self, state: State, one: Whole) -> bool:
        """Execute an access to a register of the privileged architecture."""
        if one.name not in {"csrr", "csrw", "csrrw", "csrsi"}:
            return False
        place = one.words[0] if one.name in {"csrw", "csrsi"} else one.words[1]
        if place not in state.special:
            raise UnsupportedError(f"unknown register {place}")
        old, value = state.special[place], self.value(state, one.operands[-1])
        if one.name != "csrr":
            state.special[place] = simple(term(old) | value) if one.name == "csrsi" else value
        if one.name in {"csrr", "csrrw"}:
            self.set(state, one.operands[0], old)
        return True

    def calculate(self, state: State, one: Whole) -> bool:
        """Execute an arithmetic instruction."""
        values = [term(self.value(state, operand)) for operand in one.operands]
        if one.name == "nop":
            return True
        if one.name in OPERATIONS:
            result = OPERATIONS[one.name](values[1], values[2])
        elif one.name in {"li", "mv"}:
            result = values[1]
        elif one.name == "neg":
            result = -values[1]
        elif one.name in {"lui", "auipc"}:
            result = (one.address if one.name == "auipc" else 0) + (values[1] << 12)
        else:
            return False
        self.set(state, one.operands[0], result)
        return True
