# SPDX-License-Identifier: Apache-2.0
"""Write a trace.dat, version 6, of one core, with events of the scheduler and of the timer.

Source: the manual page trace-cmd.dat.v6; Documentation/trace/ring-buffer-design of Linux for the
records of a page.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DatEvent", "trace_dat"]

_PAGE: Final = 4096
_HEADER: Final = 20  # of a page: time, size of the records; and the first record's word
# Fields of each event behind the common ones: name, C type, bytes.
_COMMON: Final = (
    ("common_type", "unsigned short", 2),
    ("common_flags", "unsigned char", 1),
    ("common_preempt_count", "unsigned char", 1),
    ("common_pid", "int", 4),
)
_FIELDS: Final = {
    "sched_switch": (
        ("prev_comm", "char", 16),
        ("prev_pid", "pid_t", 4),
        ("prev_prio", "int", 4),
        ("prev_state", "long", 8),
        ("next_comm", "char", 16),
        ("next_pid", "pid_t", 4),
        ("next_prio", "int", 4),
    ),
    "sched_waking": (
        ("comm", "char", 16),
        ("pid", "pid_t", 4),
        ("prio", "int", 4),
        ("target_cpu", "int", 4),
    ),
    "local_timer_entry": (("vector", "int", 4),),
    "local_timer_exit": (("vector", "int", 4),),
    "softirq_entry": (("vec", "unsigned int", 4),),
    "softirq_exit": (("vec", "unsigned int", 4),),
}
_IDS: Final = {name: 300 + at for at, name in enumerate(_FIELDS)}
_PACKED: Final = {1: "B", 2: "H", 4: "i", 8: "q", 16: "16s"}


class DatEvent(NamedTuple):
    """An event.

    Attributes:
        ns: its time; rising, by less than 2^27 from event to event.
        name: sched_switch, sched_waking, local_timer_entry, softirq_exit ...
        pid: of the current thread.
        flags: common_flags.
        depth: common_preempt_count.
        fields: the values of the fields, in order.
    """

    ns: int
    name: str
    pid: int
    flags: int
    depth: int
    fields: tuple[int | str, ...]


def trace_dat(events: Sequence[DatEvent]) -> bytes:
    """Return the file. All events have to fit in one page."""
    formats = [_format(name).encode() for name in _FIELDS]
    page = _HEADER_PAGE.encode()
    head = b"\x17\x08\x44tracing6\0" + struct.pack("<BBI", 0, 8, _PAGE)
    head += b"header_page\0" + struct.pack("<Q", len(page)) + page
    head += b"header_event\0" + struct.pack("<Q", 0)
    head += struct.pack("<I", 0)  # formats of ftrace itself
    head += struct.pack("<I", 1) + b"sched\0" + struct.pack("<I", len(formats))
    head += b"".join(struct.pack("<Q", len(text)) + text for text in formats)
    head += struct.pack("<IIQ", 0, 0, 0)  # kallsyms, printk, names of processes
    head += struct.pack("<I", 1) + b"options  \0" + struct.pack("<H", 0) + b"flyrecord\0"
    begin = -(-(len(head) + 16) // _PAGE) * _PAGE
    head += struct.pack("<QQ", begin, _PAGE)
    return head.ljust(begin, b"\0") + _records(events)


_HEADER_PAGE: Final = """\
\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
"""


def _format(name: str) -> str:
    lines, offset = [f"name: {name}", f"ID: {_IDS[name]}", "format:"], 0
    for group in (_COMMON, _FIELDS[name]):
        for field, kind, size in group:
            offset += -offset % min(size, 8) if size < 16 else 0
            array = f"[{size}]" if size == 16 else ""
            signed = int(not kind.startswith("unsigned"))
            lines.append(
                f"\tfield:{kind} {field}{array};\toffset:{offset};\tsize:{size};\tsigned:{signed};"
            )
            offset += size
        lines.append("")
    return "\n".join([*lines, f'print fmt: "{name}"', ""])


def _data(event: DatEvent) -> bytes:
    data = struct.pack("<HBBi", _IDS[event.name], event.flags, event.depth, event.pid)
    for (_, _, size), value in zip(_FIELDS[event.name], event.fields, strict=True):
        data += b"\0" * (-len(data) % min(size, 8) if size < 16 else 0)
        data += struct.pack(
            f"<{_PACKED[size]}", value.encode() if isinstance(value, str) else value
        )
    return data + b"\0" * (-len(data) % 4)


def _records(events: Sequence[DatEvent]) -> bytes:
    before, records = events[0].ns, b""
    for event in events:
        data = _data(event)
        records += struct.pack("<I", (event.ns - before) << 5 | len(data) // 4) + data
        before = event.ns
    assert len(records) <= _PAGE - _HEADER
    return (struct.pack("<QQ", events[0].ns, len(records)) + records).ljust(_PAGE, b"\0")
