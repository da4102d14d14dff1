# SPDX-License-Identifier: Apache-2.0
"""The texts for events in a dump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.trace.errors import error_words
from limen.trace.format import KIND_OF_MIDDLEWARE, Api, Event, Kind, SwitchReason
from limen.trace.threadx import middleware_event, threadx_name
from limen.trace.trx.describe import shown_word
from limen.trace.trx.names import middleware_types, type_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.trace.model import Trace

__all__ = ["describe_event", "event_name", "kind_name", "name_of_event", "thread_name"]

STATUS = ("ok", "timeout", "deleted", "unavailable", "overrun", "aborted")
WAITS_FOR = {
    0: "its end",
    3: "a resume",
    4: "a time",
    5: "queue",
    6: "semaphore",
    7: "bits of",
    8: "a block of",
    9: "bytes of",
    12: "middleware",
    13: "mutex",
    14: "its release",
}
CHANGE = (
    "",
    "threshold set",
    "priority set",
    "inheritance",
    "ceiling",
    "preemption disabled",
    "preemption enabled",
    "section entered",
    "section left",
)
OUTCOME = ("done", "waits", "unavailable")
_KINDS_OF_MIDDLEWARE = frozenset(KIND_OF_MIDDLEWARE + one for one in middleware_types())
BYTE_UNIT = 8  # memory is counted in these
PROTOCOL = ("plain", "inherit", "ceiling")


def name_of_event(trace: Trace, index: int, api: int | None = None) -> str:
    """Name of an event of a trace, as an interface names it; None: the interface of the program."""
    shown = trace.api if api is None else api
    name = threadx_name(trace, index) if shown == Api.THREADX else None
    return name or event_name(int(trace.event[index]))


def event_name(number: int) -> str:
    """Name of an event, in Limen's words.

    >>> event_name(2), event_name(200)
    ('SWITCH', 'EVENT_200')
    """
    try:
        return Event(number).name
    except ValueError:
        return f"EVENT_{number}"


def kind_name(number: int) -> str:
    """Name of a kind of objects.

    >>> kind_name(4), kind_name(75), kind_name(99)
    ('queue', 'NetX IP', 'kind 99')
    """
    if number in _KINDS_OF_MIDDLEWARE:
        return type_name(number - KIND_OF_MIDDLEWARE)
    try:
        return Kind(number).name.lower()
    except ValueError:
        return f"kind {number}"


def thread_name(trace: Trace, number: int) -> str:
    """Name of a thread; that of number 0 is idle."""
    return trace.name_of(number) if number else "idle"


def describe_event(trace: Trace, index: int) -> str:
    """The details of an event besides its name, time and thread; may be empty."""
    number = int(trace.event[index])
    describe = _WORDS.get(number, _plain) if number in _KNOWN else _raw
    return describe(_Fields(trace, index))


class _Fields:
    """One record, with names for its objects."""

    __slots__ = ("a", "b", "high", "index", "low", "number", "object", "trace")

    def __init__(self, trace: Trace, index: int) -> None:
        self.trace = trace
        self.index = index
        self.number = int(trace.object[index])
        self.object = trace.name_of(self.number)
        self.a = int(trace.a[index])
        self.b = int(trace.b[index])
        self.low = self.b & 0xFFFF
        self.high = self.b >> 16

    def thread(self, number: int) -> str:
        return thread_name(self.trace, number)


def _word(table: tuple[str, ...], number: int) -> str:
    return table[number] if number < len(table) else f"number {number}"


def _plain(fields: _Fields) -> str:
    return fields.object if fields.number else ""


def _raw(fields: _Fields) -> str:
    return f"object {fields.number}, a {fields.a}, b {fields.b}"


def _switch(fields: _Fields) -> str:
    try:
        why = SwitchReason(fields.b).name.lower().replace("_", " ")
    except ValueError:
        why = f"reason {fields.b}"
    level = f" at level {fields.a}" if fields.number else ""
    return f"to {fields.thread(fields.number)}{level}, {why}"


def _ready(fields: _Fields) -> str:
    why = f", {_word(STATUS, fields.low)}" if fields.low else ""
    return f"{fields.object} at priority {fields.a}{why}"


def _suspend(fields: _Fields) -> str:
    if fields.a == 0:
        return f"{fields.thread(fields.low)} has ended"
    what = f" {fields.object}" if fields.number else ""
    waits_for = WAITS_FOR.get(fields.a, f"number {fields.a}")
    return f"{fields.thread(fields.low)} waits for {waits_for}{what}"


def _slice(fields: _Fields) -> str:
    return f"{fields.object}, {'behind its peers' if fields.a else 'continues'}"


def _level(fields: _Fields) -> str:
    return f"{fields.object} from {fields.low} to {fields.a}, {_word(CHANGE, fields.high)}"


def _priority(fields: _Fields) -> str:
    change = _word(CHANGE, fields.high)
    return f"{fields.object} to {fields.a}, threshold {fields.low}, {change}"


def _interrupt(fields: _Fields) -> str:
    return str(fields.a)


def _urgency(fields: _Fields) -> str:
    return f"{fields.object} priority {fields.a}, threshold {fields.low}"


def _with_b(label: str) -> Callable[[_Fields], str]:
    return lambda fields: f"{fields.object} {label.format(fields.b)}"


def _with_a(label: str) -> Callable[[_Fields], str]:
    return lambda fields: f"{fields.object} {label.format(fields.a)}"


def _outcome(other: str) -> Callable[[_Fields], str]:
    """Text for a call on an object; ``other`` explains the upper half of b."""

    def text(fields: _Fields) -> str:
        partner = f", {other} {fields.thread(fields.high)}" if fields.high else ""
        return f"{fields.object}: {fields.a} after, {_word(OUTCOME, fields.low)}{partner}"

    return text


def _bits(fields: _Fields) -> str:
    return f"{fields.object} bits {fields.b:#x}"


def _flags_wait(fields: _Fields) -> str:
    return f"{fields.object} bits {fields.b:#x}: {_word(OUTCOME, fields.a)}"


def _bytes(label: str) -> Callable[[_Fields], str]:
    """Words for an amount of memory, which a record has in units of eight bytes."""
    return lambda fields: f"{fields.object} {label.format(fields.a * BYTE_UNIT)}"


def _byte_allocate(fields: _Fields) -> str:
    return f"{fields.object} {fields.a * BYTE_UNIT} bytes: {_word(OUTCOME, fields.low)}"


def _byte_serve(fields: _Fields) -> str:
    return f"{fields.object} {fields.a * BYTE_UNIT} bytes to {fields.thread(fields.low)}"


def _mutex_create(fields: _Fields) -> str:
    return f"{fields.object} {_word(PROTOCOL, fields.a)}, ceiling {fields.b}"


def _queue_create(fields: _Fields) -> str:
    return f"{fields.object} {fields.a} messages of {fields.b} bytes"


def _block_pool_create(fields: _Fields) -> str:
    return f"{fields.object} {fields.a} blocks of {fields.b} bytes"


def _prioritize(fields: _Fields) -> str:
    return f"{fields.object}: {fields.thread(fields.low) if fields.low else 'nobody'} first"


def _notify(fields: _Fields) -> str:
    return f"{fields.object}: {'on' if fields.a else 'off'}"


def _time(fields: _Fields) -> str:
    return str(fields.b)


def _service(fields: _Fields) -> str:
    of_middleware = middleware_event(fields.a)
    if of_middleware is not None:
        return _middleware(fields, of_middleware.labels)
    about = f"{fields.object} " if fields.number else ""
    return f"{about}service {fields.a}, value {fields.b}"


def _middleware(fields: _Fields, labels: tuple[str, ...]) -> str:
    """All four numbers, or the second alone where the trace has no others."""
    numbers = fields.trace.numbers_of(fields.index)
    said = zip(labels, numbers, strict=True) if numbers else [(labels[1], fields.b)]
    objects = fields.trace.at_address
    return ", ".join(
        f"{label}={shown_word(objects, label, value)}" for label, value in said if label
    )


def _release(fields: _Fields) -> str:
    by = ("", ", period", ", delay", ", device flags")
    return f"{fields.object} job {fields.b}{_word(by, fields.a)}"


def _tick_attach(fields: _Fields) -> str:
    return f"to {fields.trace.name_of(fields.b)}"


def _stack(fields: _Fields) -> str:
    entry = fields.trace.objects.get(fields.number)
    if entry is None or entry.size < fields.b:
        return f"{fields.object} {fields.b} bytes unused"
    return f"{fields.object} {entry.size - fields.b} of {entry.size} bytes used"


def _error(fields: _Fields) -> str:
    entry = fields.trace.objects.get(fields.number)
    kind = f"{kind_name(entry.kind).replace('_', ' ')} " if entry is not None else ""
    about = f"{kind}{fields.object}: " if fields.number else ""
    return about + error_words(fields.trace, fields.index)


def _user(fields: _Fields) -> str:
    return f"number {fields.a}, value {fields.b}"


_KNOWN = frozenset(Event)
_WORDS: dict[int, Callable[[_Fields], str]] = {
    Event.SWITCH: _switch,
    Event.READY: _ready,
    Event.SUSPEND: _suspend,
    Event.SLICE: _slice,
    Event.LEVEL: _level,
    Event.PRIORITY: _priority,
    Event.IRQ_ENTER: _interrupt,
    Event.IRQ_EXIT: _interrupt,
    Event.THREAD_CREATE: _urgency,
    Event.THREAD_PRIORITY: _urgency,
    Event.THREAD_SLEEP: _with_b("for {} ticks"),
    Event.THREAD_SLICE: _with_b("{} ticks"),
    Event.RELEASE: _release,
    Event.COMPLETE: _with_b("after {} ticks"),
    Event.DEADLINE_MISS: _with_b("by {} ticks"),
    Event.OVERRUN: _with_b("by {} ticks"),
    Event.SEMAPHORE_CREATE: _with_a("count {}"),
    Event.SEMAPHORE_POST: _outcome("to"),
    Event.SEMAPHORE_POST_BELOW: _outcome("to"),
    Event.SEMAPHORE_WAIT: _outcome("of"),
    Event.MUTEX_CREATE: _mutex_create,
    Event.MUTEX_LOCK: _outcome("owner"),
    Event.MUTEX_UNLOCK: _outcome("next owner"),
    Event.QUEUE_CREATE: _queue_create,
    Event.QUEUE_SEND: _outcome("to"),
    Event.QUEUE_SEND_FRONT: _outcome("to"),
    Event.QUEUE_FLUSH: _with_a("{} messages discarded"),
    Event.QUEUE_RECEIVE: _outcome("refilled by"),
    Event.TIMER_START: _with_b("in {} ticks"),
    Event.USER: _user,
    Event.FLAGS_SET: _bits,
    Event.FLAGS_CLEAR: _bits,
    Event.FLAGS_WAIT: _flags_wait,
    Event.BLOCK_POOL_CREATE: _block_pool_create,
    Event.BLOCK_ALLOCATE: _outcome("of"),
    Event.BLOCK_RELEASE: _outcome("to"),
    Event.BYTE_POOL_CREATE: _with_b("{} bytes"),
    Event.BYTE_ALLOCATE: _byte_allocate,
    Event.BYTE_RELEASE: _bytes("{} bytes free"),
    Event.BYTE_SERVE: _byte_serve,
    Event.PRIORITIZE: _prioritize,
    Event.NOTIFY: _notify,
    Event.TIME_SET: _time,
    Event.TIME_GET: _time,
    Event.SERVICE: _service,
    Event.TICK_BEGIN: _with_b("number {}"),
    Event.TICK_END: _with_b("{} lost"),
    Event.TICK_ATTACH: _tick_attach,
    Event.STACK: _stack,
    Event.ERROR: _error,
}
