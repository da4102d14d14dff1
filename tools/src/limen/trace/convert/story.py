# SPDX-License-Identifier: Apache-2.0
"""A trace as timeline viewers show it: spans on tracks, counters, arrows.

Spans of one track do not cross: one is either inside another one or separate from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from limen.trace.analysis import HELD, NOBODY, READY_KINDS, State, wait_name, why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from limen.trace.analysis import Analysis

__all__ = ["Arrow", "Counter", "Span", "Tracks", "arrows", "counters", "spans"]


class Tracks(Enum):
    """Kinds of tracks, each followed by a number."""

    THREAD = "thread"  # the lane
    INTERRUPTS = "interrupts"  # the core
    JOBS = "jobs"  # the lane


@dataclass(frozen=True, slots=True)
class Span:
    """Something that lasts.

    Attributes:
        tracks, number: the track.
        core: processor.
        begin, end: ticks; begin < end.
        depth: 0, or 1 for one inside of another.
        kind: one word for all spans of its kind: running, ready, wait, held off, interrupt, job.
        name: for people.
        said: further properties, by name.
    """

    tracks: Tracks
    number: int
    core: int
    begin: int
    end: int
    depth: int
    kind: str
    name: str
    said: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that changes.

    Attributes:
        name: the quantity.
        time: ticks, rising.
        value: from each time on.
    """

    name: str
    time: list[int]
    value: list[int]


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the event that wakes a thread to the moment at which it runs.

    Attributes:
        at: number of the event.
        runs: ticks.
        lane: the thread that is woken.
    """

    at: int
    runs: int
    lane: int


def spans(analysis: Analysis) -> Iterator[Span]:
    """All spans that last longer than no time at all."""
    for part in (_running, _not_running, _held_off, _interrupts, _jobs):
        for span in part(analysis):
            if span.begin < span.end:
                yield span


def _columns(*columns: NDArray[Any]) -> Iterator[tuple[int, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)


def _running(analysis: Analysis) -> Iterator[Span]:
    slices, switches = analysis.slices, analysis.switches
    time = analysis.moves.time
    left = {(at, leaves): place for place, (at, leaves) in enumerate(_left(analysis))}
    columns = (slices.core, slices.lane, slices.begin, slices.end, slices.is_open)
    for core, lane, begin, end, lasts in _columns(*columns):
        place = None if lasts else left.get((end, lane))
        said: dict[str, str | int] = {}
        if place is not None:
            said["ended because"] = why(analysis, place)
            said["switch at event"] = int(switches.at[place])
        times = int(time[begin]), int(time[end])
        yield Span(Tracks.THREAD, lane, core, *times, 0, "running", "running", said)


def _left(analysis: Analysis) -> Iterator[tuple[int, ...]]:
    return _columns(analysis.switches.at, analysis.switches.leaves)


def _not_running(analysis: Analysis) -> Iterator[Span]:
    """Ready, or waiting."""
    states, waits, moves = analysis.states, analysis.waits, analysis.moves
    newest: dict[int, list[tuple[int, int]]] = {}
    for place, (lane, begin) in enumerate(_columns(waits.lane, waits.begin)):
        newest.setdefault(lane, []).append((begin, place))
    following = dict.fromkeys(newest, 0)
    columns = (states.lane, states.state, states.kind, states.begin, moves.time[states.end])
    for lane, state, kind, begin, end in _columns(*columns):
        said: dict[str, str | int] = {}
        if state == State.READY:
            word, name = "ready", f"ready ({READY_KINDS[kind].replace('_', ' ')})"
        elif state == State.WAITING and lane in newest:
            known = newest[lane]
            while following[lane] + 1 < len(known) and known[following[lane] + 1][0] <= begin:
                following[lane] += 1
            name, said = _wait(analysis, known[following[lane]][1])
            word = "wait"
        else:
            continue
        start = int(moves.time[begin])
        yield Span(Tracks.THREAD, lane, int(moves.core[begin]), start, end, 0, word, name, said)


def _wait(analysis: Analysis, place: int) -> tuple[str, dict[str, str | int]]:
    waits, moves = analysis.waits, analysis.moves
    about, owner = int(waits.object[place]), int(waits.owner[place])
    what = wait_name(int(waits.what[place]))
    name = f"waits for {what} {analysis.trace.name_of(about)}" if about else f"waits for {what}"
    said: dict[str, str | int] = {"from event": int(waits.begin[place])}
    if owner != NOBODY:
        said["held by"] = moves.lanes[owner].name
    if waits.end[place] != NOBODY:
        said["to event"] = int(waits.end[place])
    return name, said


def _held_off(analysis: Analysis) -> Iterator[Span]:
    held, moves = analysis.held_off, analysis.moves
    times = (moves.time[held.begin], moves.time[held.end], moves.core[held.begin])
    for lane, by, level, how, begin, end, core in _columns(
        held.lane, held.by, held.level, held.how, *times
    ):
        name = f"held off by {moves.lanes[by].name}'s level {level} ({HELD[how]})"
        yield Span(Tracks.THREAD, lane, core, begin, end, 1, "held off", name, {})


def _interrupts(analysis: Analysis) -> Iterator[Span]:
    interrupts, moves = analysis.moves.interrupts, analysis.moves
    times = (moves.time[interrupts.begin], moves.time[interrupts.end])
    for core, number, depth, begin, end in _columns(
        interrupts.core, interrupts.number, interrupts.depth, *times
    ):
        name = "interrupt" if number == NOBODY else f"interrupt {number}"
        yield Span(Tracks.INTERRUPTS, core, core, begin, end, depth - 1, "interrupt", name, {})


def _jobs(analysis: Analysis) -> Iterator[Span]:
    """Jobs of periodic threads; one that overlaps the previous one begins at its end."""
    jobs = analysis.jobs
    ended: dict[int, int] = {}
    for lane, is_job, release, end, missed, execution in _columns(
        jobs.lane,
        jobs.is_job,
        jobs.release,
        jobs.end,
        jobs.missed,
        jobs.execution,
    ):
        if not is_job:
            continue
        begin = max(release, ended.get(lane, release))
        ended[lane] = end
        name = "job, deadline missed" if missed else "job"
        said: dict[str, str | int] = {"response": end - release, "execution": execution}
        yield Span(Tracks.JOBS, lane, 0, begin, end, 0, "job", name, said)


def counters(analysis: Analysis) -> Iterator[Counter]:
    """Levels of threads, and how full objects are."""
    moves = analysis.moves
    for lane, of in enumerate(moves.lanes):
        at, value = moves.level.changes(lane)
        changes = np.append(True, value[1:] != value[:-1])[: len(value)]
        if lane and len(at):
            at, value = at[changes], value[changes]
            yield Counter(f"level of {of.name}", moves.time[at].tolist(), value.tolist())
    for fill in moves.fills:
        yield Counter(f"{fill.kind} {fill.name}", moves.time[fill.at].tolist(), fill.value.tolist())


def arrows(analysis: Analysis) -> Iterator[Arrow]:
    """From wake-ups to runs."""
    wake_ups, time = analysis.wake_ups, analysis.moves.time
    for at, lane, runs in _columns(wake_ups.at, wake_ups.lane, wake_ups.runs):
        if runs != NOBODY:
            yield Arrow(at, int(time[runs]), lane)
