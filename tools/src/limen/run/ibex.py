# SPDX-License-Identifier: Apache-2.0
"""The model of the Ibex core: its RTL, from a package, compiled by Verilator with tools/ibex."""

from __future__ import annotations

import hashlib
import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from limen.builds.folder import build_folder
from limen.builds.lock import locked
from limen.builds.process import execute
from limen.child import together
from limen.errors import RunError
from limen.parts import need
from limen.progress import announced
from limen.run.build import find_root

__all__ = ["build_model", "is_model_built", "why_no_model"]

_SOURCES: Final = "tools/ibex"
_PACKAGE: Final = "pythondata_cpu_ibex"
_VERILATOR: Final = "verilator"
_SETUP: Final = "run scripts/setup ibex"
_NAME: Final = "limen-ibex"
_TOP: Final = "limen_ibex"
_INCLUDED: Final = (
    "rtl",
    "vendor/lowrisc_ip/ip/prim/rtl",
    "vendor/lowrisc_ip/ip/prim_generic/rtl",
    "vendor/lowrisc_ip/dv/sv/dv_utils",
)
# Packages of SystemVerilog precede what uses them.
_FIRST: Final = (
    "vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv",
    "rtl/ibex_pkg.sv",
)
# All bits are 0 at first, so that two runs are identical.
_OPTIONS: Final = (
    *("--cc", "-O3", "-DSYNTHESIS", "--noassert", "--x-assign", "0", "--x-initial", "0"),
    *("-Wno-lint", "-Wno-fatal", "--top-module", _TOP, "--prefix", f"V{_TOP}"),
)
_COMPILE: Final = ("g++", "-std=c++17", "-O2")


def why_no_model() -> str:
    """Return the reason why the model cannot be made here; empty if it can."""
    if shutil.which(_VERILATOR) is None:
        return f"{_VERILATOR} is not installed; {_SETUP}"
    if find_spec(_PACKAGE) is None:
        return f"{_PACKAGE} is not installed; {_SETUP}"
    return ""


def build_model() -> Path:
    """The program that runs executables on the RTL, compiled if one of its sources has changed.

    Raises:
        RunError: a prerequisite is missing, or it does not compile.
    """
    root = find_root(Path(__file__).parent)
    output = _output(root)
    need("ibex")
    if why := why_no_model():
        raise RunError("the model of the Ibex core", *why.split("; "))
    program, stamp = output / _NAME, output / "stamp"
    with locked(output / "lock"):
        state = _state(root)
        if not program.is_file() or not stamp.is_file() or stamp.read_text() != state:
            with announced("building the model of the Ibex core", "about a minute, once"):
                _build(root, output, program)
            stamp.write_text(state)
    return program


def is_model_built(root: Path) -> bool:
    """Return whether the model has been compiled once, so that its use takes no minute.

    Args:
        root: of the repository.
    """
    return (_output(root) / _NAME).is_file()


def _output(root: Path) -> Path:
    return build_folder(root) / "ibex/model"


def _rtl() -> Path:
    spec = find_spec(_PACKAGE)
    places = None if spec is None else spec.submodule_search_locations
    if not places:
        raise RunError(_PACKAGE, "it is not installed", _SETUP)
    return Path(places[0]) / "system_verilog"


def _state(root: Path) -> str:
    """A digest of the inputs of the model: the sources here, and the place of the package."""
    digest = hashlib.sha256(str(_rtl()).encode())
    for file in sorted((root / _SOURCES).iterdir()):
        digest.update(file.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()


def _build(root: Path, output: Path, program: Path) -> None:
    rtl, generated = _rtl(), output / "generated"
    shutil.rmtree(generated, ignore_errors=True)
    _run(
        root,
        _VERILATOR,
        *_OPTIONS,
        *("--Mdir", str(generated)),
        *(f"-I{rtl / folder}" for folder in _INCLUDED),
        *(str(rtl / file) for file in _FIRST),
        str(root / _SOURCES / f"{_TOP}.sv"),
    )
    library = Path(_run(root, _VERILATOR, "--getenv", "VERILATOR_ROOT").strip()) / "include"
    sources = [
        *sorted(generated.glob("*.cpp")),
        *(library / name for name in ("verilated.cpp", "verilated_threads.cpp")),
        *sorted((root / _SOURCES).glob("*.cpp")),
    ]

    def compiled(source: Path) -> str:
        made = generated / f"{source.stem}.o"
        folders = (f"-I{library}", f"-I{library / 'vltstd'}", f"-I{generated}")
        _run(root, *_COMPILE, *folders, "-c", str(source), "-o", str(made))
        return str(made)

    with together(os.cpu_count() or 1) as pool:
        objects = list(pool.map(compiled, sources))
    _run(root, *_COMPILE, *objects, "-o", str(program), "-pthread")


def _run(root: Path, *command: str) -> str:
    done = execute(list(command), directory=root)
    if done.status != 0:
        lines = done.output.splitlines() or ["nothing"]
        said = next((line for line in lines if "rror" in line), lines[0])
        raise RunError(_SOURCES, f"it does not compile: {said}", "correct that")
    return done.output
