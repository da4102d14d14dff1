# SPDX-License-Identifier: Apache-2.0
"""Panels one above the other on one time base: running, ready and held-off threads.

The widths of the bars of running threads are exact, however thin they are; data-scale contains the
pixels per tick.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from limen.picture.palette import LIGHT, ink_on, palette
from limen.picture.svg import FONT, element, opening, step_of, text_width, time_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from limen.picture.scene import Bar, Lane, Level, Panel, Switch

__all__ = ["Drawing", "draw_panels"]

_WIDTH: Final = 760
_LEFT: Final = 142
_SPAN: Final = _WIDTH - _LEFT - 22
_HEAD: Final = 20
_NUMBERS: Final = 15  # the line of the switches' numbers
_FOOT: Final = 8
_AXIS: Final = 20
_LEGEND: Final = 24
_STEPS: Final = 10  # of an axis, at most
_SMALL: Final = 10
_THINNEST: Final = 0.8
_EDGE: Final = 1.2  # between a bar and the marks on it
_BETWEEN: Final = 3  # labels
_FEW_LANES: Final = 12  # with more of them they are narrow

_STYLE: Final = (
    f".timeline text{{font:11px {FONT}}}.timeline{{fill:{LIGHT.text}}}"
    f".timeline .s{{font-size:10px;fill:{LIGHT.soft}}}"
    f".timeline .q{{font-size:.9em;fill:{LIGHT.soft}}}"
    ".timeline .b{font-weight:600}"
    ".timeline .w{font-size:10px;font-weight:600}"
    ".timeline .run{stroke-width:.8}"
    f".timeline .g{{stroke:{LIGHT.grid};stroke-width:1}}"
    f".timeline .x{{stroke:{LIGHT.axis};stroke-width:.7;stroke-dasharray:2 2}}"
    f".timeline .c{{fill:none;stroke:{LIGHT.axis};stroke-width:1}}"
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The style of panels.

    Attributes:
        title: of the picture, for readers who cannot see it.
        numbers: switches have theirs.
        heading: write the title above the panels, too.
    """

    title: str
    numbers: bool = True
    heading: bool = False


def draw_panels(panels: Sequence[Panel], drawing: Drawing) -> str:
    """The picture as SVG; all panels have the time base of the longest one."""
    seconds = max((panel.end - panel.begin) / panel.clock_hz for panel in panels) or 1e-9
    top = _LEGEND + (22 if drawing.heading else 0)
    places = [_Place(panel, drawing, top, _SPAN / seconds) for panel in panels[:1]]
    for panel in panels[1:]:
        places.append(_Place(panel, drawing, places[-1].bottom, _SPAN / seconds))
    bottom = places[-1].bottom
    pieces = [opening(drawing.title, (_WIDTH, bottom + _AXIS), _STYLE, "timeline")]
    pieces.append(element("rect", width="100%", height="100%", fill=LIGHT.ground))
    if drawing.heading:
        pieces.append(element("text", drawing.title, class_="b", x=_LEFT, y=15))
    pieces += _legend(panels, top - 9)
    pieces += _axis(seconds, top, bottom)
    for place in places:
        pieces += place.panel_pieces()
    return "\n".join([*pieces, "</svg>"]) + "\n"


def _axis(seconds: float, top: int, bottom: int) -> Iterator[str]:
    step = step_of(seconds, _STEPS)
    ticks = range(int(seconds / step + 1e-9) + 1)
    lines = {number: _LEFT + _SPAN * number * step / seconds for number in ticks}
    grid = "".join(f"M{x:.1f} {top}V{bottom}" for x in lines.values())
    yield element("path", class_="g", d=grid)
    for number, x in lines.items():
        label = time_label(number * step, step)
        middle = min(x, _WIDTH - text_width(label, _SMALL) / 2)  # the last one is not cut off
        yield element("text", label, class_="s", x=middle, y=bottom + 14, text_anchor="middle")


def _legend(panels: Sequence[Panel], y: int) -> Iterator[str]:
    """Bounds of the visible items."""
    lanes = [lane for panel in panels for lane in panel.lanes]
    colours = palette()
    entries = (
        ("runs", LIGHT.soft, 10, True),
        ("ready", LIGHT.axis, 8, any(_lasts(lane.ready) for lane in lanes)),
        ("waits", LIGHT.axis, 1, any(_lasts(lane.waits) for lane in lanes)),
        (
            "held off",
            colours.held_off,
            10,
            any(_lasts(lane.held_off) for lane in lanes),
        ),
        ("level raised", colours.level, 4, any(lane.levels for lane in lanes)),
        ("late", colours.late, 6, any(_lasts(lane.late) for lane in lanes)),
        ("interrupts off", colours.interrupt, 4, any(lane.off for lane in lanes)),
    )
    x = float(_LEFT)
    for text, colour, high, is_there in entries:
        if is_there:
            yield element("rect", x=x, y=y - high / 2 - 4, width=16, height=high, fill=colour)
            yield element("text", text, class_="s", x=x + 21, y=y)
            x += 40 + text_width(text, _SMALL)


def _lasts(bars: Sequence[Bar]) -> bool:
    return any(bar.end > bar.begin for bar in bars)


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a panel.

    Attributes:
        panel: its contents.
        drawing: how.
        top: of it.
        scale: of a second.
    """

    panel: Panel
    drawing: Drawing
    top: int
    scale: float

    @property
    def _is_narrow(self) -> bool:
        return len(self.panel.lanes) > _FEW_LANES

    @property
    def _high(self) -> int:
        return 9 if self._is_narrow else 19 if self.drawing.numbers else 15

    @property
    def _pitch(self) -> int:
        return self._high + (2 if self._is_narrow else 3)

    @property
    def _numbers_high(self) -> int:
        return _NUMBERS if self.drawing.numbers and self.panel.switches else 0

    @property
    def _lanes_top(self) -> int:
        return self.top + _HEAD + self._numbers_high

    @property
    def _lanes_bottom(self) -> int:
        return self._lanes_top + len(self.panel.lanes) * self._pitch

    @property
    def bottom(self) -> int:
        """The y coordinate at which the next panel begins."""
        return self._lanes_bottom + _FOOT

    def _x(self, tick: int) -> float:
        return _LEFT + (tick - self.panel.begin) / self.panel.clock_hz * self.scale

    def _y(self, lane: int) -> int:
        return self._lanes_top + lane * self._pitch

    def panel_pieces(self) -> Iterator[str]:
        """The complete panel: heading, lanes, items, switches."""
        yield f'<text x="{_LEFT}" y="{self.top + 14}">{self._heading()}</text>'
        for place, lane in enumerate(self.panel.lanes):
            yield from self._ground(place, lane)
        if self._numbers_high:
            yield from self._numbers()
        for place, lane in enumerate(self.panel.lanes):
            yield from self._lane(place, lane)

    def _heading(self) -> str:
        title = element("tspan", self.panel.title, class_="b")
        return title + (f": {self.panel.verdict}" if self.panel.verdict else "")

    def _ground(self, place: int, lane: Lane) -> Iterator[str]:
        y, high = self._y(place), self._high
        width = (self.panel.end - self.panel.begin) / self.panel.clock_hz * self.scale
        yield element("rect", x=_LEFT, y=y, width=width, height=high, fill=LIGHT.lane)
        name = element("tspan", lane.name, class_="b")
        note = element("tspan", lane.note, class_="q", dx=4) if lane.note else ""
        size = ' style="font-size:8.5px"' if self._is_narrow else ""
        foot = y + high / 2 + (3 if self._is_narrow else 4)
        yield f'<text x="{_LEFT - 8}" y="{foot:g}" text-anchor="end"{size}>{name}{note}</text>'

    def _lane(self, place: int, lane: Lane) -> Iterator[str]:
        y, high, colours = self._y(place), self._high, palette()
        late = [bar for bar in lane.late if bar.end > bar.begin]
        level_y = y + high * 3 / 4
        yield from self._bars(lane.waits, y + high / 2 - 0.6, 1.2, LIGHT.axis, "waits")
        yield from self._bars(lane.ready, y + high / 4, high / 2, lane.colour, "ready", 0.3)
        yield from self._bars(
            lane.held_off, y + high / 8, high * 3 / 4, colours.held_off, "held-off"
        )
        yield from self._bars(late, y + high / 3, high / 3, colours.late, "late")
        yield from self._runs(lane, y)
        yield from self._bars(lane.levels, level_y - _EDGE, _EDGE, LIGHT.ground, "edge")
        yield from self._bars(lane.levels, level_y, high / 4, colours.level, "level")
        for level in lane.levels:
            x, end = self._x(level.begin), self._x(level.end)
            if not self._is_narrow and end - x > text_width(level.text, _SMALL) + 8:
                middle = (x + end) / 2
                yield element(
                    "text",
                    level.text,
                    class_="w",
                    fill=ink_on(lane.colour),
                    x=middle,
                    y=y + round(high * 3 / 8 + 3.75),  # in the middle above the bar
                    text_anchor="middle",
                )
        yield from self._bars(lane.off, y, high / 4, colours.interrupt, "off")

    def _runs(self, lane: Lane, y: int) -> Iterator[str]:
        """Items without length are lines; the edge of a thin one makes it as wide as a line."""
        scale = self.scale / self.panel.clock_hz
        yield (
            f'<g class="run" data-lane="{escape(lane.name)}" data-scale="{scale:.9g}" '
            f'fill="{lane.colour}" stroke="{lane.colour}">'
        )
        moments: dict[str, None] = {}  # those on one place are one line
        for bar in lane.runs:
            x, width = self._x(bar.begin), (bar.end - bar.begin) * scale
            if bar.end > bar.begin:
                yield element("rect", x=x, y=y, width=width, height=self._high)
            else:
                moments[f"M{x:.1f} {y}V{y + self._high}"] = None
        if moments:
            yield element("path", d="".join(moments))
        yield "</g>"

    def _bars(
        self,
        bars: Sequence[Bar | Level],
        y: float,
        high: float,
        colour: str,
        kind: str,
        opacity: float = 1.0,
    ) -> Iterator[str]:
        """All bars of a kind, if there are some, as one path."""
        pieces = []
        for bar in bars:
            x = self._x(bar.begin)
            end = max(self._x(bar.end), x + _THINNEST)
            pieces.append(f"M{x:.1f} {y:.5g}H{end:.1f}V{y + high:.5g}H{x:.1f}z")
        if pieces:
            shape = "".join(dict.fromkeys(pieces))
            yield element("path", class_=kind, d=shape, fill=colour, fill_opacity=opacity)

    def _numbers(self) -> Iterator[str]:
        """Items that are close together share a label; a line leads to their position."""
        y = self.top + _HEAD + 8
        for near in self._near():
            x = self._middle(near)
            label = _label(near)
            yield element("text", label, class_="s number", x=x, y=y, text_anchor="middle")
        places = dict.fromkeys(f"{self._x(switch.tick):.1f}" for switch in self.panel.switches)
        lines = "".join(f"M{x} {y + 3}V{self._lanes_bottom - 2}" for x in places)
        yield element("path", class_="x", d=lines)

    def _near(self) -> list[list[Switch]]:
        """Switches in groups, so that no two labels touch."""
        groups: list[list[Switch]] = []
        for switch in self.panel.switches:
            groups.append([switch])
            while len(groups) > 1 and self._touches(groups[-2], groups[-1]):
                groups[-2:] = [groups[-2] + groups[-1]]
        return groups

    def _middle(self, group: Sequence[Switch]) -> float:
        return (self._x(group[0].tick) + self._x(group[-1].tick)) / 2

    def _touches(self, one: Sequence[Switch], other: Sequence[Switch]) -> bool:
        widths = text_width(_label(one), _SMALL) + text_width(_label(other), _SMALL)
        return self._middle(other) - self._middle(one) < widths / 2 + _BETWEEN


def _label(group: Sequence[Switch]) -> str:
    """The numbers of switches that are neighbours."""
    first, last = group[0].number, group[-1].number
    return f"{first}" if first == last else f"{first}\N{EN DASH}{last}"
