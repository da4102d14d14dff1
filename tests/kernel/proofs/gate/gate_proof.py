# SPDX-License-Identifier: Apache-2.0
"""Proves the claims about the gates of user threads: paths, instructions, mistakes."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import TYPE_CHECKING, Final

from gate_judge import judge
from gate_mistakes import planted
from gate_program import Program, calls
from gates import HANDLERS, explore, refute

from limen.run import build, target_named

if TYPE_CHECKING:
    from pathlib import Path

TARGET: Final = "mps2-an385"
PROGRAM: Final = "example-hostile_input"
# These take the longest: a call with two buffers has the square of the paths of a call with one,
# and the frame of a fault may be anywhere.
TWO_BUFFERS: Final = ("event_flags_wait",)
REGIONS, FEW_REGIONS = 4, 2
SEED: Final = 1
PARTS: Final = 3  # of the calls and of the instructions, for several processors


@dataclass(frozen=True, slots=True)
class Proof:
    """The numbers of a proof.

    Attributes:
        paths: complete paths that leave user mode.
        stores: privileged stores on them.
        entered: paths into the kernel, by call.
        instructions: executed on them.
        compared: random states in which an instruction agrees with Unicorn.
    """

    paths: int
    stores: int
    entered: dict[str, int]
    instructions: int
    compared: int


def _program(root: Path) -> Program:
    return Program.read(build(root, target_named(TARGET), [PROGRAM], print)[PROGRAM])


def refute_mistakes(root: Path) -> list[str]:
    """Refute all mistakes.

    Raises:
        SystemExit: a mistake is not refuted.
    """
    program = _program(root)
    mistakes = planted(program)
    with ProcessPoolExecutor(cpu_count()) as pool:
        verdicts = [pool.submit(refute, wrong, [name]) for _, wrong, name in mistakes]
        for (words, _, _), verdict in zip(mistakes, verdicts, strict=True):
            if verdict.result() is None:
                raise SystemExit(f"prove: no path of a user thread refutes: {words}")
    return [words for words, _, _ in mistakes]


def prove(root: Path) -> Proof:
    """Prove all claims.

    Raises:
        SystemExit: a claim does not hold.
    """
    program = _program(root)
    names = [call.name for call in calls()]
    others = [name for name in names if name not in TWO_BUFFERS]
    with ProcessPoolExecutor(cpu_count()) as pool:
        all_paths = [pool.submit(explore, program, FEW_REGIONS, TWO_BUFFERS, HANDLERS)] + [
            pool.submit(explore, program, REGIONS, others[part::PARTS], HANDLERS[:1])
            for part in range(PARTS)
        ]
        found = [one.result() for one in all_paths]
        executed = set().union(*(one.executed for one in found))
        compared = [
            pool.submit(judge, program, executed, SEED, part, PARTS) for part in range(PARTS)
        ]
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
