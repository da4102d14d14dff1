# SPDX-License-Identifier: Apache-2.0
"""Write traces in the formats that other programs read."""

from __future__ import annotations

from limen.trace.convert.convert import FORMS, convert
from limen.trace.convert.cut import cut_image

__all__ = ["FORMS", "convert", "cut_image"]
