# SPDX-License-Identifier: Apache-2.0
"""Goal: the exhaustive test of the scheduler finds bugs, so that its silence means something.

Method: each mutant is compiled and tested as CMake would do it for the preset "host": the command
lines are taken from there, and so are the objects of all files that the mutant leaves as they are.
A mutant whose text is no longer in the kernel is an error, so that the list stays alive.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from mutants import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "host"
KERNEL = ROOT / "kernel"
PROGRAM = "test-sched_exhaustive"
PARTS = ("limen-null.dir", "limen-model.dir", f"{PROGRAM}.dir")
TIMEOUT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A file that CMake compiles for the program."""

    source: Path
    object: Path
    command: tuple[str, ...]


def run(*command: str, folder: Path = ROOT) -> None:
    """Run a command that has to succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="session")
def units() -> list[Unit]:
    """All that the program is made of, brought up to date."""
    if not (BUILD / "CMakeCache.txt").is_file():
        run("cmake", "--preset", "host")
    run("cmake", "--build", "--preset", "host", "--target", PROGRAM)
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    commands = [(Path(entry["file"]), tuple(shlex.split(entry["command"]))) for entry in entries]
    every = [Unit(file, BUILD / words[words.index("-o") + 1], words) for file, words in commands]
    return [unit for unit in every if any(part in unit.object.parts for part in PARTS)]


def compile_mutated(unit: Unit, folder: Path) -> Path:
    """The object of a file, with the kernel in folder."""
    target = folder / f"{unit.source.stem}.o"
    replaced = {
        f"-I{KERNEL}": f"-I{folder}",
        str(unit.source): str(folder / unit.source.name)
        if unit.source.parent == KERNEL
        else str(unit.source),
        str(unit.object.relative_to(BUILD)): str(target),
    }
    warnings = ("-Wno-error", "-w")
    run(*(replaced.get(word, word) for word in unit.command), *warnings, folder=BUILD)
    return target


def build_mutant(mutant: Mutant, units: list[Unit], folder: Path) -> Path:
    """The test program with a mutated kernel."""
    shutil.copytree(KERNEL, folder, dirs_exist_ok=True)
    text = (folder / mutant.file).read_text()
    count = text.count(mutant.old)
    assert count == 1, f"kernel/{mutant.file} has this {count} times, not once:\n{mutant.old}"
    (folder / mutant.file).write_text(text.replace(mutant.old, mutant.new))

    everywhere = mutant.file.endswith(".h")
    touched = [unit for unit in units if everywhere or unit.source == KERNEL / mutant.file]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda unit: compile_mutated(unit, folder), touched))
    objects += [unit.object for unit in units if unit not in touched]
    program = folder / PROGRAM
    run(units[0].command[0], *map(str, objects), "-o", str(program))
    return program


def is_caught(program: Path) -> bool:
    """Does the test fail? A mutant that hangs is caught, too."""
    environment = {key: value for key, value in os.environ.items() if key != "LIMEN_LONG"}
    try:
        done = subprocess.run(
            [str(program)],
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def test_the_kernel_itself_passes(units: list[Unit]) -> None:
    assert len(units) > len(PARTS)
    assert not is_caught(BUILD / "bin" / PROGRAM)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_is_caught(mutant: Mutant, units: list[Unit], tmp_path: Path) -> None:
    assert is_caught(build_mutant(mutant, units, tmp_path))
