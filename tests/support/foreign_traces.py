# SPDX-License-Identifier: Apache-2.0
"""The samples of other kernels' traces, and their switches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from limen.trace import open_trace
from limen.trace.model import Trace
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "engine/foreign/data"
EXAMPLES = Path(__file__).parents[2] / "examples/other-kernels"
FTRACE, CLASSIC = "linux-delayed-waker.txt", "zephyr-inversion.zip"
STORY = ("report.txt", "perf.txt", "nuttx.txt", "rt-flags.ftrace.txt")
STORIES = (
    FTRACE,
    *(f"story.{one}" for one in (*STORY, "tgid.ftrace.txt", "btf", "perfetto-trace")),
    "story-compact.perfetto-trace",
)
FILES = {
    CLASSIC: "zephyr-classic",
    "zephyr-smp": "zephyr-smp",
    "zephyr-circular": "zephyr-circular",
    "trc-mutex.psf": "trc-mutex",
    "trc-binary.psf": "trc-binary",
    "sv10-mutex.SVDat": "sv10-mutex",
    "freertos-semaphore.SVDat": "sv10-binary",
    "sv11-mutex.SVDat": "sv11-mutex",
    "esp-heap_log_mcore.svdat": "esp-heap_log_mcore",
} | dict.fromkeys(STORIES, "story")


def path_of(name: str) -> Path:
    """Return the path of a sample. Files for users are in the examples."""
    example = EXAMPLES / name
    return example if example.exists() else DATA / name


def opened(name: str) -> Trace:
    trace = open_trace(path_of(name))
    assert isinstance(trace, Trace)
    return trace


def switches(trace: Trace) -> Iterator[tuple[int, int, str]]:
    for at in np.flatnonzero(trace.event == Event.SWITCH).tolist():
        yield int(trace.time[at]), int(trace.core[at]), trace.thread_name(int(trace.object[at]))
