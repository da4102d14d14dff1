# SPDX-License-Identifier: Apache-2.0
"""How long each service keeps interrupts off: measured, expected by the tests, and as a table.

The program is bench/masked, and its cases say what is measured. The figures are exact. A file
contains them, and the tests compare it with what they measure, so that a change of the kernel that
keeps interrupts off for longer shows in its own diff.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.run import addresses_from_to, build, target_named
from limen.run.masked import longest_masked_of_each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = [
    "EXPECTED",
    "MaskedCase",
    "masked_section",
    "measure_masked",
    "read_masked",
    "write_masked",
]

EXPECTED: Final = "tests/targets/expected/masked.toml"
_TARGET: Final = "mps2-an385"
_PROGRAMS: Final = {"unchecked": "bench-masked", "checked": "bench-masked-checked"}
_SECONDS: Final = 600.0
_MANY: Final = 32
_TITLE: Final = "## The longest time with interrupts off on a Cortex-M3"
_HEAD: Final = f"""{_TITLE}

Instructions between the one that switches interrupts off and the one that lets them come again, of
the longest such stretch from the call of the service until it returns or another thread runs, the
switch included. The services named "alarm" and "tick" are what the alarm's interrupt does. n is the
number of threads that wait, of mutexes, of links of a chain, or of timers: 1 and {_MANY}. Both
libraries are without trace. What is not listed takes no lock, or is a pair of these.
"""
_COMMENT: Final = """\
# Instructions with interrupts off at most, on a Cortex-M3 in QEMU, by service and library: with
# n = 1 and, where it matters, with n = 32. Written by: ./limen bench --masked
"""


@dataclass(frozen=True, slots=True)
class MaskedCase:
    """The longest stretches of one service.

    Attributes:
        name: of the service, and what is special.
        unchecked: instructions with n = 1 and, if n matters, with n = 32: library limen-unchecked.
        checked: the same in library limen.
    """

    name: str
    unchecked: tuple[int, ...]
    checked: tuple[int, ...]


def measure_masked(root: Path, on_line: Callable[[str], None]) -> list[MaskedCase]:
    """The longest stretch of each service, in the order of the program's cases.

    Raises:
        RunError: it does not build, or does not run.
    """
    programs = build(root, target_named(_TARGET), list(_PROGRAMS.values()), on_line)
    unchecked, checked = (_stretches(programs[name]) for name in _PROGRAMS.values())
    return [MaskedCase(name, lengths, checked[name]) for name, lengths in unchecked.items()]


def _stretches(program: Path) -> dict[str, tuple[int, ...]]:
    output, windows = addresses_from_to(
        program, "bench_begin", "bench_end", timeout_seconds=_SECONDS
    )
    names = re.findall(r"^\d+ (.+)$", output, re.MULTILINE)
    if len(names) != len(windows):
        problem = f"it printed {len(names)} names for {len(windows)} windows"
        raise RunError(program.name, problem, "see what it prints")
    lengths: dict[str, tuple[int, ...]] = {}
    for name, longest in zip(names, longest_masked_of_each(program, windows), strict=True):
        lengths[name] = (*lengths.get(name, ()), longest.instructions)
    return lengths


def write_masked(cases: Sequence[MaskedCase]) -> str:
    """The file that the tests compare with.

    >>> print(write_masked([MaskedCase("post", (5, 6), (7, 8))]).splitlines()[-1])
    "post" = { unchecked = [5, 6], checked = [7, 8] }
    """
    lines = [
        f'"{case.name}" = {{ unchecked = {list(case.unchecked)}, checked = {list(case.checked)} }}'
        for case in cases
    ]
    return "\n".join([_COMMENT, *lines, ""])


def read_masked(text: str) -> list[MaskedCase]:
    """Read the output of write_masked.

    >>> read_masked(write_masked([MaskedCase("post", (5, 6), (7, 8))]))
    [MaskedCase(name='post', unchecked=(5, 6), checked=(7, 8))]
    """
    return [
        MaskedCase(name, tuple(lengths["unchecked"]), tuple(lengths["checked"]))
        for name, lengths in tomllib.loads(text).items()
    ]


def masked_section(cases: Sequence[MaskedCase]) -> str:
    """The section of docs/measurements.md.

    >>> print(masked_section([MaskedCase("post", (5, 1600), (7,))]).splitlines()[-1])
    | post | 5 | 1,600 | 7 |  |
    """
    heads = f"| service | 1 | {_MANY} | checked: 1 | checked: {_MANY} |"
    rows = [
        f"| {case.name} | {' | '.join([*_cells(case.unchecked), *_cells(case.checked)])} |"
        for case in cases
    ]
    return "\n".join([_HEAD, heads, "| --- | --- | --- | --- | --- |", *rows, ""])


def _cells(lengths: Sequence[int]) -> list[str]:
    cells = [f"{instructions:,}" for instructions in lengths]
    return cells if len(cells) > 1 else [*cells, ""]
