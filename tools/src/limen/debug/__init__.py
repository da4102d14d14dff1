# SPDX-License-Identifier: Apache-2.0
"""Debug programs with gdb, which sees the threads of the kernel."""

from __future__ import annotations

from limen.debug.session import debug

__all__ = ["debug"]
