# SPDX-License-Identifier: Apache-2.0
"""The lateness under each model of each kernel as a picture: a bar for each cell of the table.

The bars have a logarithmic scale, because the results differ by a factor of 100 000. The colour
says what ended the wait.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from limen.linux.table import columns_of
from limen.picture.palette import LIGHT, palette
from limen.picture.svg import FONT, element, opening

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.lab.definition import Lab
    from limen.lab.measure import Row
    from limen.linux.results import Results

__all__ = ["draw_lateness"]

_TITLE: Final = "How late the first thread wakes up, by what the second one does and by model"
_ROW: Final = 22
_CELL: Final = 62
_LEFT: Final = 150
_GAP: Final = 14  # between kernels
_TOP: Final = 88
_BAR: Final = 5
_LEAST_MS: Final = 0.01
_MOST_MS: Final = 7000.0
_ON_TIME_MS: Final = 0.3
_TICK_MS: Final = 20.0
_END_MS: Final = 3000.0  # from the time when the thread is due, in the article
_KINDS: Final = (
    ("time", "on time (less than 0.3 ms)"),
    ("tick", "at a tick or a time slice"),
    ("check", "at a checkpoint"),
    ("end", "at the end of the section"),
)
_STYLE: Final = f"""
.lateness {{ background: {LIGHT.ground}; max-width: 100%; height: auto }}
.lateness text {{ font: 11px {FONT}; fill: {LIGHT.text} }}
.lateness .head {{ font-weight: 600 }}
.lateness .number {{ text-anchor: end; font-variant-numeric: tabular-nums }}
.lateness .line {{ stroke: {LIGHT.grid} }}
.lateness .time {{ fill: {palette().good} }}
.lateness .tick {{ fill: {palette().held_off} }}
.lateness .check {{ fill: {palette().lanes[1]} }}
.lateness .end {{ fill: {palette().late} }}
"""


def draw_lateness(lab: Lab, results: Results) -> str:
    """The picture, as SVG."""
    rows = [
        row
        for row in results.rows(lab)
        if row.unit == "ms" and not row.case.startswith("interrupt-") and row.measured is not None
    ]
    cases = [case.name for case in lab.cases if any(row.case == case.name for row in rows)]
    columns = columns_of(rows)
    targets = list(dict.fromkeys(target for target, _ in columns))
    left = {
        column: _LEFT + place * _CELL + targets.index(column[0]) * _GAP
        for place, column in enumerate(columns)
    }
    width = _LEFT + len(columns) * _CELL + len(targets) * _GAP
    size = (width, _TOP + len(cases) * _ROW + 8)
    top = {case: _TOP + place * _ROW for place, case in enumerate(cases)}
    pieces = [
        opening(_TITLE, size, _STYLE, "lateness"),
        element("text", f"{_TITLE}, ms", x=8, y=18, class_="head"),
        *_legend(),
        *_heads(columns, left, results.names),
    ]
    for case, y in top.items():
        pieces.append(element("line", x1=8, x2=width - 8, y1=y, y2=y, class_="line"))
        pieces.append(element("text", case, x=8, y=y + 15))
    pieces += [
        piece
        for row in rows
        for piece in _cell(row, left[row.target, row.metric], top[row.case], results.scale)
    ]
    return "\n".join([*pieces, "</svg>\n"])


def _legend() -> Iterator[str]:
    x = 8
    for kind, text in _KINDS:
        yield element("rect", x=x, y=29, width=10, height=10, class_=kind)
        yield element("text", text, x=x + 15, y=38)
        x += 190


def _heads(
    columns: Sequence[tuple[str, str]], left: dict[tuple[str, str], int], names: dict[str, str]
) -> Iterator[str]:
    shown: set[str] = set()
    for target, model in columns:
        x = left[target, model]
        if target not in shown:
            shown.add(target)
            yield element("text", f"Linux {names.get(target, target)}", x=x, y=62, class_="head")
        yield element("text", model, x=x, y=80)


def _cell(row: Row, x: int, y: int, scale: int) -> Iterator[str]:
    """A number, and a bar below it."""
    late = row.measured or 0.0
    share = math.log(max(late, _LEAST_MS) / _LEAST_MS) / math.log(_MOST_MS / _LEAST_MS)
    kind = _kind(late, scale)
    text = f"{late:.2f}" if late < _TICK_MS else f"{late:,.0f}"
    wide = _CELL - 12
    yield element("text", text, x=x + wide, y=y + 12, class_="number")
    yield element("rect", x=x, y=y + 15, width=wide * min(share, 1.0), height=_BAR, class_=kind)


def _kind(late: float, scale: int) -> str:
    """The kind of event that ended the wait.

    >>> _kind(0.06, 1), _kind(3.03, 10), _kind(200.1, 10), _kind(3000.2, 1)
    ('time', 'tick', 'check', 'end')
    """
    if late < _ON_TIME_MS:
        return "time"
    if late < _TICK_MS:
        return "tick"
    return "check" if late * scale < _END_MS else "end"
