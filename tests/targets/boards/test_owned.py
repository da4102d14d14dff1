# SPDX-License-Identifier: Apache-2.0
"""Goal: the code for real boards compiles, and the console of the one that QEMU emulates works.

Method: a short run compiles the files of one of them. The long tests build programs with drivers
for each; in QEMU a shell answers its arguments and what is typed into the UART.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import RunError
from limen.project.targets import find_target
from limen.run import OWNED_TARGETS, build, find_root
from limen.run.target import ALL_TARGETS

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
OWNED = tuple(target for target in ALL_TARGETS if target.group == "owned")
COMPILED_ONLY = tuple(target for target in OWNED if not target.can_run)
SHELL = "example-shell"
ANSWER = "help, uptime, quit\n"


def test_the_files_of_a_board_compile(tmp_path: Path) -> None:
    for command in (
        ["cmake", "--preset", "netduinoplus2", "-B", str(tmp_path)],
        ["cmake", "--build", str(tmp_path), "--target", "limen-board-objects"],
    ):
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("name", [target.name for target in COMPILED_ONLY])
@pytest.mark.chooses_targets
def test_a_board_without_an_emulator_runs_nothing(name: str) -> None:
    with pytest.raises(RunError, match=f"^{name}: it has no command that runs programs"):
        find_target(name)
    assert not find_target(name, is_run=False).is_host


@pytest.mark.long("each of them compiles all libraries once more")
@pytest.mark.parametrize("target", OWNED, ids=lambda target: target.name)
def test_programs_with_drivers_link(target: Target) -> None:
    assert len(build(ROOT, target, [SHELL, "board-devices"], lambda _: None)) == 2


@pytest.mark.long("it compiles all libraries once more")
@pytest.mark.parametrize("target", OWNED_TARGETS, ids=lambda target: target.name)
def test_a_shell_answers(target: Target) -> None:
    """Wait for the prompt, because QEMU drops input before the program has started the UART."""
    executable = build(ROOT, target, [SHELL], lambda _: None)[SHELL]
    command = target.command(executable, ["help"], ["-serial", "stdio"])
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        prompt = f"{ANSWER}> ".encode()
        assert process.stdout.read(len(prompt)) == prompt
        process.stdin.write(b"help\nquit\n")
        process.stdin.flush()
        assert process.stdout.read().decode() == f"{ANSWER}> "
    assert process.returncode == 0
