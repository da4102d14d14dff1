# SPDX-License-Identifier: Apache-2.0
"""docs/measurements.md: the results compared with those of other kernels, including worse ones."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.bench.masked import masked_section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.bench.masked import MaskedCase
    from limen.bench.measure import Measurement
    from limen.bench.peers import Peers

__all__ = ["render_markdown"]

_WHOLE: Final = 100  # from here on, fractions are not significant

_AFTER_MASKED: Final = "host"  # the group ahead of which its section comes
_TITLES: Final = {
    "calls": "Kernel calls on a Cortex-M3",
    "experiment": "The example of the white papers on a Cortex-M3",
    "threadx": "Services of ThreadX on a Cortex-M3, compared with the native calls",
    "models": "The RT model on a Cortex-M3",
    "size": "Size on a Cortex-M3",
    "host": "On the host",
    "simulation": "Simulation of a system",
    "theory": "Schedulability analysis",
    "page": "Long traces in the viewer",
}

_NOTES: Final = {
    "host": "Only the ratio is significant on this machine ({machine}).",
    "simulation": """Processor time of one core of this machine ({machine}), the best of five runs.
The system has ten threads with a utilisation of 0.7, thresholds, and a mutex that four threads use;
100 ns are 10 million jobs a second. For comparison, with ten threads and the same utilisation:
SimSo simulates 5,900 jobs a second (169,000 ns a job), PARTSim 350,000 (2,860 ns a job).""",
    "theory": """CPU time of one core of this machine ({machine}), the best of five runs, 20,000
sets of 10 tasks: load 0.7 by UUniFast, periods log-uniform from 10 to 1000 ms in microseconds,
deadline monotonic. Smaller is better.

For comparison, other tools on the same kind of sets, on a similar machine: the crate
response-time-analysis 0.3.2 (Rust) takes 1.7 us for a preemptive set, 3.0 us non-preemptively, and
knows no thresholds; SchedCAT 93 us (preemptive, first job only); pyCPA 1.2 17,000 us; MAST 1.6
20,000 us with the start of its process. No other maintained tool has thresholds.""",
    "page": """Measured once, on this machine ({machine}), in headless Chromium of Debian without a
GPU, with a window of 1920 x 1080 and no other load. A frame is the time from one picture to the
next while each picture has a new zoom or position. The traces are repeated cycles of lab-threshold
and of the recorded example of ThreadX. The times are wall-clock times; other machines have others.

For comparison, figures of other viewers from their publishers or users: the engine of TraceX 6.4.1,
built with g++ -O2 on a similar machine, loads 100,000 events in 0.7 s, 400,000 in 14 s, 1 million
in 210 s; the tab of chrome://tracing fails at about 1.07 million events of Chrome JSON (golang/go
#11520); the page of Perfetto went from 45 to 10 ms a frame at 3440 x 1440 when it began to draw
with WebGL (google/perfetto, PR 4586, 4630).""",
}


def render_markdown(
    measurements: Sequence[Measurement], masked: Sequence[MaskedCase], peers: Peers, machine: str
) -> str:
    """The page.

    Args:
        measurements: in groups, by the part of the key before the slash.
        masked: how long services keep interrupts off.
        peers: figures of other kernels.
        machine: on which those that are not exact were measured.
    """
    parts = [_HEAD]
    for group, rows in groupby(measurements, lambda row: row.key.split("/")[0]):
        if group == _AFTER_MASKED:
            parts.append(masked_section(masked))
        parts.append(_section(group, list(rows), peers, machine))
    return "\n".join(parts)


_HEAD: Final = """# Measurements

Written by `make bench`. Instructions on the Cortex-M3 are counted in QEMU 7.2 (`mps2-an385`,
`-icount shift=6`), with gcc -O2 and library `limen-unchecked` unless stated otherwise. They are
the same in every run on every machine. **Instructions are not cycles**: QEMU models no wait
states, and an exception entry costs nothing, so kernels that switch by an exception look
better than they are. Sections with wall-clock times say so.

The figures of other kernels were counted in the same way from their releases, with the same
compiler and optimisation level. Each figure includes the loop around the call, about five
instructions. "ThreadX fast" is the best of its speed options. Smaller is better; the best figure
of a row is bold.
"""


def _section(group: str, rows: list[Measurement], peers: Peers, machine: str) -> str:
    beside = any(row.key in peers.figures for row in rows)
    has_goals = any(row.goal is not None for row in rows)
    heads = ["measured", "Limen", "unit", *(peers.kernels if beside else [])]
    heads += ["goal"] if has_goals else []
    notes = [_NOTES[group].format(machine=machine), ""] if group in _NOTES else []
    lines = [f"## {_TITLES.get(group, group)}", "", *notes, _row(heads), _row(["---"] * len(heads))]
    lines += [_row(_cells(row, peers, beside=beside, has_goals=has_goals)) for row in rows]
    return "\n".join([*lines, ""])


def _cells(row: Measurement, peers: Peers, *, beside: bool, has_goals: bool) -> list[str]:
    name = row.key.split("/", 1)[1]
    figures = peers.figures.get(row.key, (None,) * len(peers.kernels)) if beside else ()
    known = [figure for figure in figures if figure is not None]
    best = min([row.value, *known]) if known else None
    numbers = [_number(value, best) for value in (row.value, *figures)]
    cells = [f"**{name}**: {row.meaning}", numbers[0], row.unit, *numbers[1:]]
    return [*cells, _goal(row)] if has_goals else cells


def _goal(row: Measurement) -> str:
    """The goal, and whether it is reached.

    >>> from limen.bench.measure import Measurement
    >>> _goal(Measurement("page/size", "", "kB", 700, exact=False, goal=600))
    '< 600: missed'
    """
    if row.goal is None:
        return ""
    return f"< {row.goal:,.10g}: {'reached' if row.value < row.goal else 'missed'}"


def _number(value: float | None, best: float | None) -> str:
    """A formatted figure; the best one of its row is bold.

    >>> _number(1743, 1743), _number(15.07, None), _number(None, 3)
    ('**1,743**', '15.1', '')
    """
    if value is None:
        return ""
    text = f"{value:,.0f}" if value == int(value) or value >= _WHOLE else f"{value:.1f}"
    return f"**{text}**" if value == best else text


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
