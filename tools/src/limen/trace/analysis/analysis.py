# SPDX-License-Identifier: Apache-2.0
"""The complete analysis of a trace; each part is computed at its first use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.analysis.held import find_held_off, find_pieces
from limen.trace.analysis.jobs import find_jobs
from limen.trace.analysis.limen import limen_moves
from limen.trace.analysis.moves import NOBODY
from limen.trace.analysis.pairs import newest_before
from limen.trace.analysis.states import State, find_slices, find_states
from limen.trace.analysis.switches import find_switches, find_wake_ups
from limen.trace.analysis.threadx import threadx_moves
from limen.trace.model import Trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis.held import HeldOff, Pieces
    from limen.trace.analysis.jobs import Jobs
    from limen.trace.analysis.moves import Moves
    from limen.trace.analysis.states import Slices, States, Waits
    from limen.trace.analysis.switches import Switches, WakeUps
    from limen.trace.trx import TrxTrace

__all__ = ["LANES_MAX", "Analysis", "analyse"]

LANES_MAX: Final = 2048  # with idle
_CORE_SHIFT: Final = 24  # above each depth of nesting


class Analysis:
    """A trace, understood. Meanings are those of spec/trace-analysis.md.

    Attributes:
        moves: the moves in the trace.
    """

    def __init__(self, moves: Moves) -> None:
        self.moves: Final = moves

    @cached_property
    def slices(self) -> Slices:
        """Who is dispatched when, core by core."""
        return find_slices(self.moves)

    @cached_property
    def pieces(self) -> Pieces:
        """The slices of threads, split where a level or a base priority changes."""
        return find_pieces(self.moves, self.slices)

    @cached_property
    def _states_and_waits(self) -> tuple[States, Waits]:
        return find_states(self.moves, self.slices)

    @property
    def states(self) -> States:
        """The state of each thread at each moment: running, ready, waiting, dormant."""
        return self._states_and_waits[0]

    @property
    def waits(self) -> Waits:
        """The waits of threads."""
        return self._states_and_waits[1]

    @cached_property
    def ready(self) -> States:
        """Of the states, the ready intervals."""
        return self.states.of(State.READY)

    @cached_property
    def held_off(self) -> HeldOff:
        """The intervals in which threads were held off by a raised level."""
        return find_held_off(self.moves, self.pieces, self.ready)

    @cached_property
    def switches(self) -> Switches:
        """The reason of each switch."""
        return find_switches(self.moves, self.ready, self.waits, self.held_off)

    @cached_property
    def wake_ups(self) -> WakeUps:
        """From becoming ready to running."""
        return find_wake_ups(self.moves, self.ready)

    @cached_property
    def jobs(self) -> Jobs:
        """Jobs of periodic threads, and activations of the others."""
        return find_jobs(self.moves, self.states, self.slices)

    def is_ready_move(self, event: int, lane: int) -> bool:
        """Does an event make a thread ready?"""
        place = self._ready_move(event)
        return place != NOBODY and int(self.moves.ready.lane[place]) == lane

    def interrupt_of(self, event: int) -> int:
        """Number of the interrupt in which a ready move happened; NOBODY: not known."""
        place = self._ready_move(event)
        return NOBODY if place == NOBODY else int(self._interrupts_of_moves[place])

    def _ready_move(self, event: int) -> int:
        """Place in Ready of an event; NOBODY if it makes no thread ready."""
        at = self.moves.ready.at
        place = int(np.searchsorted(at, event))
        return place if place < len(at) and at[place] == event else NOBODY

    @cached_property
    def _interrupts_of_moves(self) -> NDArray[np.int64]:
        """(m,) int64: of each ready move the number of the interrupt; NOBODY."""
        moves, known, at = self.moves, self.moves.interrupts, self.moves.ready.at
        depth = moves.depth[at]
        whose = moves.core[at] << _CORE_SHIFT | depth
        begin = newest_before(
            len(moves), known.begin, known.core << _CORE_SHIFT | known.depth, at, whose
        )
        place = np.searchsorted(known.begin, begin)
        end = np.append(known.end, 0)[place]
        is_inside = (depth > 0) & (begin != NOBODY) & ((end == NOBODY) | (end >= at))
        return np.where(is_inside, np.append(known.number, NOBODY)[place], NOBODY)


def analyse(trace: Trace | TrxTrace) -> Analysis:
    """All that follows from a trace.

    Args:
        trace: of Limen or of ThreadX.

    Raises:
        TraceError: there are more threads than any system has: it is no trace.

    Cost:
        O(n log n) for n events; each part takes its share at its first use.
    """
    moves = limen_moves(trace) if isinstance(trace, Trace) else threadx_moves(trace)
    if len(moves.lanes) > LANES_MAX:
        problem = f"it names {len(moves.lanes) - 1:,} threads, more than any system has"
        raise TraceError("trace", problem, "copy the whole buffer again")
    return Analysis(moves)
