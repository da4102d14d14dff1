# SPDX-License-Identifier: Apache-2.0
"""From a trace to a database."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from limen.trace.analysis import analyse, why
from limen.trace.sql.engine import Database
from limen.trace.sql.intervals import interval_tables
from limen.trace.sql.schema import SCHEMA
from limen.trace.sql.tables import base_tables, objects_of
from limen.trace.view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace

__all__ = ["open_database"]

_BASE: Final = frozenset({"events", "threads", "objects", "inversions"})
# A view of the analysis, its function, or a query for the existing views.
_ASKED: Final = "|".join(
    [*(table.name for table in SCHEMA if table.name not in _BASE), "why", "show", "describe"]
)
_NEEDS_ANALYSIS: Final = re.compile(
    rf"\b({_ASKED}|query|\w*_schema|duckdb_\w+|pg_\w+)", re.IGNORECASE
)


def open_database(trace: Trace | TrxTrace, query: str | None = None) -> Database:
    """A trace as an SQL database.

    Args:
        trace: of Limen or of ThreadX.
        query: the query to come: views that it does not name are not computed; None: all.

    Cost:
        O(n log n) time for n events.
    """
    analysis, objects = analyse(trace), objects_of(trace)
    view = view_of(trace)
    columns = base_tables(analysis, view, objects)
    texts = {"details": _within(view.details, len(view))}
    if query is None or _NEEDS_ANALYSIS.search(query):
        columns = {**columns, **interval_tables(analysis, objects)}
        places = {at: place for place, at in enumerate(analysis.switches.at.tolist())}
        texts["why"] = _of_switch(lambda place: why(analysis, place), places)
    return Database(
        {table: columns[table.name] for table in SCHEMA if table.name in columns}, texts
    )


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
