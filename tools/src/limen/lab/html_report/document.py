# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML file: it loads no other files, and it prints on A4."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.lab.html_report.figures import Figure, figures
from limen.lab.html_report.markup import inline, paragraph_of, table, tag
from limen.lab.html_report.style import STYLE
from limen.lab.html_report.tables import metric_table
from limen.lab.html_report.viewer import open_links, viewer_part
from limen.lab.text import key_line, key_numbers
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from limen.lab.html_report.facts import Facts
    from limen.lab.html_report.sheet import Sheet

__all__ = ["document"]

_TITLE: Final = "Limen: the labs"
_KEYS: Final = 3  # lines of key numbers in the summary
_LEAD: Final = (
    "Published experiments, repeated with this kernel: the published values, the expected values "
    "of the labs, and the measured values. The tables include rows in which the published value is "
    "the better one. A lab passes if all of its values are as expected. The expected value is in "
    "grey after each number."
)


def document(sheets: Sequence[Sheet], facts: Facts, *, with_viewer: bool = True) -> str:
    """The report.

    Args:
        sheets: in the order in which they are shown.
        facts: of the run; the only part that differs between two runs of the same programs.
        with_viewer: traces can be opened from it.

    Raises:
        PageError: with_viewer, and the viewer cannot be built.
        LimenError: a trace is invalid.
    """
    body = [
        tag("header", tag("h1", _TITLE), tag("p", _LEAD, class_="lead"), _facts(facts)),
        tag("section", tag("h2", "Summary"), _summary(sheets), id="summary"),
    ]
    traces: dict[str, Path] = {}
    for number, sheet in enumerate(sheets, start=1):
        drawn = list(figures(sheet))
        traces.update((shown.name, shown.path) for figure in drawn for shown in figure.traces)
        section = _lab(sheet, number, _figures(drawn, number, with_viewer=with_viewer))
        body.append(tag("section", *section, id=f"lab-{sheet.lab.name}", class_="lab"))
    body.append(_results(sheets))
    if with_viewer and traces:
        body.append(viewer_part(traces))
    head = [
        tag("meta", charset="utf-8"),
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", _TITLE),
        tag("style", STYLE),
    ]
    page = tag("html", tag("head", *head), tag("body", tag("main", *body)), lang="en")
    return f"<!doctype html>\n{page}\n"


def _facts(facts: Facts) -> str:
    lines = (
        tag("div", tag("dt", escape(name)), tag("dd", escape(said))) for name, said in facts.lines
    )
    return tag("dl", *lines, id="facts")


def _summary(sheets: Sequence[Sheet]) -> str:
    """A line for each lab, and its source."""
    lines = []
    number = 0
    for source, group in groupby(sheets, key=lambda sheet: sheet.lab.source):
        source_cell = tag("td", tag("b", "Published: "), escape(source), colspan="4")
        lines.append(tag("tr", source_cell, class_="source"))
        for sheet in group:
            number += 1
            lines.append(_summary_line(sheet, number))
    return table(
        (">", "lab", "most important numbers (published)", "passed"), lines, class_="summary"
    )


def _summary_line(sheet: Sheet, number: int) -> str:
    lab = sheet.lab
    groups = key_numbers(lab, sheet.rows)[:_KEYS]
    return tag(
        "tr",
        tag("td", str(number), class_="n"),
        tag("td", tag("a", escape(lab.title), href=f"#lab-{lab.name}")),
        tag("td", *(tag("div", escape(key_line(group))) for group in groups)),
        tag("td", _verdict(sheet)),
    )


def _verdict(sheet: Sheet) -> str:
    if sheet.missing:
        return tag("span", "not run here", class_="want")
    if sheet.failed:
        return tag("span", f"✗ {len(sheet.failed)} of {len(sheet.rows)} are not", class_="bad")
    return tag("span", f"✓ all {len(sheet.rows)}", class_="ok")


def _lab(sheet: Sheet, number: int, pictures: Iterable[str]) -> Iterator[str]:
    lab = sheet.lab
    yield tag("h2", tag("span", str(number), class_="number"), escape(lab.title))
    figure = f"; {escape(lab.figure)}" if lab.figure else ""
    yield tag("p", tag("b", "Published: "), escape(lab.source), figure, class_="source")
    claim = paragraph_of(sheet.readme, "Claim")
    if claim:
        yield tag("p", inline(claim), class_="claim")
    yield tag("p", inline(lab.description.strip()))
    if sheet.missing:
        yield tag("p", escape(sheet.missing), class_="missing")
    yield from pictures
    reading = paragraph_of(sheet.readme, "How to read it")
    if reading:
        yield tag("p", tag("b", "How to read the numbers: "), inline(reading), class_="reading")
    yield from _ticks(sheet)
    yield sheet.elsewhere or metric_table(sheet)


def _ticks(sheet: Sheet) -> Iterator[str]:
    """The duration of a tick, if there are numbers in ticks."""
    if not any(row.unit.startswith("ticks") for row in sheet.rows):
        return
    clocks = {target: read_trace(path).clock_hz for (_, target), path in sheet.traces.items()}
    for clock_hz in sorted(set(clocks.values())):
        where = ", ".join(target for target, clock in clocks.items() if clock == clock_hz)
        text = f"On {where}, {clock_hz // 1000:,} ticks are a millisecond."
        yield tag("p", escape(text), class_="reading")


def _figures(drawn: Sequence[Figure], number: int, *, with_viewer: bool) -> Iterator[str]:
    for place, figure in enumerate(drawn, start=1):
        title = tag("b", f"Figure {number}.{place}: {escape(figure.title)}.")
        links = open_links(figure.traces) if with_viewer else ""
        caption = tag("figcaption", title, " ", inline(figure.see), links)
        yield tag("figure", figure.svg, caption)
        yield figure.whys


def _results(sheets: Sequence[Sheet]) -> str:
    """All numbers, in the format of limen lab run --json."""
    rows = [
        {key: value for key, value in asdict(row).items() if key != "note"}
        for sheet in sheets
        for row in sheet.rows
    ]
    text = json.dumps({"results": rows}, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="results">{text}</script>'
