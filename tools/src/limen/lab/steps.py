# SPDX-License-Identifier: Apache-2.0
"""Finds the step of a context switch to which an instruction belongs.

The steps are those of the table in the white papers. A line of switch.S of a port names its step in
a comment ("step 1: ..."). In C the file determines the step: the ready queue and the scheduler are
step 5, the rest of the library is step 9. Instructions of the program itself, and of its work
(lm_work), belong to no step.

    1  save the current thread's context      6  switch to the new thread's stack
    2  save the current stack pointer          7  recover the new thread's context
    3  switch to the system stack pointer      8  return to the new thread
    4  return to the scheduler                 9  other processing
    5  find the most urgent ready thread
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from elftools.dwarf.compileunit import CompileUnit
    from elftools.dwarf.lineprogram import LineProgram

__all__ = ["STEPS", "count_steps"]

STEPS = tuple(str(number) for number in range(1, 10))
_OTHER = "9"
_FIND = "5"
_FINDERS = re.compile(
    r"kernel/core/(ready_queue|sched|sched_state|dispatch)\.[ch]|ports/.*/(bits|port_switch)\.h"
)
_PROGRAM = re.compile(
    r"labs/|boards/[^/]+/(board\.c|work\.S)|boards/common/[^/]+/(cortex_m|riscv)\.h"
)
_DWARF_5 = 5


def count_steps(elf: Path, root: Path, counts: Mapping[int, int]) -> Mapping[str, int]:
    """Instructions or cycles by step.

    Args:
        elf: a program with line numbers.
        root: of the repository that it was built in.
        counts: by address, of executed instructions or of their cycles.

    Returns:
        Counts for each of STEPS.

    Raises:
        RunError: the file is not a program with line numbers.
    """
    lines = _lines(elf)
    starts = [start for start, _, _ in lines]
    sums = Counter(dict.fromkeys(STEPS, 0))
    for address, count in counts.items():
        index = bisect_right(starts, address) - 1
        _, file, line = lines[index] if index >= 0 else (0, "", 0)
        step = _step(root, file, line)
        if step is not None:
            sums[step] += count
    return sums


@cache
def _step(root: Path, file: str, line: int) -> str | None:
    try:
        name = str(PurePosixPath(file).relative_to(root))
    except ValueError:
        return _OTHER  # of the C library, or without a line number
    if _PROGRAM.match(name):
        return None
    if _FINDERS.fullmatch(name):
        return _FIND
    if name.endswith("switch.S"):
        text = (root / name).read_text(encoding="utf-8").splitlines()[line - 1]
        named = re.search(r"steps? ([1-9])", text)
        return named[1] if named else _OTHER
    return _OTHER


def _lines(elf: Path) -> list[tuple[int, str, int]]:
    """(first address, file, line), by address."""
    try:
        with elf.open("rb") as file:
            image = ELFFile(file)
            if not image.has_dwarf_info():
                raise RunError(str(elf), "it has no line numbers", "build it with -g")
            return sorted(_rows(image))
    except (OSError, ELFError) as error:
        raise RunError(
            str(elf), f"this is not an executable ({error})", "build it first"
        ) from error


def _rows(image: ELFFile) -> Iterator[tuple[int, str, int]]:
    dwarf = image.get_dwarf_info()
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        names = _file_names(program, unit)
        sequence: list[tuple[int, str, int]] = []
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            place = ("", 0) if state.end_sequence else (names[state.file], state.line)
            sequence.append((state.address, *place))
            if state.end_sequence:
                if sequence[0][0] != 0:  # otherwise the linker has removed it
                    yield from sequence
                sequence = []


def _file_names(program: LineProgram, unit: CompileUnit) -> dict[int, str]:
    """Absolute paths, by the number that the line program uses."""
    header = program.header
    top = unit.get_top_DIE().attributes
    folder = PurePosixPath(top["DW_AT_comp_dir"].value.decode())
    is_new = header.version >= _DWARF_5
    folders = [PurePosixPath(name.decode()) for name in header.include_directory]
    if not is_new:
        folders.insert(0, folder)
    return {
        number: str(folder / folders[entry.dir_index] / entry.name.decode())
        for number, entry in enumerate(header.file_entry, start=0 if is_new else 1)
    }
