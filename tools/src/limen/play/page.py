# SPDX-License-Identifier: Apache-2.0
"""The page with a system in it, which it begins with: one HTML file that needs no other.

The system is JSON in an element that no browser executes:

    <script type="application/octet-stream" id="limen-play">{"system": ... or null}</script>
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from limen.page.build import built_page
from limen.play.describe import described
from limen.system.check import check_system

if TYPE_CHECKING:
    from pathlib import Path

    from limen.system.model import System

__all__ = ["play_page"]

_OPEN: Final = '<script type="application/octet-stream" id="limen-play">'
_END: Final = "</body>"


def play_page(system: System | None, root: Path | None = None) -> str:
    """The page.

    Args:
        system: with which it begins; None: with an example.
        root: of the repository; None: what the wheel has, or the repository around this package.

    Raises:
        DescriptionError: the system is not valid.
        PageError: the page must be built, and the build fails.
    """
    if system is not None:
        check_system(system)
    page = built_page(root)
    content = {"system": described(system) if system is not None else None}
    text = json.dumps(content).replace("<", "\\u003c")
    body_end = page.rindex(_END)
    return f"{page[:body_end]}{_OPEN}{text}</script>\n{page[body_end:]}"
