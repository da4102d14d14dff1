# SPDX-License-Identifier: Apache-2.0
"""Count the cycles that a program for the RP2040 takes between passages of a function.

It corresponds to limen.run.instructions. The emulated core has the cycles of a processor whose
memory never makes it wait: code in SRAM, or in flash and cached.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from limen.errors import RunError
from limen.run.emulator import Watch
from limen.run.process import SAFETY_SECONDS
from limen.run.program import run_program
from limen.run.target import target_named

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["count_between", "count_from_to", "passages"]


def count_between(
    elf: Path,
    symbol: str,
    arguments: Sequence[str] = (),
    *,
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Cycles between consecutive passages of a function's entry.

    Args:
        elf: a program for rp2040 or rp2040-ram.
        symbol: a function of it that is called and not inlined.
        arguments: argv[1] and on.
        timeout_seconds: of wall clock.

    Returns:
        n - 1 counts for n passages.

    Raises:
        RunError: there is no such function, or the program does not end.
    """
    passes = passages(elf, [symbol], arguments, timeout_seconds=timeout_seconds)
    return [after - before for before, after in pairwise(passes)]


def count_from_to(
    elf: Path,
    first: str,
    last: str,
    arguments: Sequence[str] = (),
    *,
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Cycles from each passage of a function's entry to the next one of another's.

    Args:
        elf: a program for rp2040 or rp2040-ram.
        first: a function of it.
        last: another one; the two are called in turn.
        arguments: argv[1] and on.
        timeout_seconds: of wall clock.

    Raises:
        RunError: as count_between.
    """
    passes = passages(elf, [first, last], arguments, timeout_seconds=timeout_seconds)
    return [after - before for before, after in zip(passes[::2], passes[1::2], strict=False)]


def passages(
    elf: Path,
    symbols: Sequence[str],
    arguments: Sequence[str] = (),
    *,
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """The cycles in which the entries of functions are passed, counted from the start.

    Raises:
        RunError: as count_between.
    """
    with TemporaryDirectory(prefix="limen-") as scratch:
        report = Path(scratch) / "report.json"
        done = run_program(
            target_named("rp2040"),
            elf.resolve(),
            arguments,
            scratch=Path(scratch),
            timeout_seconds=timeout_seconds,
            watch=Watch(report=report, marks=tuple(symbols)),
        )
        if done.status != 0 or not report.is_file():
            said = (done.output.strip().splitlines() or ["nothing"])[-1]
            problem = f"it ended with status {done.status} and said: {said}"
            raise RunError(f"{elf.name} {' '.join(arguments)}".strip(), problem, "see its output")
        passes: list[int] = json.loads(report.read_text())["passes"]
        return passes
