# SPDX-License-Identifier: Apache-2.0
"""The analysis of a trace's moves, also of several cores: the oracle of the tests.

One plain loop over the events keeps the state of each thread and examines each gap between two
events. It takes the moves from the engine's tables and shares no code with the engine. Unlike
plain_analysis, it does not derive moves from events.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

RUNNING, READY, WAITING, DORMANT = range(4)
MUTEX, END = 13, 0

Table = dict[str, Any]


@dataclass
class Thread:
    """The state of a thread during the loop."""

    dispatched: bool = False
    home: int = -1
    without: int = DORMANT  # its state when it is not dispatched
    is_known: bool = False
    at_mutex: bool = False
    wait: list[int] | None = None


@dataclass
class Gap:
    """The state between an event and the next one."""

    states: dict[int, int]
    at_mutex: set[int]
    runners: dict[int, int]  # thread by core, as long as the core has a later event
    interrupted: set[int]  # threads over which a handler runs


@dataclass
class Plain:
    """One pass.

    Attributes:
        times, cores: of the events.
        tables: the moves as in the engine's tables.
        lanes: number of threads, with idle.
    """

    times: list[int]
    cores: list[int]
    tables: dict[str, Table]
    lanes: int
    gaps: list[Gap] = field(default_factory=list)
    waits: list[list[int]] = field(default_factory=list)

    def run(self, *, switches_are_events: bool) -> Plain:
        """Process all events."""
        self.threads = [Thread() for _ in range(self.lanes)]
        self.current: dict[int, int] = {}
        self.newest = {core: place for place, core in enumerate(self.cores)}
        moves = self.tables["switch_moves"]
        leaves = dict(zip(moves["at"].tolist(), moves["leaves"].tolist(), strict=True))
        running = self.tables["moves"]["running"].tolist()
        for place, core in enumerate(self.cores):
            if core not in self.current:
                before = running[place] if switches_are_events else -1
                self.current[core] = leaves.get(place, before)
                if self.current[core] > 0 and not self.threads[self.current[core]].dispatched:
                    self._come(place, core, self.current[core])
            self._moves(place)
            if running[place] != self.current[core]:
                left = self.current[core]
                if left > 0 and self.threads[left].home == core:
                    self.threads[left].dispatched = False
                self.current[core] = running[place]
                if running[place] > 0:
                    self._come(place, core, running[place])
            self._gap(place)
        return self

    def _end_wait(self, thread: Thread, place: int, outcome: int, waker: int) -> None:
        if thread.wait is not None:
            thread.wait[2:] = [place, outcome, waker]
        thread.wait, thread.at_mutex = None, False

    def _come(self, place: int, core: int, lane: int) -> None:
        thread = self.threads[lane]
        thread.home, thread.is_known = core, True
        if not thread.dispatched:
            self._end_wait(thread, place, 0, -1)
            thread.dispatched, thread.without = True, READY

    def _moves(self, place: int) -> None:
        ready, suspend = self.tables["ready_moves"], self.tables["suspend_moves"]
        for row in (ready["at"] == place).nonzero()[0].tolist():
            lane = int(ready["lane"][row])
            if lane > 0:
                waker = int(self.tables["moves"]["did"][place])
                self._end_wait(self.threads[lane], place, int(ready["outcome"][row]), waker)
                self.threads[lane].without, self.threads[lane].is_known = READY, True
        for row in (suspend["at"] == place).nonzero()[0].tolist():
            thread = self.threads[int(suspend["lane"][row])]
            self._end_wait(thread, place, int(suspend["outcome"][row]), -1)
            what = int(suspend["what"][row])
            thread.without, thread.is_known = DORMANT if what == END else WAITING, True
            if what != END:
                thread.at_mutex = what == MUTEX
                thread.wait = [int(suspend["lane"][row]), place, -1, -1, -1]
                self.waits.append(thread.wait)

    def _gap(self, place: int) -> None:
        inside = self.tables["moves"]["in_interrupt"]
        newest = {
            core: max(i for i in range(place + 1) if self.cores[i] == core) for core in self.current
        }
        self.gaps.append(
            Gap(
                states={
                    lane: RUNNING if thread.dispatched else thread.without
                    for lane, thread in enumerate(self.threads)
                    if lane > 0 and thread.is_known
                },
                at_mutex={lane for lane, thread in enumerate(self.threads) if thread.at_mutex},
                runners={
                    core: lane
                    for core, lane in self.current.items()
                    if self._runs_on(core, lane) and self.newest[core] > place
                },
                interrupted={
                    lane
                    for core, lane in self.current.items()
                    if self._runs_on(core, lane) and inside[newest[core]]
                },
            )
        )

    def _runs_on(self, core: int, lane: int) -> bool:
        return lane > 0 and self.threads[lane].dispatched and self.threads[lane].home == core

    def value(self, name: str, lane: int, place: int) -> int:
        """Return a value of a thread after an event."""
        steps = self.tables[name]
        value = int(steps["initial"][lane])
        for row in range(int(steps["first"][lane]), int(steps["first"][lane + 1])):
            if steps["at"][row] <= place:
                value = int(steps["value"][row])
        return value

    def held_off(self) -> list[list[int]]:
        """Return lane, begin, end, by, level, how; by lane.

        On several cores the first one counts.
        """
        found: defaultdict[int, list[list[int]]] = defaultdict(list)
        for place, gap in enumerate(self.gaps[:-1]):
            for lane, state in gap.states.items():
                if state != READY:
                    continue
                own = self.value("priority", lane, place)
                for _, by in sorted(gap.runners.items()):
                    level = self.value("level", by, place)
                    if level <= own < self.value("base", by, place) and by != lane:
                        key = [by, level, self.value("how", by, place)]
                        rows = found[lane]
                        if rows and rows[-1][2] == place and rows[-1][3:] == key:
                            rows[-1][2] = place + 1
                        else:
                            rows.append([lane, place, place + 1, *key])
                        break
        return [row for lane in sorted(found) for row in found[lane]]

    def blocking(self, first: int, last: int) -> list[tuple[int, int, int, int]]:
        """Return lane, by, level and mutex of a window."""
        sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
        for place in range(first, min(last, len(self.gaps) - 1)):
            gap, ticks = self.gaps[place], self.times[place + 1] - self.times[place]
            for lane, state in gap.states.items():
                is_ready = state == READY
                if not is_ready and lane not in gap.at_mutex:
                    continue
                for by in gap.runners.values():
                    is_less = self.value("base", lane, place) < self.value("base", by, place)
                    if is_less and by != lane:
                        sums[lane, by][not is_ready] += ticks
        return sorted((*pair, ticks[0], ticks[1]) for pair, ticks in sums.items() if any(ticks))

    def job(self, lane: int, release: int, end: int) -> list[int]:
        """Return start latency, execution, ready, waiting, interrupted of a job, by times."""
        sums, starts = dict.fromkeys(("running", "ready", "waiting", "interrupted"), 0), end
        for place, gap in enumerate(self.gaps[:-1]):
            begins, ends = self.times[place], self.times[place + 1]
            state = gap.states.get(lane, DORMANT)
            if state == RUNNING and ends > release:
                starts = min(starts, max(begins, release))
            name = {RUNNING: "running", READY: "ready"}.get(state, "waiting")
            if state == RUNNING and lane in gap.interrupted:
                name = "interrupted"
            sums[name] += max(min(ends, end) - max(begins, release), 0)
        return [starts - release, *sums.values()]
