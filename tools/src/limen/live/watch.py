# SPDX-License-Identifier: Apache-2.0
"""Read the trace of a target repeatedly, in a separate thread."""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from limen.live.collector import Collector, State
from limen.live.header import find_traces
from limen.live.probe import GoneError, UnreadableError

if TYPE_CHECKING:
    from pathlib import Path

    from limen.live.probe import Probe

__all__ = ["Watch"]

_SEARCH_SECONDS: Final = 0.05
_LOOK_SECONDS_MAX: Final = 0.05
_LOOK_SECONDS_MIN: Final = 0.0005
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
        self.collector = Collector(folder)
        self.is_over = Event()
        self._probe = probe
        self._stop = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    @property
    def state(self) -> State:
        """Progress of the collection."""
        return self.collector.state

    def stop(self) -> None:
        """Look a last time, then stop."""
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
                address = next(iter(find_traces(self._probe)), None)
                if address is not None:
                    self._follow(address)
                self._stop.wait(_SEARCH_SECONDS)
        self._probe.close()
        self.is_over.set()

    def _follow(self, address: int) -> None:
        """Look at one trace, often enough that its ring is never half full in between."""
        pause, moved = _LOOK_SECONDS_MIN, time.monotonic()
        while True:
            is_last = self._stop.is_set()
            try:
                made = self.collector.look(self._probe, address)
            except GoneError:
                raise
            except UnreadableError:  # the target has released the memory
                return
            state = self.collector.state
            if made:
                moved = time.monotonic()
            is_idle = time.monotonic() - moved > _IDLE_SECONDS
            if is_last or (is_idle and (made is None or not state.is_recording)):
                return
            pause = _next_pause(pause, made, state.capacity)
            self._stop.wait(pause)


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
