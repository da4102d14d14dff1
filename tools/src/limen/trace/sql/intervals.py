# SPDX-License-Identifier: Apache-2.0
"""The columns of the views that an analysis fills: intervals, switches, jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.analysis import (
    HELD,
    INTERRUPT,
    NOBODY,
    READY_KINDS,
    REASONS,
    outcome_name,
    wait_name,
)
from limen.trace.sql.columns import (
    Objects,
    interval_columns,
    lane_columns,
    object_columns,
    text_by,
    text_of,
    unless,
)
from limen.trace.sql.schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.trace.analysis import Analysis
    from limen.trace.sql.columns import Columns, Data
    from limen.trace.sql.schema import Source
    from limen.trace.tables import Rows

__all__ = ["interval_tables"]


# Words of numbers of a type. What is not in a list is NULL.
_WORDS: Final = {"reason": REASONS, "ready_kind": READY_KINDS, "how": HELD}
_NAMED: Final = {"wait": wait_name, "outcome": outcome_name}


def interval_tables(analysis: Analysis, objects: Objects) -> Mapping[str, Columns]:
    """Columns of the views, by their names.

    Args:
        analysis: of the trace.
        objects: of the same trace.
    """
    tables: dict[str, Rows] = {
        "slices": analysis.slices,
        "switches": analysis.switches,
        "readies": analysis.ready,
        "waits": analysis.waits,
        "interrupts": analysis.moves.interrupts,
        "held_off": analysis.held_off,
        "inversions": analysis.inversions,
        "jobs": analysis.jobs,
    }
    columns = {
        table.name: _columns(table.sources, tables[table.name], analysis, objects)
        for table in SCHEMA
        if table.name in tables
    }
    columns["slices"] |= _of_slices(analysis)
    columns["switches"] |= _of_switches(analysis, objects)
    columns["waits"] |= {"by_interrupt": analysis.waits.waker == INTERRUPT}
    columns["interrupts"] |= _of_interrupts(analysis)
    return {**columns, "fills": _fills(analysis, objects)}


def _columns(
    sources: Sequence[Source],
    rows: Any,  # noqa: ANN401 - of any table
    analysis: Analysis,
    objects: Objects,
) -> dict[str, Data]:
    """The columns of a view that are columns of the analysis."""
    columns: dict[str, Data] = {}
    for source in sources:
        values, kind, name = getattr(rows, source.name), source.kind, source.shown
        if kind == "interval":
            columns |= interval_columns(values, rows.end, analysis.moves.time)
        elif kind == "lane":
            columns |= lane_columns(name, values, _names(analysis))
        elif kind in {"id", "wide_id"}:
            columns |= object_columns(values, objects)
        elif kind in _NAMED:
            columns[name] = text_by(values, _NAMED[kind])
        elif words := source.words or _WORDS.get(kind):
            columns[name] = text_of(values, words)
        else:
            columns[name] = unless(values < 0, values) if source.can_be_null else values
    return columns


def _names(analysis: Analysis) -> list[str]:
    return [lane.name for lane in analysis.moves.lanes]


def _of_slices(analysis: Analysis) -> Columns:
    slices, time = analysis.slices, analysis.moves.time
    # An open interval lasts until the newest event of its own core.
    return {
        "end_event": unless(slices.is_open, slices.end),
        "end_time": time[slices.end],
        "duration": time[slices.end] - time[slices.begin],
        "level": unless((slices.lane == 0) | (slices.level < 0), slices.level),
    }


def _of_switches(analysis: Analysis, objects: Objects) -> Columns:
    switches, waits = analysis.switches, analysis.waits
    blocks = switches.wait != NOBODY

    def of_wait(column: str, none: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        values = np.append(getattr(waits, column).astype(np.int64), none)
        return np.where(blocks, values[switches.wait], none)

    return {
        "time": analysis.moves.time[switches.at],
        **object_columns(of_wait("object", 0), objects),
        "what": text_by(of_wait("what", NOBODY), wait_name),
        **lane_columns("owner", of_wait("owner", NOBODY), _names(analysis)),
    }


def _of_interrupts(analysis: Analysis) -> Columns:
    moves = analysis.moves
    return lane_columns("lane", moves.running[moves.interrupts.begin], _names(analysis))


def _fills(analysis: Analysis, objects: Objects) -> Columns:
    fills = analysis.moves.fills
    none = np.zeros(0, np.int64)
    at = np.concatenate([none, *(fill.at for fill in fills)])
    count = [len(fill.at) for fill in fills]
    number = np.array([fill.object for fill in fills], np.int64)
    return {
        **object_columns(np.repeat(number, count), objects),
        "number": at,
        "time": analysis.moves.time[at],
        "value": np.concatenate([none, *(fill.value for fill in fills)]),
    }
