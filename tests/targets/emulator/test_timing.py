# SPDX-License-Identifier: Apache-2.0
"""Goal: each instruction and each exception takes the same cycles as on a Cortex-M0+.

Method: the emulator records the cycles at labels around them (firmware/timing.S). The numbers are
those of Arm's Technical Reference Manual (DDI 0484), 3.3 with the one-cycle multiplier, and of the
RP2040 datasheet, 2.1 for the buses.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import chip
import pytest

from limen.errors import RunError
from limen.run import Watch, cycles

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long(
    "test_units.py tries the emulator of the RP2040, which changes with the emulator alone"
)
LIST = 3
CYCLES = {
    "add_immediate": 1,
    "multiply": 1,
    "load": 2,
    "load_byte": 2,
    "store": 2,
    "load_literal": 2,
    "store_sio": 1,
    "load_sio": 1,
    "load_apb": 4,
    "store_apb": 5,
    "push_1": 1 + 1,
    "pop_1": 1 + 1,
    "push_4": 1 + 4,
    "pop_4": 1 + 4,
    "push_2_with_lr": 1 + 2,
    "pop_2": 1 + 2,
    "load_multiple_3": 1 + 3,
    "store_multiple_3": 1 + 3,
    "branch_taken": 2,
    "branch_not_taken": 1,
    "branch_on_condition": 2,
    "barrier": 3,
    "read_special": 3,
    "write_special": 3,
    "change_mask": 1,
    "call_and_back": 3 + 2,
    "call_with_frame": 3 + (1 + 1) + (3 + 1),
    "call_register_and_back": 2 + 2,
    "loop_16": 1 + 16 * 3 - 1,
    "semihosting_call": 1,
}
STORE = 2
ENTRY = 15
STACKING = 8
EXIT = 13
BRANCH = 2


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return chip.build(tmp_path_factory.mktemp("timing"), "exceptions.c", "timing.S")


def test_instructions(program: Path) -> None:
    marks = [f"{name}_{edge}" for name in CYCLES for edge in ("start", "end")]
    passes = cycles.passages(program, marks, ["instructions"])
    taken = [after - before for before, after in zip(passes[::2], passes[1::2], strict=True)]
    assert dict(zip(CYCLES, taken, strict=True)) == CYCLES


def test_every_instruction_of_the_program_is_in_the_table() -> None:
    source = (chip.HERE / "firmware/timing.S").read_text()
    assert set(re.findall(r"(\w+)_start:", source)) - {"pend"} | set(
        re.findall(r"time (\w+),", source)
    ) - {"name"} == set(CYCLES)


def steps(program: Path, case: str, *marks: str) -> list[int]:
    passes = cycles.passages(program, marks, [case])
    return [after - before for before, after in pairwise(passes)]


def test_entry_and_return(program: Path) -> None:
    taken = steps(program, "entry-and-return", "pend_start", "irq0", "irq0_end", "pend_end")
    handler = 1 + 2 + 5
    assert taken == [STORE + ENTRY, handler, BRANCH + EXIT]


def test_tail_chain(program: Path) -> None:
    marks = ("pend_start", "irq0_end", "irq1", "irq1_end", "pend_end")
    first, chained, handler, last = steps(program, "tail-chain", *marks)
    assert first == STORE + ENTRY + 8
    assert chained == BRANCH + ENTRY - STACKING
    assert (handler, last) == (1, BRANCH + EXIT)


def test_late_arrival(program: Path, tmp_path: Path) -> None:
    """IRQ 0 comes during the entry of IRQ 31, runs first with its frame, and tail-chains to it."""
    watch = Watch(marks=("pend_start", "irq0", "irq0_end", "irq31"))
    done = chip.run(program, "late-arrival", tmp_path, watch)
    assert done.status == 0
    distances = [after - before for before, after in pairwise(done.report["passes"])]
    late = [STORE + ENTRY, 8, BRANCH + ENTRY - STACKING]
    windows = [distances[i : i + LIST] for i in range(len(distances))]
    assert late in windows
    assert [STORE + ENTRY] in [window[:1] for window in windows if window != late]


@pytest.mark.parametrize(
    ("case", "lines"),
    [
        ("pending", [1, 1, 0, 23, 0]),
        ("priorities", [2, 2354]),
        ("wake-masked", [0, 0, 3]),
        ("call-with-interrupt", [0]),
    ],
)
def test_order(program: Path, tmp_path: Path, case: str, lines: list[int]) -> None:
    done = chip.run(program, case, tmp_path)
    assert [int(line) for line in done.output.splitlines()] == lines
    assert done.status == 0


def test_cycles_between_passages(program: Path) -> None:
    between = cycles.count_between(program, "irq1", ["tail-chain"])
    assert between == []
    (taken,) = cycles.count_from_to(program, "irq0", "irq0_end", ["tail-chain"])
    assert taken == 8


def test_a_function_that_is_not_there(program: Path) -> None:
    with pytest.raises(RunError, match="unknown function nowhere"):
        cycles.count_between(program, "nowhere", ["tail-chain"])


@pytest.mark.parametrize("miss", [1, 80])
def test_the_flash_cache_costs_its_misses(program: Path, tmp_path: Path, miss: int) -> None:
    """Neither this program nor its misses depend on the time."""
    plain = chip.run(program, "instructions", tmp_path).report
    cached = chip.run(program, "instructions", tmp_path, Watch(xip_cache=miss)).report
    assert "xip" not in plain
    assert cached["xip"]["misses"] > 0
    assert cached["cycles"] - plain["cycles"] == miss * cached["xip"]["misses"]
    assert cached["instructions"] == plain["instructions"]


def test_the_profile_accounts_for_every_cycle(program: Path, tmp_path: Path) -> None:
    report = chip.run(program, "instructions", tmp_path, Watch(is_profiled=True)).report
    functions = {row["name"]: row["cycles"] for row in report["functions"]}
    assert functions["nothing"] == 2 + 2
    assert report["cycles"] - sum(functions.values()) <= 2


def test_a_window_accounts_for_every_cycle(program: Path) -> None:
    intervals = cycles.count_between(program, "nothing", ["instructions"])
    windows = [
        cycles.cycles_by_address(program, "nothing", nth, ["instructions"])
        for nth in range(len(intervals) + 1)
    ]
    assert intervals
    assert [sum(window.values()) for window in windows] == [*intervals, 0]
