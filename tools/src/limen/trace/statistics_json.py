# SPDX-License-Identifier: Apache-2.0
"""The statistics of a trace as plain values for JSON; the names are a public interface.

Each of them has a definition in spec/statistics.json.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from limen.trace.analysis.figures import figures
from limen.trace.format import Event
from limen.trace.labels import record_labels
from limen.trace.model import Trace
from limen.trace.sections import sections
from limen.trace.statistics import Statistics, statistics
from limen.trace.trx.names import event_labels
from limen.trace.trx.statistics import TrxStatistics, trx_statistics

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.analysis import Analysis
    from limen.trace.trx import EventLabels, TrxTrace

__all__ = ["limen_counts", "statistics_json", "threadx_counts"]


def statistics_json(
    trace: Trace | TrxTrace,
    analysis: Analysis,
    first: int,
    last: int,
    definitions: Mapping[int, EventLabels] | None = None,
) -> dict[str, Any]:
    """All statistics of the events first <= i < last.

    Args:
        trace: of Limen or of ThreadX.
        analysis: of that trace.
        first: number of an event, 0 to n.
        last: number of an event, first to n.
        definitions: names of the events of a ThreadX program.

    Raises:
        ValueError: first and last are no range of events.
    """
    if isinstance(trace, Trace):
        counts = limen_counts(statistics(trace, first, last))
        counts["sections"] = asdict(sections(trace, first, last))
        stacks = _limen_stacks(trace, analysis, first, last)
        known = record_labels()

        def name_of(number: int) -> tuple[str, str]:
            one = known.get(number)
            return ("", f"EVENT_{number}") if one is None else (one.code, one.name)
    else:
        counted = trx_statistics(trace, first, last)
        counts = threadx_counts(counted)
        names = [lane.name for lane in analysis.moves.lanes[1:]]
        stacks = _threadx_stacks(counted, names)

        def name_of(number: int) -> tuple[str, str]:
            one = event_labels(number, definitions, is_modern=trace.is_modern)
            return one.code, one.name

    return counts | {"stacks": stacks} | figures(analysis, trace.event, name_of, first, last)


def limen_counts(result: Statistics) -> dict[str, Any]:
    """The counts in a trace of Limen, by their names."""
    names = [field.name for field in fields(result) if field.name not in {"system", "threads"}]
    return {
        **{name: getattr(result, name) for name in names},
        "inversions_bounded": result.inversions_bounded,
        "system": asdict(result.system),
        "threads": [asdict(thread) for thread in result.threads],
    }


def threadx_counts(counted: TrxStatistics) -> dict[str, Any]:
    """The counts in a trace of ThreadX, by their names; addresses as in the registry."""
    values = asdict(counted)
    values["threads"] = list(values["threads"])
    for thread in values["threads"]:
        thread["address"] = f"{thread['address']:08X}"
    return values


def _limen_stacks(trace: Trace, analysis: Analysis, first: int, last: int) -> list[dict[str, Any]]:
    """Largest known use of each stack, as far as an event of the window shows it."""
    stack_events = first + np.flatnonzero(trace.event[first:last] == Event.STACK)
    lanes = {lane.id: lane for lane in analysis.moves.lanes[1:]}
    rows: dict[int, dict[str, Any]] = {}
    for at in stack_events.tolist():
        lane = lanes.get(int(trace.object[at]))
        if lane is None or lane.stack_size == 0:
            continue
        used = max(lane.stack_size - int(trace.b[at]), 0)
        row = rows.get(lane.id)
        if row is None or row["stack_used"] < used:
            rows[lane.id] = _stack(lane.name, lane.stack_size, used, at)
    return [rows[number] for number in sorted(rows)]


def _threadx_stacks(counted: TrxStatistics, names: list[str]) -> list[dict[str, Any]]:
    return [
        _stack(name, thread.stack_size, thread.stack_used, thread.stack_event)
        for name, thread in zip(names, counted.threads, strict=True)
        if thread.stack_used is not None and thread.stack_event is not None
    ]


def _stack(name: str, size: int, used: int, event: int) -> dict[str, Any]:
    return {
        "thread": name,
        "stack_size": size,
        "stack_used": used,
        "percent": 10_000 * used // size / 100 if size else 0.0,
        "stack_event": event,
    }
