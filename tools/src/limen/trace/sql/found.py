# SPDX-License-Identifier: Apache-2.0
"""The columns of the views that an analysis fills: intervals, switches, jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from limen.trace.analysis.moves import HELD, INTERRUPT, NOBODY, OUTCOMES, REASONS, wait_name
from limen.trace.analysis.states import READY_KINDS
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

__all__ = ["found_tables"]


def found_tables(analysis: Analysis, objects: Objects) -> Mapping[str, Columns]:
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
    found, moves = analysis.slices, analysis.moves
    level = moves.level.before(found.begin + 1, found.lane)
    ends = interval_columns(found.begin, np.where(found.is_open, NOBODY, found.end), moves.time)
    # One that lasts does so up to the newest event of its own core.
    ends["end_time"] = moves.time[found.end]
    ends["duration"] = moves.time[found.end] - moves.time[found.begin]
    return {
        "core": found.core,
        **lane_columns("lane", found.lane, _names(analysis)),
        **ends,
        "level": unless((found.lane == 0) | (level < 0), level),
    }


def _switches(analysis: Analysis, objects: Objects) -> Columns:
    found, waits, names = analysis.switches, analysis.waits, _names(analysis)
    blocks = found.wait != NOBODY

    def of_wait(column: str, none: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        values = np.append(getattr(waits, column), none)
        return np.where(blocks, values[found.wait], none)

    return {
        "number": found.at,
        "time": analysis.moves.time[found.at],
        "core": found.core,
        **lane_columns("leaves", found.leaves, names),
        **lane_columns("comes", found.comes, names),
        "reason": text_of(found.reason, REASONS),
        "cause": unless(found.cause < 0, found.cause),
        "since": unless(found.since < 0, found.since),
        **object_columns(of_wait("object", 0), objects),
        "what": text_by(of_wait("what", NOBODY), wait_name),
        **lane_columns("owner", of_wait("owner", NOBODY), names),
        "held_off": found.held,
    }


def _readies(analysis: Analysis) -> Columns:
    found = analysis.ready
    return {
        **lane_columns("lane", found.lane, _names(analysis)),
        "how": text_of(found.kind, READY_KINDS),
        **interval_columns(found.begin, found.end, analysis.moves.time),
    }


def _waits(analysis: Analysis, objects: Objects) -> Columns:
    found, names = analysis.waits, _names(analysis)
    return {
        **lane_columns("lane", found.lane, names),
        "what": text_by(found.what, wait_name),
        **object_columns(found.object, objects),
        **lane_columns("owner", found.owner, names),
        **interval_columns(found.begin, found.end, analysis.moves.time),
        "outcome": text_by(found.outcome, _outcome),
        **lane_columns("waker", found.waker, names),
        "by_interrupt": found.waker == INTERRUPT,
    }


def _outcome(number: int) -> str:
    return OUTCOMES[number] if number < len(OUTCOMES) else f"status {number}"


def _interrupts(analysis: Analysis) -> Columns:
    moves = analysis.moves
    found = moves.interrupts
    return {
        "core": found.core,
        "interrupt": unless(found.number < 0, found.number),
        "depth": found.depth,
        **lane_columns("lane", moves.running[found.begin], _names(analysis)),
        **interval_columns(found.begin, found.end, moves.time),
    }


def _held_off(analysis: Analysis) -> Columns:
    found, names = analysis.held_off, _names(analysis)
    return {
        **lane_columns("lane", found.lane, names),
        **lane_columns("holder", found.by, names),
        "level": found.level,
        "how": text_of(found.how, HELD),
        **interval_columns(found.begin, found.end, analysis.moves.time),
    }


def _jobs(analysis: Analysis) -> Columns:
    found = analysis.jobs
    plain = ("response", "start_latency", "execution", "ready", "waiting", "interrupted")
    return {
        **lane_columns("lane", found.lane, _names(analysis)),
        "kind": text_of(found.is_job, ("activation", "job")),
        "end_event": found.end_at,
        "release_time": found.release,
        "end_time": found.end,
        **{name: getattr(found, name) for name in plain},
        "interval": unless(found.interval < 0, found.interval),
        "missed": found.missed,
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
