# SPDX-License-Identifier: Apache-2.0
"""The SQL engine over the columns of a trace, which are not copied; nothing else is accessible.

DuckDB runs inside this process. A query can read the views of the trace and nothing else: no file,
no network, no extension, no variable of this program.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING, Any, Final, Self

import duckdb
import numpy as np
import pyarrow as pa
from duckdb.func import FunctionNullHandling

from limen.errors import TraceError
from limen.made_by import made_by
from limen.trace.sql.columns import Text
from limen.trace.sql.limits import USUAL, Limits
from limen.whole import place_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from limen.trace.sql.columns import Columns
    from limen.trace.sql.schema import Table
    from limen.trace.sql.services import Service

__all__ = ["Answer", "Database"]

_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "max_temp_directory_size": "0KB",
}
_LOCK: Final = ("SET enable_external_access = false", "SET lock_configuration = true")
_ROWS: Final = 4096  # fetched at once
_PLACE_REMEDY: Final = "name a place that can be written"
_QUERY: Final = "the query"
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
    """A trace as an SQL database in memory; to be closed, or used as a context.

    It contains only its views; their data have no names.
    """

    def __init__(
        self,
        tables: Mapping[Table, Columns],
        texts: Mapping[str, Callable[[int | None], str | None]],
        services: Iterable[Service] = (),
        limits: Limits = USUAL,
    ) -> None:
        """Open a database.

        Args:
            tables: data of the views; each has the columns that its table names.
            texts: functions of SQL from the number of an event to a text about it.
            services: further views, of the view events.
            limits: of a query.

        Cost:
            O(number of columns): a column is read when a query uses it.
        """
        self._limits = limits
        memory = f"{limits.megabytes}MB"
        self._engine = duckdb.connect(":memory:", config={**_CONFIG, "memory_limit": memory})
        self._engine.execute("SET enable_progress_bar = false")  # it would be part of the answer
        for table, columns in tables.items():
            _create_view(self._engine, table, columns)
        for service in services:
            self._engine.execute(f'CREATE VIEW "{service.table.name}" AS {service.query}')
        for name, text in texts.items():
            self._engine.create_function(
                name, text, ["BIGINT"], "VARCHAR", null_handling=FunctionNullHandling.SPECIAL
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Free the memory."""
        self._engine.close()

    def query(self, text: str) -> Answer:
        """Run a query. From now on, it can access neither files nor the network.

        Args:
            text: one or more statements; the result is that of the last one.

        Raises:
            TraceError: the engine refuses it, in one line.
        """
        if not _is_utf_8(text):
            raise TraceError(_QUERY, "it is not UTF-8", _REMEDY)
        watch = _Watch(self._engine, self._limits)
        try:
            self._lock()
            # If the text is not a statement, such as a comment, DuckDB returns None in spite of the
            # type.
            done: duckdb.DuckDBPyConnection | None = self._engine.execute(text)
        except (duckdb.Error, MemoryError) as error:
            watch.end()
            raise watch.query_error(error) from None
        if done is None:
            watch.end()
            raise TraceError(_QUERY, "it has no statement", _REMEDY)
        description = done.description or []
        names = tuple(str(column[0]) for column in description)
        types = tuple(str(column[1]) for column in description)
        return Answer(names, types, watch.rows(done))

    def write_parquet(self, table: str, path: Path) -> None:
        """Write a view to a file.

        Raises:
            TraceError: the file cannot be written.
        """
        if not _is_utf_8(str(path.absolute())):
            raise TraceError(str(path), "its name is not UTF-8", "name another file")
        try:
            with place_whole(path) as place:
                target = str(place).replace("'", "''")
                maker = made_by().replace("'", "''")
                options = f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{limen: '{maker}'}})"
                self._engine.execute(f"COPY {table} TO '{target}' {options}")
        except duckdb.Error as error:
            problem = _one_line(error)
            raise TraceError(str(path), problem, _PLACE_REMEDY) from None
        except OSError as error:
            problem = f"it cannot be written ({error.strerror})"
            raise TraceError(str(path), problem, _PLACE_REMEDY) from None

    def _lock(self) -> None:
        for setting in _LOCK:
            if not self._is_locked():
                self._engine.execute(setting)

    def _is_locked(self) -> bool:
        setting = self._engine.execute("SELECT current_setting('lock_configuration')").fetchone()
        return setting is not None and bool(setting[0])


def _is_utf_8(text: str) -> bool:
    """Return whether DuckDB can store the text: a word of the command line may be any bytes."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


class _Watch:
    """Ends a query at its limits, from its start to its last row."""

    def __init__(self, engine: duckdb.DuckDBPyConnection, limits: Limits) -> None:
        self._limits = limits
        self._end = time.monotonic() + limits.seconds
        self._timer = Timer(limits.seconds, engine.interrupt)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        self._timer.cancel()

    def rows(self, done: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
        try:
            while rows := self._fetched(done):
                yield from rows
        finally:
            self.end()

    def _fetched(self, done: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
        if time.monotonic() > self._end:
            raise TraceError(_QUERY, *self._limits.too_long())
        try:
            return done.fetchmany(_ROWS)
        except (duckdb.Error, MemoryError) as error:
            raise self.query_error(error) from None

    def query_error(self, error: Exception) -> TraceError:
        """The problem of the query, in one line."""
        if isinstance(error, duckdb.InterruptException):
            return TraceError(_QUERY, *self._limits.too_long())
        if isinstance(error, (duckdb.OutOfMemoryException, MemoryError)):
            return TraceError(_QUERY, *self._limits.too_large())
        if "'pytz'" in str(error):
            problem = "times with a time zone cannot be shown"
            return TraceError(_QUERY, problem, "cast them, as in now()::VARCHAR")
        return TraceError(_QUERY, _one_line(error), _REMEDY)


def _create_view(engine: duckdb.DuckDBPyConnection, table: Table, columns: Columns) -> None:
    """Create a view of the columns. Only the flags of NULL are copied."""
    names = [column.name for column in table.columns]
    stored = pa.Table.from_arrays([_stored(columns[name]) for name in names], names=names)
    # The names are those of the schema; none is user input.
    shown = ", ".join(f"{column.name}::{column.type} AS {column.name}" for column in table.columns)
    engine.from_arrow(stored).project(shown).create_view(table.name)


def _stored(data: NDArray[Any] | Text) -> pa.Array:
    if isinstance(data, Text):
        places = _numbers(data.places, data.places < 0)
        return pa.DictionaryArray.from_arrays(places, _texts(data.texts))
    if isinstance(data, np.ma.MaskedArray):
        return _numbers(data.data, np.ma.getmaskarray(data))
    return _numbers(data, None)


# This does not use pa.array, which loads pandas to find out whether its argument is of pandas.
def _numbers(values: NDArray[Any], missing: NDArray[np.bool_] | None) -> pa.Array:
    is_there = None if missing is None else _bits(~missing)
    flat = np.ascontiguousarray(values)
    content = _bits(flat) if flat.dtype == np.bool_ else pa.py_buffer(flat)
    return pa.Array.from_buffers(pa.from_numpy_dtype(flat.dtype), len(flat), [is_there, content])


def _bits(flags: NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(flags, bitorder="little"))


def _texts(texts: Sequence[str]) -> pa.Array:
    encoded = [text.encode("utf-8", "replace") for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    content = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), content)


def _one_line(error: Exception) -> str:
    """The message of the engine without the copy of the query below it."""
    return " ".join(str(error).split("\n\nLINE ", 1)[0].split()).rstrip(".")
