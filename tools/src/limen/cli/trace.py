# SPDX-License-Identifier: Apache-2.0
"""``limen trace``: the contents of a trace file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from limen.cli.render import note, print_json, print_line, print_table
from limen.cli.trace_cut import cut
from limen.cli.trace_sql import sql
from limen.cli.trace_stats import stats
from limen.cli.trace_why import why
from limen.cli.trace_window import Definitions, File, Json, Wrap
from limen.cli.trx import (
    dump_trx,
    info_trx,
    line_of_trx,
    print_info_trx,
    read_definitions,
    trx_events,
)
from limen.errors import TraceError
from limen.trace import Trace
from limen.trace.convert import FORMS
from limen.trace.convert import convert as write_trace
from limen.trace.describe import describe_event, kind_name, name_of_event, thread_name
from limen.trace.files import open_trace
from limen.trace.format import Api
from limen.trace.trx import TrxTrace

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Look into a trace file.")


class Names(StrEnum):
    """Whose words for events."""

    LIMEN = "limen"
    THREADX = "threadx"


@app.command()
def info(file: File, wrap: Wrap = None, json: Json = False) -> None:
    """Show target, length and objects of a trace."""
    trace = open_trace(file, wrap)
    if isinstance(trace, TrxTrace):
        if json:
            print_json(info_trx(trace))
        else:
            print_info_trx(trace, str(file))
        return
    if json:
        print_json(_info(trace))
        return
    summary = [(name, value) for name, value in _info(trace).items() if name != "objects"]
    print_table(str(file), ["what", ">value"], summary)
    heads = [">id", "kind", "name", ">priority", ">threshold", ">size"]
    rows = [list(entry.values()) for entry in _info(trace)["objects"]]
    print_table("Objects", heads, rows)


def _info(trace: Trace) -> dict[str, Any]:
    objects = [
        {
            "id": entry.id,
            "kind": kind_name(entry.kind),
            "name": entry.name,
            "priority": entry.priority,
            "threshold": entry.threshold,
            "size": entry.size,
        }
        for entry in trace.objects.values()
    ]
    return {
        "clock_hz": trace.clock_hz,
        "levels": trace.levels,
        "byte_order": trace.byte_order,
        "is_recording": trace.is_recording,
        "record_capacity": trace.record_capacity,
        "events": len(trace),
        "lost": trace.lost,
        "begin": int(trace.time[0]) if len(trace) else None,
        "end": int(trace.time[-1]) if len(trace) else None,
        "object_count": trace.object_count,
        "objects": objects,
    }


app.command()(stats)
app.command()(why)
app.command()(cut)
app.command()(sql)


@app.command()
def dump(
    file: File,
    first: Annotated[int, typer.Option(help="number of the first event", min=0)] = 0,
    last: Annotated[int | None, typer.Option(help="number of the last event", min=0)] = None,
    thread: Annotated[str | None, typer.Option(help="only events of this thread")] = None,
    names: Annotated[
        Names | None, typer.Option(help="whose words; by default those of the program's interface")
    ] = None,
    definitions: Definitions = None,
    wrap: Wrap = None,
    json: Json = False,
) -> None:
    """List events: those that the thread did, and those that are about it."""
    trace = open_trace(file, wrap)
    api = None if names is None else Api[names.name]
    chosen = range(first, len(trace) if last is None else min(last + 1, len(trace)))
    if isinstance(trace, TrxTrace):
        event_labels = read_definitions(definitions)
        events = [
            dump_trx(trace, index, event_labels) for index in trx_events(trace, chosen, thread)
        ]
        if json:
            print_json(events)
            return
        for event in events:
            print_line(line_of_trx(event))
        return
    numbers = _of_thread(trace, chosen, thread)
    if json:
        print_json([_event(trace, index, api) for index in numbers])
        return
    for index in numbers:
        print_line(_line(_event(trace, index, api)))


def _line(event: dict[str, Any]) -> str:
    """An event as a line of text. A dump may be long, and users search in it."""
    width = max(16, len(event["event"]))
    columns = "{number:>8} {time:>16,} {depth:>2} {thread:<12} {event:<{width}} {details}"
    return columns.format(**event, width=width).rstrip()


def _of_thread(trace: Trace, chosen: range, name: str | None) -> list[int]:
    if name is None:
        return list(chosen)
    named = {0: "idle", **{number: trace.name_of(number) for number in trace.thread_ids()}}
    numbers = {number for number, known in named.items() if name in {known, str(number)}}
    if not numbers:
        known = ", ".join(named.values())
        raise TraceError("--thread", f"there is no thread {name}", f"take one of {known}")
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
        "thread": thread_name(trace, int(trace.thread[index])),
        "event": name_of_event(trace, index, api),
        "object": int(trace.object[index]),
        "a": int(trace.a[index]),
        "b": int(trace.b[index]),
        "details": describe_event(trace, index),
    }


@app.command()
def convert(
    file: File,
    out: Annotated[
        Path, typer.Argument(help=f"its suffix chooses: {' '.join(FORMS)}", metavar="OUT")
    ],
    hz: Annotated[int | None, typer.Option(help="ticks in a second", min=1, max=1 << 32)] = None,
    definitions: Definitions = None,
    wrap: Wrap = None,
) -> None:
    """Write the trace in a form that another program reads."""
    trace = open_trace(file, wrap)
    shown = write_trace(trace, out, hz, read_definitions(definitions))
    if shown is not None and hz is None and isinstance(trace, TrxTrace):
        note(f"{out}: ThreadX does not record its clock rate: shown at {shown} Hz; --hz sets it")
