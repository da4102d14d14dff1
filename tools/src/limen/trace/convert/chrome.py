# SPDX-License-Identifier: Apache-2.0
"""Write a trace in Chrome's JSON form, which many viewers open.

A core is a process, and a thread is a thread in it. Slices are the times in which it ran, was ready
or waited; instants are events; flows go from a wake-up to the point at which the thread runs.

Source:
    Google, "Trace Event Format".
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.convert.story import Tracks, arrows, counters, spans
from limen.trace.view import nanoseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.analysis import Analysis
    from limen.trace.convert.story import Span
    from limen.trace.view import View

__all__ = ["chrome_parts"]

_INTERRUPT: Final = 0  # number of the interrupts' thread; the others are 1 + their lane
_PER_US: Final = 1000

Event = dict[str, Any]


def chrome_parts(view: View, analysis: Analysis, clock_hz: int) -> Iterator[str]:
    """The text, in parts.

    Args:
        view: of any origin.
        analysis: of the same trace.
        clock_hz: ticks in a second.

    Raises:
        TraceError: see nanoseconds.
    """
    time = _micros(view.time, clock_hz)
    head = {"displayTimeUnit": "ns", "otherData": {"origin": view.origin, "clock_hz": clock_hz}}
    yield json.dumps(head)[:-1] + ', "traceEvents": [\n'
    shown = list(spans(analysis))
    is_first = True
    for events in (
        _names(view, shown),
        _slices(view, shown, clock_hz),
        _instants(view, time),
        _flows(view, analysis, time, clock_hz),
        _counters(analysis, clock_hz),
    ):
        for event in events:
            yield ("" if is_first else ",\n") + json.dumps(event, ensure_ascii=False)
            is_first = False
    yield "\n]}\n"


def _micros(ticks: object, clock_hz: int) -> list[float]:
    nanos = nanoseconds(np.asarray(ticks, np.int64), clock_hz)
    micros: list[float] = (nanos / _PER_US).tolist()
    return micros


def _jobs_thread(view: View, lane: int) -> int:
    """Jobs have a separate row after all threads."""
    return 1 + len(view.lanes) + lane


def _names(view: View, shown: list[Span]) -> Iterator[Event]:
    periodic = sorted({span.number for span in shown if span.tracks is Tracks.JOBS})
    for core in np.unique(view.core).tolist():
        yield _name("process_name", core, 0, {"name": f"core {core}"})
        yield _name("thread_name", core, _INTERRUPT, {"name": "interrupt"})
        for number, lane in enumerate(view.lanes, 1):
            yield _name("thread_name", core, number, {"name": lane.name})
            order = len(view.lanes) + 1024 if lane.priority is None else lane.priority + 1
            yield _name("thread_sort_index", core, number, {"sort_index": order})
    for lane_number in periodic:
        name = {"name": f"jobs of {view.lanes[lane_number].name}"}
        yield _name("thread_name", 0, _jobs_thread(view, lane_number), name)


def _name(name: str, core: int, thread: int, said: Event) -> Event:
    return {"ph": "M", "name": name, "pid": core, "tid": thread, "args": said}


def _slices(view: View, shown: list[Span], clock_hz: int) -> Iterator[Event]:
    begin = _micros([span.begin for span in shown], clock_hz)
    end = _micros([span.end for span in shown], clock_hz)
    for span, starts, stops in zip(shown, begin, end, strict=True):
        if starts == stops:
            continue
        thread = {
            Tracks.THREAD: span.number + 1,
            Tracks.INTERRUPTS: _INTERRUPT,
            Tracks.JOBS: _jobs_thread(view, span.number),
        }[span.tracks]
        yield {
            "ph": "X",
            "cat": span.kind,
            "name": view.lanes[span.number].name if span.kind == "running" else span.name,
            "pid": span.core,
            "tid": thread,
            "ts": starts,
            "dur": stops - starts,
            "args": span.said,
        }


def _instants(view: View, time: list[float]) -> Iterator[Event]:
    lanes, cores = view.lane.tolist(), view.core.tolist()
    for index, lane in enumerate(lanes):
        yield {
            "ph": "i",
            "s": "t",
            "cat": "event",
            "name": view.name(index),
            "pid": cores[index],
            "tid": _INTERRUPT if lane < 0 else lane + 1,
            "ts": time[index],
            "args": {"number": index, "details": view.details(index)},
        }


def _flows(view: View, analysis: Analysis, time: list[float], clock_hz: int) -> Iterator[Event]:
    flows = list(arrows(analysis))
    runs = _micros([arrow.runs for arrow in flows], clock_hz)
    for number, (arrow, arrives) in enumerate(zip(flows, runs, strict=True)):
        core, lane = int(view.core[arrow.at]), int(view.lane[arrow.at])
        same = {"cat": "wake-up", "name": "wake-up", "id": number, "pid": core}
        begin = _INTERRUPT if lane < 0 else lane + 1
        yield {"ph": "s", **same, "tid": begin, "ts": time[arrow.at]}
        yield {"ph": "f", "bp": "e", **same, "tid": arrow.lane + 1, "ts": arrives}


def _counters(analysis: Analysis, clock_hz: int) -> Iterator[Event]:
    for counter in counters(analysis):
        for time, value in zip(_micros(counter.time, clock_hz), counter.value, strict=True):
            yield {"ph": "C", "name": counter.name, "pid": 0, "ts": time, "args": {"value": value}}
