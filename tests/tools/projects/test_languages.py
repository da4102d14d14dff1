# SPDX-License-Identifier: Apache-2.0
"""Goal: programs in C and in C++ use Limen on each target, with each method of CMake.

Method: a user's project is built with CMake's defaults, without a build type, and its programs run.
`make test` builds one target with FetchContent, and only compiles the programs for the others;
test_build_systems.py has the installed package and the drop, and tests/tools/examples the other
ways. LIMEN_LONG builds each target in each way.
"""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from visitor import HERE, OUTPUT, OUTPUT_CPP, PROGRAM, PROGRAM_CPP, ROOT, run, shell

from limen.run.target import ALL_TARGETS
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [target.name for target in ALL_TARGETS if target.can_run]
COMPILED = [target.name for target in ALL_TARGETS]
CONFIGURE = (
    f"cmake -S {HERE}/consumer -B b -G Ninja -DLIMEN={ROOT} '-DPROGRAMS={PROGRAM};{PROGRAM_CPP}'"
)
OUTPUTS = {PROGRAM.stem: OUTPUT, PROGRAM_CPP.stem: OUTPUT_CPP}
WHOLE = [("fetch", "virt-riscv64")]
ELSEWHERE = {"host", "mps2-an385", "virt-riscv32", "virt-riscv64", "ibex", "ibex-zbb"}


def toolchain(target: str) -> str:
    """Return the option for projects that do not include limen_import.cmake."""
    if target == "host":
        return ""
    is_riscv = "riscv" in target or target.startswith("ibex")
    name = "riscv64-unknown-elf" if is_riscv else "arm-none-eabi"
    return f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/{name}.cmake"


def check(folder: Path, target: str) -> None:
    """Check that both programs of a build run."""
    for name, output in OUTPUTS.items():
        done = run(folder / "b" / name, target, folder)
        assert (done.status, done.output) == (0, output), name


@pytest.mark.parametrize(
    ("way", "target"),
    list(product(("subdirectory", "fetch", "import"), NAMES)) if IS_LONG else WHOLE,
)
def test_cmake_takes_limen_in(way: str, target: str, tmp_path: Path) -> None:
    options = f"-DWAY={way} -DLIMEN_TARGET={target} {toolchain(target) if way != 'import' else ''}"
    shell(f"{CONFIGURE} {options} && cmake --build b", tmp_path)
    check(tmp_path, target)


@pytest.mark.parametrize("target", [name for name in COMPILED if name not in ELSEWHERE])
def test_programs_compile(target: str, tmp_path: Path) -> None:
    options = f"-DWAY=import -DLIMEN_TARGET={target} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
    shell(f"{CONFIGURE} {options}", tmp_path)
    commands = json.loads((tmp_path / "b/compile_commands.json").read_text())
    own = [one for one in commands if one["file"] in {str(PROGRAM), str(PROGRAM_CPP)}]
    assert len(own) == len(OUTPUTS)
    for one in own:
        assert " -O2 " in one["command"]
        shell(one["command"], tmp_path / "b")


@pytest.mark.skipif(not IS_LONG, reason="test_build_systems.py has two of them")
@pytest.mark.parametrize("target", NAMES)
def test_an_installed_package(target: str, tmp_path: Path) -> None:
    library = f"cmake -S {ROOT} --preset {target} -B limen && cmake --install limen --prefix p"
    shell(library, tmp_path)
    options = f"-DWAY=package -DCMAKE_PREFIX_PATH={tmp_path}/p -DLIMEN_TARGET={target}"
    shell(f"{CONFIGURE} {options} {toolchain(target)} && cmake --build b", tmp_path)
    check(tmp_path, target)
