# SPDX-License-Identifier: Apache-2.0
"""Statistics of a window that need an analysis: shares, jobs, held off, blocking, fills.

They are plain values under the names of spec/statistics.json, the same for all origins.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.trace.analysis.held import find_blocking
from limen.trace.analysis.jobs import MEASURES, distribution
from limen.trace.analysis.moves import NOBODY
from limen.trace.analysis.states import steps_of_cores
from limen.trace.sums import sum_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from limen.trace.analysis.analysis import Analysis
    from limen.trace.analysis.moves import Fill

    Named = Callable[[int], tuple[str, str]]

__all__ = ["figures"]

_THOUSAND: Final = 1000


def figures(
    analysis: Analysis, event: NDArray[np.integer], label: Named, first: int, last: int
) -> dict[str, Any]:
    """Statistics of the events first <= i < last.

    Args:
        analysis: of a trace.
        event: (n,) numbers of its events.
        label: code and name of an event by its number.
        first: number of an event, 0 to n.
        last: number of an event, first to n.
    """
    window = _Window(analysis, first, last)
    return {
        "profile": window.profile(),
        "popular": window.popular(event, label),
        "jobs": window.jobs(),
        "held_off": window.held_off(),
        "blocking": window.blocking(),
        "fills": window.fills(),
    }


def _share(part: int, whole: int) -> float:
    """Per cent, rounded down to hundredths."""
    return 10_000 * part // whole / 100 if whole else 0.0


class _Window:
    """Some events of a trace, and the times at which they begin and end."""

    def __init__(self, analysis: Analysis, first: int, last: int) -> None:
        self.analysis, self.first, self.last = analysis, first, last
        self.names = [lane.name for lane in analysis.moves.lanes]
        time = analysis.moves.time
        newest = len(time) - 1
        self.begin = int(time[min(first, newest)]) if len(time) else 0
        self.end = int(time[min(last, newest)]) if len(time) else 0

    def clipped(self, begin: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
        """Ticks from events to events, as far as they are in the window."""
        time = self.analysis.moves.time
        ticks: NDArray[np.int64] = np.clip(time[end], self.begin, self.end) - np.clip(
            time[begin], self.begin, self.end
        )
        return ticks

    def profile(self) -> list[dict[str, Any]]:
        moves = self.analysis.moves
        at, until = steps_of_cores(moves)
        whose = np.where(moves.in_interrupt[at], NOBODY, moves.running[at] + 1) + 1
        interrupts, unknown, *known = sum_by(
            whose, self.clipped(at, until), len(self.names) + 2
        ).tolist()
        rows = [*zip(self.names, known, strict=True), ("interrupts", interrupts)]
        rows += [("unknown", unknown)] if unknown else []
        whole = sum(ticks for _, ticks in rows)
        return [
            {"name": name, "ticks": ticks, "percent": _share(ticks, whole)} for name, ticks in rows
        ]

    def popular(self, event: NDArray[np.integer], label: Named) -> list[dict[str, Any]]:
        part = slice(self.first, self.last)
        number, did = event[part].astype(np.int64), self.analysis.moves.did[part]
        span = int(number.max(initial=0)) + 1
        pair, count = np.unique(
            np.concatenate([number, (did * span + number)[did > 0]]), return_counts=True
        )
        by_lane: dict[int, list[tuple[int, int]]] = {}
        for key, many in zip(pair.tolist(), count.tolist(), strict=True):
            by_lane.setdefault(key // span, []).append((-many, key % span))
        return [
            {
                "of": self.names[lane] if lane else "system",
                "total": (total := -sum(many for many, _ in rows)),
                "events": [
                    {
                        "event": kind,
                        "code": label(kind)[0],
                        "name": label(kind)[1],
                        "count": -many,
                        "percent": _share(-many, total),
                    }
                    for many, kind in sorted(rows)
                ],
            }
            for lane, rows in sorted(by_lane.items())
        ]

    def jobs(self) -> list[dict[str, Any]]:
        jobs = self.analysis.jobs
        chosen = (self.first <= jobs.end_at) & (jobs.end_at < self.last)
        rows = []
        for lane in np.unique(jobs.lane[chosen]).tolist():
            own = chosen & (jobs.lane == lane)
            row: dict[str, Any] = {
                "thread": self.names[lane],
                "kind": "job" if jobs.is_job[own].all() else "activation",
                "count": int(np.count_nonzero(own)),
                "deadline_misses": int(np.count_nonzero(jobs.missed[own])),
            }
            for name in MEASURES:
                values = getattr(jobs, name)[own]
                row[name] = asdict(distribution(values[values >= 0]))
            rows.append(row)
        return rows

    def held_off(self) -> list[dict[str, Any]]:
        held = self.analysis.held_off
        chosen = (held.begin < self.last) & (self.first < held.end)
        lane, ticks = held.lane[chosen], self.clipped(held.begin, held.end)[chosen]
        return [
            {
                "thread": self.names[number],
                "count": int(np.count_nonzero(lane == number)),
                "ticks": int(ticks[lane == number].sum()),
                "longest": int(ticks[lane == number].max()),
            }
            for number in np.unique(lane).tolist()
        ]

    def blocking(self) -> list[dict[str, Any]]:
        analysis = self.analysis
        pairs = find_blocking(
            analysis.moves,
            analysis.pieces,
            analysis.ready,
            analysis.waits,
            (self.first, self.last),
        )
        return [
            {
                "thread": self.names[one.lane],
                "by": self.names[one.by],
                "level": one.level,
                "mutex": one.mutex,
            }
            for one in pairs
        ]

    def fills(self) -> list[dict[str, Any]]:
        fills = ((fill, self._fill(fill)) for fill in self.analysis.moves.fills)
        return [
            {"object": fill.object, "name": fill.name, "kind": fill.kind, **values}
            for fill, values in fills
            if values
        ]

    def _fill(self, fill: Fill) -> dict[str, Any]:
        """Minimum, maximum and mean; empty if no event shows the value."""
        first = max(int(np.searchsorted(fill.at, self.first, side="right")) - 1, 0)
        last = int(np.searchsorted(fill.at, self.last, side="left"))
        value = fill.value[first:last]
        if len(value) == 0:
            return {}
        times = np.append(self.analysis.moves.time[fill.at[first:last]], self.end)
        ticks = np.diff(np.maximum(times, self.begin))
        whole = int(ticks.sum())
        if int(value.max()) * whole < np.iinfo(np.int64).max:
            total = int(np.dot(value, ticks))
        else:
            total = sum(a * b for a, b in zip(value.tolist(), ticks.tolist(), strict=True))
        mean = _THOUSAND * total // whole / _THOUSAND if whole else float(value[-1])
        return {"least": int(value.min()), "mean": mean, "greatest": int(value.max())}
