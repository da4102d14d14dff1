# SPDX-License-Identifier: Apache-2.0
"""The claims about the paths of a user thread into the kernel and back.

Everything that a user thread can choose is a symbol: registers, and each word of its memory each
time it is read. Its regions, the number of its grants, and their contents are symbols, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import z3
from armv7m import (
    EXCEPTION_RETURN,
    LR,
    MASK,
    PC,
    SP,
    Fork,
    Processor,
    State,
    Truth,
    Violation,
    Word,
    simple,
    term,
    truth,
)
from gate_program import READ, WRITE, Buffer, Call, Program, calls

if TYPE_CHECKING:
    from collections.abc import Sequence

GRANTS, OTHER, MAIN_STACK = 0x60000000, 0x61000000, 0x62000000  # no other device exists
MAIN_STACK_BYTES = 256
MPU = 0xE000ED9C  # RBAR, RASR, and three more pairs
MPU_WORDS = 8
FAULT_REGISTERS = (0xE000ED24, 0xE000ED28, 0xE000ED2C)  # SHCSR, CFSR, HFSR
FAULT_ADDRESSES = (0xE000ED34, 0xE000ED38)
NO_REGION = -1
FRAME_BYTES, GRANT_BYTES = 32, 8
NUMBER_AT = 16  # r12 of the frame
LIMIT = 2000  # steps of a path
NUMBERS = count()
FRAME, COUNT = z3.BitVecs("frame count", 32)


def word(name: str) -> Word:
    """Return a new symbol."""
    return z3.BitVec(f"{name}.{next(NUMBERS)}", 32)


def in_one(address: Word, length: Word, base: Word, size: Word) -> list[Truth]:
    """Return a formula for: the complete buffer is in a region. `lemma` proves it."""
    offset = address - base
    return [z3.ULT(offset, size), z3.ULE(length, size - offset)]


def lemma() -> bool:
    """Prove that no byte of a buffer is outside of a region, if the region does not wrap."""
    address, length, base, size, at = z3.BitVecs("address length base size at", 32)
    solver = z3.SolverFor("QF_BV")
    solver.add(size != 0, z3.ULE(base, base + size - 1), *in_one(address, length, base, size))
    byte = address + at
    inside = z3.And(z3.ULE(base, byte), z3.ULE(byte, base + size - 1))
    solver.add(z3.ULT(at, length), z3.Not(inside))
    return bool(solver.check() == z3.unsat)


@cache
def names_of(formula: z3.ExprRef) -> frozenset[str]:
    """The symbols in it."""
    if formula.num_args() == 0:
        is_symbol = formula.decl().kind() == z3.Z3_OP_UNINTERPRETED
        return frozenset({str(formula)} if is_symbol else ())
    return frozenset().union(*(names_of(part) for part in formula.children()))


def names(formula: Truth) -> frozenset[str]:
    """The symbols in it."""
    return frozenset() if isinstance(formula, bool) else names_of(formula)


@dataclass(slots=True)
class Found:
    """The observations on all paths.

    Attributes:
        paths: number of complete paths.
        entered: the kernel functions that were entered, with the number of paths.
        stores: number of privileged stores that were proved.
        executed: addresses of instructions.
    """

    paths: int = 0
    entered: dict[str, int] = field(default_factory=dict)
    stores: int = 0
    executed: set[int] = field(default_factory=set)


class World:
    """A thread, and the claims about its execution with privileges."""

    def __init__(
        self, program: Program, regions: int, names: Sequence[str], thread: str = "parser"
    ) -> None:
        """names: the calls whose paths are explored, besides numbers that are not calls."""
        self.program = program
        self.count = regions
        self.left_out = [call.number for call in calls() if call.name not in names]
        self.thread = program.symbols[thread]
        members = program.members
        self.areas = self.thread + members["lm_user_thread", "areas"]
        self.stack = self.thread + members["lm_user_thread", "kernel_stack"]
        self.context = self.thread + members["lm_user_thread", "context"]
        self.context_end = self.context + members["lm_user_context", ""]
        self.processor = Processor(program.code, self)
        self.found = Found(executed=self.processor.executed)
        self.left: set[Any] = set()  # the states after calls from which a path has continued
        self.calls = {call.number: call for call in calls()}
        self.kernel = {program.symbols[f"lm_{call.name}"]: call.name for call in calls()}
        self.kinds = {
            kind: sum(1 << (call.number - 1) for call in calls() if call.kind == kind)
            for kind in {call.kind for call in calls()} - {""}
        }
        self.base = [z3.BitVec(f"base{at}", 32) for at in range(regions)]
        self.bytes = [z3.BitVec(f"bytes{at}", 32) for at in range(regions)]
        self.access = [z3.BitVec(f"access{at}", 32) for at in range(regions)]
        self.regions = [z3.BitVec(f"mpu{at}", 32) for at in range(MPU_WORDS)]
        self.kept = [z3.BitVec(f"r{at}", 32) for at in range(4, 12)]

    def in_regions(self, address: Word, length: Word, access: int) -> list[Truth]:
        """Return for each region whether it contains the complete buffer and allows this access."""
        return [
            z3.And(*in_one(term(address), term(length), base, size), rights & access == access)
            for base, size, rights in zip(self.base, self.bytes, self.access, strict=True)
        ]

    def is_own(self, state: State, address: Word, length: Word, access: int) -> bool:
        """Return whether it is proved that the complete buffer is in one region."""
        each = self.in_regions(address, length, access)
        symbols = sorted(names(address))
        if len(symbols) != 1:
            return False
        pointer = z3.BitVec(symbols[0], 32)
        for at, one in enumerate(each):
            about = self.about(state, at)
            # Uses the offset in the region instead of its base, so that sums become simple.
            change = (self.base[at], pointer - z3.BitVec("offset", 32))
            about.path = [truth(z3.substitute(known, change)) for known in about.path]
            if about.proves(z3.substitute(one, change)):
                return True
        return False

    def about(self, state: State, region: int) -> State:
        """Return the state with the facts about this region only, so that proofs are faster."""
        areas = (self.base, self.bytes, self.access)
        others = {str(area[at]) for area in areas for at in range(self.count) if at != region}
        about = state.copy()
        about.path = [known for known in state.path if not others & names(known)]
        return about

    def of_creation(self) -> list[Truth]:
        """Return the facts that the creation of a user thread has checked."""
        rules: list[Truth] = [z3.ULT(COUNT, 1 << 20)]
        for size, access in zip(self.bytes, self.access, strict=True):
            kinds = [access & ~z3.BitVecVal(8, 32) == kind for kind in (1, 3, 5)]
            rules.append(z3.Or(size == 0, *kinds))
        return rules

    def state(self, handler: str, frame: Word) -> State:
        """Return the state after an exception in user mode. frame: the thread's stack pointer."""
        program = self.program
        registers = [word(f"r{at}") for at in range(16)]
        registers[4:12] = self.kept
        registers[SP], registers[LR] = MAIN_STACK + MAIN_STACK_BYTES, EXCEPTION_RETURN
        registers[PC] = program.symbols[handler]
        memory: dict[int, Word] = {
            program.symbols["lm_the_kernel"] + program.members["lm_cpu", "running"]: self.thread,
            program.symbols["lm_user_loaded"]: self.context,
        }
        for at, area in enumerate(zip(self.base, self.bytes, self.access, strict=True)):
            memory |= {self.areas + 12 * at + 4 * part: value for part, value in enumerate(area)}
        memory |= {self.areas + 12 * self.count + 4 * part: 0 for part in range(3)}
        gate, calls_begin = (program.symbols[n] for n in ("lm_user_gate", "lm_user_object_calls"))
        begin = (word("limit"), calls_begin, GRANTS, COUNT, word("old"), 1, gate, 1 << 24)
        for at, value in enumerate((*begin, *self.regions)):
            memory[self.context + 4 * at] = value
        state = State(registers, memory, self.of_creation(), frame, 1, registers[SP])
        state.flags = dict.fromkeys("nzcv", z3.BoolVal(False))
        state.notes = {"frame": frame, "handler": handler, "grants": {}, "mpu": {}}
        state.notes |= {"loaded": 1, "others": False, "cleared": False}
        if handler == "SVC_Handler":
            # The processor has stored the frame with the rights of the thread.
            state.path.append(z3.Or(*self.in_regions(frame, FRAME_BYTES, WRITE)))
        return state

    # The accesses that are allowed.

    def load(self, state: State, address: Word, size: int) -> Word:
        """Return a known word or a symbol, or raise a violation."""
        if isinstance(address, int):
            return self.load_known(state, address, size)
        if state.notes["handler"] == "SVC_Handler":
            offset = simple(address - FRAME)
            if isinstance(offset, int) and offset + size <= FRAME_BYTES:
                return self.user_word(state, address, size)
        if size == 4 and self.about(state, NO_REGION).proves(self.in_grants(address)):
            return self.load_grant(state, address)
        for granted, rights, length in state.notes["grants"].values():
            offset = simple(address - granted)
            is_length = offset == self.program.members["lm_queue", "message_bytes"]
            is_queue = rights & ~self.kinds["queue"] & MASK == 0
            if is_length and self.about(state, NO_REGION).proves(is_queue):
                return length
        if self.is_own(state, address, size, READ):
            return self.user_word(state, address, size)
        values = state.values(address, 64)
        if values is None or any(value + size > len(self.program.code) for value in values):
            raise Violation(f"a load from {address}, which is not the thread's")
        return self.load_known(state, state.number(address), size)

    def user_word(self, state: State, address: Word, size: int) -> Word:
        """Return a new symbol at each read: the thread may change its memory at any time."""
        symbol = word("user")
        if size == 1 and simple(address - FRAME) == NUMBER_AT:
            state.path += [symbol != number for number in self.left_out]
        if size < 4:
            state.path.append(z3.ULT(symbol, 1 << 8 * size))
        state.reads.append((address, size, symbol))
        return symbol

    @staticmethod
    def in_grants(address: Word) -> Truth:
        """Return whether the address is in the grants."""
        offset = address - GRANTS
        return z3.And(z3.ULT(offset, COUNT * GRANT_BYTES), offset & 3 == 0)

    def load_grant(self, state: State, address: Word) -> Word:
        """Return an object, or rights. The creation has checked that they are of one kind."""
        offset = address - GRANTS
        is_object = state.decide(truth(offset & 4 == 0))
        begin = offset if is_object else offset - 4
        about = self.about(state, NO_REGION)
        handles = (handle for _, _, handle in state.reads)
        key = next((str(each) for each in handles if about.proves(begin == each << 3)), None)
        if key is None:
            raise Violation("a grant that no handle has chosen")
        if key not in state.notes["grants"]:
            granted, rights, length = word("object"), word("rights"), word("message_bytes")
            state.path.append(z3.Or(*(rights & ~mask & MASK == 0 for mask in self.kinds.values())))
            state.path.append(length != 0)
            state.notes["grants"] = {**state.notes["grants"], key: (granted, rights, length)}
        return state.notes["grants"][key][0 if is_object else 1]

    def load_known(self, state: State, address: int, size: int) -> Word:
        """Return a word of the code, the context, the stack, or a register of the system."""
        if address + size <= len(self.program.code):
            return int.from_bytes(self.program.code[address : address + size], "little")
        place, shift = address & ~3, 8 * (address & 3)
        if place not in state.memory:
            is_stack = self.stack <= place < self.context_end
            if not is_stack and place not in {*FAULT_REGISTERS, *FAULT_ADDRESSES}:
                raise Violation(f"a load from {address:#x}, of which nothing is known")
            state.memory[place] = word("old")
            if not is_stack:
                return state.memory.pop(place)
        value = state.memory[place]
        return value if size == 4 else simple(z3.LShR(term(value), shift) & (1 << 8 * size) - 1)

    def store(self, state: State, address: Word, size: int, value: Word) -> None:
        """Check a privileged store."""
        self.found.stores += 1
        if not isinstance(address, int):
            is_call = state.notes["handler"] == "SVC_Handler"
            if is_call and simple(address - FRAME) == 0 and size == 4:
                return
            raise Violation(f"a store to {address}")
        if not self.may_store(state, address, value):
            raise Violation(f"a store to {address:#x}")
        place, shift = address & ~3, 8 * (address & 3)
        if size == 4:
            state.memory[place] = value
            return
        old = term(state.memory.get(place, word("old")))
        mask = ((1 << 8 * size) - 1) << shift
        state.memory[place] = simple(old & ~mask & MASK | (term(value) << shift) & mask)

    def may_store(self, state: State, address: int, value: Word) -> bool:
        """Return whether the address belongs to the thread's stack or context, or to handlers."""
        is_own = self.stack <= address < self.context_end
        return is_own or (state.is_handler and self.may_handler_store(state, address, value))

    def may_handler_store(self, state: State, address: int, value: Word) -> bool:
        """Return whether it is the main stack, the loaded regions, or a system register."""
        proves = self.about(state, NO_REGION).proves
        if MAIN_STACK <= address < MAIN_STACK + MAIN_STACK_BYTES:
            return True
        if state.notes["handler"] == "HardFault_Handler":
            return address in FAULT_REGISTERS
        if address == self.program.symbols["lm_user_loaded"]:
            return bool(simple(value) == self.context)
        if address == OTHER + self.program.members["lm_user_context", "loaded"]:
            state.notes["cleared"] = True
            return proves(term(value) == 0)
        at = (address - MPU) // 4
        is_region = 0 <= at < MPU_WORDS and proves(term(value) == self.regions[at])
        if is_region:
            state.notes["mpu"] = {**state.notes["mpu"], at: True}
        return is_region

    # The ends of paths.

    def call_of(self, state: State) -> Call | None:
        """Return the call of this path, whose number is in the frame."""
        for address, size, symbol in state.reads:
            if size == 1 and simple(address - FRAME) == NUMBER_AT:
                numbers = state.values(symbol, 1)
                if numbers is not None and len(numbers) == 1:
                    return self.calls.get(numbers[0])
        return None

    def enter_kernel(self, state: State, name: str) -> None:
        """Check the claims about a call of the kernel."""
        call = self.call_of(state)
        if call is None or call.name != name:
            raise Violation(f"lm_{name} for the call {call and call.name}")
        if call.kind and not any(
            self.about(state, NO_REGION).proves(self.is_granted(state, call, symbol))
            for address, _, symbol in state.reads
            if simple(address - FRAME) == 0
        ):
            raise Violation(f"lm_{name} with an object that is not granted")
        for buffer in call.buffers:
            if not self.has_buffer(state, buffer):
                raise Violation(f"lm_{name} with a buffer outside of the regions")
        self.found.entered[name] = self.found.entered.get(name, 0) + 1

    @staticmethod
    def is_granted(state: State, call: Call, handle: Word) -> Truth:
        """Return whether the handle grants this object with the right to this call."""
        granted = state.notes["grants"].get(str(handle))
        if granted is None:
            return False
        return z3.And(
            z3.ULT(handle, COUNT),
            granted[1] & (1 << call.number - 1) != 0,
            term(state.registers[0]) == granted[0],
        )

    def has_buffer(self, state: State, buffer: Buffer) -> bool:
        """Return whether the buffer belongs to the thread."""
        pointer = term(state.registers[buffer.word])
        if buffer.is_place:
            is_left_out = state.proves(pointer == 0)
            return is_left_out or self.is_own(state, pointer, 4, buffer.access)
        lengths = [
            length
            for granted, _, length in state.notes["grants"].values()
            if simple(term(state.registers[0]) - granted) == 0
        ]
        return bool(lengths) and self.is_own(state, pointer, lengths[0], buffer.access)

    def leave_kernel(self, state: State) -> None:
        """Continue after a function of the kernel, during which other threads may have run."""
        for at in (0, 1, 2, 3, 12):
            state.registers[at] = word("kernel")
        for flag in "nzcv":
            state.flags[flag] = z3.FreshConst(z3.BoolSort())
        below = [at for at in state.memory if self.stack <= at < state.registers[SP]]
        for at in below:
            del state.memory[at]
        loaded = word("loaded")
        state.path.append(z3.ULE(loaded, 1))
        state.memory[self.context + self.program.members["lm_user_context", "loaded"]] = loaded
        state.memory[self.program.symbols["lm_user_loaded"]] = OTHER
        state.notes |= {"loaded": loaded, "others": True, "cleared": False, "mpu": {}}
        state.registers[PC] = state.number(state.registers[LR]) & ~1

    def forget(self, state: State) -> bool:
        """Continue once for all states after a call. Returns: whether this was done before."""
        for at in (0, 1, 2, 3, 12, LR):
            state.registers[at] = word("left")
        state.flags = {flag: z3.FreshConst(z3.BoolSort()) for flag in "nzcv"}
        for at in [at for at in state.memory if self.stack <= at < state.registers[SP]]:
            del state.memory[at]
        loaded = self.context + self.program.members["lm_user_context", "loaded"]
        key = (
            str(state.registers[4:12]),
            state.registers[SP],
            str(sorted((at, value) for at, value in state.memory.items() if at != loaded)),
            str(state.notes["mpu"]),
            (str(state.notes["others"]), str(state.memory[loaded] == 1)),
        )
        if key in self.left:
            return True
        self.left.add(key)
        state.path = [*self.of_creation(), z3.ULE(term(state.memory[loaded]), 1)]
        state.reads = []
        state.notes = {**state.notes, "grants": {}}
        return False

    def supervisor_call(self, state: State) -> None:
        """Leave the gate: the processor stores a frame on the kernel stack."""
        registers = state.registers
        begin = state.number(registers[SP]) - FRAME_BYTES
        stored = (*registers[:4], registers[12], registers[LR], registers[PC], word("xpsr"))
        for at, value in enumerate(stored):
            self.store(state, begin + 4 * at, 4, value)
        state.psp, state.is_handler = begin, True
        registers[SP], registers[LR] = state.msp, EXCEPTION_RETURN
        registers[PC] = self.program.symbols["SVC_Handler"]

    def exception_return(self, state: State) -> bool:
        """Leave the handler. Returns: whether the path ends in user mode."""
        if not state.is_handler or state.registers[SP] != state.msp:
            raise Violation("an exception return that is none")
        if state.control == 1:
            self.to_user(state)
            return True
        begin = state.psp
        if not isinstance(begin, int) or not self.stack <= begin <= self.context:
            raise Violation("privileges on a stack of the thread")
        loaded = [self.load_known(state, begin + 4 * at, 4) for at in range(8)]
        state.registers[:4] = loaded[:4]
        state.registers[12], state.registers[LR] = loaded[4], loaded[5]
        state.registers[SP], state.is_handler = begin + FRAME_BYTES, False
        state.registers[PC] = state.number(loaded[6]) & ~1
        return False

    def to_user(self, state: State) -> None:
        """Check the claims about the return to user mode."""
        if not self.about(state, NO_REGION).proves(term(state.psp) == state.notes["frame"]):
            raise Violation("another stack of the thread")
        place = self.context + self.program.members["lm_user_context", "loaded"]
        is_loaded = len(state.notes["mpu"]) == MPU_WORDS and (
            state.memory[self.program.symbols["lm_user_loaded"]] == self.context
        )
        about = self.about(state, NO_REGION)
        was_loaded = about.proves(term(state.notes["loaded"]) == 1)
        if state.notes["others"] and is_loaded and not state.notes["cleared"]:
            raise Violation("another thread whose regions seem to be loaded")
        is_noted = about.proves(term(state.memory[place]) == 1)
        if not is_noted or not (is_loaded or (was_loaded and not state.notes["mpu"])):
            raise Violation("user mode without the regions of the thread")
        for at, kept in enumerate(self.kept, 4):
            if not about.proves(term(state.registers[at]) == kept):
                raise Violation(f"the kernel's contents of r{at} in user mode")

    def ends_at(self, state: State) -> bool:
        """Handle an address outside of the port and the layer.

        Returns: whether the path has ended.
        """
        address = state.registers[PC]
        symbols = self.program.symbols
        if address >= 0xFF000000:
            return self.exception_return(state)
        if address == symbols["give_result"] and not state.is_handler:
            return self.forget(state)
        if address in self.kernel and not state.is_handler:
            self.enter_kernel(state, self.kernel[address])
            self.leave_kernel(state)
        elif address == symbols["lm_user_faulted"] and not state.is_handler:
            fault = state.registers[0]
            if not isinstance(fault, int) or not self.stack <= fault < self.context:
                raise Violation("a fault that is not on the kernel stack")
            return True
        elif address == symbols["lm_port_pendsv_dispatch"] and state.is_handler:
            if state.control != 0:
                raise Violation("another thread without privileges")
            return True
        elif not any(begin <= address < end for begin, end in self.program.bodies.values()):
            raise Violation(f"a jump to {self.program.name_at(address)}")
        return False

    def run(self, handler: str) -> None:
        """Run all paths from this handler to user mode.

        Raises:
            Violation: a claim does not hold.
        """
        frame = FRAME if handler == "SVC_Handler" else word("psp")
        work = [self.state(handler, frame)]
        while work:
            state = work.pop()
            for _ in range(LIMIT):
                before = state.copy()
                try:
                    if self.ends_at(state):
                        self.found.paths += 1
                        break
                    if self.processor.at(state.registers[PC]).mnemonic == "svc":
                        state.registers[PC] += 2
                        self.supervisor_call(state)
                    elif state.registers[PC] < 0xFF000000:
                        self.processor.step(state)
                except Fork as fork:
                    for case in fork.cases:
                        other = before.copy()
                        other.path.append(case)
                        work.append(other)
                    break
            else:
                raise Violation("a path without an end")


HANDLERS = ("SVC_Handler", "PendSV_Handler", "HardFault_Handler")


def explore(program: Program, regions: int, names: Sequence[str], handlers: Sequence[str]) -> Found:
    """Run all paths from these handlers to user mode. names: the calls whose numbers are tried.

    Raises:
        Violation: a claim does not hold.
    """
    if not lemma():
        raise Violation("the check of a buffer does not say where each byte is")
    world = World(program, regions, names)
    for handler in handlers:
        world.run(handler)
    return world.found


def refute(program: Program, names: Sequence[str]) -> str | None:
    """Return the claim that a program with a mistake violates; None: no claim."""
    try:
        explore(program, 2, names, HANDLERS)
    except Violation as violation:
        return str(violation)
    return None
