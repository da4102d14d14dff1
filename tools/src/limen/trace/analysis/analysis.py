# SPDX-License-Identifier: Apache-2.0
"""All that follows from a trace, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.analysis.held import find_held_off, find_pieces
from limen.trace.analysis.jobs import find_jobs
from limen.trace.analysis.limen import limen_moves
from limen.trace.analysis.states import State, find_slices, find_states
from limen.trace.analysis.switches import find_switches, find_wake_ups
from limen.trace.analysis.threadx import threadx_moves
from limen.trace.model import Trace

if TYPE_CHECKING:
    from limen.trace.analysis.held import HeldOff, Pieces
    from limen.trace.analysis.jobs import Jobs
    from limen.trace.analysis.moves import Moves
    from limen.trace.analysis.states import Slices, States, Waits
    from limen.trace.analysis.switches import Switches, WakeUps
    from limen.trace.trx import TrxTrace

__all__ = ["LANES_MAX", "Analysis", "analyse"]

LANES_MAX: Final = 2048  # with idle


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """A trace, understood. Meanings are those of spec/trace-analysis.md.

    Attributes:
        moves: what the trace itself tells.
        slices: who is dispatched when, core by core.
        pieces: the slices of threads, cut where a level or a base priority changes.
        states: of all threads: running, ready, waiting, dormant.
        ready: of these, the ready intervals.
        waits: what threads waited for.
        held_off: who was kept from running by a raised level.
        switches: what each switch is due to.
        wake_ups: from becoming ready to running.
        jobs: of periodic threads, and activations of the others.
    """

    moves: Moves
    slices: Slices
    pieces: Pieces
    states: States
    ready: States
    waits: Waits
    held_off: HeldOff
    switches: Switches
    wake_ups: WakeUps
    jobs: Jobs

    def is_ready_move(self, event: int, lane: int) -> bool:
        """An event makes a thread ready."""
        ready = self.moves.ready
        place = int(np.searchsorted(ready.at, event))
        is_there = place < len(ready.at) and ready.at[place] == event
        return bool(is_there and ready.lane[place] == lane)


def analyse(trace: Trace | TrxTrace) -> Analysis:
    """All that follows from a trace.

    Args:
        trace: of Limen or of ThreadX.

    Raises:
        TraceError: there are more threads than any system has: it is no trace.

    Cost:
        O(n log n) for n events.
    """
    moves = limen_moves(trace) if isinstance(trace, Trace) else threadx_moves(trace)
    if len(moves.lanes) > LANES_MAX:
        problem = f"it names {len(moves.lanes) - 1:,} threads, more than any system has"
        raise TraceError("trace", problem, "copy the whole buffer again")
    slices = find_slices(moves)
    states, waits = find_states(moves, slices)
    ready = states.of(State.READY)
    pieces = find_pieces(moves, slices)
    held = find_held_off(moves, pieces, ready)
    return Analysis(
        moves=moves,
        slices=slices,
        pieces=pieces,
        states=states,
        ready=ready,
        waits=waits,
        held_off=held,
        switches=find_switches(moves, ready, waits, held),
        wake_ups=find_wake_ups(moves, ready),
        jobs=find_jobs(moves, states, slices),
    )
