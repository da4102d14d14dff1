# SPDX-License-Identifier: Apache-2.0
"""The results of an analysis, row by row, as names and plain numbers, for JSON and SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from limen.trace.analysis.jobs import MEASURES
from limen.trace.analysis.moves import HELD, INTERRUPT, NOBODY, OUTCOMES, REASONS, wait_name
from limen.trace.analysis.sentences import why
from limen.trace.analysis.states import READY_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from limen.trace.analysis.analysis import Analysis

__all__ = ["held_off_rows", "job_rows", "switch_row", "switch_rows", "wait_rows"]


def _thread(analysis: Analysis, lane: int) -> str | None:
    """Name of a lane; None: no thread."""
    if lane == INTERRUPT:
        return "interrupt"
    return analysis.moves.lanes[lane].name if lane >= 0 else None


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


def switch_rows(analysis: Analysis, places: Iterable[int] | None = None) -> list[dict[str, Any]]:
    """Switches with their reasons; by default all."""
    chosen = range(len(analysis.switches)) if places is None else places
    return [switch_row(analysis, place) for place in chosen]


def switch_row(analysis: Analysis, place: int) -> dict[str, Any]:
    """A switch, its reason, and the sentence that explains it."""
    switches, waits, held = analysis.switches, analysis.waits, analysis.held_off
    wait, last = int(switches.wait[place]), int(switches.held_last[place])
    waits_for = wait != NOBODY and int(waits.object[wait]) != 0
    kind = int(switches.kind[place])
    at = int(switches.at[place])
    return {
        "event": at,
        "time": int(analysis.moves.time[at]),
        "core": int(switches.core[place]),
        "leaves": _thread(analysis, int(switches.leaves[place])),
        "comes": _thread(analysis, int(switches.comes[place])),
        "reason": REASONS[int(switches.reason[place])],
        "cause": _known(int(switches.cause[place])),
        "what": wait_name(int(waits.what[wait])) if wait != NOBODY else None,
        "object": int(waits.object[wait]) if waits_for else None,
        "owner": _thread(analysis, int(waits.owner[wait])) if wait != NOBODY else None,
        "since": _known(int(switches.since[place])),
        "ready_as": READY_KINDS[kind] if kind != NOBODY else None,
        "held_off": int(switches.held[place]),
        "held_by": _thread(analysis, int(held.by[last])) if last != NOBODY else None,
        "held_level": int(held.level[last]) if last != NOBODY else None,
        "held_how": HELD[int(held.how[last])] if last != NOBODY else None,
        "why": why(analysis, place),
    }


def wait_rows(analysis: Analysis) -> list[dict[str, Any]]:
    """All waits, in the order of their beginnings."""
    waits = analysis.waits
    return [
        {
            "thread": _thread(analysis, lane),
            "what": wait_name(what),
            "object": about or None,
            "owner": _thread(analysis, owner),
            "begin": begin,
            "end": _known(end),
            "outcome": None if outcome == NOBODY else _outcome(outcome),
            "waker": _thread(analysis, waker),
        }
        for lane, what, about, owner, begin, end, outcome, waker in zip(
            *(
                getattr(waits, name).tolist()
                for name in ("lane", "what", "object", "owner", "begin", "end", "outcome", "waker")
            ),
            strict=True,
        )
    ]


def _outcome(number: int) -> str:
    return OUTCOMES[number] if number < len(OUTCOMES) else f"status {number}"


def held_off_rows(analysis: Analysis) -> list[dict[str, Any]]:
    """All intervals in which threads were held off, by thread."""
    held = analysis.held_off
    names = ("lane", "begin", "end", "by", "level", "how")
    return [
        {
            "thread": _thread(analysis, lane),
            "begin": begin,
            "end": end,
            "by": _thread(analysis, by),
            "level": level,
            "how": HELD[how],
        }
        for lane, begin, end, by, level, how in zip(
            *(getattr(held, name).tolist() for name in names), strict=True
        )
    ]


def job_rows(analysis: Analysis) -> list[dict[str, Any]]:
    """All jobs and activations, by thread."""
    jobs = analysis.jobs
    measured = [getattr(jobs, name).tolist() for name in MEASURES]
    rows = []
    for place, lane in enumerate(jobs.lane.tolist()):
        row: dict[str, Any] = {
            "thread": _thread(analysis, lane),
            "kind": "job" if jobs.is_job[place] else "activation",
            "release": int(jobs.release[place]),
            "end": int(jobs.end[place]),
        }
        values = {
            name: _known(column[place]) for name, column in zip(MEASURES, measured, strict=True)
        }
        rows.append(row | values | {"missed": bool(jobs.missed[place])})
    return rows
