# SPDX-License-Identifier: Apache-2.0
"""Goal: the faults of a user thread are one finding with the access, the place and the number.

Method: artificial traces with faults of each cause, with and without locations of a program.
tests/targets/isolation runs a program on a target and takes the locations from its ELF file.
"""

from __future__ import annotations

import pytest

from limen.trace import parse_trace
from limen.trace.findings import findings
from limen.trace.native import define
from limen.trace.numbers import Event, Fault
from support.synthetic import Recorder

THREAD = 1


def test_the_first_fault_of_each_thread_is_named() -> None:
    made = Recorder(records=20)
    parser = made.name(THREAD, "parser", 5, 5)
    driver = made.name(THREAD, "driver", 4, 4)
    made.put(0, Event.SWITCH, 0, parser)
    for time in (10, 20, 30):
        made.put(time, Event.FAULT, parser, parser, Fault.BAD_ACCESS, 0x20000004 + time)
        made.put(time, Event.FAULT_AT, parser, parser, 0, 0x1230)
    made.put(40, Event.SWITCH, parser, driver, 4, 2)
    made.put(50, Event.FAULT, driver, driver, Fault.BAD_JUMP, 0)
    found = [one for one in findings(parse_trace(made.image())) if one["kind"] == "fault"]
    remedy = "Correct it there, or give the thread a region that allows it."
    accessed = "0x2000000e, outside of its regions, by the instruction at 0x1230"
    unknown = "address 0, or one that is not known"
    assert {one["severity"] for one in found} == {"error"}
    assert [one["sentence"] for one in found] == [
        f"parser accessed {accessed}: the first of 3 faults. {remedy}",
        f"driver jumped to {unknown}, outside of its regions. {remedy}",
    ]


@pytest.mark.parametrize(
    ("cause", "done"),
    [
        (Fault.BAD_ACCESS, "wrote to 0x20000004 (secret + 4), outside of its regions"),
        (Fault.BAD_JUMP, "jumped to 0x20000004 (secret + 4), outside of its regions"),
        (
            Fault.BAD_STACK,
            "had its stack pointer at 0x20000004 (secret + 4), outside of its regions",
        ),
        (Fault.BAD_INSTRUCTION, "executed an instruction that is none or needs privileges"),
        (Fault.BUS_ERROR, "wrote to 0x20000004 (secret + 4), which the memory system refused"),
    ],
)
def test_the_program_names_what_is_at_addresses(cause: Fault, done: str) -> None:
    made = Recorder(records=20)
    parser = made.name(THREAD, "parser", 5, 5)
    made.put(0, Event.SWITCH, 0, parser)
    made.put(10, Event.FAULT, parser, parser, cause, 0x20000004)
    made.put(10, Event.FAULT_AT, parser, parser, 0, 0x1230)
    trace = parse_trace(made.image())
    define(
        trace.native,
        "at 0x20000004, , secret + 4\nat 0x1230, wrote to, parse.c:41\nno location\nat 1 2\n",
        "locations",
    )
    assert trace.native.describe(1) == f"parser {done}, at parse.c:41"
    assert trace.native.describe(2) == "parser at instruction 0x1230 (parse.c:41)"
