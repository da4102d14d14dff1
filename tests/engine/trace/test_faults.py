# SPDX-License-Identifier: Apache-2.0
"""Goal: the faults of a user thread are one finding, which says what it did, where and how often.

Method: a made-up trace with two threads that have caused faults, and the trace of a program on a
target, whose thread writes to a variable that is not its own.
"""

from __future__ import annotations

from limen.trace import parse_trace
from limen.trace.findings import findings
from limen.trace.numbers import Event
from support.synthetic import Recorder

THREAD, BAD_ACCESS, BAD_JUMP = 1, 1, 2


def test_the_first_fault_of_each_thread_is_named() -> None:
    made = Recorder(records=20)
    parser = made.name(THREAD, "parser", 5, 5)
    driver = made.name(THREAD, "driver", 4, 4)
    made.put(0, Event.SWITCH, 0, parser)
    for time in (10, 20, 30):
        made.put(time, Event.FAULT, parser, parser, BAD_ACCESS, 0x20000004 + time)
        made.put(time, Event.FAULT_AT, parser, parser, 0, 0x1230)
    made.put(40, Event.SWITCH, parser, driver, 4, 2)
    made.put(50, Event.FAULT, driver, driver, BAD_JUMP, 0)
    found = [one for one in findings(parse_trace(made.image())) if one["kind"] == "fault"]
    remedy = "Correct it there, or give the thread a region that allows it."
    first = "parser bad access at address 0x2000000e, by the instruction at 0x1230"
    assert {one["severity"] for one in found} == {"error"}
    assert [one["sentence"] for one in found] == [
        f"Fault 3 times, first: {first}. {remedy}",
        f"Fault: driver bad jump at address 0x0. {remedy}",
    ]
