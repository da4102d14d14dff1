# SPDX-License-Identifier: Apache-2.0
"""Curves of labs as SVG: a metric over several cases, and a ratio over the cost of a switch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.lab.ratio import ratio_at, solved_rows
from limen.picture.palette import LIGHT
from limen.picture.svg import FONT, element, opening, step_of, text_width
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from limen.lab.definition import Curve, Lab
    from limen.lab.measure import Row
    from limen.lab.ratio import Solved

__all__ = ["curve_name", "draw_curve", "draw_ratio", "ratio_name", "write_curves"]

_SIZE: Final = (690, 346)
_LEFT: Final = 58  # edges of the plot
_RIGHT: Final = 682
_TOP: Final = 26
_LOW: Final = 300
_COLOURS: Final = ("#2f6fc9", "#c0392b", "#24845a", "#8a6a14")
# Paths from a point: a circle, a square, a triangle, a diamond.
_MARKS: Final = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-4 -4h8v8h-8z",
    "m0 -5l5 9h-10z",
    "m0 -5l5 5l-5 5l-5 -5z",
)
_PEER: Final = "#777777"
_LEAST: Final = 0.005  # a logarithmic axis has no 0
_DECADES: Final = 2  # with fewer of them on an axis, each line of it has a number
_MARGIN: Final = 1.3  # beyond the numbers of a logarithmic axis
_TICKS: Final = 8  # at most, on a linear axis
_PIECES: Final = 50  # of the curve of a ratio
_SPACE: Final = 15  # between two labels
_STYLE: Final = f"""
.curve {{ background: {LIGHT.ground}; max-width: 100%; height: auto }}
.curve text {{ font: 12px {FONT}; fill: {LIGHT.text} }}
.curve .grid {{ fill: none; stroke: {LIGHT.grid} }}
.curve .axis {{ fill: none; stroke: {LIGHT.axis} }}
.curve .lead {{ stroke: {LIGHT.axis}; stroke-width: 0.6 }}
.curve path.peer {{ fill: {_PEER} }}
.curve .own {{ fill: {_COLOURS[0]} }}
.curve .line {{ fill: none; stroke-width: 1.5 }}
.curve .number {{ text-anchor: end }}
.curve .middle {{ text-anchor: middle }}
"""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Axis:
    """An axis of a plot.

    Attributes:
        label: of the axis.
        low, high: numbers at its ends.
        begin, end: where they are in the picture.
    """

    label: str
    low: float
    high: float
    begin: float
    end: float

    def at(self, number: float) -> float:
        """The position of a number."""
        share = (number - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> dict[str, float]:
        """The round numbers on the axis."""
        step = step_of(self.high - self.low, _TICKS)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return {f"{step * each:,.6g}": self.at(step * each) for each in range(first, last + 1)}

    def lines(self) -> list[float]:
        """The positions of the lines of the grid."""
        return list(self.ticks().values())


@dataclass(frozen=True, slots=True)
class _LogAxis(_Axis):
    """One on which equal distances are equal factors; low and high are above 0."""

    def at(self, number: float) -> float:
        share = math.log(number / self.low) / math.log(self.high / self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> dict[str, float]:
        numbers = [10.0**each for each in self._decades()]
        if len(numbers) < _DECADES:
            numbers = self._numbers()
        return {f"{each:,.6g}": self.at(each) for each in numbers}

    def lines(self) -> list[float]:
        return [self.at(number) for number in self._numbers()]

    def _numbers(self) -> list[float]:
        numbers = (digit * 10.0**each for each in self._decades(1) for digit in range(1, 10))
        return [number for number in numbers if self.low <= number <= self.high]

    def _decades(self, more: int = 0) -> range:
        first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
        return range(first - more, last + 1)


def ratio_name(lab: str) -> str:
    """The file of the picture of a lab's ratio."""
    return f"{lab}-ratio.svg"


def curve_name(lab: str, number: int) -> str:
    """The file of the picture of a lab's curve."""
    return f"{lab}-curve-{number}.svg"


def write_curves(lab: Lab, rows: Sequence[Row], folder: Path) -> None:
    """Write all of them into a folder."""
    if lab.ratio is not None:
        write_whole(folder / ratio_name(lab.name), draw_ratio(lab, rows))
    for number, curve in enumerate(lab.curves):
        picture = draw_curve(curve, rows)
        write_whole(folder / curve_name(lab.name, number), picture)


def draw_curve(curve: Curve, rows: Sequence[Row]) -> str:
    """A line for each target, on logarithmic axes; a number of 0 is drawn at the lower edge."""
    lines = _lines(curve, rows)
    numbers = [y for points in lines.values() for _, y in points] or [1.0]
    x = _log_axis(curve.x_label, curve.x, _LEFT, _RIGHT)
    y = _log_axis(curve.y_label, numbers, _LOW, _TOP)
    pieces = [opening(curve.title, _SIZE, _STYLE, "curve"), *_frame(x, y)]
    place = float(_LEFT)
    for number, (target, points) in enumerate(lines.items()):
        colour, mark = _COLOURS[number % len(_COLOURS)], _MARKS[number % len(_MARKS)]
        drawn = [(x.at(each), y.at(value)) for each, value in points]
        pieces += [
            _polyline(drawn, colour),
            element("path", d=_marks([*drawn, (place + 5, 12)], mark), fill=colour),
            element("text", target, x=place + 14, y=16),
        ]
        place += 34 + text_width(target, 12)
    return "\n".join([*pieces, "</svg>\n"])


def _lines(curve: Curve, rows: Sequence[Row]) -> dict[str, list[Point]]:
    """The points of each target that has two, since one shows no course."""
    numbers = dict(zip(curve.cases, curve.x, strict=True))
    lines: dict[str, list[Point]] = {}
    for row in rows:
        if row.metric == curve.metric and row.case in numbers and row.measured is not None:
            point = numbers[row.case], max(row.measured / curve.scale, _LEAST)
            lines.setdefault(row.target, []).append(point)
    return {target: sorted(points) for target, points in lines.items() if len(points) > 1}


def draw_ratio(lab: Lab, rows: Sequence[Row]) -> str:
    """The ratio against s / m: a curve, on which all kernels of lab.ratio are."""
    if lab.ratio is None:
        raise AssertionError(lab.name)
    model = lab.ratio
    solved = sorted(solved_rows(lab, rows), key=lambda each: each.share)
    end = max((each.share for each in solved), default=1.0) * 1.15
    x = _Axis(
        "cost of a switch, in messages: s / m", 0, end, _LEFT, _LEFT + 0.48 * (_RIGHT - _LEFT)
    )
    y = _Axis("ratio of the times, T1 / T2", 1, ratio_at(model, end), _LOW, _TOP)
    shares = [end * piece / _PIECES for piece in range(_PIECES + 1)]
    curve = [(x.at(share), y.at(ratio_at(model, share))) for share in shares]
    pieces = [
        opening(model.title, _SIZE, _STYLE, "curve"),
        *_frame(x, y),
        _polyline(curve, "#bbbbbb"),
        *_names(solved, x, y),
    ]
    return "\n".join([*pieces, "</svg>\n"])


def _names(solved: Sequence[Solved], x: _Axis, y: _Axis) -> Iterator[str]:
    """Draw the point of each kernel and, in a column, its name with a line to the point."""
    left = x.end + 24
    places: list[float] = []
    for each in solved:
        places.append(min([y.at(each.ratio), *(place - _SPACE for place in places[-1:])]))
    down = max(0.0, _SPACE - min(places, default=_SPACE))
    for each, place in zip(solved, places, strict=True):
        across, up, level = x.at(each.share), y.at(each.ratio), place + down
        kind = "own" if each.is_own else "peer"
        yield element("line", x1=across, y1=up, x2=left - 4, y2=level, class_="lead")
        yield element("path", d=_marks([(across, up)], _MARKS[0]), class_=kind)
        yield element("text", each.name, x=left, y=level + 4, class_=kind)


def _log_axis(label: str, numbers: Sequence[float], begin: float, end: float) -> _LogAxis:
    return _LogAxis(label, min(numbers) / _MARGIN, max(numbers) * _MARGIN, begin, end)


def _frame(x: _Axis, y: _Axis) -> Iterator[str]:
    """The grid, the axes, their numbers and their labels."""
    grid = [f"M{each:.1f} {y.begin}V{y.end}" for each in x.lines()]
    grid += [f"M{x.begin} {each:.1f}H{x.end:.1f}" for each in y.lines()]
    yield element("path", d="".join(grid), class_="grid")
    yield element("path", d=f"M{x.begin} {y.end}V{y.begin}H{x.end:.1f}", class_="axis")
    for text, place in x.ticks().items():
        yield element("text", text, x=place, y=y.begin + 16, class_="middle")
    for text, place in y.ticks().items():
        yield element("text", text, x=x.begin - 6, y=place + 4, class_="number")
    yield element("text", x.label, x=(x.begin + x.end) / 2, y=_SIZE[1] - 8, class_="middle")
    turned = f"translate(14 {(y.begin + y.end) / 2:.0f}) rotate(-90)"
    yield element("text", y.label, transform=turned, class_="middle")


def _polyline(points: Sequence[Point], colour: str) -> str:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return element("polyline", points=text, class_="line", stroke=colour)


def _marks(points: Sequence[Point], mark: str) -> str:
    """A path that has the same mark at each point."""
    return "".join(f"M{x:.1f} {y:.1f}{mark}" for x, y in points)
