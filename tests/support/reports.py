# SPDX-License-Identifier: Apache-2.0
"""Read a report of labs as a browser would, but strictly: every element must be closed."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "br"}
SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Cell:
    """A measured number with its place and its metrics."""

    place: str
    names: list[str]
    value: str
    text: str = ""


@dataclass
class Report(HTMLParser):
    """The contents of a report.

    Attributes:
        ids: of elements.
        cells: see Cell.
        scripts: text of those that hold JSON, by id.
        links: addresses that it loads or links to.
        buttons: attributes of those that open traces.
        texts: all visible text.
    """

    ids: list[str] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    scripts: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    buttons: list[dict[str, str | None]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)
        self._script: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        self.ids += [value for key, value in attrs if key == "id" and value]
        self.links += [value or "" for key, value in attrs if key in {"src", "href"}]
        if tag == "td" and "data-names" in own:
            names = (own["data-names"] or "").split()
            self.cells.append(Cell(own["data-place"] or "", names, own["data-value"] or ""))
        if tag == "button":
            self.buttons.append(own)
        if tag == "script":
            self._script = own.get("id")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle an element of SVG that one tag opens and closes."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> ends nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            if self._script:
                self.scripts[self._script] = self.scripts.get(self._script, "") + data
        elif self.open[-1:] != ["style"]:
            self.texts.append(data)
            if self.cells and self.open[-1:] in (["b"], ["td"], ["span"]):
                self.cells[-1].text += data

    @property
    def results(self) -> list[dict[str, Any]]:
        """Return the rows, as JSON."""
        rows: list[dict[str, Any]] = json.loads(self.scripts["results"])["results"]
        return rows


def read_report(text: str) -> Report:
    """Read a report. Every element must be closed."""
    report = Report()
    report.feed(text)
    report.close()
    assert report.open == []
    return report


def pictures(text: str) -> list[ET.Element]:
    """Return the pictures of a report. Each must be well-formed XML."""
    return [read_svg(svg) for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]


def read_svg(text: str) -> ET.Element:
    """Read a picture, which must be well-formed XML."""
    return ET.fromstring(text)
