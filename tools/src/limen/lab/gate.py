# SPDX-License-Identifier: Apache-2.0
"""Lab isolation measures the additional costs of the calls of user threads.

Its cases each-call and each-user-call make the same calls, and its cases round and user-round the
same four calls with two switches. limen.system.gate has the results for the analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.lab.load import load_lab
from limen.run import build, count_between, target_named
from limen.system.gate import GATE_FILE, REGIONS
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from limen.run import Target

__all__ = ["GATE_TARGETS", "measure_gate", "write_gate"]

GATE_TARGETS: Final = ("mps2-an385", "virt-riscv32")
_LAB: Final = "isolation"
_FAST: Final = f"lab-{_LAB}-fast"
# The calls of a round, and the counted cycle.
_CALLS_OF_ROUND: Final = ("semaphore_post", "semaphore_wait_forever")
_ROUND: Final = 1


def measure_gate(root: Path, name: str, on_line: Callable[[str], None]) -> dict[str, int]:
    """Measure on an emulator in which each instruction takes the same time.

    Returns:
        Nanoseconds by name of a call, and REGIONS.

    Raises:
        RunError: the lab does not build or run.
    """
    target = target_named(name)
    program = build(root, target, [_FAST], on_line)[_FAST]

    def counts(case: str) -> Sequence[int]:
        return count_between(program, "lab_mark", [case], target=name)

    plain, user = counts("each-call"), counts("each-user-call")
    more = {call: user[at] - plain[at] for call, at in _cycles(root, name).items()}
    round_more = counts("user-round")[_ROUND] - counts("round")[_ROUND]
    more[REGIONS] = -(-(round_more - 2 * sum(more[call] for call in _CALLS_OF_ROUND)) // 2)
    return {call: _nanoseconds(target, instructions) for call, instructions in more.items()}


def _cycles(root: Path, target: str) -> dict[str, int]:
    """The cycle of each call in the case of calls."""
    (case,) = (one for one in load_lab(root, _LAB).cases if one.name == "each-call")
    return {
        metric.name: metric.cycle
        for metric in case.metric
        if metric.cycle is not None and target in metric.targets
    }


def _nanoseconds(target: Target, instructions: int) -> int:
    """The time of a number of instructions, rounded up."""
    ticks = max(0, instructions) * (target.ticks_per_instruction or 0)
    return -(-ticks * 10**9 // target.clock_hz)


def write_gate(costs: Mapping[str, Mapping[str, int]]) -> Path:
    """Save the costs of each target for limen.system.gate, and return the path."""
    lines = [
        "# The time that a call of a user thread takes more than one of a thread with privileges,",
        "# in nanoseconds; regions: to load those of another user thread. From lab isolation.",
        "# Written by: limen lab calibrate",
    ]
    for target, values in costs.items():
        lines += ["", f"[{target}]", *(f"{name} = {value}" for name, value in values.items())]
    write_whole(GATE_FILE, "\n".join(lines) + "\n")
    return GATE_FILE
