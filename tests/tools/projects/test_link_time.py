# SPDX-License-Identifier: Apache-2.0
"""Goal: link-time optimisation works for programs whose assembly names functions of C.

Method: configure with CMAKE_INTERPROCEDURAL_OPTIMIZATION, link the first example, and run it. A
compiler that sees the complete program removes a function if it finds no use of it.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from visitor import ROOT

from limen.run import run_program, target_named

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = "example-hello"
SAID = "".join(f"{who}: hello {n}\n" for n in (1, 2, 3) for who in ("urgent", "relaxed"))


@pytest.mark.long("a compilation of the whole kernel that no other test uses")
@pytest.mark.parametrize("name", ["mps2-an385", "virt-riscv32"])
def test_an_example_that_is_optimised_when_it_is_linked(name: str, tmp_path: Path) -> None:
    option = "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON"
    configure = ["cmake", "--preset", name, "-B", str(tmp_path), option]
    subprocess.run(configure, cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["ninja", "-C", tmp_path, PROGRAM], check=True, capture_output=True)
    program = tmp_path / "bin" / PROGRAM
    commands = (tmp_path / "compile_commands.json").read_text("utf-8")
    assert " -flto" in commands
    assert run_program(target_named(name), program, [], scratch=tmp_path).output == SAID
