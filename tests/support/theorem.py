# SPDX-License-Identifier: Apache-2.0
"""Build and run tests/engine/theorem, which compares the analysis with all possible behaviours.

The sources of the engine are compiled as one, so that a mistake in any source or header is a folder
that comes first in the search for includes.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from support.mistakes import Mistake, mistakes_of, planted

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Found", "Mistake", "build", "class_names", "mistakes", "refuting", "run"]

_ROOT: Final = Path(__file__).resolve().parents[2]
_THEOREM: Final = _ROOT / "tests/engine/theorem"
_ENGINE: Final = _ROOT / "engine/src"
_BUILD: Final = _ROOT / "build/theorem"
_SOURCES: Final = ("analysis", "blocking", "in_order", "locks", "response", "task_set")
_COMPILE: Final = ("c++", "-std=c++20", "-pthread")


@dataclass(frozen=True, slots=True)
class Found:
    """A class of systems, none of which refutes the engine."""

    name: str
    tasks: int
    period_max: int
    jitter_max: int
    systems: int
    unbounded: int
    states: int
    words: str


def mistakes() -> list[Mistake]:
    """Return the mistakes of mistakes.toml."""
    return mistakes_of(_THEOREM / "mistakes.toml")


def build(mistake: Mistake | None = None) -> Path:
    """Build the program, with a mistake in the engine or without."""
    name = "right" if mistake is None else f"mistake-{mistakes().index(mistake) + 1}"
    folder = _BUILD / name
    folder.mkdir(parents=True, exist_ok=True)
    if mistake is not None:
        _plant(mistake, folder)
    includes = [f"-I{folder}", f"-I{_ENGINE}", f"-I{_THEOREM}"]
    judge = _BUILD / "right"
    if mistake is None:
        for source in sorted(_THEOREM.glob("*.cpp")):
            _call("-O2", *includes, "-c", source, "-o", judge / f"{source.stem}.o")
    engine = folder / "engine.cpp"
    engine.write_text("".join(f'#include "analysis/{source}.cpp"\n' for source in _SOURCES))
    program = folder / "theorem"
    objects = [judge / f"{source.stem}.o" for source in sorted(_THEOREM.glob("*.cpp"))]
    _call("-O1", *includes, engine, *objects, "-o", program)
    return program


def _plant(mistake: Mistake, folder: Path) -> None:
    (folder / "analysis").mkdir(exist_ok=True)
    text = planted(mistake, _ENGINE / "analysis" / mistake.file)
    (folder / "analysis" / mistake.file).write_text(text, "utf-8")


def _call(*arguments: str | Path) -> None:
    subprocess.run([*_COMPILE, *arguments], check=True)


def class_names(program: Path) -> list[str]:
    """Return the names of the classes of systems."""
    done = subprocess.run([program, "--list"], capture_output=True, text=True, check=True)
    return done.stdout.split()


def run(program: Path, name: str) -> Found:
    """Judge all systems of a class.

    Raises:
        SystemExit: a system refutes the engine.
    """
    done = subprocess.run([program, name], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"theorem: {name} refutes the analysis:\n{done.stderr}")
    word, *rest = done.stdout.strip().split(" ", 7)
    tasks, period_max, jitter_max, systems, unbounded, states = map(int, rest[:-1])
    return Found(word, tasks, period_max, jitter_max, systems, unbounded, states, rest[-1])


def refuting(program: Path, names: Sequence[str]) -> str | None:
    """Return the first class that refutes a program, or None."""
    for name in names:
        if subprocess.run([program, name], capture_output=True, check=False).returncode == 1:
            return name
    return None
