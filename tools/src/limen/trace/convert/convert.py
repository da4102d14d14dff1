# SPDX-License-Identifier: Apache-2.0
"""Choose a writer by the name of the file to write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.choices import FORMS
from limen.errors import TraceError
from limen.parts import need
from limen.trace.convert.csv import csv_parts
from limen.trace.convert.native import NATIVE_FORMS, write_native
from limen.trace.convert.trx import definitions_text, trx_of_limen
from limen.trace.convert.vcd import vcd_parts
from limen.trace.trx import TrxTrace
from limen.trace.trx.writer import trx_image
from limen.trace.view import view_of
from limen.whole import written_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from limen.trace.model import Trace

__all__ = ["FORMS", "convert"]

_HZ_SHOWN: Final = 1_000_000  # if the clock rate is not known: a tick is a microsecond


def convert(trace: Trace | TrxTrace, path: Path, clock_hz: int | None = None) -> int | None:
    """Write a trace to a file; its suffix chooses the form.

    Args:
        trace: of Limen or of ThreadX.
        path: of the file; an existing one is replaced.
        clock_hz: ticks per second; None: as in the trace.

    Returns:
        The frequency that times were shown with; None if the form counts in ticks.

    Raises:
        TraceError: the format is unknown, or cannot represent this trace.
        OSError: the file cannot be written.
    """
    form = path.suffix.lower()
    if form not in FORMS:
        known = ", ".join(FORMS)
        raise TraceError(str(path), f"unknown form {form or 'without a suffix'}", f"take {known}")
    if form == ".trx":
        _write_trx(trace, path)
        return None
    if form in {".parquet", ".tables"}:
        _write_parquet(trace, path)
        return None
    if form == ".csv":
        _write(path, _encoded(csv_parts(view_of(trace))))
        return None
    own_hz = None if isinstance(trace, TrxTrace) else trace.clock_hz
    shown = clock_hz or own_hz or _HZ_SHOWN
    if form in NATIVE_FORMS:
        write_native(trace, path, shown)
    else:
        _write(path, _encoded(vcd_parts(view_of(trace), shown)))
    return shown


def _write_trx(trace: Trace | TrxTrace, path: Path) -> None:
    """Write the image, and for a trace of Limen the names of events that ThreadX does not have."""
    if isinstance(trace, TrxTrace):
        _write(path, [trx_image(trace)])
        return
    converted = trx_of_limen(trace, str(path))
    _write(path, [trx_image(converted)])
    _write(path.with_suffix(".trxc"), [definitions_text(converted).encode()])


def _write_parquet(trace: Trace | TrxTrace, path: Path) -> None:
    # Here, because it takes longer to load than another form to write.
    need("sql")
    from limen.trace.sql import SCHEMA, open_database  # noqa: PLC0415

    if path.suffix.lower() == ".parquet":
        with open_database(trace, "events") as database:
            database.write_parquet("events", path)
        return
    path.mkdir(exist_ok=True)
    with open_database(trace) as database:
        for table in SCHEMA:
            database.write_parquet(table.name, path / f"{table.name}.parquet")


def _encoded(parts: Iterator[str]) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _write(path: Path, parts: Iterable[bytes]) -> None:
    """Write all parts. The first part checks the trace, so an invalid file is not started."""
    ahead = iter(parts)
    first = next(ahead, b"")
    with written_whole(path) as file:
        file.write(first)
        file.writelines(ahead)
