# SPDX-License-Identifier: Apache-2.0
"""Write a trace in the Common Trace Format 1.8: a folder with a description and a file per core.

Times are the ticks themselves; the description contains the clock rate. In addition to the events
of the trace there is a ``sched_switch`` for each switch and a ``sched_wakeup`` for each thread that
becomes ready, with the fields of Linux and the effective priorities.

Source:
    Efficios, "Common Trace Format v1.8.3".
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.analysis import Reason, why

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from limen.trace.analysis import Analysis
    from limen.trace.view import View

__all__ = ["ctf_files"]

_MAGIC: Final = 0xC1FC_1FC1
_HEAD: Final = struct.Struct("<IIQQQQB")  # packet header and context
_EVENT: Final = struct.Struct("<IQ")
_SWITCH_ID, _WAKE_ID = 0, 1
_NUMBER: Final = struct.Struct("<Q")
_BLOCKED: Final = frozenset({Reason.BLOCKED, Reason.TERMINATED})

_TYPES: Final = """/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 32; align = 8; signed = false; } := u32;
typealias integer { size = 64; align = 8; signed = false; base = 16; } := u64;
trace {
    major = 1;
    minor = 8;
    byte_order = le;
    packet.header := struct { u32 magic; u32 stream_id; };
};
"""
_STREAM: Final = """clock { name = ticks; freq = %d; offset = 0; };
typealias integer {
    size = 64; align = 8; signed = false; map = clock.ticks.value;
} := instant;
stream {
    id = 0;
    packet.context := struct {
        instant timestamp_begin; instant timestamp_end;
        u64 content_size; u64 packet_size; u8 cpu_id;
    };
    event.header := struct { u32 id; instant timestamp; };
};
"""
_CLASS: Final = """event {
    name = "%s"; id = %d; stream_id = 0;
    fields := struct { %s };
};
"""
_SWITCH: Final = (
    "string prev_comm; u32 prev_tid; u32 prev_prio; u32 prev_state; "
    "string next_comm; u32 next_tid; u32 next_prio; string reason;"
)
_WAKE: Final = "string comm; u32 tid; u32 prio; u32 success; u32 target_cpu;"


def ctf_files(view: View, analysis: Analysis, clock_hz: int) -> Mapping[str, bytes]:
    """The files of the folder, by name.

    Args:
        view: of any origin.
        analysis: of the same trace.
        clock_hz: ticks in a second.
    """
    names = [view.name(index) for index in range(len(view))]
    ids = {name: number for number, name in enumerate(dict.fromkeys(names), 2)}
    fields = "".join(f"u64 {name}; " for name in view.fields)
    classes = [
        _CLASS % ("sched_switch", _SWITCH_ID, _SWITCH),
        _CLASS % ("sched_wakeup", _WAKE_ID, _WAKE),
    ]
    behind = _behind(view, analysis)
    shape = f"u64 number; string thread; {fields}string details;"
    classes += [_CLASS % (_quoted(name), number, shape) for name, number in ids.items()]
    origin = f'env {{ origin = "{view.origin}"; }};\n'
    metadata = _TYPES + origin + _STREAM % clock_hz + "".join(classes)
    files = {"metadata": metadata.encode("utf-8", "replace")}
    for core in np.unique(view.core).tolist():
        at = np.flatnonzero(view.core == core).tolist()
        content = b"".join(_events(view, at, [ids[names[index]] for index in at], behind))
        begin, end = int(view.time[at[0]]), int(view.time[at[-1]])
        bits = 8 * (_HEAD.size + len(content))
        files[f"core{core}"] = _HEAD.pack(_MAGIC, 0, begin, end, bits, bits, core) + content
    return files


def _events(
    view: View, at: list[int], ids: list[int], behind: Mapping[int, bytes]
) -> Iterator[bytes]:
    """The events of a core, and the derived ones after each."""
    time = view.time.tolist()
    columns = [column.tolist() for column in view.fields.values()]
    for index, number in zip(at, ids, strict=True):
        yield _EVENT.pack(number, time[index]) + _NUMBER.pack(index) + _string(view.who(index))
        yield b"".join(_NUMBER.pack(column[index]) for column in columns)
        yield _string(view.details(index))
        yield behind.get(index, b"")


def _behind(view: View, analysis: Analysis) -> Mapping[int, bytes]:
    """By number of an event, the wake-ups and then the switch that it brings."""
    by_event: dict[int, bytes] = {}
    time, moves = view.time.tolist(), analysis.moves
    ready, switches = moves.ready, analysis.switches
    urgency = moves.priority.before(ready.at + 1, ready.lane)
    core = moves.core[ready.at]
    columns = (ready.at, ready.lane, urgency, core)
    for at, lane, priority, where in zip(*(column.tolist() for column in columns), strict=True):
        head = _EVENT.pack(_WAKE_ID, time[at]) + _thread(view, lane, priority)
        by_event[at] = by_event.get(at, b"") + head + struct.pack("<II", 1, where)
    was = moves.priority.before(switches.at, switches.leaves)
    passed = (switches.at, switches.leaves, was, switches.comes, switches.priority)
    for place, (at, leaves, old, comes, new) in enumerate(
        zip(*(column.tolist() for column in passed), strict=True)
    ):
        reason = int(switches.reason[place])
        state = struct.pack("<I", int(reason in _BLOCKED))
        said = _thread(view, leaves, old) + state + _thread(view, comes, new)
        head = _EVENT.pack(_SWITCH_ID, time[at]) + said + _string(why(analysis, place))
        by_event[at] = by_event.get(at, b"") + head
    return by_event


def _thread(view: View, lane: int, priority: int) -> bytes:
    """Name, number and priority."""
    return _string(view.lanes[lane].name) + struct.pack("<II", lane, max(priority, 0))


def _string(text: str) -> bytes:
    return text.replace("\0", "").encode("utf-8", "replace") + b"\0"


def _quoted(text: str) -> str:
    r"""A text as it is written between quotes.

    >>> _quoted('a "b"')
    'a \\"b\\"'
    """
    return text.replace("\\", "\\\\").replace('"', '\\"')
