# SPDX-License-Identifier: Apache-2.0
"""The first page: a row for each lab, with the claim and the measured numbers; and one picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from limen.lab.findings import first_sentence, with_numbers
from limen.lab.html_report.markup import inline, paragraph_of, table, tag
from limen.lab.text import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from limen.lab.html_report.figures import Figure
    from limen.lab.html_report.sheet import Sheet
    from limen.lab.measure import Row

__all__ = ["overview", "verdict"]

_HEADS: Final = ("", "lab", "claim", "published", "measured", "verdict")


def overview(sheets: Sequence[Sheet], drawn: Mapping[str, Sequence[Figure]]) -> Iterator[str]:
    """The table, and the picture of the first lab that has one for this page.

    Args:
        sheets: in the order of their numbers in the report.
        drawn: the pictures, by name of the lab.
    """
    lines = (_row(number, sheet) for number, sheet in enumerate(sheets, start=1))
    yield tag("div", table(_HEADS, lines, class_="overview"), class_="wide")
    pictures = [one for sheet in sheets for one in drawn[sheet.lab.name]]
    cover = next((one for one in pictures if one.is_cover), None)
    cover = cover or next((one for one in pictures if one.traces), None)
    if cover is not None:
        caption = tag("figcaption", tag("b", escape(cover.title)))
        yield tag("figure", cover.svg, caption, class_="cover")


def _row(number: int, sheet: Sheet) -> str:
    link = tag("a", escape(sheet.lab.name), href=f"#lab-{sheet.lab.name}", title=sheet.lab.title)
    cells = [tag("td", str(number), class_="n"), tag("td", link)]
    heads = _HEADS[2:]
    texts = (*_texts(sheet), verdict(sheet, is_short=True))
    cells += [tag("td", text, data_head=head) for head, text in zip(heads, texts, strict=True)]
    return tag("tr", *cells)


def _texts(sheet: Sheet) -> tuple[str, str, str]:
    """Claim, published and measured numbers, as HTML."""
    lab, rows = sheet.lab, sheet.recorded or sheet.rows
    if lab.summary is not None:
        summary = lab.summary
        measured = with_numbers(summary.measured, rows)
        return inline(summary.claim), escape(summary.published), escape(measured)
    claim = first_sentence(paragraph_of(sheet.readme, "Claim") or lab.description.strip())
    found = next((row for row in rows if _is_headline(sheet, row)), None)
    if found is None:
        return inline(claim), "", ""
    paper = "" if found.paper is None else quantity(found.paper, found.unit)
    return inline(claim), escape(paper), escape(quantity(found.measured, found.unit))


def _is_headline(sheet: Sheet, row: Row) -> bool:
    return f"{row.case}.{row.metric}" in sheet.lab.headline and row.measured is not None


def verdict(sheet: Sheet, *, is_short: bool = False) -> str:
    """Return whether the numbers of a lab are as it expects."""
    if sheet.missing:
        return tag("span", "not run now", class_="want")
    count, failed = len(sheet.rows), len(sheet.failed)
    if failed:
        text = f"{failed} of {count} numbers are not as expected"
        return tag(
            "span", f"✗ {f'{failed} of {count} are not' if is_short else text}", class_="bad"
        )
    text = f"✓ all {count}" if is_short else f"✓ all {count} numbers as expected"
    return tag("span", text, class_="ok")
