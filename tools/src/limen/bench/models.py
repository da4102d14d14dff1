# SPDX-License-Identifier: Apache-2.0
"""Worst latency of the most urgent thread, and longest masked time, under the RT model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.bench.measure import Measurement
from limen.child import scratch_folder
from limen.errors import RunError
from limen.lab.console import parse_console
from limen.run import addresses_between, build, run_program, target_named
from limen.run.masked import longest_masked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["measure_models"]

_TARGET: Final = "mps2-an385"
_PROGRAM: Final = "lab-preemption-models-fast"
_LOAD: Final = "load-spinlock"
_UNDER_RT: Final = ((_LOAD, 3), ("cost", 6))  # case, cycle


def measure_models(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """The worst of lab preemption-models under the RT model, on a Cortex-M3.

    Raises:
        RunError: it does not build, or does not run.
    """
    program = build(root, target_named(_TARGET), [_PROGRAM], on_line)[_PROGRAM]
    masked = max(
        (longest_masked(program, _executed(program, case, cycle)) for case, cycle in _UNDER_RT),
        key=lambda stretch: stretch.instructions,
    )
    late = (
        "RT: worst latency of a thread with a period of 1 ms while drivers hold spinlocks for 20 ms"
    )
    off = f"RT: longest time with interrupts disabled; in a call of `{masked.function}`"
    unit = "instructions"
    return [
        Measurement("models/rt-lateness", late, unit, _lateness(program)),
        Measurement("models/rt-interrupts-off", off, unit, masked.instructions),
    ]


def _executed(program: Path, case: str, cycle: int) -> list[int]:
    return addresses_between(program, "lab_mark", cycle, [case])


def _lateness(program: Path) -> int:
    target = target_named(_TARGET)
    with scratch_folder() as scratch:
        done = run_program(target, program, [_LOAD], scratch=scratch)
    results = parse_console(done.output, program.name).results
    if "rt_ticks" not in results:
        raise RunError(program.name, "it printed no result rt_ticks", "see what it prints")
    return target.instructions(int(results["rt_ticks"])) or 0
