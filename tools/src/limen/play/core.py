# SPDX-License-Identifier: Apache-2.0
"""Build the native core as WebAssembly if a source is newer: build/wasm/limen.wasm."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from limen.errors import PageError
from limen.parts import need
from limen.prebuilt import prebuilt
from limen.progress import announced
from limen.run.build import find_root
from limen.run.folder import build_folder, is_current
from limen.run.lock import locked
from limen.run.process import execute

__all__ = ["built_core"]

_SOURCES: Final = ("engine", "kernel", "include", "ports")
_WHAT: Final = "building the engine for the browser"
_SUFFIXES: Final = frozenset({".c", ".cpp", ".h", ".hpp", ".txt", ".cmake"})


def built_core(root: Path | None = None) -> bytes:
    """The core.

    Args:
        root: of the repository; None: the core of the wheel, or the repository around this package.

    Raises:
        PageError: it cannot be built.
        RunError: this package is neither in a wheel nor in a repository.
    """
    if root is None and (ready := prebuilt("limen.wasm")) is not None:
        return ready.read_bytes()
    root = root or find_root(Path(__file__).parent)
    folder = build_folder(root) / "wasm"
    module = folder / "limen.wasm"
    with locked(build_folder(root) / "log/wasm.lock"):
        if not is_current(module, map(root.joinpath, _SOURCES), _SUFFIXES):
            _build(root, folder)
            module.touch()
        return module.read_bytes()


def _build(root: Path, folder: Path) -> None:
    need("pages")
    configure = ["cmake", "-G", "Ninja", "-S", "engine/wasm", "-B", str(folder)]
    toolchain = root / "cmake/wasm32-wasi.cmake"
    configure += ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"]
    for command in (configure, ["cmake", "--build", str(folder), "--target", "limen"]):
        with announced(_WHAT, "about a minute, once" if command is configure else "") as on_line:
            done = execute(command, directory=root, on_line=on_line)
        if done.status != 0:
            lines = done.output.strip().splitlines() or ["nothing"]
            reason = next((line for line in lines if "rror" in line), lines[-1])
            problem = f"the core of the page could not be built: {reason}"
            raise PageError(" ".join(command), problem, "run scripts/setup pages, or correct that")
