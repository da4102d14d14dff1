# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML file: it loads no other files, and it prints on A4."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.comparison import comparison_heads, comparison_lines
from limen.lab.findings import with_numbers
from limen.lab.html_report.figures import Figure, figures
from limen.lab.html_report.markup import inline, paragraph_of, table, tag
from limen.lab.html_report.style import STYLE
from limen.lab.html_report.summary import overview, verdict
from limen.lab.html_report.tables import metric_table
from limen.lab.html_report.viewer import open_links, viewer_part
from limen.trace import read_trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from limen.lab.html_report.facts import Facts
    from limen.lab.html_report.sheet import Sheet

__all__ = ["document"]

_TITLE: Final = "Limen: the labs"
_LEAD: Final = (
    "Published experiments, repeated with this kernel. The verdict says whether all numbers of a "
    "lab are as it expects. Appendix A has the experiments, appendix B all numbers."
)
_BOUNDS: Final = (
    "In grey: what the lab expects of the number before it. These values and bounds are ours and "
    "not those of a publication. A lab passes if all of its numbers are as it expects."
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
    drawn = {sheet.lab.name: list(figures(sheet)) for sheet in sheets}
    body = [
        tag("header", tag("h1", _TITLE), tag("p", _LEAD, class_="lead")),
        tag("section", *overview(sheets, drawn), id="summary"),
        tag("h2", "Appendix A: the experiments", id="experiments"),
        _facts(facts),
    ]
    traces: dict[str, Path] = {}
    for number, sheet in enumerate(sheets, start=1):
        own = drawn[sheet.lab.name]
        traces.update((shown.name, shown.path) for figure in own for shown in figure.traces)
        section = _lab(sheet, number, _figures(own, number, with_viewer=with_viewer))
        body.append(tag("section", *section, id=f"lab-{sheet.lab.name}", class_="lab"))
    body.append(tag("section", *_appendix(sheets), id="appendix", class_="appendix"))
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


def _lab(sheet: Sheet, number: int, pictures: Iterable[str]) -> Iterator[str]:
    lab = sheet.lab
    yield tag("h2", tag("span", str(number), class_="number"), escape(lab.title))
    figure = f"; {escape(lab.figure)}" if lab.figure else ""
    yield tag("p", tag("b", "Published: "), escape(lab.source), figure, class_="source")
    claim = paragraph_of(sheet.readme, "Claim")
    if claim:
        yield tag("p", inline(claim), class_="claim")
    yield tag("p", inline(lab.description.strip()))
    if sheet.finding:
        yield tag("p", tag("b", "Found: "), inline(sheet.finding), " ", verdict(sheet))
    if sheet.missing:
        yield tag("p", escape(sheet.missing), class_="missing")
    yield _comparison(sheet)
    yield from pictures
    reading = paragraph_of(sheet.readme, "How to read it")
    if reading:
        yield tag("p", tag("b", "How to read the numbers: "), inline(reading), class_="reading")
    yield sheet.elsewhere
    yield _beside(sheet)


def _comparison(sheet: Sheet) -> str:
    """The table of several kernels; empty if the lab has none, or none of them ran."""
    lab = sheet.lab
    measured = comparison_lines(lab, sheet.rows)
    if lab.comparison is None or not measured:
        return ""
    first, *others = comparison_heads(lab)
    lines = (
        tag(
            "tr",
            *(
                tag("td", escape(cell), class_="n" if place else "")
                for place, cell in enumerate(line)
            ),
        )
        for line in measured
    )
    text = tag("p", inline(with_numbers(lab.comparison.see, sheet.rows)))
    heads = [first, *(f">{escape(head)}" for head in others)]
    words = tag("div", tag("h3", escape(lab.comparison.title)), text, class_="beside")
    return words + tag("div", table(heads, lines), class_="beside")


def _beside(sheet: Sheet) -> str:
    """The article's program, line by line; a table for each model."""
    pieces = []
    for beside in sheet.beside:
        heads = [beside.heads[0], *(f">{escape(head)}" for head in beside.heads[1:])]
        lines = (
            tag(
                "tr",
                *(
                    tag("td", escape(cell), class_="n" if place else "")
                    for place, cell in enumerate(line)
                ),
            )
            for line in beside.lines
        )
        title = tag("h3", escape(f"The program of the article, seconds: {beside.title}"))
        pieces.append(tag("div", title, table(heads, lines), class_="beside"))
    return "".join(pieces)


def _appendix(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield tag("h2", "Appendix B: all numbers")
    yield tag("p", _BOUNDS, class_="reading")
    for number, sheet in enumerate(sheets, start=1):
        numbers = sheet.appendix or metric_table(sheet)
        if numbers:
            yield tag("h3", escape(f"{number}. {sheet.lab.title}"))
            yield from _ticks(sheet)
            yield numbers


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
        kind = {"class_": "signals"} if figure.is_small else {}
        yield tag("figure", figure.svg, caption, figure.table, **kind)
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
