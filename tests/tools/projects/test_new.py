# SPDX-License-Identifier: Apache-2.0
"""Goal: the projects and boards of `limen new` work beyond the first build.

Method: a board keeps the emulator only if that has the memory of the board; printed commands work
in a folder with a blank in its name; the trace of a project that writes to the console is complete.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

import pytest
from visitor import limen, shell

from limen.trace import read_trace

if TYPE_CHECKING:
    from pathlib import Path

CONSOLE = """
static struct lm_console console;
static struct lm_handle handle;
static unsigned char out[256];
LM_STACK(console_stack, 512);
"""
CREATE = """
    lm_console_create(&console,
                      &(struct lm_console_config){.name = "console", .baud = 115200, .out = out,
                                                  .out_bytes = sizeof out, .urgency = 3,
                                                  LM_PREEMPTIVE(5), LM_USE_STACK(console_stack)});
    lm_queue_create("""
LINE = "the output has changed by some\\n"


@pytest.mark.parametrize(
    ("words", "machine"),
    [
        ("", "mps2-an386"),
        ("--cpu cortex-m55 --data 0x30000000:512K", "mps3-an547"),
        ("--cpu rv64imac --data 0x80080000:1M", "virt"),
        ("--code 0x08000000:512K --data 0x20000000:128K", None),
        ("--data 0x20000000:8M", None),
        ("--cpu rv32imac --code 0x20000000:64K", None),
        ("--code 0x08000000:512K --qemu 'qemu-system-arm -M netduino2'", "netduino2"),
    ],
)
def test_an_emulator_has_the_memory_of_its_board(
    words: str, machine: str | None, tmp_path: Path
) -> None:
    said = shell(f"limen new board own {words}", tmp_path)
    board = tomllib.loads((tmp_path / "own/board.toml").read_text())
    found = re.search(r"-M (\S+)", board.get("qemu", ""))
    assert (found[1] if found else None) == machine
    assert ("no known machine of QEMU has this memory" in said) == (machine is None)


def test_commands_are_quoted(tmp_path: Path) -> None:
    said = shell("limen new board 'my boards/own' && limen new app 'my apps/gauge'", tmp_path)
    board, app = said.splitlines()
    make, run = re.findall("`(.*?)`", board)
    shell(make.replace("APP", "other"), tmp_path)
    assert run == "limen run APP --target own"
    assert (tmp_path / "other/limen.toml").is_file()
    assert "limen trace 'my apps/gauge'" in app


def test_the_name_of_a_project_is_no_command_in_its_folder(tmp_path: Path) -> None:
    assert limen("new", "app", "gauge", folder=tmp_path)[0] == 0
    status, said = limen("trace", "gauge", folder=tmp_path / "gauge")
    assert status == 2
    assert "No such command 'gauge'; for the project in this folder: limen trace .; see" in said


@pytest.mark.long("one more kernel for each; the template differs in one file")
@pytest.mark.parametrize("interface", ["cmsis-rtos2", "freertos"])
def test_a_project_is_written_for_an_interface(interface: str, tmp_path: Path) -> None:
    assert limen("new", "app", "gauge", f"--{interface}", folder=tmp_path)[0] == 0
    status, said = limen("trace", "gauge", folder=tmp_path)
    assert status == 0, said
    assert "regulator" in said
    build = "cmake --preset host && cmake --build --preset host && ctest --preset host"
    assert "100% tests passed" in shell(build, tmp_path / "gauge")


def test_a_project_is_written_for_one_interface(tmp_path: Path) -> None:
    said = limen("new", "app", "gauge", "--cmsis-rtos2", "--freertos", folder=tmp_path)
    assert said[0] != 0
    assert "leave out --cmsis-rtos2" in said[1]
    said = limen("new", "app", "gauge", "--freertos", "--template", "product", folder=tmp_path)
    assert said[0] != 0
    assert "leave out --freertos" in said[1]


def test_a_product_has_another_main(tmp_path: Path) -> None:
    status, said = limen("new", "app", "gauge", "--template", "product", folder=tmp_path)
    assert (status, "limen run gauge --type 205ms:status --type 1s:quit" in said) == (0, True)
    assert "lm_console_create" in (tmp_path / "gauge/main.c").read_text()
    assert not (tmp_path / "gauge/product.c").exists()
    status, said = limen("new", "app", "other", "--template", "toy", folder=tmp_path)
    assert (status, "'toy' is not one of 'control', 'product'" in said) == (2, True)


@pytest.mark.long("it builds one more project")
def test_a_product_answers_on_its_console(tmp_path: Path) -> None:
    """The controller makes an output each 10 ms, and the supervisor checks it each 50 ms."""
    assert limen("new", "app", "gauge", "--template", "product", folder=tmp_path)[0] == 0
    script = ("--type", "205ms:status", "--type", "1s:quit")
    status, said = limen("run", "gauge", *script, "--trace", "kept", folder=tmp_path)
    assert (status, "outputs 20\nfeeds 4\n" in said) == (0, True), said
    assert len(read_trace(tmp_path / "kept")) > 0


def test_a_project_that_writes_to_the_console_has_a_whole_trace(tmp_path: Path) -> None:
    assert limen("new", "app", "gauge", folder=tmp_path)[0] == 0
    control = tmp_path / "gauge/control.c"
    text = control.read_text()
    for old, new in (
        ("#include <limen/limen.h>\n", "#include <limen/console.h>\n#include <limen/limen.h>\n"),
        ("LM_STACK(sampler_stack", f"{CONSOLE}LM_STACK(sampler_stack"),
        ("    lm_queue_create(", CREATE),
        (
            "    int32_t reading;\n\n    (void)argument;\n",
            (
                "    int32_t reading;\n\n"
                '    lm_device_open(&handle, "console");\n    (void)argument;\n'
            ),
        ),
        (
            "        outputs++;\n",
            (
                "        outputs++;\n"
                f'        lm_device_write(&handle, "{LINE}", {len(LINE) - 1}, NULL);\n'
            ),
        ),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    control.write_text(text)
    status, said = limen("trace", "gauge", folder=tmp_path)
    assert (status, said.count("the output has changed")) == (0, 20), said
    trace = read_trace(tmp_path / "gauge/build/host/gauge.limen")
    assert (trace.lost, len(trace) > 1024) == (0, True)
