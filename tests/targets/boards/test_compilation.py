# SPDX-License-Identifier: Apache-2.0
"""Goal: the compiled kernel is correct for the boards.

Method: the commands of the build with one additional option, and the calls in the code of the plain
library.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

from limen.run import build, find_root
from limen.run.target import target_named

ROOT = find_root(Path(__file__).parent)
PROGRAM: Final = "board-faults"
CORTEX_M4F: Final = ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16")
REFUSAL: Final = "This port saves no floating-point registers"

# Functions of the plain library that call another library on a Cortex-M0, which has no instructions
# to divide or to multiply 64 bits. Messages and bytes of any size are copied. The creation of a
# queue by priority divides. Blocks are counted by a division when their pool is created, and in
# checked libraries when one is released. Periods that are too short, slices that are long over and
# the length of a tick are divided by. The audit reads the words of a block as copies, and finds its
# next step by a division.
CALLS: Final = {
    ("audit", "__aeabi_uidivmod"),
    ("audit_object", "memcpy"),
    ("queue", "memcpy"),
    ("queue", "__aeabi_uidiv"),
    ("priority_queue", "__aeabi_uidiv"),
    ("stream", "memcpy"),
    ("block_pool", "__aeabi_uidiv"),
    ("block_pool", "__aeabi_uidivmod"),
    ("lazy", "__aeabi_lmul"),
    ("lazy", "__aeabi_uldivmod"),
    ("slice", "__aeabi_lmul"),
    ("slice", "__aeabi_uldivmod"),
    ("timer", "__aeabi_lmul"),
    ("timer", "__aeabi_uldivmod"),
}
# A call may clear a created object; counters that the library does not keep are all 0.
CLEARS: Final = re.compile(
    r"_(create|init(_in_library_\w+)?|attach|set_budget|add|begin|enter|count(ers)?|join)$"
)


def command(board: str, source: str, target: str) -> list[str]:
    """Return the command that compiles a source for a target of CMake, without its output files."""
    build(ROOT, target_named(board), [PROGRAM], lambda _: None)
    entries = json.loads((ROOT / "build" / board / "compile_commands.json").read_text())
    words = next(
        shlex.split(entry["command"])
        for entry in entries
        if Path(entry["file"]) == ROOT / source and f"/{target}.dir/" in entry["command"]
    )
    return words[: words.index("-o")]


def compile_(board: str, source: str, target: str, *options: str) -> tuple[int, str]:
    """Return the status and the messages of the compiler."""
    words = [*command(board, source, target), *options, "-fsyntax-only", str(ROOT / source)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("kernel/start.c", "limen"),
        ("ports/cortex-m/port.c", "limen"),
        ("tests/targets/boards/faults.c", PROGRAM),
    ],
)
def test_floating_point_registers_are_refused(source: str, target: str) -> None:
    """Kernel, port and programs would use registers that no switch saves."""
    board = "mps2-an385"
    assert compile_(board, source, target, *CORTEX_M4F, "-mfloat-abi=soft") == (0, "")
    for abi in ("hard", "softfp"):
        status, messages = compile_(board, source, target, *CORTEX_M4F, f"-mfloat-abi={abi}")
        assert status != 0
        assert REFUSAL in messages


def calls(board: str) -> set[tuple[str, str, str]]:
    """Return the kernel's calls of other libraries in the plain library, with their callers."""
    build(ROOT, target_named(board), [PROGRAM], lambda _: None)
    command = ["arm-none-eabi-objdump", "--disassemble", "--reloc"]
    library = str(ROOT / "build" / board / "liblimen.a")
    lines = subprocess.run([*command, library], check=True, capture_output=True, text=True).stdout
    sources = {path.stem for name in ("kernel", "layers") for path in (ROOT / name).rglob("*.c")}
    source = function = ""
    found = set()
    for line in lines.splitlines():
        if match := re.match(r"(\w+)\.[cS]\.obj:", line):
            source = match[1]
        elif match := re.match(r"[0-9a-f]+ <(\w+)", line):
            function = match[1]
        elif (match := re.search(r"\bR_ARM_\w+\s+(\w+)", line)) and is_foreign(match[1]):
            found.add((source, function, match[1]))
    return {call for call in found if call[0] in sources}  # drivers are in the library, too


def is_foreign(symbol: str) -> bool:
    """Return whether the linker has to find it in a library of the compiler."""
    return symbol.startswith(("mem", "__aeabi_", "__gnu_"))


@pytest.mark.long("one more kernel; who adds a division or a copy sees it in the sizes of features")
def test_the_kernel_calls_a_library_only_where_it_says_so() -> None:
    found = calls("microbit")
    clears = {function for _, function, symbol in found if symbol == "memset"}
    assert {name for name in clears if CLEARS.search(name) is None} == set()
    assert {(source, symbol) for source, _, symbol in found if symbol != "memset"} == CALLS
