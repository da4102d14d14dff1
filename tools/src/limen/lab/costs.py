# SPDX-License-Identifier: Apache-2.0
"""The costs of the kernel on a target, for the host to charge in virtual time.

Lab switch-cost measures them in instructions of the library without checks. They are saved in
labs/common and passed to the programs of the host in the environment. All numbers are in
thousandths of a tick.

    call       a call of the kernel: half of a message stored and taken
    switched   a switch: what a yield takes beyond a call
    waited     more, if a thread waits: what a message to a waiting thread takes beyond both
    interrupt  an interrupt: additional cost of a post in a handler
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from limen.errors import LabError
from limen.run import build, count_between, target_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from limen.run import Target

__all__ = ["Costs", "measure_costs", "read_costs", "with_costs", "write_costs"]

_LAB = "switch-cost"
_REMEDY = "write it again: limen lab calibrate"
_FIRST_CYCLE = 2


@dataclass(frozen=True, slots=True)
class Costs:
    """See above."""

    call: int
    switched: int
    waited: int
    interrupt: int

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in asdict(self).items())


def measure_costs(root: Path, name: str, on_line: Callable[[str], None]) -> Costs:
    """Measure on an emulator in which each instruction takes the same time.

    Raises:
        RunError: the lab does not build or run.
    """
    target = target_named(name)
    program = f"lab-{_LAB}-fast"
    fast = build(root, target, [program], on_line)[program]
    instruction = 1000 * (target.ticks_per_instruction or 0)

    def cycles(case: str) -> int:
        """Two of them, there and back."""
        counts = count_between(fast, "lab_mark", [case])
        return sum(counts[_FIRST_CYCLE : _FIRST_CYCLE + 2])

    empty = cycles("empty")
    call = (cycles("store") - empty) / 4 * instruction
    switched = (cycles("yield") - empty) / 2 * instruction - call
    waited = (cycles("message") - empty) * instruction - 2 * call - 2 * switched
    interrupt = (cycles("interrupt") - cycles("semaphore")) * instruction
    return Costs(*(max(0, round(cost)) for cost in (call, switched, waited, interrupt)))


def write_costs(root: Path, name: str, costs: Costs) -> Path:
    """Save them for read_costs and return the path."""
    path = _path(root, name)
    lines = [
        f"# What the kernel's work takes on {name}, in thousandths of a tick, from lab {_LAB}.",
        "# Written by: limen lab calibrate",
        *(f"{field} = {value}" for field, value in asdict(costs).items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read_costs(root: Path, name: str) -> Costs:
    """The costs that were measured on a target.

    Raises:
        LabError: it was not, or the file is not right.
    """
    path = _path(root, name)
    place = str(path.relative_to(root))
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        costs = Costs(**table)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError) as error:
        raise LabError(place, str(error), _REMEDY) from error
    if not all(isinstance(value, int) and value >= 0 for value in asdict(costs).values()):
        raise LabError(place, "a cost is not a whole number of at least 0", _REMEDY)
    return costs


def with_costs(root: Path, target: Target, name: str) -> Target:
    """The target, charging the costs of the kernel on another one; emulators charge nothing.

    Raises:
        LabError: as read_costs.
    """
    if target.emulator:
        return target
    return replace(target, environment=(("LIMEN_COSTS", str(read_costs(root, name))),))


def _path(root: Path, name: str) -> Path:
    return root / f"labs/common/costs-{name}.toml"
