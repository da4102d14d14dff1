# SPDX-License-Identifier: Apache-2.0
"""The contents of a picture of a trace: panels of lanes with items. Times are in ticks."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Bar", "Lane", "Level", "Panel", "Switch"]


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that lasted."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Level:
    """A stretch in which a thread that runs has a level more urgent than its priority.

    Attributes:
        begin, end: ticks.
        text: the level; of another kernel, which has none, what it means.
    """

    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Lane:
    """A thread, idle, or the interrupts.

    Attributes:
        name: for people.
        note: its priority, and its threshold if that is another number.
        colour: of CSS.
        runs: it is dispatched.
        ready: it is ready and does not run.
        waits: it waits for something or for a time.
        held_off: as ready, because the running thread has a raised level.
        levels: see Level.
        late: from the time at which it was due until it ran, as the program reported.
        off: it disables interrupts.
    """

    name: str
    note: str
    colour: str
    runs: tuple[Bar, ...] = ()
    ready: tuple[Bar, ...] = ()
    held_off: tuple[Bar, ...] = ()
    waits: tuple[Bar, ...] = ()
    levels: tuple[Level, ...] = ()
    late: tuple[Bar, ...] = ()
    off: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch from a thread to another.

    Attributes:
        tick: when.
        number: counted from 1 in its panel.
        leaves, comes: numbers of lanes of the panel; -1: not shown.
        place: among the switches of the trace.
    """

    tick: int
    number: int
    leaves: int
    comes: int
    place: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A window of a trace.

    Attributes:
        title: for people.
        verdict: behind it.
        begin, end: the visible range.
        clock_hz: ticks in a second.
        lanes: from top to bottom.
        switches: in their order.
    """

    title: str
    verdict: str
    begin: int
    end: int
    clock_hz: int
    lanes: tuple[Lane, ...]
    switches: tuple[Switch, ...]
