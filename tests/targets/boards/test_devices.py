# SPDX-License-Identifier: Apache-2.0
"""Goal: console and test device work on the hardware of every board, under every model.

The console sends the written bytes in order, and the timer interrupts in time.

Method: the program checks itself; the bytes of the UART are compared with those that it wrote.
tests/kernel/scenes has the same tests for the host.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.builds.process import execute
from limen.run import PORT_TARGETS, TARGETS, Watch, build, find_root, run_program, target_named

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "board-devices"
BOARDS = (
    *(target for target in TARGETS if target.name != "host"),
    *PORT_TARGETS,
    target_named("mps3-an547"),  # with drivers of its own
)
LINES = "".join(f"line {letter}.............\n" for letter in "abcdefghijkl")


def run(target: Target, model: str, folder: Path) -> tuple[int, str, str]:
    """Return the status, the console, and the bytes of the UART."""
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    sent = folder / "uart"
    if target.has_pins:
        watch = Watch(report=sent)
        done = run_program(
            target,
            executable,
            [model],
            scratch=folder,
            watch=watch,
        )
        return done.status, done.output, json.loads(sent.read_text())["uart0"]["text"]
    command = target.command(executable, [model], ["-serial", f"file:{sent}"])
    ended = execute(command, directory=folder)
    return ended.status, ended.output, sent.read_text()


@pytest.mark.parametrize("model", ["0", "1", "2", "3"])
@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_devices_work(target: Target, model: str, tmp_path: Path) -> None:
    status, output, sent = run(target, model, tmp_path)
    shown = LINES if target.has_pins else ""  # that runner shows what UART0 sends, too
    assert (status, output) == (0, shown + "devices ok\n")
    assert sent == LINES
