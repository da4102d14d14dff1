# SPDX-License-Identifier: Apache-2.0
"""The instructions of an executor on random numbers, beside those of Unicorn, an emulator."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

from symbolic import Memory, State, Word
from unicorn import Uc, UcError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate_program import Program

RAM: Final = 0x40000000  # no program has code near
RAM_BYTES: Final = 0x1000
NEAR: Final = RAM + RAM_BYTES // 2
KINDS: Final = 32  # of words in RAM
PAGE: Final = 0x1000
# Random states for each instruction, of which so many have to be compared: in many it faults.
ROUNDS: Final = 30
ROUNDS_MAX: Final = 1000
COMPARED_LEAST: Final = 2


@dataclass(slots=True)
class Plain(Memory):
    """The code, and a RAM of numbers."""

    program: Program
    ram: bytearray

    def load(self, state: State, address: Word, size: int) -> Word:
        """Load a little-endian number."""
        del state
        constant = self.program.constant(address, size)
        if constant is not None:
            return constant
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


class Judge(ABC):
    """Both processors with the same program. A subclass has the registers.

    Attributes:
        REGISTERS: their numbers here and in Unicorn, and a mask of the bits that are compared.
        PC: the number of the program counter.
        THUMB: is added to addresses of code in registers.
        OF_MODES: instructions that change modes, or wait for memory: the world has what they do.
    """

    REGISTERS: ClassVar[tuple[tuple[int, int, int], ...]]
    PC: ClassVar[int]
    THUMB: ClassVar[int] = 0
    OF_MODES: ClassVar[tuple[str, ...]]

    def __init__(self, program: Program, seed: int) -> None:
        """seed: of the random states."""
        self.program = program
        self.source = random.Random(seed)
        self.other = self.emulator()
        self.other.mem_map(program.begin, -(-len(program.code) // PAGE) * PAGE)
        self.other.mem_write(program.begin, program.code)
        self.other.mem_map(RAM, RAM_BYTES)
        self.compared = 0
        self.last = 0

    @abstractmethod
    def emulator(self) -> Uc:
        """Unicorn's processor."""

    @abstractmethod
    def processor(self, memory: Memory) -> Any:  # noqa: ANN401 - with at and step
        """The executor."""

    @abstractmethod
    def state(self) -> State:
        """A random state, which Unicorn gets, too."""

    def length(self, one: Any) -> int:  # noqa: ANN401 - of capstone
        """The instructions of the unit that begins with this one, which Unicorn takes as one."""
        del one
        return 1

    def flag_differs(self, state: State) -> str:
        """The flag that differs, or nothing."""
        del state
        return ""

    def code_address(self) -> int:
        """Where a random instruction is."""
        at = self.source.randrange(len(self.program.code))
        return self.program.begin + at | self.THUMB

    def number(self) -> int:
        """A register: an address of RAM or of code, a small number, a large one, the last one."""
        kind = self.source.randrange(6)
        if kind == 0:
            self.last = self.code_address()
        elif kind == 1:
            self.last = NEAR + 4 * self.source.randint(-200, 200)
        elif kind == 2:
            self.last = self.source.randint(0, 40)
        elif kind == 3:
            self.last = self.source.getrandbits(32)
        elif kind == 4:
            self.last = self.source.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF))
        return self.last

    def memory(self) -> bytes:
        """Contents of RAM, many of them addresses of code."""
        kinds = [self.code_address() for _ in range(KINDS)]
        kinds += [self.source.getrandbits(32) for _ in range(KINDS)]
        return array("I", self.source.choices(kinds, k=RAM_BYTES // 4)).tobytes()

    def units(self, executed: Iterable[int], processor: Any) -> list[tuple[int, int]]:  # noqa: ANN401
        """The addresses of units that can be compared, and how many instructions each has."""
        found, end = [], 0
        for address in sorted(executed):
            one = processor.at(address)
            if address < end or one.mnemonic.startswith(self.OF_MODES):
                continue
            count = self.length(one)
            end = address
            for _ in range(count):
                end += processor.at(end).size
            found.append((address, count))
        return found

    def differs(self, address: int, count: int) -> str | None:
        """Execute both from one random state. Returns: the difference; None: equal, or a fault."""
        ram = self.memory()
        memory = Plain(self.program, bytearray(ram))
        processor = self.processor(memory)
        state = self.state()
        state.registers[self.PC] = address
        self.other.mem_write(RAM, ram)
        for register, number, _ in self.REGISTERS:
            self.other.reg_write(number, state.registers[register])
        try:
            for _ in range(count):
                processor.step(state)
        except IndexError:  # an address outside of RAM
            return None
        try:
            self.other.emu_start(address | self.THUMB, 0xFFFFFFFF, count=1)
        except UcError:
            is_code = self.program.begin <= state.registers[self.PC] < self.program.end
            return "a fault" if is_code else None
        self.compared += 1
        return self._difference(state, memory)

    def _difference(self, state: State, memory: Plain) -> str | None:
        for register, number, mask in self.REGISTERS:
            theirs, ours = self.other.reg_read(number), state.registers[register]
            if theirs & mask != ours & mask:
                return f"register {register}: {ours:#x}, and Unicorn has {theirs:#x}"
        if bytes(self.other.mem_read(RAM, RAM_BYTES)) != bytes(memory.ram):
            return "memory"
        return self.flag_differs(state) or None


def judge(one: Judge, executed: Iterable[int], part: int, parts: int) -> int:
    """Compare each instruction that was executed, of one part of them. Returns: comparisons.

    Raises:
        AssertionError: they differ.
    """
    processor = one.processor(Plain(one.program, bytearray()))
    units = one.units(executed, processor)
    for address, count in units[part::parts]:
        before = one.compared
        text = processor.at(address)
        for tried in range(ROUNDS_MAX):
            if tried >= ROUNDS and one.compared - before >= COMPARED_LEAST:
                break
            wrong = one.differs(address, count)
            assert wrong is None, (hex(address), text.mnemonic, text.op_str, wrong)
        few = one.compared - before < COMPARED_LEAST
        assert not few, (hex(address), text.mnemonic, text.op_str, "hardly ever compared")
    return one.compared
