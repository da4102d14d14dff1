# SPDX-License-Identifier: Apache-2.0
"""Open a trace as a database."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis import analyse, why
from limen.trace.labels import own_events
from limen.trace.numbers import Event
from limen.trace.sql.engine import Database
from limen.trace.sql.intervals import interval_tables
from limen.trace.sql.limits import USUAL
from limen.trace.sql.schema import SCHEMA
from limen.trace.sql.services import limen_services, threadx_services
from limen.trace.sql.tables import base_tables, middleware_rows, objects_of
from limen.trace.trx import TrxTrace
from limen.trace.view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from limen.trace.model import Trace
    from limen.trace.sql.limits import Limits
    from limen.trace.sql.services import Service

__all__ = ["open_database"]

_BASE: Final = frozenset({"events", "threads", "objects"})
# Statements that list views, and may read any of them.
_ANY: Final = r"show|describe|query|\w*_schema|duckdb_\w+|pg_\w+"
# A view of the analysis, its function, or a query for the existing views.
_ASKED: Final = "|".join([*(table.name for table in SCHEMA if table.name not in _BASE), "why"])
_NEEDS_ANALYSIS: Final = re.compile(rf"\b({_ASKED}|{_ANY})\b", re.IGNORECASE)
_NEEDS_ANY: Final = re.compile(rf"\b({_ANY})\b", re.IGNORECASE)
_NAME: Final = re.compile(r"\w+")


def open_database(
    trace: Trace | TrxTrace, query: str | None = None, limits: Limits = USUAL
) -> Database:
    """A trace as an SQL database.

    Args:
        trace: of Limen or of ThreadX.
        query: the query to come: views that it does not name are not computed; None: all.
        limits: of each query.

    Cost:
        O(n log n) time for n events.
    """
    analysis, objects = analyse(trace), objects_of(trace)
    view = view_of(trace)
    columns = base_tables(trace, view, objects)
    texts = {"details": _within(view.details, len(view))}
    if query is None or _NEEDS_ANALYSIS.search(query):
        columns = {**columns, **interval_tables(analysis, objects)}
        columns["middleware"] = middleware_rows(trace)
        places = {at: place for place, at in enumerate(analysis.switches.at.tolist())}
        texts["why"] = _of_switch(lambda place: why(analysis, place), places)
    return Database(
        {table: columns[table.name] for table in SCHEMA if table.name in columns},
        texts,
        _services(trace, query),
        limits,
    )


def _services(trace: Trace | TrxTrace, query: str | None) -> list[Service]:
    """Return the views of the services in a query, or, if it may name any, those of its events."""
    if isinstance(trace, TrxTrace):
        known, numbers = threadx_services(own_events(trace.native)), trace.event
    else:
        known = limen_services()
        numbers = np.append(trace.event, trace.a[trace.event == Event.SERVICE])
    if query is None or _NEEDS_ANY.search(query):
        there = set(np.unique(numbers).tolist())
        return [service for service in known.values() if service.event in there]
    names = {name.lower() for name in _NAME.findall(query)}
    return [known[name] for name in sorted(names & known.keys())]


def _of_switch(
    text: Callable[[int], str], places: Mapping[int, int]
) -> Callable[[int | None], str | None]:
    """The explanation of the switch after an event; NULL if there is none."""

    def lookup(number: int | None) -> str | None:
        place = places.get(number) if number is not None else None
        return None if place is None else text(place)

    return lookup


def _within(text: Callable[[int], str], count: int) -> Callable[[int | None], str | None]:
    """The details of an event; NULL for a number that does not exist."""

    def lookup(number: int | None) -> str | None:
        return text(number) if number is not None and 0 <= number < count else None

    return lookup
