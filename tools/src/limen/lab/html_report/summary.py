# SPDX-License-Identifier: Apache-2.0
"""The first two pages: what each publication claims, what was measured, and one picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.findings import first_sentence
from limen.lab.html_report.markup import inline, paragraph_of, table, tag
from limen.lab.text import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from limen.lab.html_report.figures import Figure
    from limen.lab.html_report.sheet import Sheet
    from limen.lab.measure import Row

__all__ = ["papers", "verdict"]

_NUMBERS_MOST: Final = 3
_HEADS: Final = ("", ">published", ">measured")


def papers(sheets: Sequence[Sheet], drawn: Mapping[str, Sequence[Figure]]) -> Iterator[str]:
    """A part for each publication; its first lab in full, of the others the first sentence.

    Args:
        sheets: in the order of their numbers in the report.
        drawn: the pictures, by name of the lab.
    """
    numbered = list(enumerate(sheets, start=1))
    for source in dict.fromkeys(sheet.lab.source for sheet in sheets):
        (number, first), *others = [one for one in numbered if one[1].lab.source == source]
        claim = paragraph_of(first.readme, "Claim")
        words = [tag("p", tag("b", "Claimed: "), inline(claim))] if claim else []
        words.append(_found(number, first, first.finding or first.lab.description.strip()))
        words.append(_numbers(first))
        for place, sheet in others:
            text = sheet.finding or sheet.lab.description.strip()
            words.append(_found(place, sheet, first_sentence(text)))
        picture = _picture(drawn[first.lab.name])
        kind = "words" if picture else "words alone"
        body = tag("div", tag("div", *words, class_=kind), picture, class_="paper")
        yield tag("h3", escape(source), class_="source")
        yield body


def _found(number: int, sheet: Sheet, text: str) -> str:
    title = tag("a", escape(sheet.lab.title), href=f"#lab-{sheet.lab.name}")
    head = tag("b", f"{number}. ", title, ".")
    return tag("p", head, f" {inline(text)} ", verdict(sheet), class_="finding")


def verdict(sheet: Sheet) -> str:
    """Whether the numbers of a lab are as it expects."""
    if sheet.missing:
        return tag("span", "not run now", class_="want")
    if sheet.failed:
        text = f"✗ {len(sheet.failed)} of {len(sheet.rows)} numbers are not as expected"
        return tag("span", text, class_="bad")
    return tag("span", f"✓ all {len(sheet.rows)} numbers as expected", class_="ok")


def _numbers(sheet: Sheet) -> str:
    """The most important numbers, first those that were published; empty if none was measured."""
    rows: dict[str, list[Row]] = {}
    for row in sheet.recorded or sheet.rows:
        name = f"{row.case}.{row.metric}"
        if name in sheet.lab.headline and row.measured is not None:
            rows.setdefault(name, []).append(row)
    ratios = {name.split(".")[-1] for name in sheet.lab.headline if name.endswith("_ratio")}
    known = [
        rows[name]
        for name in sheet.lab.headline
        # Times of another processor are less informative than their ratio.
        if name in rows and f"{name.split('.')[-1]}_ratio" not in ratios
    ]
    chosen = [one for one in known if one[0].paper is not None] or known
    titles = {case.name: case.title for case in sheet.lab.cases}
    lines = []
    for one in chosen[:_NUMBERS_MOST]:
        first = one[0]
        metric = first.metric.replace("_", " ")
        unit = f", {first.unit}" if first.unit else ""
        label = f"{titles.get(first.case, first.case)}: {metric}{unit}"
        paper = "" if first.paper is None else quantity(first.paper, first.unit)
        cells = (
            tag("td", escape(label)),
            tag("td", escape(paper), class_="n"),
            tag("td", escape(_measured(one)), class_="n"),
        )
        lines.append(tag("tr", *cells))
    return table(_HEADS, lines) if lines else ""


def _measured(rows: Sequence[Row]) -> str:
    """The number of the first target, and where that was; of a ratio, those of all targets."""
    shown = {
        row.target: quantity(row.measured, row.unit) for row in rows if row.measured is not None
    }
    texts = list(shown.values())
    if len(set(texts)) == 1:
        return texts[0]
    named = [f"{text} ({target})" for target, text in shown.items()]
    return ", ".join(named if rows[0].metric.endswith("_ratio") else named[:1])


def _picture(drawn: Sequence[Figure]) -> str:
    """A part of a trace if there is one, otherwise another picture."""
    figure = next((one for one in drawn if one.traces), drawn[0] if drawn else None)
    if figure is None:
        return ""
    return tag("figure", figure.svg, tag("figcaption", escape(figure.title)), class_="thumb")
