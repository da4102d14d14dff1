# SPDX-License-Identifier: Apache-2.0
"""Goal: our tables agree with the specification and the kernel's headers.

Method: read spec/trace-format.md and include/limen/kernel.h, and compare the names and numbers.
"""

from __future__ import annotations

import re
from pathlib import Path

from limen.run import find_root
from limen.trace.counters import COUNTER_NAMES
from limen.trace.numbers import CHANGES, STATUSES, Event, Kind, SwitchReason, Wait

ROOT = find_root(Path(__file__).parent)
SPEC = (ROOT / "spec/trace-format.md").read_text()


def cell(event: str, column: int) -> str:
    """Return a cell of the table of events."""
    for line in SPEC.splitlines():
        cells = [part.strip() for part in line.strip().strip("|").split("|")]
        if len(cells) == 5 and cells[1] == event:
            return cells[column]
    raise AssertionError(event)


def numbers(text: str) -> list[int]:
    """Return the numbers that precede their meanings."""
    return [int(number) for number in re.findall(r"(?:^|[,:(] ?)(\d+) [a-z]", text)]


def test_every_event_has_its_number() -> None:
    rows = re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", SPEC, re.MULTILINE)
    assert {name: int(number) for number, name in rows} == {event.name: event for event in Event}


def test_every_kind_has_its_number() -> None:
    row = next(line for line in SPEC.splitlines() if "| kind |" in line)
    pairs = re.findall(r"(\d+) ([a-z]+(?: [a-z]+)*)", row.split("|")[4])
    assert {name.replace(" ", "_"): int(number) for number, name in pairs} == {
        kind.name.lower(): kind for kind in Kind
    }


def test_reasons_are_all_known() -> None:
    assert numbers(cell("SWITCH", 4)) == [reason.value for reason in SwitchReason]
    assert numbers(cell("SUSPEND", 3)) == [what.value for what in Wait]
    assert numbers(cell("LEVEL", 4)) == list(range(1, len(CHANGES)))


def test_the_counters_are_the_kernels() -> None:
    header = (ROOT / "include/limen/kernel.h").read_text()
    body = re.search(r"struct lm_counters \{(.*?)\};", header, re.DOTALL)
    assert body is not None
    assert tuple(re.findall(r"uint\d+_t (\w+);", body[1])) == COUNTER_NAMES


def test_the_outcomes_of_waits_are_the_kernels() -> None:
    header = (ROOT / "include/limen/status.h").read_text()
    names = re.findall(r"^    LM_([A-Z_]+)\b", header, re.MULTILINE)
    known = [name.lower().replace("_", " ") for name in names]
    assert len(known) == len(STATUSES)
    for name, status in zip(known, STATUSES, strict=True):
        assert status in {name, ""}, "no wait ends with those that are empty"
