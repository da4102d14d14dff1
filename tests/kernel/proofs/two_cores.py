# SPDX-License-Identifier: Apache-2.0
"""The worlds of two cores refute mistakes in kernel/cores.

The other mutants are in the libraries for one core. This module compiles one source again, and
links it with the objects of the program reach-cores.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from support.mistakes import Mistake, mistakes_of, planted

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PROGRAM", "Mistake", "build", "mistakes", "refuting"]

_ROOT = Path(__file__).resolve().parents[3]
_HOST = _ROOT / "build/host"
PROGRAM = _HOST / "bin/reach-cores"
_OBJECTS = "CMakeFiles/reach-cores.dir/"


def mistakes() -> list[Mistake]:
    """Return the mistakes of mistakes.toml."""
    return mistakes_of(Path(__file__).with_name("cores") / "mistakes.toml")


def build(mistake: Mistake, folder: Path) -> Path:
    """Build the program with a mistake, in a folder. Requires: the program without it is built.

    Raises:
        SystemExit: the text that the mistake changes does not occur exactly once in the file.
    """
    source = folder / Path(mistake.file).name
    source.write_text(planted(mistake, _ROOT / mistake.file), "utf-8")
    commands = {
        file: words for file, words in _commands() if _OBJECTS in words[words.index("-o") + 1]
    }
    command = commands.pop(str(_ROOT / mistake.file))
    command[command.index("-o") + 1] = str(folder / "planted.o")
    command[command.index("-c") + 1] = str(source)
    # Warnings about code that a mistake leaves unused are not of interest.
    subprocess.run([*command, "-w"], cwd=_HOST, check=True)
    objects = [words[words.index("-o") + 1] for words in commands.values()]
    library = next(_HOST.rglob("liblimen-model.a"))
    program = folder / "reach-cores"
    link = [command[0], "-o", str(program), str(folder / "planted.o"), *objects, str(library)]
    subprocess.run(link, cwd=_HOST, check=True)
    return program


def _commands() -> list[tuple[str, list[str]]]:
    """Return the command for each compiled source."""
    entries = json.loads((_HOST / "compile_commands.json").read_text("utf-8"))
    return [(entry["file"], shlex.split(entry["command"])) for entry in entries]


def refuting(program: Path, names: Sequence[str]) -> str | None:
    """Return the first world that refutes a program, or None."""
    for name in names:
        if subprocess.run([program, name], capture_output=True, check=False).returncode != 0:
            return name
    return None
