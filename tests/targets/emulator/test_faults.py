# SPDX-License-Identifier: Apache-2.0
"""Goal: programs that fail end with a message that has the problem and the place, and a status.

Method: one small program (firmware/faults.c) that fails in the way that its argument names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chip
import pytest

from limen.run import SAFETY_SECONDS, Watch

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long(
    "test_units.py tries the emulator of the RP2040, which changes with the emulator alone"
)
STATUS_OF_THE_HANDLER = 3
STATUS_OF_THE_EMULATOR = 1


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return chip.build(tmp_path_factory.mktemp("faults"), "faults.c")


@pytest.mark.parametrize(
    ("case", "reason", "place"),
    [
        ("read-nothing", "read of 0x30000000, where nothing is", "read_nothing+"),
        ("read-misaligned", "read of 0x20000002, which is not aligned", "read_misaligned+"),
        ("write-flash", "write to 0x10000000, which is flash", "write_flash+"),
        ("undefined", "undefined instruction de01", "undefined_instruction"),
        ("undefined-wide", "undefined instruction f7f0 a000", "undefined_wide_instruction"),
        ("jump-to-zero", "execution of 0x00000000, the boot ROM, which", "0x00000000"),
        ("jump-without-thumb-bit", "without the Thumb bit", "at 0x10000100"),
        ("call-without-thumb-bit", "without the Thumb bit", "at 0x10000100"),
        ("run-a-device", "execution of 0x40054000, where nothing is", "at 0x40054000,"),
        ("run-erased-flash", "undefined instruction ffff, as in erased flash", "0x10100000"),
        ("breakpoint", "breakpoint 1 without a debugger", "breakpoint"),
        ("supervisor-call-masked", "SVC where its handler may not run", "supervisor_call_masked+"),
        ("fault-masked", "read of 0x30000000", "fault_masked+"),
    ],
)
def test_a_fault_is_told_and_handled(
    program: Path, tmp_path: Path, case: str, reason: str, place: str
) -> None:
    done = chip.run(program, case, tmp_path)
    note, handled = sorted(done.output.splitlines(), reverse=True)
    assert note == "handled"
    assert handled.startswith("emulator: HardFault: ")
    assert reason in handled
    assert place in handled
    assert "lr 0x" in handled
    assert "sp 0x2003f" in handled
    assert done.status == STATUS_OF_THE_HANDLER
    assert done.report["exceptions"] == {"3": 1}


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("fault-in-fault-handler", "read of 0x30000000, where nothing is; at"),
        ("overflow-stack", "write to 0x1ffffff8, where nothing is; at"),
    ],
)
def test_a_fault_that_nobody_can_handle_is_lockup(
    program: Path, tmp_path: Path, case: str, reason: str
) -> None:
    done = chip.run(program, case, tmp_path)
    last = done.output.splitlines()[-1]
    assert last.startswith("emulator: lockup: a fault where none can be handled: " + reason)
    assert "(hard_fault+" in last
    assert done.status == STATUS_OF_THE_EMULATOR
    assert done.report["stop"] == "lockup"


def test_without_vectors_there_is_lockup(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "lose-vectors", tmp_path)
    assert "read of 0x3000002c, where nothing is, for the vector of exception 11" in done.output
    assert "read of 0x3000000c, where nothing is, for the vector of exception 3" in done.output
    assert (done.status, done.report["stop"]) == (STATUS_OF_THE_EMULATOR, "lockup")


def test_a_thread_that_overflows_its_stack_leaves_the_handler_one(
    program: Path, tmp_path: Path
) -> None:
    done = chip.run(program, "overflow-thread-stack", tmp_path)
    assert "to save registers; the stack pointer was 0x20000004" in done.output
    assert "handled" in done.output.splitlines()
    assert done.status == STATUS_OF_THE_HANDLER


def test_a_program_that_spins_is_stopped(program: Path, tmp_path: Path) -> None:
    seconds = 0.5
    done = chip.run(program, "spin", tmp_path, seconds=seconds)
    while "(spin)" not in done.output and seconds < SAFETY_SECONDS:  # it had not begun to spin
        seconds *= 2
        done = chip.run(program, "spin", tmp_path, seconds=seconds)
    assert f"it did not end within {seconds:g} s (" in done.output
    assert done.status == STATUS_OF_THE_EMULATOR
    assert done.report["stop"] == "wall clock"


def test_a_window_of_time_ends_well(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "spin", tmp_path, Watch(time_ms=20))
    assert done.status == 0
    assert done.output == "emulator: its 20 ms are over\n"
    assert done.report["stop"] == "time"
    assert done.report["cycles"] - 20 * 125_000 in {0, 1}


@pytest.mark.parametrize("case", ["sleep-for-ever", "sleep-masked-line"])
def test_a_sleep_without_end_is_told(program: Path, tmp_path: Path, case: str) -> None:
    done = chip.run(program, case, tmp_path)
    name = case.replace("-", "_")
    assert "it waits for an interrupt at" in done.output
    assert f"({name}" in done.output
    assert "none will ever come" in done.output
    assert (done.status, done.report["stop"]) == (STATUS_OF_THE_EMULATOR, "deadlock")


def test_a_sleep_without_end_lasts_a_window_of_time(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "sleep-for-ever", tmp_path, Watch(time_ms=1000))
    assert (done.status, done.report["cycles"]) == (0, 125_000_000)


def test_endless_output_is_cut_off(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "print-for-ever", tmp_path, seconds=60)
    assert "it printed more than 16 MiB" in done.output
    assert len(done.output) < 17 << 20
    assert (done.status, done.report["stop"]) == (STATUS_OF_THE_EMULATOR, "output")


def test_a_reset_ends_the_run(program: Path, tmp_path: Path) -> None:
    done = chip.run(program, "ask-for-reset", tmp_path)
    assert "it asked for a reset of the chip, at" in done.output
    assert (done.status, done.report["stop"]) == (STATUS_OF_THE_EMULATOR, "reset")
