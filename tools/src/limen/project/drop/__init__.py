# SPDX-License-Identifier: Apache-2.0
"""How a drop of the sources is described to make, to PlatformIO, and as a CMSIS-Pack."""

from __future__ import annotations

from limen.project.drop.formats import FORMATS, Drop, content

__all__ = ["FORMATS", "Drop", "content"]
