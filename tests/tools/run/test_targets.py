# SPDX-License-Identifier: Apache-2.0
"""Goal: programs run, return their output and files, and do not hang, also in the emulator.

Method: shell scripts as programs of the host; for the emulator, firmware of a page (marks.S), whose
instructions were counted by hand.
"""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import RunError
from limen.run import (
    SAFETY_SECONDS,
    Run,
    addresses_between,
    count_between,
    execute,
    find_root,
    run_program,
    target_named,
)
from limen.run.instructions import build_plugin, find_function

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
HOST = target_named("host")
EMULATOR = target_named("mps2-an385")


def script(folder: Path, text: str) -> Path:
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def run_script(
    folder: Path, text: str, *arguments: str, timeout_seconds: float = SAFETY_SECONDS
) -> Run:
    program = script(folder, text)
    return run_program(HOST, program, arguments, scratch=folder, timeout_seconds=timeout_seconds)


def cut_off(run: Callable[[float], Run], said: str) -> str:
    """Return the complaint about an endless run that had enough time to print its output."""
    seconds = 0.25
    while True:
        with pytest.raises(RunError, match=rf"did not end within {seconds:g} s; ") as refused:
            run(seconds)
        if said in str(refused.value) or seconds > SAFETY_SECONDS:
            return str(refused.value)
        seconds *= 2


def test_output_status_and_trace_come_back(tmp_path: Path) -> None:
    run = run_script(tmp_path, 'echo "$1"; echo err >&2; : >trace.limen; exit 3', "a b")
    assert run == Run(3, "a b\nerr\n", tmp_path / "trace.limen")


def test_no_trace_is_no_error(tmp_path: Path) -> None:
    assert run_script(tmp_path, "exit 0").trace is None


def test_lines_are_passed_on_as_they_come(tmp_path: Path) -> None:
    lines: list[str] = []
    program = script(tmp_path, "echo one; echo two")
    execute([str(program)], directory=tmp_path, on_line=lines.append)
    assert lines == ["one", "two"]


def test_a_program_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    text = "sleep 1000 & echo $! >started; echo working; sleep 1000"
    complaint = cut_off(
        lambda seconds: run_script(tmp_path, text, timeout_seconds=seconds), "working"
    )
    assert "its last words: working;" in complaint
    started = int((tmp_path / "started").read_text())
    limit = time.monotonic() + SAFETY_SECONDS
    while runs(started):
        assert time.monotonic() < limit, "the process that it started goes on"
        time.sleep(0.01)


def runs(process: int) -> bool:
    """Return whether a process exists and has not ended; a signal needs a moment to end it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_program_that_prints_without_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limen.builds.process._OUTPUT_CHARACTERS_MAX", 1 << 20)
    with pytest.raises(RunError, match="wrote more than 1 MiB"):
        run_script(
            tmp_path, "while :; do echo again and again; done", timeout_seconds=SAFETY_SECONDS
        )


def test_bytes_that_are_no_text_do_not_hurt(tmp_path: Path) -> None:
    assert run_script(tmp_path, r"printf '\377\n'").output == "\ufffd\n"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be started"):
        execute([str(tmp_path / "nowhere")], directory=tmp_path)


def test_unknown_target() -> None:
    with pytest.raises(RunError, match="unknown target x; take one of host, microbit, mps2-an385"):
        target_named("x")


def test_the_emulator_is_told_to_count() -> None:
    command = EMULATOR.command(Path("/x/prog"), ["a,b", "c d"])
    assert command[0] == "qemu-system-arm"
    assert command[command.index("-icount") + 1] == "shift=6,align=off,sleep=off"
    semihosting = command[command.index("-semihosting-config") + 1]
    assert semihosting == 'enable=on,target=native,arg=prog,arg=a,,b,arg="c d"'
    assert command[-2:] == ["-kernel", "/x/prog"]
    assert "spawn=deny" in command[command.index("-sandbox") + 1]
    by_gdb = EMULATOR.command(Path("/x/prog"), [], ["-sandbox", "off"], semihosting="gdb")
    assert by_gdb.count("-sandbox") == 1
    assert "enable=on,target=gdb,arg=prog" in by_gdb


@pytest.mark.parametrize(("ticks", "instructions"), [(0, 0), (16, 10), (1000, 625), (3, 2)])
def test_ticks_are_instructions_on_the_emulator(ticks: int, instructions: int) -> None:
    assert EMULATOR.instructions(ticks) == instructions
    assert target_named("microbit").instructions(1024) == 1000
    assert HOST.instructions(ticks) is None


@pytest.fixture(scope="module")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("firmware") / "marks"
    options = ["-mcpu=cortex-m0", "-mthumb", "-nostdlib", "-Wl,-Ttext=0,-e,start"]
    source = str(HERE / "firmware/marks.S")
    command = ["arm-none-eabi-gcc", *options, "-o", str(program), source]
    subprocess.run(command, check=True)
    return program


def run_firmware(firmware: Path, folder: Path, *arguments: str) -> Run:
    return run_program(EMULATOR, firmware, arguments, scratch=folder)


def test_the_emulator_runs_firmware(firmware: Path, tmp_path: Path) -> None:
    run = run_firmware(firmware, tmp_path, "a,b c")
    assert run == Run(0, 'marks "a,b c"\n', tmp_path / "trace.limen")
    assert run.trace is not None
    assert run.trace.read_bytes() == b"\n"


def test_firmware_that_fails(firmware: Path, tmp_path: Path) -> None:
    assert run_firmware(firmware, tmp_path, "fail").status == 7


def test_firmware_that_hangs(firmware: Path, tmp_path: Path) -> None:
    complaint = cut_off(
        lambda seconds: run_program(
            EMULATOR, firmware, ["loop"], scratch=tmp_path, timeout_seconds=seconds
        ),
        "marks",
    )
    assert "its last words: marks loop" in complaint


@pytest.mark.parametrize("target", ["mps2-an385", "microbit"])
def test_instructions_are_counted_exactly(firmware: Path, target: str) -> None:
    # bx lr, movs, (subs, bne) for each round, bl
    assert count_between(firmware, "mark", target=target) == [2 + 2 * 10 + 1, 2 + 2 * 2 + 1]


def test_the_addresses_of_a_window_are_those_executed(firmware: Path) -> None:
    addresses = addresses_between(firmware, "mark", 1)
    mark = find_function(firmware, "mark")
    assert len(addresses) == 7
    assert addresses[0] == mark
    assert addresses[2:4] == addresses[4:6]
    assert mark not in addresses[1:]


def test_a_window_after_the_last_passage_is_empty(firmware: Path) -> None:
    assert addresses_between(firmware, "mark", 9) == []


def test_a_function_that_is_not_there(firmware: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="unknown function lab_mark; call it"):
        count_between(firmware, "lab_mark")
    (tmp_path / "text").write_text("no executable")
    with pytest.raises(RunError, match="this is not an executable"):
        find_function(tmp_path / "text", "mark")


def test_counting_says_how_a_program_failed(firmware: Path) -> None:
    with pytest.raises(RunError, match=r"marks fail: it ended with status 7 and said: marks fail"):
        count_between(firmware, "mark", ["fail"])


@pytest.mark.parametrize(
    "options", ["", ",mark=0", ",passes=p", ",mark=x,passes=p", ",mark=0,passes=p,what=1"]
)
def test_the_plugin_refuses_what_it_does_not_understand(
    firmware: Path, tmp_path: Path, options: str
) -> None:
    plugin = ["-plugin", f"{build_plugin(find_root(HERE))}{options}"]
    command = EMULATOR.command(firmware, [], plugin)
    done = execute(command, directory=tmp_path)
    assert done.status != 0
    assert "insn_count: " in done.output


def test_a_plugin_that_does_not_compile_is_named(tmp_path: Path) -> None:
    source = tmp_path / "tools/native/qemu/insn_count.c"
    source.parent.mkdir(parents=True)
    source.write_text("int")
    with pytest.raises(RunError, match=r"insn_count.c: it does not compile: .*; correct that"):
        build_plugin(tmp_path)


def test_the_plugin_is_compiled_again_only_if_its_source_is_newer(tmp_path: Path) -> None:
    source = tmp_path / "tools/native/qemu/insn_count.c"
    source.parent.mkdir(parents=True)
    source.write_text("int answer = 42;\n")
    library = build_plugin(tmp_path)
    first = library.stat()
    assert build_plugin(tmp_path).stat() == first
    os.utime(source, ns=(first.st_mtime_ns + 1, first.st_mtime_ns + 1))
    assert build_plugin(tmp_path).stat().st_ino != first.st_ino
    assert list(library.parent.iterdir()) == [library]


def test_find_root_outside_of_a_repository_finds_the_one_of_this_package() -> None:
    assert find_root(Path("/")) == find_root(HERE)
