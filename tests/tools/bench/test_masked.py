# SPDX-License-Identifier: Apache-2.0
"""Goal: a stretch with interrupts off is counted from cpsid to its last instruction.

Method: assemble functions for both architectures, and give the list of executed instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from limen.builds.process import execute
from limen.errors import RunError
from limen.run.masked import longest_masked

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """
    .syntax unified
    .thumb
    .global outer
    .type outer, %function
outer:
    mrs r3, primask
    cpsid i
    nop
    mrs r8, primask
    cpsid i
    nop
    msr primask, r8
    nop
    msr primask, r3
    bx lr
    .global brief
    .type brief, %function
brief:
    mrs r0, ipsr
    cpsid i
    cpsie i
    bx lr
"""
LENGTHS = (4, 2, 2, 4, 2, 2, 4, 2, 4, 2, 4, 2, 2, 2)
BASE = 0x1000
ADDRESSES = [BASE + sum(LENGTHS[:index]) for index in range(len(LENGTHS))]
OUTER, BRIEF = ADDRESSES[:10], ADDRESSES[10:]


@pytest.fixture(scope="module", params=["cortex-m0", "cortex-m3"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("masked")
    source, elf = folder / "masked.s", folder / "masked.elf"
    source.write_text(SOURCE, encoding="utf-8")
    options = ["-nostdlib", f"-mcpu={request.param}", "-mthumb", f"-Wl,-Ttext={BASE:x}"]
    command = ["arm-none-eabi-gcc", *options, "-Wl,--entry=outer", "-o", str(elf), str(source)]
    done = execute(command, directory=folder)
    assert done.status == 0, done.output
    return elf


def test_a_nested_one_does_not_end_it(program: Path) -> None:
    longest = longest_masked(program, [*BRIEF, *OUTER, *BRIEF])
    assert (longest.instructions, longest.function) == (7, "outer")


def test_what_is_off_already_is_not_off_anew(program: Path) -> None:
    assert longest_masked(program, BRIEF).instructions == 1
    assert longest_masked(program, [*OUTER[:2], *BRIEF]).instructions == len(BRIEF[:3])


def test_without_any_there_is_none(program: Path) -> None:
    assert longest_masked(program, [OUTER[2], OUTER[9]]).instructions == 0


def test_no_executable(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("text", encoding="utf-8")
    with pytest.raises(RunError, match="this is not an executable"):
        longest_masked(path, [])
