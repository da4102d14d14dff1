# SPDX-License-Identifier: Apache-2.0
"""Build the kernel and the analysis as WebAssembly, as viewer/build.ts does."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from limen.builds.folder import build_folder
from limen.builds.lock import locked

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["built_core"]


def built_core(root: Path) -> bytes:
    """Return the module.

    Args:
        root: of the repository.
    """
    folder = build_folder(root) / "wasm"
    configure = ["cmake", "-G", "Ninja", "-S", "engine/wasm", "-B", str(folder)]
    toolchain = root / "cmake/wasm32-wasi.cmake"
    configure += ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}"]
    with locked(build_folder(root) / "log/wasm.lock"):
        for command in (configure, ["cmake", "--build", str(folder), "--target", "limen"]):
            subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
        return (folder / "limen.wasm").read_bytes()
