# SPDX-License-Identifier: Apache-2.0
"""Find the native core, and bring it up to date in a checkout.

An installed package has the module ``limen_engine`` beside it. In a checkout, it is built in
``build/engine``, or in the folder that LIMEN_BUILD names, whenever a source is newer than it.
"""

from __future__ import annotations

import importlib
import sys
import sysconfig
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from limen.builds.folder import build_folder, is_current
from limen.builds.lock import locked
from limen.builds.process import execute
from limen.errors import MissingError
from limen.progress import announced

__all__ = ["engine"]

_ROOT: Final = Path(__file__).resolve().parents[3]
_ONE: Final = Lock()  # of the threads of this process
_WHAT: Final = "building the trace engine"
# The sources of the module: its own, and those of the kernel that it simulates.
_SOURCES: Final = ("engine", "spec", "kernel", "layers", "include", "ports", "cmake")
_SUFFIXES: Final = frozenset({".c", ".cpp", ".h", ".hpp", ".json", ".py", ".txt", ".cmake"})


@cache
def engine() -> Any:  # noqa: ANN401 - a module that the type checker does not see
    """The module ``limen_engine``.

    Raises:
        MissingError: it cannot be built.
    """
    with _ONE:
        if (_ROOT / "engine/CMakeLists.txt").is_file() and "limen_engine" not in sys.modules:
            folder = build_folder(_ROOT) / "engine"
            _build(folder)
            sys.path.insert(0, str(folder))
    return importlib.import_module("limen_engine")


def _build(folder: Path) -> None:
    module = folder / f"limen_engine{sysconfig.get_config_var('EXT_SUFFIX')}"
    complete = folder / "complete"  # the module of an interrupted build may be cut off
    with locked(build_folder(_ROOT) / "log/engine.lock"):
        if module.is_file() and is_current(complete, map(_ROOT.joinpath, _SOURCES), _SUFFIXES):
            return
        complete.unlink(missing_ok=True)
        configure = ["cmake", "-G", "Ninja", "-S", "engine", "-B", str(folder)]
        configure += ["-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}"]
        for command in (configure, ["cmake", "--build", str(folder)]):
            with announced(_WHAT, "about a minute, once" if command is configure else "") as line:
                done = execute(command, directory=_ROOT, on_line=line)
            if done.status != 0:
                lines = done.output.strip().splitlines() or ["nothing"]
                reason = next((line for line in lines if "rror" in line), lines[-1])
                log = build_folder(_ROOT) / "log/engine.log"
                log.write_text(done.output, encoding="utf-8")
                problem = f"the native core could not be built: {reason}"
                raise MissingError(
                    " ".join(command), problem, f"correct that; all output is in {log}"
                )
        complete.touch()
