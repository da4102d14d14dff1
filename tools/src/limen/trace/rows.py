# SPDX-License-Identifier: Apache-2.0
"""A switch of an analysis as names and plain numbers, for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from limen.trace.analysis import (
    HELD,
    INTERRUPT,
    NOBODY,
    READY_KINDS,
    REASONS,
    wait_name,
    why,
)

if TYPE_CHECKING:
    from limen.trace.analysis import Analysis

__all__ = ["SwitchRow", "switch_row", "thread_name"]


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


def thread_name(analysis: Analysis, lane: int) -> str | None:
    """Name of a lane; None: no thread."""
    if lane == INTERRUPT:
        return "interrupt"
    return analysis.moves.lanes[lane].name if lane >= 0 else None


def _known(number: int) -> int | None:
    return None if number == NOBODY else number


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
        "leaves": thread_name(analysis, int(switches.leaves[place])),
        "comes": thread_name(analysis, int(switches.comes[place])),
        "reason": REASONS[int(switches.reason[place])],
        "cause": _known(int(switches.cause[place])),
        "what": wait_name(int(waits.what[wait])) if wait != NOBODY else None,
        "object": (int(waits.object[wait]) or None) if wait != NOBODY else None,
        "owner": thread_name(analysis, int(waits.owner[wait])) if wait != NOBODY else None,
        "since": _known(int(switches.since[place])),
        "ready_as": READY_KINDS[kind] if kind < len(READY_KINDS) else None,
        "held_off": int(switches.held[place]),
        "held_by": thread_name(analysis, int(held.by[last])) if last != NOBODY else None,
        "held_level": int(held.level[last]) if last != NOBODY else None,
        "held_how": HELD[int(held.how[last])] if last != NOBODY else None,
        "why": why(analysis, place),
    }
