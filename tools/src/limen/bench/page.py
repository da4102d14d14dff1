# SPDX-License-Identifier: Apache-2.0
"""Measures how long a user waits for a long trace in the viewer, and how much memory it takes.

The times are wall-clock times: they hold only for the machine and the run. The browser refuses a
picture that is empty.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from limen.bench.commands import measure_commands
from limen.bench.long_traces import MILLION, Long, foreign_traces, long_traces
from limen.bench.measure import Measurement
from limen.child import scratch_folder
from limen.errors import RunError
from limen.page import built_page
from limen.run import execute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["measure_traces"]

_PLAYWRIGHT: Final = "viewer/node_modules/@playwright/test/cli.js"
_CONFIG: Final = "tests/viewer/speed/playwright.config.ts"
_PAGE_GOAL: Final = 500


@dataclass(frozen=True, slots=True)
class _What:
    """A measurement of each opened file: its name in the results, and its meaning.

    Its goals are for a number of events, or for the traces with a name.
    """

    name: str
    meaning: str
    scale: float
    unit: str
    goal: Mapping[int | str, float]


_FRAME: Final[Mapping[int | str, float]] = {MILLION: 16, 10 * MILLION: 16}
_OF_PAGE: Final = (
    _What(
        "picture",
        "from the selection of the file to the first picture",
        1e-3,
        "s",
        {MILLION: 0.6, 10 * MILLION: 2, "linux": 2, "systemview": 0.8},
    ),
    _What(
        "complete", "from the selection of the file until the analysis is complete", 1e-3, "s", {}
    ),
    _What("finding", "from the selection of the file to the first finding", 1e-3, "s", {}),
    _What(
        "stop",
        "selecting most events: the longest stop of the page until their statistics are shown",
        1,
        "ms",
        {MILLION: 50, 10 * MILLION: 50},
    ),
    _What("first", "zooming for the first time: a frame, 95th percentile", 1, "ms", _FRAME),
    _What("zoom", "zooming: a frame, 95th percentile, quickest of three", 1, "ms", _FRAME),
    _What("pan", "panning: a frame, 95th percentile, quickest of three", 1, "ms", _FRAME),
    _What("zoom2", "the same on a screen of scale 2: zooming", 1, "ms", _FRAME),
    _What("pan2", "the same on a screen of scale 2: panning", 1, "ms", _FRAME),
    _What(
        "memory",
        "memory that the page takes more with the trace open",
        1e-6,
        "MB",
        {MILLION: 150, 10 * MILLION: 1000, "linux": 200, "systemview": 200},
    ),
)


def measure_traces(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """Long traces: in the engine, in commands, and in Chromium those of other kernels, too.

    Raises:
        RunError: a command fails, the viewer cannot be run, a trace or its picture is empty, or
            there is no Chromium.
        PageError: the viewer cannot be built.
    """
    with scratch_folder() as scratch:
        folder = scratch
        traces = long_traces(root, folder)
        return [
            *measure_commands(root, traces, folder),
            *measure_page(root, [*traces, *foreign_traces(root, folder)], folder, on_line),
        ]


def measure_page(
    root: Path, traces: Sequence[Long], folder: Path, on_line: Callable[[str], None]
) -> list[Measurement]:
    """The rows of the viewer.

    Raises:
        RunError, PageError: as measure_traces.
    """
    size = len(built_page(root).encode()) / 1000
    opened = _open_in_browser(root, traces, folder / "results.json", on_line)
    rows = [row for long in traces for row in _rows(opened[long.path.name], long)]
    meaning = "size of the viewer"
    return [
        Measurement("traces/page", meaning, "kB", size, exact=False, goal=_PAGE_GOAL),
        *_floors(opened["floor"]),
        *rows,
    ]


def _floors(floor: Mapping[str, float]) -> list[Measurement]:
    """Frame times of the browser alone, which the figures of the viewer's frames contain."""
    words = (
        "an empty page that fills a canvas of this size: a frame, "
        "95th percentile, the least of five rounds"
    )
    return [
        Measurement(f"traces/page-{name}", meaning, "ms", round(floor[name], 1), exact=False)
        for name, meaning in (
            ("floor", words),
            ("floor2", "the same on a screen of scale 2"),
        )
    ]


def _open_in_browser(
    root: Path, traces: Sequence[Long], results: Path, on_line: Callable[[str], None]
) -> dict[str, Any]:
    command = ["node", str(root / _PLAYWRIGHT), "test", "--config", _CONFIG, "--reporter=line"]
    environment = {
        "LIMEN_SPEED_FILES": ":".join(str(long.path) for long in traces),
        "LIMEN_SPEED_RESULTS": str(results),
    }
    done = execute(command, directory=root, on_line=on_line, environment=environment)
    if done.status != 0:
        lines = [line.strip() for line in done.output.splitlines() if line.strip()]
        reason = next((line for line in lines if line.startswith("Error:")), lines[-1])
        raise RunError(
            " ".join(command[:3]), f"it failed: {reason}", "run it to see its full output"
        )
    content: dict[str, Any] = json.loads(results.read_text("utf-8"))
    return content


def _rows(opened: Mapping[str, Any], long: Long) -> list[Measurement]:
    return [
        Measurement(
            f"traces/page-{long.short}-{what.name}",
            f"{long.words}: {what.meaning}",
            what.unit,
            round(opened[what.name] * what.scale, 2 if what.unit == "s" else 1),
            exact=False,
            goal=what.goal.get(long.name, what.goal.get(long.events)),
        )
        for what in _OF_PAGE
    ]
