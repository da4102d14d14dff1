# SPDX-License-Identifier: Apache-2.0
"""The rows that are the same on every machine and in every run, and their expected values.

Files in tests/targets/expected have all of them. The tests compare, so that a change that costs one
instruction or one byte shows in the diff of its commit.
"""

from __future__ import annotations

import tomllib
from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.bench.footprint import measure_footprint
from limen.bench.loops import measure_loops
from limen.bench.measure import (
    Measurement,
    measure_experiment,
    measure_layers,
    measure_threadx,
)
from limen.bench.models import measure_models
from limen.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["EXPECTED_ROWS", "differences", "measure_exact", "read_expected", "write_expected"]

EXPECTED_ROWS: Final = {
    "instructions": "tests/targets/expected/instructions.toml",
    "cycles": "tests/targets/expected/cycles.toml",
    "bytes": "tests/targets/expected/sizes.toml",
}
_COMMENTS: Final = {
    "instructions": "Instructions in QEMU, by group and row",
    "cycles": "Cycles of the emulated RP2040 and of the RTL of the Ibex core, by group and row",
    "bytes": "Bytes on a Cortex-M3, by group and row",
}


def measure_exact(
    root: Path, on_line: Callable[[str], None], on_part: Callable[[str], None]
) -> list[Measurement]:
    """All of these rows.

    Args:
        root: of the repository.
        on_line: called with each line of a build.
        on_part: called with the name of what is measured next.

    Raises:
        RunError: a program does not build or run, or a row is degenerate.
    """
    rows: list[Measurement] = []
    for title, measure in (
        ("loops of kernel calls", measure_loops),
        ("the white papers' example", measure_experiment),
        ("services of ThreadX", measure_threadx),
        ("calls of FreeRTOS and CMSIS-RTOS2", measure_layers),
        ("the RT model", measure_models),
        ("sizes", measure_footprint),
    ):
        on_part(title)
        rows += measure(root, on_line)
    return rows


def write_expected(rows: Sequence[Measurement]) -> dict[str, str]:
    """The texts of the files that the tests compare with, by path.

    >>> texts = write_expected([Measurement("calls/yield", "", "instructions", 56)])
    >>> print(texts["tests/targets/expected/instructions.toml"].splitlines()[-1])
    yield = 56
    """
    texts = {}
    for kind, path in EXPECTED_ROWS.items():
        lines = [f"# {_COMMENTS[kind]}. Written by: ./limen bench --exact"]
        ours = [row for row in rows if row.unit.startswith(kind)]
        for group, members in groupby(ours, key=lambda row: row.key.partition("/")[0]):
            lines += ["", f"[{group}]"]
            lines += [f"{row.key.partition('/')[2]} = {row.value:.10g}" for row in members]
        texts[path] = "\n".join([*lines, ""])
    return texts


def read_expected(texts: Mapping[str, str]) -> dict[str, float]:
    r"""The values by row, of what write_expected has written.

    >>> read_expected({"": "[calls]\nyield = 56"})
    {'calls/yield': 56}

    Raises:
        RunError: a file is not TOML.
    """
    values: dict[str, float] = {}
    for path, text in texts.items():
        try:
            groups = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RunError(
                path, f"this is not TOML: {error}", "run ./limen bench --exact"
            ) from error
        for group, rows in groups.items():
            values |= {f"{group}/{name}": value for name, value in rows.items()}
    return values


def differences(rows: Sequence[Measurement], expected: Mapping[str, float]) -> list[str]:
    """A line for each row that is not as expected.

    >>> differences([Measurement("calls/yield", "", "instructions", 57)], {"calls/yield": 56})
    ['calls/yield: 57 instructions, expected 56']
    """
    measured = {row.key for row in rows}
    lines = [
        f"{row.key}: {row.value:.10g} {row.unit}, expected {expected.get(row.key, 'nothing')}"
        for row in rows
        if expected.get(row.key) != row.value
    ]
    return [*lines, *(f"{key}: expected, but not measured" for key in expected.keys() - measured)]
