# SPDX-License-Identifier: Apache-2.0
"""The SQL engine over the columns of a trace, which are not copied; nothing else is accessible.

DuckDB runs inside this process. A query can read the views of the trace and nothing else: no file,
no network, no extension, no variable of this program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import duckdb
from duckdb.func import FunctionNullHandling

from limen.errors import TraceError
from limen.trace.sql.columns import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from limen.trace.sql.columns import Columns
    from limen.trace.sql.schema import Table

__all__ = ["Answer", "Database"]

_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
}
_LOCK: Final = ("SET enable_external_access = false", "SET lock_configuration = true")
_ROWS: Final = 4096  # fetched at once
_REMEDY: Final = "see limen trace sql FILE --schema"


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a query.

    Attributes:
        names: of the columns.
        types: of the columns, in SQL's words.
        rows: fetched one after the other on demand; errors are raised as TraceError.
    """

    names: tuple[str, ...]
    types: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


class Database:
    """A trace as an SQL database in memory; to be closed, or used as a context."""

    def __init__(
        self,
        tables: Mapping[Table, Columns],
        texts: Mapping[str, Callable[[int | None], str | None]],
    ) -> None:
        """Open it.

        Args:
            tables: data of the views; each has the columns that its table names.
            texts: functions of SQL from the number of an event to a text about it.

        Cost:
            O(number of columns): a column is read when a query uses it.
        """
        self._engine = duckdb.connect(":memory:", config=_CONFIG)
        for table, columns in tables.items():
            _create_view(self._engine, table, columns)
        for name, text in texts.items():
            self._engine.create_function(
                name, text, ["BIGINT"], "VARCHAR", null_handling=FunctionNullHandling.SPECIAL
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back."""
        self._engine.close()

    def query(self, text: str) -> Answer:
        """Run a query; files and the network are out of its reach from now on.

        Args:
            text: one or more statements; the result is that of the last one.

        Raises:
            TraceError: the engine refuses it, in one line.
        """
        try:
            self._lock()
            # If the text is not a statement, such as a comment, DuckDB returns None in spite of the
            # type.
            done: duckdb.DuckDBPyConnection | None = self._engine.execute(text)
        except duckdb.Error as error:
            raise _refused(error) from None
        if done is None:
            raise TraceError("the query", "there is no statement in it", _REMEDY)
        description = done.description or []
        names = tuple(str(column[0]) for column in description)
        types = tuple(str(column[1]) for column in description)
        return Answer(names, types, _rows(done))

    def write_parquet(self, table: str, path: Path) -> None:
        """Write a view to a file.

        Raises:
            TraceError: the file cannot be written.
        """
        target = str(path).replace("'", "''")
        try:
            self._engine.execute(f"COPY {table} TO '{target}' (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            problem = _one_line(error)
            raise TraceError(str(path), problem, "name a place that can be written") from None

    def _lock(self) -> None:
        for setting in _LOCK:
            if not self._is_locked():
                self._engine.execute(setting)

    def _is_locked(self) -> bool:
        setting = self._engine.execute("SELECT current_setting('lock_configuration')").fetchone()
        return setting is not None and bool(setting[0])


def _create_view(engine: duckdb.DuckDBPyConnection, table: Table, columns: Columns) -> None:
    """The numbers as they are; texts by their places in a list."""
    stored = f"_{table.name}"
    shown: list[str] = []
    numbers: dict[str, Any] = {}
    for column in table.columns:
        data = columns[column.name]
        if isinstance(data, Text):
            text_name = f"{stored}_{column.name}"
            engine.execute(f"SET VARIABLE {text_name} = ?::VARCHAR[]", [list(data.texts)])
            numbers[column.name] = data.places
            # SQL counts from 1 and returns NULL for an index outside of the list.
            value = f"getvariable('{text_name}')[{column.name} + 1]"
        else:
            numbers[column.name] = data
            value = f"{column.name}::{column.type}"
        shown.append(f"{value} AS {column.name}")
    engine.register(stored, numbers)
    # The names are those of the schema; none is user input.
    made = f"CREATE VIEW {table.name} AS SELECT {', '.join(shown)} FROM {stored}"  # noqa: S608
    engine.execute(made)


def _rows(done: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    while True:
        try:
            rows = done.fetchmany(_ROWS)
        except duckdb.Error as error:
            raise _refused(error) from None
        if not rows:
            return
        yield from rows


def _refused(error: duckdb.Error) -> TraceError:
    if "'pytz'" in str(error):
        problem = "times with a time zone cannot be shown"
        return TraceError("the query", problem, "cast them, as in now()::VARCHAR")
    return TraceError("the query", _one_line(error), _REMEDY)


def _one_line(error: duckdb.Error) -> str:
    """The message of the engine without the copy of the query below it."""
    return " ".join(str(error).split("\n\nLINE ", 1)[0].split()).rstrip(".")
