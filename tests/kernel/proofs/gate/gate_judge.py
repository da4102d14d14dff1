# SPDX-License-Identifier: Apache-2.0
"""Compares the instructions of armv7m.py on random numbers with those of Unicorn, an emulator."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from armv7m import LR, PC, SP, Memory, Processor, State, Word
from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc, UcError
from unicorn.arm_const import (
    UC_ARM_REG_LR,
    UC_ARM_REG_PC,
    UC_ARM_REG_R0,
    UC_ARM_REG_SP,
    UC_ARM_REG_XPSR,
    UC_CPU_ARM_CORTEX_M3,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate_program import Program

RAM: Final = 0x20000000
RAM_BYTES: Final = 0x2000
# Random states for each instruction, and the least number to compare: in many states it faults.
ROUNDS: Final = 20
ROUNDS_MAX: Final = 1000
COMPARED_LEAST: Final = 2
FLAGS: Final = (("n", 31), ("z", 30), ("c", 29), ("v", 28))
THUMB: Final = 1 << 24
REGISTERS: Final = (
    *range(UC_ARM_REG_R0, UC_ARM_REG_R0 + 13),
    *(UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC),
)
# These instructions change modes or wait for memory; gates.py defines their effects.
OF_MODES: Final = ("svc", "mrs", "msr", "cps", "dsb", "isb")


@dataclass(slots=True)
class Plain(Memory):
    """The code, and a RAM of numbers."""

    code: bytes
    ram: bytearray

    def load(self, state: State, address: Word, size: int) -> Word:
        """Load a little-endian number."""
        del state
        if address + size <= len(self.code):
            return int.from_bytes(self.code[address : address + size], "little")
        at = address - RAM
        if not 0 <= at <= RAM_BYTES - size:
            raise IndexError(hex(address))
        return int.from_bytes(self.ram[at : at + size], "little")

    def store(self, state: State, address: Word, size: int, value: Word) -> None:
        """Store a little-endian number."""
        del state
        at = address - RAM
        if not 0 <= at <= RAM_BYTES - size:
            raise IndexError(hex(address))
        self.ram[at : at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def _words(source: random.Random, code: int) -> bytes:
    """Return contents of RAM, many of them addresses of code."""
    words = (
        source.randrange(code) | 1 if source.getrandbits(1) else source.getrandbits(32)
        for _ in range(RAM_BYTES // 4)
    )
    return b"".join(word.to_bytes(4, "little") for word in words)


def _numbers(source: random.Random, code: int) -> list[int]:
    """Return registers: addresses of RAM and of code, small and large numbers."""
    near = RAM + RAM_BYTES // 2
    kinds = (
        lambda: source.randrange(code) | 1,
        lambda: near + 4 * source.randint(-200, 200),
        lambda: source.randint(0, 40),
        lambda: source.getrandbits(32),
        lambda: source.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)),
    )
    found = [source.choice(kinds)() for _ in range(13)]
    return [*found, near + 4 * source.randint(-200, 200), source.randrange(code) | 1, 0]


class Judge:
    """Both processors with the same program."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.source = random.Random(seed)
        self.other = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        self.other.ctl_set_cpu_model(UC_CPU_ARM_CORTEX_M3)
        size = -(-len(program.code) // 0x1000) * 0x1000
        self.other.mem_map(0, size)
        self.other.mem_write(0, program.code)
        self.other.mem_map(RAM, RAM_BYTES)
        self.compared = 0

    def units(self, executed: Iterable[int], processor: Processor) -> list[tuple[int, int]]:
        """Return address and length of each unit: an instruction, or `it` with its instructions."""
        found, end = [], 0
        for address in sorted(executed):
            one = processor.at(address)
            if address < end or one.mnemonic.startswith(OF_MODES):
                continue
            count = len(one.mnemonic) if one.mnemonic.startswith("it") else 1
            end = address
            for _ in range(count):
                end += processor.at(end).size
            found.append((address, count))
        return found

    def differs(self, address: int, count: int) -> str | None:
        """Execute both from one random state. Returns: the difference; None: equal, or a fault."""
        size = len(self.program.code)
        numbers, ram = _numbers(self.source, size), _words(self.source, size)
        flags = {name: bool(self.source.getrandbits(1)) for name, _ in FLAGS}
        numbers[PC] = address
        memory = Plain(self.program.code, bytearray(ram))
        processor = Processor(self.program.code, memory)
        state = State(list(numbers), {}, [], 0, 0, 0, flags=dict(flags))
        self.other.mem_write(RAM, ram)
        for register, number in zip(REGISTERS, numbers, strict=True):
            self.other.reg_write(register, number)
        word = THUMB | sum(flags[name] << bit for name, bit in FLAGS)
        self.other.reg_write(UC_ARM_REG_XPSR, word)
        try:
            for _ in range(count):
                processor.step(state)
        except IndexError:  # an address outside of RAM
            return None
        try:
            self.other.emu_start(address | 1, 0xFFFFFFFF, count=1)  # an `it` with its instructions
        except UcError:
            return None if state.registers[PC] & ~1 >= len(self.program.code) else "a fault"
        self.compared += 1
        return self._difference(state, memory)

    def _difference(self, state: State, memory: Plain) -> str | None:
        for name, register in zip((*range(13), SP, LR, PC), REGISTERS, strict=True):
            theirs, ours = self.other.reg_read(register), state.registers[name]
            if theirs & ~(name == PC) != ours & ~(name == PC):
                return f"r{name}: {ours:#x}, and Unicorn has {theirs:#x}"
        word = self.other.reg_read(UC_ARM_REG_XPSR)
        for name, bit in FLAGS:
            flag = state.flags[name]
            if isinstance(flag, bool) and flag != bool(word >> bit & 1):
                return f"flag {name}: {flag}"
        if bytes(self.other.mem_read(RAM, RAM_BYTES)) != bytes(memory.ram):
            return "memory"
        return None


def judge(program: Program, executed: Iterable[int], seed: int, part: int, parts: int) -> int:
    """Compare each executed instruction of one part. Returns: the number of comparisons.

    Raises:
        AssertionError: they differ.
    """
    one = Judge(program, seed)
    processor = Processor(program.code, Plain(program.code, bytearray()))
    units = one.units(executed, processor)
    for address, count in units[part::parts]:
        before = one.compared
        text = processor.at(address)
        for tried in range(ROUNDS_MAX):
            if tried >= ROUNDS and one.compared - before >= COMPARED_LEAST:
                break
            wrong = one.differs(address, count)
            assert wrong is None, (seed, hex(address), text.mnemonic, text.op_str, wrong)
        few = one.compared - before < COMPARED_LEAST
        assert not few, (hex(address), text.mnemonic, text.op_str, "hardly ever compared")
    return one.compared
