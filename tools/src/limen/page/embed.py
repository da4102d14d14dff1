# SPDX-License-Identifier: Apache-2.0
"""Embed traces in the viewer, unchanged: the viewer reads the same bytes as from a dropped file.

They are embedded as JSON in an element that no browser executes:

    <script type="application/octet-stream" id="limen-traces">
    [{"name": ..., "gzip": base64, "definitions": text, "vcd": base64 of gzip, "hz": ...}, ...]
    </script>

``definitions``, ``vcd`` and ``hz`` are omitted if there are none. The JSON contains no ``<``, so
neither a name nor a file can end the element.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import PageError
from limen.signals.vcd import read_vcd
from limen.trace.files import open_trace
from limen.trace.labels import parse_definitions
from limen.trace.locations import locations_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Embedded", "embed", "read_embedded"]

_OPEN: Final = '<script type="application/octet-stream" id="limen-traces">'
_END: Final = "</body>"
# Higher levels take several times as long and save a few percent.
_LEVEL: Final = 6


@dataclass(frozen=True, slots=True)
class Embedded:
    """A trace in the viewer.

    Attributes:
        name: shown in the viewer.
        content: of the file.
        definitions: text of a .trxc file, with locations of the program in front of it.
        vcd: signals that were recorded with it.
        clock_hz: of a trace of ThreadX, whose file does not have it.
    """

    name: str
    content: bytes
    definitions: str | None = None
    vcd: bytes | None = None
    clock_hz: int | None = None

    def as_json(self) -> dict[str, str | int]:
        """The input of the viewer."""
        entry: dict[str, str | int] = {"name": self.name, "gzip": _packed(self.content)}
        if self.definitions is not None:
            entry["definitions"] = self.definitions
        if self.vcd is not None:
            entry["vcd"] = _packed(self.vcd)
        if self.clock_hz is not None:
            entry["hz"] = self.clock_hz
        return entry


def embed(page: str, traces: Sequence[Embedded], head: str = "") -> str:
    """The viewer with embedded traces.

    Args:
        page: as built.
        traces: in the order in which the viewer shows them; without any it asks for files.
        head: HTML for the end of its head.
    """
    # A string in the script of the viewer may contain either tag; the elements themselves are the
    # first and the last.
    content = json.dumps([trace.as_json() for trace in traces]).replace("<", "\\u003c")
    element = f"{_OPEN}{content}</script>\n" if traces else ""
    body_end = page.rindex(_END)
    page = page[:body_end] + element + page[body_end:]
    head_begin = page.index("<head>") + len("<head>")
    return page[:head_begin] + head + page[head_begin:]


def read_embedded(
    paths: Sequence[Path],
    signals: Sequence[Path] = (),
    definitions: Path | None = None,
    clock_hz: int | None = None,
    program: Path | None = None,
) -> list[Embedded]:
    """Traces out of files, each checked by the reader.

    Args:
        paths: of traces of Limen or ThreadX.
        signals: recordings (VCD); the first belongs to the first trace, and so on.
        definitions: a .trxc file, for all of them.
        clock_hz: of the traces of ThreadX.
        program: whose variables and lines name the faults of all of them.

    Raises:
        LimenError: a file cannot be read, or is invalid.
    """
    if len(signals) > len(paths):
        problem = f"there are {len(signals)} recordings for {len(paths)} trace(s)"
        raise PageError("--signals", problem, "give at most one for each trace")
    text = None if definitions is None else _definitions(definitions)
    vcds = [_vcd(path) for path in signals]
    return [
        Embedded(
            name,
            *_trace(path, program, text),
            vcds[place] if place < len(vcds) else None,
            clock_hz,
        )
        for place, (path, name) in enumerate(zip(paths, _names(paths), strict=True))
    ]


def _names(paths: Sequence[Path]) -> list[str]:
    """The names of the files, with their folders only if two names would be equal.

    >>> from pathlib import Path
    >>> _names([Path("a/x"), Path("a/y")]), _names([Path("a/x"), Path("b/x")])
    (['x', 'y'], ['a/x', 'b/x'])
    """
    short = [path.name for path in paths]
    return short if len(set(short)) == len(short) else [str(path) for path in paths]


def _trace(path: Path, program: Path | None, definitions: str | None) -> tuple[bytes, str | None]:
    """The content of a trace, and its definitions."""
    trace = open_trace(path)
    located = "" if program is None else locations_of(trace, program)
    return path.read_bytes(), f"{located}{definitions or ''}" or None


def _vcd(path: Path) -> bytes:
    read_vcd(path)
    return path.read_bytes()


def _definitions(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise PageError(str(path), reason, "name a file of definitions") from error
    parse_definitions(text, str(path))
    return text


def _packed(content: bytes) -> str:
    # The time stamp is omitted: the same traces give the same bytes.
    return b64encode(gzip.compress(content, _LEVEL, mtime=0)).decode("ascii")
