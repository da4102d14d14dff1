# SPDX-License-Identifier: Apache-2.0
"""Threads as lanes: places in the list of all threads of a trace, 0 being idle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from limen.trace.native import Native

__all__ = ["IDLE", "INITIALISATION", "INTERRUPT", "NOBODY", "Lane", "lanes_of"]

IDLE: Final = 0
NOBODY: Final = -1  # a lane, an event or an object that does not exist or is not known
INTERRUPT: Final = -2  # for a lane: an interrupt did it
INITIALISATION: Final = -3  # in who ran: no thread ran yet


@dataclass(frozen=True, slots=True)
class Lane:
    """A thread, or idle.

    Attributes:
        id: Limen's number or ThreadX's address; 0 idle.
        name: unique among the threads.
        priority: at its creation or its first event; None: not known.
        threshold: the same.
        stack_size: bytes; 0: not known.
        stack_start: lowest address; 0: not known.
    """

    id: int
    name: str
    priority: int | None
    threshold: int | None
    stack_size: int
    stack_start: int


def lanes_of(native: Native) -> tuple[Lane, ...]:
    """The threads of a trace; the first is idle."""
    return tuple(
        Lane(**lane | {name: _known(lane[name]) for name in ("priority", "threshold")})
        for lane in native.lanes()
    )


def _known(number: int) -> int | None:
    return None if number == NOBODY else number
