# SPDX-License-Identifier: Apache-2.0
"""A system as the engine takes it: engine/python/simulator.hpp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from limen.engine import engine
from limen.system.model import Protocol

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["PROTOCOLS", "native_system"]

# In the order of their numbers in the engine.
PROTOCOLS: Final = tuple(Protocol)
_BITS: Final = 32
_NANOSECONDS: Final = 1_000_000_000


def native_system(system: System) -> Any:  # noqa: ANN401 - a class that the type checker does not see
    """The system in the engine.

    Args:
        system: that has been checked (``limen.system.check``).
    """
    resources = {resource.name: index for index, resource in enumerate(system.resources)}
    overheads = system.overheads
    return engine().Simulator(
        [_row(thread, resources) for thread in system.threads],
        [(item.period, item.work, item.jitter, item.core) for item in system.interrupts],
        [(item.name, PROTOCOLS.index(item.protocol)) for item in system.resources],
        [overheads.dispatch, overheads.exit, overheads.preemption],
        max(1, min(round(_NANOSECONDS / system.tick_ns), 2**_BITS - 1)),
        system.cores,
    )


def _row(thread: Thread, resources: dict[str, int]) -> tuple[Any, ...]:
    between = thread.stack_between if thread.stack_between is not None else thread.stack
    return (
        thread.name,
        [
            thread.period,
            thread.deadline,
            thread.offset,
            thread.jitter,
            thread.work,
            thread.work_min,
        ],
        [thread.priority, thread.threshold, thread.stack, between, thread.core],
        [
            (chunk.work, chunk.threshold, thread.stack if chunk.stack is None else chunk.stack)
            for chunk in thread.chunks
        ],
        [(resources[part.resource], part.start, part.work) for part in thread.sections],
    )
