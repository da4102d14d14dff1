# SPDX-License-Identifier: Apache-2.0
"""Goal: the devices have the chip's times, and the files that a program saves stay in its folder.

Method: firmware/devices.c moves a pin in each handler; the edges are compared with the period that
was programmed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import chip
import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long(
    "test_units.py tries the emulator of the RP2040, which changes with the emulator alone"
)
PER_US = 125
# Start, eight bits, stop, of 16 samples at a 64th of this divisor, in cycles: 38,400 Bd.
CHARACTER = 10 * 16 * (203 * 64 + 29) / 64
FIFO = 32


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return chip.build(tmp_path_factory.mktemp("devices"), "devices.c")


def distances(edges: list[int]) -> list[int]:
    return [after - before for before, after in pairwise(edges)]


@pytest.mark.parametrize(
    ("case", "period"),
    [("sys-tick-cycles", 1000), ("sys-tick-microseconds", 10 * PER_US), ("alarm", 100 * PER_US)],
)
def test_periods_are_exact(program: Path, tmp_path: Path, case: str, period: int) -> None:
    done = chip.run(program, case, tmp_path)
    assert len(done.edges) == 10
    assert set(distances(done.edges)) == {period}
    assert done.report["idle_cycles"] > done.report["cycles"] // 2


def test_an_alarm_rings_when_its_microsecond_begins(program: Path, tmp_path: Path) -> None:
    edge = chip.run(program, "alarm", tmp_path).edges[0]
    entry, handler = 15, 5
    assert edge == 1000 * PER_US + entry + handler


@pytest.mark.parametrize(
    ("case", "lines"),
    [
        ("sys-tick-polled", [0, 2, 0, 1, 1, 1]),
        ("alarm-forced", [1]),
        ("alarm-late", [0, 1]),
        ("uart-loopback", [416, ord("4")]),  # 4: bytes are sent, 16: no byte has come yet
        ("reset-timer", [0, 0]),
    ],
)
def test_registers(program: Path, tmp_path: Path, case: str, lines: list[int]) -> None:
    done = chip.run(program, case, tmp_path)
    numbers = [line for line in done.output.splitlines() if not line.startswith("emulator:")]
    assert [int(line) for line in numbers] == lines
    assert done.status == 0


def test_bytes_leave_the_fifo_at_the_rate_of_the_line(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "uart-polled", tmp_path)
    text = "".join(chr(ord("a") + byte % 26) for byte in range(40))
    assert done.output == f"{0x90}\n{text}\n{0x98}\n"
    assert done.report["uart0"] == {
        "bytes": 41,
        "lost": 0,
        "fifo_max": FIFO,
        "text": f"{text}\n",
    }
    # 33 go at once, one of them into the shifter; then one for each that is sent.
    first, *_ = done.edges
    waited = [edge - first for edge in done.edges[FIFO + 1 : -1]]
    for sent, cycles in enumerate(waited, 1):
        assert cycles == pytest.approx(sent * CHARACTER, abs=100)
    assert done.edges[-1] - first == pytest.approx(41 * CHARACTER, abs=100)


def test_bytes_beyond_the_fifo_are_lost_and_counted(program: Path, tmp_path: Path) -> None:
    report = chip.run(program, "uart-overrun", tmp_path).report["uart0"]
    assert (report["bytes"], report["lost"], report["fifo_max"]) == (FIFO + 1, 17, FIFO)


def test_without_fifo_there_is_room_for_one(program: Path, tmp_path: Path) -> None:
    report = chip.run(program, "uart-without-fifo", tmp_path).report["uart0"]
    assert (report["text"], report["lost"], report["fifo_max"]) == ("ab", 1, 1)


def test_the_uart_interrupts_when_its_fifo_is_half_empty(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "uart-interrupt", tmp_path)
    assert done.output.startswith("0\n")
    filled, interrupted = done.edges
    assert interrupted - filled == pytest.approx(3 * CHARACTER, abs=200)


def test_another_rate_of_the_clock_is_told(program: Path, tmp_path: Path) -> None:
    output = chip.run(program, "other-clock", tmp_path).output
    assert output == "emulator: it set clk_sys to 12 MHz; its times are those of 125 MHz\n"


def test_the_main_stack_is_watched(program: Path, tmp_path: Path) -> None:
    stack = chip.run(program, "alarm", tmp_path).report["main_stack"]
    frame = 32
    assert stack["top"] == 0x20040000
    assert 100 + frame < stack["top"] - stack["low"] < 250


def test_files_are_saved_in_the_folder_of_the_run(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    done = chip.run(program, "files", folder)
    lines = done.output.splitlines()
    assert [line for line in lines if line in {"0", "1"}] == ["0", "1", "1", "1", "1"]
    for name in ("../outside", "/proc/outside", "link/outside"):
        assert f"emulator: {name} is not in the folder of this run, so it is not written" in lines
    assert (folder / "trace.limen").read_text() == "saved\n"
    assert not (tmp_path / "outside").exists()
