# SPDX-License-Identifier: Apache-2.0
"""Write a trace in Chrome's JSON form, which many viewers open.

A core is a process, a thread is a thread in it; slices are the times in which it ran, instants are
events.

Source:
    Google, "Trace Event Format".
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.view import nanoseconds, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.view import View

__all__ = ["chrome_parts"]

_INTERRUPT: Final = 0  # number of the interrupts' thread; the others are 1 + their lane
_PER_US: Final = 1000


def chrome_parts(view: View, clock_hz: int) -> Iterator[str]:
    """The text, in parts.

    Args:
        view: of any origin.
        clock_hz: ticks in a second.

    Raises:
        TraceError: see nanoseconds.
    """
    time = nanoseconds(view.time, clock_hz).tolist()
    head = {"displayTimeUnit": "ns", "otherData": {"origin": view.origin, "clock_hz": clock_hz}}
    yield json.dumps(head)[:-1] + ', "traceEvents": [\n'
    is_first = True
    for events in (_names(view), _slices(view, time), _instants(view, time)):
        for event in events:
            yield ("" if is_first else ",\n") + json.dumps(event, ensure_ascii=False)
            is_first = False
    yield "\n]}\n"


def _names(view: View) -> Iterator[dict[str, Any]]:
    for core in np.unique(view.core).tolist():
        yield _name("process_name", core, 0, {"name": f"core {core}"})
        yield _name("thread_name", core, _INTERRUPT, {"name": "interrupt"})
        for number, lane in enumerate(view.lanes, 1):
            yield _name("thread_name", core, number, {"name": lane.name})
            order = len(view.lanes) + 1024 if lane.priority is None else lane.priority + 1
            yield _name("thread_sort_index", core, number, {"sort_index": order})


def _name(name: str, core: int, thread: int, said: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "M", "name": name, "pid": core, "tid": thread, "args": said}


def _slices(view: View, time: list[int]) -> Iterator[dict[str, Any]]:
    why = dict(zip(view.at.tolist(), view.why, strict=True))
    for is_interrupt in (False, True):
        found = stretches(view, interrupts=is_interrupt)
        columns = (found.core, found.lane, found.begin, found.end)
        for core, lane, begin, end in zip(*(column.tolist() for column in columns), strict=True):
            said = {} if is_interrupt else {"left": why.get(end, "")}
            yield {
                "ph": "X",
                "cat": "interrupt" if is_interrupt else "running",
                "name": "interrupt" if is_interrupt else view.lanes[lane].name,
                "pid": core,
                "tid": _INTERRUPT if is_interrupt else lane + 1,
                "ts": time[begin] / _PER_US,
                "dur": (time[end] - time[begin]) / _PER_US,
                "args": said,
            }


def _instants(view: View, time: list[int]) -> Iterator[dict[str, Any]]:
    lanes, cores = view.lane.tolist(), view.core.tolist()
    for index, lane in enumerate(lanes):
        yield {
            "ph": "i",
            "s": "t",
            "cat": "event",
            "name": view.name(index),
            "pid": cores[index],
            "tid": _INTERRUPT if lane < 0 else lane + 1,
            "ts": time[index] / _PER_US,
            "args": {"number": index, "details": view.details(index)},
        }
