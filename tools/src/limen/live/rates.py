# SPDX-License-Identifier: Apache-2.0
"""The activity of a target in the last second, for the output on a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.numbers import Event

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["Rates", "rates"]


@dataclass(frozen=True, slots=True)
class Rates:
    """Rates at the end of a trace.

    Attributes:
        seconds: of the target's time that this is about.
        events: in a second.
        switches: in a second.
        shares: name of a thread and its part of the time, 0 to 1, the greatest first; interrupts
            count for the thread that they interrupt.
    """

    seconds: float
    events: float
    switches: float
    shares: tuple[tuple[str, float], ...]


def rates(trace: Trace, seconds: float = 1.0) -> Rates | None:
    """The activity in the last seconds of a trace; None if no time passes in it.

    Args:
        trace: with any number of events.
        seconds: of the target's time, before its last event.
    """
    first = int(np.searchsorted(trace.time, trace.time[-1:] - seconds * trace.clock_hz).sum())
    length = np.diff(trace.time[first:])
    length[trace.event[first:-1] == Event.LOST] = 0  # it is not known which thread ran
    span = float(length.sum()) / trace.clock_hz
    if span <= 0:
        return None
    is_switch = trace.event[first:] == Event.SWITCH
    running = np.where(is_switch, trace.object[first:], trace.thread[first:])[:-1]
    ticks = np.bincount(running, weights=length)
    order = np.argsort(-ticks, kind="stable")
    shares = tuple(
        (trace.thread_name(int(lane)), float(ticks[lane]) / float(length.sum()))
        for lane in order
        if ticks[lane] > 0
    )
    return Rates(span, len(length) / span, int(is_switch.sum()) / span, shares)
