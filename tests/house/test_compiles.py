# SPDX-License-Identifier: Apache-2.0
"""Goal: no preset compiles a source twice in the same way.

Method: compile commands that differ only in the output file are equal. limen_objects in
cmake/programs.cmake makes objects for several programs once.
"""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
import tree

from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# With each of the folders of programs; LIMEN_LONG: all presets.
FEW = ("host", "mps2-an385", "rp2040")
# With so many levels the kernels of the layers are alike. Only programs without layers are built.
SAME_LEVELS = ("mps2-an385-size-256", "mps2-an385-size-1024")


def presets() -> Iterable[str]:
    if not IS_LONG:
        return FEW
    listed = json.loads((tree.ROOT / "CMakePresets.json").read_text())["configurePresets"]
    return [
        preset["name"]
        for preset in listed
        if not preset.get("hidden") and preset["name"] not in SAME_LEVELS
    ]


def repeats(entries: Iterable[dict[str, str]]) -> list[list[str]]:
    """Return the outputs of commands that differ only in their outputs."""
    same = defaultdict(list)
    for entry in entries:
        words = entry["command"].split()
        at = words.index("-o") + 1
        same[(*words[:at], *words[at + 1 :])].append(words[at])
    return [outputs for outputs in same.values() if len(outputs) > 1]


def test_repeats_are_found() -> None:
    entries = [{"command": f"cc {flag} -o {out} -c x.c"} for flag, out in ("ab", "ac", "bd")]
    assert repeats(entries) == [["b", "c"]]


@pytest.mark.parametrize("preset", presets())
def test_no_command_repeats_another(preset: str, tmp_path: Path) -> None:
    command = ["cmake", "--preset", preset, "-B", str(tmp_path)]
    subprocess.run(command, cwd=tree.ROOT, check=True, capture_output=True)
    entries = json.loads((tmp_path / "compile_commands.json").read_text())
    assert len(entries) > 100
    assert repeats(entries) == []
