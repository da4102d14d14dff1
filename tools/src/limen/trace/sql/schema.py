# SPDX-License-Identifier: Apache-2.0
"""The views on which SQL queries run: names, types and units, the same for every trace.

Source:
    spec/trace-analysis.md defines each interval and term. docs/trace-sql.md is the manual; a test
    keeps both equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SCHEMA", "Column", "Table"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a view.

    Attributes:
        name: its name in a query.
        type: SQL type: BIGINT, BOOLEAN or VARCHAR.
        unit: ``ticks``; ``event``, the number of an event; ``lane``; ``bytes``; empty: none.
        meaning: explanation, including the meaning of NULL.
    """

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """A view.

    Attributes:
        name: its name in a query.
        meaning: what one row is.
        columns: in their order.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]


def _number(name: str, unit: str, meaning: str) -> Column:
    return Column(name, "BIGINT", unit, meaning)


def _text(name: str, meaning: str) -> Column:
    return Column(name, "VARCHAR", "", meaning)


def _flag(name: str, meaning: str) -> Column:
    return Column(name, "BOOLEAN", "", meaning)


def _lane(name: str, meaning: str) -> tuple[Column, Column]:
    """The lane and the name of a thread."""
    return (_number(name, "lane", meaning), _text(f"{name}_name", f"name of `{name}`"))


_OBJECT: Final = (
    _number("object", "", "number (Limen) or address (ThreadX); NULL: none"),
    _text("object_name", "name of `object`"),
)
_INTERVAL: Final = (
    _number("begin_event", "event", "event that starts it"),
    _number("end_event", "event", "event that ends it; NULL: it continues at the end of the trace"),
    _number("begin_time", "ticks", "time of `begin_event`"),
    _number("end_time", "ticks", "time of `end_event`, or of the newest event"),
    _number("duration", "ticks", "`end_time - begin_time`"),
)

_EVENTS: Final = Table(
    "events",
    "an event, the oldest first",
    (
        _number("number", "event", "position in the trace, from 0"),
        _number(
            "time", "ticks", "Limen: since the start of the clock; ThreadX: since the oldest event"
        ),
        _number("core", "", "processor, from 0"),
        *_lane("lane", "thread that caused it; NULL: an interrupt, or initialisation"),
        _number("running", "lane", "thread that runs after the event; NULL: not known"),
        _flag("in_interrupt", "a handler runs after the event"),
        _number("id", "", "number of the kind of event in its trace format"),
        _text("event", "its name, as in `trace dump`"),
        *_OBJECT,
        _number("a", "", "Limen: a of the record; NULL: ThreadX"),
        _number("b", "", "Limen: b of the record; NULL: ThreadX"),
        _number("info1", "", "ThreadX and middleware: first word of the event; NULL: Limen"),
        _number("info2", "", "second word"),
        _number("info3", "", "third word"),
        _number("info4", "", "fourth word"),
    ),
)
_THREADS: Final = Table(
    "threads",
    "a thread; lane 0 is idle",
    (
        _number("lane", "lane", "number of the lane"),
        _number("id", "", "number (Limen) or address (ThreadX); 0: idle"),
        _text("name", "its name"),
        _number("priority", "", "at its creation, or at its first event; 0 is the most urgent"),
        _number("threshold", "", "preemption threshold at the same moment; NULL: not known"),
        _number("stack", "bytes", "size of its stack; NULL: not known"),
    ),
)
_OBJECTS: Final = Table(
    "objects",
    "an object of the kernel, threads included",
    (
        _number("id", "", "number (Limen) or address (ThreadX)"),
        _text("kind", "thread, semaphore, mutex, queue, timer ..."),
        _text("name", "its name"),
        _number("size", "", "threads: stack bytes; queues: messages; others: see the format"),
    ),
)
_SLICES: Final = Table(
    "slices",
    "an interval in which a thread, or idle, is dispatched on a core",
    (
        _number("core", "", "processor"),
        *_lane("lane", "thread"),
        *_INTERVAL,
        _number("level", "", "of the thread at its dispatch; NULL: not known, or idle"),
    ),
)
_SWITCHES: Final = Table(
    "switches",
    "a context switch, including those from and to idle",
    (
        _number("number", "event", "event after which the other thread runs"),
        _number("time", "ticks", "of that event"),
        _number("core", "", "processor"),
        *_lane("leaves", "thread that ran before"),
        *_lane("comes", "thread that runs after"),
        _text("reason", "blocked, preempted_by_call, preempted_by_interrupt, yielded ..."),
        _number("cause", "event", "event that caused it; NULL: not in the trace"),
        _number("since", "event", "event that made `comes` ready; NULL: idle, or not in the trace"),
        *_OBJECT,
        _text("what", "blocked: what it waits for; else NULL"),
        *_lane("owner", "blocked on a mutex: its owner; else NULL"),
        _number(
            "held_off",
            "ticks",
            "part of the time since `since` in which `comes` was held off",
        ),
    ),
)
_READIES: Final = Table(
    "readies",
    "an interval in which a thread is ready and does not run",
    (
        *_lane("lane", "thread"),
        _text("how", "how it begins: woken, preempted, yielded, slice_ended"),
        *_INTERVAL,
    ),
)
_WAITS: Final = Table(
    "waits",
    "an interval in which a thread waits",
    (
        *_lane("lane", "thread"),
        _text("what", "resume, time, queue, semaphore, flags, block, bytes, mutex, release ..."),
        *_OBJECT,
        *_lane("owner", "owner of the mutex when the wait began; NULL: no mutex"),
        *_INTERVAL,
        _text("outcome", "ok, timeout, deleted, unavailable, overrun, aborted; NULL: it continues"),
        *_lane("waker", "thread that ended it; NULL: an interrupt, or it continues"),
        _flag("by_interrupt", "an interrupt ended it"),
    ),
)
_INTERRUPTS: Final = Table(
    "interrupts",
    "one execution of an interrupt handler; nested ones have their own rows",
    (
        _number("core", "", "processor"),
        _number("interrupt", "", "its number; NULL: not known"),
        _number(
            "depth", "", "1: it interrupted a thread or idle; 2: it interrupted a handler; ..."
        ),
        *_lane("lane", "interrupted thread; NULL: not known"),
        *_INTERVAL,
    ),
)
_HELD_OFF: Final = Table(
    "held_off",
    "an interval in which only a raised level keeps a thread from running",
    (
        *_lane("lane", "thread that is held off"),
        *_lane("holder", "thread that runs instead"),
        _number("level", "", "of `holder`"),
        _text("how", "what raised it: threshold, priority, inheritance, ceiling, section ..."),
        *_INTERVAL,
    ),
)
_INVERSIONS: Final = Table(
    "inversions",
    "a wait for a mutex that a less urgent thread owns",
    (
        *_OBJECT,
        *_lane("waiter", "thread that waits"),
        *_lane("owner", "owner of the mutex"),
        *_INTERVAL,
        _number("unbounded_event", "event", "event that made it unbounded; NULL: it is bounded"),
    ),
)
_JOBS: Final = Table(
    "jobs",
    "a job of a periodic thread, or an activation of another thread",
    (
        *_lane("lane", "thread"),
        _text("kind", "job, or activation of a thread without releases"),
        _number("end_event", "event", "event that ends it"),
        _number("release_time", "ticks", "its release"),
        _number("end_time", "ticks", "its end"),
        _number("response", "ticks", "`end_time - release_time`"),
        _number("start_latency", "ticks", "from the release to the first execution"),
        _number("execution", "ticks", "time for which it ran"),
        _number("ready", "ticks", "time for which it was ready and did not run"),
        _number("waiting", "ticks", "time for which it waited"),
        _number("interrupted", "ticks", "time of interrupts while it was dispatched"),
        _number("interval", "ticks", "time since the previous release; NULL: the first job"),
        _flag("missed", "it missed its deadline"),
    ),
)
_FILLS: Final = Table(
    "fills",
    "a moment at which the fill of an object is known",
    (
        *_OBJECT,
        _number("number", "event", "event that shows it"),
        _number("time", "ticks", "of that event"),
        _number("value", "", "messages, count, free blocks, free bytes, lock count"),
    ),
)
_MIDDLEWARE: Final = Table(
    "middleware",
    "a number of FileX, NetX Duo or USBX over the whole trace; no row without its events",
    (
        _text("part", "filex, netx or usbx"),
        _text("name", "its name in `trace stats --json`"),
        _number("value", "", "NULL: the trace does not record it"),
    ),
)

SCHEMA: Final = (
    _EVENTS,
    _THREADS,
    _OBJECTS,
    _SLICES,
    _SWITCHES,
    _READIES,
    _WAITS,
    _INTERRUPTS,
    _HELD_OFF,
    _INVERSIONS,
    _JOBS,
    _FILLS,
    _MIDDLEWARE,
)
