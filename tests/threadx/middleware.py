# SPDX-License-Identifier: Apache-2.0
"""Find the middleware of ThreadX, which is not part of the repository.

``LIMEN_MIDDLEWARE`` names a folder with ``filex``, ``levelx``, ``netxduo`` and ``usbx``: folders,
or archives ``NAME.tar.xz``. Without it, this is the folder ``shared/middleware`` beside that of the
repository.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.lock import locked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.run import Target

__all__ = ["LIBRARIES", "build_middleware", "find_middleware"]

LIBRARIES: Final = ("filex", "levelx", "netxduo", "usbx")


def find_middleware(root: Path) -> dict[str, Path] | None:
    """Return the folder of each library, unpacked if necessary; None: a library is missing."""
    given = Path(os.environ.get("LIMEN_MIDDLEWARE") or root.parent / "shared" / "middleware")
    folders = {name: _folder(root, given, name) for name in LIBRARIES}
    found = {name: folder for name, folder in folders.items() if folder is not None}
    return found if len(found) == len(LIBRARIES) else None


def _folder(root: Path, given: Path, name: str) -> Path | None:
    if (given / name).is_dir():
        return given / name
    archive = given / f"{name}.tar.xz"
    return _unpacked(root, archive, name) if archive.is_file() else None


def _unpacked(root: Path, archive: Path, name: str) -> Path:
    place = root / "build" / "middleware" / "sources"
    folder = place / name
    with locked(root / "build" / "middleware" / "unpack.lock"):
        if not folder.is_dir() or folder.stat().st_mtime < archive.stat().st_mtime:
            shutil.rmtree(folder, ignore_errors=True)
            with tarfile.open(archive) as opened:
                opened.extractall(place, filter="data")
            os.utime(folder)
    return folder


def build_middleware(
    root: Path,
    target: Target,
    folders: Mapping[str, Path],
    programs: Sequence[str],
    *options: str,
) -> dict[str, Path]:
    """Build programs that use these libraries, in their own folder.

    Args:
        root: of the repository.
        target: of the build.
        folders: of the libraries, by name.
        programs: names of CMake targets.
        options: more of CMake's; each set has its own folder.

    Returns:
        The executables, by name of the program.
    """
    name = "-".join([target.name, *(option.partition("=")[0].strip("-D") for option in options)])
    place = root / "build" / "middleware" / name
    sources = [f"-DLIMEN_{library.upper()}={folder}" for library, folder in folders.items()]
    # A separate test in test_middleware.py compiles each file alone, as users do by default.
    sources.append("-DLIMEN_MIDDLEWARE_UNITY=40")
    with locked(root / "build" / "middleware" / f"{name}.lock"):
        _run(root, "cmake", "--preset", target.name, "-B", place, *sources, *options)
        _run(root, "cmake", "--build", place, "--target", *programs)
    return {program: place / "bin" / program for program in programs}


def _run(root: Path, *command: str | Path) -> None:
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
