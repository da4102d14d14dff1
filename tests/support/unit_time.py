# SPDX-License-Identifier: Apache-2.0
"""Schedulers that advance by one tick at a time; see unit_time.cpp.

``longest_responses`` tries all offsets. Another simulator, such as the kernel itself, can replace
it: the tests of the analysis call nothing else.
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.system.model import System, Thread

__all__ = ["intervals_of", "longest_responses", "responses_of_releases"]

_SOURCE = Path(__file__).with_suffix(".cpp")
_BUILD = Path(__file__).resolve().parents[2] / "build/unit_time"


@cache
def _library() -> ctypes.CDLL:
    source = _SOURCE.read_bytes()
    library = _BUILD / f"{hashlib.sha256(source).hexdigest()[:16]}.so"
    if not library.is_file():
        _BUILD.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(".new")
        command = ["c++", "-std=c++20", "-O2", "-shared", "-fPIC", str(_SOURCE), "-o", str(made)]
        subprocess.run(command, check=True)
        made.replace(library)
    return ctypes.CDLL(str(library))


def longest_responses(system: System) -> list[int]:
    """Return the longest response of each thread over all integer offsets, with full work.

    Chunks, sections of mutexes with a ceiling, and the cost of preemptions count; jitters and other
    overheads do not.
    """
    threads = system.threads
    columns = np.array(
        [[getattr(thread, key) for thread in threads] for key in ("work", "period", "priority")],
        np.int64,
    )
    rows = [(index, *row) for index in range(len(threads)) for row in intervals_of(system, index)]
    intervals = np.array(rows, np.int64)
    worst = np.zeros(len(threads), np.int64)
    as_argument = ctypes.POINTER(ctypes.c_int64)
    _library().longest_responses(
        ctypes.c_int64(len(threads)),
        columns.ctypes.data_as(as_argument),
        ctypes.c_int64(len(rows)),
        intervals.ctypes.data_as(as_argument),
        ctypes.c_int64(system.overheads.preemption),
        worst.ctypes.data_as(as_argument),
    )
    return worst.tolist()


def intervals_of(system: System, index: int) -> list[tuple[int, int, int]]:
    """Return begin, end and level of the chunks and sections of a thread."""
    thread = system.threads[index]
    rows: list[tuple[int, int, int]] = []
    begin = 0
    for chunk in thread.chunks:
        rows.append((begin, begin + chunk.work, chunk.threshold))
        begin += chunk.work
    if not thread.chunks:
        rows.append((0, thread.work, thread.threshold))
    for section in thread.sections:
        users = [
            other.priority
            for other in system.threads
            if section.resource in {item.resource for item in other.sections}
        ]
        rows.append((section.start, section.start + section.work, min(users)))
    return rows


def responses_of_releases(
    system: System, releases: Sequence[tuple[str, int, int]], until: int
) -> dict[str, int]:
    """Return the longest response of each thread in one run.

    Args:
        system: its offsets and jitters do not count.
        releases: name, arrival and release of each job.
        until: the end of the run; jobs that finish later do not count.
    """
    threads = {thread.name: thread for thread in system.threads}
    intervals = {
        thread.name: intervals_of(system, index) for index, thread in enumerate(system.threads)
    }
    queues: dict[str, list[tuple[int, int]]] = {name: [] for name in threads}
    for name, arrival, release in releases:
        queues[name].append((arrival, release))
    done = dict.fromkeys(threads, 0)
    worst = dict.fromkeys(threads, 0)

    def held(thread: Thread) -> list[int]:
        at = done[thread.name]
        return [level for begin, end, level in intervals[thread.name] if begin < at < end]

    for now in range(until):
        ready = [
            thread for name, thread in threads.items() if queues[name] and queues[name][0][1] <= now
        ]
        if not ready:
            continue
        chosen = min(
            ready,
            key=lambda item: (
                min([item.priority, *held(item)]),
                done[item.name] == 0,
                queues[item.name][0][1],
            ),
        )
        done[chosen.name] += 1
        if done[chosen.name] == chosen.work:
            arrival, _ = queues[chosen.name].pop(0)
            worst[chosen.name] = max(worst[chosen.name], now + 1 - arrival)
            done[chosen.name] = 0
    return worst
