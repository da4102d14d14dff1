# SPDX-License-Identifier: Apache-2.0
"""docs/measurements.md and the rows of --json: the results compared with those of other kernels.

The page begins with the rows in which another kernel is better, and with the goals that are missed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from limen.bench.loops import BUILDS, GROUPS
from limen.bench.masked import MASKED_PLACES, masked_section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from limen.bench.masked import MaskedCase
    from limen.bench.measure import Measurement
    from limen.bench.peers import Peers

__all__ = [
    "BY_CLOCK",
    "json_rows",
    "render_markdown",
    "replace_section",
    "rows_behind",
    "section_of",
    "sections_ahead",
    "with_goals",
    "with_missed_by_clock",
]

_WHOLE: Final = 1000  # from here on, fractions are not significant
_MASKED: Final = "masked"
_BETTER: Final = "Rows in which another kernel is better"
_MISSED: Final = "Goals that are missed"
_MISSED_BY_CLOCK: Final = "Goals that are missed in wall-clock time"
_ROW_MISSED: Final = re.compile(
    r"^\| \*\*([^*]+)\*\*(:.*) \| ([^|]+): missed \|$", re.MULTILINE
)  # name, meaning and figures, goal

# The groups whose rows are wall-clock times, and differ from run to run.
BY_CLOCK: Final = ("host", "simulation", "theory", "traces")

# In the order of the page. Rows of docs/footprint.md are not among them.
_TITLES: Final = {
    **{
        f"{group}{how.suffix}": f"{title} {how.title}"
        for how in BUILDS
        for group, title, _, _ in GROUPS
    },
    "thread-metric-threadx": "Thread-Metric on a Cortex-M3, through the interface of ThreadX",
    "thread-metric-kernel": "Thread-Metric on a Cortex-M3, without its harness",
    "experiment": "The example of the white papers on a Cortex-M3, as a lab",
    "threadx": "Services of ThreadX on a Cortex-M3, compared with the native calls",
    "freertos": "Pairs of calls of FreeRTOS on a Cortex-M3",
    "cmsis-rtos2": "Pairs of calls of CMSIS-RTOS2 on a Cortex-M3",
    "models": "The RT model on a Cortex-M3",
    "footprint": "Size on a Cortex-M3",
    "footprint-size": "Size on a Cortex-M3, -Os",
    "footprint-size-checked": "Size on a Cortex-M3, -Os, with checks",
    "footprint-small": "Size on a Cortex-M3, with limen-small",
    "control-block": "Control blocks on a Cortex-M3",
    "control-block-small": "Control blocks on a Cortex-M3, with limen-small",
    _MASKED: "The longest time with interrupts off on a Cortex-M3",
    "host": "On the host",
    "simulation": "Simulation of a system",
    "theory": "Schedulability analysis",
    "traces": "Long traces",
}

_NOTES: Final = {
    "thread-metric": """Per count of the test, with the loop and the harness of
`bench/thread-metric`. The interrupt is one that the program pends, and its handler is the first
thing that the processor executes. FreeRTOS has no pool of blocks: "FreeRTOS" is a free list in a
critical section. Zephyr raises interrupts by `irq_offload`, which takes a semaphore too.""",
    "thread-metric-kernel": "Instructions outside the functions of the test and its thin layer.",
    "experiment": """The programs of labs/ do more than the bare loops above, with which the
figures of other kernels were counted.""",
    "footprint": """The bytes that a program contains of the library of the kernel, without the
board, the application and the C library. `docs/footprint.md` says what each feature costs.""",
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
    "traces": """Measured on this machine ({machine}), all in one run without other load: the
quickest of three for the engine and `trace stats`, of six for `trace info`. They are wall-clock
times, and other machines have others. The traces are recorded cycles of the white papers' example
with a threshold, repeated at changing speeds: as lab-threshold on a Cortex-M3, and with ThreadX
itself. Time passes in them, and threads run, wait and are held off; a trace or a picture that is
empty is refused. The viewer is in headless Chromium of Debian without a GPU, with a window of
1920 x 1080. A frame is the time from one picture to the next while each picture has a new zoom or
position. Memory of a command is the largest that was resident, that of the viewer what its
processes have beyond those of an empty page.

For comparison: the tab of chrome://tracing fails at about 1.07 million events of Chrome JSON
(golang/go #11520); the page of Perfetto went from 45 to 10 ms a frame at 3440 x 1440 when it began
to draw with WebGL (google/perfetto, PR 4586, 4630).""",
}

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


def with_goals(rows: Iterable[Measurement], peers: Peers) -> list[Measurement]:
    """The rows with the goals that goals.toml has for them."""
    return [
        replace(row, goal=peers.goals[row.key]) if row.key in peers.goals else row for row in rows
    ]


def json_rows(rows: Iterable[Measurement], peers: Peers) -> list[dict[str, object]]:
    """The rows of --json. A row without a goal is ok if no other kernel is better.

    >>> from limen.bench.measure import Measurement
    >>> from limen.bench.peers import load_peers
    >>> json_rows([Measurement("calls/yield", "", "", 57, goal=56)], load_peers())
    [{'row': 'calls/yield', 'unit': '', 'measured': 57, 'reach': 56, 'peer': 86, 'ok': False}]
    """
    found = []
    for row in rows:
        best = peers.best(row.key)
        bound = row.goal if row.goal is not None else best[1] if best else None
        found.append(
            {
                "row": row.key,
                "unit": row.unit,
                "measured": row.value,
                "reach": row.goal,
                "peer": best[1] if best else None,
                "ok": bound is None or row.value <= bound,
            }
        )
    return found


def render_markdown(
    measurements: Sequence[Measurement],
    masked: Mapping[str, Sequence[MaskedCase]],
    peers: Peers,
    machine: str,
    old: str = "",
) -> str:
    """The page.

    Args:
        measurements: in groups, by the part of the key before the slash; with goals.
        masked: the times for which services keep interrupts off, by the group of the place.
        peers: figures of other kernels.
        machine: on which those that are not exact were measured.
        old: the previous page; sections without new measurements stay.
    """
    groups = {
        group: list(rows)
        for group, rows in groupby(measurements, lambda row: row.key.split("/")[0])
    }
    ahead = sections_ahead([row for row in measurements if row.exact], peers)
    parts = [_HEAD, *ahead, f"## {_MISSED_BY_CLOCK}\n"]
    for group, title in _TITLES.items():
        if group == _MASKED:
            parts += [masked_section(masked[place.group], place) for place in MASKED_PLACES]
        elif group in groups:
            parts.append(section_of(groups[group], peers, machine))
        else:
            parts += _kept(old, title)
    return with_missed_by_clock("\n".join(parts), peers)


def with_missed_by_clock(page: str, peers: Peers) -> str:
    r"""The page with a new table of the rows of its wall-clock sections that miss their goals.

    >>> from limen.bench.peers import load_peers
    >>> page = "# A\n## On the host\n| **ratio**: of two | 3 | times | 2.5: missed |\n"
    >>> with_missed_by_clock(page, load_peers()).splitlines()[-1]
    '| **host/ratio**: of two | 3 | times | 2.5 |  |'
    """
    lines = [
        _row([f"**{group}/{name}**{figures}", goal, peers.reasons.get(f"{group}/{name}", "")])
        for group in BY_CLOCK
        for text in _kept(page, _TITLES[group])
        for name, figures, goal in _ROW_MISSED.findall(text)
    ]
    table = _table(_MISSED_BY_CLOCK, ["measured", "Limen", "unit", "goal", "why"], lines)
    return replace_section(page, table)


def _kept(page: str, title: str) -> list[str]:
    r"""The section of a page with a title, if it has one.

    >>> _kept("## A" + chr(10) + "a" + chr(10) + "## B" + chr(10) + "b" + chr(10), "A")
    ['## A\na\n']
    """
    pieces = page.split("\n## ") if not page.startswith("## ") else page[3:].split("\n## ")
    found = [piece for piece in pieces if piece.split("\n", 1)[0] == title]
    return [f"## {piece.rstrip()}\n" for piece in found]


def replace_section(page: str, section: str) -> str:
    r"""The page with another section of that title; a new one comes last.

    >>> replace_section("# A\n## B\nold\n## C\n", "## B\n\nnew\n")
    '# A\n\n## B\n\nnew\n\n## C\n'
    >>> replace_section("# A\n", "## B\n")
    '# A\n\n## B\n'
    """
    title = section.split("\n", 1)[0]
    pieces = page.split("\n## ")
    names = [f"## {piece.split(chr(10), 1)[0]}" for piece in pieces]
    place = names.index(title) if title in names[1:] else len(pieces)
    pieces[place : place + 1] = [section.removeprefix("## ")]
    return "\n## ".join(piece.rstrip("\n") + "\n" for piece in pieces)


def sections_ahead(measurements: Sequence[Measurement], peers: Peers) -> list[str]:
    """The rows that are worse than those of another kernel, and the other missed goals.

    Wall-clock rows have no figures of other kernels, see with_missed_by_clock.
    """
    worse, missed = [], []
    for row in measurements:
        best = peers.best(row.key)
        figures = [_number(row.value), row.unit, _number(row.goal)]
        why = peers.reasons.get(row.key, "")
        if best is not None and best[1] < row.value:
            worse.append(
                _row([f"**{row.key}**: {row.meaning}", *figures, _number(best[1]), best[0], why])
            )
        elif row.goal is not None and row.goal < row.value:
            missed.append(_row([f"**{row.key}**: {row.meaning}", *figures, why]))
    heads = ["measured", "Limen", "unit", "goal"]
    behind = f"{_MISSED}, without another kernel that is better: {len(missed)}"
    return [
        _table(f"{_BETTER}: {len(worse)}", [*heads, "best", "of", "why"], worse),
        _table(behind, [*heads, "why"], missed),
    ]


def rows_behind(measurements: Iterable[Measurement], peers: Peers) -> set[str]:
    """The rows of the first two tables: each of them has a reason in reasons.toml.

    >>> from limen.bench.measure import Measurement
    >>> from limen.bench.peers import load_peers
    >>> rows_behind([Measurement("calls/yield", "", "", 90, goal=56)], load_peers())
    {'calls/yield'}
    """
    return {
        row.key
        for row in measurements
        if _is_worse(row, peers) or (row.goal is not None and row.goal < row.value)
    }


def _is_worse(row: Measurement, peers: Peers) -> bool:
    best = peers.best(row.key)
    return best is not None and best[1] < row.value


def _table(title: str, heads: Sequence[str], lines: Sequence[str]) -> str:
    return "\n".join([f"## {title}", "", _row(heads), _row(["---"] * len(heads)), *lines, ""])


def section_of(rows: Sequence[Measurement], peers: Peers, machine: str = "") -> str:
    """The section of a group: its rows, and one column for each other kernel that has figures."""
    group = rows[0].key.split("/")[0]
    kernels = list(dict.fromkeys(name for row in rows for name in peers.figures.get(row.key, ())))
    has_goals = any(row.goal is not None for row in rows)
    heads = ["measured", "Limen", "unit", *kernels, *(["goal"] if has_goals else [])]
    notes = [_NOTES[group].format(machine=machine), ""] if group in _NOTES else []
    lines = [f"## {_TITLES[group]}", "", *notes, _row(heads), _row(["---"] * len(heads))]
    lines += [_row(_cells(row, peers, kernels, has_goals=has_goals)) for row in rows]
    return "\n".join([*lines, ""])


def _cells(row: Measurement, peers: Peers, kernels: Sequence[str], *, has_goals: bool) -> list[str]:
    name = row.key.split("/", 1)[1]
    figures = peers.figures.get(row.key, {})
    best = min([row.value, *figures.values()]) if figures else None
    numbers = [_number(value, best) for value in (row.value, *map(figures.get, kernels))]
    cells = [f"**{name}**: {row.meaning}", numbers[0], row.unit, *numbers[1:]]
    return [*cells, _goal(row)] if has_goals else cells


def _goal(row: Measurement) -> str:
    """The goal, and whether it is reached.

    >>> from limen.bench.measure import Measurement
    >>> _goal(Measurement("page/size", "", "kB", 700, exact=False, goal=600))
    '600: missed'
    """
    if row.goal is None:
        return ""
    return f"{row.goal:,.10g}: {'reached' if row.value <= row.goal else 'missed'}"


def _number(value: float | None, best: float | None = None) -> str:
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
