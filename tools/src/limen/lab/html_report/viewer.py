# SPDX-License-Identifier: Apache-2.0
"""The traces in the report, and the viewer, once: a click opens both in a new tab.

The viewer and the traces are compressed. The script of the report unpacks the viewer, inserts the
chosen traces where the viewer expects them, and opens the result, which exists only in the browser.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from limen.lab.html_report.markup import tag
from limen.page import Embedded, built_page, embed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["Shown", "open_links", "viewer_part"]

_MARGIN: Final = 50  # a part of a window as small as this is shown on both sides of it
_STAND_IN: Final = Embedded("trace", b"")
_SCRIPT: Final = """
const data = (id) => JSON.parse(document.getElementById(id).textContent);
async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-traces]");
  if (button === null) return;
  const traces = data("traces");
  const chosen = button.dataset.traces.split(" ").map((name) => traces[name]);
  const [before, after] = await Promise.all(data("viewer").map(unpacked));
  const text = JSON.stringify(chosen).replaceAll("<", "\\u003c");
  const page = new Blob([before, text, after], { type: "text/html" });
  window.open(`${URL.createObjectURL(page)}#${button.dataset.place}`, "_blank");
});
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A trace of which a picture shows a part.

    Attributes:
        path: of the file.
        begin, end: ticks since the oldest event.
    """

    path: Path
    begin: int
    end: int

    @property
    def name(self) -> str:
        """The name of the trace in the viewer."""
        return self.path.name

    @property
    def place(self) -> str:
        """The initial state of the viewer: the part after the # of its address."""
        margin = (self.end - self.begin) / _MARGIN
        view = f"{self.begin - margin:.1f}:{self.end + margin:.1f}"
        return urlencode({"file": self.name, "view": view})


def viewer_part(traces: Mapping[str, Path]) -> str:
    """The viewer, the traces and the script, as HTML for the end of the report.

    Args:
        traces: files, by name.

    Raises:
        PageError: the viewer cannot be built.
    """
    page = embed(built_page(), [_STAND_IN])
    before, _, after = page.partition(json.dumps([_STAND_IN.as_json()]))
    entries = {name: Embedded(name, path.read_bytes()).as_json() for name, path in traces.items()}
    return (
        _data("viewer", [_packed(before), _packed(after)])
        + _data("traces", entries)
        + f"<script>{_SCRIPT}</script>"
    )


def open_links(traces: Sequence[Shown]) -> str:
    """Links that open the traces of a picture: each trace alone, and two side by side."""
    if not traces:
        return ""
    links = [([trace], trace.path.stem) for trace in traces]
    if len(traces) == 2:  # noqa: PLR2004 - the page compares two
        links.insert(0, (list(traces), "both, side by side"))
    buttons = (
        tag(
            "button",
            escape(text),
            data_traces=" ".join(trace.name for trace in chosen),
            data_place=chosen[0].place,
            type="button",
        )
        for chosen, text in links
    )
    return tag("p", "Open in the viewer: ", *buttons, class_="screen open")


def _packed(text: str) -> str:
    # Without a time stamp, so that the same page gives the same bytes.
    return b64encode(gzip.compress(text.encode("utf-8"), mtime=0)).decode("ascii")


def _data(name: str, value: object) -> str:
    text = json.dumps(value).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'
