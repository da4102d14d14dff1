# SPDX-License-Identifier: Apache-2.0
"""A lab's results as part of a document: the numbers beside the source's, and the pictures.

The part stands between two lines and is replaced as a whole; everything around it is written by
hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.errors import LabError
from limen.signals.views import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from limen.lab.definition import Case, Check, Lab
    from limen.lab.measure import Row

__all__ = ["picture_name", "report", "with_report"]

Number = int | float

_BEGIN: Final = "<!-- results: written by limen lab report -->"
_END: Final = "<!-- end of results -->"
_HEADS: Final = "| {} | what | source | here | promised | unit |\n|---|---|---:|---:|---|---|"
_MANY: Final = 10_000  # from here on digits are a pattern, not a quantity


def picture_name(lab: str, case: str, view: str) -> str:
    """The file of a picture."""
    return f"{lab}-{case}-{view}.svg"


def with_report(text: str, part: str, place: str) -> str:
    """A document with its part replaced.

    Raises:
        LabError: it has no place for it.
    """
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not begin or not end:
        remedy = f"write the lines {_BEGIN} and {_END}"
        raise LabError(place, "it has no place for results", remedy)
    return f"{before}{begin}\n\n{part}\n{end}{after}"


def report(lab: Lab, rows: Sequence[Row], pictures: str) -> str:
    """The part: first the most important numbers, then each case.

    Args:
        lab: what was run.
        rows: its results, all of them.
        pictures: the folder of the pictures, as seen from the document.
    """
    checks = _checks(lab)
    of_lab = [row for row in rows if row.lab == lab.name]
    by_name = {f"{row.case}.{row.metric}": row for row in of_lab}
    chosen = [by_name[name] for name in lab.headline if name in by_name]
    pieces = ["### In short", "", *_table("case", chosen, checks, with_case=True), ""]
    for case in lab.cases:
        pieces += _case(lab, case, [row for row in of_lab if row.case == case.name], pictures)
    return "\n".join(pieces)


def _checks(lab: Lab) -> dict[tuple[str, str, str], Check]:
    """What is promised, by case, metric and target."""
    checks: dict[tuple[str, str, str], Check] = {}
    for case in lab.cases:
        for metric in case.metric:
            checks.update({(case.name, metric.name, name): metric for name in metric.targets})
    for derived in lab.derived:
        checks.update({(derived.case, derived.name, name): derived for name in derived.targets})
    return checks


def _case(lab: Lab, case: Case, rows: Iterable[Row], pictures: str) -> Iterator[str]:
    yield f"### Case {case.name}: {case.title}"
    yield ""
    for view in case.pictures:
        name = picture_name(lab.name, case.name, view)
        yield f"![Case {case.name}: {TITLES[view]}]({pictures}/{name})"
        yield ""
    yield from _table("on", rows, _checks(lab), with_case=False)
    yield ""


def _table(
    head: str, rows: Iterable[Row], checks: dict[tuple[str, str, str], Check], *, with_case: bool
) -> Iterator[str]:
    yield _HEADS.format(head)
    for row in rows:
        check = checks.get((row.case, row.metric, row.target))
        first = row.case if with_case else row.target
        measured = "nothing" if row.measured is None else _show(row.measured)
        verdict = "" if row.ok else " **missed**"
        yield (
            f"| {first} | `{row.metric}` | {'' if row.paper is None else _show(row.paper)} "
            f"| {measured} | {_promise(check)}{verdict} | {row.unit} |"
        )


def _promise(check: Check | None) -> str:
    """In words.

    >>> from limen.lab.definition import Check
    >>> _promise(Check(expect=8, tolerance=0.1)), _promise(Check(min=1, max=2)), _promise(Check())
    ('8 ± 0.1', '≥ 1, ≤ 2', '')
    """
    if check is None:
        return ""
    if check.expect is not None:
        return _show(check.expect) + (f" ± {check.tolerance:g}" if check.tolerance else "")
    least = "" if check.min is None else f"≥ {_show(check.min)}"
    most = "" if check.max is None else f"≤ {_show(check.max)}"
    return ", ".join(filter(None, (least, most)))


def _show(number: Number) -> str:
    """With as many digits as one reads.

    >>> _show(8.000016), _show(0.13219), _show(110110), _show(6006.264)
    ('8', '0.1322', '110110', '6006')
    """
    return str(number) if isinstance(number, int) or number >= _MANY else f"{number:.4g}"
