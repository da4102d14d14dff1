# SPDX-License-Identifier: Apache-2.0
"""The colours of pictures of traces: those of spec/palette.json, which the viewer uses too."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

__all__ = ["DARK", "LIGHT", "Ground", "Palette", "ink_on", "lane_colour", "palette"]

_FILE: Final = Path(__file__).with_name("palette.json")


class Ground(BaseModel):
    """Background colours of all pictures; colours of CSS.

    Attributes:
        ground: of the picture.
        lane: background of a thread.
        grid, axis: lines.
        text, soft: letters, and those that matter less.
    """

    model_config = ConfigDict(frozen=True)

    ground: str
    lane: str
    grid: str
    axis: str
    text: str
    soft: str


class Palette(BaseModel):
    """All of them; colours of CSS.

    Attributes:
        lanes: of threads, in turn.
        idle: of the time in which none runs.
        interrupt: of handlers, and of the time in which interrupts are off.
        level: of a level above a thread's own priority.
        held_off: of a thread that is held off by such a level.
        late: of a thread that is due and does not run.
        good, bad: of verdicts.
        light, dark: on paper, and on an oscilloscope's screen.
    """

    model_config = ConfigDict(frozen=True)

    lanes: tuple[str, ...]
    idle: str
    interrupt: str
    level: str
    held_off: str
    late: str
    good: str
    bad: str
    light: Ground
    dark: Ground


@cache
def palette() -> Palette:
    """The palette."""
    return Palette.model_validate_json(_FILE.read_bytes())


def lane_colour(place: int) -> str:
    """The colour of a lane by its number in a trace: 0 idle, then the threads.

    >>> lane_colour(0) == palette().idle, lane_colour(1) == lane_colour(1 + len(palette().lanes))
    (True, True)
    """
    colours = palette()
    return colours.lanes[(place - 1) % len(colours.lanes)] if place > 0 else colours.idle


LIGHT: Final = palette().light
DARK: Final = palette().dark
_WHITE: Final = "#ffffff"
_LINEAR_TO: Final = 0.03928  # of a colour's part: below it, light rises in proportion


def ink_on(colour: str) -> str:
    """White or the colour of text, whichever reads better on a colour.

    >>> ink_on("#101010"), ink_on("#f0f0a0") == LIGHT.text
    ('#ffffff', True)
    """
    own, light, dark = (_luminance(each) + 0.05 for each in (colour, _WHITE, LIGHT.text))
    return _WHITE if light / own >= own / dark else LIGHT.text


def _luminance(colour: str) -> float:
    """Relative luminance, as contrast is defined for pages."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= _LINEAR_TO else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
