# SPDX-License-Identifier: Apache-2.0
"""The type of the fixture that runs the command (tests/conftest.py)."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Limen"]

# From words to status, standard output and standard error.
Limen = Callable[..., tuple[int, str, str]]
