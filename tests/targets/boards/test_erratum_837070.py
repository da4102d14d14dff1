# SPDX-License-Identifier: Apache-2.0
"""Goal: on a Cortex-M7, the lock of the kernel does not rely on BASEPRI being effective at once.

On r0p0 and r0p1 it is not (Arm's erratum 837070). No emulator has this defect.

Method: in the libraries for a Cortex-M7, instructions that mask all interrupts enclose each write
that raises BASEPRI, with a barrier after it. On another processor they are absent.
test_zero_latency.py and, with LIMEN_LONG, tests/targets/conformance test the effect of the lock.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.run import M7_BASEPRI, MPS2_BASEPRI, build, find_root

if TYPE_CHECKING:
    from limen.run import Target

pytestmark = pytest.mark.long("one more kernel, for priorities of interrupts above its own")
ROOT = find_root(Path(__file__).parent)
M7: Final = pytest.mark.long("one more kernel")
PROGRAM: Final = "board-zero_latency"
RAISE: Final = "msr BASEPRI_MAX"
AROUND: Final = re.compile(r"cpsid i;msr BASEPRI_MAX, \w+;isb sy;(msr PRIMASK, \w+|cpsie i)")


def instructions(target: Target) -> str:
    """Return the instructions of the checked library with semicolons and single blanks."""
    build(ROOT, target, [PROGRAM], lambda _: None)
    library = ROOT / "build" / target.name / "liblimen.a"
    command = ["arm-none-eabi-objdump", "--disassemble", "--no-show-raw-insn", str(library)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    words = (line.split(":", 1)[1].split() for line in lines if ":\t" in line)
    return ";".join(" ".join(one) for one in words)


@pytest.mark.parametrize(
    "target", [MPS2_BASEPRI, pytest.param(M7_BASEPRI, marks=M7)], ids=lambda target: target.name
)
def test_a_raise_of_basepri_is_completed_where_that_is_needed(target: Target) -> None:
    code = instructions(target)
    raises = code.count(RAISE)
    assert raises > 100
    assert len(AROUND.findall(code)) == (raises if target == M7_BASEPRI else 0)
