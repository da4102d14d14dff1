# SPDX-License-Identifier: Apache-2.0
"""Signals as an oscilloscope shows them: traces on a dark ground, a grid of divisions, cursors.

A pulse that is narrower than a pixel is a line of full height, as with a scope's peak detection.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from limen.signals.vcd import levels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.signals.vcd import Wire

__all__ = ["Cursor", "Picture", "Trace", "draw"]

_WIDTH: Final = 960
_LEFT: Final = 150
_RIGHT: Final = 24
_TOP: Final = 62
_LANE: Final = 72
_HIGH: Final = 34  # of a trace
_SPAN: Final = _WIDTH - _LEFT - _RIGHT
_DIVISIONS_MAX: Final = 14
_MILLISECONDS_FROM: Final = 500_000  # nanoseconds in a division: from here on they read better
_LINES_AT_ONE_PLACE: Final = 2  # there and back

_STYLE: Final = (
    "text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#c9d1d9}"
    ".title{font-size:16px;font-weight:bold;fill:#f0f3f6}"
    ".small{font-size:11px;fill:#8b949e}"
    "path{fill:none}"
    ".grid{stroke:#2b333c;stroke-width:1}"
    ".axis{stroke:#48525e;stroke-width:1}"
    ".trace{stroke-width:1.4;stroke-linejoin:round}"
    ".cursor{stroke-width:1;stroke-dasharray:3 3}"
    ".arrow{stroke-width:1}"
)


@dataclass(frozen=True, slots=True)
class Trace:
    """One signal of a picture.

    Attributes:
        name: for people.
        place: which pin it is, for people.
        colour: of CSS.
        wire: what it shows.
    """

    name: str
    place: str
    colour: str
    wire: Wire


@dataclass(frozen=True, slots=True)
class Cursor:
    """A measured time: two lines and what lies between them.

    Attributes:
        trace: above which it stands, by place in the picture.
        begin, end: nanoseconds.
        text: for people.
    """

    trace: int
    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw.

    Attributes:
        title, subtitle: for people.
        traces: from top to bottom.
        begin, end: of the window, nanoseconds.
        zero: the instant that the axis calls 0, nanoseconds.
        cursors: what was measured.
    """

    title: str
    subtitle: str
    traces: Sequence[Trace]
    begin: int
    end: int
    zero: int
    cursors: Sequence[Cursor] = ()


def draw(picture: Picture) -> str:
    """The picture as SVG."""
    height = _TOP + _LANE * len(picture.traces) + 44
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(picture.title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" rx="6" fill="#0d1117"/>',
        f'<text class="title" x="20" y="28">{escape(picture.title)}</text>',
        f'<text class="small" x="20" y="47">{escape(picture.subtitle)}</text>',
        *_grid(picture),
    ]
    for row, trace in enumerate(picture.traces):
        pieces += _trace(picture, trace, row)
    for cursor in picture.cursors:
        pieces += _cursor(picture, cursor)
    return "\n".join([*pieces, "</svg>"]) + "\n"


def _x(picture: Picture, time: int) -> float:
    return _LEFT + _SPAN * (time - picture.begin) / (picture.end - picture.begin)


def _low(row: int) -> int:
    """Where the low level of a trace is."""
    return _TOP + _LANE * (row + 1) - 10


def _division(span: int) -> int:
    """A round number of nanoseconds, some of which make up the window.

    >>> _division(24_000_000), _division(16_000), _division(3_000)
    (2000000, 2000, 500)
    """
    division = 1
    while True:
        for factor in (1, 2, 5):
            if span <= division * factor * _DIVISIONS_MAX:
                return division * factor
        division *= 10


def _duration(nanoseconds: int, division: int) -> str:
    """A time with the unit that suits the divisions.

    >>> _duration(4_000_000, 2_000_000), _duration(500, 500), _duration(0, 1000)
    ('4 ms', '0.5 µs', '0')
    """
    if nanoseconds == 0:
        return "0"
    scale, unit = (1e6, "ms") if division >= _MILLISECONDS_FROM else (1e3, "µs")
    return f"{nanoseconds / scale:g} {unit}".replace("-", "\N{MINUS SIGN}")


def _grid(picture: Picture) -> Iterator[str]:
    division = _division(picture.end - picture.begin)
    bottom = _TOP + _LANE * len(picture.traces)
    first = -((picture.zero - picture.begin) // division)
    last = (picture.end - picture.zero) // division
    for index in range(first, last + 1):
        x = _x(picture, picture.zero + index * division)
        kind = "axis" if index == 0 else "grid"
        yield f'<path class="{kind}" d="M{x:.1f} {_TOP}V{bottom}"/>'
        text = _duration(index * division, division)
        place = f'x="{x:.1f}" y="{bottom + 18}" text-anchor="middle"'
        yield f'<text class="small" {place}>{text}</text>'
    for row in range(len(picture.traces) + 1):
        yield f'<path class="grid" d="M{_LEFT} {_TOP + _LANE * row}H{_LEFT + _SPAN}"/>'
    per = f"{_duration(division, division)} per division"
    yield f'<text class="small" x="{_LEFT + _SPAN}" y="47" text-anchor="end">{per}</text>'


def _trace(picture: Picture, trace: Trace, row: int) -> Iterator[str]:
    low = _low(row)
    yield f'<text x="20" y="{low - 18}" style="fill:{trace.colour}">{escape(trace.name)}</text>'
    yield f'<text class="small" x="20" y="{low - 3}">{escape(trace.place)}</text>'
    line = _line(picture, trace.wire, low)
    yield f'<path class="trace" stroke="{trace.colour}" d="{line}"/>'


def _line(picture: Picture, wire: Wire, low: int) -> str:
    """Edges that fall on one tenth of a pixel are one line, and leave the newest level."""
    changes = [
        (f"{_x(picture, time):.1f}", is_high)
        for time, is_high in levels(wire, picture.begin, picture.end)
    ]
    (x, is_high), *rest = changes
    words = [f"M{x} {low - _HIGH * is_high}"]
    at, lines = x, 0
    for x, is_high in rest:
        if x != at:
            words.append(f"H{x}")
            at, lines = x, 0
        lines += 1
        level = f"V{low - _HIGH * is_high}"
        if lines <= _LINES_AT_ONE_PLACE or words[-1] != level:
            words.append(level)
    return "".join([*words, f"H{_LEFT + _SPAN}"])


def _cursor(picture: Picture, cursor: Cursor) -> Iterator[str]:
    colour = picture.traces[cursor.trace].colour
    begin, end = _x(picture, cursor.begin), _x(picture, cursor.end)
    y = _low(cursor.trace) - _HIGH - 9
    foot = _low(cursor.trace) + 4
    line = f'stroke="{colour}"'
    for x in (begin, end):
        yield f'<path class="cursor" {line} d="M{x:.1f} {y - 4}V{foot}"/>'
    yield f'<path class="arrow" {line} d="M{begin:.1f} {y}H{end:.1f}"/>'
    width = 7.9 * len(cursor.text)
    inside = end - begin > width + 12
    right_of = end + 8 + width <= _LEFT + _SPAN
    x = (begin + end) / 2 if inside else end + 8 if right_of else begin - 8
    anchor = "middle" if inside else "start" if right_of else "end"
    if inside:
        yield (
            f'<rect x="{x - width / 2 - 4:.1f}" y="{y - 8}" width="{width + 8:.1f}" height="16" '
            'fill="#0d1117"/>'
        )
    yield (
        f'<text x="{x:.1f}" y="{y + 4}" text-anchor="{anchor}" style="fill:{colour}">'
        f"{escape(cursor.text)}</text>"
    )
