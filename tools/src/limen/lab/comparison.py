# SPDX-License-Identifier: Apache-2.0
"""The table of lab.toml that compares kernels: published numbers beside those of several kernels.

It separates effects that a single ratio mixes, for example those of a compiler and of an algorithm:
two neighbouring columns differ in only one respect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.lab.text import quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["comparison_heads", "comparison_lines"]


def comparison_heads(lab: Lab) -> tuple[str, ...]:
    """The heads of the table; empty if the lab has none. All but the first are of numbers."""
    table = lab.comparison
    return () if table is None else ("", table.published, *table.kernels)


def comparison_lines(lab: Lab, rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """The lines of the table that have a measured number.

    All metrics of a line have the same published number. Of several targets, the first one with a
    number counts. A cell is empty if nothing was published or measured.
    """
    if lab.comparison is None:
        return []
    by_name: dict[str, Row] = {}
    for row in rows:
        by_name.setdefault(f"{row.case}.{row.metric}", row)
    lines = []
    for line in lab.comparison.line:
        cells = [by_name.get(name) for name in line.cells]
        measured = [row for row in cells if row is not None]
        if measured:
            papers = [quantity(row.paper) for row in measured if row.paper is not None]
            shown = ("" if row is None else quantity(row.measured) for row in cells)
            lines.append((line.name, papers[0] if papers else "", *shown))
    return lines
