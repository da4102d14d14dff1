# SPDX-License-Identifier: Apache-2.0
"""Build and start writers of records, and check the collected records."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from limen.live.collector import Collector
from limen.live.header import find_traces
from limen.live.process import ProcessProbe
from limen.run import SAFETY_SECONDS
from limen.trace import parse_trace
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
TICKS = 1009
COMPILE = ("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror")


def build(folder: Path) -> Path:
    """Compile the writer."""
    program = folder / "hammer"
    subprocess.run([*COMPILE, str(HERE / "hammer.c"), "-o", str(program)], check=True)
    return program


@contextmanager
def writing(program: Path, *words: object) -> Iterator[tuple[ProcessProbe, int]]:
    """Run a writer, and yield it with the address of its trace. The end of the block kills it."""
    with subprocess.Popen([str(program), *map(str, words)]) as process:
        probe = ProcessProbe(process.pid)
        try:
            found = find_traces(probe)
            while not found:
                found = find_traces(probe)
            yield probe, next(iter(found))
        finally:
            probe.close()
            process.kill()


def check(collector: Collector) -> int:
    """Check that the records are those that were written. Return their number."""
    state, image = collector.state, collector.image()
    if image is None:
        return 0
    trace = parse_trace(image)
    is_own = trace.event != Event.LOST
    steps = np.where(is_own, 1, trace.b).astype(np.int64)
    number = (trace.lost + np.cumsum(steps) - steps)[is_own]
    np.testing.assert_array_equal(trace.event[is_own], 64)
    np.testing.assert_array_equal(trace.b[is_own], number)
    np.testing.assert_array_equal(trace.a[is_own], number * 40503 & 0xFFFF)
    np.testing.assert_array_equal(trace.time[is_own], number * TICKS)
    assert trace.lost + int(steps.sum()) <= state.records
    return len(trace)


def watch(
    program: Path, words: tuple[int, ...], *, enough: int, seconds: float = SAFETY_SECONDS
) -> int:
    """Collect and check records of a writer until there are enough. Return their number."""
    collector, seen, looks = Collector(), 0, 0
    end = time.monotonic() + seconds
    with closing(collector), writing(program, *words, int(SAFETY_SECONDS)) as (probe, address):
        while seen < enough and time.monotonic() < end:
            looks += 1
            collector.look(probe, address)
            if looks % 20 == 0:
                seen = max(seen, check(collector))
    return seen
