# SPDX-License-Identifier: Apache-2.0
"""The results of an analysis, row by row, as names and plain numbers, for golden files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from limen.trace.analysis import HELD, MEASURES, NOBODY, outcome_name, wait_name
from limen.trace.rows import SwitchRow, switch_row, thread_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.analysis import Analysis, Jobs

__all__ = ["held_off_rows", "job_rows", "switch_rows", "wait_rows"]


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


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


def switch_rows(analysis: Analysis) -> list[SwitchRow]:
    """Return all switches with their reasons."""
    return [switch_row(analysis, place) for place in range(len(analysis.switches))]


def wait_rows(analysis: Analysis) -> list[WaitRow]:
    """Return all waits, in the order of their beginnings."""
    names = ("lane", "what", "object", "owner", "begin", "end", "outcome", "waker")
    return [
        {
            "thread": thread_name(analysis, lane),
            "what": wait_name(what),
            "object": about or None,
            "owner": thread_name(analysis, owner),
            "begin": begin,
            "end": _known(end),
            "outcome": None if outcome == NOBODY else outcome_name(outcome),
            "waker": thread_name(analysis, waker),
        }
        for lane, what, about, owner, begin, end, outcome, waker in _columns(analysis.waits, names)
    ]


def held_off_rows(analysis: Analysis) -> list[HeldOffRow]:
    """Return all intervals in which threads were held off, by thread."""
    names = ("lane", "begin", "end", "by", "level", "how")
    return [
        {
            "thread": thread_name(analysis, lane),
            "begin": begin,
            "end": end,
            "by": thread_name(analysis, by),
            "level": level,
            "how": HELD[how],
        }
        for lane, begin, end, by, level, how in _columns(analysis.held_off, names)
    ]


def job_rows(analysis: Analysis) -> list[JobRow]:
    """Return all jobs and activations, by thread."""
    return [_job(analysis, analysis.jobs, place) for place in range(len(analysis.jobs))]


def _job(analysis: Analysis, jobs: Jobs, place: int) -> JobRow:
    response, latency, execution, ready, waiting, interrupted, interval = (
        int(getattr(jobs, name)[place]) for name in MEASURES
    )
    return {
        "thread": thread_name(analysis, int(jobs.lane[place])),
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
    """Return the rows of some columns."""
    return zip(*(getattr(table, name).tolist() for name in names), strict=True)
