# SPDX-License-Identifier: Apache-2.0
"""Write build/mutation/build.ninja: link programs of the preset "host" with some objects replaced.

An object is replaced if its source, or a header that it includes, was rewritten. It is compiled by
the same command, except for the folder of the kernel and options for speed.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["FOLDER", "HERE", "HOST", "MUTATED", "ROOT", "TREE", "write_build"]

ROOT: Final = Path(__file__).resolve().parents[3]
HERE: Final = ROOT / "tests/kernel/mutation"
HOST: Final = ROOT / "build/host"
FOLDER: Final = ROOT / "build/mutation"
TREE: Final = FOLDER / "source"
# The rewritten sources: the kernel, and the layers that are linked with it.
MUTATED: Final = ("kernel", "layers")
_OPTIONS: Final = f"-O1 -g0 -w -include {HERE}/mutant.h"
_ORIGINAL: Final = re.compile(rf"{re.escape(str(ROOT))}/(?={'|'.join(MUTATED)}(/|\s))")
_OUTPUT: Final = re.compile(r" -o (bin/\S+) |/ar qc (\S+) ")
_MUTANT: Final = f"gcc -O1 -c {HERE}/mutant.c -o mutant.o"
_RULES: Final = """\
rule compile
  command = $do -MD -MF $out.d
  depfile = $out.d
  deps = gcc
rule make
  command = $do
"""


def write_build(rewritten: Collection[str], programs: Sequence[str]) -> None:
    """Write the file.

    Args:
        rewritten: files that differ in build/mutation/source.
        programs: programs of the preset to link, which have been built.
    """
    replaced = _Replaced(_affected(rewritten))
    every = _all_made(programs)
    archives = [
        made
        for name, made in every.items()
        if name.endswith(".a") and not replaced.commands.keys().isdisjoint(made.inputs)
    ]
    links = [every[f"bin/{program}"] for program in programs]
    names = {made.output for made in archives}
    made_here = [replaced.statement(made, names) for made in (*archives, *links)]
    mutant = _statement("compile", "mutant.o", [HERE / "mutant.c"], _MUTANT)
    texts = (_RULES, mutant, *replaced.compiled(), *made_here)
    (FOLDER / "build.ninja").write_text("".join(texts))


def _affected(rewritten: Collection[str]) -> dict[str, str]:
    """Return the objects of the preset that depend on these files, and their commands."""
    files = {str(ROOT / name) for name in rewritten}
    has_headers = any(name.endswith(".h") for name in rewritten)
    objects = _dependants(files) if has_headers else set()
    entries = json.loads((HOST / "compile_commands.json").read_text())
    found = {}
    for entry in entries:
        words = shlex.split(entry["command"])
        name = words[words.index("-o") + 1]
        if entry["file"] in files or name in objects:
            found[name] = entry["command"]
    return found


def _dependants(files: Collection[str]) -> set[str]:
    """Return the objects that include one of these files, from Ninja's log of dependencies."""
    found = set()
    name = ""
    for line in _ninja("deps").splitlines():
        if not line.startswith(" "):
            name = line.partition(":")[0]
        elif line.strip() in files:
            found.add(name)
    return found


def _ninja(*words: str) -> str:
    """The output of Ninja for the preset."""
    command = ["ninja", "-C", str(HOST), "-t", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _statement(rule: str, output: str, inputs: Sequence[object], command: str) -> str:
    return f"build {output}: {rule} {' '.join(map(str, inputs))}\n  do = {command}\n"


@dataclass(frozen=True, slots=True)
class _Made:
    """A program or an archive of the preset.

    Attributes:
        output: its name.
        inputs: its objects and archives.
        command: the command that makes it.
    """

    output: str
    inputs: tuple[str, ...]
    command: str


def _all_made(programs: Sequence[str]) -> dict[str, _Made]:
    """Return the programs and their archives, with the commands of Ninja."""
    found = {}
    for command in _ninja("commands", *(f"bin/{program}" for program in programs)).splitlines():
        output = _OUTPUT.search(command)
        if output is not None:
            name = output[1] or output[2]
            words = command.split()
            inputs = [word for word in words if word.endswith((".o", ".a")) and word != name]
            found[name] = _Made(name, tuple(inputs), command)
    return found


class _Replaced:
    """The objects that are made here."""

    def __init__(self, commands: dict[str, str]) -> None:
        self.commands = commands
        self._used: set[str] = set()

    def compiled(self) -> Iterator[str]:
        """Return a statement for each object in use."""
        for name in sorted(self._used):
            command = _ORIGINAL.sub(f"{TREE}/", self.commands[name]).replace("$", "$$")
            source = command.split()[-1]
            head = command.partition(" -o ")[0]
            do = f"{head} {_OPTIONS} -o {name} -c {source}"
            yield _statement("compile", name, [source], do)

    def statement(self, made: _Made, archives: Collection[str]) -> str:
        """Return a statement that links a program or an archive with the replaced objects."""
        inputs = []
        words = []
        for word in made.command.split():
            if word not in made.inputs:
                words.append(word.replace("$", "$$"))
            else:
                is_here = word in self.commands or word in archives
                self._used |= {word} & self.commands.keys()
                place = word if is_here else str(HOST / word)
                words.append(place)
                inputs.append(place)
        command = " ".join(words)
        if made.output.startswith("bin/"):
            inputs.append("mutant.o")
            command = command.replace(" -o ", " -Wl,-S mutant.o -o ")
        return _statement("make", made.output, inputs, command)
