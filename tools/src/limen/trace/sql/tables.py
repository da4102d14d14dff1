# SPDX-License-Identifier: Apache-2.0
"""The columns of the views of a trace, from the trace and its analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from limen.trace.model import Trace
from limen.trace.numbers import FIRST_EVENT_OF_MIDDLEWARE, Event, Kind, ThreadxType
from limen.trace.sql.columns import (
    Objects,
    Text,
    lane_columns,
    nothing,
    object_columns,
    text_of,
    unless,
)
from limen.trace.statistics import MIDDLEWARE, statistics_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from limen.trace.sql.columns import Columns
    from limen.trace.trx import TrxObject, TrxTrace
    from limen.trace.view import View

__all__ = ["base_tables", "middleware_rows", "objects_of"]


def objects_of(trace: Trace | TrxTrace) -> Objects:
    """The objects of a trace."""
    return Objects({number: trace.name_of(number) for number in trace.objects})


def base_tables(trace: Trace | TrxTrace, view: View, objects: Objects) -> Mapping[str, Columns]:
    """Columns of the views of events and of what is named in them, by their names.

    Args:
        trace: of Limen or of ThreadX.
        view: of that trace.
        objects: of that trace.

    Cost:
        O(n log n) time for n events.
    """
    return {
        "events": _events(trace, view, objects),
        "threads": _threads(trace, view),
        "objects": _object_rows(trace),
    }


def middleware_rows(trace: Trace | TrxTrace) -> Columns:
    """Columns of the view of numbers of middleware."""
    values = statistics_json(trace)
    rows = [(part, *one) for part in MIDDLEWARE for one in values.get(part, {}).items()]
    return {
        "part": text_of(range(len(rows)), [part for part, _, _ in rows]),
        "name": text_of(range(len(rows)), [name for _, name, _ in rows]),
        "value": _maybe([value for _, _, value in rows]),
    }


def _events(trace: Trace | TrxTrace, view: View, objects: Objects) -> Columns:
    count = len(view)
    if isinstance(trace, Trace):
        about = trace.object.astype(np.int64)
        labels = _limen_names(trace, view)
    else:
        first = trace.words[0].astype(np.int64)
        about = np.where(objects.places(first) < 0, 0, first)
        labels = _first_texts(view, trace.event)
    none, names = nothing(count), [lane.name for lane in view.lanes]
    return {
        "number": np.arange(count),
        "time": view.time,
        "core": view.core,
        **lane_columns("lane", view.lane, names),
        "running": unless(view.running < 0, view.running),
        "in_interrupt": view.in_interrupt,
        "id": view.event,
        "event": labels,
        **object_columns(about, objects),
        **{name: view.fields.get(name, none) for name in ("a", "b")},
        **_words(trace),
    }


def _words(trace: Trace | TrxTrace) -> Columns:
    """The four words of an event: of ThreadX, or of middleware."""
    if not isinstance(trace, Trace):
        return {f"info{at}": word.astype(np.int64) for at, word in enumerate(trace.words, 1)}
    is_middleware = (trace.event == Event.SERVICE) & (trace.a >= FIRST_EVENT_OF_MIDDLEWARE)
    has_all = np.zeros(len(trace), np.bool_)
    has_all[trace.values_at] = True
    words = np.zeros((len(trace), 3), np.int64)
    words[trace.values_at] = trace.values
    second = unless(~is_middleware, trace.b.astype(np.int64))
    first, third, fourth = (unless(~(is_middleware & has_all), words[:, i]) for i in range(3))
    return {"info1": first, "info2": second, "info3": third, "info4": fourth}


def _limen_names(trace: Trace, view: View) -> Text:
    """Events of a ThreadX program are also named by their object."""
    kinds = np.zeros(1 << 16, np.int64)
    for entry in trace.objects.values():
        kinds[entry.id] = entry.kind
    number = trace.event.astype(np.int64)
    service = np.where(number == Event.SERVICE, trace.a, 0)
    threshold = np.where(number == Event.THREAD_PRIORITY, trace.high, 0)
    return _first_texts(view, number << 48 | kinds[trace.object] << 32 | threshold << 16 | service)


def _first_texts(view: View, key: NDArray[Any]) -> Text:
    """Names of events; those with one key have one name."""
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    return text_of(place, [view.name(int(index)) for index in first])


def _threads(trace: Trace | TrxTrace, view: View) -> Columns:
    number = [lane.id for lane in view.lanes]
    priority = [lane.priority for lane in view.lanes]
    return {
        "lane": np.arange(len(view.lanes)),
        "id": np.array(number, np.int64),
        "name": text_of(range(len(view.lanes)), [lane.name for lane in view.lanes]),
        "priority": _maybe(priority),
        "threshold": _maybe([_threshold(trace, lane.id) for lane in view.lanes]),
        "stack": _maybe([_stack(trace, lane.id) for lane in view.lanes]),
    }


def _maybe(values: Sequence[int | None]) -> NDArray[Any]:
    missing = np.array([value is None for value in values], np.bool_)
    return unless(missing, np.array([value or 0 for value in values], np.int64))


def _threshold(trace: Trace | TrxTrace, number: int) -> int | None:
    entry = trace.objects.get(number) if isinstance(trace, Trace) else None
    return None if entry is None or entry.kind != Kind.THREAD else entry.threshold


def _stack(trace: Trace | TrxTrace, number: int) -> int | None:
    if isinstance(trace, Trace):
        entry = trace.objects.get(number)
        return None if entry is None or entry.kind != Kind.THREAD else entry.size
    known = trace.objects.get(number)
    return None if known is None or known.type != ThreadxType.THREAD else known.p2


def _object_rows(trace: Trace | TrxTrace) -> Columns:
    if isinstance(trace, Trace):
        rows = [
            (entry.id, trace.native.kind_name(entry.kind), entry.name, entry.size)
            for entry in trace.objects.values()
        ]
    else:
        rows = [
            (entry.address, trace.native.kind_name(entry.type), entry.name, _size(entry))
            for entry in trace.registry
        ]
    return {
        "id": np.array([row[0] for row in rows], np.int64),
        "kind": text_of(range(len(rows)), [row[1] for row in rows]),
        "name": text_of(range(len(rows)), [row[2] for row in rows]),
        "size": np.array([row[3] for row in rows], np.int64),
    }


def _size(entry: TrxObject) -> int:
    """The size: for a thread the word after its start, otherwise the first word."""
    return entry.p2 if entry.type == ThreadxType.THREAD else entry.p1
