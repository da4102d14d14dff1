# SPDX-License-Identifier: Apache-2.0
"""Read the trace of a target repeatedly, in a separate thread."""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from limen.live.cores import CoreCollectors, traces_of_cores
from limen.live.header import find_traces
from limen.live.probe import GoneError, UnreadableError

if TYPE_CHECKING:
    from pathlib import Path

    from limen.live.collector import State
    from limen.live.probe import Probe

__all__ = ["Watch"]

_SEARCH_SECONDS: Final = 0.05
_LOOK_SECONDS_MAX: Final = 0.05
_LOOK_SECONDS_MIN: Final = 0.0005
# Cores that start later have traces then, too.
_SEARCHES_SECONDS: Final = (0.25, 1.0, 4.0)
# A trace that is not recorded to any more may have a successor elsewhere.
_IDLE_SECONDS: Final = 1.0


class Watch:
    """Collects the records of a target, from start to stop."""

    def __init__(self, probe: Probe, folder: Path | None = None) -> None:
        """Prepare to watch.

        Args:
            probe: is read from this watch's thread only, and closed at the end.
            folder: for the records.
        """
        self.collector = CoreCollectors(folder)
        self.is_over = Event()
        self._probe = probe
        self._stop = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start to watch."""
        self._thread.start()

    @property
    def state(self) -> State:
        """Progress of the collection."""
        return self.collector.state

    def stop(self) -> None:
        """Read a last time, then stop."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def close(self) -> None:
        """Stop, and discard the collected records."""
        self.stop()
        self.collector.close()

    def _run(self) -> None:
        with suppress(GoneError):
            while not self._stop.is_set():
                if found := traces_of_cores(find_traces(self._probe)):
                    self._follow(found)
                self._stop.wait(_SEARCH_SECONDS)
        self._probe.close()
        self.is_over.set()

    def _follow(self, found: dict[int, int]) -> None:
        """Read the trace of each core, often enough that no ring is half full in between.

        Args:
            found: the addresses, by core.
        """
        pause, begun = _LOOK_SECONDS_MIN, time.monotonic()
        moved, searches = begun, list(_SEARCHES_SECONDS)
        while True:
            is_last = self._stop.is_set()
            try:
                if searches and time.monotonic() - begun > searches[0]:
                    searches.pop(0)
                    found = traces_of_cores(find_traces(self._probe)) or found
                looks = [self._look(core, address) for core, address in found.items()]
            except GoneError:
                raise
            except UnreadableError:  # the target has released the memory
                return
            made = [one for one, _ in looks]
            if any(made):
                moved = time.monotonic()
            is_idle = time.monotonic() - moved > _IDLE_SECONDS
            is_uncertain = all(one is None for one in made)
            if is_last or (is_idle and (is_uncertain or not self.state.is_recording)):
                return
            pause = min(_next_pause(pause, one, capacity) for one, capacity in looks)
            self._stop.wait(pause)

    def _look(self, core: int, address: int) -> tuple[int | None, int]:
        """The number of new records, see Collector.look, and the capacity of the ring."""
        collector = self.collector.of_core(core)
        made = collector.look(self._probe, address)
        return made, collector.state.capacity


def _next_pause(pause: float, made: int | None, capacity: int) -> float:
    """Seconds to the next look: fewer if a large part of the ring was written.

    >>> _next_pause(0.01, 500, 1000), _next_pause(0.01, 10, 1000), _next_pause(0.01, 100, 1000)
    (0.0025, 0.02, 0.01)
    """
    if made is None or 4 * made > capacity:
        return max(pause / 4, _LOOK_SECONDS_MIN)
    if 16 * made < capacity:
        return min(2 * pause, _LOOK_SECONDS_MAX)
    return pause
