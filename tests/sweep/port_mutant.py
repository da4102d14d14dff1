# SPDX-License-Identifier: Apache-2.0
"""A port with a defect: the context switch with another text in one place.

It is assembled as CMake would do it, and linked ahead of the kernel.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutant", "mutate"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of a file, which stands there once, and what it becomes."""

    name: str
    board: str
    file: str
    old: str
    new: str


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def mutate(root: Path, mutant: Mutant, name: str, folder: Path) -> Path:
    """The program, which has been built for the board, with the mutated switch."""
    build_folder = root / "build" / mutant.board
    source = folder / "switch.S"
    text = (root / mutant.file).read_text()
    assert text.count(mutant.old) == 1, f"{mutant.file} has this not once:\n{mutant.old}"
    source.write_text(text.replace(mutant.old, mutant.new))

    entries = json.loads((build_folder / "compile_commands.json").read_text())
    words = next(
        shlex.split(entry["command"])
        for entry in entries
        if Path(entry["file"]) == root / mutant.file and "limen.dir" in entry["command"]
    )
    compiled = folder / "switch.o"
    replaced = {str(root / mutant.file): str(source), words[words.index("-o") + 1]: str(compiled)}
    _run([replaced.get(word, word) for word in words], build_folder)

    *_, link = _run(["ninja", "-t", "commands", name], build_folder).splitlines()
    words = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
    program = folder / name
    words[words.index("-o") + 1] = str(program)
    _run([*words[: words.index("-o")], str(compiled), *words[words.index("-o") :]], build_folder)
    return program
