# SPDX-License-Identifier: Apache-2.0
"""The report as one HTML file: nothing is loaded from anywhere, and it prints on A4."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.printed.figures import figures
from limen.lab.printed.markup import inline, paragraph_of, table, tag
from limen.lab.printed.style import STYLE
from limen.lab.printed.tables import metric_table
from limen.lab.words import key_line, key_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.lab.printed.facts import Facts
    from limen.lab.printed.sheet import Sheet

__all__ = ["document"]

_TITLE: Final = "Limen: the labs"
_LEAD: Final = (
    "Experiments that others published, run again on this kernel: what they reported, what a lab "
    "promises, and what was measured here. Rows in which the published number is the better one "
    "are in the tables like all others."
)


def document(sheets: Sequence[Sheet], facts: Facts) -> str:
    """The report.

    Args:
        sheets: in the order in which they are shown.
        facts: of the run; the only part that differs between two runs of the same programs.

    Raises:
        LimenError: a trace is not what it should be.
    """
    body = [
        tag("header", tag("h1", _TITLE), tag("p", _LEAD, class_="lead"), _facts(facts)),
        tag("section", tag("h2", "Summary"), _summary(sheets), id="summary"),
    ]
    for number, sheet in enumerate(sheets, start=1):
        body.append(tag("section", *_lab(sheet, number), id=f"lab-{sheet.lab.name}", class_="lab"))
    body.append(_results(sheets))
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
    lines = []
    for number, sheet in enumerate(sheets, start=1):
        lab = sheet.lab
        title = tag("a", escape(lab.title), href=f"#lab-{lab.name}")
        keys = "".join(
            tag("div", escape(key_line(group))) for group in key_numbers(lab, sheet.rows)[:4]
        )
        cells = (
            tag("td", str(number), class_="n"),
            tag("td", f"{title}<br>{tag('span', escape(lab.source), class_='want')}"),
            tag("td", keys),
            tag("td", _verdict(sheet)),
        )
        lines.append(tag("tr", *cells))
    heads = (
        ">",
        "lab, and what was published where",
        "most important numbers (published)",
        "in class",
    )
    return table(heads, lines, class_="summary")


def _verdict(sheet: Sheet) -> str:
    if sheet.missing:
        return tag("span", "not run here", class_="want")
    if sheet.failed:
        return tag("span", f"✗ {len(sheet.failed)} of {len(sheet.rows)} are not", class_="bad")
    return tag("span", f"✓ all {len(sheet.rows)}", class_="ok")


def _lab(sheet: Sheet, number: int) -> Iterator[str]:
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
    if sheet.rows:
        yield metric_table(sheet)
    yield sheet.elsewhere
    reading = paragraph_of(sheet.readme, "How to read it")
    if reading:
        yield tag("p", tag("b", "How to read it: "), inline(reading), class_="reading")
    yield from _figures(sheet, number)


def _figures(sheet: Sheet, number: int) -> Iterator[str]:
    place = 0
    for figure in figures(sheet):
        place += 1
        words = (
            f"{tag('b', f'Figure {number}.{place}: {escape(figure.title)}.')} {inline(figure.see)}"
        )
        yield tag("figure", figure.svg, tag("figcaption", words))
    for (case, view), svg in sheet.pictures.items():
        place += 1
        words = tag("b", f"Figure {number}.{place}: case {escape(case)}, {escape(view)}.")
        yield tag("figure", svg, tag("figcaption", words))


def _results(sheets: Sequence[Sheet]) -> str:
    """All numbers once more, as limen lab run --json gives them."""
    rows = [
        {key: value for key, value in asdict(row).items() if key != "note"}
        for sheet in sheets
        for row in sheet.rows
    ]
    text = json.dumps({"results": rows}, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="results">{text}</script>'
