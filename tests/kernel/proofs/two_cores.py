# SPDX-License-Identifier: Apache-2.0
"""The worlds of two cores refute mistakes in kernel/cores.

The other mutants are made in the libraries for one core. Here one source is compiled again, and
linked with the objects of the program reach-cores.
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
    """The mistakes of mistakes.toml."""
    return mistakes_of(Path(__file__).with_name("cores") / "mistakes.toml")


def build(mistake: Mistake, folder: Path) -> Path:
    """The program with a mistake, in a folder. Requires: the program without it is built.

    Raises:
        SystemExit: the file does not have what the mistake changes, or has it more than once.
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
    """The command for each source that is compiled."""
    entries = json.loads((_HOST / "compile_commands.json").read_text("utf-8"))
    return [(entry["file"], shlex.split(entry["command"])) for entry in entries]


def refuting(program: Path, names: Sequence[str]) -> str | None:
    """The first world that refutes a program, if there is one."""
    for name in names:
        if subprocess.run([program, name], capture_output=True, check=False).returncode != 0:
            return name
    return None
