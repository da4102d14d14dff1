# SPDX-License-Identifier: Apache-2.0
"""The costs of the kernel on a target, for the host to charge in virtual time.

Lab switch-cost measures them in instructions of the library without checks, and lab time-slice the
end of a slice. They are saved in labs/common and passed to the programs of the host in the
environment. All numbers are in thousandths of a tick. A cost belongs to an event of the trace
(limen.trace.Event) and to its kind:

    plain   the call does neither of the following; a switch
    waits   the thread of the call begins to wait
    moves   a call makes a waiting thread ready; a switch raises the level of the next thread

The cost "interrupt" belongs to the entry of each handler. The cost of a call includes its
preparation by the caller, and excludes the switch that may follow. The cost of USER is that of
lab_cycle.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.lab.steps import STEPS, count_steps
from limen.run import addresses_between, build, count_between, target_named
from limen.trace import Event
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from limen.run import Target

__all__ = ["Costs", "measure_costs", "read_costs", "with_costs", "write_costs"]

_LAB: Final = "switch-cost"
# A switch in a program with slices looks for one, so the program of the others has none.
_PROGRAMS: Final = (f"lab-{_LAB}-fast", "lab-time-slice-fast")
_REMEDY: Final = "write it again: limen lab calibrate"
_INTERRUPT: Final = "interrupt"
_MANNERS: Final = {"plain": 0, "waits": 1, "moves": 3}  # enum lm_manner of the kernel

Table = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Costs:
    """Thousandths of a tick.

    Attributes:
        events: by name of the event and manner.
        interrupt: of the entry of a handler.
    """

    events: Mapping[str, Mapping[str, int]]
    interrupt: int

    def __str__(self) -> str:
        """Format the costs as a value of LIMEN_COSTS."""
        costs = (
            f"{Event[name].value}.{_MANNERS[manner]}={cost}"
            for name, manners in self.events.items()
            for manner, cost in manners.items()
        )
        return ",".join([f"{_INTERRUPT}={self.interrupt}", *costs])


def measure_costs(root: Path, name: str, on_line: Callable[[str], None]) -> Costs:
    """Measure on an emulator in which each instruction takes the same time.

    Raises:
        RunError: the lab does not build or run.
    """
    target = target_named(name)
    fast, sliced = build(root, target, _PROGRAMS, on_line).values()

    def cycles(case: str) -> list[int]:
        """Return the steady state, which begins with cycle 4, without the overhead of the lab."""
        return [count - overhead for count in count_between(fast, "lab_mark", [case])[4:]]

    overhead = 0
    overhead = cycles("empty")[0]
    send_and_switch, receive_and_switch = cycles("message")[:2]
    post_and_switch, wait_and_switch = cycles("semaphore")[:2]
    interrupt_and_switch = cycles("interrupt")[0]
    lock_and_switch, unlock_and_switch = cycles("handover")[1:3]
    receive_for_sender, send_and_wait = cycles("full")[:2]
    yield_and_raise, raise_only = cycles("raised")[0], cycles("yield")[0]
    held = cycles("held")[2]  # number 6 is the first one of the third round
    switch = send_and_switch - held
    interrupt = interrupt_and_switch - post_and_switch
    return _costs(
        target,
        interrupt,
        {
            "USER": {"plain": overhead},
            "SWITCH": {"plain": switch, "moves": switch + yield_and_raise - raise_only},
            "YIELD": {"plain": raise_only - switch},
            "SLICE": {"plain": _end_of_slice(sliced, root) - interrupt - switch},
            "SEMAPHORE_POST": {"plain": cycles("call")[0], "moves": post_and_switch - switch},
            "SEMAPHORE_WAIT": {"plain": cycles("call")[1], "waits": wait_and_switch - switch},
            "MUTEX_LOCK": {"plain": cycles("own")[0], "waits": lock_and_switch - switch},
            "MUTEX_UNLOCK": {"plain": cycles("own")[1], "moves": unlock_and_switch - switch},
            "QUEUE_SEND": {
                "plain": cycles("store")[0],
                "moves": held,
                "waits": send_and_wait - switch,
            },
            "QUEUE_RECEIVE": {
                "plain": cycles("store")[1],
                "moves": receive_for_sender - switch,
                "waits": receive_and_switch - switch,
            },
        },
    )


def _end_of_slice(sliced: Path, root: Path) -> int:
    """Instructions of the library, and not of the thread that works until then."""
    steps = count_steps(sliced, root, Counter(addresses_between(sliced, "lab_mark", 4, ["ends"])))
    return sum(steps[step] for step in STEPS)


def _costs(target: Target, interrupt: int, events: Table) -> Costs:
    """Compute the costs from the instructions of the target."""

    def thousandths(instructions: int) -> int:
        return max(0, round(instructions * 1000 * (target.ticks_per_instruction or 0)))

    return Costs(
        {
            name: {manner: thousandths(count) for manner, count in manners.items()}
            for name, manners in events.items()
        },
        thousandths(interrupt),
    )


def write_costs(root: Path, name: str, costs: Costs) -> Path:
    """Save them for read_costs and return the path."""
    path = _path(root, name)
    lines = [
        f"# Costs of the kernel on {name}, in thousandths of a tick, from lab {_LAB}.",
        "# Written by: limen lab calibrate",
        f"{_INTERRUPT} = {costs.interrupt}",
    ]
    for event, manners in costs.events.items():
        lines += ["", f"[{event}]", *(f"{manner} = {cost}" for manner, cost in manners.items())]
    write_whole(path, "\n".join(lines) + "\n")
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
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LabError(place, str(error), _REMEDY) from error
    interrupt = _cost(place, _INTERRUPT, table.pop(_INTERRUPT, None))
    for event, manners in table.items():
        if event not in Event.__members__ or not isinstance(manners, dict):
            raise LabError(place, f"unknown event {event}", _REMEDY)
        for manner, cost in manners.items():
            if manner not in _MANNERS:
                raise LabError(place, f"{event} has no manner {manner}", _REMEDY)
            _cost(place, f"{event}.{manner}", cost)
    return Costs(table, interrupt)


def _cost(place: str, name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise LabError(place, f"{name} is not a whole number of at least 0", _REMEDY)
    return value


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
