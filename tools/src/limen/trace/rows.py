# SPDX-License-Identifier: Apache-2.0
"""The results of an analysis, row by row, as names and plain numbers, for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from limen.trace.analysis import (
    HELD,
    INTERRUPT,
    MEASURES,
    NOBODY,
    READY_KINDS,
    REASONS,
    outcome_name,
    wait_name,
    why,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from limen.trace.analysis import Analysis, Jobs

__all__ = ["held_off_rows", "job_rows", "switch_row", "switch_rows", "wait_rows"]


class SwitchRow(TypedDict):
    """A switch, its reason, and the sentence that explains it."""

    event: int
    time: int
    core: int
    leaves: str | None
    comes: str | None
    reason: str
    cause: int | None
    what: str | None
    object: int | None
    owner: str | None
    since: int | None
    ready_as: str | None
    held_off: int
    held_by: str | None
    held_level: int | None
    held_how: str | None
    why: str


class WaitRow(TypedDict):
    """A wait."""

    thread: str | None
    what: str
    object: int | None
    owner: str | None
    begin: int
    end: int | None
    outcome: str | None
    waker: str | None


class HeldOffRow(TypedDict):
    """An interval in which a thread was held off."""

    thread: str | None
    begin: int
    end: int
    by: str | None
    level: int
    how: str


class JobRow(TypedDict):
    """A job or an activation."""

    thread: str | None
    kind: str
    release: int
    end: int
    response: int
    start_latency: int
    execution: int
    ready: int
    waiting: int
    interrupted: int
    interval: int | None
    missed: bool


def _thread(analysis: Analysis, lane: int) -> str | None:
    """Name of a lane; None: no thread."""
    if lane == INTERRUPT:
        return "interrupt"
    return analysis.moves.lanes[lane].name if lane >= 0 else None


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


def switch_rows(analysis: Analysis, places: Iterable[int] | None = None) -> list[SwitchRow]:
    """Switches with their reasons; by default all."""
    chosen = range(len(analysis.switches)) if places is None else places
    return [switch_row(analysis, place) for place in chosen]


def switch_row(analysis: Analysis, place: int) -> SwitchRow:
    """A switch, its reason, and the sentence that explains it."""
    switches, waits, held = analysis.switches, analysis.waits, analysis.held_off
    wait, last = int(switches.wait[place]), int(switches.held_last[place])
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
        "object": (int(waits.object[wait]) or None) if wait != NOBODY else None,
        "owner": _thread(analysis, int(waits.owner[wait])) if wait != NOBODY else None,
        "since": _known(int(switches.since[place])),
        "ready_as": READY_KINDS[kind] if kind < len(READY_KINDS) else None,
        "held_off": int(switches.held[place]),
        "held_by": _thread(analysis, int(held.by[last])) if last != NOBODY else None,
        "held_level": int(held.level[last]) if last != NOBODY else None,
        "held_how": HELD[int(held.how[last])] if last != NOBODY else None,
        "why": why(analysis, place),
    }


def wait_rows(analysis: Analysis) -> list[WaitRow]:
    """All waits, in the order of their beginnings."""
    names = ("lane", "what", "object", "owner", "begin", "end", "outcome", "waker")
    return [
        {
            "thread": _thread(analysis, lane),
            "what": wait_name(what),
            "object": about or None,
            "owner": _thread(analysis, owner),
            "begin": begin,
            "end": _known(end),
            "outcome": None if outcome == NOBODY else outcome_name(outcome),
            "waker": _thread(analysis, waker),
        }
        for lane, what, about, owner, begin, end, outcome, waker in _columns(analysis.waits, names)
    ]


def held_off_rows(analysis: Analysis) -> list[HeldOffRow]:
    """All intervals in which threads were held off, by thread."""
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
        for lane, begin, end, by, level, how in _columns(analysis.held_off, names)
    ]


def job_rows(analysis: Analysis) -> list[JobRow]:
    """All jobs and activations, by thread."""
    return [_job(analysis, analysis.jobs, place) for place in range(len(analysis.jobs))]


def _job(analysis: Analysis, jobs: Jobs, place: int) -> JobRow:
    response, latency, execution, ready, waiting, interrupted, interval = (
        int(getattr(jobs, name)[place]) for name in MEASURES
    )
    return {
        "thread": _thread(analysis, int(jobs.lane[place])),
        "kind": "job" if jobs.is_job[place] else "activation",
        "release": int(jobs.release[place]),
        "end": int(jobs.end[place]),
        "response": response,
        "start_latency": latency,
        "execution": execution,
        "ready": ready,
        "waiting": waiting,
        "interrupted": interrupted,
        "interval": _known(interval),
        "missed": bool(jobs.missed[place]),
    }


def _columns(table: object, names: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """The rows of some columns."""
    return zip(*(getattr(table, name).tolist() for name in names), strict=True)
