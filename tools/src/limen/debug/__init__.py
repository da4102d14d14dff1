# SPDX-License-Identifier: Apache-2.0
"""Debug programs with gdb, which sees the threads of the kernel."""

from __future__ import annotations

from limen.debug.session import GDB_SCRIPT, debug, serve

__all__ = ["GDB_SCRIPT", "debug", "serve"]
