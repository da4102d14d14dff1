# SPDX-License-Identifier: Apache-2.0
"""Build the tests with a kernel that contains mutants.

The libraries and the tests are those of the preset "host". The folder build/mutation/source has the
sources of the kernel; those with wanted mutants are rewritten. build/mutation/build.ninja compiles
them, and the files that include them, as the preset does. It links the tests with libraries in
which these objects replace the others.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from planted import is_planted, plant, planted_mutants, read_mistakes
from relink import FOLDER, HERE, HOST, MUTATED, ROOT, TREE, write_build
from schemata import Mutant, Source, number_at

from limen.run import build as build_programs
from limen.run.target import target_named

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

__all__ = ["FOLDER", "HERE", "ROOT", "Kernel", "Test", "build", "sources"]

# Excludes tests in real time, in which a mutant may sleep for ever; tests of other numbers of
# levels, except the smallest and the largest; and tests that only compile and link.
_TEST: Final = re.compile(r"(?!real_time|clock_choice|headers|layout|.*-(33|64)$).*")
_ERROR: Final = re.compile(r"^\S*/source/(\S+?):(\d+):(\d+): error: ", re.MULTILINE)
_NOT_TESTED_HERE: Final = ("kernel/cores/",)  # limen-cores
_ROUNDS_MAX: Final = 5
_LEFT_OUT: Final = FOLDER / "left-out"
_GIT: Final = shutil.which("git") or "git"
_FUZZ: Final = "fuzz-native"
_FUZZ_CASES: Final = (30, 600)


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


@dataclass(frozen=True, slots=True)
class Kernel:
    """The result of a build.

    Attributes:
        every: all mutants.
        built: mutants of operators that are in the program, or do not compile.
        mutants: the chosen mutants that compile.
        no_program: number of mutants that do not compile.
        tests: the tests that judge them.
    """

    every: tuple[Mutant, ...]
    built: tuple[Mutant, ...]
    mutants: tuple[Mutant, ...]
    no_program: int
    tests: tuple[Test, ...]


def build(
    choose: Callable[[list[Mutant]], Collection[Mutant]], judges: tuple[Test, ...] = ()
) -> Kernel:
    """Build the tests, or other programs, with the chosen mutants."""
    every_source = sources()
    mistakes = read_mistakes()
    texts = {source.file: (ROOT / source.file).read_text("utf-8") for source in every_source}
    by_operators = [
        mutant
        for source in every_source
        if not source.file.startswith(_NOT_TESTED_HERE)
        for mutant in source.mutants
    ]
    every = (*planted_mutants(mistakes, texts), *by_operators)
    chosen = choose(list(every))
    wanted = _with_those_beside_planted(chosen, by_operators)
    tests = _build_originals(judges)
    left_out = _known_left_out()
    for _ in range(_ROUNDS_MAX):
        numbers = {mutant.number for mutant in wanted} - left_out
        rewritten = {
            source.file: plant(mistakes, source.file, texts[source.file], source.rewritten(numbers))
            for source in every_source
            if any(mutant.file == source.file for mutant in chosen)
        }
        found = _compile(texts, rewritten, tests) - left_out
        if not found:
            break
        left_out |= found
        _LEFT_OUT.write_text("\n".join(map(str, sorted(left_out))))
    mutants = tuple(mutant for mutant in chosen if mutant.number not in left_out)
    return Kernel(every, tuple(wanted), mutants, len(chosen) - len(mutants), tests)


def _with_those_beside_planted(
    chosen: Collection[Mutant], by_operators: Iterable[Mutant]
) -> list[Mutant]:
    """Add all mutants of a file with planted ones: they show which tests reach the file."""
    numbers = {mutant.number for mutant in chosen}
    files = {mutant.file for mutant in chosen if is_planted(mutant)}
    return [mutant for mutant in by_operators if mutant.number in numbers or mutant.file in files]


def _build_originals(judges: tuple[Test, ...]) -> tuple[Test, ...]:
    """Build the tests without mutants."""
    host = target_named("host")
    build_programs(ROOT, host, [_FUZZ], lambda _: None)  # it also configures
    tests = judges or _tests()
    build_programs(ROOT, host, _programs(tests), lambda _: None)
    return tests


def _compile(texts: dict[str, str], rewritten: dict[str, str], tests: Iterable[Test]) -> set[int]:
    """Build the tests with rewritten sources. Return the mutants that do not compile."""
    _write({**texts, **rewritten})
    write_build(rewritten, _programs(tests))
    output = _run(["ninja", "-C", str(FOLDER), "-k", "0"])
    found = _complained_of(rewritten, output)
    if output and not found:
        raise SystemExit(f"{output}\nmutation: the rewritten kernel does not compile")
    return found


def _programs(tests: Iterable[Test]) -> list[str]:
    return sorted({Path(test.command[0]).name for test in tests})


def _known_left_out() -> set[int]:
    """Return the mutants that did not compile in the last build."""
    return set(map(int, _LEFT_OUT.read_text().split())) if _LEFT_OUT.is_file() else set()


def _listed(*folders: str) -> list[str]:
    """Return the files that git tracks or would add."""
    command = [_GIT, "ls-files", "-co", "--exclude-standard", "--", *folders]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(name for name in done.stdout.splitlines() if (ROOT / name).is_file())


def sources() -> list[Source]:
    """Return the kernel's sources with all mutants, also those that do not compile."""
    taken: set[int] = set()
    return [
        Source(name, (ROOT / name).read_bytes(), taken)
        for name in _listed(*MUTATED)
        if name.endswith((".c", ".h"))
    ]


def _write(texts: dict[str, str]) -> None:
    """Write the files that have changed; the others keep their modification times."""
    for folder in MUTATED:
        for path in (TREE / folder).rglob("*.[ch]"):
            if str(path.relative_to(TREE)) not in texts:
                path.unlink()
    for name, text in texts.items():
        path = TREE / name
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def _run(command: list[str]) -> str:
    """Return the output of a command if it fails, else an empty text."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"$ {shlex.join(command)}\n{done.stdout}{done.stderr}" if done.returncode else ""


def _tests() -> tuple[Test, ...]:
    """Return the tests that judge, from CMake."""
    command = ["ctest", "--test-dir", str(HOST), "--show-only=json-v1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = []
    for test in json.loads(done.stdout)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test["properties"]}
        variables = dict(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
        if "unit" in properties.get("LABELS", []) and _TEST.fullmatch(test["name"]):
            program = FOLDER / "bin" / f"test-{test['name']}"
            found.append(Test(test["name"], (str(program),), variables))
    for cases in _FUZZ_CASES:
        words = (str(FOLDER / "bin" / _FUZZ), f"cases={cases}", "shrink=0")
        found.append(Test(f"{_FUZZ} cases={cases}", words, {}))
    return tuple(found)


def _complained_of(texts: dict[str, str], output: str) -> set[int]:
    """Return the mutants that the compiler rejects."""
    numbers = {
        number_at(texts[name], int(line), int(column))
        for name, line, column in set(_ERROR.findall(output))
        if name in texts
    }
    return {number for number in numbers if number is not None}
