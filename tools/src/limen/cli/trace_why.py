# SPDX-License-Identifier: Apache-2.0
"""``limen trace why``: why each switch happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from limen.cli.command import Option
from limen.cli.render import print_json, print_line
from limen.cli.trace_window import (
    Begin,
    End,
    Files,
    Json,
    Ticks,
    Wrap,
    instant_text,
    tick_of,
    window_of,
)
from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.trace import Trace
    from limen.trace.analysis import Analysis
    from limen.trace.trx import TrxTrace

__all__ = ["print_switches", "why"]


def why(
    file: Files,
    at: Annotated[
        str | None,
        Option("--at", help="only the thread that runs then: ticks, or a time such as 12.5ms"),
    ] = None,
    event: Annotated[
        int | None, Option("--event", help="only the switch after this event", min=0)
    ] = None,
    begin: Begin = None,
    end: End = None,
    thread: Annotated[str | None, Option(help="only switches to or from this thread")] = None,
    wrap: Wrap = None,
    ticks: Ticks = False,
    json: Json = False,
) -> None:
    """Print the reason of each switch, and the reason for which the next thread runs."""
    from limen.trace.analysis import analyse
    from limen.trace.files import open_trace
    from limen.trace.rows import switch_row

    trace = open_trace(file, wrap)
    analysis = analyse(trace)
    first, last = window_of(trace, begin, end)
    tick = None if at is None else tick_of(trace, "--at", at)
    places = _of_thread(analysis, _chosen(trace, analysis, tick, event, (first, last)), thread)
    if json:
        print_json([switch_row(analysis, place) for place in places])
        return
    print_switches(analysis, places, in_ticks=ticks)


def print_switches(analysis: Analysis, places: Sequence[int], *, in_ticks: bool = False) -> None:
    """Print a line with the reason of each switch at these places."""
    has_cores = bool(analysis.moves.core.any())
    for place in places:
        tick = int(analysis.moves.time[int(analysis.switches.at[place])])
        now = instant_text(analysis.trace, tick, in_ticks=in_ticks)
        print_line(_line(analysis, place, now, has_cores=has_cores))


def _line(analysis: Analysis, place: int, now: str, *, has_cores: bool) -> str:
    from limen.trace.analysis import why as sentence

    switches, moves = analysis.switches, analysis.moves
    at = int(switches.at[place])
    core = f" core {int(switches.core[place])}" if has_cores else ""
    comes = moves.lanes[int(switches.comes[place])].name
    return f"{at:>8} {now:>16}{core}  {comes}: {sentence(analysis, place)}"


def _chosen(
    trace: Trace | TrxTrace,
    analysis: Analysis,
    at: int | None,
    event: int | None,
    window: tuple[int, int],
) -> list[int]:
    """Return the switch after which a thread runs at a moment, or the switches of a window."""
    import numpy as np

    switches = analysis.switches.at
    if at is None and event is None:
        low, high = np.searchsorted(switches, window)
        return list(range(int(low), int(high)))
    if event is not None and event >= len(trace):
        raise TraceError("--event", f"event {event} does not exist", f"there are {len(trace)}")
    if event is None:
        event = int(np.searchsorted(trace.time, at or 0, side="right")) - 1
    place = int(np.searchsorted(switches, event, side="right")) - 1
    if place < 0:
        raise TraceError("--at", "no switch is before that time", "give a later moment")
    return [place]


def _of_thread(analysis: Analysis, places: list[int], name: str | None) -> list[int]:
    if name is None:
        return places
    lanes = analysis.moves.lanes
    chosen = {
        lane
        for lane, known in enumerate(lanes)
        if name in {known.name, str(known.id), f"{known.id:08X}"}
    }
    if not chosen:
        known_names = ", ".join(lane.name for lane in lanes)
        raise TraceError("--thread", f"unknown thread {name}", f"take one of {known_names}")
    switches = analysis.switches
    return [
        place
        for place in places
        if {int(switches.leaves[place]), int(switches.comes[place])} & chosen
    ]
