# SPDX-License-Identifier: Apache-2.0
"""From a trace to a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.trace.sql.engine import Database
from limen.trace.sql.schema import SCHEMA
from limen.trace.sql.tables import base_tables
from limen.trace.view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace
    from limen.trace.trx.names import EventWords

__all__ = ["open_database"]


def open_database(
    trace: Trace | TrxTrace, definitions: Mapping[int, EventWords] | None = None
) -> Database:
    """A trace as an SQL database.

    Args:
        trace: of Limen or of ThreadX.
        definitions: names of the events of a ThreadX program.

    Cost:
        O(n log n) time for n events.
    """
    view = view_of(trace, definitions)
    columns = base_tables(trace, view)
    tables = {table: columns[table.name] for table in SCHEMA}
    return Database(tables, {"details": _within(view.details, len(view))})


def _within(words: Callable[[int], str], count: int) -> Callable[[int | None], str | None]:
    """What is said of an event; nothing of one that is not there."""

    def found(number: int | None) -> str | None:
        return words(number) if number is not None and 0 <= number < count else None

    return found
