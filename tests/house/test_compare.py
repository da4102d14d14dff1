# SPDX-License-Identifier: Apache-2.0
"""Goal: docs/compare.md is fair: its numbers are those of the measurements.

Method: the numbers of Limen in its tables of costs and sizes occur in docs/measurements.md, and the
first tables list the advantages of other kernels.
"""

from __future__ import annotations

import re

import tree

PAGE = "docs/compare.md"


def rows(title: str) -> list[list[str]]:
    """Return the cells of the table below a title."""
    part = re.split(r"^## ", tree.read(PAGE), flags=re.MULTILINE)
    text = next(one for one in part if one.startswith(title))
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_costs_are_those_of_the_measurements() -> None:
    measured = tree.read("docs/measurements.md")
    table = rows("Cost on a Cortex-M3")
    assert len(table) == 6
    for _, *cells in table[1:]:
        limen, zephyr, freertos, threadx = cells
        wanted = rf"\|[ *]*{re.escape(limen)}[ *]*\| instructions \|[ *]*{re.escape(threadx)} \|"
        line = next(line for line in measured.splitlines() if re.search(wanted, line))
        assert f" {zephyr} " in line
        assert f" {freertos} " in line


def test_sizes_are_those_of_the_measurements() -> None:
    measured = tree.read("docs/measurements.md")
    sizes = [row for row in rows("Where another system") if re.fullmatch(r"[\d,]+ bytes", row[1])]
    assert len(sizes) == 3
    for _, limen, *_ in sizes:
        assert re.search(rf"\|[ *]*{limen.removesuffix(' bytes')}[ *]*\| bytes \|", measured)


def test_what_others_do_better_comes_first() -> None:
    titles = re.findall(r"^## (.*)$", tree.read(PAGE), re.MULTILINE)
    assert titles[0] == "Where another system is better"
    assert len(rows(titles[0])) > 12
