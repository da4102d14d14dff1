# SPDX-License-Identifier: Apache-2.0
"""The running thread at each event: ThreadX records calls and not switches, so it is derived.

An event in a thread shows that the thread runs. An event in an interrupt shows the interrupted
thread on a newer kernel, 0 being idle; on an older one it shows nothing. A suspend, resume,
relinquish or time slice of a thread contains the next thread. This is used if no known event
follows, and not if the kernel changes a priority, which it does by a suspend and a resume without a
switch.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.trx.layout import PRIORITY_CHANGE, Id
from limen.trace.trx.model import IDLE, UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.trx.model import TrxTrace

__all__ = ["Running", "Why", "find_running"]

_NAMES_NEXT: Final = (Id.RESUME, Id.SUSPEND, Id.TIME_SLICE, Id.RELINQUISH)


class Why(IntEnum):
    """Why a thread left the processor."""

    FROM_IDLE = 0
    BLOCKED = 1
    RELINQUISH = 2
    TIME_SLICE = 3
    PREEMPTED_BY_ISR = 4
    PREEMPTED_BY_OWN_CALL = 5


@dataclass(frozen=True, slots=True, eq=False)
class Running:
    """Who runs from each event on, and the switches.

    Attributes:
        after: (n,) int32, lane that runs after the event, once its interrupt is over.
        depth: (n,) int32, ISRs entered and not left, after the event.
        nested: (n,) bool, the event enters an ISR inside another one.
        bursts: (n,) bool, the event is in an interrupt and the previous one on its core is not.
        at: (s,) int64, rising: the last event before each switch on its core.
        leaves, comes: (s,) int32, lanes.
        why: (s,) uint8, a Why.
    """

    after: NDArray[np.int32]
    depth: NDArray[np.int32]
    nested: NDArray[np.bool_]
    bursts: NDArray[np.bool_]
    at: NDArray[np.int64]
    leaves: NDArray[np.int32]
    comes: NDArray[np.int32]
    why: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class _Core:
    """The events of one core, in columns as in TrxTrace."""

    event: NDArray[np.uint16]
    lane: NDArray[np.int32]
    in_interrupt: NDArray[np.bool_]
    interrupted: NDArray[np.int32]  # UNKNOWN in no interrupt
    predicted: NDArray[np.int32]  # next thread according to the event itself; UNKNOWN: not
    # contained
    blocks_itself: NDArray[np.bool_]


@lru_cache(maxsize=1)
def find_running(trace: TrxTrace) -> Running:
    """Who ran when.

    Args:
        trace: cores are analysed one by one. The last result is cached, because statistics and
            analysis of a trace both need it.

    Cost:
        O(n) time for n events, O(n c) for c > 1 cores.
    """
    whole = _columns(trace)
    cores = np.flatnonzero(np.bincount(trace.core, minlength=1))
    if len(cores) <= 1:
        return _of_core(whole)
    places = [np.flatnonzero(trace.core == core) for core in cores]
    parts = [_of_core(_select(whole, place)) for place in places]
    order = np.argsort(
        np.concatenate([place[part.at] for place, part in zip(places, parts, strict=True)]),
        kind="stable",
    )
    back = np.argsort(np.concatenate(places), kind="stable")
    at = np.concatenate([place[part.at] for place, part in zip(places, parts, strict=True)])
    return Running(
        after=np.concatenate([part.after for part in parts])[back],
        depth=np.concatenate([part.depth for part in parts])[back],
        nested=np.concatenate([part.nested for part in parts])[back],
        bursts=np.concatenate([part.bursts for part in parts])[back],
        at=at[order],
        leaves=np.concatenate([part.leaves for part in parts])[order],
        comes=np.concatenate([part.comes for part in parts])[order],
        why=np.concatenate([part.why for part in parts])[order],
    )


def _select(core: _Core, place: NDArray[np.intp]) -> _Core:
    return _Core(
        event=core.event[place],
        lane=core.lane[place],
        in_interrupt=core.in_interrupt[place],
        interrupted=core.interrupted[place],
        predicted=core.predicted[place],
        blocks_itself=core.blocks_itself[place],
    )


def _columns(trace: TrxTrace) -> _Core:
    in_interrupt = trace.in_interrupt
    interrupted = np.full(len(trace), UNKNOWN, np.int32)
    if trace.is_modern:
        at = np.flatnonzero(in_interrupt)
        word = trace.priority[at]
        interrupted[at] = np.where(word == 0, IDLE, trace.lanes_of(word))
    predicted, blocks_itself = _own_words(trace)
    return _Core(trace.event, trace.lane, in_interrupt, interrupted, predicted, blocks_itself)


def _own_words(trace: TrxTrace) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The next thread according to each event; which events suspend the running thread."""
    predicted = np.full(len(trace), UNKNOWN, np.int32)
    blocks_itself = np.zeros(len(trace), np.bool_)
    at = np.flatnonzero(trace.is_any(*_NAMES_NEXT) & (trace.lane != UNKNOWN))
    event, info = trace.event[at], trace.info[at]
    is_move = (event == Id.RESUME) | (event == Id.SUSPEND)
    counts = ~(is_move & (info[:, 1] == PRIORITY_CHANGE))
    own = (event == Id.SUSPEND) & (info[:, 0] == trace.context[at]) & counts
    column = np.select([event == Id.TIME_SLICE, event == Id.RELINQUISH], [0, 1], 3)
    address = info[np.arange(len(at)), column]
    lane = np.where(own & (address == 0), IDLE, trace.lanes_of(address))
    predicted[at] = np.where(counts, lane, UNKNOWN)
    blocks_itself[at] = own
    return predicted, blocks_itself


def _of_core(core: _Core) -> Running:
    before = np.where(core.in_interrupt, core.interrupted, core.lane)
    count = len(before)
    # One more place, for the future that the newest event contains.
    known = np.append(before, np.int32(UNKNOWN))
    unknown_next = np.flatnonzero((known[1:] == UNKNOWN) & (core.predicted != UNKNOWN))
    known[unknown_next + 1] = core.predicted[unknown_next]
    is_known = known != UNKNOWN
    place = np.flatnonzero(is_known)
    changes = np.flatnonzero(known[place[1:]] != known[place[:-1]])
    filled = np.maximum.accumulate(np.where(is_known, np.arange(count + 1), -1))
    running = np.where(filled >= 0, known[filled], UNKNOWN).astype(np.int32)
    last, first = place[changes], place[changes + 1]
    leaves = known[last]
    depth, nested = _depth(core)
    inside = core.in_interrupt
    starts = inside.copy()
    starts[1:] &= ~inside[:-1]
    return Running(
        after=running[1:],
        depth=depth,
        nested=nested,
        bursts=starts,
        at=first.astype(np.int64) - 1,
        leaves=leaves,
        comes=known[first],
        why=_reasons(core, last, first, leaves),
    )


def _depth(core: _Core) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """ISRs open after each event, and which events enter one inside another.

    An event in a thread closes all; an exit without an enter closes none.
    """
    enters, exits = core.event == Id.ISR_ENTER, core.event == Id.ISR_EXIT
    count = len(core.event)
    if not enters.any():
        return np.zeros(count, np.int32), np.zeros(count, np.bool_)
    step = enters.astype(np.int64) - exits
    is_thread = core.lane != UNKNOWN
    step[is_thread] = 0
    total = np.cumsum(step)
    # Each interval between events of threads is separate: lower by more than a sum can be.
    base = np.maximum.accumulate(np.where(is_thread, np.arange(count), 0))
    stretch = np.cumsum(is_thread) * (count + 1)
    level = total - np.where(is_thread[base], total[base], 0)
    floor = np.minimum.accumulate(level - stretch) + stretch
    depth = level - np.minimum(floor, 0)
    return depth.astype(np.int32), enters & (depth > 1)


def _reasons(
    core: _Core,
    last: NDArray[np.intp],
    first: NDArray[np.intp],
    leaves: NDArray[np.int32],
) -> NDArray[np.uint8]:
    """(s,) uint8: the reason of each switch, from the events before it."""
    count = len(core.event)
    is_thread = core.lane != UNKNOWN
    own = np.maximum.accumulate(np.where(is_thread, np.arange(count), -1))[last]
    was_own = (own >= 0) & (core.lane[own] == leaves)
    own_event = np.where(was_own, core.event[own], 0)
    begin = np.where(own >= 0, own + 1, 0)
    end = np.minimum(first, count)

    def between(number: Id) -> NDArray[np.bool_]:
        counts = np.concatenate([[0], np.cumsum((core.event == number) & core.in_interrupt)])
        is_between: NDArray[np.bool_] = counts[end] > counts[begin]
        return is_between

    reasons = [
        (leaves == IDLE, Why.FROM_IDLE),
        (was_own & core.blocks_itself[own], Why.BLOCKED),
        (own_event == Id.RELINQUISH, Why.RELINQUISH),
        (between(Id.RESUME), Why.PREEMPTED_BY_ISR),
        (between(Id.TIME_SLICE) | (own_event == Id.TIME_SLICE), Why.TIME_SLICE),
    ]
    conditions, values = zip(*reasons, strict=True)
    why: NDArray[np.uint8] = np.select(
        list(conditions), [np.uint8(value) for value in values], np.uint8(Why.PREEMPTED_BY_OWN_CALL)
    )
    return why
