# SPDX-License-Identifier: Apache-2.0
"""Writes the files that describe a drop of the sources: make, PlatformIO, CMSIS-Pack."""

from __future__ import annotations

from limen.project.drop.formats import FORMATS, Drop, content

__all__ = ["FORMATS", "Drop", "content"]
