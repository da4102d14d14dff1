# SPDX-License-Identifier: Apache-2.0
"""The experiment of the article on Linux and on Limen: the same picture, the same sentences.

Lab linux records case plain under each model with ftrace; lab preemption-models runs it under each
model in a cycle of one trace. A picture begins with the first event of the urgent thread and ends
with the last one of the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import LabError
from limen.lab.html_report.viewer import Shown
from limen.lab.html_report.whys import Explained, explain
from limen.picture import Panel, Understood, Window, observe
from limen.trace import Trace, open_trace, read_trace
from limen.trace.numbers import Event, Model
from limen.trace.windows import CYCLE_MARK

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Seen", "see_limen", "see_linux"]

_LANES: Final = ("high", "low")  # the urgent thread first
_WHYS: Final = 3
_ON_TIME_MS: Final = 1.0  # as in lab linux


@dataclass(frozen=True, slots=True)
class Seen:
    """The experiment on one kernel.

    Attributes:
        panel: its part of the picture.
        whys: the most informative switches to the urgent thread.
        shown: its trace.
    """

    panel: Panel
    whys: list[Explained]
    shown: Shown


def see_linux(path: Path, title: str) -> Seen:
    """The experiment in a recording of ftrace.

    Raises:
        LimenError: the file is not a recording of ftrace, or has no thread of the experiment.
    """
    trace = open_trace(path)
    numbers = {lane.name: lane.id for lane in trace.lanes} if isinstance(trace, Trace) else {}
    if not isinstance(trace, Trace) or not numbers.keys() >= set(_LANES):
        problem = f"the threads {' and '.join(_LANES)} are not in it"
        raise LabError(str(path), problem, "record it again: limen lab report linux")
    urgent, other = (np.flatnonzero(trace.thread == numbers[name]) for name in _LANES)
    window = Window.of_events(trace, int(urgent[0]), int(other[-1]) + 1)
    understood = Understood.of(trace)
    return _seen(path, understood, window, title, _late(understood, window))


def see_limen(path: Path, model: str, title: str) -> Seen | None:
    """The experiment in the trace of lab preemption-models, under one model.

    Returns:
        None: the program did not run it under this model, for example because it is older.

    Raises:
        LimenError: the trace is invalid, or its cycles are not marked in order.
    """
    understood = Understood.of(read_trace(path))
    trace = understood.trace
    marks = trace.b[(trace.event == Event.USER) & (trace.a == CYCLE_MARK)]
    if Model[model.upper()] + 1 not in marks:
        return None
    # Lab preemption-models runs model n in cycle n.
    window = Window.of_cycle(trace, Model[model.upper()], str(path))
    return _seen(path, understood, window, title, "")


def _seen(path: Path, understood: Understood, window: Window, title: str, verdict: str) -> Seen:
    panel = observe(understood, window, title, _LANES, verdict)
    oldest = int(understood.trace.time[0])
    shown = Shown(path, window.begin - oldest, window.end - oldest)
    comes, urgent = understood.analysis.switches.comes, _lane(understood)
    to_urgent = tuple(one for one in panel.switches if comes[one.place] == urgent)
    whys = explain(understood, replace(panel, switches=to_urgent), _WHYS)
    return Seen(panel, whys, shown)


def _lane(understood: Understood) -> int:
    """The lane of the urgent thread."""
    return [lane.name for lane in understood.analysis.moves.lanes].index(_LANES[0])


def _late(understood: Understood, window: Window) -> str:
    """Return the longest delay of the urgent thread, which is not in the trace."""
    switches, trace = understood.analysis.switches, understood.trace
    own = (switches.comes == _lane(understood)) & (switches.since >= 0)
    own &= (switches.at >= window.first) & (switches.at < window.last)
    ticks = trace.time[switches.at[own]] - trace.time[switches.since[own]]
    late_ms = 1000 * int(ticks.max(initial=0)) / trace.clock_hz
    return f"{late_ms:,.0f} ms late" if late_ms >= _ON_TIME_MS else "on time"
