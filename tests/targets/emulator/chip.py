# SPDX-License-Identifier: Apache-2.0
"""Build the firmware of these tests, and run it as `limen run --target rp2040` does."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from limen.run import SAFETY_SECONDS, Watch, run_program, target_named

HERE = Path(__file__).parent
TARGET = target_named("rp2040")
COMPILE = (
    *("arm-none-eabi-gcc", "-std=c11", "-mcpu=cortex-m0plus", "-mthumb", "-O2"),
    *("-Wall", "-Wextra", "-Werror", "-ffreestanding", "-nostdlib", "-Wl,-n"),
)


@dataclass(frozen=True, slots=True)
class Result:
    """The results of a run."""

    status: int
    output: str
    report: dict[str, Any]
    vcd: str

    @property
    def edges(self) -> list[int]:
        """The cycles in which pins moved."""
        changes = self.vcd.partition("$dumpvars")[2]
        return [int(time) // 8 for time in re.findall(r"^#(\d+)\n[01]", changes, re.MULTILINE)]


def build(folder: Path, *sources: str) -> Path:
    """Compile and link."""
    program = folder / f"{Path(sources[0]).stem}.elf"
    files = [str(HERE / "firmware" / source) for source in ("firmware.c", *sources)]
    script = f"-Wl,-T,{HERE}/firmware/link.ld"
    subprocess.run([*COMPILE, script, *files, "-lgcc", "-o", str(program)], check=True)
    return program


def run(
    program: Path,
    case: str,
    folder: Path,
    watch: Watch | None = None,
    seconds: float = SAFETY_SECONDS,
) -> Result:
    """Run one case of a program."""
    vcd, report = folder / "run.vcd", folder / "run.json"
    done = run_program(
        TARGET,
        program,
        [case],
        scratch=folder,
        timeout_seconds=seconds,
        watch=replace(watch or Watch(), vcd=vcd, report=report),
    )
    return Result(done.status, done.output, json.loads(report.read_text()), vcd.read_text())
