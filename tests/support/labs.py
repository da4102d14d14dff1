# SPDX-License-Identifier: Apache-2.0
"""An artificial repository with labs whose programs are shell scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.trace import Event
from support.synthetic import Recorder

if TYPE_CHECKING:
    from pathlib import Path

LAB_TOML = """
title = "A title"
source = "A paper"
figure = "Figure 1"
description = "What is shown."

[[case]]
name = "slow"
title = "the slow way"
metric = [
    { name = "yields", unit = "per cycle", from = "trace", cycle = 0, paper = 2, expect = 2 },
    { name = "size", unit = "bytes", from = "console", max = 100 },
]

[[case]]
name = "fast"
title = "the fast way"

[[metrics]]
from = "console"
unit = "bytes"
row = [
    { case = "fast", name = "size" },
]

[[derived]]
name = "size_ratio"
unit = ""
numerator = "slow.size"
denominator = "fast.size"
min = 1.5
"""


def write_repository(root: Path, lab_toml: str = LAB_TOML) -> Path:
    """Write the files that find_root searches for, and one lab named "demo"."""
    (root / "include/limen").mkdir(parents=True)
    (root / "include/limen/limen.h").touch()
    (root / "CMakePresets.json").touch()
    (root / "labs/demo").mkdir(parents=True)
    (root / "labs/demo/lab.toml").write_text(lab_toml)
    return root


def two_cycles(yields: int = 2) -> bytes:
    """Return a trace of a thread that yields in cycle 0, and of the beginning of cycle 1."""
    recorder = Recorder()
    thread = recorder.name(1, "T", 5, 5)
    recorder.put(5, Event.READY, about=thread, a=5)
    recorder.put(10, Event.SWITCH, about=thread, a=5, b=7)
    recorder.put(20, Event.USER, thread=thread, a=1, b=0)
    for number in range(yields):
        recorder.put(30 + number, Event.YIELD, thread=thread)
    recorder.put(50, Event.USER, thread=thread, a=1, b=1)
    return recorder.image()


def write_program(folder: Path, name: str, lines: dict[str, list[str]], trace: bytes) -> Path:
    """Write a script that prints the lines of its case, and saves a trace."""
    saved = folder / f"{name}.image"
    saved.write_bytes(trace)
    cases = "".join(
        f"{case})\n" + "".join(f"echo '{line}'\n" for line in printed) + ";;\n"
        for case, printed in lines.items()
    )
    program = folder / name
    program.write_text(f'#!/bin/sh\ncp "{saved}" trace.limen\ncase "$1" in\n{cases}esac\n')
    program.chmod(0o755)
    return program
