# SPDX-License-Identifier: Apache-2.0
"""The columns of the views that an analysis fills: intervals, switches, jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.analysis import Analysis
    from limen.trace.sql.columns import Columns

__all__ = ["interval_tables"]


def interval_tables(analysis: Analysis, objects: Objects) -> Mapping[str, Columns]:
    """Columns of the views, by their names.

    Args:
        analysis: of the trace.
        objects: of the same trace.
    """
    return {
        "slices": _slices(analysis),
        "switches": _switches(analysis, objects),
        "readies": _readies(analysis),
        "waits": _waits(analysis, objects),
        "interrupts": _interrupts(analysis),
        "held_off": _held_off(analysis),
        "jobs": _jobs(analysis),
        "fills": _fills(analysis, objects),
    }


def _names(analysis: Analysis) -> list[str]:
    return [lane.name for lane in analysis.moves.lanes]


def _slices(analysis: Analysis) -> Columns:
    slices, moves = analysis.slices, analysis.moves
    ends = interval_columns(slices.begin, np.where(slices.is_open, NOBODY, slices.end), moves.time)
    # An open interval lasts until the newest event of its own core.
    ends["end_time"] = moves.time[slices.end]
    ends["duration"] = moves.time[slices.end] - moves.time[slices.begin]
    return {
        "core": slices.core,
        **lane_columns("lane", slices.lane, _names(analysis)),
        **ends,
        "level": unless((slices.lane == 0) | (slices.level < 0), slices.level),
    }


def _switches(analysis: Analysis, objects: Objects) -> Columns:
    switches, waits, names = analysis.switches, analysis.waits, _names(analysis)
    blocks = switches.wait != NOBODY

    def of_wait(column: str, none: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        values = np.append(getattr(waits, column).astype(np.int64), none)
        return np.where(blocks, values[switches.wait], none)

    return {
        "number": switches.at,
        "time": analysis.moves.time[switches.at],
        "core": switches.core,
        **lane_columns("leaves", switches.leaves, names),
        **lane_columns("comes", switches.comes, names),
        "reason": text_of(switches.reason, REASONS),
        "cause": unless(switches.cause < 0, switches.cause),
        "since": unless(switches.since < 0, switches.since),
        **object_columns(of_wait("object", 0), objects),
        "what": text_by(of_wait("what", NOBODY), wait_name),
        **lane_columns("owner", of_wait("owner", NOBODY), names),
        "held_off": switches.held,
    }


def _readies(analysis: Analysis) -> Columns:
    readies = analysis.ready
    return {
        **lane_columns("lane", readies.lane, _names(analysis)),
        "how": text_of(readies.kind, READY_KINDS),
        **interval_columns(readies.begin, readies.end, analysis.moves.time),
    }


def _waits(analysis: Analysis, objects: Objects) -> Columns:
    waits, names = analysis.waits, _names(analysis)
    return {
        **lane_columns("lane", waits.lane, names),
        "what": text_by(waits.what, wait_name),
        **object_columns(waits.object, objects),
        **lane_columns("owner", waits.owner, names),
        **interval_columns(waits.begin, waits.end, analysis.moves.time),
        "outcome": text_by(waits.outcome, outcome_name),
        **lane_columns("waker", waits.waker, names),
        "by_interrupt": waits.waker == INTERRUPT,
    }


def _interrupts(analysis: Analysis) -> Columns:
    moves = analysis.moves
    interrupts = moves.interrupts
    return {
        "core": interrupts.core,
        "interrupt": unless(interrupts.number < 0, interrupts.number),
        "depth": interrupts.depth,
        **lane_columns("lane", moves.running[interrupts.begin], _names(analysis)),
        **interval_columns(interrupts.begin, interrupts.end, moves.time),
    }


def _held_off(analysis: Analysis) -> Columns:
    intervals, names = analysis.held_off, _names(analysis)
    return {
        **lane_columns("lane", intervals.lane, names),
        **lane_columns("holder", intervals.by, names),
        "level": intervals.level,
        "how": text_of(intervals.how, HELD),
        **interval_columns(intervals.begin, intervals.end, analysis.moves.time),
    }


def _jobs(analysis: Analysis) -> Columns:
    jobs = analysis.jobs
    plain = ("response", "start_latency", "execution", "ready", "waiting", "interrupted")
    return {
        **lane_columns("lane", jobs.lane, _names(analysis)),
        "kind": text_of(jobs.is_job, ("activation", "job")),
        "end_event": jobs.end_at,
        "release_time": jobs.release,
        "end_time": jobs.end,
        **{name: getattr(jobs, name) for name in plain},
        "interval": unless(jobs.interval < 0, jobs.interval),
        "missed": jobs.missed,
    }


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
