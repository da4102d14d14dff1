# SPDX-License-Identifier: Apache-2.0
"""Words for ThreadX's events, objects and states.

The numbers are those of the current ThreadX, FileX, NetX Duo and USBX. Of 623 numbers, TraceX 6.4.1
has a wrong name for 16 and no name for 78.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = [
    "EventLabels",
    "event_labels",
    "event_table",
    "middleware_types",
    "parse_definitions",
    "stack_columns",
    "state_name",
    "type_name",
]

_STATES: Final = (
    "ready",
    "completed",
    "terminated",
    "suspended",
    "sleeping",
    "queue",
    "semaphore",
    "event flags",
    "block pool",
    "byte pool",
    "I/O driver",
    "file",
    "TCP/IP",
    "mutex",
    "priority change",
)
_TYPES: Final = {
    1: "thread",
    2: "timer",
    3: "queue",
    4: "semaphore",
    5: "mutex",
    6: "event flags",
    7: "block pool",
    8: "byte pool",
    9: "FileX media",
    10: "FileX file",
    11: "NetX IP",
    12: "NetX packet pool",
    13: "NetX TCP socket",
    14: "NetX UDP socket",
    21: "USBX host device",
    22: "USBX host interface",
    23: "USBX host endpoint",
    24: "USBX host class instance",
    25: "USBX device-side device",
    26: "USBX device-side interface",
    27: "USBX device-side endpoint",
    28: "USBX device-side class instance",
}
_TYPE_OF_MIDDLEWARE: Final = 9
_USER_FIRST: Final = 4096
_USER_FIRST_OLD: Final = 1025
_LABELS: Final = ("info 1", "info 2", "info 3", "info 4")
_DEFINITION: Final = re.compile(
    r"\s*(?P<number>\d+)\s*,(?P<name>[^,]*),(?P<code>[^,]*),"
    r"\s*\([^()]*\)\s*,\s*\([^()]*\)\s*,(?P<labels>[^,]*,[^,]*,[^,]*,[^,]*?),?\s*"
)


@dataclass(frozen=True, slots=True)
class EventLabels:
    """How to show an event.

    Attributes:
        component: ``ThreadX``, ``FileX``, ``NetX``, ``USBX`` or ``user``.
        code: the letters that TraceX's users know; empty if it has none.
        name: of the service or of the moment.
        labels: of the four words; empty for a word without meaning.
    """

    component: str
    code: str
    name: str
    labels: tuple[str, str, str, str]


@cache
def event_table() -> Mapping[int, EventLabels]:
    """All events that the four components write, by number."""
    text = resources.files("limen.trace.trx").joinpath("events.json").read_text("utf-8")
    return {
        number: EventLabels(component, code, name, (one, two, three, four))
        for number, component, code, name, one, two, three, four in json.loads(text)
    }


def event_labels(
    number: int, definitions: Mapping[int, EventLabels] | None = None, *, is_modern: bool = True
) -> EventLabels:
    """How to show an event, known or not.

    Args:
        number: of the event.
        definitions: of the events of the program, which take precedence.
        is_modern: of the trace: ThreadX 5 gave programs the numbers from 1025 on.

    >>> event_labels(69).name, event_labels(69).code, event_labels(4097).name
    ('tx_queue_send', 'QS', 'user event 4097')
    """
    labels = (definitions or {}).get(number) or event_table().get(number)
    if labels is not None:
        return labels
    is_user = number >= (_USER_FIRST if is_modern else _USER_FIRST_OLD)
    return EventLabels("user", "", f"{'user event' if is_user else 'event'} {number}", _LABELS)


@cache
def stack_columns() -> NDArray[np.int8]:
    """(65536,) int8: which word of an event is its stack pointer, -1 for none."""
    columns = np.full(1 << 16, -1, np.int8)
    for number, labels in event_table().items():
        if "stack ptr" in labels.labels:
            columns[number] = labels.labels.index("stack ptr")
    columns.setflags(write=False)
    return columns


def state_name(number: int) -> str:
    """Name of a thread's state.

    >>> state_name(5), state_name(99)
    ('queue', 'state 99')
    """
    return _STATES[number] if number < len(_STATES) else f"state {number}"


def type_name(number: int) -> str:
    """Name of a type of objects.

    >>> type_name(6), type_name(77)
    ('event flags', 'type 77')
    """
    return _TYPES.get(number, f"type {number}")


def middleware_types() -> tuple[int, ...]:
    """The types of objects that are not ThreadX's own, but of FileX, NetX Duo and USBX."""
    return tuple(number for number in _TYPES if number >= _TYPE_OF_MIDDLEWARE)


def parse_definitions(text: str, place: str) -> dict[int, EventLabels]:
    """The events of a program, as a ``.trxc`` file of TraceX defines them.

    Args:
        text: lines ``number, name, code, (r,g,b), (r,g,b), label, label, label, label`` between a
            line ``Start`` and a line ``End``; other lines are comments.
        place: its name in messages.

    Raises:
        TraceError: a line is not a definition, or there is no ``Start``.
    """
    by_number: dict[int, EventLabels] = {}
    is_inside = False
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip().lower()
        if word == "start":
            is_inside = True
        elif word == "end" and is_inside:
            return by_number
        elif is_inside and word:
            event, labels = _definition(line, f"{place}: line {number}")
            by_number[event] = labels
    if not is_inside:
        remedy = "write the definitions between a line Start and a line End"
        raise TraceError(place, "there is no line Start", remedy)
    return by_number


def _definition(line: str, place: str) -> tuple[int, EventLabels]:
    match = _DEFINITION.fullmatch(line)
    if match is None or int(match["number"]) >= 1 << 16:
        remedy = "write number, name, code, (r,g,b), (r,g,b) and four labels"
        raise TraceError(place, "this is not a definition of an event", remedy)
    one, two, three, four = (_clean(label) for label in match["labels"].split(","))
    labels = EventLabels(
        "user", _clean(match["code"]), _clean(match["name"]), (one, two, three, four)
    )
    return int(match["number"]), labels


def _clean(text: str) -> str:
    return "".join(letter for letter in text.strip() if letter.isprintable())
