# SPDX-License-Identifier: Apache-2.0
"""Checks that may find a defect of a port: the sweep, programs that check themselves, the code.

A check gets a program that was built for the board, with the port or with a mutant of it, and
returns the defect.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sweep import sweep

from limen.builds.process import execute

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from limen.run import Target

__all__ = ["CHECKS", "Check"]

# A program that does not end counts as a finding. Limits in seconds of processor time.
_SWEEP_SECONDS: Final = 4  # a pair takes a fifth of one
_PROGRAM_SECONDS: Final = 20
# A call or a handler wakes a thread; during the switch, the interrupt decides otherwise.
_PAIRS: Final = (
    ("thread", "0", "semaphore_post", "waiter_20"),
    ("handler", "0", "semaphore_post", "resume_fresh"),
    ("handler", "0", "semaphore_post", "terminate_waiter"),
    ("handler", "0", "resume_fresh", "suspend_fresh"),
    ("twice", "0", "nothing", "suspend_resume_caller"),
)
_CONTROL: Final = re.compile(r"msr\s+CONTROL,.*\n(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Check:
    """A program, and its finding as a function of the target, the program and a folder."""

    program: str
    complaints: Callable[[Target, Path, Path], list[str]]


def _by_sweep(target: Target, program: Path, folder: Path) -> list[str]:
    """Return the findings of the first pair that has any."""
    for pair in _PAIRS:
        swept = sweep(target, program, pair, folder, cpu_seconds=_SWEEP_SECONDS)
        if swept.findings:
            return [str(finding) for finding in swept.findings]
    return []


def _run(
    target: Target, program: Path, folder: Path, options: Sequence[str] = ()
) -> tuple[int, str]:
    limited = ["/bin/sh", "-c", f'ulimit -S -t {_PROGRAM_SECONDS} && exec "$0" "$@"']
    words = [*limited, *target.command(program, [], options)]
    done = execute(words, directory=folder)
    return done.status, done.output


def _by_program(target: Target, program: Path, folder: Path) -> list[str]:
    status, output = _run(target, program, folder)
    return [f"{program.name} ended with {status}: {output[-200:]}"] if status != 0 else []


def _by_emulator(target: Target, program: Path, folder: Path) -> list[str]:
    """Return the messages of QEMU about behaviour that the architecture calls unpredictable."""
    log = folder / "guest_errors"
    _run(target, program, folder, ["-d", "guest_errors", "-D", str(log)])
    lines = log.read_text().splitlines() if log.is_file() else []
    return [line for line in lines if "UNPREDICTABLE" in line]


def _by_code(target: Target, program: Path, folder: Path) -> list[str]:
    """Return a missing barrier, which no emulator shows.

    Armv7-M Architecture Reference Manual (DDI 0403E), B1.4.4: software must use an ISB after an MSR
    to CONTROL, so that instructions behind it use the new stack pointer.
    """
    del target, folder
    command = ["arm-none-eabi-objdump", "--disassemble", "--no-show-raw-insn", str(program)]
    code = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line for line in _CONTROL.findall(code) if "isb" not in line]


CHECKS: Final = {
    "sweep": Check("sweep", _by_sweep),
    "preemption": Check("conformance-preemption", _by_program),
    "resume": Check("conformance-resume", _by_program),
    "exceptions": Check("board-exceptions", _by_program),
    "alignment": Check("board-alignment", _by_program),
    "emulator": Check("conformance-preemption", _by_emulator),
    "code": Check("conformance-preemption", _by_code),
}
