# SPDX-License-Identifier: Apache-2.0
"""The ways of a user thread into the kernel and back on RISC-V: traps, the PMP.

Source: The RISC-V Instruction Set Manual, Volume II: Privileged Architecture, 3.1.6.1 (MPP, MPIE),
3.1.7 (mtvec), 3.3.2 (mret), 3.7.1 (PMP).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import z3
from capstone import CS_ARCH_RISCV, CS_MODE_RISCV32, CS_MODE_RISCVC
from claims import COUNT, GRANTS, NO_REGION, OTHER, World
from gate_program import Port
from riscv import PC, RA, SP, Processor
from symbolic import State, Truth, Violation, Word, fresh, simple, term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate_program import Program

PORT: Final = Port(
    ("lm_user_traps", "load", "lm_user_refuse", "lm_port_user_faulted"),
    (CS_ARCH_RISCV, CS_MODE_RISCV32 | CS_MODE_RISCVC),
    bytes.fromhex("0100"),
)
GP, TP, T0, A0, A7 = 3, 4, 5, 10, 17
SAVED = (8, 9, *range(18, 28))
TEMPORARY = (5, 6, 7, *range(10, 18), *range(28, 32))
CLEARED = (6, 7, *range(11, 18), *range(28, 32))  # when a call returns
MIE, MPIE = 8, 0x80
VECTORS = 16
CALL_BYTES = 4  # of ecall
STACK_ALIGN = 16
PMP = ("pmpaddr4", "pmpaddr5", "pmpaddr6", "pmpaddr7", "pmpcfg1")


class RiscV(World):
    """RV32IMAC with U-mode, without other harts."""

    HANDLERS = ("lm_user_traps", "interrupts")
    CALLS = "lm_user_traps"
    ARGUMENTS = tuple(range(A0, A7 + 1))
    SCRATCH = TEMPORARY
    KEPT = (RA, GP, *SAVED)
    LOADED = "is_loaded"
    PC, LR, SP = PC, RA, SP

    def __init__(self, program: Program, regions: int, names: Sequence[str]) -> None:
        """As World."""
        super().__init__(program, regions, names)
        self.user = [0, *(z3.BitVec(f"x{at}", 32) for at in range(1, 32))]
        self.pc, self.traps = z3.BitVecs("pc user_traps", 32)
        kernel = ("kernel_gp", "kernel_traps", "kernel_scratch")
        self.kernels = dict(zip(kernel, z3.BitVecs(" ".join(kernel), 32), strict=True))
        self.pmp = {name: z3.BitVec(name, 32) for name in PMP}

    def new_processor(self) -> Processor:
        """One with this world as its memory."""
        return Processor(self.program, self)

    def states(self, handler: str) -> list[State]:
        """A trap has come in user mode, at the first vector or at one of the others."""
        begin = self.program.symbols["lm_user_traps"]
        vectors = [0] if handler == self.CALLS else range(1, VECTORS)
        return [self.state(begin + 4 * vector) for vector in vectors]

    def state(self, address: int) -> State:
        """The registers and the context of the thread in user mode."""
        table = self.program.symbols["lm_user_object_calls"]
        words: dict[str, Word] = {"calls": table, "grants": GRANTS, "grant_count": COUNT}
        words |= {"is_loaded": 1, "user_traps": self.traps, **self.kernels}
        words |= {f"addresses {at}": self.pmp[name] for at, name in enumerate(PMP[:-1])}
        words["settings"] = self.pmp[PMP[-1]]
        state = State([*self.user, address], self.memory(words), self.of_creation())
        state.special = {"mscratch": self.context, "mtvec": self.traps, "mepc": self.pc}
        state.special |= {"mcause": fresh("mcause"), "mtval": fresh("mtval"), "mstatus": MPIE}
        state.special |= self.pmp
        state.path += [self.user[A7] != number for number in self.left_out]
        state.notes = {"grants": {}, "loaded": 1, "other_tp": 0, "call": False}
        state.notes |= {"is_told": False, "has_tp": False}
        return state

    # The registers of a call.

    def handles(self, state: State) -> list[Word]:
        """a0 of the thread."""
        del state
        return [self.user[A0]]

    def number_of(self, state: State) -> Word | None:
        """a7 of the thread."""
        del state
        return self.user[A7]

    # Loaded regions.

    def may_port_store(self, state: State, address: int, value: Word) -> bool:
        """Whose regions are loaded, and the registers of the previous thread that has them."""
        other = {name: OTHER + at for (_, name), at in self.members_of_context()}
        if address == self.program.symbols["lm_user_loaded"]:
            return bool(simple(value) == self.context)
        if address == other[self.LOADED]:
            state.notes["is_told"] = True
            return self.proves(state, term(value) == 0)
        if address == other["tp"]:
            state.notes["has_tp"] = True
            return self.proves(state, term(value) == state.notes["other_tp"])
        return False

    def members_of_context(self) -> list[tuple[tuple[str, str], int]]:
        """Names and offsets."""
        members = self.program.members.items()
        return [(key, at) for key, at in members if key[0] == "lm_user_context"]

    def others_ran(self, state: State) -> None:
        """Another thread may have loaded its regions, and then its tp, and stored that of this."""
        loaded, other = fresh("loaded"), fresh("tp")
        state.memory[self.of_context(self.LOADED)] = loaded
        state.path += self.of_thread(state)
        state.memory[self.program.symbols["lm_user_loaded"]] = OTHER
        state.memory[self.of_context("tp")] = z3.If(loaded == 1, fresh("old"), self.user[TP])
        state.registers[TP] = z3.If(loaded == 1, self.user[TP], other)
        for name, word in self.pmp.items():
            state.special[name] = z3.If(loaded == 1, word, fresh(name))
        state.notes |= {"loaded": loaded, "other_tp": other, "is_told": False, "has_tp": False}

    def of_thread(self, state: State) -> list[Truth]:
        """Its regions are loaded or not."""
        return [z3.ULE(term(state.memory[self.of_context(self.LOADED)]), 1)]

    # Traps.

    def check_kernel(self, state: State) -> None:
        """Interrupts are open, and find what they find in a thread of the kernel."""
        stack, special = state.registers[SP], state.special
        if not isinstance(stack, int) or not self.stack <= stack <= self.context:
            raise Violation("the kernel on another stack")
        if stack % STACK_ALIGN != 0 or special["mstatus"] & MIE == 0:
            raise Violation("the kernel with interrupts off, or a stack that is not aligned")
        found = (state.registers[GP], special["mtvec"], special["mscratch"])
        for (name, kept), now in zip(self.kernels.items(), found, strict=True):
            if not self.proves(state, term(now) == kept):
                raise Violation(f"the kernel without its {name}")

    def to_user(self, state: State) -> None:
        """The claims about the way back."""
        about = self.about(state, NO_REGION)
        special, notes = state.special, state.notes
        loaded, was_loaded = state.memory[self.of_context(self.LOADED)], notes["loaded"]
        owner = state.memory[self.program.symbols["lm_user_loaded"]]
        is_left = notes["is_told"] and notes["has_tp"] and owner == self.context
        if special["mstatus"] != MPIE:
            raise Violation("user mode with privileges")
        if not is_left and not about.proves(term(was_loaded) == 1):
            raise Violation("another thread whose regions seem to be loaded, or without its tp")
        if not about.proves(term(loaded) == 1):
            raise Violation("loaded regions that are not noted")
        wanted = {"mtvec": self.traps, "mscratch": self.context, **self.pmp}
        wanted["mepc"] = self.pc + (CALL_BYTES if notes["call"] else 0)
        for name, word in wanted.items():
            if not about.proves(term(special[name]) == word):
                raise Violation(f"user mode with another {name}")
        for at, word in self.registers_of(state).items():
            if not about.proves(term(state.registers[at]) == word):
                raise Violation(f"the kernel's contents of x{at} in user mode")

    def registers_of(self, state: State) -> dict[int, Word]:
        """What the thread finds: its registers; after a call only what a function keeps."""
        if not state.notes["call"]:
            return dict(enumerate(self.user))
        place = state.registers[RA]
        if not isinstance(place, int) or self.program.constant(place, 2) is None:
            raise Violation("the kernel's contents of ra in user mode")
        found = {at: self.user[at] for at in (SP, TP, *SAVED)} | dict.fromkeys(CLEARED, 0)
        return found | {T0: self.pc + CALL_BYTES, GP: self.kernels["kernel_gp"]}

    def step(self, state: State) -> bool:
        """Execute an instruction. Returns: has the path ended?"""
        address = state.registers[PC]
        if address == self.program.symbols["give_result"]:
            state.notes["call"] = True
        if self.ends_at(state):
            return True
        if state.registers[PC] != address:
            return False
        if self.processor.at(address).mnemonic == "mret":
            self.to_user(state)
            return True
        was_open = state.special["mstatus"] & MIE
        self.processor.step(state)
        is_open = state.special["mstatus"] & MIE
        if is_open and not was_open:
            self.check_kernel(state)
        elif was_open and not is_open:
            self.others_ran(state)
        return False
