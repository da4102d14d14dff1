# SPDX-License-Identifier: Apache-2.0
"""The findings of a lab: texts of lab.toml with the measured numbers inserted.

The texts have places such as ``{CASE.METRIC}``, ``{CASE.METRIC@TARGET}`` for the number of one
target, and ``{CASE.METRIC@TARGET/25000}`` for a number that is divided. Without a target it is the
number that was counted, otherwise that of the first target that has one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from limen.lab.text import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row

__all__ = ["NOT_RUN", "finding_of", "first_sentence", "places_of", "with_numbers"]

_PLACE: Final = re.compile(
    r"\{([A-Za-z0-9_/.-]+?\.[A-Za-z0-9_-]+)"  # CASE.METRIC
    r"(?:@([a-z0-9.-]+))?(?:/([0-9.]+))?\}"
)
NOT_RUN: Final = "(not run)"
_COUNTED: Final = ("mps2-an385", "rp2040", "microbit")
_SMALL: Final = 0.0005


def places_of(text: str) -> Iterator[tuple[str, str]]:
    """The metrics that a text names, with their targets, which may be empty.

    >>> list(places_of("{a.b} and {c/d.e@rp2040/1000} and {no}"))
    [('a.b', ''), ('c/d.e', 'rp2040')]
    """
    return ((match[1], match[2] or "") for match in _PLACE.finditer(text))


def finding_of(lab: Lab, rows: Sequence[Row]) -> str:
    """The text ``finding`` with the numbers."""
    return with_numbers(lab.finding, rows)


def with_numbers(text: str, rows: Sequence[Row]) -> str:
    """A text with the numbers; "not run" for a number that was not measured."""
    measured: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row.measured is not None:
            measured.setdefault(f"{row.case}.{row.metric}", {})[row.target] = row

    def number(match: re.Match[str]) -> str:
        row = _chosen(measured.get(match[1], {}), match[2] or "")
        if row is None or row.measured is None:
            return NOT_RUN
        value = row.measured if match[3] is None else row.measured / float(match[3])
        return "0" if abs(value) < _SMALL else quantity(value, row.unit)

    return _PLACE.sub(number, " ".join(text.split()))


def _chosen(rows: Mapping[str, Row], target: str) -> Row | None:
    if target:
        return rows.get(target)
    for name in (*_COUNTED, *rows):
        if name in rows:
            return rows[name]
    return None


def first_sentence(text: str) -> str:
    """The first sentence of a text.

    >>> first_sentence("It takes 1.5 s. It ends.")
    'It takes 1.5 s.'
    """
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0]
