# SPDX-License-Identifier: Apache-2.0
"""The parts of Limen that are installed on first use, each for one purpose.

A checkout installs them by itself, with scripts/setup. An installed package names the extra with
the missing part.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from limen.errors import MissingError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Part", "need", "needs", "parts", "parts_of", "unavailable"]

_Function = TypeVar("_Function", bound="Callable[..., object]")
_ROOT: Final = Path(__file__).resolve().parents[3]
_SETUP: Final = _ROOT / "scripts/setup"
_LOCK: Final = _ROOT / "tools/requirements.lock"
_ROW: Final = re.compile(r"^# part (\w+) (\d+) MB: (.*)$", re.MULTILINE)
_NO_SETUP: Final = "LIMEN_NO_SETUP"
# Parts that are not packages of Python, and the files that show that they exist.
_FOLDERS: Final = {"pages": "viewer", "emulator": "tools/emulator"}
_TARGETS: Final = "targets"  # Debian packages alone
_ATTRIBUTE: Final = "limen_parts"


@dataclass(frozen=True, slots=True)
class Part:
    """Packages of Python for one purpose.

    Attributes:
        name: for scripts/setup.
        megabytes: on the disk; a package can be in several parts.
        purpose: what they are for.
        is_installed: all of them.
    """

    name: str
    megabytes: int
    purpose: str
    is_installed: bool


def needs(*names: str) -> Callable[[_Function], _Function]:
    """Declare the parts that a function needs when it is called as a command."""

    def noted(function: _Function) -> _Function:
        setattr(function, _ATTRIBUTE, names)
        return function

    return noted


def parts_of(function: Callable[..., object]) -> tuple[str, ...]:
    """The parts that a function needs as a command."""
    found: tuple[str, ...] = getattr(function, _ATTRIBUTE, ())
    return found


def need(*names: str) -> None:
    """Install parts that are missing, in a checkout.

    Raises:
        MissingError: they cannot be installed.
    """
    if not _SETUP.is_file() or os.environ.get(_NO_SETUP):
        return  # an import that fails reports which extra is missing
    missing = [name for name in names if not _is_there(name)]
    if not missing:
        return
    done = subprocess.run([_SETUP, *missing], check=False, stdout=sys.stderr)
    if done.returncode != 0:
        command = f"scripts/setup {' '.join(missing)}"
        raise MissingError(command, f"it ended with status {done.returncode}", "see its output")
    importlib.invalidate_caches()


def _is_there(name: str) -> bool:
    if name in _FOLDERS:
        return (_ROOT / _FOLDERS[name] / "node_modules/.complete").is_file()
    if name == _TARGETS:
        return (_ROOT / f"build/setup-{name}.stamp").is_file()
    return (Path(sys.prefix) / "parts" / name).is_file()


def parts() -> list[Part]:
    """All parts of packages of Python; none outside of a checkout."""
    if not _LOCK.is_file():
        return []
    rows = _ROW.findall(_LOCK.read_text(encoding="utf-8"))
    return [Part(name, int(size), purpose, _is_there(name)) for name, size, purpose in rows]


def unavailable(error: ModuleNotFoundError, names: tuple[str, ...]) -> MissingError | None:
    """The error for a missing package; None if it is one of ours.

    Args:
        error: of the import.
        names: the parts that the command needs.
    """
    package = (error.name or "limen").partition(".")[0]
    if package in {"limen", "limen_engine"}:
        return None
    problem = f"it needs {package}, which is not installed"
    if _SETUP.is_file():
        return MissingError("limen", problem, f"run: scripts/setup {' '.join(names) or 'traces'}")
    extras = ",".join(names) or "all"
    return MissingError("limen", problem, f"run: pip install 'limen[{extras}]'")
