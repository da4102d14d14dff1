# SPDX-License-Identifier: Apache-2.0
"""Convert a trace of Limen to the events of ThreadX, for users of TraceX.

The event that causes a switch has the time of the switch, and a ``running`` event of the next
thread follows; see trx_order. docs/trace.md lists the conversion of the events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.analysis import Steps, analyse
from limen.trace.convert.trx_order import Order, order_rows
from limen.trace.convert.trx_words import (
    KERNEL_FIRST,
    PROGRAM_FIRST,
    Calls,
    address_of,
    thread_state,
    trx_words,
)
from limen.trace.labels import record_labels
from limen.trace.numbers import (
    FIRST_KIND_OF_MIDDLEWARE,
    Event,
    Kind,
    ThreadxContext,
    ThreadxEvent,
    ThreadxState,
    ThreadxType,
)
from limen.trace.trx.model import TrxHeader, TrxObject, TrxRecording

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.analysis import Analysis
    from limen.trace.model import Trace, TraceObject

__all__ = ["definitions_text", "trx_of_limen"]

_PRIORITIES: Final = 1 << 10
_THERE: Final = 1 << 31  # bit of a priority word
_MASK: Final = 0xFFFF_FFFF
_STEP_MAX: Final = 1 << 31  # between stamps, so that the direction of the clock is visible at a
# wrap
_FILLS_MAX: Final = 4096
_TYPES: Final = {Kind[one.name]: one for one in ThreadxType if one.name in Kind.__members__}
_TYPE_OTHER: Final = 64  # and the kind: no type of ThreadX's
_NAME_SIZE: Final = 32
_BASE: Final = 0x1000_0000
_HEADER_BYTES, _ENTRY_BYTES, _EVENT_BYTES = 48, 16 + _NAME_SIZE, 32
_COLOURS: Final = "(70,130,180), (255,255,255)"


def trx_of_limen(trace: Trace, place: str = "trace") -> TrxRecording:
    """A trace of Limen as one of ThreadX.

    Args:
        trace: of Limen.
        place: its name in messages.

    Raises:
        TraceError: it is of another kernel, it has a priority that ThreadX cannot have, or a pause
            that 32-bit stamps cannot represent; see analyse.

    Cost:
        O(n log n) time for n events.
    """
    if trace.format:
        problem = f"a trace of {trace.kernel} cannot be written as one of ThreadX"
        raise TraceError(place, problem, "convert it to .json, .btf or .csv")
    order, analysis = order_rows(trace), analyse(trace)
    context, word = _contexts(analysis, trace, order, place)
    number, words = _words(analysis, trace, order)
    time = order.time - (order.time[0] if len(order.time) else 0)
    columns = _fill_pauses(time, context, word, number, words, place)
    return _as_trace(trace, _registry(trace), *columns)


def definitions_text(converted: TrxRecording) -> str:
    """The ``.trxc`` file that names the user events of a converted trace.

    Args:
        converted: by trx_of_limen.
    """
    lines = ["Limen's events that ThreadX does not have, and the program's own", "Start"]
    for number in np.unique(converted.event).tolist():
        known = record_labels().get(number - KERNEL_FIRST)
        if number >= PROGRAM_FIRST:
            name = f"user event {number - PROGRAM_FIRST}"
            lines.append(_definition(number, name, "US", ("number", "value", "", "")))
        elif known is not None:
            high = known.b[1] if len(known.b) > 1 else ""
            labels = (known.object, known.a, known.b[0], high)
            lines.append(_definition(number, known.name, known.code, labels))
    return "\n".join([*lines, "End", ""])


def _definition(number: int, name: str, code: str, labels: tuple[str, ...]) -> str:
    shown = ", ".join(label.replace(",", ";") or "-" for label in labels)
    return f"{number}, {name}, {code}, {_COLOURS}, {shown}"


def _lanes(trace: Trace) -> NDArray[np.intp]:
    """(65536,): lanes of threads by their numbers, 0 of other objects."""
    lanes = np.zeros(1 << 16, np.intp)
    lanes[[lane.id for lane in trace.lanes]] = np.arange(len(trace.lanes))
    return lanes


def _contexts(
    analysis: Analysis, trace: Trace, order: Order, place: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Context and priority word of each row."""
    source = order.source
    thread = np.where(order.is_running, trace.object[source], trace.thread[source]).astype(np.int64)
    inside = (trace.depth[source] > 0) & ~order.is_running & ~order.is_marker
    # A `running` event comes after the change of the level that the switch itself made.
    behind = source + order.is_running
    lane = _lanes(trace)[thread]
    priority = analysis.moves.priority.before(behind, lane)
    level = analysis.moves.level.before(behind, lane)
    in_thread = (thread > 0) & ~inside
    _check_priorities(trace, thread, np.where(in_thread, np.maximum(priority, level), 0), place)
    first_switch = np.append(np.flatnonzero(trace.event == Event.SWITCH), len(trace))[0]
    starts = (trace.lost == 0) & (source <= first_switch) & (thread == 0) & ~inside
    context = np.select(
        [in_thread, starts],
        [address_of(thread), ThreadxContext.INITIALIZE],
        default=np.int64(ThreadxContext.INTERRUPT),
    )
    word = np.select(
        [in_thread, starts], [_THERE | level << 16 | priority, 0], default=address_of(thread)
    )
    return context, word


def _check_priorities(
    trace: Trace, thread: NDArray[np.int64], worst: NDArray[np.int64], place: str
) -> None:
    beyond = np.flatnonzero(worst >= _PRIORITIES)
    if len(beyond):
        name = trace.name_of(int(thread[beyond[0]]))
        problem = f"thread {name} has priority {worst[beyond[0]]}, and ThreadX's end at 1023"
        raise TraceError(place, problem, "take another form")


def _words(
    analysis: Analysis, trace: Trace, order: Order
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers and words of all rows."""
    source = order.source
    kinds, sizes = np.zeros((2, 1 << 16), np.int64)
    for entry in trace.objects.values():
        kinds[entry.id], sizes[entry.id] = entry.kind, entry.size
    about, thread = trace.object[source], trace.thread[source]
    in_thread = (trace.depth[source] == 0) & (thread > 0)
    stack = np.minimum(address_of(thread) + sizes[thread], _MASK)
    calls = Calls(
        about=address_of(about),
        a=trace.a[source].astype(np.int64),
        b=trace.b[source].astype(np.int64),
        low=trace.low[source].astype(np.int64),
        high=trace.high[source].astype(np.int64),
        caller=address_of(thread),
        stack=np.where(in_thread, stack, 0),
        size=sizes[about],
        next=address_of(order.next),
        previous=_previous_states(analysis).before(source, _lanes(trace)[about]),
    )
    number, words = trx_words(trace.event[source], kinds[about], calls)
    _put_numbers(trace, source, words)
    number[order.is_running] = ThreadxEvent.RUNNING
    words[order.is_running] = 0
    return number, words


def _put_numbers(trace: Trace, source: NDArray[np.int64], words: NDArray[np.int64]) -> None:
    """Events of middleware have their own four numbers."""
    if len(trace.values_at):
        place = np.searchsorted(trace.values_at, source).clip(max=len(trace.values_at) - 1)
        has = trace.values_at[place] == source
        values = trace.values[place[has]].astype(np.int64)
        words[has] = np.column_stack([values[:, 0], trace.b[source[has]], values[:, 1:]])


def _previous_states(analysis: Analysis) -> Steps:
    """The last wait of each thread, in numbers of ThreadX."""
    suspend = analysis.moves.suspend
    initial = np.full(len(analysis.moves.lanes), ThreadxState.SUSPENDED, np.int32)
    state = thread_state(suspend.what.astype(np.int64)).astype(np.int32)
    return Steps.of(initial, suspend.at, suspend.lane, state)


def _fill_pauses(
    time: NDArray[np.int64],
    context: NDArray[np.int64],
    word: NDArray[np.int64],
    number: NDArray[np.int64],
    words: NDArray[np.int64],
    place: str,
) -> tuple[NDArray[np.int64], ...]:
    """Insert events in long pauses, because stamps count to 2^32 only."""
    missing = np.diff(time, prepend=time[:1]) // _STEP_MAX
    if missing.sum() > _FILLS_MAX:
        problem = f"pauses of up to {int(missing.max()) << 31} ticks are beyond stamps of 32 bits"
        raise TraceError(place, problem, "convert a part of it: limen trace cut")
    at = np.repeat(np.arange(len(time)), missing)
    nth = np.arange(len(at)) - np.repeat(np.cumsum(missing) - missing, missing) + 1
    filled = time[at - 1] + nth * _STEP_MAX
    return (
        np.insert(time, at, filled),
        np.insert(context, at, context[at]),
        np.insert(word, at, word[at]),
        np.insert(number, at, KERNEL_FIRST + Event.TIME),
        np.insert(words, at, 0, axis=0),
    )


def _registry(trace: Trace) -> tuple[TrxObject, ...]:
    """All objects, and threads that have no entry."""
    known = [_entry(entry) for entry in trace.objects.values()]
    named = {number for number, entry in trace.objects.items() if entry.kind == Kind.THREAD}
    others = [lane.id for lane in trace.lanes[1:] if lane.id not in named]
    return (*known, *(_entry_of_thread(number, trace.name_of(number), 0, 0) for number in others))


def _entry(entry: TraceObject) -> TrxObject:
    name = entry.name or f"#{entry.id}"
    if entry.kind == Kind.THREAD:
        return _entry_of_thread(entry.id, name, entry.size, entry.priority)
    of_middleware = entry.kind >= FIRST_KIND_OF_MIDDLEWARE
    p1 = int(entry.threshold == 1) if entry.kind == Kind.MUTEX else entry.size
    return TrxObject(
        address=entry.address if of_middleware else int(address_of(np.array(entry.id))),
        type=_type(entry.kind),
        is_deleted=False,
        initial_priority=None,
        p1=p1,
        p2=0,
        name=name,
    )


def _type(kind: int) -> int:
    if kind >= FIRST_KIND_OF_MIDDLEWARE:
        return min(kind - FIRST_KIND_OF_MIDDLEWARE, 0xFF)
    return _TYPES[Kind(kind)] if kind in _TYPES else _TYPE_OTHER + kind


def _entry_of_thread(number: int, name: str, size: int, priority: int) -> TrxObject:
    address = int(address_of(np.array(number)))
    return TrxObject(
        address=address,
        type=1,
        is_deleted=False,
        initial_priority=min(priority, _PRIORITIES - 1),
        p1=address,
        p2=size,
        name=name,
    )


def _as_trace(
    trace: Trace,
    registry: tuple[TrxObject, ...],
    time: NDArray[np.int64],
    context: NDArray[np.int64],
    word: NDArray[np.int64],
    number: NDArray[np.int64],
    words: NDArray[np.int64],
) -> TrxRecording:
    def unsigned(values: NDArray[Any]) -> NDArray[np.uint64]:
        return (values & _MASK).astype(np.uint64)

    one, two, three, four = unsigned(words).T
    return TrxRecording(
        header=_header(trace, len(registry), len(time)),
        wrapped=trace.lost > 0,
        registry=registry,
        time=time,
        stamp=unsigned(time),
        event=number.astype(np.uint16),
        core=np.zeros(len(time), np.uint8),
        context=unsigned(context),
        priority=unsigned(word),
        words=(one, two, three, four),
    )


def _header(trace: Trace, entries: int, events: int) -> TrxHeader:
    """Return the header: the ring is full if older events are missing, else one place is free."""
    capacity = max(events + (trace.lost == 0), 1)
    registry = _BASE + _HEADER_BYTES
    ring = registry + entries * _ENTRY_BYTES
    return TrxHeader(
        container="binary",
        bad_checksums=0,
        word_bytes=4,
        byte_order=trace.byte_order,
        timer_mask=_MASK,
        name_size=_NAME_SIZE,
        base=_BASE,
        registry=(registry, ring),
        buffer=(ring, ring + capacity * _EVENT_BYTES),
        oldest=ring,
        capacity=capacity,
    )
