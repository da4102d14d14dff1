# SPDX-License-Identifier: Apache-2.0
"""Builds a port with a defect: one of its files with another text in one place.

The file is compiled as CMake would do it, and linked before the kernel.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutant", "mutate"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text that occurs once in a file, and its replacement."""

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
    """Return the program, which has been built for the board, with the mutated file."""
    build_folder = root / "build" / mutant.board
    source = folder / Path(mutant.file).name
    text = (root / mutant.file).read_text()
    assert text.count(mutant.old) == 1, f"{mutant.file} has this not once:\n{mutant.old}"
    source.write_text(text.replace(mutant.old, mutant.new))

    *_, link = _run(["ninja", "-t", "commands", name], build_folder).splitlines()
    linked = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
    library = next(word for word in linked if re.fullmatch(r"liblimen(-[a-z-]+)?\.a", word))
    entries = json.loads((build_folder / "compile_commands.json").read_text())
    words = next(
        shlex.split(entry["command"])
        for entry in entries
        if Path(entry["file"]) == root / mutant.file
        and f"/{Path(library).stem.removeprefix('lib')}.dir/" in entry["command"]
    )
    compiled = folder / "mutated.o"
    replaced = {str(root / mutant.file): str(source), words[words.index("-o") + 1]: str(compiled)}
    _run([*(replaced.get(word, word) for word in words), "-w"], build_folder)

    program = folder / name
    at = linked.index("-o")
    linked[at + 1] = str(program)
    _run([*linked[:at], str(compiled), *linked[at:]], build_folder)
    return program
