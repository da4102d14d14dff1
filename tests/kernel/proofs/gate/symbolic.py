# SPDX-License-Identifier: Apache-2.0
"""Words that are numbers or terms of z3, and the state of a processor that computes with them.

Where the next step depends on a term, the state forks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import z3

if TYPE_CHECKING:
    from collections.abc import Sequence

Word: TypeAlias = Any  # an int, or a bit vector of z3
Truth: TypeAlias = Any  # a bool, or a formula of z3

MASK = 0xFFFFFFFF
SOLVER = z3.SolverFor("QF_BV")
STEPS = 20_000  # steps of the solver; a formula that it does not refute in these is possible
STEPS_OF_PROOFS = 10_000_000
SOLVER.set("rlimit", STEPS)
NUMBERS = count()


class Fork(Exception):  # noqa: N818 - it is not an error
    """The next step depends on symbols: one of these formulas holds."""

    def __init__(self, cases: Sequence[Truth]) -> None:
        super().__init__()
        self.cases = cases


class Violation(Exception):  # noqa: N818 - of a claim
    """A claim does not hold on a path."""


class UnsupportedError(Exception):
    """The program has something that the executor does not know: no claim is proved or violated."""


@dataclass(slots=True)
class State:
    """Registers, memory and the known facts about symbols.

    Attributes:
        registers: general ones, by the number that the processor's module gives them.
        memory: words that are known, by address.
        path: formulas that hold.
        special: other registers of the processor, by name.
        reads: words and bytes that came from a user thread, as (address, bytes, symbol).
        notes: facts about the path that claims need.
    """

    registers: list[Word]
    memory: dict[int, Word]
    path: list[Truth]
    special: dict[str, Word] = field(default_factory=dict)
    flags: dict[str, Truth] = field(default_factory=dict)
    reads: list[tuple[Word, int, Word]] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> State:
        """A copy that can be changed alone."""
        return replace(
            self,
            registers=list(self.registers),
            memory=dict(self.memory),
            path=list(self.path),
            special=dict(self.special),
            flags=dict(self.flags),
            reads=list(self.reads),
            notes=dict(self.notes),
        )

    def is_possible(self, *formulas: Truth) -> bool:
        """Return whether these formulas can hold, too."""
        if any(formula is False for formula in formulas):
            return False
        SOLVER.push()
        SOLVER.add(*self.path, *formulas)
        answer = SOLVER.check()
        SOLVER.pop()
        return bool(answer != z3.unsat)

    def proves(self, formula: Truth) -> bool:
        """Return whether this formula holds for all values of the symbols."""
        formula = truth(formula)
        if isinstance(formula, bool):
            return formula
        solver = z3.Solver()
        solver.set("rlimit", STEPS_OF_PROOFS)
        solver.add(*self.path, z3.Not(formula))
        return bool(solver.check() == z3.unsat)

    def decide(self, formula: Truth) -> bool:
        """Return whether the formula holds on this path. Forks."""
        if isinstance(formula, bool):
            return formula
        if any(known.eq(formula) for known in self.path):
            return True
        opposite = z3.Not(formula)
        if any(known.eq(opposite) for known in self.path) or not self.is_possible(formula):
            return False
        if not self.is_possible(z3.Not(formula)):
            return True
        raise Fork([formula, z3.Not(formula)])

    def values(self, word: Word, limit: int) -> list[int] | None:
        """The possible numbers of a term; None if there are more."""
        if isinstance(word, int):
            return [word]
        found: list[int] = []
        solver = z3.Solver()
        solver.set("rlimit", STEPS_OF_PROOFS)
        solver.add(*(known for known in self.path if not is_about_a_base(known)))
        while (answer := solver.check()) == z3.sat and len(found) <= limit:
            found.append(solver.model().eval(word, model_completion=True).as_long())
            solver.add(word != found[-1])
        if answer == z3.unknown:
            raise UnsupportedError("the solver does not know")
        return found if len(found) <= limit else None

    def number(self, word: Word, limit: int = 64) -> int:
        """The number of a term on this path. Forks."""
        found = self.values(word, limit)
        if found is None:
            raise Violation(f"{word} can be any number")
        if len(found) != 1:
            raise Fork([word == value for value in found])
        return found[0]


class Memory(Protocol):
    """The effect of accesses to memory."""

    def load(self, state: State, address: Word, size: int) -> Word:
        """The value."""

    def store(self, state: State, address: Word, size: int, value: Word) -> None:
        """Store it."""


def fresh(name: str) -> Word:
    """A new symbol."""
    return z3.BitVec(f"{name}.{next(NUMBERS)}", 32)


def term(word: Word) -> Any:  # noqa: ANN401 - of z3
    """A word as a bit vector."""
    return z3.BitVecVal(word, 32) if isinstance(word, int) else word


def simple(word: Word) -> Word:
    """A term as a number, if it has one value."""
    if isinstance(word, int):
        return word & MASK
    word = z3.simplify(word)
    return word.as_long() if z3.is_bv_value(word) else word


def truth(formula: Truth) -> Truth:
    """A formula as a bool, if it has one value."""
    if isinstance(formula, bool):
        return formula
    formula = z3.simplify(formula)
    if z3.is_true(formula) or z3.is_false(formula):
        return bool(z3.is_true(formula))
    return formula


def bit(word: Word, number: int) -> Truth:
    """A bit of the word."""
    return truth(z3.Extract(number, number, term(word)) == 1)


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


@cache
def is_about_a_base(formula: z3.ExprRef) -> bool:
    """Return whether a formula is about the begin of a region, which no number needs."""
    return any(name.startswith("base") for name in names_of(formula))
