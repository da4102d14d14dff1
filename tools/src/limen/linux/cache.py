# SPDX-License-Identifier: Apache-2.0
"""A folder outside of the repository for downloaded and built files; none of them is incomplete.

A file is written under a name that ends in ``.part`` and renamed when it is complete. Then the
folder is sealed: a file in it contains size and hash of all important files, so that damage by a
full disk or an interrupted copy is detected. Only one run at a time fills the cache.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Cache", "digest_of", "file_digest", "is_sealed"]

_SEAL: Final = "seal.json"
_PART: Final = ".part"


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of(parts: Iterable[str]) -> str:
    """A short name that is determined by these texts.

    >>> digest_of(["ab", "c"]) == digest_of(["a", "bc"])
    False
    """
    return hashlib.sha256(json.dumps(list(parts)).encode()).hexdigest()[:16]


def is_sealed(folder: Path) -> bool:
    """Return whether it is complete and its important files are unchanged."""
    try:
        seal: Mapping[str, str] = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        return all(file_digest(folder / name) == digest for name, digest in seal.items())
    except (OSError, ValueError, AttributeError):
        return False


@dataclass(frozen=True, slots=True)
class Cache:
    """The folder.

    Attributes:
        folder: its path; it need not exist.
    """

    folder: Path

    @classmethod
    def of_user(cls) -> Cache:
        """Return LIMEN_CACHE, or the usual folder for caches."""
        usual = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        named = os.environ.get("LIMEN_CACHE")
        return cls(Path(named or Path(usual) / "limen").absolute() / "linux")

    @property
    def packages(self) -> Path:
        """The folder of packages."""
        return self.folder / "packages"

    @contextmanager
    def lock(self, on_step: Callable[[str], None]) -> Iterator[None]:
        """Lock the cache, so that only this process fills it."""
        self.packages.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                on_step(f"wait for another run that fills {self.folder}")
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def made(self, name: str, make: Callable[[Path], Iterable[str]]) -> Path:
        """A sealed folder; it is created again if it does not exist or is damaged.

        Args:
            name: of the folder, different for different contents.
            make: fills an empty folder and returns the names of the important files.
        """
        folder = self.folder / name
        if is_sealed(folder):
            return folder
        part = folder.with_name(name + _PART)
        for old in (part, folder):
            shutil.rmtree(old, ignore_errors=True)
        part.mkdir(parents=True)
        seal = {vital: file_digest(part / vital) for vital in make(part)}
        (part / _SEAL).write_text(json.dumps(seal, indent=2), encoding="utf-8")
        part.replace(folder)
        return folder
