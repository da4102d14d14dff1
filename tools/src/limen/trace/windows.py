# SPDX-License-Identifier: Apache-2.0
"""Windows that a program marks itself: USER events with number 1 begin cycles 0, 1, 2 ..."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["CYCLE_MARK", "cycle_window"]

CYCLE_MARK: Final = 1


def cycle_window(trace: Trace, cycle: int, place: str = "trace") -> tuple[int, int]:
    """The events from the mark of a cycle up to the mark of the next one.

    Args:
        trace: of a program that marks its cycles.
        cycle: its number, as the program gave it.
        place: name of the trace in messages.

    Returns:
        (first, last): numbers of the two marks, for ``statistics``.

    Raises:
        TraceError: one of the two marks is not in the trace, or more than once.
    """
    is_mark = (trace.event == Event.USER) & (trace.a == CYCLE_MARK)
    marks = np.flatnonzero(is_mark)
    first, last = (_mark(trace, marks, number, place) for number in (cycle, cycle + 1))
    if last < first:
        raise TraceError(place, f"cycle {cycle + 1} begins before cycle {cycle}", "mark in order")
    return first, last


def _mark(
    trace: Trace, marks: np.ndarray[tuple[int], np.dtype[np.intp]], cycle: int, place: str
) -> int:
    matches = marks[trace.b[marks] == cycle]
    if len(matches) != 1:
        problem = f"cycle {cycle} is marked {len(matches)} times, and should be once"
        remedy = f"call lm_trace_user({CYCLE_MARK}, {cycle}) where it begins"
        raise TraceError(place, problem, f"{remedy}; {trace.lost} events were lost")
    return int(matches[0])
