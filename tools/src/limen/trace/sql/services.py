# SPDX-License-Identifier: Apache-2.0
"""A view for each service and each other kind of event, whose numbers have names.

In the view ``events`` they are ``a``, ``b`` or ``info1`` to ``info4``; here they have the labels of
spec/trace-events.json and spec/threadx-events.json. Numbers with names become these names: see the
meanings in spec/numbers.json.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from limen.trace.labels import limen_events, threadx_events
from limen.trace.numbers import (
    CHANGES,
    OUTCOMES,
    PROTOCOLS,
    RELEASES,
    STATUSES,
    THREADX_STATES,
    URGENCY_CHOICES,
    Event,
    Model,
    SpinLock,
    SwitchReason,
    Wait,
)
from limen.trace.sql.schema import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.labels import EventLabels

__all__ = ["Service", "limen_services", "threadx_services"]

_PREFIXES: Final = {"ThreadX": "tx", "FileX": "fx", "NetX": "nx", "USBX": "ux", "user": "user"}
_MIDDLEWARE: Final = frozenset({"FileX", "NetX", "USBX"})
_NOT_AN_EVENT: Final = frozenset({"TIME", "VALUES"})
# Meanings of spec/numbers.json. In ThreadX, another object than a thread is the first number.
_THREADS: Final = frozenset({"thread", "thread_or_none"})
_OBJECTS: Final = frozenset({"object", "timer"})
_ADDRESSES: Final = frozenset(
    {
        *("thread", "semaphore", "mutex", "queue", "timer", "event_flags", "pool"),
        *("middleware", "stack_pointer", "address"),
    }
)
_LIMEN_NUMBERS: Final = {
    3: ("object", "a", "b"),
    4: ("object", "a", "b & 65535", "b >> 16"),
}
# Words of the numbers of a meaning.
_WORDS: Final[Mapping[str, Mapping[int, str]]] = {
    **{
        meaning: dict(enumerate(words))
        for meaning, words in {
            "outcome": OUTCOMES,
            "status": STATUSES,
            "protocol": PROTOCOLS,
            "change": CHANGES,
            "release": RELEASES,
            "urgency_choice": URGENCY_CHOICES,
            "state": THREADX_STATES,
        }.items()
    },
    **{
        meaning: {member.value: member.name.lower() for member in members}
        for meaning, members in {
            "switch_reason": SwitchReason,
            "wait": Wait,
            "model": Model,
            "spin_lock": SpinLock,
        }.items()
    },
}
_EVENT: Final = (
    ("event", "number", "BIGINT", "event", "its number"),
    ("time", "time", "BIGINT", "ticks", "of the event"),
    ("core", "core", "BIGINT", "", "processor"),
    ("lane", "lane", "BIGINT", "lane", "thread that did it; NULL: an interrupt"),
    ("lane_name", "lane_name", "VARCHAR", "", "name of `lane`"),
)


@dataclass(frozen=True, slots=True)
class Service:
    """A view.

    Attributes:
        table: its name and columns.
        query: the SQL that makes its rows of the view ``events``.
        event: number of the event, or of the service in it.
    """

    table: Table
    query: str
    event: int


class _Columns:
    """The columns of a view, each name once, and their expressions."""

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self.values: list[str] = []
        for name, value, kind, unit, meaning in _EVENT:
            self._put(Column(name, kind, unit, meaning), value)

    def _put(self, column: Column, value: str) -> None:
        self.columns.append(column)
        self.values.append(f'({value})::{column.type} AS "{column.name}"')

    def name(self, label: str) -> str:
        """The name of a column, different from all others."""
        name = _identifier(label)
        taken = {column.name for column in self.columns}
        return f"{name}_value" if name in taken else name

    def number(self, label: str, value: str) -> None:
        self._put(Column(self.name(label), "BIGINT", "", label), value)

    def flag(self, label: str, value: str) -> None:
        self._put(Column(self.name(label), "BOOLEAN", "", label), f"({value}) != 0")

    def word(self, label: str, value: str, words: Mapping[int, str]) -> None:
        cases = " ".join(f"WHEN {number} THEN {_quoted(word)}" for number, word in words.items())
        shown = f"CASE ({value}) {cases} ELSE 'number ' || ({value}) END"
        self._put(Column(self.name(label), "VARCHAR", "", label), shown)

    def thing(self, label: str, value: str, *, name: str | None = None) -> None:
        """A thread or another object, by its number or address and by its name."""
        own = self.name(label)
        # A value is a column of the view events.
        known = f"(SELECT any_value(o.name) FROM objects o WHERE o.id = ({value}))"  # noqa: S608
        self._put(Column(own, "BIGINT", "", label), value)
        of_name = f"{own.removesuffix('_ptr')}_name"
        self._put(Column(of_name, "VARCHAR", "", f"name of `{own}`"), name or known)


@cache
def limen_services() -> Mapping[str, Service]:
    """The views of a trace of Limen, by their names: lm_, and those of middleware."""
    found = [
        _of_limen(event, labels)
        for event, labels in limen_events().items()
        if labels.name not in _NOT_AN_EVENT
    ]
    found += [
        _of_threadx(event, labels, f"id = {Event.SERVICE} AND a = {event}")
        for event, labels in threadx_events().items()
        if labels.component in _MIDDLEWARE
    ]
    return {service.table.name: service for service in found}


def threadx_services(definitions: Mapping[int, EventLabels]) -> Mapping[str, Service]:
    """The views of a trace of ThreadX, by their names: tx_, fx_, nx_, nxd_, ux_ and user_.

    Args:
        definitions: events of the program.
    """
    known = {**threadx_events(), **definitions}
    found = [_of_threadx(event, labels, f"id = {event}") for event, labels in known.items()]
    return {service.table.name: service for service in found}


def _of_limen(number: int, event: EventLabels) -> Service:
    made = _Columns()
    values = _LIMEN_NUMBERS[len(event.labels)]
    for label, meaning, value in zip(event.labels, event.meanings, values, strict=True):
        if label:
            _add_limen(made, label, meaning, value)
    return _service(f"lm_{event.name.lower()}", event.name, made, f"id = {number}", number)


def _add_limen(made: _Columns, label: str, meaning: str, value: str) -> None:
    if meaning == "thread_or_idle":
        # The view events has no number of idle.
        made.thing(label, "coalesce(object, 0)", name="coalesce(object_name, 'idle')")
    elif value == "object":
        made.thing(label, value, name="object_name")
    elif meaning in _THREADS | _OBJECTS:
        made.thing(label, f"nullif({value}, 0)")
    elif meaning in _WORDS:
        made.word(label, value, _WORDS[meaning])
    elif meaning == "yes_or_no":
        made.flag(label, value)
    else:
        made.number(label, value)


def _of_threadx(number: int, event: EventLabels, condition: str) -> Service:
    prefix = _PREFIXES.get(event.component, "user")
    name = _identifier(event.name) or f"event_{number}"
    made = _Columns()
    for place, (label, meaning) in enumerate(zip(event.labels, event.meanings, strict=True), 1):
        value = f"info{place}"
        if not _identifier(label):
            continue
        if place == 1 and meaning in _ADDRESSES:
            made.thing(label, value, name="object_name")
        elif meaning in _THREADS:
            made.thing(label, value)
        elif meaning in _WORDS:
            made.word(label, value, _WORDS[meaning])
        else:
            made.number(label, value)
    shown = name if name.startswith(prefix) else f"{prefix}_{name}"
    return _service(shown, event.name, made, condition, number)


def _service(name: str, event: str, made: _Columns, condition: str, number: int) -> Service:
    # The names are those of spec/, or of a definition, as identifiers; no text is a value.
    query = f"SELECT {', '.join(made.values)} FROM events WHERE {condition}"  # noqa: S608
    return Service(Table(name, f"an event {event}", tuple(made.columns)), query, number)


def _identifier(label: str) -> str:
    """A name of SQL.

    >>> _identifier("thread resume (internal)"), _identifier("requested bytes / 8")
    ('thread_resume_internal', 'requested_bytes_8')
    """
    return re.sub(r"[^a-z0-9_]+", "_", label.lower()).strip("_")


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"
