# SPDX-License-Identifier: Apache-2.0
"""Labels for users: names, codes and fields of events, and definitions of the statistics.

The viewer takes them from the same files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from limen.engine import engine
from limen.trace.native import trace_error
from limen.trace.tables import MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.native import Native

__all__ = [
    "Definition",
    "EventLabels",
    "Origin",
    "RecordLabels",
    "definitions",
    "limen_events",
    "own_events",
    "parse_definitions",
    "record_labels",
    "threadx_events",
]

Origin = Literal["limen", "threadx"]


@dataclass(frozen=True, slots=True)
class RecordLabels:
    """The texts that show an event of Limen.

    Attributes:
        name: as in the specification.
        code: two letters, those of TraceX where it has such an event.
        object, a: meaning of these fields; empty: they have none.
        b: meaning of the field, or of its lower and its upper half.
    """

    name: str
    code: str
    object: str
    a: str
    b: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventLabels:
    """The texts that show an event.

    Attributes:
        component: ``Limen``, ``ThreadX``, ``FileX``, ``NetX``, ``USBX`` or ``user``.
        code: the letters that TraceX's users know; empty if it has none.
        name: of the service or of the moment.
        labels: of the four words, or of object, a and b of Limen, which may be two numbers; empty
            for one that says nothing.
        meanings: of the same numbers, see spec/numbers.json; ``number``: a plain number.
    """

    component: str
    code: str
    name: str
    labels: tuple[str, ...]
    meanings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition of a statistic.

    Attributes:
        title: for a table.
        unit: ``ticks``, ``bytes``, ``%`` ...; empty: it is a count or no number.
        definition: a sentence or two.
    """

    title: str
    unit: str
    definition: str


def parse_definitions(text: str, place: str) -> dict[int, EventLabels]:
    """The events of a program, as a ``.trxc`` file of TraceX defines them.

    Args:
        text: lines ``number, name, code, (r,g,b), (r,g,b), label, label, label, label`` between a
            line ``Start`` and a line ``End``; other lines are comments.
        place: its name in messages.

    Raises:
        TraceError: a line is not a definition, or there is no ``Start``.
    """
    try:
        known = engine().parse_definitions(text)
    except ValueError as error:
        raise trace_error(error, place) from None
    return _labels(known)


def own_events(native: Native) -> dict[int, EventLabels]:
    """The events of the program whose names a trace has taken."""
    return _labels(native.definitions())


@cache
def limen_events() -> Mapping[int, EventLabels]:
    """The events of Limen."""
    return MappingProxyType(_labels(engine().limen_events()))


@cache
def threadx_events() -> Mapping[int, EventLabels]:
    """The events of ThreadX and its middleware."""
    return MappingProxyType(_labels(engine().threadx_events()))


def _labels(
    known: Mapping[int, tuple[str, str, str, list[str], list[str]]],
) -> dict[int, EventLabels]:
    return {
        number: EventLabels(component, code, name, tuple(labels), tuple(meanings))
        for number, (component, code, name, labels, meanings) in known.items()
    }


@cache
def record_labels() -> Mapping[int, RecordLabels]:
    """All events of Limen, by number."""
    return MappingProxyType(
        {
            number: RecordLabels(name, code, about, a, tuple(b))
            for number, name, code, about, a, *b in _load("events.json")
        }
    )


@cache
def definitions(origin: Origin) -> Mapping[str, Definition]:
    """The definition of each name in the output of ``limen trace stats --json``."""
    known = _load("statistics.json")
    measures = {name: Definition(title, "ticks", text) for name, (title, text) in MEASURES.items()}
    others = {name: Definition(**words) for name, words in (known["both"] | known[origin]).items()}
    return MappingProxyType(measures | others)


def _load(name: str) -> Any:  # noqa: ANN401 - what JSON can be
    return json.loads(resources.files("limen.trace").joinpath(name).read_text("utf-8"))
