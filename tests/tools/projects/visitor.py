# SPDX-License-Identifier: Apache-2.0
"""Helpers for the tests of users' projects: the command, and programs in QEMU."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from limen.run import SAFETY_SECONDS, execute, find_root, run_program, target_named

if TYPE_CHECKING:
    from limen.run import Run

HERE = Path(__file__).parent
ROOT = find_root(HERE)
BOARDS = HERE / "boards"
PAGE = (ROOT / "docs/own-project.md").read_text(encoding="utf-8")
PROGRAM = ROOT / "examples/producer_consumer.c"
OUTPUT = "".join(
    f"{word} {number}\n"
    for numbers in (range(3), range(3, 6))
    for word in ("sent", "received")
    for number in numbers
)
PROGRAM_CPP = ROOT / "examples/cpp.cpp"
OUTPUT_CPP = "sample 0: sum 100\nsample 1: sum 201\nsample 2: sum 303\nno more samples\n"


def section(title: str) -> str:
    """Return the commands of a section of docs/own-project.md, up to the next title."""
    _, _, text = re.split(rf"^(##+) {title}$", PAGE, maxsplit=1, flags=re.MULTILINE)
    return "\n".join(blocks("sh", re.split("^##", text, maxsplit=1, flags=re.MULTILINE)[0]))


def blocks(language: str, text: str) -> list[str]:
    """Return the code blocks of a text in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def limen(*words: str | Path, folder: Path, **variables: str) -> tuple[int, str]:
    """Run the command in a folder. Returns: its status, and its output with its errors."""
    command = [sys.executable, "-m", "limen", *map(str, words)]
    environment = {"PYTHONPATH": str(ROOT / "tools/src"), **variables}
    done = execute(command, directory=folder, environment=environment)
    return done.status, done.output


def shell(command: str, folder: Path, **variables: str) -> str:
    """Run a shell command that has to succeed. Returns: its output."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-ec", command],
        cwd=folder,
        env={**os.environ, "LIMEN": str(ROOT), "PATH": f"{ROOT}:{os.environ['PATH']}", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SAFETY_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def run(program: Path, target: str, folder: Path) -> Run:
    """Run a program for a target of the repository."""
    return run_program(target_named(target), program, [], scratch=folder)
