# SPDX-License-Identifier: Apache-2.0
"""The viewer: built, filled with traces, saved as a report or served."""

from __future__ import annotations

from limen.page.build import built_page
from limen.page.embed import Embedded, embed, read_embedded
from limen.page.server import Answer, PageServer

__all__ = ["Answer", "Embedded", "PageServer", "built_page", "embed", "read_embedded"]
