# SPDX-License-Identifier: Apache-2.0
"""From a trace to a database."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from limen.trace.analysis import analyse, why
from limen.trace.sql.engine import Database
from limen.trace.sql.found import found_tables
from limen.trace.sql.schema import SCHEMA
from limen.trace.sql.tables import base_tables, objects_of
from limen.trace.view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace
    from limen.trace.trx.names import EventWords

__all__ = ["open_database"]

_BASE: Final = frozenset({"events", "threads", "objects", "inversions"})
# A view of the analysis, its function, or a question for what views there are.
_ASKED: Final = "|".join(
    [*(table.name for table in SCHEMA if table.name not in _BASE), "why", "show", "describe"]
)
_NEEDS_ANALYSIS: Final = re.compile(
    rf"\b({_ASKED}|query|\w*_schema|duckdb_\w+|pg_\w+)", re.IGNORECASE
)


def open_database(
    trace: Trace | TrxTrace,
    definitions: Mapping[int, EventWords] | None = None,
    query: str | None = None,
) -> Database:
    """A trace as an SQL database.

    Args:
        trace: of Limen or of ThreadX.
        definitions: names of the events of a ThreadX program.
        query: what it will be asked: what nobody asks for is not worked out; None: anything.

    Cost:
        O(n log n) time for n events.
    """
    view, objects = view_of(trace, definitions), objects_of(trace)
    columns = base_tables(trace, view, objects)
    texts = {"details": _within(view.details, len(view))}
    if query is None or _NEEDS_ANALYSIS.search(query):
        analysis = analyse(trace)
        columns = {**columns, **found_tables(analysis, objects)}
        places = {at: place for place, at in enumerate(analysis.switches.at.tolist())}
        texts["why"] = _of_switch(lambda place: why(analysis, place), places)
    return Database(
        {table: columns[table.name] for table in SCHEMA if table.name in columns}, texts
    )


def _of_switch(
    words: Callable[[int], str], places: Mapping[int, int]
) -> Callable[[int | None], str | None]:
    """What is said of the switch behind an event; nothing where there is none."""

    def found(number: int | None) -> str | None:
        place = places.get(number) if number is not None else None
        return None if place is None else words(place)

    return found


def _within(words: Callable[[int], str], count: int) -> Callable[[int | None], str | None]:
    """What is said of an event; nothing of one that is not there."""

    def found(number: int | None) -> str | None:
        return words(number) if number is not None and 0 <= number < count else None

    return found
