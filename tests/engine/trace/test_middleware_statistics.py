# SPDX-License-Identifier: Apache-2.0
"""Goal: the statistics of FileX, NetX and USBX agree with their events, in both kinds of traces.

Method: events added one by one, with sums computed by hand. A trace in which each event happens
once counts each rule of spec/middleware.json once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from limen.cli import app
from limen.trace import Event, parse_trace, parse_trx
from limen.trace.sql import open_database
from limen.trace.statistics import MIDDLEWARE, statistics_json
from support.synthetic import Recorder
from support.trx import TrxRecorder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

    from limen.trace import Trace, TrxTrace

ROOT = Path(__file__).parents[3]
THREAD, MEDIA, FILE, POOL, SOCKET = (0x2000_0100 * n for n in range(1, 6))
ALLOCATED, QUEUED = 0xAAAA_AAAA, 0xBBBB_BBBB
# An event by its number, and its four numbers.
PLANTED = (
    (261, (MEDIA, 1, 2, 3)),
    (247, (MEDIA, FILE, 0, 1)),
    (248, (FILE, 0, 512, 500)),
    (248, (FILE, 0, 512, 12)),
    (254, (FILE, 0, 300, 256)),
    (206, (MEDIA, 9, 4, 0)),
    (207, (MEDIA, 9, 3, 0)),
    (207, (MEDIA, 12, 5, 0)),
    (201, (MEDIA, 9, 1, 4096)),
    (386, (POOL, 0, 0, 2)),
    (386, (POOL, 0, 0, 0)),
    (394, (SOCKET, ALLOCATED, 3, 0)),
    (394, (SOCKET, QUEUED, 3, 0)),
    (304, (1, 2, 3, 0x0000_FFFF)),
    (304, (1, 2, 3, 0x0800_1234)),
    (309, (1, 2, 3, 60)),
    (309, (1, 2, 3, 1500)),
    (308, (1, 2, 3, 84)),
    (436, (SOCKET, 1, 100, 0)),
    (475, (SOCKET, 1, 11, 0)),
    (434, (1, SOCKET, 0, 77)),
    (421, (SOCKET, 1, 1000, 5)),
    (419, (SOCKET, 1, 400, 5)),
    (680, (1, 0, 64, 0)),
    (654, (1, 0, 6, 0)),
    (913, (1, 0, 48, 0)),
    (786, (1, 10, 8, 0)),
    (999, (0, 0, 0, 0)),
)
COUNTED = {
    "filex": {
        "media_opens": 1,
        "file_opens": 1,
        "file_reads": 2,
        "file_read_bytes_requested": 1024,
        "file_bytes_read": 512,
        "file_writes": 1,
        "file_write_bytes_requested": 300,
        "file_bytes_written": 256,
        "driver_reads": 1,
        "driver_sectors_read": 4,
        "driver_writes": 2,
        "driver_sectors_written": 8,
        "sector_cache_misses": 1,
    },
    "netx": {
        "packets_allocated": 2,
        "packet_pool_empty": 1,
        "packets_released": 2,
        "packet_releases_invalid": 1,
        "ping_responses": 1,
        "ip_packets_sent": 2,
        "ip_bytes_sent": 1560,
        "ip_packets_received": 1,
        "ip_bytes_received": 84,
        "udp_sends": 2,
        "udp_bytes_sent": 111,
        "udp_receives": 1,
        "udp_bytes_received": 77,
        "tcp_sends": 1,
        "tcp_bytes_sent": 1000,
        "tcp_receives": 1,
        "tcp_bytes_received": 400,
    },
    "usbx": {
        "usb_host_class_reads": 2,
        "usb_host_class_bytes_read": 70,
        "usb_device_class_writes": 1,
        "usb_device_class_bytes_written": 48,
        "usb_host_storage_sectors_read": 8,
        "usb_errors": 1,
    },
}
LATE = {"file_bytes_read", "file_bytes_written", "tcp_bytes_received", "udp_bytes_received"}


def threadx(events: Sequence[tuple[int, tuple[int, ...]]]) -> TrxTrace:
    made = TrxRecorder(capacity=len(events) + 1)
    made.name(1, THREAD, "thread", p1=0x2000_1000, p2=0x400)
    for number, (event, numbers) in enumerate(events):
        made.put(number, THREAD, event, *numbers, priority=5)
    return parse_trx(made.image())


def image_of_limen(events: Sequence[tuple[int, tuple[int, ...]]]) -> bytes:
    made = Recorder(records=4 * len(events) + 1)
    made.name(1, "thread", 5, 5)
    for time, (event, (first, second, third, fourth)) in enumerate(events):
        made.put(time, Event.SERVICE, thread=1, a=event, b=second)
        made.put(time, Event.VALUES, thread=1, about=third & 0xFFFF, a=third >> 16, b=first)
        if fourth:
            made.put(time, Event.VALUES, thread=1, b=fourth)
    return made.image()


def limen(events: Sequence[tuple[int, tuple[int, ...]]]) -> Trace:
    return parse_trace(image_of_limen(events))


def middleware(trace: Trace | TrxTrace, *window: int) -> dict[str, Any]:
    values = statistics_json(trace, *window)
    return {part: values[part] for part in MIDDLEWARE if part in values}


def counted(values: Mapping[str, Mapping[str, int | None]]) -> dict[str, dict[str, int | None]]:
    """Return the counts that are not 0."""
    return {
        part: {name: number for name, number in rows.items() if number != 0}
        for part, rows in values.items()
    }


def test_events_of_threadx_count_as_worked_out_by_hand() -> None:
    assert counted(middleware(threadx(PLANTED))) == COUNTED


def test_events_of_limen_count_but_for_what_a_call_adds_at_its_end() -> None:
    expected = {
        part: {name: None if name in LATE else number for name, number in rows.items()}
        for part, rows in COUNTED.items()
    }
    assert counted(middleware(limen(PLANTED))) == expected


def test_a_window_counts_its_events_and_shows_no_part_without_events() -> None:
    trace = threadx(PLANTED)
    assert counted(middleware(trace, 3, 5)) == {
        "filex": {
            "file_reads": 1,
            "file_read_bytes_requested": 512,
            "file_bytes_read": 12,
            "file_writes": 1,
            "file_write_bytes_requested": 300,
            "file_bytes_written": 256,
        }
    }
    assert middleware(trace, 0, 0) == {}


def test_every_rule_counts_each_of_its_events() -> None:
    rules = json.loads((ROOT / "spec/middleware.json").read_text())
    rows = {row[3]: row for row in json.loads((ROOT / "spec/threadx-events.json").read_text())}
    for rule in rules:
        wanted = rule.get("if", {})
        for event in rule["events"]:
            number, _, _, _, *labels = rows[event]
            numbers = [7, 7, 7, 7]
            if "is" in wanted:
                numbers[labels.index(wanted["value"])] = wanted["is"]
            expected = 7 if "sum" in rule else 1
            assert (
                middleware(threadx([(number, tuple(numbers))]))[rule["part"]][rule["name"]]
                == expected
            ), (rule, event)


def test_sql_has_them_and_null_for_what_is_not_recorded() -> None:
    query = "SELECT name, value FROM middleware WHERE part = 'filex' AND name LIKE 'file_%read%'"
    for trace, read in ((threadx(PLANTED), 512), (limen(PLANTED), None)):
        with open_database(trace, query) as database:
            assert list(database.query(query).rows) == [
                ("file_reads", 2),
                ("file_read_bytes_requested", 1024),
                ("file_bytes_read", read),
            ]


def test_the_command_prints_a_table_for_each_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "planted.limen").write_bytes(image_of_limen(PLANTED))
    app(["trace", "stats", str(tmp_path / "planted.limen")])
    lines = [line.split("\u2502") for line in capsys.readouterr().out.splitlines()]
    shown = {row[1].strip(): row[2].strip() for row in lines if len(row) == 4}
    assert shown["IP bytes sent"] == "1,560"
    assert shown["File bytes read"] == "not recorded"
    assert shown["Host class bytes to read"] == "70"
