# SPDX-License-Identifier: Apache-2.0
"""The page in which a system can be changed while the kernel runs it, as WebAssembly."""

from limen.play.describe import described
from limen.play.page import play_page

__all__ = ["described", "play_page"]
