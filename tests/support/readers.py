# SPDX-License-Identifier: Apache-2.0
"""Independent readers of exported files."""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING

from vcd.reader import TokenKind, tokenize

from limen.run import SAFETY_SECONDS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["babeltrace", "high_times"]


def high_times(path: Path) -> dict[str, int]:
    """Return the time that each wire of a VCD file was high, by its name; ns."""
    names: dict[str, str] = {}
    since: dict[str, int] = {}
    total: dict[str, int] = defaultdict(int)
    now = 0
    with path.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR:
                names[token.var.id_code] = str(token.var.reference)
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.time_change
            elif token.kind is TokenKind.CHANGE_SCALAR:
                change = token.scalar_change
                if change.value == "1":
                    assert change.id_code not in since
                    since[change.id_code] = now
                elif change.id_code in since:
                    total[names[change.id_code]] += now - since.pop(change.id_code)
    assert not since
    return dict(total)


def babeltrace(folder: Path) -> list[str]:
    """Return the lines of babeltrace2 for a trace: times in ns, then names and fields."""
    babeltrace2 = shutil.which("babeltrace2")
    assert babeltrace2 is not None, "run scripts/setup"
    command = [babeltrace2, "--clock-seconds", "--no-delta", str(folder)]
    out = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=SAFETY_SECONDS
    )
    assert out.stderr == ""
    return out.stdout.splitlines()
