# SPDX-License-Identifier: Apache-2.0
"""The long traces that are measured, and the check that they are real.

A figure about an empty picture has no meaning: in these traces time passes, threads run, wait and
are held off, and `check_real` refuses a trace in which they do not. Traces with the most switches
are only read, because no thread is held off in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from limen.bench.lengthen import lengthen, lengthen_ftrace, lengthen_systemview, lengthen_trx
from limen.engine import engine
from limen.errors import RunError
from limen.trace.format import HEADER_BYTES, RECORD_BYTES, header_dtype

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = [
    "MILLION",
    "Long",
    "check_real",
    "dense_traces",
    "foreign_traces",
    "long_traces",
    "tiny_trace",
]

MILLION: Final = 1_000_000
WORDS: Final = {MILLION: "1 million events", 10 * MILLION: "10 million events"}
# Both kernels run the same experiment: a producer and three consumers with a preemption threshold.
_SAMPLES: Final = {
    "limen": ("Limen", "examples/traces/threshold-threshold-mps2-an385.limen"),
    "threadx": ("ThreadX", "examples/traces/threadx-wp_pts.trx"),
}
_DENSE_SAMPLES: Final = {
    "limen-switches": ("Limen", "examples/traces/threshold-preemptive-mps2-an385.limen"),
    "threadx-switches": ("ThreadX", "examples/traces/threadx-wp_case2_unique.trx"),
}
# The forms of other kernels' traces: text and bytes.
_TEXT: Final = "examples/other-kernels/linux-delayed-waker.txt"
_BYTES: Final = "examples/other-kernels/freertos-semaphore.SVDat"
_EVENTS_AT_ONE_TIME: Final = 20  # on average; more is a picture of a few lines
_THREADS_LEAST: Final = 3  # idle may be one of them
_LASTING: Final = {"waits": "waits", "held_off": "is held off"}
_REMEDY: Final = "measure another trace"


class Long(NamedTuple):
    """A long trace.

    Attributes:
        path: of its file.
        name: limen or threadx, such a one with more switches, or the format of another kernel.
        kernel: for people.
        events: how many.
    """

    path: Path
    name: str
    kernel: str
    events: int

    @property
    def short(self) -> str:
        """The name in rows.

        >>> from pathlib import Path
        >>> Long(Path("x"), "limen", "Limen", MILLION).short
        'limen-1M'
        """
        return f"{self.name}-{self.events // MILLION}M"

    @property
    def words(self) -> str:
        """The name in texts."""
        more = " without a threshold" if self.name in _DENSE_SAMPLES else ""
        return f"{self.kernel}{more}, {WORDS[self.events]}"


def long_traces(root: Path, folder: Path) -> list[Long]:
    """Files in the folder, for each kernel and each length; every one of them is real.

    Raises:
        TraceError: a sample is not what it was.
        RunError: a trace shows nothing.
    """
    traces = [
        _made(root, folder, name, kernel, sample, events)
        for events in WORDS
        for name, (kernel, sample) in _SAMPLES.items()
    ]
    for long in traces:
        opened = engine().Trace(long.path.read_bytes(), long.path.name)
        check_real(long.path.name, opened.events(), opened.tables())
    return traces


def dense_traces(root: Path, folder: Path) -> list[Long]:
    """Files in the folder with a switch in every third event or so, for each kernel."""
    return [
        _made(root, folder, name, kernel, sample, MILLION)
        for name, (kernel, sample) in _DENSE_SAMPLES.items()
    ]


def foreign_traces(root: Path, folder: Path) -> list[Long]:
    """Files of other kernels in the folder: a text and a binary one.

    Raises:
        RunError: a trace shows nothing.
    """
    text = (root / _TEXT).read_text("utf-8")
    recording = (root / _BYTES).read_bytes()
    linux = Long(folder / "linux.txt", "linux", "text of Linux's ftrace", MILLION)
    freertos = Long(folder / "freertos.SVDat", "systemview", "FreeRTOS in SystemView", MILLION)
    linux.path.write_text(lengthen_ftrace(text, _times(text.encode(), "x.txt")), "utf-8")
    freertos.path.write_bytes(lengthen_systemview(recording, _times(recording, "x.SVDat")))
    for long in (linux, freertos):
        opened = engine().Trace(long.path.read_bytes(), long.path.name)
        check_real(long.path.name, opened.events(), opened.tables(), lasting=("waits",))
    return [linux, freertos]


def _times(content: bytes, name: str) -> int:
    """The number of copies of a recording that make a million events."""
    return -(-MILLION // len(engine().Trace(content, name).events()["events"]["time"]))


def _made(root: Path, folder: Path, name: str, kernel: str, sample: str, events: int) -> Long:
    source = root / sample
    longer = lengthen_trx if source.suffix == ".trx" else lengthen
    path = folder / f"{name}-{events}{source.suffix}"
    path.write_bytes(longer(source.read_bytes(), events))
    return Long(path, name, kernel, events)


def tiny_trace(root: Path, folder: Path) -> Path:
    """A file of 80 bytes: a header, and room for one event."""
    header = np.frombuffer((root / _SAMPLES["limen"][1]).read_bytes(), header_dtype("<"), 1).copy()
    header["object_capacity"] = header["object_count"] = 0
    header["record_capacity"], header["next_offset"] = 1, HEADER_BYTES
    path = folder / "tiny.limen"
    path.write_bytes(header.tobytes() + bytes(RECORD_BYTES))
    return path


def check_real(
    place: str,
    events: Mapping[str, Any],
    tables: Mapping[str, Any],
    lasting: Sequence[str] = tuple(_LASTING),
) -> None:
    """Refuse a trace without activity.

    Args:
        place: name of the trace in messages.
        events: the columns of its events, as the engine has them.
        tables: the tables of its analysis.
        lasting: those tables in which a thread has to have an interval.

    Raises:
        RunError: no time passes in it, or threads do not run, wait and hold off each other.
    """
    time: NDArray[np.int64] = events["events"]["time"]
    moments = 1 + int(np.count_nonzero(np.diff(time))) if len(time) else 0
    if moments * _EVENTS_AT_ONE_TIME < len(time) or moments < 2:  # noqa: PLR2004
        problem = f"no time passes: its {len(time):,} events are at {moments:,} times"
        raise RunError(place, problem, _REMEDY)
    slices = tables["slices"]
    ran = np.unique(slices["lane"][_lasts(time, slices)])
    if len(ran) < _THREADS_LEAST:
        raise RunError(place, f"only {len(ran)} threads run for any time", _REMEDY)
    for table in lasting:
        if not _lasts(time, tables[table]).any():
            raise RunError(place, f"no thread {_LASTING[table]} for any time", _REMEDY)


def _lasts(time: NDArray[np.int64], table: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Select the intervals that are longer than 0; an open one ends with the trace."""
    end = np.where(table["end"] < 0, len(time) - 1, table["end"])
    lasts: NDArray[np.bool_] = time[end] > time[table["begin"]]
    return lasts
