# SPDX-License-Identifier: Apache-2.0
"""Exit statuses of the command."""

from __future__ import annotations

from typing import Final

__all__ = ["BAD_INPUT", "CHECK_FAILED", "DONE", "INTERRUPTED"]

DONE: Final = 0
CHECK_FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # Ctrl-C: as shells say it
