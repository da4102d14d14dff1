# SPDX-License-Identifier: Apache-2.0
"""Signals as an oscilloscope shows them: traces on a dark ground, a grid of divisions, cursors.

A pulse that is narrower than a pixel is a line of full height, as with a scope's peak detection.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from limen.picture.palette import DARK, LIGHT, Ground
from limen.picture.svg import FONT, opening, step_of, time_label
from limen.signals.vcd import levels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.signals.vcd import Wire

__all__ = ["PAPER", "SCREEN", "Cursor", "Picture", "Screen", "Trace", "draw"]

_WIDTH: Final = 960
_LEFT: Final = 150
_RIGHT: Final = 24
_SPAN: Final = _WIDTH - _LEFT - _RIGHT
_DIVISIONS_MAX: Final = 14
_LINES_AT_ONE_PLACE: Final = 2  # there and back


@dataclass(frozen=True, slots=True)
class Trace:
    """One signal of a picture.

    Attributes:
        name: for people.
        place: the name of the pin.
        colour: of CSS.
        wire: its signal.
    """

    name: str
    place: str
    colour: str
    wire: Wire


@dataclass(frozen=True, slots=True)
class Cursor:
    """A measured time: two lines and the interval between them.

    Attributes:
        trace: number of the trace below it in the picture.
        begin, end: nanoseconds.
        text: for people.
    """

    trace: int
    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The contents of a picture.

    Attributes:
        title, subtitle: texts.
        traces: from top to bottom.
        begin, end: of the window, nanoseconds.
        zero: the instant that the axis calls 0, nanoseconds.
        cursors: the measured times.
    """

    title: str
    subtitle: str
    traces: Sequence[Trace]
    begin: int
    end: int
    zero: int
    cursors: Sequence[Cursor] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """The background of the signals.

    Attributes:
        kind: a class of CSS.
        ground: its colours.
        font: of CSS.
        lane: height of a trace with the space around it.
        high: the part of it that the trace uses.
        with_title: the title and the subtitle are drawn on it.
    """

    kind: str
    ground: Ground
    font: str
    lane: int
    high: int
    with_title: bool

    @property
    def top(self) -> int:
        """The y coordinate at which the first trace begins."""
        return 62 if self.with_title else 26

    def low(self, row: int) -> int:
        """The y coordinate of the low level of a trace."""
        return self.top + self.lane * (row + 1) - 10

    @property
    def style(self) -> str:
        """Rules of CSS."""
        ground = self.ground
        rules = (
            f"text{{font:13px {self.font};fill:{ground.text}}}",
            f".title{{font-size:16px;font-weight:bold;fill:{ground.text}}}",
            f".small{{font-size:11px;fill:{ground.soft}}}",
            "path{fill:none}",
            f".grid{{stroke:{ground.grid};stroke-width:1}}",
            f".axis{{stroke:{ground.axis};stroke-width:1}}",
            ".trace{stroke-width:1.4;stroke-linejoin:round}",
            ".cursor{stroke-width:1;stroke-dasharray:3 3}",
            ".arrow{stroke-width:1}",
        )
        return "".join(f".{self.kind} {rule}" for rule in rules)


SCREEN: Final = Screen(
    "scope", DARK, "'DejaVu Sans Mono',Menlo,Consolas,monospace", 72, 34, with_title=True
)
PAPER: Final = Screen("pins", LIGHT, FONT, 54, 24, with_title=False)


def draw(picture: Picture, screen: Screen = SCREEN) -> str:
    """The picture as SVG."""
    height = screen.top + screen.lane * len(picture.traces) + 44 - 16 * (not screen.with_title)
    pieces = [
        opening(picture.title, (_WIDTH, height), screen.style, screen.kind),
        f'<rect width="{_WIDTH}" height="{height}" rx="6" fill="{screen.ground.ground}"/>',
    ]
    if screen.with_title:
        pieces += [
            f'<text class="title" x="20" y="28">{escape(picture.title)}</text>',
            f'<text class="small" x="20" y="47">{escape(picture.subtitle)}</text>',
        ]
    pieces += _grid(picture, screen)
    for row, trace in enumerate(picture.traces):
        pieces += _trace(picture, trace, screen, row)
    for cursor in picture.cursors:
        pieces += _cursor(picture, cursor, screen)
    return "\n".join([*pieces, "</svg>"]) + "\n"


def _x(picture: Picture, time: float) -> float:
    return _LEFT + _SPAN * (time - picture.begin) / (picture.end - picture.begin)


def _grid(picture: Picture, screen: Screen) -> Iterator[str]:
    division = round(1e9 * step_of((picture.end - picture.begin) / 1e9, _DIVISIONS_MAX))
    bottom = screen.top + screen.lane * len(picture.traces)
    first = -((picture.zero - picture.begin) // division)
    last = (picture.end - picture.zero) // division
    lines = {
        index: _x(picture, picture.zero + index * division) for index in range(first, last + 1)
    }
    upright = {index: f"M{x:.1f} {screen.top}V{bottom}" for index, x in lines.items()}
    axis = upright.pop(0, "")
    rows = range(screen.top, bottom + 1, screen.lane)
    across = "".join(f"M{_LEFT} {y}H{_LEFT + _SPAN}" for y in rows)
    yield f'<path class="grid" d="{"".join(upright.values())}{across}"/>'
    if axis:
        yield f'<path class="axis" d="{axis}"/>'
    for index, x in lines.items():
        text = time_label(index * division / 1e9, division / 1e9)
        place = f'x="{x:.1f}" y="{bottom + 18}" text-anchor="middle"'
        yield f'<text class="small" {place}>{text}</text>'
    per = f"{time_label(division / 1e9, division / 1e9)} per division"
    place = f'x="{_LEFT + _SPAN}" y="{screen.top - 15}" text-anchor="end"'
    yield f'<text class="small" {place}>{per}</text>'


def _trace(picture: Picture, trace: Trace, screen: Screen, row: int) -> Iterator[str]:
    low = screen.low(row)
    yield f'<text x="20" y="{low - 18}" style="fill:{trace.colour}">{escape(trace.name)}</text>'
    yield f'<text class="small" x="20" y="{low - 3}">{escape(trace.place)}</text>'
    line = _line(picture, trace.wire, low, screen.high)
    yield f'<path class="trace" stroke="{trace.colour}" d="{line}"/>'


def _line(picture: Picture, wire: Wire, low: int, high: int) -> str:
    """Draw edges within one tenth of a pixel as one line that ends at the newest level."""
    changes = [
        (f"{_x(picture, time):.1f}", is_high)
        for time, is_high in levels(wire, picture.begin, picture.end)
    ]
    (x, is_high), *rest = changes
    segments = [f"M{x} {low - high * is_high}"]
    at, lines = x, 0
    for x, is_high in rest:
        if x != at:
            segments.append(f"H{x}")
            at, lines = x, 0
        lines += 1
        level = f"V{low - high * is_high}"
        if lines <= _LINES_AT_ONE_PLACE or segments[-1] != level:
            segments.append(level)
    return "".join([*segments, f"H{_LEFT + _SPAN}"])


def _cursor(picture: Picture, cursor: Cursor, screen: Screen) -> Iterator[str]:
    colour = picture.traces[cursor.trace].colour
    begin, end = _x(picture, cursor.begin), _x(picture, cursor.end)
    y = screen.low(cursor.trace) - screen.high - 9
    foot = screen.low(cursor.trace) + 4
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
            f'fill="{screen.ground.ground}"/>'
        )
    yield (
        f'<text x="{x:.1f}" y="{y + 4}" text-anchor="{anchor}" style="fill:{colour}">'
        f"{escape(cursor.text)}</text>"
    )
