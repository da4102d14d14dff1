# SPDX-License-Identifier: Apache-2.0
"""Numbers and expected values of a lab as text, for all kinds of reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.lab.definition import Check, Derived, Lab, Metric

__all__ = ["expected_checks", "expected_text", "quantity", "show"]

Number = int | float

_MANY: Final = 10_000  # from here on digits are a pattern, not a quantity


def expected_checks(lab: Lab) -> dict[tuple[str, str, str], Metric | Derived]:
    """The expected values, by case, metric and target."""
    checks: dict[tuple[str, str, str], Metric | Derived] = {}
    for case in lab.cases:
        for metric in case.metric:
            checks.update({(case.name, metric.name, name): metric for name in metric.targets})
    for derived in lab.derived:
        checks.update({(derived.case, derived.name, name): derived for name in derived.targets})
    return checks


def show(number: Number) -> str:
    """Return a number with the digits that a reader needs.

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
    """Return a number with thousands separators, unless its digits have separate meanings.

    >>> quantity(1726), quantity(110110, "1: thread 0 ran"), quantity(6006.264), quantity(None)
    ('1,726', '110110', '6,006', 'nothing')
    """
    if number is None:
        return "nothing"
    if unit.startswith("1: "):
        return str(number)
    is_large = isinstance(number, int) or number >= _MANY
    return f"{number:,}" if is_large else f"{number:,.4g}"
