# SPDX-License-Identifier: Apache-2.0
"""The long traces that are measured, and what makes them real.

A figure about an empty picture says nothing: in these traces time passes, threads run, wait and are
held off, and `check_real` refuses one in which they do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from limen.bench.lengthen import lengthen, lengthen_trx
from limen.engine import engine
from limen.errors import RunError
from limen.trace.format import HEADER_BYTES, RECORD_BYTES, header_dtype

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["KERNELS", "MILLION", "WORDS", "Long", "check_real", "long_traces", "tiny_trace"]

MILLION: Final = 1_000_000
WORDS: Final = {MILLION: "1 million events", 10 * MILLION: "10 million events"}
KERNELS: Final = {"limen": "Limen", "threadx": "ThreadX"}
# Both hold threads off: by disabled preemption, and by a preemption threshold.
_LIMEN_SAMPLE: Final = "examples/traces/critical-section-preempt-disable-host.limen"
_THREADX_SAMPLE: Final = "examples/traces/threadx-wp_pts.trx"
_EVENTS_AT_ONE_TIME: Final = 20  # on average; more is a picture of a few lines
_THREADS_LEAST: Final = 3  # idle may be one of them
_REMEDY: Final = "measure another trace"


class Long(NamedTuple):
    """A long trace.

    Attributes:
        path: of its file.
        kernel: limen or threadx.
        events: how many.
    """

    path: Path
    kernel: str
    events: int

    @property
    def short(self) -> str:
        """How rows name it.

        >>> from pathlib import Path
        >>> Long(Path("x"), "limen", MILLION).short
        'limen-1M'
        """
        return f"{self.kernel}-{self.events // MILLION}M"

    @property
    def words(self) -> str:
        """How people name it."""
        return f"{KERNELS[self.kernel]}, {WORDS[self.events]}"


def long_traces(root: Path, folder: Path) -> list[Long]:
    """Files in the folder, for each kernel and each length; every one of them is real.

    Raises:
        TraceError: a sample is not what it was.
        RunError: a trace shows nothing.
    """
    limen = (root / _LIMEN_SAMPLE).read_bytes()
    threadx = (root / _THREADX_SAMPLE).read_bytes()
    found = []
    for events in WORDS:
        for kernel, ending, image in (
            ("limen", ".limen", lengthen(limen, events)),
            ("threadx", ".trx", lengthen_trx(threadx, events)),
        ):
            path = folder / f"{events}{ending}"
            path.write_bytes(image)
            found.append(Long(path, kernel, events))
            opened = engine().Trace(image, path.name)
            check_real(path.name, opened.events(), opened.tables())
    return found


def tiny_trace(root: Path, folder: Path) -> Path:
    """A file of 80 bytes: a header, and room for one event."""
    header = np.frombuffer((root / _LIMEN_SAMPLE).read_bytes(), header_dtype("<"), 1).copy()
    header["object_capacity"] = header["object_count"] = 0
    header["record_capacity"], header["next_offset"] = 1, HEADER_BYTES
    path = folder / "tiny.limen"
    path.write_bytes(header.tobytes() + bytes(RECORD_BYTES))
    return path


def check_real(place: str, events: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Refuse a trace that shows nothing.

    Args:
        place: name of the trace in messages.
        events: the columns of its events, as the engine has them.
        tables: the tables of its analysis.

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
    for table, words in (("waits", "waits"), ("held_off", "is held off")):
        if not _lasts(time, tables[table]).any():
            raise RunError(place, f"no thread {words} for any time", _REMEDY)


def _lasts(time: NDArray[np.int64], table: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Which intervals are longer than no time at all; one that is open ends with the trace."""
    end = np.where(table["end"] < 0, len(time) - 1, table["end"])
    lasts: NDArray[np.bool_] = time[end] > time[table["begin"]]
    return lasts
