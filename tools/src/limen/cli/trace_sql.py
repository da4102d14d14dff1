# SPDX-License-Identifier: Apache-2.0
"""``limen trace sql``: a query on a trace; the result as a table, JSON or CSV."""

from __future__ import annotations

import csv
import json
import math
import os
import sys
from enum import Enum, auto
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from limen import cells
from limen.choices import QUERY_MEGABYTES, QUERY_SECONDS
from limen.cli.command import Argument, Option
from limen.cli.render import note, print_json, print_line, print_table
from limen.cli.status import BAD_INPUT
from limen.cli.trace_window import Definitions, Files, Wrap
from limen.cli.trx import use_definitions
from limen.errors import TraceError
from limen.parts import needs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.sql import Answer, Limits

__all__ = ["sql"]

_SHOWN_MOST = 10_000  # rows of a table, whose widths need all of them
_NUMBERS = frozenset({"BIGINT", "DOUBLE", "FLOAT", "HUGEINT", "INTEGER", "SMALLINT", "UBIGINT"})


class _Form(Enum):
    TABLE = auto()
    JSON = auto()
    CSV = auto()


@needs("sql")
def sql(
    file: Files,
    query: Annotated[str | None, Argument(help="a query; - reads it from standard input")] = None,
    schema: Annotated[bool, Option("--schema", help="show the views instead")] = False,
    definitions: Definitions = None,
    wrap: Wrap = None,
    time_limit: Annotated[
        float, Option(help="end the query after this many seconds", min=0.1)
    ] = QUERY_SECONDS,
    memory_limit: Annotated[
        int, Option(help="megabytes that the query may use", min=16)
    ] = QUERY_MEGABYTES,
    as_json: Annotated[bool, Option("--json", help="print one JSON value")] = False,
    as_csv: Annotated[bool, Option("--csv", help="print comma-separated values")] = False,
) -> None:
    """Query the trace in SQL: events, threads, objects, slices, switches, waits ..."""
    from limen.trace.files import open_trace
    from limen.trace.sql import Limits, bounded, open_database

    form = _form(is_json=as_json, is_csv=as_csv)
    if query is not None and os.path.exists(query):  # noqa: PTH110 - a query may be no path at all
        file, query = [*file, Path(query)], None  # a file in place of a query
    trace = open_trace(file, wrap)
    if schema:
        _print_schema(form)
        return
    text = sys.stdin.read() if query == "-" else query
    if text is None or not text.strip():
        raise TraceError("the query", "it is missing", 'write one, as in "SELECT * FROM threads"')
    use_definitions(trace, definitions)
    limits = Limits(memory_limit, time_limit)
    with open_database(trace, text, limits) as database:
        try:
            with bounded(limits, lambda: _give_up(limits)):
                _print_answer(database.query(text), form)
        except MemoryError:
            raise TraceError("the query", *limits.too_large()) from None


def _give_up(limits: Limits) -> NoReturn:
    """End the process, because the query cannot be ended."""
    note(f"limen: {TraceError('the query', *limits.too_long())}")
    os._exit(BAD_INPUT)


def _form(*, is_json: bool, is_csv: bool) -> _Form:
    if is_json and is_csv:
        raise TraceError("--csv", "it cannot be combined with --json", "leave one of them out")
    return _Form.JSON if is_json else _Form.CSV if is_csv else _Form.TABLE


def _print_schema(form: _Form) -> None:
    from limen.trace.sql import SCHEMA

    heads = ("view", "column", "type", "unit", "meaning")
    rows = [
        (table.name, column.name, column.type, column.unit, column.meaning)
        for table in SCHEMA
        for column in table.columns
    ]
    if form is _Form.JSON:
        print_json([dict(zip(heads, row, strict=True)) for row in rows])
    elif form is _Form.CSV:
        csv.writer(sys.stdout, lineterminator="\n").writerows([heads, *rows])
    else:
        for table in SCHEMA:
            print_table(
                f"{table.name}: {table.meaning}",
                heads[1:],
                [row[1:] for row in rows if row[0] == table.name],
            )


def _print_answer(answer: Answer, form: _Form) -> None:
    names = _unique(answer.names)
    if form is _Form.CSV:
        lines = csv.writer(sys.stdout, lineterminator="\n")
        lines.writerow(cells.row(names))
        lines.writerows(map(cells.row, answer.rows))
    elif form is _Form.JSON:
        _print_objects(names, answer.rows)
    else:
        heads = [
            f">{name}" if kind in _NUMBERS else name
            for name, kind in zip(names, answer.types, strict=True)
        ]
        shown = list(islice(answer.rows, _SHOWN_MOST))
        print_table("Answer", heads, shown)
        if len(shown) == _SHOWN_MOST and next(answer.rows, None) is not None:
            note(f"these are the first {_SHOWN_MOST:,} rows; --csv and --json have all")


def _print_objects(names: list[str], rows: Iterator[tuple[Any, ...]]) -> None:
    """Print an array of objects, one per line, because a result may be long."""
    ahead = "["
    for row in rows:
        fields = dict(zip(names, map(_plain, row), strict=True))
        print_line(ahead)
        sys.stdout.write(json.dumps(fields, ensure_ascii=False, default=str))
        ahead = ","
    print_line("[]" if ahead == "[" else "\n]")


def _plain(value: object) -> object:
    """Replace infinity, which JSON does not have."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _unique(names: tuple[str, ...]) -> list[str]:
    """Make the names of columns unique.

    >>> _unique(("lane", "lane", "time"))
    ['lane', 'lane_2', 'time']
    """
    taken: list[str] = []
    for name in names:
        shown, number = name, 1
        while shown in taken:
            number += 1
            shown = f"{name}_{number}"
        taken.append(shown)
    return taken
