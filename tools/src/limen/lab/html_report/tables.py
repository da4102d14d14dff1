# SPDX-License-Identifier: Apache-2.0
"""The tables of a report: measured, published and expected numbers by case."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.lab.html_report.markup import table, tag
from limen.lab.measure import COUNTERS
from limen.lab.text import expected_checks, expected_text, quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from limen.lab.definition import Check
    from limen.lab.html_report.sheet import Sheet
    from limen.lab.measure import Row

__all__ = ["metric_table"]

_HEADS: Final = ("metric", "unit", ">published")
_COLUMNS: Final = len(_HEADS)
_NUMBERED: Final = re.compile(r"^(.*_)([0-9]+)$")


@dataclass(frozen=True, slots=True)
class _Line:
    """A metric of a case, on all targets; or several that differ by a number in their name only.

    Attributes:
        case, metric, unit: what was measured.
        rows: by target.
        last: name of the last metric, if the row represents several.
        members: all their rows, by target.
    """

    case: str
    metric: str
    unit: str
    rows: Mapping[str, Row]
    last: str
    members: Mapping[str, tuple[Row, ...]]

    @property
    def paper(self) -> str:
        """The published value."""
        row = next(iter(self.rows.values()))
        return "" if row.paper is None else quantity(row.paper, row.unit)


def metric_table(sheet: Sheet) -> str:
    """All rows of a lab, in the order of its lab.toml; empty if it has none."""
    if not sheet.rows:
        return ""
    targets = sheet.targets
    checks = expected_checks(sheet.lab)
    titles = {case.name: case.title for case in sheet.lab.cases}
    counters = tuple(row for row in sheet.rows if row.metric == COUNTERS and row.ok)
    others = tuple(row for row in sheet.rows if row not in counters)
    bodies: list[str] = []
    for case, lines in groupby(_folded(_lines(others)), key=lambda line: line.case):
        title = f": {escape(titles[case])}" if case in titles else ""
        width = str(_COLUMNS + len(targets))
        heading = tag("td", tag("strong", escape(case)), title, colspan=width)
        rows = (_line(line, targets, checks) for line in lines)
        bodies.append(tag("tbody", tag("tr", heading, class_="case"), *rows))
    bodies.append(tag("tbody", *_counters(counters, targets)))
    return table([*_HEADS, *(f">{escape(target)}" for target in targets)], bodies, class_="metrics")


def _counters(rows: Sequence[Row], targets: Sequence[str]) -> Iterator[str]:
    """One line for all cases whose counters equal those of their traces."""
    if not rows:
        return
    heading = f"{tag('code', COUNTERS)}, in all cases with a trace"
    cells = [tag("td", heading), tag("td", escape(rows[0].unit), class_="u"), tag("td")]
    for target in targets:
        own = [row for row in rows if row.target == target]
        names = " ".join(f"{row.case}.{row.metric}" for row in own)
        cells.append(_cell(own[:1], names, ""))
    yield tag("tr", *cells)


def _lines(rows: Sequence[Row]) -> Iterator[_Line]:
    by_line: dict[tuple[str, str, str], dict[str, Row]] = {}
    cases = list(dict.fromkeys(row.case for row in rows))
    for row in sorted(rows, key=lambda row: cases.index(row.case)):
        line = by_line.setdefault((row.case, row.metric, row.unit), {})
        # Counters that contradict the trace are a row each.
        key = row.target if row.target not in line else f"{row.target} {len(line)}"
        line[key] = row
    for (case, metric, unit), line in by_line.items():
        yield _Line(case, metric, unit, line, "", {name: (row,) for name, row in line.items()})


def _folded(lines: Iterator[_Line]) -> Iterator[_Line]:
    """Neighbours that differ by the number at the end of their names alone are one line."""
    held: _Line | None = None
    for line in lines:
        if held is not None and _alike(held, line):
            members = {name: held.members[name] + line.members[name] for name in held.members}
            held = replace(held, last=line.metric, members=members)
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


def _alike(one: _Line, other: _Line) -> bool:
    names = _NUMBERED.match(one.metric), _NUMBERED.match(other.metric)
    if names[0] is None or names[1] is None or names[0][1] != names[1][1]:
        return False
    return (one.case, one.unit) == (other.case, other.unit) and {
        target: (row.paper, row.measured, row.ok, row.note) for target, row in one.rows.items()
    } == {target: (row.paper, row.measured, row.ok, row.note) for target, row in other.rows.items()}


def _line(line: _Line, targets: Sequence[str], checks: Mapping[tuple[str, str, str], Check]) -> str:
    name = tag("code", escape(line.metric))
    if line.last:
        name += f" to {tag('code', escape(line.last))}"
    cells = [
        tag("td", name),
        tag("td", escape(line.unit), class_="u"),
        tag("td", line.paper, class_="n"),
    ]
    for target in targets:
        own = [name for name in line.rows if name.split()[0] == target]
        names = (f"{row.case}.{row.metric}" for name in own for row in line.members[name])
        check = checks.get((line.case, line.metric, target))
        expected = expected_text(check, lambda number: quantity(number, line.unit))
        cells.append(_cell([line.rows[name] for name in own], " ".join(names), expected))
    return tag("tr", *cells)


def _cell(rows: Sequence[Row], names: str, expected: str) -> str:
    """The values that were measured on a target, and the expected ones."""
    if not rows:
        return tag("td")
    first = rows[0]
    value = "" if first.measured is None else repr(first.measured)
    notes = "".join(tag("span", escape(row.note), class_="bad note") for row in rows if not row.ok)
    return tag(
        "td",
        "<br>".join(_number(row) for row in rows),
        tag("span", escape(f" {expected}"), class_="want") if expected else "",
        notes,
        class_="n",
        data_place=f"{first.lab}/{first.target}",
        data_names=names,
        data_value=value,
    )


def _number(row: Row) -> str:
    mark = tag("span", "✓", class_="ok") if row.ok else tag("span", "✗", class_="bad")
    return f"{tag('b', escape(quantity(row.measured, row.unit)))} {mark}"
