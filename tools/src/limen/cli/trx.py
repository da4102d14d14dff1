# SPDX-License-Identifier: Apache-2.0
"""The output of ``limen trace`` for a ThreadX trace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from limen.cli.render import print_table
from limen.errors import TraceError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.model import Trace
    from limen.trace.trx import TrxTrace

__all__ = [
    "dump_trx",
    "info_trx",
    "line_of_trx",
    "print_info_trx",
    "trx_events",
    "use_definitions",
]


def use_definitions(trace: Trace | TrxTrace, path: Path | None) -> None:
    """Take the names of the program's events from a ``.trxc`` file, if there is one."""
    from limen.trace.native import define

    if path is None:
        return
    try:
        text = path.read_bytes()[: 1 << 20].decode("utf-8", "replace")
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise TraceError(str(path), reason, "name a file of definitions") from error
    define(trace.native, text, str(path))


def info_trx(trace: TrxTrace) -> dict[str, Any]:
    """Return header and objects, as text and numbers."""
    header = trace.header
    count = len(trace)
    return {
        "container": header.container,
        "bad_checksums": header.bad_checksums,
        "layout": f"{8 * header.word_bytes}-bit",
        "endian": header.byte_order,
        "format": "modern" if trace.is_modern else "old",
        "timer_mask": f"{header.timer_mask:08X}",
        "name_size": header.name_size,
        "base": f"{header.base:08X}",
        "registry": [f"{address:08X}" for address in header.registry],
        "buffer": [f"{address:08X}" for address in header.buffer],
        "oldest": f"{header.oldest:08X}",
        "capacity": header.capacity,
        "raw_events": count,
        "wrapped": trace.wrapped,
        "counts_up": trace.counts_up,
        "cores": int(trace.core.max(initial=0)) + 1,
        "ticks": int(trace.time[-1]) if count else 0,
        "first_raw_stamp": f"{int(trace.stamp[0]):08X}" if count else None,
        "last_raw_stamp": f"{int(trace.stamp[-1]):08X}" if count else None,
        "objects": [
            {
                "address": f"{entry.address:08X}",
                "type": trace.native.kind_name(entry.type),
                "name": entry.name,
                "p1": entry.p1,
                "p2": entry.p2,
                "initial_priority": entry.initial_priority,
                "is_deleted": entry.is_deleted,
            }
            for entry in trace.registry
        ],
    }


def print_info_trx(trace: TrxTrace, place: str) -> None:
    """Print header and objects, as tables."""
    facts = info_trx(trace)
    objects = facts.pop("objects")
    rows = [
        (name, " to ".join(value) if isinstance(value, list) else value)
        for name, value in facts.items()
    ]
    print_table(place, ["what", ">value"], rows)
    heads = [">address", "type", "name", ">p1", ">p2", ">priority", "deleted"]
    print_table("Objects", heads, [list(entry.values()) for entry in objects])


def dump_trx(trace: TrxTrace, index: int) -> dict[str, Any]:
    """Return an event, as text and numbers."""
    native = trace.native
    return {
        "number": index,
        "time": int(trace.time[index]),
        "core": int(trace.core[index]),
        "context": f"{int(trace.context[index]):08X}",
        "thread": native.context_name(index),
        "priority": native.urgency(index),
        "id": int(trace.event[index]),
        "code": native.event_code(index),
        "event": native.event_name(index),
        "info": trace.info[index].tolist(),
        "details": native.describe(index),
    }


def line_of_trx(event: Mapping[str, Any]) -> str:
    """Return an event as a line of text."""
    who = "{number:>8} {time:>16,} {core:>2} {thread:<20} {priority:>7}"
    return f"{who} {{code:<2}} {{event:<28}} {{details}}".format(**event).rstrip()


def trx_events(trace: TrxTrace, chosen: range, name: str | None) -> list[int]:
    """Return the chosen events that a thread did or that are about it; None: all of them."""
    import numpy as np

    if name is None:
        return list(chosen)
    named = {lane: trace.lane_name(lane) for lane in range(1, len(trace.lanes))}
    lanes = [
        lane
        for lane, known in named.items()
        if name in {known, f"{trace.lanes[lane].id:08X}", f"{trace.lanes[lane].id:#x}"}
    ]
    if not lanes:
        known = ", ".join(dict.fromkeys(named.values()))
        raise TraceError("--thread", f"unknown thread {name}", f"take one of {known}")
    addresses = [trace.lanes[lane].id for lane in lanes]
    part = slice(chosen.start, chosen.stop)
    is_chosen = np.isin(trace.lane[part], lanes) | np.isin(trace.words[0][part], addresses)
    return [chosen.start + int(place) for place in np.flatnonzero(is_chosen)]
