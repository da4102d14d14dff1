# SPDX-License-Identifier: Apache-2.0
"""The views on which SQL queries run: names, types and units, the same for every trace.

Source:
    spec/trace-tables.json has them; spec/trace-analysis.md defines each interval and term.
    docs/trace-sql.md is the manual.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SCHEMA", "Column", "Source", "Table"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a view.

    Attributes:
        name: its name in a query.
        type: SQL type: BIGINT, BOOLEAN or VARCHAR.
        unit: ``ticks``; ``event``, the number of an event; ``lane``; ``bytes``; empty: none.
        meaning: explanation, including the meaning of NULL.
    """

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Source:
    """A column of the analysis, and of the view that shows it.

    Attributes:
        name: in the analysis.
        shown: in the view.
        kind: a type of spec/trace-tables.json, or ``interval``.
        can_be_null: a number below 0 is NULL.
        words: of its values; empty: those of the type.
    """

    name: str
    shown: str
    kind: str
    can_be_null: bool
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A view.

    Attributes:
        name: its name in a query.
        meaning: what one row is.
        columns: in their order.
        sources: the columns of the analysis from which columns are made.
    """

    name: str
    meaning: str
    columns: tuple[Column, ...]
    sources: tuple[Source, ...] = ()


# SQL type and unit of each type of column; "lane", "id" and "interval" are several columns.
KINDS: Final = {
    "core": ("BIGINT", ""),
    "event": ("BIGINT", "event"),
    "flag": ("BOOLEAN", ""),
    "how": ("VARCHAR", ""),
    "instant": ("BIGINT", "ticks"),
    "lane": ("BIGINT", "lane"),
    "long": ("BIGINT", ""),
    "number": ("BIGINT", ""),
    "outcome": ("VARCHAR", ""),
    "ready_kind": ("VARCHAR", ""),
    "reason": ("VARCHAR", ""),
    "text": ("VARCHAR", ""),
    "ticks": ("BIGINT", "ticks"),
    "wait": ("VARCHAR", ""),
}
_OBJECT: Final = (
    Column("object", "BIGINT", "", "number (Limen) or address (ThreadX); NULL: none"),
    Column("object_name", "VARCHAR", "", "name of `object`"),
)
_LASTS: Final = "event that ends it; NULL: it continues at the end of the trace"
_INTERVAL: Final = (
    Column("begin_event", "BIGINT", "event", "event that starts it"),
    Column("end_event", "BIGINT", "event", _LASTS),
    Column("begin_time", "BIGINT", "ticks", "time of `begin_event`"),
    Column("end_time", "BIGINT", "ticks", "time of `end_event`, or of the newest event"),
    Column("duration", "BIGINT", "ticks", "`end_time - begin_time`"),
)


def _shown(entry: dict[str, Any]) -> Iterator[Column]:
    """The columns of a view that a column is."""
    if "interval" in entry:
        yield from _INTERVAL
    elif entry["type"] in {"id", "wide_id"}:
        yield from _OBJECT
    elif entry.get("sql") is not False:
        name = entry.get("sql", entry["name"])
        kind, unit = ("VARCHAR", "") if "words" in entry else KINDS[entry["type"]]
        null = f"NULL: {entry['null']}" if "null" in entry else ""
        meaning = "; ".join(filter(None, (entry["is"], null)))
        yield Column(name, kind, entry.get("unit", unit), meaning)
        if entry["type"] == "lane":
            yield Column(f"{name}_name", "VARCHAR", "", f"name of `{name}`")


def _sources(entries: list[dict[str, Any]]) -> Iterator[Source]:
    for entry in entries:
        if "interval" in entry:
            yield Source(entry["interval"], "", "interval", can_be_null=True, words=())
        elif "only" not in entry and entry.get("sql") is not False:
            words, shown = tuple(entry.get("words", ())), entry.get("sql", entry["name"])
            yield Source(entry["name"], shown, entry["type"], "null" in entry, words)


def _table(entry: dict[str, Any]) -> Table:
    entries = entry["columns"]
    columns = tuple(column for one in entries for column in _shown(one))
    return Table(entry.get("view", entry["name"]), entry["row"], columns, tuple(_sources(entries)))


SCHEMA: Final = tuple(
    _table(entry)
    for entry in json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))["tables"]
    if entry.get("only") != "code"
)
