# SPDX-License-Identifier: Apache-2.0
"""``limen trace info``: what a trace file contains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from limen.cli.render import print_json, print_table
from limen.cli.trace_window import Files, Json, Wrap
from limen.cli.trx import info_trx, print_info_trx

if TYPE_CHECKING:
    from limen.trace.model import Trace, TraceObject

__all__ = ["info"]


def info(file: Files, wrap: Wrap = None, json: Json = False) -> None:
    """Show target, length and objects of a trace."""
    from limen.trace.files import open_trace, place_of
    from limen.trace.trx import TrxTrace

    trace = open_trace(file, wrap)
    if isinstance(trace, TrxTrace):
        if json:
            print_json(info_trx(trace))
        else:
            print_info_trx(trace, place_of(file))
        return
    if json:
        print_json(_info(trace))
        return
    found = _info(trace)
    objects = found.pop("objects")
    if "warnings" in found:
        found["warnings"] = "\n".join(found["warnings"]) or None
    print_table(place_of(file), ["what", ">value"], list(found.items()))
    print_table("Objects", *(_foreign_objects if trace.format else _objects)(objects))


_Table = tuple[list[str], list[list[Any]]]


def _objects(objects: list[dict[str, Any]]) -> _Table:
    heads = [">id", "kind", "name", ">priority", ">threshold", ">size"]
    return heads, [list(entry.values()) for entry in objects]


def _foreign_objects(objects: list[dict[str, Any]]) -> _Table:
    """The objects of another kernel, which has no thresholds. Its recorder writes no sizes."""
    names = ["id", "kind", "name", "priority_text"]
    heads = [">id", "kind", "name", ">priority"]
    return heads, [[entry.get(name) for name in names] for entry in objects]


def _text(trace: Trace, entry: TraceObject) -> dict[str, str]:
    """Return a priority as its kernel writes it; in the engine, smaller numbers are more urgent."""
    from limen.trace.numbers import Kind

    is_thread = trace.format and entry.kind == Kind.THREAD
    return {"priority_text": trace.native.priority_text(entry.priority)} if is_thread else {}


def _info(trace: Trace) -> dict[str, Any]:
    objects = [
        {
            "id": entry.id,
            "kind": trace.native.kind_name(entry.kind),
            "name": entry.name,
            "priority": entry.priority,
            "threshold": entry.threshold,
            "size": entry.size,
        }
        | _text(trace, entry)
        for entry in trace.objects.values()
    ]
    foreign = {
        "kernel": trace.kernel,
        "format": trace.format,
        "cores": int(trace.core.max(initial=0)) + 1,
        "warnings": list(trace.warnings),
    }
    return (foreign if trace.format else {}) | {
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
