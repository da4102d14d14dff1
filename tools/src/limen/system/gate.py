# SPDX-License-Identifier: Apache-2.0
"""The additional time of the calls of user threads.

``limen lab calibrate`` measures each call on the targets of lab isolation, and writes gate.toml:
nanoseconds, by target and call (spec/calls.json). The overheads of a system may define a number of
ticks instead, which is then the cost of each call.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.system.model import System, Thread

__all__ = ["GATE_FILE", "REGIONS", "Gate", "gate_note", "gate_of"]

GATE_FILE: Final = Path(__file__).with_name("gate.toml")
# The name of a cost that is not a call: to load the regions of another user thread in a switch.
REGIONS: Final = "regions"


@dataclass(frozen=True, slots=True)
class Gate:
    """Costs in ticks of a system, rounded up.

    Attributes:
        costs: by name of a call, and REGIONS.
        each: of each call, if the costs are not known by name.
    """

    costs: Mapping[str, int]
    each: int = 0

    def of(self, name: str) -> int:
        """Return the largest cost of calls whose names begin so: send, send_front are one right."""
        return max((ticks for key, ticks in self.costs.items() if key.startswith(name)), default=0)

    def call(self, name: str) -> int:
        """The cost of a call."""
        return max(self.each, self.of(name))

    @property
    def lock(self) -> int:
        """The cost of the lock of a mutex."""
        return self.call("mutex_lock")

    @property
    def unlock(self) -> int:
        """The cost of the unlock of a mutex."""
        return self.call("mutex_unlock")

    def job(self, thread: Thread) -> int:
        """Return the additional time of a job of a user thread, without its sections.

        It makes one call for each right that the thread names, and one that ends it. Its regions
        are loaded, and then those of the thread that it has preempted.
        """
        assert thread.memory is not None  # noqa: S101 - of the caller
        locked = {section.resource for section in thread.sections}
        calls = 0
        for use in thread.memory.uses:
            if use.kind != "resource":
                calls += sum(self.call(f"{use.kind}_{right}") for right in use.rights)
            elif use.name not in locked:
                calls += self.lock + self.unlock
        return calls + self.call("thread_wait_period") + 2 * self.of(REGIONS)


def gate_of(system: System) -> Gate:
    """The costs on the board of a system, or those that its overheads name.

    A board without measurements has none: gate_note reports it.
    """
    if system.overheads.gate is not None:
        return Gate({}, system.overheads.gate)
    measured = _measured().get(system.board or "", {})
    return Gate({name: -(-time // system.tick_ns) for name, time in measured.items()})


def gate_note(system: System) -> str | None:
    """Return a sentence with the origin of these costs; None: the system has no user threads."""
    if all(thread.memory is None for thread in system.threads):
        return None
    if system.overheads.gate is not None:
        return f"A call of a user thread costs {system.overheads.gate} ticks more: its overheads."
    gate = gate_of(system)
    if gate.costs:
        calls = sorted(ticks for name, ticks in gate.costs.items() if name != REGIONS)
        return (
            f"A call of a user thread costs {calls[0]} to {calls[-1]} ticks more, as measured on "
            f"{system.board}; each right in uses counts as one call of a job."
        )
    where = f"on {system.board}" if system.board else "without a board"
    return (
        f"The extra cost of a call of a user thread is not known {where} and counts as nothing: "
        f"name {' or '.join(_measured())} as board, or write gate in [overheads]."
    )


@cache
def _measured() -> Mapping[str, Mapping[str, int]]:
    """Nanoseconds by target and name."""
    return tomllib.loads(GATE_FILE.read_text(encoding="utf-8"))
