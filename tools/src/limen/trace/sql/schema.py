# SPDX-License-Identifier: Apache-2.0
"""The views that a trace is asked in: names, types and units, the same for every trace.

Source:
    spec/trace-analysis.md, which defines each interval and word. docs/trace-sql.md says the same
    for people; a test holds them together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SCHEMA", "Column", "Table"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a view.

    Attributes:
        name: as a query names it.
        type: of SQL: BIGINT, BOOLEAN or VARCHAR.
        unit: ``ticks``; ``event``, the number of an event; ``lane``; ``bytes``; empty: none.
        meaning: for people, the reason for NULL included.
    """

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """A view.

    Attributes:
        name: as a query names it.
        meaning: what a row is.
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


def _lane(name: str, who: str) -> tuple[Column, Column]:
    """A thread by its lane and by its name."""
    return (_number(name, "lane", who), _text(f"{name}_name", f"name of `{name}`"))


_OBJECT: Final = (
    _number("object", "", "Limen's number, ThreadX's address; NULL: none"),
    _text("object_name", "name of `object`"),
)
_INTERVAL: Final = (
    _number("begin_event", "event", "with which it begins"),
    _number("end_event", "event", "with which it ends; NULL: it lasts at the end of the trace"),
    _number("begin_time", "ticks", "time of `begin_event`"),
    _number("end_time", "ticks", "time of `end_event`, else of the newest event"),
    _number("duration", "ticks", "`end_time - begin_time`"),
)

_EVENTS: Final = Table(
    "events",
    "an event, oldest first",
    (
        _number("number", "event", "place in the trace, from 0"),
        _number("time", "ticks", "Limen: since the clock began; ThreadX: since the oldest event"),
        _number("core", "", "processor, from 0"),
        *_lane("lane", "thread that did it; NULL: an interrupt, or initialisation"),
        _number("running", "lane", "who runs from the event on; NULL: not known"),
        _flag("in_interrupt", "a handler runs from the event on"),
        _number("id", "", "number of the event in its origin's format"),
        _text("event", "its name, as in `trace dump`"),
        *_OBJECT,
        _number("a", "", "Limen: a of the record; NULL: ThreadX"),
        _number("b", "", "Limen: b of the record; NULL: ThreadX"),
        _number("info1", "", "ThreadX: first word of the event; NULL: Limen"),
        _number("info2", "", "second word"),
        _number("info3", "", "third word"),
        _number("info4", "", "fourth word"),
    ),
)
_THREADS: Final = Table(
    "threads",
    "a thread; lane 0 is idle",
    (
        _number("lane", "lane", "place among the threads"),
        _number("id", "", "Limen's number, ThreadX's address; 0: idle"),
        _text("name", "its name"),
        _number("priority", "", "when it was created, or at its first event; 0 is the most urgent"),
        _number("threshold", "", "preemption-threshold, likewise; NULL: not known"),
        _number("stack", "bytes", "size of its stack; NULL: not known"),
    ),
)
_OBJECTS: Final = Table(
    "objects",
    "an object of the kernel, threads included",
    (
        _number("id", "", "Limen's number, ThreadX's address"),
        _text("kind", "thread, semaphore, mutex, queue, timer ..."),
        _text("name", "its name"),
        _number("size", "", "threads: stack bytes; queues: messages; as the format says"),
    ),
)
_SLICES: Final = Table(
    "slices",
    "a time in which a thread, or idle, is dispatched on a core",
    (
        _number("core", "", "processor"),
        *_lane("lane", "who"),
        *_INTERVAL,
        _number("level", "", "of the thread when it is dispatched; NULL: not known, or idle"),
    ),
)
_SWITCHES: Final = Table(
    "switches",
    "a switch from one thread to another, or from or to idle",
    (
        _number("number", "event", "behind which the other one runs"),
        _number("time", "ticks", "of that event"),
        _number("core", "", "processor"),
        *_lane("leaves", "who ran"),
        *_lane("comes", "who runs now"),
        _text("reason", "blocked, preempted_by_call, preempted_by_interrupt, yielded ..."),
        _number("cause", "event", "that brought it about; NULL: not in the trace"),
        _number("since", "event", "from which `comes` was ready; NULL: idle, or not in the trace"),
        *_OBJECT,
        _text("what", "blocked: what it waits for now; else NULL"),
        *_lane("owner", "blocked on a mutex: who holds it; else NULL"),
        _number(
            "held_off",
            "ticks",
            "since then, a raised level alone kept `comes` away",
        ),
    ),
)
_READIES: Final = Table(
    "readies",
    "a time in which a thread is ready and does not run",
    (
        *_lane("lane", "who"),
        _text("how", "it began: woken, preempted, yielded, slice_ended"),
        *_INTERVAL,
    ),
)
_WAITS: Final = Table(
    "waits",
    "a time in which a thread waits",
    (
        *_lane("lane", "who"),
        _text("what", "resume, time, queue, semaphore, flags, block, bytes, mutex, release ..."),
        *_OBJECT,
        *_lane("owner", "of the mutex, when the wait began; NULL: no mutex"),
        *_INTERVAL,
        _text("outcome", "ok, timeout, deleted, unavailable, overrun, aborted; NULL: it lasts"),
        *_lane("waker", "thread that ended it; NULL: an interrupt, or nobody yet"),
        _flag("by_interrupt", "an interrupt ended it"),
    ),
)
_INTERRUPTS: Final = Table(
    "interrupts",
    "a handler's run; nested ones have their own row",
    (
        _number("core", "", "processor"),
        _number("interrupt", "", "its number; NULL: not known"),
        _number("depth", "", "1: it interrupted a thread or idle; 2: another interrupt ..."),
        *_lane("lane", "who was interrupted; NULL: not known"),
        *_INTERVAL,
    ),
)
_HELD_OFF: Final = Table(
    "held_off",
    "a time in which a thread is kept from running by a raised level alone",
    (
        *_lane("lane", "who is held off"),
        *_lane("holder", "who runs meanwhile"),
        _number("level", "", "of `holder`"),
        _text("how", "it was raised: threshold, priority, inheritance, ceiling, section ..."),
        *_INTERVAL,
    ),
)
_INVERSIONS: Final = Table(
    "inversions",
    "a wait for a mutex that a less urgent thread holds",
    (
        *_OBJECT,
        *_lane("waiter", "who waits"),
        *_lane("owner", "who holds it"),
        *_INTERVAL,
        _number("unbounded_event", "event", "that made it unbounded; NULL: it is bounded"),
    ),
)
_JOBS: Final = Table(
    "jobs",
    "a job of a periodic thread, or an activation of another one",
    (
        *_lane("lane", "who"),
        _text("kind", "job, or activation of a thread without releases"),
        _number("end_event", "event", "with which it is done"),
        _number("release_time", "ticks", "from which it may run"),
        _number("end_time", "ticks", "at which it is done"),
        _number("response", "ticks", "`end_time - release_time`"),
        _number("start_latency", "ticks", "from the release to its first moment on a core"),
        _number("execution", "ticks", "it ran"),
        _number("ready", "ticks", "it was ready and did not run"),
        _number("waiting", "ticks", "it waited"),
        _number("interrupted", "ticks", "of interrupts while it was dispatched"),
        _number("interval", "ticks", "from the release before; NULL: the first"),
        _flag("missed", "it missed its deadline"),
    ),
)
_FILLS: Final = Table(
    "fills",
    "a moment at which the content of an object is known",
    (
        *_OBJECT,
        _number("number", "event", "that tells it"),
        _number("time", "ticks", "of that event"),
        _number("value", "", "messages, count, free blocks, free bytes, times held"),
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
)
