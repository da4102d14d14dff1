# SPDX-License-Identifier: Apache-2.0
"""``limen report`` and ``limen view``: traces in the viewer, saved or opened."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.cli.command import Argument, Option
from limen.cli.place import check_output
from limen.cli.render import note, print_line
from limen.cli.trace_window import Elf, Hz
from limen.errors import PageError
from limen.made_by import made_by
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.page import Embedded

__all__ = ["NoBrowser", "open_browser", "report", "view"]

_TRACES_MAX: Final = 2
_SCREENS: Final = frozenset({"DISPLAY", "WAYLAND_DISPLAY"})

Traces = Annotated[
    list[Path], Argument(help="a trace, or two to compare", metavar="TRACE [TRACE2]")
]
MaybeTraces = Annotated[
    list[Path] | None,
    Argument(help="a trace, or two to compare; none: a page to drop files on"),
]
Signals = Annotated[
    list[Path] | None,
    Option(help="signals recorded with the trace; once for each trace", metavar="FILE.vcd"),
]
Definitions = Annotated[
    Path | None,
    Option(help="names of the events of a ThreadX program", metavar="FILE.trxc"),
]
NoBrowser = Annotated[bool, Option("--no-browser", help="only print the address")]


def report(
    traces: Traces,
    output: Annotated[Path, Option("-o", "--output", help="the page", metavar="FILE.html")],
    signals: Signals = None,
    definitions: Definitions = None,
    elf: Elf = None,
    hz: Hz = None,
) -> None:
    """Save traces as one HTML file that shows them anywhere, offline."""
    from limen.page import built_page, embed

    check_output(output)
    maker = f'\n    <meta name="generator" content="{escape(made_by())}" />'
    write_whole(output, embed(built_page(), _read(traces, signals, definitions, elf, hz), maker))


def view(
    traces: MaybeTraces = None,
    signals: Signals = None,
    definitions: Definitions = None,
    elf: Elf = None,
    hz: Hz = None,
    no_browser: NoBrowser = False,
) -> None:
    """Show traces in the browser, until Ctrl-C."""
    from limen.page import Answer, PageServer, built_page, embed

    page = embed(built_page(), _read(traces or [], signals, definitions, elf, hz)).encode()
    with PageServer({"/": lambda _query: Answer(page)}) as server:
        try:
            open_browser(server.address, is_wanted=not no_browser)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            note("limen: the server of the page has stopped")


def open_browser(address: str, *, is_wanted: bool) -> bool:
    """Print the address, and open it if there is a screen."""
    print_line(address)
    sys.stdout.flush()
    has_screen = sys.platform != "linux" or not _SCREENS.isdisjoint(os.environ)
    return is_wanted and has_screen and webbrowser.open(address)


def _read(
    traces: list[Path],
    signals: list[Path] | None,
    definitions: Path | None,
    elf: Path | None,
    hz: int | None,
) -> list[Embedded]:
    from limen.page import read_embedded

    if len(traces) > _TRACES_MAX:
        problem = f"these are {len(traces)} traces, and a page shows one or compares two"
        raise PageError(str(traces[_TRACES_MAX]), problem, "make more pages")
    return read_embedded(traces, signals or [], definitions, hz, elf)
