# SPDX-License-Identifier: Apache-2.0
"""``limen play``: a page in which a system is changed while the kernel runs it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

from limen.cli.command import Argument, Option
from limen.cli.page import NoBrowser, open_browser
from limen.cli.render import note
from limen.parts import needs
from limen.whole import write_whole

__all__ = ["play"]


@needs("analysis")
def play(
    file: Annotated[
        Path | None, Argument(help="a system: system.toml, a CSV file; none: examples")
    ] = None,
    output: Annotated[
        Path | None, Option("-o", "--output", help="save the page", metavar="FILE.html")
    ] = None,
    no_browser: NoBrowser = False,
) -> None:
    """Change a system in the browser while the kernel runs it there, until Ctrl-C."""
    from limen.page import Answer, PageServer
    from limen.play import play_page
    from limen.system.load import load_system

    system = load_system(file) if file is not None else None
    page = play_page(system)
    if output is not None:
        write_whole(output, page)
        return
    content = page.encode()
    with PageServer({"/": lambda _query: Answer(content)}) as server:
        try:
            open_browser(server.address, is_wanted=not no_browser)
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            note("limen: the server of the page has stopped")
