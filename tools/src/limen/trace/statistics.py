# SPDX-License-Identifier: Apache-2.0
"""Statistics of a trace, or of a window of it.

Every number has one definition here, and it is the kernel's: over a complete trace the counters
equal ``struct lm_counters``. A window is a range of events, the last one excluded, so that the
windows between marks add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from limen.trace.counters import COUNTER_NAMES, Counters
from limen.trace.format import Event, Outcome, SwitchReason
from limen.trace.inversion import find_inversions
from limen.trace.sums import sum_by
from limen.trace.timeline import in_interrupt_after, running_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.model import Trace

__all__ = ["Statistics", "ThreadStatistics", "statistics"]

_SENDS = (Event.QUEUE_SEND, Event.QUEUE_SEND_FRONT)
_RECEIVES = (Event.QUEUE_RECEIVE,)
_TIMEOUT = 1  # LM_TIMEOUT

_Tallies = dict[str, "NDArray[np.int64]"]  # each (threads,), by number; 0: no thread


@dataclass(frozen=True, slots=True)
class ThreadStatistics:
    """The counts of one thread.

    Attributes:
        id: number of the thread.
        name: of the thread.
        counters: see Counters.
        messages_sent: its sends that were done, and its waiting sends that a receiver ended.
        messages_received: its receives that were done, and messages handed to it while it waited.
    """

    id: int
    name: str
    counters: Counters
    messages_sent: int
    messages_received: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts from one event to another.

    Attributes:
        first, last: the window: events first <= i < last.
        events: their number.
        lost: events of the whole trace that the ring overwrote.
        begin, end: ticks, of event first, and of event last (of the newest one if last is beyond).
        ticks: end - begin = system.run_time + idle_time.
        clock_hz: ticks in a second.
        idle_time: ticks in which no thread was dispatched, interrupts included.
        interrupt_time: ticks in interrupt handlers; also part of the interrupted thread's time.
        messages_sent, messages_received: by threads and interrupts.
        system: of all threads and idle.
        threads: by number.
    """

    first: int
    last: int
    events: int
    lost: int
    begin: int
    end: int
    ticks: int
    clock_hz: int
    idle_time: int
    interrupt_time: int
    messages_sent: int
    messages_received: int
    system: Counters
    threads: tuple[ThreadStatistics, ...]

    @property
    def inversions_bounded(self) -> int:
        """Inversions as long as the owner's critical section: deterministic."""
        return self.system.inversions - self.system.inversions_unbounded


def statistics(trace: Trace, first: int = 0, last: int | None = None) -> Statistics:
    """Statistics of the events first <= i < last; by default of all.

    Args:
        trace: if events were lost, priorities begin as the object table has them.
        first: number of an event, 0 to n.
        last: number of an event, first to n; None: n.

    Raises:
        ValueError: first and last are no range of events.

    Cost:
        O(n log n) for n events: a million take less than half a second.
    """
    last = len(trace) if last is None else last
    if not 0 <= first <= last <= len(trace):
        raise ValueError(f"{first} to {last} is not a range of the {len(trace)} events")
    ids = trace.thread_ids()
    window = _Window(trace, first, last, max(ids, default=0) + 1)
    tallies = window.count_events() | window.count_inversions() | window.add_times()
    begin, end = window.limits()
    totals = {name: int(tally.sum()) for name, tally in tallies.items()}
    idle_time = int(tallies["run_time"][0])
    totals["run_time"] -= idle_time
    return Statistics(
        first=first,
        last=last,
        events=last - first,
        lost=trace.lost,
        begin=begin,
        end=end,
        ticks=end - begin,
        clock_hz=trace.clock_hz,
        idle_time=idle_time,
        interrupt_time=totals["interrupt_time"],
        messages_sent=totals["messages_sent"],
        messages_received=totals["messages_received"],
        system=Counters(**{name: totals[name] for name in COUNTER_NAMES}),
        threads=tuple(_thread(trace, number, tallies) for number in ids),
    )


def _thread(trace: Trace, number: int, tallies: _Tallies) -> ThreadStatistics:
    of_thread = {name: int(tally[number]) for name, tally in tallies.items()}
    return ThreadStatistics(
        id=number,
        name=trace.name_of(number),
        counters=Counters(**{name: of_thread[name] for name in COUNTER_NAMES}),
        messages_sent=of_thread["messages_sent"],
        messages_received=of_thread["messages_received"],
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """A range of events; the methods tally it by thread."""

    trace: Trace
    first: int
    last: int
    threads: int

    @property
    def _range(self) -> slice:
        return slice(self.first, self.last)

    def _tally(self, thread: NDArray[np.integer]) -> NDArray[np.int64]:
        return np.bincount(thread, minlength=self.threads)[: self.threads].astype(np.int64)

    def limits(self) -> tuple[int, int]:
        """Ticks at which the window begins and ends."""
        time = self.trace.time
        if len(time) == 0:
            return 0, 0
        newest = len(time) - 1
        return int(time[min(self.first, newest)]), int(time[min(self.last, newest)])

    def count_events(self) -> _Tallies:
        """Counts that need no memory of earlier events."""
        trace, part = self.trace, self._range
        event, thread, about = trace.event[part], trace.thread[part], trace.object[part]
        caller = np.where(trace.depth[part] == 0, thread, 0)

        def of(kind: Event, who: NDArray[np.uint16]) -> NDArray[np.int64]:
            return self._tally(who[event == kind])

        return self._count_switches() | {
            "slices": of(Event.SLICE, about),
            "yields": of(Event.YIELD, thread),
            "suspensions": of(Event.SUSPEND, trace.low[part]),
            "timeouts": self._count_timeouts(),
            "aborts": of(Event.THREAD_ABORT_WAIT, about),
            "resumptions": of(Event.READY, about),
            "interrupts": of(Event.IRQ_ENTER, thread),
            "overruns": of(Event.OVERRUN, about),
            "deadline_misses": of(Event.DEADLINE_MISS, about),
            "messages_sent": self._count_messages(_SENDS, _RECEIVES, caller),
            "messages_received": self._count_messages(_RECEIVES, _SENDS, caller),
        }

    def _count_switches(self) -> _Tallies:
        is_switch = self.trace.event[self._range] == Event.SWITCH
        leaves = self.trace.thread[self._range][is_switch]
        comes = self.trace.object[self._range][is_switch]
        why = self.trace.b[self._range][is_switch]
        return {
            "switches": self._tally(leaves[(leaves != 0) & (comes != 0)]),
            "to_idle": self._tally(leaves[comes == 0]),
            "from_idle": self._tally(leaves[(leaves == 0) & (comes != 0)]),
            "runs": self._tally(comes[comes != 0]),
            "preemptions_by_call": self._tally(leaves[why == SwitchReason.PREEMPTED_BY_CALL]),
            "preemptions_by_interrupt": self._tally(
                leaves[why == SwitchReason.PREEMPTED_BY_INTERRUPT]
            ),
        }

    def _count_timeouts(self) -> NDArray[np.int64]:
        trace, part = self.trace, self._range
        event, low, high = trace.event[part], trace.low[part], trace.high[part]
        ready = trace.object[part][(event == Event.READY) & (low == _TIMEOUT)]
        stopped = low[(event == Event.SUSPEND) & (high == _TIMEOUT)]
        return self._tally(ready) + self._tally(stopped)

    def _count_messages(
        self, done: tuple[Event, ...], other: tuple[Event, ...], caller: NDArray[np.uint16]
    ) -> NDArray[np.int64]:
        """Calls ``done`` at once, and waiting ones that a call ``other`` ended."""
        is_done = self.trace.low[self._range] == Outcome.DONE
        partner = self.trace.high[self._range][self.trace.is_any(*other)[self._range] & is_done]
        at_once = self._tally(caller[self.trace.is_any(*done)[self._range] & is_done])
        return at_once + self._tally(partner[partner != 0])

    def count_inversions(self) -> _Tallies:
        """Inversions that begin in the window, and those that become unbounded in it."""
        inversions = find_inversions(self.trace)
        begins = (self.first <= inversions.at) & (inversions.at < self.last)
        worsens = (self.first <= inversions.unbounded_at) & (inversions.unbounded_at < self.last)
        return {
            "inversions": self._tally(inversions.waiter[begins]),
            "inversions_unbounded": self._tally(inversions.waiter[worsens]),
        }

    def add_times(self) -> _Tallies:
        """Ticks by thread, 0 being idle; and those in interrupts by interrupted thread."""
        times = self.trace.time[self.first : self.last + 1]
        ticks = np.diff(times)
        stretch = slice(self.first, self.first + len(ticks))
        running = running_after(self.trace)[stretch]
        in_interrupt = in_interrupt_after(self.trace)[stretch]
        return {
            "run_time": sum_by(running, ticks, self.threads),
            "interrupt_time": sum_by(running[in_interrupt], ticks[in_interrupt], self.threads),
        }
