# SPDX-License-Identifier: Apache-2.0
"""Goal: a program that reads a sensor runs on the desktop, and a wrong transfer is reported.

Method: the example prints the values of its script, at instants that follow from the rate of the
bus; tests/kernel/scenes/programs/bus.c makes transfers that differ from its script.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from limen.run import build, find_root, run_program, target_named

ROOT = find_root(Path(__file__).parent)
HOST = target_named("host")
WRONG_STATUS = 2
# A start, the address and the register, a start, the address and two bytes, a stop: 48 bits of
# 10 us. A device that does not answer takes 11.
EXPECTED = """\
0 ms, after 480 us: 23.5000 degrees
100 ms, after 480 us: (lamp on) 30.0625 degrees
200 ms, after 110 us: no answer
300 ms, after 480 us: (lamp off) 25.0000 degrees
400 ms, after 480 us: -0.0625 degrees
"""
ENDED = "but the script has ended: see limen/host_bus.h\n"
EXPECTS = "but the script writes 01 to 0x48 and reads 2 bytes\n"


def test_the_thermometer_prints_what_its_sensor_says(tmp_path: Path) -> None:
    executable = build(ROOT, HOST, ["example-thermometer"], lambda _: None)["example-thermometer"]
    done = run_program(HOST, executable, [], scratch=tmp_path)
    assert (done.status, done.output) == (0, EXPECTED)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("output", f"I2C: transfer 1 writes 02 to 0x48 and reads 2 bytes, {EXPECTS}"),
        ("address", f"I2C: transfer 1 writes nothing to 0x49 and reads 2 bytes, {EXPECTS}"),
        ("end", f"I2C: transfer 2 writes 01 02 to 0x48 and reads 0 bytes, {ENDED}"),
        ("spi", f"SPI: transfer 1 writes 00 00 to 0x07 and reads 2 bytes, {ENDED}"),
        ("pin", "limen/gpio.h: pin 256 does not exist; the host has pins 0 to 255\n"),
    ],
)
def test_what_differs_from_the_script_is_named(how: str, message: str) -> None:
    executable = build(ROOT, HOST, ["host-bus"], lambda _: None)["host-bus"]
    done = subprocess.run([str(executable), how], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (WRONG_STATUS, message)
