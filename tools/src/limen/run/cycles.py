# SPDX-License-Identifier: Apache-2.0
"""Count the cycles that a program takes between passages of a function.

It corresponds to limen.run.instructions. Targets: rp2040, rp2040-ram, whose emulated core has the
cycles of a processor whose memory never makes it wait (code in SRAM, or in flash and cached), and
ibex, the RTL of a core with such a memory.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from limen.builds.process import SAFETY_SECONDS
from limen.child import scratch_folder
from limen.errors import RunError
from limen.run.emulator import Watch
from limen.run.program import run_program
from limen.run.target import target_named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["count_between", "count_from_to", "cycles_by_address", "passages", "retired_between"]


def count_between(
    elf: Path,
    symbol: str,
    arguments: Sequence[str] = (),
    *,
    target: str = "rp2040",
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Cycles between consecutive passages of a function's entry.

    Args:
        elf: a program for the target.
        symbol: a function of it that is called and not inlined.
        arguments: argv[1] and on.
        target: name of one that counts cycles.
        timeout_seconds: of wall clock.

    Returns:
        n - 1 counts for n passages.

    Raises:
        RunError: the function does not exist, or the program does not end.
    """
    passes = passages(elf, [symbol], arguments, target=target, timeout_seconds=timeout_seconds)
    return [after - before for before, after in pairwise(passes)]


def count_from_to(
    elf: Path,
    first: str,
    last: str,
    arguments: Sequence[str] = (),
    *,
    target: str = "rp2040",
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Cycles from each passage of a function's entry to the next one of another's.

    Args:
        elf: a program for the target.
        first: a function of it.
        last: another one; the two are called in turn.
        arguments: argv[1] and on.
        target: name of one that counts cycles.
        timeout_seconds: of wall clock.

    Raises:
        RunError: as count_between.
    """
    passes = passages(elf, [first, last], arguments, target=target, timeout_seconds=timeout_seconds)
    return [after - before for before, after in zip(passes[::2], passes[1::2], strict=False)]


def passages(
    elf: Path,
    symbols: Sequence[str],
    arguments: Sequence[str] = (),
    *,
    target: str = "rp2040",
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """The cycles in which the entries of functions are passed, counted from the start.

    Args:
        elf: a program for the target.
        symbols: functions of it.
        arguments: argv[1] and on.
        target: name of one that counts cycles.
        timeout_seconds: of wall clock.

    Raises:
        RunError: as count_between.
    """
    watch = Watch(marks=tuple(symbols))
    report = _report(elf, arguments, watch, target, timeout_seconds)
    passes: list[int] = report["passes"]
    return passes


def retired_between(
    elf: Path,
    symbol: str,
    arguments: Sequence[str] = (),
    *,
    timeout_seconds: float = SAFETY_SECONDS,
) -> list[int]:
    """Instructions between consecutive passages of a function's entry, as the RTL retires them.

    Args:
        elf: a program for ibex.
        symbol: a function of it that is called and not inlined.
        arguments: argv[1] and on.
        timeout_seconds: of wall clock.

    Raises:
        RunError: as count_between.
    """
    report = _report(elf, arguments, Watch(marks=(symbol,)), "ibex", timeout_seconds)
    return [after - before for before, after in pairwise(report["retired"])]


def cycles_by_address(
    elf: Path,
    symbol: str,
    nth: int,
    arguments: Sequence[str] = (),
    *,
    target: str = "rp2040",
    time_ms: float | None = None,
    timeout_seconds: float = SAFETY_SECONDS,
) -> dict[int, int]:
    """The cycles of each address from one passage of a function's entry to the next one.

    The cycles of an exception's entry and of sleep count for the instruction before them.

    Args:
        elf: a program for the target.
        symbol: a function of it that is called and not inlined.
        nth: the passage with which the window begins, from 0.
        arguments: argv[1] and on.
        time_ms: in time of the program; then a program that does not end is ended.
        target: name of one that counts cycles.
        timeout_seconds: of wall clock.

    Returns:
        empty if there are not as many passages.

    Raises:
        RunError: as count_between.
    """
    watch = Watch(marks=(symbol,), window=nth, time_ms=time_ms)
    report = _report(elf, arguments, watch, target, timeout_seconds)
    return dict(report["window"]) if len(report["passes"]) > nth + 1 else {}


def _report(
    elf: Path, arguments: Sequence[str], watch: Watch, target: str, timeout_seconds: float
) -> dict[str, Any]:
    """Run a program in the simulator; return its report of the whole run."""
    with scratch_folder() as scratch:
        file = scratch / "report.json"
        done = run_program(
            target_named(target),
            elf.resolve(),
            arguments,
            scratch=scratch,
            timeout_seconds=timeout_seconds,
            watch=replace(watch, report=file),
        )
        if done.status != 0 or not file.is_file():
            said = (done.output.strip().splitlines() or ["nothing"])[-1]
            problem = f"it ended with status {done.status} and said: {said}"
            raise RunError(f"{elf.name} {' '.join(arguments)}".strip(), problem, "see its output")
        report: dict[str, Any] = json.loads(file.read_text())
        return report
