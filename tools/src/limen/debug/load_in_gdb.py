# SPDX-License-Identifier: Apache-2.0
"""Extends gdb: ``source load_in_gdb.py`` adds ``limen threads``, ``limen why`` and ``limen bt``.

gdb runs it in a Python of its own, in which the package limen need not be installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from limen_gdb.commands import add_commands

add_commands()
