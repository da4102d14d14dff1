# SPDX-License-Identifier: Apache-2.0
"""A view for each service and each other kind of event, whose numbers have names.

In the view ``events`` they are ``a``, ``b`` or ``info1`` to ``info4``; here they have the labels of
spec/trace-events.json and spec/threadx-events.json. Numbers that stand for words are words.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from limen.trace.labels import EventLabels
from limen.trace.sql.schema import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Service", "limen_services", "threadx_services"]

_PREFIXES: Final = {"ThreadX": "tx", "FileX": "fx", "NetX": "nx", "USBX": "ux", "user": "user"}
_WORDS: Final = 4
_MIDDLEWARE: Final = frozenset({"FileX", "NetX", "USBX"})
_NOT_AN_EVENT: Final = frozenset({"TIME", "VALUES"})
_THREADS: Final = frozenset(
    {
        *("next thread", "next thread ptr", "owning thread"),
        *("thread", "given to", "owner", "next owner", "refilled by", "served first"),
    }
)
_OBJECTS: Final = frozenset({"waits for", "about", "timer", "object"})
_FLAGS: Final = frozenset({"goes behind its peers", "notification on", "others run"})
_LIMEN_NUMBERS: Final = {
    3: ("object", "a", "b"),
    4: ("object", "a", "b & 65535", "b >> 16"),
}
# Labels of numbers that stand for words, and where spec/numbers.json has those.
_LISTS: Final = {
    "outcome": "outcomes",
    "status": "statuses",
    "protocol": "protocols",
    "reason": "changes",
    "released by": "releases",
    "which": "urgency_choices",
    "previous state": "threadx_states",
    "new state": "threadx_states",
    "thread state": "threadx_states",
}
_TABLES: Final = {
    "switch reason": "switch_reasons",
    "what for": "waits",
    "preemption model": "models",
    "model on entry": "models",
    "how it is held": "spin_locks",
    "how it was held": "spin_locks",
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
    """The columns of a view, each name once, and what makes them."""

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
    found = [_of_limen(*row) for row in _limen_events() if row[1] not in _NOT_AN_EVENT]
    number = next(int(row[0]) for row in _limen_events() if row[1] == "SERVICE")
    table = _threadx_events().items()
    found += [
        _of_threadx(event, labels, f"id = {number} AND a = {event}")
        for event, labels in table
        if labels.component in _MIDDLEWARE
    ]
    return {service.table.name: service for service in found}


def threadx_services(definitions: Mapping[int, EventLabels]) -> Mapping[str, Service]:
    """The views of a trace of ThreadX, by their names: tx_, fx_, nx_, nxd_, ux_ and user_.

    Args:
        definitions: events of the program.
    """
    known = {**_threadx_events(), **definitions}
    found = [_of_threadx(event, labels, f"id = {event}") for event, labels in known.items()]
    return {service.table.name: service for service in found}


@cache
def _limen_events() -> list[list[Any]]:
    rows: list[list[Any]] = _load("limen.trace", "events.json")
    return rows


@cache
def _threadx_events() -> Mapping[int, EventLabels]:
    rows: list[list[Any]] = _load("limen.trace.sql", "threadx-events.json")
    return {
        number: EventLabels(component, code, name, (one, two, three, four))
        for number, component, code, name, one, two, three, four in rows
    }


@cache
def _words() -> Mapping[str, Mapping[int, str]]:
    """The meaning of numbers, by their labels."""
    numbers = _load("limen.trace.sql", "numbers.json")
    lists = {label: dict(enumerate(numbers[name])) for label, name in _LISTS.items()}
    tables = {
        label: {number: word for word, number in numbers[name].items()}
        for label, name in _TABLES.items()
    }
    return {**lists, **tables}


def _load(package: str, name: str) -> Any:  # noqa: ANN401 - what JSON can be
    return json.loads(resources.files(package).joinpath(name).read_text("utf-8"))


def _of_limen(number: int, name: str, _code: str, *labels: str) -> Service:
    made = _Columns()
    for label, value in zip(labels, _LIMEN_NUMBERS[len(labels)], strict=True):
        _add_limen(made, label, value)
    return _service(f"lm_{name.lower()}", name, made, f"id = {number}", number)


def _add_limen(made: _Columns, label: str, value: str) -> None:
    if not label:
        return
    if value == "object":
        # The view events has no number of idle.
        idle = label == "next thread"
        number, name = (
            ("coalesce(object, 0)", "coalesce(object_name, 'idle')")
            if idle
            else (
                value,
                "object_name",
            )
        )
        made.thing(label, number, name=name)
    elif label in _THREADS | _OBJECTS:
        made.thing(label, f"nullif({value}, 0)")
    elif label in _words():
        made.word(label, value, _words()[label])
    elif label in _FLAGS:
        made.flag(label, value)
    else:
        made.number(label, value)


def _of_threadx(number: int, labels: EventLabels, condition: str) -> Service:
    prefix = _PREFIXES.get(labels.component, "user")
    name = _identifier(labels.name) or f"event_{number}"
    made = _Columns()
    for place, label in enumerate(labels.labels[:_WORDS]):
        value = f"info{place + 1}"
        if not label or not _identifier(label):
            continue
        if place == 0 and label.endswith("ptr"):
            made.thing(label, value, name="object_name")
        elif label in _THREADS:
            made.thing(label, value)
        elif label in _words():
            made.word(label, value, _words()[label])
        else:
            made.number(label, value)
    shown = name if name.startswith(prefix) else f"{prefix}_{name}"
    return _service(shown, labels.name, made, condition, number)


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
