# SPDX-License-Identifier: Apache-2.0
"""``limen trace info``: what a trace file contains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from limen.cli.render import print_json, print_table
from limen.cli.trace_window import File, Json, Wrap
from limen.cli.trx import info_trx, print_info_trx

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["info"]


def info(file: File, wrap: Wrap = None, json: Json = False) -> None:
    """Show target, length and objects of a trace."""
    from limen.trace.files import open_trace
    from limen.trace.trx import TrxTrace

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
            "kind": trace.native.kind_name(entry.kind),
            "name": entry.name,
            "priority": entry.priority,
            "threshold": entry.threshold,
            "size": entry.size,
        }
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
