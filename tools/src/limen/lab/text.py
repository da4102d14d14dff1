# SPDX-License-Identifier: Apache-2.0
"""Numbers and expected values of a lab as text, for all kinds of reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from limen.lab.definition import Check, Lab
    from limen.lab.measure import Row

__all__ = ["Key", "expected_checks", "expected_text", "key_line", "key_numbers", "quantity", "show"]

Number = int | float

_SHORT: Final = 8  # maximum letters of a unit that follows several numbers
_MANY: Final = 10_000  # from here on digits are a pattern, not a quantity


def expected_checks(lab: Lab) -> dict[tuple[str, str, str], Check]:
    """The expected values, by case, metric and target."""
    checks: dict[tuple[str, str, str], Check] = {}
    for case in lab.cases:
        for metric in case.metric:
            checks.update({(case.name, metric.name, name): metric for name in metric.targets})
    for derived in lab.derived:
        checks.update({(derived.case, derived.name, name): derived for name in derived.targets})
    return checks


def show(number: Number) -> str:
    """With as many digits as one reads.

    >>> show(8.000016), show(0.13219), show(110110), show(6006.264)
    ('8', '0.1322', '110110', '6006')
    """
    return str(number) if isinstance(number, int) or number >= _MANY else f"{number:.4g}"


def expected_text(check: Check | None, shown: Callable[[Number], str] = show) -> str:
    """The expected value of a number.

    Args:
        check: the expected value; None: there is none.
        shown: how a number is written.

    >>> from limen.lab.definition import Check
    >>> checks = Check(expect=8, tolerance=0.1), Check(min=1, max=2), Check(max=3), Check()
    >>> [expected_text(check) for check in checks]
    ['8 ± 0.1', '1 to 2', '≤ 3', '']
    """
    if check is None:
        return ""
    if check.expect is not None:
        return shown(check.expect) + (f" ± {shown(check.tolerance)}" if check.tolerance else "")
    if check.min is not None and check.max is not None:
        return f"{shown(check.min)} to {shown(check.max)}"
    if check.min is not None:
        return f"≥ {shown(check.min)}"
    return "" if check.max is None else f"≤ {shown(check.max)}"


def quantity(number: Number | None, unit: str = "") -> str:
    """With thousands separators, unless each digit has a meaning of its own.

    >>> quantity(1726), quantity(110110, "1: thread 0 ran"), quantity(6006.264), quantity(None)
    ('1,726', '110110', '6,006', 'nothing')
    """
    if number is None:
        return "nothing"
    if unit.startswith("1: "):
        return str(number)
    is_large = isinstance(number, int) or number >= _MANY
    return f"{number:,}" if is_large else f"{number:,.4g}"


@dataclass(frozen=True, slots=True)
class Key:
    """One of the most important numbers of a lab.

    Attributes:
        about: what the group has in common: the metric, or the case.
        what: the other one of the two.
        row: the number.
    """

    about: str
    what: str
    row: Row


def key_numbers(lab: Lab, rows: Sequence[Row]) -> list[list[Key]]:
    """The headline of a lab in groups: neighbours with the same metric or the same case.

    If several targets have a number, use the counted one, otherwise that of the first target.
    """
    chosen = list(_chosen(lab, rows))
    metrics = [row.metric for row in chosen]
    groups: list[list[Key]] = []
    for place, row in enumerate(chosen):
        is_shared = (
            row.metric in metrics[max(place - 1, 0) : place] + metrics[place + 1 : place + 2]
        )
        pair = (row.metric, row.case) if is_shared else (row.case, row.metric)
        key = Key(*pair, row)
        if groups and groups[-1][0].about == key.about:
            groups[-1].append(key)
        else:
            groups.append([key])
    return groups


def _chosen(lab: Lab, rows: Sequence[Row]) -> Iterator[Row]:
    counted = {
        (case.name, metric.name, target)
        for case in lab.cases
        for metric in case.metric
        for target in metric.targets
        if metric.origin == "instructions"
    }
    for reference in lab.headline:
        own = [
            row for row in rows if row.lab == lab.name and f"{row.case}.{row.metric}" == reference
        ]
        own.sort(key=lambda row: (row.case, row.metric, row.target) not in counted)
        yield from own[:1]


def key_line(group: Sequence[Key]) -> str:
    """A group of key numbers with the published ones in brackets, followed by the unit."""
    parts = []
    for key in group:
        paper = "" if key.row.paper is None else f" ({quantity(key.row.paper, key.row.unit)})"
        parts.append(f"{key.what} {quantity(key.row.measured, key.row.unit)}{paper}")
    units = {key.row.unit for key in group}
    unit = units.pop() if len(units) == 1 else ""
    tail = f" {unit}" if unit and len(unit) <= _SHORT else ""
    return f"{group[0].about}: {', '.join(parts)}{tail}"
