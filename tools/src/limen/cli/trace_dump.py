# SPDX-License-Identifier: Apache-2.0
"""``limen trace dump``: the events of a trace, one on a line."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from limen.cli.command import Option
from limen.cli.render import print_json, print_line
from limen.cli.trace_window import Definitions, Files, Json, Ticks, Wrap, instant_text
from limen.cli.trx import dump_trx, line_of_trx, trx_events, use_definitions
from limen.errors import TraceError

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["dump"]


class Names(StrEnum):
    """The interface whose names of events are used."""

    LIMEN = "limen"
    THREADX = "threadx"


def dump(
    file: Files,
    events: Annotated[
        str, Option(help="only the events from number A up to number B", metavar="A:B")
    ] = ":",
    thread: Annotated[str | None, Option(help="only events of this thread")] = None,
    first: Annotated[int | None, Option(help="only the first N of them", min=1)] = None,
    last: Annotated[int | None, Option(help="only the last N of them", min=1)] = None,
    names: Annotated[
        Names | None,
        Option(help="names of events; by default those of the interface of the program"),
    ] = None,
    definitions: Definitions = None,
    wrap: Wrap = None,
    ticks: Ticks = False,
    json: Json = False,
) -> None:
    """List events; with --thread, those that the thread caused and those that are about it."""
    from limen.trace.files import open_trace
    from limen.trace.numbers import Interface
    from limen.trace.trx import TrxTrace

    trace = open_trace(file, wrap)
    api = None if names is None else Interface[names.name]
    chosen = _range(events, len(trace))
    if isinstance(trace, TrxTrace):
        use_definitions(trace, definitions)
        shown = [
            dump_trx(trace, index)
            for index in _ends(trx_events(trace, chosen, thread), first, last)
        ]
        if json:
            print_json(shown)
            return
        for event in shown:
            print_line(line_of_trx(event))
        return
    numbers = _ends(_of_thread(trace, chosen, thread), first, last)
    if json:
        print_json([_event(trace, index, api) for index in numbers])
        return
    for index in numbers:
        event = _event(trace, index, api)
        now = instant_text(trace, event["time"], in_ticks=ticks)
        print_line(_line(event | {"time": now}))


def _range(text: str, count: int) -> range:
    """Return the numbers of A:B; either may be left out.

    >>> _range("3:6", 9), _range("7:", 9), _range(":", 9)
    (range(3, 6), range(7, 9), range(0, 9))
    """
    ends = re.fullmatch(r"(\d*):(\d*)", text)
    if ends is None:
        raise TraceError(
            "--events", f"{text} is not a range of numbers", "write A:B, as in 100:130"
        )
    begin, end = int(ends[1] or 0), int(ends[2] or sys.maxsize)
    if end < begin:
        raise TraceError("--events", f"{begin} is after {end}", "swap them")
    return range(min(begin, count), min(end, count))


def _ends(numbers: list[int], first: int | None, last: int | None) -> list[int]:
    """Return the first or the last of the events; None: all."""
    head = numbers[:first]
    return head if last is None else head[-last:]


def _line(event: dict[str, Any]) -> str:
    """Return an event as a line of text. A dump may be long, and users search in it."""
    width = max(16, len(event["event"]))
    columns = "{number:>8} {time:>16} {depth:>2} {thread:<12} {event:<{width}} {details}"
    return columns.format(**event, width=width).rstrip()


def _of_thread(trace: Trace, chosen: range, name: str | None) -> list[int]:
    if name is None:
        return list(chosen)
    named = {lane.id: lane.name for lane in trace.lanes}
    numbers = {number for number, known in named.items() if name in {known, str(number)}}
    if not numbers:
        known = ", ".join(named.values())
        raise TraceError("--thread", f"unknown thread {name}", f"take one of {known}")
    subject = trace.object.astype(int)
    return [
        index
        for index in chosen
        if int(trace.thread[index]) in numbers or int(subject[index]) in numbers - {0}
    ]


def _event(trace: Trace, index: int, api: int | None) -> dict[str, Any]:
    return {
        "number": index,
        "time": int(trace.time[index]),
        "depth": int(trace.depth[index]),
        "thread": trace.native.thread_name(index),
        "event": trace.native.event_name(index, api),
        "object": int(trace.object[index]),
        "a": int(trace.a[index]),
        "b": int(trace.b[index]),
        "details": trace.native.describe(index),
    }
