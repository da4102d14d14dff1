# SPDX-License-Identifier: Apache-2.0
"""Goal: the Makefile of a drop never links objects of different configurations.

Method: a changed header, another program in C++ and another LM_LEVELS in the Makefile are built and
run. The Makefile cannot notice options on the command line of make; the linker refuses them.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
from visitor import OUTPUT, OUTPUT_CPP, PROGRAM_CPP, ROOT, limen, run, shell

from limen.project.export import LIBRARIES
from limen.run.target import ALL_TARGETS
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

TARGETS = [one.name for one in ALL_TARGETS if one.can_run] if IS_LONG else ["virt-riscv32"]


# The last output of the programs with other interfaces.
LAST_LINES = {
    "cmsis-rtos2": ": 3 threads\n",
    "freertos": "130 ms: the end\n",
    "stm32cube": "priority 8, events 1\n",
}


def compiled(said: str) -> set[str]:
    """Return the objects that make compiles."""
    return set(re.findall(r" -c \S+ -o build/(\S+)$", said, re.MULTILINE))


@pytest.mark.parametrize(
    "library",
    [
        pytest.param(
            one,
            marks=() if one == "limen-small" else pytest.mark.long("a kernel each"),
        )
        for one in LIBRARIES
    ],
)
def test_a_drop_of_each_library_runs(library: str, tmp_path: Path) -> None:
    target, folder = "mps2-an385", tmp_path / "drop"
    status, said = limen("export", "drop", "--board", target, "--library", library, folder=tmp_path)
    assert status == 0, said
    commands = shell("make -j2", folder)
    kernel = re.search(r"^.* -c kernel/core/sched\.c .*$", commands, re.MULTILINE)
    assert kernel is not None
    assert ("-Os" in kernel[0]) == (library == "limen-small")
    assert run(folder / "program", target, folder).output.endswith(LAST_LINES.get(library, OUTPUT))


@pytest.mark.long("one more kernel for each target; test_build_systems builds a drop")
@pytest.mark.parametrize("target", TARGETS)
def test_a_drop_compiles_what_has_changed(target: str, tmp_path: Path) -> None:
    folder = tmp_path / "drop"
    assert limen("export", "drop", "--board", target, folder=tmp_path)[0] == 0
    everything = compiled(shell("make -j2", folder))
    assert run(folder / "program", target, folder).output == OUTPUT

    shutil.copy(PROGRAM_CPP, folder)
    assert compiled(shell("make PROGRAM=cpp.cpp", folder)) == {"program/cpp.cpp.o"}
    assert run(folder / "program", target, folder).output == OUTPUT_CPP
    assert not compiled(shell("make", folder))
    assert run(folder / "program", target, folder).output == OUTPUT

    shell("touch kernel/core/ready_queue.h", folder)
    users = compiled(shell("make", folder))
    assert "kernel/core/sched.c.o" in users
    assert "program/main.c.o" not in users

    shell("touch main.c", folder)
    said = shell(
        '! make PUBLIC="$(sed -n "s/^PUBLIC = //p" Makefile) -ULM_LEVELS -DLM_LEVELS=64"', folder
    )
    assert "undefined reference to `lm_kernel_init_64_levels_" in said
    shell("sed -i s/LM_LEVELS=32/LM_LEVELS=64/ Makefile", folder)
    assert compiled(shell("make -j2 -n", folder)) == everything
    shell("make clean", folder)
    assert not (folder / "build").exists()


@pytest.mark.long("one more kernel")
@pytest.mark.parametrize("target", ["mps2-an385", "virt-riscv32"])
def test_a_drop_can_have_user_threads(target: str, tmp_path: Path) -> None:
    folder = tmp_path / "drop"
    words = ("--board", target, "--library", "limen", "--user-threads")
    assert limen("export", "drop", *words, folder=tmp_path)[0] == 0
    shutil.copy(ROOT / "examples/user/hostile_input.c", folder / "main.c")
    shell("make -j2", folder)
    said = "parser: 1000 faults; logger: 1000 texts; control loop: ran, 0 late\n"
    assert run(folder / "program", target, folder).output == said


def test_a_drop_without_user_threads_says_so(tmp_path: Path) -> None:
    status, said = limen("export", "drop", "--user-threads", folder=tmp_path)
    assert status == 2
    assert "limen-traced has no user threads on host" in said
