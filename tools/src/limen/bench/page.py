# SPDX-License-Identifier: Apache-2.0
"""How long a user waits for a long trace: in the viewer, and for the statistics of the command.

The times are wall-clock times: they hold only for the machine and the run.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from limen.bench.lengthen import lengthen, lengthen_trx
from limen.bench.measure import Measurement
from limen.errors import RunError
from limen.run import build, execute, run_program, target_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["long_traces", "measure_page"]

_THREADX_SAMPLE: Final = "tests/tools/data/trx/wp_case2_unique.trx"
_VITE: Final = "viewer/node_modules/vite/bin/vite.js"
_PLAYWRIGHT: Final = "viewer/node_modules/@playwright/test/cli.js"
_CONFIG: Final = "tests/viewer/speed/playwright.config.ts"
_MILLION: Final = 1_000_000
_WORDS: Final = {_MILLION: "1 million events", 10 * _MILLION: "10 million events"}
# The command itself, without the start-up of Python; the best of three.
_STATISTICS: Final = """
import contextlib, io, sys, time
from limen.cli import app
times = []
for _ in range(3):
    begin = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        app(["trace", "stats", sys.argv[1], "--json"])
    times.append(time.perf_counter() - begin)
print(min(times))
"""


@dataclass(frozen=True, slots=True)
class _Goal:
    """The measurements of each opened file: name in the results, description, scale, unit, goal."""

    name: str
    meaning: str
    scale: float
    unit: str
    goal: Mapping[int, float]


_OF_PAGE: Final = (
    _Goal(
        "picture", "from the selection of the file to the first picture", 1, "ms", {_MILLION: 1000}
    ),
    _Goal("zoom", "zooming: a frame, 95th percentile", 1, "ms", {_MILLION: 16, 10 * _MILLION: 40}),
    _Goal("pan", "panning: a frame, 95th percentile", 1, "ms", {_MILLION: 16, 10 * _MILLION: 40}),
    _Goal("memory", "memory of the viewer with the trace open", 1e-6, "MB", {_MILLION: 200}),
)


def measure_page(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """The viewer with long traces of both kernels in headless Chromium, and `trace stats` of them.

    Raises:
        RunError: the viewer cannot be built or run, or there is no Chromium.
    """
    with TemporaryDirectory(prefix="limen-") as scratch:
        files = long_traces(root, Path(scratch), on_line)
        page = _build_page(root, on_line)
        opened = _open_in_browser(root, list(files), Path(scratch) / "results.json", on_line)
        size = Measurement(
            "page/size", "size of the viewer", "kB", page / 1000, exact=False, goal=600
        )
        commands = [
            _statistics(root, path, kernel)
            for path, (kernel, events) in files.items()
            if events == _MILLION
        ]
    rows = [row for path, made in files.items() for row in _rows(opened[path.name], *made)]
    return [size, *rows, *commands]


def long_traces(
    root: Path, folder: Path, on_line: Callable[[str], None]
) -> dict[Path, tuple[str, int]]:
    """Files of the folder with a kernel's name and a number of events each.

    Raises:
        RunError: lab-threshold does not build or run.
    """
    limen = _recorded(root, folder, on_line)
    threadx = (root / _THREADX_SAMPLE).read_bytes()
    files = {}
    for events in _WORDS:
        for kernel, ending, image in (
            ("limen", ".limen", lengthen(limen, events)),
            ("threadx", ".trx", lengthen_trx(threadx, events)),
        ):
            path = folder / f"{events}{ending}"
            path.write_bytes(image)
            files[path] = (kernel, events)
    return files


def _recorded(root: Path, folder: Path, on_line: Callable[[str], None]) -> bytes:
    name = "lab-threshold"
    host = target_named("host")
    program = build(root, host, [name], on_line)[name]
    done = run_program(host, program, ["preemptive"], scratch=folder)
    if done.trace is None:
        raise RunError(name, "it saved no trace", "see what it prints")
    return done.trace.read_bytes()


def _build_page(root: Path, on_line: Callable[[str], None]) -> int:
    """Size of the viewer in bytes."""
    _checked(["node", str(root / _VITE), "build"], root / "viewer", on_line, {})
    return (root / "build/viewer/limen.html").stat().st_size


def _open_in_browser(
    root: Path, files: list[Path], results: Path, on_line: Callable[[str], None]
) -> dict[str, Any]:
    command = ["node", str(root / _PLAYWRIGHT), "test", "--config", _CONFIG, "--reporter=line"]
    environment = {
        "LIMEN_SPEED_FILES": ":".join(str(path) for path in files),
        "LIMEN_SPEED_RESULTS": str(results),
    }
    _checked(command, root, on_line, environment)
    content: dict[str, Any] = json.loads(results.read_text("utf-8"))
    return content


def _statistics(root: Path, path: Path, kernel: str) -> Measurement:
    done = _checked([sys.executable, "-c", _STATISTICS, str(path)], root, lambda _: None, {})
    seconds = float(done.strip().rsplit("\n", 1)[-1])
    meaning = f"`limen trace stats --json`, {_WORDS[_MILLION]}, without the start-up of Python"
    return Measurement(
        f"page/stats-{kernel}", meaning, "s", round(seconds, 2), exact=False, goal=0.5
    )


def _checked(
    command: list[str], folder: Path, on_line: Callable[[str], None], environment: dict[str, str]
) -> str:
    done = execute(
        command,
        directory=folder,
        on_line=on_line,
        environment=environment,
    )
    if done.status != 0:
        last = done.output.strip().rsplit("\n", 1)[-1]
        raise RunError(" ".join(command[:3]), f"it failed: {last}", "run it, and see all of it")
    return done.output


def _rows(opened: Mapping[str, Any], kernel: str, events: int) -> list[Measurement]:
    short = f"{kernel}-{events // _MILLION}M"
    return [
        Measurement(
            f"page/{short}-{what.name}",
            f"{_WORDS[events]}: {what.meaning}",
            what.unit,
            round(opened[what.name] * what.scale, 1),
            exact=False,
            goal=what.goal.get(events),
        )
        for what in _OF_PAGE
    ]
