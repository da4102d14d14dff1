# SPDX-License-Identifier: Apache-2.0
"""The proof about the gates of user threads, on all processors: paths, instructions, mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import gate_mistakes
from claims import Found, World, explore, lemma, refute
from cortex_m import PORT as CORTEX_M_PORT
from cortex_m import CortexM
from cortex_m33 import CortexM33
from gate_judge import Judge, judge
from gate_mistakes import Mistake, planted
from gate_program import Port, Program, calls
from riscv_gate import PORT as RISCV_PORT
from riscv_gate import RiscV
from riscv_judge import RiscVJudge
from thumb_judge import FloatJudge, ThumbJudge

from limen.run import build, target_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.pool import Pool
    from pathlib import Path

PROGRAM: Final = "example-hostile_input"
# A call with two buffers has the square of the paths of a call with one, and a fault may have its
# frame anywhere.
TWO_BUFFERS: Final = ("event_flags_wait",)
ALL_REGIONS, MOST_FOR_TWO = 4, 3
REGIONS_OF_MISTAKES: Final = (1, 2)  # few are refuted sooner
SEED: Final = 1
PARTS: Final = 3  # of the calls and of the instructions, for several processors of this machine


@dataclass(frozen=True, slots=True)
class Gate:
    """A processor, and what is known about it.

    Attributes:
        processor: for readers.
        target: whose program is examined.
        regions: of a thread, in `make prove`.
        few: of a thread with a fault, or in a call with two buffers.
    """

    processor: str
    target: str
    regions: int
    few: int
    port: Port
    world: type[World]
    judge: type[Judge]
    mistakes: tuple[Mistake, ...]

    def program(self, root: Path) -> Program:
        """The program of user threads."""
        path = build(root, target_named(self.target), [PROGRAM], print)[PROGRAM]
        return Program.read(path, self.port)

    def sizes(self, *, is_wide: bool) -> tuple[int, int]:
        """The regions of a thread; and with a fault, or in a call with two buffers."""
        return (ALL_REGIONS, MOST_FOR_TWO) if is_wide else (self.regions, self.few)

    def shares(self, *, is_wide: bool) -> Iterator[tuple[int, Sequence[str], Sequence[str]]]:
        """The arguments of `explore` that together are the proof, the longest ones first."""
        others = [call.name for call in calls() if call.name not in TWO_BUFFERS]
        regions, few = self.sizes(is_wide=is_wide)
        yield few, TWO_BUFFERS, self.world.HANDLERS
        for part in range(PARTS):
            yield regions, others[part::PARTS], [self.world.CALLS]

    def explore(
        self, program: Program, regions: int, names: Sequence[str], handlers: Sequence[str]
    ) -> Found:
        """All paths from these handlers, of these calls."""
        return explore(self.world(program, regions, names), handlers)

    def refute(self, program: Program, name: str) -> str | None:
        """The claim that a mistake violates on the paths of a call."""
        worlds = (self.world(program, regions, [name]) for regions in REGIONS_OF_MISTAKES)
        return next(filter(None, map(refute, worlds)), None)

    def compare(self, program: Program, executed: set[int], part: int) -> int:
        """Compare the instructions of a part."""
        return judge(self.judge(program, SEED), executed, part, PARTS)


GATES: Final = (
    Gate(
        *("Cortex-M3", "mps2-an385", ALL_REGIONS, 2),
        *(CORTEX_M_PORT, CortexM, ThumbJudge, gate_mistakes.CORTEX_M3),
    ),
    Gate(
        *("Cortex-M33", "mps2-an505", 2, 1),
        *(CORTEX_M_PORT, CortexM33, FloatJudge, gate_mistakes.CORTEX_M33),
    ),
    Gate(
        *("RV32IMAC", "virt-riscv32", ALL_REGIONS, 2),
        *(RISCV_PORT, RiscV, RiscVJudge, gate_mistakes.RISCV),
    ),
)


@dataclass(frozen=True, slots=True)
class Proof:
    """The numbers of a proof.

    Attributes:
        gate: the processor.
        paths: on which user mode is left, each to its end.
        stores: with privileges, on them.
        entered: paths into the kernel, by call.
        instructions: of them.
        compared: random states in which these are those of Unicorn.
    """

    gate: Gate
    paths: int
    stores: int
    entered: dict[str, int]
    instructions: int
    compared: int


def _pool() -> Pool:
    """A process for each share: what the solver finds in its steps depends on what it did before.

    So the numbers are the same whichever processor takes a share.
    """
    return get_context("fork").Pool(maxtasksperchild=1)


def refute_mistakes(root: Path) -> list[tuple[str, list[str]]]:
    """Refute all mistakes. Returns: them, by processor.

    Raises:
        SystemExit: one is not refuted.
    """
    found = {gate: planted(gate.program(root), gate.mistakes) for gate in GATES}
    with _pool() as pool:
        verdicts = [
            (gate.processor, words, pool.apply_async(gate.refute, (wrong, name)))
            for gate, mistakes in found.items()
            for words, wrong, name in mistakes
        ]
        for processor, words, verdict in verdicts:
            if verdict.get() is None:
                raise SystemExit(f"prove: no path on the {processor} refutes: {words}")
    return [(gate.processor, [words for words, _, _ in found[gate]]) for gate in GATES]


def prove(root: Path, *, is_wide: bool = False) -> list[Proof]:
    """Prove all claims, of each processor. is_wide: with all regions in each call and fault.

    Raises:
        SystemExit: one does not hold.
    """
    programs = {gate: gate.program(root) for gate in GATES}
    with _pool() as pool:
        is_sound = pool.apply_async(lemma)
        paths = {
            gate: [
                pool.apply_async(gate.explore, (program, *share))
                for share in gate.shares(is_wide=is_wide)
            ]
            for gate, program in programs.items()
        }
        found = {gate: [one.get() for one in each] for gate, each in paths.items()}
        if not is_sound.get():
            raise SystemExit("prove: the check of a buffer does not say where each byte is")
        executed = {
            gate: set().union(*(one.executed for one in each)) for gate, each in found.items()
        }
        compared = {
            gate: [
                pool.apply_async(gate.compare, (programs[gate], executed[gate], part))
                for part in range(PARTS)
            ]
            for gate in GATES
        }
        return [
            Proof(
                gate,
                sum(one.paths for one in found[gate]),
                sum(one.stores for one in found[gate]),
                entered_by(gate, found[gate]),
                len(executed[gate]),
                sum(one.get() for one in compared[gate]),
            )
            for gate in GATES
        ]


def entered_by(gate: Gate, found: Sequence[Found]) -> dict[str, int]:
    """Paths into the kernel, by call.

    Raises:
        SystemExit: a call has none.
    """
    entered = dict(sorted(item for one in found for item in one.entered.items()))
    if missing := {call.name for call in calls()} - set(entered):
        names = ", ".join(sorted(missing))
        raise SystemExit(f"prove: no path on the {gate.processor} enters {names}")
    return entered
