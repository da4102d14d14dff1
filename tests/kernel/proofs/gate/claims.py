# SPDX-License-Identifier: Apache-2.0
"""The claims about the ways of a user thread into the kernel and back, on all paths.

All that a user thread can choose is a symbol: registers, and each word of its memory each time it
is read. So are its regions, the number of its grants, and what they grant. A subclass of World
has what differs with the processor: how user mode is left, and how it begins again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import z3
from gate_program import READ, Buffer, Call, Program, calls
from symbolic import MASK, Fork, State, Truth, Violation, Word, fresh, names, simple, term, truth

if TYPE_CHECKING:
    from collections.abc import Sequence

GRANTS, OTHER = 0x60000000, 0x61000000  # nothing else of the system is there
NO_REGION = -1
GRANT_BYTES = 8
LIMIT = 2000  # steps of a path
COUNT = z3.BitVec("count", 32)


def in_one(address: Word, length: Word, base: Word, size: Word) -> list[Truth]:
    """Return the formula that a whole buffer is in a region, as `lemma` proves."""
    offset = address - base
    return [z3.ULT(offset, size), z3.ULE(length, size - offset)]


def lemma() -> bool:
    """No byte of a buffer is outside of a region, if the region does not wrap."""
    address, length, base, size, at = z3.BitVecs("address length base size at", 32)
    solver = z3.SolverFor("QF_BV")
    solver.add(size != 0, z3.ULE(base, base + size - 1), *in_one(address, length, base, size))
    byte = address + at
    inside = z3.And(z3.ULE(base, byte), z3.ULE(byte, base + size - 1))
    solver.add(z3.ULT(at, length), z3.Not(inside))
    return bool(solver.check() == z3.unsat)


@dataclass(slots=True)
class Found:
    """The observations on all paths.

    Attributes:
        paths: that ended.
        entered: the kernel functions that were entered, and on how many paths.
        stores: with privileges, that were proved.
        executed: the addresses of instructions.
    """

    paths: int = 0
    entered: dict[str, int] = field(default_factory=dict)
    stores: int = 0
    executed: set[int] = field(default_factory=set)


class World(ABC):
    """A thread, and the claims about its execution with privileges.

    Attributes:
        HANDLERS: where user mode is left.
        CALLS: the one of them that takes calls.
        ARGUMENTS: the registers of the arguments of a function.
        SCRATCH: the registers that a function may change, besides LR.
        KEPT: those that it keeps.
        LOADED: the member of a context that says whether its regions are loaded.
    """

    HANDLERS: ClassVar[tuple[str, ...]]
    CALLS: ClassVar[str]
    ARGUMENTS: ClassVar[tuple[int, ...]]
    SCRATCH: ClassVar[tuple[int, ...]]
    KEPT: ClassVar[tuple[int, ...]]
    FLAGS: ClassVar[str] = ""
    LOADED: ClassVar[str] = "loaded"
    PC: ClassVar[int]
    LR: ClassVar[int]
    SP: ClassVar[int]

    def __init__(
        self, program: Program, regions: int, names: Sequence[str], thread: str = "parser"
    ) -> None:
        """names: of the calls whose paths are explored, besides numbers of no call."""
        self.program = program
        self.count = regions
        self.left_out = [call.number for call in calls() if call.name not in names]
        self.thread = program.symbols[thread]
        members = program.members
        self.areas = self.thread + members["lm_user_thread", "areas"]
        self.stack = self.thread + members["lm_user_thread", "kernel_stack"]
        self.context = self.thread + members["lm_user_thread", "context"]
        self.context_end = self.context + members["lm_user_context", ""]
        self.processor = self.new_processor()
        self.found = Found(executed=self.processor.executed)
        self.left: set[Any] = set()  # the states after calls from which a path has continued
        self.calls = {call.number: call for call in calls()}
        self.kernel = {program.symbols[f"lm_{call.name}"]: call.name for call in calls()}
        self.kinds = {
            kind: sum(1 << (call.number - 1) for call in calls() if call.kind == kind)
            for kind in sorted({call.kind for call in calls()} - {""})
        }
        self.base = [z3.BitVec(f"base{at}", 32) for at in range(regions)]
        self.bytes = [z3.BitVec(f"bytes{at}", 32) for at in range(regions)]
        self.access = [z3.BitVec(f"access{at}", 32) for at in range(regions)]

    # What differs with the processor.

    @abstractmethod
    def new_processor(self) -> Any:  # noqa: ANN401 - with a method step, and what it has executed
        """One with this world as its memory."""

    @abstractmethod
    def states(self, handler: str) -> list[State]:
        """The states in which this handler begins."""

    @abstractmethod
    def handles(self, state: State) -> list[Word]:
        """The symbols that may be the handle of the call."""

    @abstractmethod
    def number_of(self, state: State) -> Word | None:
        """The symbol that is the number of the call."""

    @abstractmethod
    def may_port_store(self, state: State, address: int, value: Word) -> bool:
        """Return whether the port may write this memory, which is neither stack nor context."""

    @abstractmethod
    def of_thread(self, state: State) -> list[Truth]:
        """The facts about the context of the thread that hold always."""

    @abstractmethod
    def step(self, state: State) -> bool:
        """Execute an instruction, or do what the processor does. Returns: has the path ended?"""

    def is_given(self, state: State, address: Word, size: int) -> bool:
        """Return whether this is a word of the thread that the processor has stored."""
        del state, address, size
        return False

    def may_store_given(self, state: State, address: Word, size: int) -> bool:
        """Return whether the port may store there, in the memory of the thread."""
        del state, address, size
        return False

    def is_volatile(self, address: int) -> bool:
        """Return whether this is a register of the system, with any contents."""
        del address
        return False

    def is_in_handler(self, state: State) -> bool:
        """Return whether the stack is not the kernel stack of the thread."""
        del state
        return False

    @abstractmethod
    def check_kernel(self, state: State) -> None:
        """The claims about the registers of the processor in a function of the kernel."""

    # The facts about a thread.

    def in_regions(self, address: Word, length: Word, access: int) -> list[Truth]:
        """For each region: is the whole buffer in it, and does it allow this access?"""
        return [
            z3.And(*in_one(term(address), term(length), base, size), rights & access == access)
            for base, size, rights in zip(self.base, self.bytes, self.access, strict=True)
        ]

    def is_own(self, state: State, address: Word, length: Word, access: int) -> bool:
        """Return whether the whole buffer is proved to be in one region."""
        each = self.in_regions(address, length, access)
        symbols = sorted(names(address))
        if len(symbols) != 1:
            return False
        pointer = z3.BitVec(symbols[0], 32)
        for at, one in enumerate(each):
            about = self.about(state, at)
            # The offset in the region in place of its base: sums become simple.
            change = (self.base[at], pointer - z3.BitVec("offset", 32))
            about.path = [truth(z3.substitute(known, change)) for known in about.path]
            if about.proves(z3.substitute(one, change)):
                return True
        return False

    def about(self, state: State, region: int) -> State:
        """The state, with the facts about this region only: less is proved, and sooner."""
        areas = (self.base, self.bytes, self.access)
        others = {str(area[at]) for area in areas for at in range(self.count) if at != region}
        about = state.copy()
        about.path = [known for known in state.path if not others & names(known)]
        return about

    def proves(self, state: State, formula: Truth) -> bool:
        """Return whether the formula holds for all regions."""
        return self.about(state, NO_REGION).proves(formula)

    def of_creation(self) -> list[Truth]:
        """The facts that the creation of a user thread has checked."""
        rules: list[Truth] = [z3.ULT(COUNT, 1 << 20)]
        for size, access in zip(self.bytes, self.access, strict=True):
            kinds = [access & ~z3.BitVecVal(8, 32) == kind for kind in (1, 3, 5)]
            rules.append(z3.Or(size == 0, *kinds))
        return rules

    def memory(self, context: dict[str, Word]) -> dict[int, Word]:
        """The running thread and its regions. context: its words, by name or name and index."""
        program, members = self.program, self.program.members
        found: dict[int, Word] = {
            program.symbols["lm_the_kernel"] + members["lm_cpu", "running"]: self.thread,
            program.symbols["lm_user_loaded"]: self.context,
        }
        for at, area in enumerate(zip(self.base, self.bytes, self.access, strict=True)):
            found |= {self.areas + 12 * at + 4 * part: value for part, value in enumerate(area)}
        found |= {self.areas + 12 * self.count + 4 * part: 0 for part in range(3)}
        for text, value in context.items():
            name, _, index = text.partition(" ")
            found[self.of_context(name) + 4 * int(index or 0)] = value
        return found

    def of_context(self, name: str) -> int:
        """The address of a member of the context."""
        return self.context + self.program.members["lm_user_context", name]

    # The accesses that are allowed.

    def load(self, state: State, address: Word, size: int) -> Word:
        """A word that is known, or a symbol, or a violation."""
        if isinstance(address, int):
            return self.load_known(state, address, size)
        if self.is_given(state, address, size):
            return self.user_word(state, address, size)
        if size == 4 and self.proves(state, self.in_grants(address)):
            return self.load_grant(state, address)
        for granted, rights, length in state.notes["grants"].values():
            offset = simple(address - granted)
            is_length = offset == self.program.members["lm_queue", "message_bytes"]
            is_queue = rights & ~self.kinds["queue"] & MASK == 0
            if is_length and self.proves(state, is_queue):
                return length
        if self.is_own(state, address, size, READ):
            return self.user_word(state, address, size)
        values = state.values(address, 64)
        if values is None or any(self.program.constant(value, size) is None for value in values):
            raise Violation(f"a load from {address}, which is not the thread's")
        return self.load_known(state, state.number(address), size)

    def user_word(self, state: State, address: Word, size: int) -> Word:
        """A new symbol at each read: the thread may change its memory at any time."""
        symbol = fresh("user")
        if size < 4:
            state.path.append(z3.ULT(symbol, 1 << 8 * size))
        state.reads.append((address, size, symbol))
        return symbol

    @staticmethod
    def in_grants(address: Word) -> Truth:
        """Return the formula that an address is that of a word of the grants."""
        offset = address - GRANTS
        return z3.And(z3.ULT(offset, COUNT * GRANT_BYTES), offset & 3 == 0)

    def load_grant(self, state: State, address: Word) -> Word:
        """An object, or rights. The creation has checked that they are of one kind."""
        offset = address - GRANTS
        is_object = state.decide(truth(offset & 4 == 0))
        begin = offset if is_object else offset - 4
        about = self.about(state, NO_REGION)
        handles = self.handles(state)
        key = next((str(each) for each in handles if about.proves(begin == each << 3)), None)
        if key is None:
            raise Violation("a grant that no handle has chosen")
        if key not in state.notes["grants"]:
            granted, rights, length = fresh("object"), fresh("rights"), fresh("message_bytes")
            state.path.append(z3.Or(*(rights & ~mask & MASK == 0 for mask in self.kinds.values())))
            state.path.append(length != 0)
            state.notes["grants"] = {**state.notes["grants"], key: (granted, rights, length)}
        return state.notes["grants"][key][0 if is_object else 1]

    def load_known(self, state: State, address: int, size: int) -> Word:
        """Code, the context, the stack, or a register of the system."""
        constant = self.program.constant(address, size)
        if constant is not None:
            return constant
        place, shift = address & ~3, 8 * (address & 3)
        if place not in state.memory:
            if self.is_volatile(place):
                return fresh("old")
            if not self.stack <= place < self.context_end:
                raise Violation(f"a load from {address:#x}, of which nothing is known")
            state.memory[place] = fresh("old")
        value = state.memory[place]
        return value if size == 4 else simple(z3.LShR(term(value), shift) & (1 << 8 * size) - 1)

    def store(self, state: State, address: Word, size: int, value: Word) -> None:
        """A store with privileges."""
        self.found.stores += 1
        if not isinstance(address, int):
            if self.may_store_given(state, address, size):
                return
            raise Violation(f"a store to {address}")
        is_own = self.stack <= address < self.context_end
        if not is_own and not self.may_port_store(state, address, value):
            raise Violation(f"a store to {address:#x}")
        place, shift = address & ~3, 8 * (address & 3)
        if size == 4:
            state.memory[place] = value
            return
        old = term(state.memory.get(place, fresh("old")))
        mask = ((1 << 8 * size) - 1) << shift
        state.memory[place] = simple(old & ~mask & MASK | (term(value) << shift) & mask)

    # The ends of paths.

    def call_of(self, state: State) -> Call | None:
        """The call of this path."""
        symbol = self.number_of(state)
        numbers = None if symbol is None else state.values(symbol, 1)
        return self.calls.get(numbers[0]) if numbers is not None and len(numbers) == 1 else None

    def enter_kernel(self, state: State, name: str) -> None:
        """The claims about a call of the kernel."""
        self.check_kernel(state)
        call = self.call_of(state)
        if call is None or call.name != name:
            raise Violation(f"lm_{name} for the call {call and call.name}")
        if call.kind and not any(
            self.proves(state, self.is_granted(state, call, handle))
            for handle in self.handles(state)
        ):
            raise Violation(f"lm_{name} with an object that is not granted")
        for buffer in call.buffers:
            if not self.has_buffer(state, buffer):
                raise Violation(f"lm_{name} with a buffer outside of the regions")
        self.found.entered[name] = self.found.entered.get(name, 0) + 1

    def is_granted(self, state: State, call: Call, handle: Word) -> Truth:
        """Return whether the handle grants this object with the right to this call."""
        granted = state.notes["grants"].get(str(handle))
        if granted is None:
            return False
        return z3.And(
            z3.ULT(handle, COUNT),
            granted[1] & (1 << call.number - 1) != 0,
            term(state.registers[self.ARGUMENTS[0]]) == granted[0],
        )

    def has_buffer(self, state: State, buffer: Buffer) -> bool:
        """Return whether the buffer belongs to the thread."""
        pointer = term(state.registers[self.ARGUMENTS[buffer.word]])
        if buffer.is_place:
            is_left_out = state.proves(pointer == 0)
            return is_left_out or self.is_own(state, pointer, 4, buffer.access)
        lengths = [
            length
            for granted, _, length in state.notes["grants"].values()
            if simple(term(state.registers[self.ARGUMENTS[0]]) - granted) == 0
        ]
        return bool(lengths) and self.is_own(state, pointer, lengths[0], buffer.access)

    def leave_kernel(self, state: State) -> None:
        """A function of the kernel has returned."""
        self.scratch(state, "kernel")
        state.registers[self.PC] = state.number(state.registers[self.LR]) & ~1

    def scratch(self, state: State, name: str) -> None:
        """Forget what a function may change: registers, flags, and what is below its stack."""
        for at in self.SCRATCH:
            state.registers[at] = fresh(name)
        state.flags = {flag: z3.FreshConst(z3.BoolSort()) for flag in self.FLAGS}
        for at in [at for at in state.memory if self.stack <= at < state.registers[self.SP]]:
            del state.memory[at]

    def forget(self, state: State) -> bool:
        """Continue once for all states that a call may leave. Returns: was that done already?"""
        self.scratch(state, "left")
        if self.LR not in self.KEPT:
            state.registers[self.LR] = fresh("left")
        loaded = self.of_context(self.LOADED)
        key = (
            str([state.registers[at] for at in (self.SP, *self.KEPT)]),
            str(sorted((at, value) for at, value in state.memory.items() if at != loaded)),
            str(sorted(state.special.items())),
        )
        if key in self.left:
            return True
        self.left.add(key)
        state.path = [*self.of_creation(), *self.of_thread(state)]
        state.reads = []
        state.notes = {**state.notes, "grants": {}}
        return False

    def ends_at(self, state: State) -> bool:
        """Handle an address outside of the port and the layer. Returns: has the path ended?"""
        address = state.registers[self.PC]
        symbols = self.program.symbols
        is_thread = not self.is_in_handler(state)
        if is_thread and address == symbols["give_result"]:
            return self.forget(state)
        if is_thread and address in self.kernel:
            self.enter_kernel(state, self.kernel[address])
            self.leave_kernel(state)
        elif is_thread and address == symbols["lm_user_faulted"]:
            self.check_kernel(state)
            fault = state.registers[self.ARGUMENTS[0]]
            if not isinstance(fault, int) or not self.stack <= fault < self.context:
                raise Violation("a fault that is not on the kernel stack")
            return True
        elif not any(begin <= address < end for begin, end in self.program.bodies.values()):
            raise Violation(f"a jump to {self.program.name_at(address)}")
        return False

    def run(self, handler: str) -> None:
        """All paths from this handler in user mode.

        Raises:
            Violation: a claim does not hold.
        """
        work = self.states(handler)
        while work:
            state = work.pop()
            for _ in range(LIMIT):
                before = state.copy()
                try:
                    if self.step(state):
                        self.found.paths += 1
                        break
                except Fork as fork:
                    for case in fork.cases:
                        other = before.copy()
                        other.path.append(case)
                        work.append(other)
                    break
            else:
                raise Violation("a path without an end")


def explore(world: World, handlers: Sequence[str]) -> Found:
    """All paths from these handlers in user mode. `lemma` is needed, too.

    Raises:
        Violation: a claim does not hold.
    """
    for handler in handlers:
        world.run(handler)
    return world.found


def refute(world: World) -> str | None:
    """The claim that a program with a mistake violates; None: no claim."""
    try:
        explore(world, world.HANDLERS)
    except Violation as violation:
        return str(violation)
    return None
