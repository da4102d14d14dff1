# SPDX-License-Identifier: Apache-2.0
"""The results of a lab as part of a document: measured and published numbers, and pictures.

The part is between two marker lines and is replaced as a whole; the text around it is written by
hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.lab.comparison import comparison_heads, comparison_lines
from limen.lab.curves import curve_name, ratio_name
from limen.lab.findings import with_numbers
from limen.lab.ratio import HEADS, cells_of, solved_rows
from limen.lab.text import expected_checks, expected_text, show
from limen.signals.views import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from limen.lab.definition import Case, Derived, Lab, Metric
    from limen.lab.measure import Row

__all__ = ["picture_name", "report", "with_report"]

_BEGIN: Final = "<!-- results: written by limen lab report -->"
_END: Final = "<!-- end of results -->"
_HEADS: Final = "| {} | {} | source | measured | expected | unit |\n|---|---|---:|---:|---|---|"


def picture_name(lab: str, case: str, view: str) -> str:
    """The file of a picture."""
    return f"{lab}-{case}-{view}.svg"


def with_report(text: str, part: str, place: str) -> str:
    """A document with its part replaced.

    Raises:
        LabError: the document has no such part.
    """
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        remedy = f"write the lines {_BEGIN} and {_END}"
        raise LabError(place, "it has no place for results", remedy)
    return f"{before}{_BEGIN}\n\n{part}\n{_END}{after}"


def report(lab: Lab, rows: Sequence[Row], pictures: str) -> str:
    """The part: first the most important numbers, then each case.

    Args:
        lab: the lab that was run.
        rows: its results, all of them.
        pictures: the folder of the pictures, as seen from the document.
    """
    checks = expected_checks(lab)
    of_lab = [row for row in rows if row.lab == lab.name]
    by_name = {f"{row.case}.{row.metric}": row for row in of_lab}
    chosen = [by_name[name] for name in lab.headline if name in by_name]
    pieces = ["### Summary", "", *_table("case", chosen, checks, with_case=True), ""]
    pieces += _comparison(lab, of_lab)
    pieces += _curves(lab, of_lab, pictures)
    for case in lab.cases:
        pieces += _case(lab, case, of_lab, pictures)
    return "\n".join(pieces)


def _comparison(lab: Lab, rows: Sequence[Row]) -> Iterator[str]:
    if lab.comparison is None:
        return
    heads = comparison_heads(lab)
    yield f"### {lab.comparison.title}"
    yield ""
    yield with_numbers(lab.comparison.see, rows)
    yield ""
    yield from _grid(heads, comparison_lines(lab, rows), words=1)


def _grid(heads: Sequence[str], lines: Iterable[Sequence[str]], *, words: int) -> Iterator[str]:
    """A table in Markdown, whose first columns are words and the others numbers."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * words + "---:|" * (len(heads) - words)
    for line in lines:
        yield f"| {' | '.join(line)} |"
    yield ""


def _curves(lab: Lab, rows: Sequence[Row], pictures: str) -> Iterator[str]:
    if lab.ratio is not None:
        yield f"### {lab.ratio.title}"
        yield ""
        yield f"![{lab.ratio.title}]({pictures}/{ratio_name(lab.name)})"
        yield ""
        yield " ".join(lab.ratio.see.split())
        yield ""
        yield from _grid(HEADS, (cells_of(each) for each in solved_rows(lab, rows)), words=2)
    for number, curve in enumerate(lab.curves):
        yield f"### {curve.title}"
        yield ""
        yield f"![{curve.title}]({pictures}/{curve_name(lab.name, number)})"
        yield ""
        yield " ".join(curve.see.split())
        yield ""


def _case(lab: Lab, case: Case, rows: Sequence[Row], pictures: str) -> Iterator[str]:
    yield f"### Case {case.name}: {case.title}"
    yield ""
    for view in case.pictures:
        name = picture_name(lab.name, case.name, view)
        yield f"![Case {case.name}: {TITLES[view]}]({pictures}/{name})"
        yield ""
        yield with_numbers(case.see[view], rows)
        yield ""
    of_case = [row for row in rows if row.case == case.name]
    yield from _table("on", of_case, expected_checks(lab), with_case=False)
    yield ""


def _table(
    head: str,
    rows: Sequence[Row],
    checks: dict[tuple[str, str, str], Metric | Derived],
    *,
    with_case: bool,
) -> Iterator[str]:
    """Rows of several cases, with their words if there are any; or of one, with their names."""
    named = [(row, checks.get((row.case, row.metric, row.target))) for row in rows]
    has_words = with_case and any(check is not None and check.words for _, check in named)
    yield _HEADS.format(head, "what" if has_words else "metric")
    for row, check in named:
        first = row.case if with_case else row.target
        measured = "nothing" if row.measured is None else show(row.measured)
        verdict = "" if row.ok else " **missed**"
        words = check.words if has_words and check is not None else ""
        name = words or f"`{row.metric}`"
        yield (
            f"| {first} | {name} | {'' if row.paper is None else show(row.paper)} "
            f"| {measured} | {expected_text(check)}{verdict} | {row.unit} |"
        )
