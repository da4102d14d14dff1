# SPDX-License-Identifier: Apache-2.0
"""Pictures of traces as SVG, in the colours of the viewer."""

from __future__ import annotations

from limen.picture.observe import Understood, Window, observe
from limen.picture.panels import Drawing, draw_panels
from limen.picture.scene import Bar, Lane, Level, Panel, Switch

__all__ = [
    "Bar",
    "Drawing",
    "Lane",
    "Level",
    "Panel",
    "Switch",
    "Understood",
    "Window",
    "draw_panels",
    "observe",
]
