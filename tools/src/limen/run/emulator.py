# SPDX-License-Identifier: Apache-2.0
"""The emulated RP2040: the runner in tools/emulator, compiled when needed, and its recordings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from limen.builds.folder import build_folder
from limen.builds.lock import locked
from limen.builds.process import execute
from limen.errors import RunError
from limen.parts import need
from limen.run.build import find_root

__all__ = ["Watch", "build_runner", "runner"]

_SOURCES: Final = "tools/emulator"
_OUTPUT: Final = "emulator"
_COMPILER: Final = "node_modules/typescript/bin/tsc"


@dataclass(frozen=True, slots=True)
class Watch:
    """The data to record in a run on a target that counts cycles; pins, on one that has them.

    Attributes:
        vcd: file for the pins' changes.
        report: file for one JSON value: cycles, exceptions, edges, bytes, how it ended.
        time_ms: in time of the program; then the program is ended, with status 0.
        pins: numbers and names for the VCD; none: all that the program moves, as gpio16 and so on.
        marks: functions; the report has the cycle of each passage of one of them.
        window: the report has the cycles of each address from this passage, counted from 0, to the
            next one.
        xip_cache: the flash has its cache, empty at first, and a miss takes so many cycles; none:
            the flash is as fast as SRAM.
        is_profiled: include the cycles of each function in the report.
    """

    vcd: Path | None = None
    report: Path | None = None
    time_ms: float | None = None
    pins: tuple[tuple[int, str], ...] = ()
    marks: tuple[str, ...] = ()
    window: int | None = None
    xip_cache: int | None = None
    is_profiled: bool = False

    @property
    def needs_pins(self) -> bool:
        """Whether only the RP2040 can record this data."""
        return self.vcd is not None or bool(self.pins) or self.xip_cache is not None

    def options(self) -> list[str]:
        """Return the options for the command line of the runner.

        >>> Watch(time_ms=20, pins=((16, "red"),)).options()
        ['--time', '20', '--pin', '16=red']
        """
        vcd = ["--vcd", str(self.vcd.resolve())] if self.vcd is not None else []
        report = ["--json", str(self.report.resolve())] if self.report is not None else []
        time = ["--time", f"{self.time_ms:g}"] if self.time_ms is not None else []
        pins = [word for pin, name in self.pins for word in ("--pin", f"{pin}={name}")]
        marks = [word for mark in self.marks for word in ("--mark", mark)]
        window = ["--window", str(self.window)] if self.window is not None else []
        cache = ["--xip-cache", str(self.xip_cache)] if self.xip_cache is not None else []
        profile = ["--profile"] if self.is_profiled else []
        return [*vcd, *report, *time, *pins, *marks, *window, *cache, *profile]


def runner() -> list[str]:
    """The command that runs a program; its options and the program follow.

    Raises:
        RunError: as build_runner.
    """
    return ["node", str(build_runner(find_root(Path(__file__).parent)))]


def build_runner(root: Path) -> Path:
    """The runner's main module, compiled if a source is newer.

    Raises:
        RunError: its packages are not installed, or it does not compile.
    """
    sources, output = root / _SOURCES, build_folder(root) / _OUTPUT
    need("emulator")
    if not all((sources / "node_modules" / name).is_dir() for name in ("rp2040js", "typescript")):
        raise RunError(f"{_SOURCES}/node_modules", "rp2040js is not installed", "run scripts/setup")
    stamp = output / "stamp"
    with locked(output / "lock"):
        if not stamp.is_file() or stamp.stat().st_mtime_ns < _newest(sources):
            _compile(sources, output)
            stamp.touch()
    return output / "src/main.mjs"


def _newest(sources: Path) -> int:
    files = [*sources.glob("*.json"), *sources.glob("src/*.mts"), *sources.glob("test/*.mts")]
    return max(file.stat().st_mtime_ns for file in files)


def _compile(sources: Path, output: Path) -> None:
    modules = output / "node_modules"
    modules.unlink(missing_ok=True)
    modules.symlink_to(sources / "node_modules")
    command = ["node", str(sources / _COMPILER), "--project", str(sources), "--outDir", str(output)]
    done = execute(command, directory=sources)
    if done.status != 0:
        said = (done.output.splitlines() or ["nothing"])[0]
        raise RunError(_SOURCES, f"it does not compile: {said}", "correct that")
