# SPDX-License-Identifier: Apache-2.0
"""Build the tests with a kernel that has all mutants in it.

The folder build/mutation/source is this repository: links to its folders, and rewritten sources in
place of the kernel's own. CMake builds it as it builds the preset "host".
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planted import plant, planted_mutants, read_mistakes
from schemata import Mutant, Source, number_at

__all__ = ["FOLDER", "HERE", "ROOT", "Kernel", "Test", "build", "sources"]

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = ROOT / "tests/mutation"
FOLDER: Final = ROOT / "build/mutation"
TREE: Final = FOLDER / "source"
BUILD: Final = FOLDER / "host"
# The rewritten sources: the kernel, and the layers that are linked with it.
MUTATED: Final = ("kernel", "layers")
# Without tests in real time, in which a mutant may sleep for ever; those of other numbers of
# levels, but for the smallest and the largest one; and those of what compiles and links.
_TEST: Final = re.compile(r"(?!real_time|clock_choice|headers|layout|.*-(33|64)$).*")
_FLAGS: Final = f"-O1 -w -include {HERE}/mutant.h"
_ERROR: Final = re.compile(r"^\S*/source/(\S+?):(\d+):(\d+): error: ", re.MULTILINE)
_ROUNDS_MAX: Final = 5
_KEEP_GOING: Final = ("--", "-k", "0")
_LEFT_OUT: Final = FOLDER / "left-out"
_GIT: Final = shutil.which("git") or "git"
_FUZZ: Final = "fuzz-native"
_FUZZ_CASES: Final = (30, 600)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The result of a build.

    Attributes:
        mutants: all that compile.
        no_program: how many there were that do not.
        tests: that judge it.
    """

    mutants: tuple[Mutant, ...]
    no_program: int
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """A test of CMake.

    Attributes:
        name: of the test.
        command: program and arguments.
        environment: variables that it needs.
    """

    name: str
    command: tuple[str, ...]
    environment: dict[str, str]


def build() -> Kernel:
    """Rewrite the kernel, and build the tests with it."""
    every_source = sources()
    every = [mutant for source in every_source for mutant in source.mutants]
    mistakes = read_mistakes()
    originals = {source.file: (ROOT / source.file).read_text("utf-8") for source in every_source}
    left_out = _known_left_out()
    _link_the_rest()
    for _ in range(_ROUNDS_MAX):
        rewritten = {source.file: source.rewritten(left_out) for source in every_source}
        texts = {
            file: plant(mistakes, file, originals[file], text) for file, text in rewritten.items()
        }
        _write(texts)
        _run(_configure())
        tests = _tests()
        output = _run(["cmake", "--build", str(BUILD), "--target", "limen-traced", *_KEEP_GOING])
        programs = [Path(test.command[0]).name for test in tests]
        output = output or _run(
            ["cmake", "--build", str(BUILD), "--target", *programs, *_KEEP_GOING]
        )
        if not output:
            break
        found = _complained_of(texts, output) - left_out
        if not found:
            raise SystemExit(f"{output}\nmutation: the rewritten kernel does not compile")
        left_out |= found
        _LEFT_OUT.write_text("\n".join(map(str, sorted(left_out))))
    compiled = [mutant for mutant in every if mutant.number not in left_out]
    planted = planted_mutants(mistakes, originals)
    return Kernel((*planted, *compiled), len(every) - len(compiled), tests)


def _known_left_out() -> set[int]:
    """The mutants that did not compile in the last build."""
    return set(map(int, _LEFT_OUT.read_text().split())) if _LEFT_OUT.is_file() else set()


def _listed(*folders: str) -> list[str]:
    """The files that git knows or would add."""
    command = [_GIT, "ls-files", "-co", "--exclude-standard", "--", *folders]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in done.stdout.splitlines() if (ROOT / name).is_file())


def sources() -> list[Source]:
    """The kernel's sources with their mutants, also those that do not compile."""
    taken: set[int] = set()
    return [
        Source(name, (ROOT / name).read_bytes(), taken)
        for name in _listed(*MUTATED)
        if name.endswith((".c", ".h"))
    ]


def _link_the_rest() -> None:
    TREE.mkdir(parents=True, exist_ok=True)
    for name in {path.partition("/")[0] for path in _listed()} - {*MUTATED}:
        link = TREE / name
        if not link.is_symlink():
            link.symlink_to(ROOT / name)


def _write(texts: dict[str, str]) -> None:
    """Unchanged files keep their modification times."""
    wanted = {**texts, f"{MUTATED[0]}/mutant.c": (HERE / "mutant.c").read_text()}
    for folder in MUTATED:
        for path in (TREE / folder).rglob("*.[ch]"):
            if str(path.relative_to(TREE)) not in wanted:
                path.unlink()
    for name, text in wanted.items():
        path = TREE / name
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def _configure() -> list[str]:
    launcher = shutil.which("ccache")
    return [
        *("cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja"),
        *("-DLIMEN_TARGET=host", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_BUILD_TYPE=Mutation"),
        *(f"-DCMAKE_C_FLAGS={_FLAGS}", "-DLIMEN_TESTS_ONLY=ON"),
        *([f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}"] if launcher else []),
    ]


def _run(command: list[str]) -> str:
    """Answer what a command says if it fails, else nothing."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"$ {shlex.join(command)}\n{done.stdout}{done.stderr}" if done.returncode else ""


def _tests() -> tuple[Test, ...]:
    """The tests that judge, as CMake knows them."""
    command = ["ctest", "--test-dir", str(BUILD), "--show-only=json-v1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = []
    for test in json.loads(done.stdout)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test["properties"]}
        variables = dict(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
        if "unit" in properties.get("LABELS", []) and _TEST.fullmatch(test["name"]):
            program = BUILD / "bin" / f"test-{test['name']}"
            found.append(Test(test["name"], (str(program),), variables))
    for cases in _FUZZ_CASES:
        words = (str(BUILD / "bin" / _FUZZ), f"cases={cases}", "shrink=0")
        found.append(Test(f"{_FUZZ} cases={cases}", words, {}))
    return tuple(found)


def _complained_of(texts: dict[str, str], output: str) -> set[int]:
    """The mutants that the compiler complains of."""
    numbers = {
        number_at(texts[name], int(line), int(column))
        for name, line, column in set(_ERROR.findall(output))
        if name in texts
    }
    return {number for number in numbers if number is not None}
