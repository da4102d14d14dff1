# SPDX-License-Identifier: Apache-2.0
"""Examine this machine: find each need, and its version."""

from __future__ import annotations

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from limen.child import answer_of
from limen.doctor.purposes import ENGINE, PAGE, Kind, Need, Purpose
from limen.errors import RunError
from limen.prebuilt import prebuilt
from limen.run.build import find_root

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Found", "Report", "examine"]

_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")
# Parts that a checkout builds on first use, and the file that shows that it can.
_BUILDS: Final = {
    ENGINE: "engine/CMakeLists.txt",
    PAGE: "viewer/node_modules/vite/bin/vite.js",
}
_COMPILES: Final = ("cmake", "ninja", "g++")


@dataclass(frozen=True, slots=True)
class Found:
    """A need, and whether it is there.

    Attributes:
        need: the need.
        is_there: it exists in a version that is new enough.
        version: as it reports; empty: unknown.
    """

    need: Need
    is_there: bool
    version: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A purpose, and its needs in their order."""

    purpose: Purpose
    found: tuple[Found, ...]

    @property
    def is_possible(self) -> bool:
        """Whether nothing is missing."""
        return all(found.is_there for found in self.found)

    @property
    def missing(self) -> tuple[Need, ...]:
        """The missing packages."""
        return tuple(found.need for found in self.found if not found.is_there)


def examine(purposes: Sequence[Purpose], folder: Path) -> list[Report]:
    """Look for what purposes need.

    Args:
        purposes: in the order of the result.
        folder: in which, or above which, a repository may be.
    """
    root = _root(folder)
    needs = list(dict.fromkeys(need for purpose in purposes for need in purpose.needs))
    with ThreadPoolExecutor() as pool:  # they mostly wait for commands that tell their version
        known = dict(zip(needs, pool.map(lambda need: _find(need, root), needs), strict=True))
    return [Report(purpose, tuple(known[need] for need in purpose.needs)) for purpose in purposes]


def _root(folder: Path) -> Path | None:
    try:
        return find_root(folder)
    except RunError:
        return None


def _find(need: Need, root: Path | None) -> Found:
    if need.kind is Kind.COMMAND:
        return _command(need)
    if need.kind is Kind.MODULE:
        return _module(need)
    if need.kind is Kind.LIBRARY:
        return Found(need, _has_library(need.compiler, need.name))
    if need.kind is Kind.REPOSITORY:
        return Found(need, root is not None, "" if root is None else str(root))
    return Found(need, _has_file(need.name, root))


def _command(need: Need) -> Found:
    place = shutil.which(need.name)
    if place is None:
        return Found(need, is_there=False)
    said = _first_version(_output([place, "--version"]))
    is_new_enough = need.major == 0 or _at_least(said, need.major)
    return Found(need, is_new_enough, said)


def _module(need: Need) -> Found:
    try:
        return Found(need, is_there=True, version=version(need.name))
    except PackageNotFoundError:
        return Found(need, is_there=False)


def _has_library(compiler: str, name: str) -> bool:
    """GCC prints an absolute path if it has the library, otherwise the bare name."""
    place = shutil.which(compiler)
    return place is not None and _output([place, f"-print-file-name={name}"]).startswith("/")


def _has_file(name: str, root: Path | None) -> bool:
    """Return whether the file is in the wheel, or in the repository, which may build it."""
    if prebuilt(name) is not None:
        return True
    if name == ENGINE and find_spec(name) is not None:
        return True
    if root is None or not (root / _BUILDS.get(name, name)).exists():
        return False
    return name != ENGINE or all(map(shutil.which, _COMPILES))


def _output(command: Sequence[str]) -> str:
    done = answer_of(command)
    return (done.stdout or done.stderr).decode(errors="replace") if done is not None else ""


def _first_version(said: str) -> str:
    """The version in the text that a command prints about itself.

    >>> _first_version("GNU gdb (Debian 13.1-3) 13.1"), _first_version("v18.20.4")
    ('13.1', '18.20.4')
    """
    # A distribution may put its own version in parentheses, ahead of that of the program.
    first = re.sub(r"\([^)]*\)", "", next(iter(said.splitlines()), ""))
    match = _VERSION.search(first)
    return match[0] if match else ""


def _at_least(said: str, major: int) -> bool:
    """Return whether a version is new enough. A text without a number counts as new enough."""
    return not said or int(said.partition(".")[0]) >= major
