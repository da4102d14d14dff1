# SPDX-License-Identifier: Apache-2.0
"""Goal: the C++ API (limen.hpp) costs no instruction, and needs no library of C++.

Method: tests/kernel/headers/cost.c and cost.cpp define the same functions. Both are compiled for
this machine and for a Cortex-M3, whose compiler has no library of C++ here. Their disassemblies are
compared function by function: the C++ form has no additional instruction.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import tree

if TYPE_CHECKING:
    from pathlib import Path

# Compilers of C and C++, disassembler, port, options.
MACHINES = {
    "host": ("gcc", "g++", "objdump", "ports/host", []),
    "Cortex-M3": (
        "arm-none-eabi-gcc",
        "arm-none-eabi-g++",
        "arm-none-eabi-objdump",
        "ports/cortex-m",
        ["-mcpu=cortex-m3", "-mthumb", "-ffreestanding"],
    ),
}
COMMON = ["-O2", "-Wall", "-Wextra", "-Werror", "-fno-asynchronous-unwind-tables", "-c"]
# Targets of branches, and constants in the code beside it.
PLACES = re.compile(r"[0-9a-f]+ <\w+(\+0x[0-9a-f]+)?>|\[pc, #\d+\].*|pc, #\d+.*")
CPP = ["-std=c++17", "-fno-exceptions", "-fno-rtti"]


def disassembly(objdump: str, file: Path) -> dict[str, Counter[str]]:
    """Return the instructions of each function and the names that they refer to, in any order.

    Compilers may place the two sides of a branch in either order, so the place of an instruction,
    the condition of a branch and padding do not count.
    """
    command = [objdump, "--disassemble", "--reloc", "--no-show-raw-insn", str(file)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    functions: dict[str, Counter[str]] = {}
    current: Counter[str] = Counter()
    for line in text.splitlines():
        if head := re.fullmatch(r"[0-9a-f]+ <(\w+)>:", line):
            functions[head[1]] = Counter()
            current = functions[head[1]]
        elif body := re.match(r"\s+[0-9a-f]+:\s*(.*)", line):
            words = " ".join(PLACES.sub("PLACE", body[1]).split())
            words = re.sub(r"^(cbn?z|beq|bne|je|jne)\b(\.n)?", "BRANCH", words)
            if not re.match(r"nop|xchg +%ax,%ax|cs nop|data16|\.word", words):
                current[words] += 1
    return functions


def compiled(machine: str, source: str, folder: Path, *, counted: bool) -> dict[str, Counter[str]]:
    c, cpp, objdump, port, options = MACHINES[machine]
    is_cpp = source.endswith(".cpp")
    target = folder / f"{source}.o"
    command = [cpp if is_cpp else c, *(CPP if is_cpp else ["-std=c11"]), *COMMON, *options]
    command += ["-DLM_CLOCK_HZ=25000000", f"-DLM_COUNTED={int(counted)}", "-Iinclude"]
    command += [f"-I{port}/include", f"tests/kernel/headers/{source}", "-o", str(target)]
    done = subprocess.run(command, cwd=tree.ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return disassembly(objdump, target)


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("machine", MACHINES)
def test_no_instruction_is_in_the_cpp_form_only(
    machine: str, *, counted: bool, tmp_path: Path
) -> None:
    c, cpp = (
        compiled(machine, source, tmp_path, counted=counted) for source in ("cost.c", "cost.cpp")
    )
    assert len(c) == 8
    assert set(c) == set(cpp)
    for name in c:
        assert cpp[name] <= c[name], f"{name}: {cpp[name] - c[name]}"


def test_a_difference_would_be_seen(tmp_path: Path) -> None:
    functions = compiled("host", "cost.c", tmp_path, counted=False)
    assert functions["send_sample"] != functions["send_sample_now"]
    assert any("lm_mutex_unlock" in one for one in functions["count_locked"])
