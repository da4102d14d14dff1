# SPDX-License-Identifier: Apache-2.0
"""The date and the machine of the numbers: the part that differs between reports."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.child import answer_of
from limen.made_by import made_by

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Facts", "gather_facts"]

_TOOLS: Final = (
    ("gcc", "--version"),
    ("arm-none-eabi-gcc", "--version"),
    ("qemu-system-arm", "--version"),
    ("node", "--version"),
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Rows of a heading and its text."""

    lines: tuple[tuple[str, str], ...]


def gather_facts(command: Sequence[str]) -> Facts:
    """Collect the facts about this machine.

    Args:
        command: the command that creates the report.
    """
    tools = [said for name, option in _TOOLS if (said := _first_line([name, option]))]
    entries = (
        ("made", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("by", " ".join(command)),
        ("revision", made_by()),
        ("machine", f"{_processor()}, {os.cpu_count()} processors, {_system()}"),
        ("tools", "; ".join([f"Python {platform.python_version()}", *tools])),
    )
    return Facts(tuple(entry for entry in entries if entry[1]))


def _first_line(command: list[str]) -> str:
    """The first line that a program prints; empty if the program does not exist."""
    done = answer_of(command)
    if done is None or done.returncode != 0:
        return ""
    line = next(iter(done.stdout.decode(errors="replace").splitlines()), "").strip()
    return f"node {line}" if command[0] == "node" else line


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    names = (line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line)
    return next(names, "") or platform.processor() or platform.machine()


def _system() -> str:
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        name = ""
    return f"{name or platform.system()}, {platform.release()}"
