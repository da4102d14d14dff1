# SPDX-License-Identifier: Apache-2.0
"""Goal: the tools describe the fault of a user thread with the names of the program.

Method: the example of a parser that writes outside of its memory runs on two processors. The
command prints the fault at its end; findings and page show it, too, if they have the program.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from limen.errors import RunError
from limen.run import build, find_root, target_named
from limen.run.source import source_of
from limen.run.symbols import symbols_of

ROOT = find_root(Path(__file__).parent)
EXAMPLE = "example-hostile_input"
MISTAKE = "/* the mistake */"
SOURCE = ROOT / "examples/user/hostile_input.c"


def limen(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / "limen"), *words], cwd=ROOT, capture_output=True, text=True, check=True
    )


@pytest.mark.parametrize("name", ["mps2-an385", "virt-riscv32"])
def test_a_fault_is_said_by_names(name: str, tmp_path: Path) -> None:
    lines = SOURCE.read_text().splitlines()
    line = next(at for at, text in enumerate(lines, 1) if MISTAKE in text) + 1
    trace = str(tmp_path / "hostile.limen")
    said = limen("run", EXAMPLE, "--target", name, "--trace", trace)
    assert f"outside of its regions, at hostile_input.c:{line}: the first of " in said.stderr
    assert "limen: parser wrote to 0x" in said.stderr
    program = build(ROOT, target_named(name), [EXAMPLE], lambda _: None)[EXAMPLE]
    found = limen("trace", "findings", trace, "--elf", str(program)).stdout
    assert f"at hostile_input.c:{line}" in found
    assert "by the instruction at 0x" in limen("trace", "findings", trace).stdout


def test_addresses_of_a_program() -> None:
    program = build(ROOT, target_named("mps2-an385"), [EXAMPLE], lambda _: None)[EXAMPLE]
    known = {symbol.name: symbol for symbol in symbols_of(program)}
    memory, parse = known["parser_memory"], known["parse"]
    with source_of(program) as source:
        assert source.variable_at(memory.address) == "parser_memory"
        assert source.variable_at(memory.address + 12) == "parser_memory + 12"
        assert source.variable_at(0xFFFF_FFF0) == ""
        assert source.instruction_at(parse.address).startswith("hostile_input.c:")
        assert source.instruction_at(0xFFFF_FFF0) == ""
        assert source.verb_at(0xFFFF_FFF0) == ""


def test_what_is_no_program_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    with pytest.raises(RunError, match="not an executable"), source_of(text):
        pass
