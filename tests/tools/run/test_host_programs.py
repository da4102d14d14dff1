# SPDX-License-Identifier: Apache-2.0
"""Goal: on the host a program gets typed input, loses no output, and names a full stack.

Method: the command runs programs of tests/kernel/scenes/programs, with lines in a pipe. In virtual
time the trace does not depend on the arrival of the lines.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.errors import RunError
from limen.run import build, find_root, target_named
from limen.run.typed import ending, typed_lines, typing
from limen.trace import read_trace
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = find_root(Path(__file__).parent)
ADDED = 32768  # LM_PORT_STACK_BYTES of the host
OVERFLOW_STATUS = 3
NO_QUIT_STATUS = 4
HOST_HZ = target_named("host").clock_hz
BAUD = 115200
UART = 5  # BOARD_UART_INTERRUPT
LINE_SECONDS = 60.0  # after which a line does not come


@pytest.fixture(scope="module")
def programs() -> Mapping[str, Path]:
    names = ["host-answer", "host-overflow"]
    return build(ROOT, target_named("host"), names, lambda _: None)


def run(
    program: Path, *arguments: str, folder: Path = ROOT, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *arguments],
        cwd=folder,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def typed(
    program: Path, pieces: Iterable[bytes], folder: Path, *arguments: str, clock: str = "virtual"
) -> tuple[int, str]:
    """Return the status and the output of a program that gets input in several pieces."""
    with subprocess.Popen(
        [str(program), *arguments],
        cwd=folder,
        env={**os.environ, "LIMEN_CLOCK": clock},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for piece in pieces:
            process.stdin.write(piece)
            process.stdin.flush()
            time.sleep(0.05)
        process.stdin.close()
        shown = process.stdout.read().decode()
    return process.returncode, shown


@pytest.mark.parametrize("clock", ["virtual", "real"])
def test_a_program_answers_typed_lines(
    programs: Mapping[str, Path], tmp_path: Path, clock: str
) -> None:
    """The last byte of "bye" is still on the line when the program ends."""
    pieces = [b"hello\n", b"how are you\n", b"quit\n"]
    status, shown = typed(programs["host-answer"], pieces, tmp_path, clock=clock)
    assert (status, shown) == (0, "? 5 hello\n? 11 how are you\n? bye")


@pytest.mark.parametrize("clock", ["virtual", "real"])
def test_a_program_ends_when_nothing_more_can_happen(
    programs: Mapping[str, Path], tmp_path: Path, clock: str
) -> None:
    status, shown = typed(programs["host-answer"], [b"hello\n"], tmp_path, clock=clock)
    assert (status, shown) == (NO_QUIT_STATUS, "? 5 hello\n? ")


def test_in_virtual_time_a_trace_does_not_depend_on_the_typist(
    programs: Mapping[str, Path], tmp_path: Path
) -> None:
    traces = []
    for name, pieces in (
        ("slow", [b"he", b"llo\n", b"ab", b"c\nqu", b"it\n"]),
        ("fast", [b"hello\nabc\nquit\n"]),
    ):
        folder = tmp_path / name
        folder.mkdir()
        assert typed(programs["host-answer"], pieces, folder, "save")[0] == 0
        traces.append((folder / "trace.limen").read_bytes())
    assert traces[0] == traces[1]
    assert read_trace(tmp_path / "slow/trace.limen").time.size


def test_the_command_passes_input_on(tmp_path: Path) -> None:
    trace = tmp_path / "kept.limen"
    command = [sys.executable, "-m", "limen", "run", "host-answer", "--trace", str(trace)]
    done = subprocess.run(
        [*command, "--", "save"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src")},
        input="hello\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "? 5 hello\n? bye"
    assert trace.is_file()


def test_lines_are_typed_at_instants(programs: Mapping[str, Path], tmp_path: Path) -> None:
    """A byte arrives ten bit times after its instant; the byte after it as long after that.

    The program sends nothing between its prompt and the first line, so the UART interrupts only for
    typed bytes. 133 ms is between two of its periods.
    """
    lines = typed_lines(["1.5s:quit", "133ms:log"])
    assert run(programs["host-answer"], "save", folder=tmp_path, LIMEN_TYPE=lines).stdout == (
        "? 3 log\n? bye"
    )
    trace = read_trace(tmp_path / "trace.limen")
    entered = (trace.event == Event.IRQ_ENTER) & (trace.a == UART)
    times = trace.time[entered & (trace.time > 0.1 * HOST_HZ)]
    byte = -(-HOST_HZ * 10 // BAUD)
    begin = 133 * HOST_HZ // 1000
    assert list(times[:4]) == [begin + count * byte for count in (1, 2, 3, 4)]
    assert int(times[times > HOST_HZ][0]) == 3 * HOST_HZ // 2 + byte


def test_two_lines_at_one_instant_follow_each_other(programs: Mapping[str, Path]) -> None:
    lines = typed_lines(["0s:a", "0s:b", "10ms:"])
    done = run(programs["host-answer"], LIMEN_TYPE=lines)
    assert (done.returncode, done.stdout) == (NO_QUIT_STATUS, "? 1 a\n? 1 b\n? 0 \n? ")


@pytest.mark.parametrize("value", ["log\n", "1:log", "-1:log\n", ":log\n", "1ms:log\n"])
def test_another_script_is_refused(programs: Mapping[str, Path], value: str) -> None:
    done = run(programs["host-answer"], LIMEN_TYPE=value)
    assert done.returncode == 2
    assert done.stderr.startswith(f"LIMEN_TYPE: '{value}' does not begin with a line ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("log", "it has no colon"),
        ("soon:log", '"soon" is not a time'),
        ("133:log", '"133" is not a time'),
        ("200000000s:log", "200000000s is too late"),
        ("1s:a\nb", "it has the end of a line"),
    ],
)
def test_the_command_refuses_what_it_cannot_type(text: str, problem: str) -> None:
    with pytest.raises(RunError, match=problem):
        typed_lines([text])


def test_only_a_console_in_virtual_time_can_be_typed_into(programs: Mapping[str, Path]) -> None:
    with pytest.raises(RunError, match="gets its input when"):
        typing(target_named("mps2-an385"), programs["host-answer"], "0:\n")
    with pytest.raises(RunError, match="host-overflow has no console"):
        typing(target_named("host"), programs["host-overflow"], "0:\n")


def test_the_command_types() -> None:
    command = [sys.executable, "-m", "limen", "run", "host-answer", "--type", "1s:quit"]
    done = subprocess.run(
        [*command, "--type", "133ms:log"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "? 3 log\n? bye"


def test_a_killed_program_has_printed_its_lines(programs: Mapping[str, Path]) -> None:
    with subprocess.Popen(
        [str(programs["host-answer"]), "endless"],
        env={**os.environ, "LIMEN_TYPE": typed_lines(["133ms:log"])},
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdout is not None
        came, _, _ = select.select([program.stdout], [], [], LINE_SECONDS)
        program.kill()
        assert came
        assert program.stdout.readline() == b"? 3 log\n"


@pytest.mark.parametrize("mode", ["endless", "busy"])
def test_a_program_ends_at_an_instant(mode: str, programs: Mapping[str, Path]) -> None:
    """A busy program prints nothing: its most urgent thread works."""
    lines = typed_lines(["133ms:log", "3s:late"])
    done = run(programs["host-answer"], mode, LIMEN_TYPE=lines, LIMEN_END="2500000000")
    assert (done.returncode, done.stdout) == (0, "? 3 log\n? " if mode == "endless" else "")
    done = run(programs["host-answer"], LIMEN_TYPE=typed_lines(["1s:quit"]), LIMEN_END="1500000000")
    assert (done.returncode, done.stdout) == (0, "? bye")


@pytest.mark.parametrize("value", ["", "soon", "0", "-1", "1ms"])
def test_another_end_is_refused(value: str, programs: Mapping[str, Path]) -> None:
    done = run(programs["host-answer"], LIMEN_END=value)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"LIMEN_END: '{value}' is not a number of nanoseconds above 0\n"


def test_the_command_ends_a_program() -> None:
    target, rest = ending(target_named("host"), 0.5)
    assert (target.environment[-1], rest) == (("LIMEN_END", "500000"), None)
    assert ending(target_named("rp2040"), 0.5) == (target_named("rp2040"), 0.5)
    for wrong in (0.0, 1e12):
        with pytest.raises(RunError, match="is not between 0 and 104 days"):
            ending(target_named("host"), wrong)


def test_an_overflow_names_the_thread(programs: Mapping[str, Path]) -> None:
    done = run(programs["host-overflow"], "64")
    assert done.returncode == OVERFLOW_STATUS
    assert done.stdout == "hello\n"
    declared = 2048 + ADDED
    assert done.stderr.startswith(
        f"stack overflow: thread digger has used all {declared} bytes of its stack: "
    )
    assert len(done.stderr.splitlines()) == 1


def test_the_room_for_the_host_can_be_made_smaller(programs: Mapping[str, Path]) -> None:
    """Ten frames of 1 KiB fit into 2 KiB and the 32 KiB of the host, but not into 4 KiB more."""
    assert run(programs["host-overflow"], "10").returncode == 0
    done = run(programs["host-overflow"], "10", LIMEN_STACKS="4096")
    assert done.returncode == OVERFLOW_STATUS
    assert "thread digger has used all 6144 bytes" in done.stderr
    assert run(programs["host-overflow"], "3", LIMEN_STACKS="4096").stdout.endswith("enough\n")


def test_stacks_can_be_those_of_the_program(programs: Mapping[str, Path]) -> None:
    assert run(programs["host-overflow"], "10", LIMEN_STACKS="program").returncode == 0


@pytest.mark.parametrize("value", ["", "x", "-1", "10k", "99999999999"])
def test_another_choice_is_refused(programs: Mapping[str, Path], value: str) -> None:
    done = run(programs["host-overflow"], LIMEN_STACKS=value)
    assert done.returncode == 2
    assert done.stderr.startswith(f"LIMEN_STACKS: '{value}' is neither ")
