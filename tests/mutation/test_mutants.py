# SPDX-License-Identifier: Apache-2.0
"""Goal: the exhaustive tests find bugs, so that their silence means something.

Method: each mutant is compiled and tested as CMake would do it for the preset "host": the command
lines are taken from there, and so are the objects of all files that the mutant leaves as they are.
A mutant whose text is no longer in the kernel is an error, so that the list stays alive. A table at
the end of the output says how each was caught: by the test of the scheduler with world,
priority/threshold of the threads, events, and what was not as the model says; by the others with
their name, what was not so, and the choices that replay it; by the fuzzer with a case.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mutants import MUTANTS, Mutant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Future

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "host"
KERNEL = ROOT / "kernel"
TESTS = sorted({mutant.test for mutant in MUTANTS})
CPU_SECONDS = 15  # the kernel itself needs about four
FUZZ_CASES = 5000  # fewer than by default; each mutant falls within a tenth of them


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


def program_of(test: str) -> str:
    """The name of a test's program."""
    return test if test.startswith("fuzz-") else f"test-{test}"


def parts_of(test: str) -> tuple[str, ...]:
    """The folders of the objects of a test."""
    own = f"{program_of(test)}.dir"
    if (ROOT / "tests" / "kernel" / f"test_{test}.c").is_file():
        return "limen-null.dir", "limen-worlds.dir", own
    model = ("limen-model.dir",) if test.startswith("fuzz-") else ()
    return "limen-traced.dir", "limen-board-objects.dir", *model, own


@pytest.fixture(scope="session")
def units() -> Mapping[str, list[Unit]]:
    """All that each test is made of, brought up to date."""
    if not (BUILD / "CMakeCache.txt").is_file():
        run("cmake", "--preset", "host")
    programs = [program_of(test) for test in TESTS]
    run("cmake", "--build", "--preset", "host", "--target", *programs)
    entries = json.loads((BUILD / "compile_commands.json").read_text())
    commands = [(Path(entry["file"]), tuple(shlex.split(entry["command"]))) for entry in entries]
    every = [Unit(file, BUILD / words[words.index("-o") + 1], words) for file, words in commands]
    return {
        test: [unit for unit in every if set(parts_of(test)) & set(unit.object.parts)]
        for test in TESTS
    }


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
    flags = ("-O1", "-g0", "-Wno-error", "-w")
    run(*(replaced.get(word, word) for word in unit.command), *flags, folder=BUILD)
    return target


def build_mutant(mutant: Mutant, units: list[Unit], folder: Path) -> Path:
    """The test program with a mutated kernel, of which it takes what it needs."""
    shutil.copytree(KERNEL, folder, dirs_exist_ok=True)
    text = (folder / mutant.file).read_text()
    count = text.count(mutant.old)
    assert count == 1, f"kernel/{mutant.file} has this {count} times, not once:\n{mutant.old}"
    (folder / mutant.file).write_text(text.replace(mutant.old, mutant.new))

    everywhere = mutant.file.endswith(".h")
    touched = [unit for unit in units if everywhere or unit.source == KERNEL / mutant.file]
    objects = {
        unit.object: compile_mutated(unit, folder) if unit in touched else unit.object
        for unit in units
    }
    program = folder / program_of(mutant.test)
    direct = {f"{program.name}.dir", "limen-board-objects.dir"}
    own = [str(objects[path]) for path in objects if direct & set(path.parts)]
    others = [str(objects[path]) for path in objects if not direct & set(path.parts)]
    library = folder / "libothers.a"
    run("ar", "qcs", str(library), *others)
    run(units[0].command[0], *own, str(library), "-o", str(program))
    return program


def in_short(complaint: str) -> str:
    """What was not so, and how to see it again, as a test says it in its first lines."""
    what = re.search(r"^\S*/(\S+):\d+: (.*)$", complaint, re.MULTILINE)
    choices = re.search(r"choices (\S+)$", complaint, re.MULTILINE)
    if what is None:
        return complaint
    return f"{what[1]}: {what[2]}" + (f" (choices {choices[1]})" if choices else "")


def in_a_line(complaint: str) -> str:
    """The world, the events and the difference, from what the test says when it fails."""
    world = re.search(r"^world ([\w-]+)", complaint, re.MULTILINE)
    urgencies = re.findall(r"thread \d: priority (\d+), threshold (\d+)", complaint)
    events = re.findall(r"^    \((?:idle|\d runs)\) (.*)$", complaint, re.MULTILINE)
    what = re.search(r"^\S+:\d+: (.*)$", complaint, re.MULTILINE)
    if world is None or what is None:
        return in_short(complaint)
    threads = " ".join("/".join(urgency) for urgency in urgencies)
    story = re.sub(r",( wait)? at most \(-1: for ever\) -1 ticks", "", "; ".join(events))
    story = re.sub(r"\(-1[^)]*\) ", "", story)
    difference = re.sub(r" is 0x\w+, not \S+$", " is another one", what[1])
    return f"{world[1]}, threads {threads}: {story}: {difference}"


def of_fuzzer(told: str) -> str:
    """The shortened case, and what was not so, from what a fuzzer tells when it fails."""
    case = re.search(r"^case (\d+) of seed", told, re.MULTILINE)
    steps = re.findall(r"^ *\d+  (\S+(?: \d)?) +([a-z-]+(?: \d+){4})$", told, re.MULTILINE)
    what = re.findall(
        r"^(?:at operation \d+, time \d+|ended by signal \d+): (.*)$", told, re.MULTILINE
    )
    if case is None:
        return ""
    story = "; ".join(f"{place}: {step}" for place, step in steps)
    return f"case {case[1]}: {story}: {what[-1] if what else 'it ends'}"


def judge(program: Path, folder: Path) -> str:
    """How the test fails, in a line; empty if it does not. A mutant that hangs is caught, too."""
    arguments = [f"cases={FUZZ_CASES}"] if program.name.startswith("fuzz-") else []
    done = subprocess.run(
        [
            "/bin/sh",
            "-c",
            f'ulimit -S -t {CPU_SECONDS} && exec "$0" "$@"',
            str(program),
            *arguments,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={key: value for key, value in os.environ.items() if key != "LIMEN_LONG"},
    )
    if done.returncode == -signal.SIGXCPU:
        return "does not end"
    if not done.returncode:
        return ""
    return of_fuzzer(done.stdout) or in_a_line(done.stderr) or f"ends with {done.returncode}"


@pytest.fixture(scope="session")
def verdicts(
    units: Mapping[str, list[Unit]],
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Mapping[str, Future[str]]]:
    """The mutants that are asked for, by name, in work on all processors."""
    wanted = {item.name for item in request.session.items}

    def work(mutant: Mutant, folder: Path) -> str:
        return judge(build_mutant(mutant, units[mutant.test], folder), folder)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            mutant.name: pool.submit(work, mutant, tmp_path_factory.mktemp("mutant"))
            for mutant in MUTANTS
            if f"test_is_caught[{mutant.name}]" in wanted
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("test", TESTS)
def test_the_kernel_itself_passes(
    test: str, units: Mapping[str, list[Unit]], tmp_path: Path
) -> None:
    assert len(units[test]) > len(parts_of(test))
    assert not judge(BUILD / "bin" / program_of(test), tmp_path)


def test_a_mutant_that_fits_nowhere_is_an_error(
    units: Mapping[str, list[Unit]], tmp_path: Path
) -> None:
    gone = Mutant("gone", "sched.c", "a text that is not there", "")
    with pytest.raises(AssertionError, match="0 times, not once"):
        build_mutant(gone, units[gone.test], tmp_path)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_is_caught(
    mutant: Mutant,
    verdicts: Mapping[str, Future[str]],
    record_property: Callable[[str, object], None],
) -> None:
    verdict = verdicts[mutant.name].result()
    assert verdict
    record_property("caught by", verdict)
