# SPDX-License-Identifier: Apache-2.0
"""The parts of the signals of a scheduler that are drawn, and the times that are measured in them.

overview    some intervals, from scan to scan
scan        the scheduler's work when it releases most threads
small-scan  ... when it releases fewest
first-scan  the first one that counts
last-scan   the last one, on the time base of the first one
switch      one context switch
preemption  from an interrupt handler's last pin to thread 0's
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import SignalError
from limen.signals.measure import switches
from limen.signals.picture import Cursor, Picture, Trace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from limen.signals.scheduler import Scheduler

__all__ = ["TITLES", "VIEWS", "Captions", "view"]

_RUNNING, _SCAN, _SLOT, _THREAD0 = range(4)
_CONTEXT: Final = 4  # this small part of a window is shown before its subject

_View = tuple[int, int, int, "list[Cursor]"]  # begin, end, zero, cursors


@dataclass(frozen=True, slots=True)
class Captions:
    """The texts of a picture.

    Attributes:
        title, subtitle: texts.
        traces: running, scan, slot, thread 0.
    """

    title: str
    subtitle: str
    traces: Sequence[Trace]


def view(scheduler: Scheduler, name: str, captions: Captions, intervals: int = 3) -> Picture:
    """Draw one of VIEWS.

    Args:
        scheduler: the signals.
        name: of the view.
        captions: for people.
        intervals: how many an overview shows.

    Raises:
        SignalError: the signals do not show it.
    """
    begin, end, zero, cursors = VIEWS[name](scheduler, intervals)
    return Picture(captions.title, captions.subtitle, captions.traces, begin, end, zero, cursors)


def _milliseconds(begin: int, end: int) -> str:
    return f"{(end - begin) / 1e6:.3f} ms"


def _microseconds(begin: int, end: int) -> str:
    return f"{(end - begin) / 1e3:.2f} µs"


def _overview(scheduler: Scheduler, intervals: int) -> _View:
    rises = scheduler.scans.rise[scheduler.first :][: intervals + 1].tolist()
    margin = (rises[-1] - rises[0]) // 20
    first, second = rises[0], rises[1]
    cursor = Cursor(_SCAN, first, second, _milliseconds(first, second))
    return rises[0] - margin, rises[-1] + margin, rises[0], [cursor]


def _releasing(scheduler: Scheduler, count: int) -> _View:
    """The first scan that puts so many threads into the queue."""
    scan = int(np.flatnonzero(scheduler.insertions == count)[0])
    return _scan(scheduler, scan, int(scheduler.counted.width[scan]))


def _scan(scheduler: Scheduler, scan: int, width: int) -> _View:
    """A scan, on a time base on which a scan of this width fits.

    Its cursors measure it and the insertion of its first thread.
    """
    begin, end = int(scheduler.counted.rise[scan]), int(scheduler.counted.fall[scan])
    cursors = [Cursor(_SCAN, begin, end, _microseconds(begin, end))]
    slots = scheduler.slots_of(scan)
    if len(slots):
        first = int(slots.rise[0]), int(slots.fall[0])
        cursors.append(Cursor(_SLOT, *first, _microseconds(*first)))
    margin = width // 8
    return begin - margin, begin + width + 2 * margin, begin, cursors


def _switch(scheduler: Scheduler, _intervals: int) -> _View:
    gaps = switches(scheduler)
    if len(gaps) == 0:
        raise SignalError(scheduler.place, "it shows no context switch", "record for longer")
    begin, length = gaps[len(gaps) // 2].tolist()
    end = begin + length
    cursor = Cursor(_RUNNING, begin, end, _microseconds(begin, end))
    return begin - length, end + length, begin, [cursor]


def _preemption(scheduler: Scheduler, _intervals: int) -> _View:
    rise = int(scheduler.thread0.rise[len(scheduler.thread0) // 2])
    scan = int(np.searchsorted(scheduler.scans.fall, rise, side="right")) - 1
    if scan < 0:
        raise SignalError(scheduler.place, "no scan precedes thread 0", "record for longer")
    begin, fall = int(scheduler.scans.rise[scan]), int(scheduler.scans.fall[scan])
    cursor = Cursor(_THREAD0, fall, rise, _microseconds(fall, rise))
    span = rise - begin
    return begin - span // _CONTEXT, rise + span, begin, [cursor]


# Their titles.
TITLES: Final = {
    "overview": "overview",
    "scan": "the scheduler in detail",
    "small-scan": "the scheduler in detail, fewest threads",
    "first-scan": "the first scan",
    "last-scan": "the last scan, on the same time base",
    "switch": "a context switch",
    "preemption": "preemption by an interrupt",
}

VIEWS: Final[Mapping[str, Callable[[Scheduler, int], _View]]] = {
    "overview": _overview,
    "scan": lambda observed, _: _releasing(observed, int(observed.insertions.max())),
    "small-scan": lambda observed, _: _releasing(observed, int(observed.insertions.min())),
    "first-scan": lambda observed, _: _scan(observed, 0, int(observed.counted.width[0])),
    "last-scan": lambda observed, _: _scan(observed, -1, int(observed.counted.width[0])),
    "switch": _switch,
    "preemption": _preemption,
}
