# SPDX-License-Identifier: Apache-2.0
"""The proof about the gates of user threads, on all processors: paths, instructions, mistakes."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import TYPE_CHECKING, Final

from claims import Found, World, explore, refute
from cortex_m import PORT as CORTEX_M_PORT
from cortex_m import CortexM
from gate_judge import Judge, judge
from gate_mistakes import planted
from gate_program import Port, Program, calls
from thumb_judge import ThumbJudge

from limen.run import build, target_named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PROGRAM: Final = "example-hostile_input"
# A call with two buffers has the square of the paths of a call with one, and a fault may have its
# frame anywhere.
TWO_BUFFERS: Final = ("event_flags_wait",)
REGIONS, FEW_REGIONS = 4, 2
SEED: Final = 1
PARTS: Final = 3  # of the calls and of the instructions, for several processors


@dataclass(frozen=True, slots=True)
class Gate:
    """A processor, and what is known about it."""

    processor: str
    target: str
    port: Port
    world: type[World]
    judge: type[Judge]

    def program(self, root: Path) -> Program:
        """The program of user threads."""
        return Program.read(
            build(root, target_named(self.target), [PROGRAM], print)[PROGRAM], self.port
        )

    def explore(
        self, program: Program, regions: int, names: Sequence[str], handlers: Sequence[str]
    ) -> Found:
        """All paths from these handlers."""
        return explore(self.world(program, regions, names), handlers)

    def refute(self, program: Program, names: Sequence[str]) -> str | None:
        """The claim that a mistake violates."""
        return refute(self.world(program, FEW_REGIONS, names))

    def compare(self, program: Program, executed: set[int], part: int) -> int:
        """Compare the instructions of a part."""
        return judge(self.judge(program, SEED), executed, part, PARTS)


CORTEX_M3: Final = Gate("Cortex-M3", "mps2-an385", CORTEX_M_PORT, CortexM, ThumbJudge)


@dataclass(frozen=True, slots=True)
class Proof:
    """The numbers of a proof.

    Attributes:
        paths: on which user mode is left, each to its end.
        stores: with privileges, on them.
        entered: paths into the kernel, by call.
        instructions: of them.
        compared: random states in which these are those of Unicorn.
    """

    paths: int
    stores: int
    entered: dict[str, int]
    instructions: int
    compared: int


def refute_mistakes(root: Path) -> list[str]:
    """Refute all mistakes.

    Raises:
        SystemExit: one is not refuted.
    """
    gate = CORTEX_M3
    program = gate.program(root)
    mistakes = planted(program)
    with ProcessPoolExecutor(cpu_count()) as pool:
        verdicts = [pool.submit(gate.refute, wrong, [name]) for _, wrong, name in mistakes]
        for (words, _, _), verdict in zip(mistakes, verdicts, strict=True):
            if verdict.result() is None:
                raise SystemExit(f"prove: no path of a user thread refutes: {words}")
    return [words for words, _, _ in mistakes]


def prove(root: Path) -> Proof:
    """Prove all claims.

    Raises:
        SystemExit: one does not hold.
    """
    gate = CORTEX_M3
    program, handlers = gate.program(root), gate.world.HANDLERS
    names = [call.name for call in calls()]
    others = [name for name in names if name not in TWO_BUFFERS]
    with ProcessPoolExecutor(cpu_count()) as pool:
        all_paths = [pool.submit(gate.explore, program, FEW_REGIONS, TWO_BUFFERS, handlers)] + [
            pool.submit(gate.explore, program, REGIONS, others[part::PARTS], [gate.world.CALLS])
            for part in range(PARTS)
        ]
        found = [one.result() for one in all_paths]
        executed = set().union(*(one.executed for one in found))
        compared = [pool.submit(gate.compare, program, executed, part) for part in range(PARTS)]
        entered = dict(sorted(item for one in found for item in one.entered.items()))
        if missing := set(names) - set(entered):
            raise SystemExit(f"prove: no path enters {', '.join(sorted(missing))}")
        return Proof(
            sum(one.paths for one in found),
            sum(one.stores for one in found),
            entered,
            len(executed),
            sum(one.result() for one in compared),
        )
