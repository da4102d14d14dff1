# SPDX-License-Identifier: Apache-2.0
"""The ways of a user thread into the kernel and back on Cortex-M: exceptions, frames, the MPU.

Source: Armv7-M Architecture Reference Manual (DDI 0403E), B1.5.6 to B1.5.8 (exceptions), B3.5
(MPU).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import z3
from capstone import CS_ARCH_ARM, CS_MODE_MCLASS, CS_MODE_THUMB
from claims import COUNT, GRANTS, NO_REGION, OTHER, World
from gate_program import WRITE, Port
from symbolic import State, Truth, Violation, Word, fresh, simple, term
from thumb import EXCEPTION_RETURN, LR, PC, SP, Processor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate_program import Program

PORT: Final = Port(
    (
        *("lm_user_gate", "SVC_Handler", "PendSV_Handler", "HardFault_Handler"),
        *("lm_user_refuse", "lm_port_user_faulted"),
    ),
    (CS_ARCH_ARM, CS_MODE_THUMB | CS_MODE_MCLASS),
    bytes.fromhex("00bf"),
    of_functions=1,
)
MAIN_STACK, MAIN_STACK_BYTES = 0x62000000, 256  # nothing else of the system is there
MPU = 0xE000ED9C  # RBAR, RASR, and three more pairs
MPU_WORDS = 8
FAULT_REGISTERS = (0xE000ED24, 0xE000ED28, 0xE000ED2C)  # SHCSR, CFSR, HFSR
FAULT_ADDRESSES = (0xE000ED34, 0xE000ED38)
FRAME_BYTES = 32
NUMBER_AT = 16  # r12 of the frame
FRAME = z3.BitVec("frame", 32)
HANDLER = 0xFF000000  # from here on, a jump is an exception return


class CortexM(World):
    """ARMv7-M without FPU."""

    HANDLERS = ("SVC_Handler", "PendSV_Handler", "HardFault_Handler")
    CALLS = "SVC_Handler"
    ARGUMENTS = (0, 1, 2, 3)
    SCRATCH = (0, 1, 2, 3, 12)
    KEPT = (4, 5, 6, 7, 8, 9, 10, 11)
    FLAGS = "nzcv"
    REGISTERS = MPU_WORDS  # which are loaded for a thread
    PC, LR, SP = PC, LR, SP

    def __init__(self, program: Program, regions: int, names: Sequence[str]) -> None:
        """As World."""
        super().__init__(program, regions, names)
        self.regions = [z3.BitVec(f"mpu{at}", 32) for at in range(MPU_WORDS)]
        self.kept = [z3.BitVec(f"r{at}", 32) for at in self.KEPT]

    def new_processor(self) -> Processor:
        """One with this world as its memory."""
        return Processor(self.program, self)

    def states(self, handler: str) -> list[State]:
        """An exception has come in user mode. The thread may have its stack pointer anywhere."""
        program = self.program
        frame = FRAME if handler == self.CALLS else fresh("psp")
        registers = [fresh(f"r{at}") for at in range(16)]
        registers[4:12] = self.kept
        registers[SP], registers[LR] = MAIN_STACK + MAIN_STACK_BYTES, EXCEPTION_RETURN
        registers[PC] = program.symbols[handler]
        # The frame by which an exception returns to the gate is the beginning of the context.
        names = ("limit", "calls", "grants", "grant_count", "frame", "loaded", "gate", "xpsr")
        table, gate = (program.symbols[name] for name in ("lm_user_object_calls", "lm_user_gate"))
        begin = (fresh("limit"), table, GRANTS, COUNT, fresh("old"), 1, gate, 1 << 24)
        words: dict[str, Word] = dict(zip(names, begin, strict=True))
        words |= {f"regions {at}": value for at, value in enumerate(self.regions)}
        state = State(registers, self.memory(words), self.of_creation())
        state.special = {"psp": frame, "control": 1, "msp": registers[SP], "ipsr": 1}
        state.flags = dict.fromkeys(self.FLAGS, z3.BoolVal(False))
        state.notes = {"frame": frame, "handler": handler, "grants": {}, "mpu": {}}
        state.notes |= {"loaded": 1, "cleared": False, "mode": 1}
        if handler == self.CALLS:
            # The processor has stored the frame with the rights of the thread.
            state.path.append(z3.Or(*self.in_regions(frame, FRAME_BYTES, WRITE)))
        return [state]

    # The frame of a call.

    def is_given(self, state: State, address: Word, size: int) -> bool:
        """Return whether the address is in the frame."""
        offset = simple(address - FRAME)
        is_there = isinstance(offset, int) and offset + size <= FRAME_BYTES
        return state.notes["handler"] == self.CALLS and is_there

    def user_word(self, state: State, address: Word, size: int) -> Word:
        """As World; the number of the call is one of those that are explored."""
        symbol = super().user_word(state, address, size)
        if size == 1 and simple(address - FRAME) == NUMBER_AT:
            state.path += [symbol != number for number in self.left_out]
        return symbol

    def may_store_given(self, state: State, address: Word, size: int) -> bool:
        """The result goes to r0 of the frame."""
        return state.notes["handler"] == self.CALLS and size == 4 and simple(address - FRAME) == 0

    def handles(self, state: State) -> list[Word]:
        """The words of r0 of the frame."""
        return [symbol for address, _, symbol in state.reads if simple(address - FRAME) == 0]

    def number_of(self, state: State) -> Word | None:
        """The byte in r12 of the frame."""
        for address, size, symbol in state.reads:
            if size == 1 and simple(address - FRAME) == NUMBER_AT:
                return symbol
        return None

    # The registers of the system.

    def is_volatile(self, address: int) -> bool:
        """Registers about faults."""
        return address in {*FAULT_REGISTERS, *FAULT_ADDRESSES}

    def may_port_store(self, state: State, address: int, value: Word) -> bool:
        """In handlers: the main stack, loaded regions with their notes, registers about faults."""
        if not state.special["ipsr"]:
            return False
        if MAIN_STACK <= address < MAIN_STACK + MAIN_STACK_BYTES:
            return True
        if state.notes["handler"] == "HardFault_Handler":
            return address in FAULT_REGISTERS
        if address == self.program.symbols["lm_user_loaded"]:
            return bool(simple(value) == self.context)
        if address == OTHER + self.program.members["lm_user_context", "loaded"]:
            state.notes["cleared"] = True
            return self.proves(state, term(value) == 0)
        at = (address - MPU) // 4
        is_region = 0 <= at < MPU_WORDS and self.proves(state, term(value) == self.regions[at])
        if is_region:
            state.notes["mpu"] = {**state.notes["mpu"], at: True}
        return is_region

    def is_in_handler(self, state: State) -> bool:
        """Handlers use the main stack."""
        return bool(state.special["ipsr"])

    def check_kernel(self, state: State) -> None:
        """A function of the kernel has privileges."""
        if state.special["control"] != 0:
            raise Violation("the kernel without privileges")

    # Behind calls.

    def of_thread(self, state: State) -> list[Truth]:
        """Its regions are loaded or not."""
        loaded = term(state.memory[self.of_context(self.LOADED)])
        return [z3.Or(loaded == 0, loaded == state.notes["mode"])]

    def others_ran(self, state: State) -> None:
        """Since user mode was left, another thread may have loaded its regions."""
        loaded = fresh("loaded")
        state.memory[self.of_context(self.LOADED)] = loaded
        state.path += self.of_thread(state)
        state.memory[self.program.symbols["lm_user_loaded"]] = OTHER
        state.notes |= {"loaded": loaded}

    # Exceptions.

    def supervisor_call(self, state: State) -> None:
        """The gate is done: the processor stores a frame on the kernel stack."""
        registers = state.registers
        begin = state.number(registers[SP]) - FRAME_BYTES
        stored = (*registers[:4], registers[12], registers[LR], registers[PC], fresh("xpsr"))
        for at, value in enumerate(stored):
            self.store(state, begin + 4 * at, 4, value)
        self.others_ran(state)
        state.special |= {"psp": begin, "ipsr": 1}
        registers[SP], registers[LR] = state.special["msp"], EXCEPTION_RETURN
        registers[PC] = self.program.symbols["SVC_Handler"]

    def exception_return(self, state: State) -> bool:
        """Leave the handler. Returns: to user mode, which ends the path?"""
        registers, special = state.registers, state.special
        if not special["ipsr"] or registers[SP] != special["msp"]:
            raise Violation("an exception return that is none")
        if special["control"] == 1:
            self.to_user(state)
            return True
        if registers[PC] != EXCEPTION_RETURN:
            raise Violation("privileges on another stack, or with floats")
        begin = special["psp"]
        if not isinstance(begin, int) or not self.stack <= begin <= self.context:
            raise Violation("privileges on a stack of the thread")
        loaded = [self.load_known(state, begin + 4 * at, 4) for at in range(8)]
        registers[:4] = loaded[:4]
        registers[12], registers[LR] = loaded[4], loaded[5]
        registers[SP], special["ipsr"] = begin + FRAME_BYTES, 0
        registers[PC] = state.number(loaded[6]) & ~1
        return False

    def to_user(self, state: State) -> None:
        """The claims about the way back."""
        about = self.about(state, NO_REGION)
        if state.registers[PC] != self.return_of(state):
            raise Violation("another kind of frame of the thread")
        if not about.proves(term(state.special["psp"]) == state.notes["frame"]):
            raise Violation("another stack of the thread")
        self.check_regions(state, about)
        for at, kept in zip(self.KEPT, self.kept, strict=True):
            if not about.proves(term(state.registers[at]) == kept):
                raise Violation(f"the kernel's contents of r{at} in user mode")

    def check_regions(self, state: State, about: State) -> None:
        """The MPU has the regions of the thread, and it is noted which thread has them."""
        notes, mode = state.notes, state.notes["mode"]
        is_loaded = len(notes["mpu"]) == self.REGISTERS and (
            state.memory[self.program.symbols["lm_user_loaded"]] == self.context
        )
        was_loaded = about.proves(term(notes["loaded"]) == mode)
        if is_loaded and not notes["cleared"]:
            raise Violation("another thread whose regions seem to be loaded")
        is_noted = about.proves(term(state.memory[self.of_context(self.LOADED)]) == mode)
        if not is_noted or not (is_loaded or (was_loaded and not notes["mpu"])):
            raise Violation("user mode without the regions of the thread")

    def return_of(self, state: State) -> int:
        """The exception return to the thread."""
        del state
        return EXCEPTION_RETURN

    def step(self, state: State) -> bool:
        """Execute an instruction, an exception or its end. Returns: has the path ended?"""
        address = state.registers[PC]
        if address >= HANDLER:
            return self.exception_return(state)
        if address == self.program.symbols["lm_port_pendsv_dispatch"] and state.special["ipsr"]:
            if state.special["control"] != 0:
                raise Violation("another thread without privileges")
            return True
        if self.ends_at(state):
            return True
        if state.registers[PC] != address:
            return False
        if self.processor.at(state.registers[PC]).mnemonic == "svc":
            state.registers[PC] += 2
            self.supervisor_call(state)
        else:
            self.processor.step(state)
        return False
