# SPDX-License-Identifier: Apache-2.0
"""Measures how long a user waits for a command about a long trace, and for the engine."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from limen.bench.child import measured
from limen.bench.long_traces import MILLION, Long, dense_traces, tiny_trace
from limen.bench.measure import Measurement

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["measure_commands"]

_TIMES: Final = 3  # number of runs, of which the fastest counts
_MEGA: Final = 1e-6
_MULTIPLE_GOAL: Final = 6
_READ_GOALS: Final = {MILLION: 0.15, 10 * MILLION: 1.5}
# Suffix, title, and the goals: seconds, megabytes of memory, megabytes of the file.
_FORMS: Final = (
    (".pftrace", "Perfetto", 3, 400, 60),
    (".ctf", "CTF", 3, 400, None),
    (".json", "Chrome's JSON", 5, 400, None),
)
# Reads and analyses a file; the memory is what the process grows by, the file included.
_ENGINE: Final = """
import json, sys, time
from pathlib import Path
from limen.engine import engine

def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024

native, before = engine(), peak()
image = Path(sys.argv[1]).read_bytes()
begin = time.perf_counter()
trace = native.Trace(image, sys.argv[1])
read = time.perf_counter()
trace.analyse()
end = time.perf_counter()
print(json.dumps([read - begin, end - begin, (peak() - before) / len(image)]))
"""


def measure_commands(root: Path, traces: Sequence[Long], folder: Path) -> list[Measurement]:
    """The rows of the engine, `trace info`, `trace stats` and `trace convert`.

    Args:
        root: of the repository.
        traces: real ones.
        folder: for what the commands write.

    Raises:
        RunError: a command fails.
    """
    rows = [_info(root, folder)]
    for long in [*traces, *dense_traces(root, folder)]:
        rows += _engine(root, long)
    for long in traces:
        if long.events == MILLION:
            rows.append(_stats(root, long))
            rows += _converted(root, long, folder)
    return rows


def _row(name: str, meaning: str, unit: str, value: float, goal: float | None) -> Measurement:
    return Measurement(f"traces/{name}", meaning, unit, value, exact=False, goal=goal)


def _command(root: Path, *words: str | Path) -> list[str]:
    return [str(root / "limen"), "trace", *map(str, words)]


def _info(root: Path, folder: Path) -> Measurement:
    done = measured(_command(root, "info", tiny_trace(root, folder)), root, 2 * _TIMES)
    meaning = "`limen trace info` of 80 bytes, with the start-up of Python"
    return _row("info", meaning, "s", round(done.seconds, 2), 0.3)


def _stats(root: Path, long: Long) -> Measurement:
    done = measured(_command(root, "stats", long.path, "--json"), root, _TIMES)
    meaning = f"{long.words}: `limen trace stats --json`, with the start-up of Python"
    return _row(f"stats-{long.short}", meaning, "s", round(done.seconds, 2), 0.6)


def _engine(root: Path, long: Long) -> list[Measurement]:
    command = [sys.executable, "-c", _ENGINE, str(long.path)]
    runs = [json.loads(measured(command, root).output) for _ in range(_TIMES)]
    read, both, multiple = (min(values) for values in zip(*runs, strict=True))
    goal = _READ_GOALS[long.events]
    return [
        _row(f"read-{long.short}", f"{long.words}: read", "s", round(read, 3), None),
        _row(
            f"analyse-{long.short}", f"{long.words}: read and analysed", "s", round(both, 3), goal
        ),
        _row(
            f"analyse-{long.short}-memory",
            f"{long.words}: memory for both, the file included",
            "times the file",
            round(multiple, 1),
            _MULTIPLE_GOAL,
        ),
    ]


def _converted(root: Path, long: Long, folder: Path) -> list[Measurement]:
    rows = []
    for suffix, title, seconds, memory, size in _FORMS:
        out = folder / f"{long.name}{suffix}"
        done = measured(_command(root, "convert", long.path, out), root)
        name, words = f"convert-{long.short}-{suffix[1:]}", f"{long.words}: converted to {title}"
        rows += [
            _row(name, words, "s", round(done.seconds, 2), seconds),
            _row(f"{name}-memory", f"{words}: memory", "MB", round(done.memory * _MEGA, 1), memory),
            _row(f"{name}-size", f"{words}: size", "MB", round(_bytes(out) * _MEGA, 1), size),
        ]
    return rows


def _bytes(path: Path) -> int:
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)
