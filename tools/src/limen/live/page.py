# SPDX-License-Identifier: Apache-2.0
"""The requests of the viewer while it shows a running target.

``/live?seen=KEY`` returns a trace file of the newest records, or, after the end of the target, of
all records. It returns no content (204) if the viewer has this state already, or if there is
nothing yet. A viewer that has fetched the end sends one more request, so that the server knows.
``/live?only=count``, of a viewer that is paused, gets no content either until the target has ended.
Headers: X-Limen-Key, X-Limen-Phase (waiting, live, ended), X-Limen-Events, X-Limen-Lost, and
X-Limen-Run: how many traces the target has started.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from threading import Event, Lock
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from limen.live.collector import State
from limen.page import Answer

if TYPE_CHECKING:
    from limen.live.cores import CoreCollectors

__all__ = ["HEAD", "LivePage"]

HEAD: Final = '\n    <meta name="limen-live" content="/live" />'
_NEWEST: Final = 200_000
# For a target that has ended; more than the viewer can show.
_ALL: Final = 20_000_000
_KIND: Final = "application/octet-stream"


class LivePage:
    """Responses for one or more open viewers."""

    def __init__(self, page: bytes) -> None:
        """Begin without a target.

        Args:
            page: contains HEAD in its head.

        Attributes:
            asked: time of the last request, by time.monotonic.
            has_end: a viewer has fetched the end.
        """
        self.asked: float | None = None
        self.has_end = Event()
        self._page = page
        self._lock = Lock()
        self._collector: CoreCollectors | None = None
        self._is_over = False
        self._made: tuple[str, bytes | None] = ("", None)

    def show(self, collector: CoreCollectors) -> None:
        """Show a target's trace from now on."""
        self._collector = collector

    def end(self) -> None:
        """The target has ended: the trace does not change any more."""
        with self._lock:
            self._is_over = True

    def page(self, _query: str) -> Answer:
        """The page itself."""
        self.asked = time.monotonic()
        return Answer(self._page)

    def live(self, query: str) -> Answer:
        """The current trace."""
        self.asked = time.monotonic()
        asked = parse_qs(query)
        last_seen = asked.get("seen", [""])[0]
        with self._lock:
            state = self._collector.state if self._collector is not None else State()
            phase = "ended" if self._is_over else "live" if state.traces else "waiting"
            key = f"{phase}-{state.traces}-{state.records}"
            headers = (
                ("X-Limen-Key", key),
                ("X-Limen-Phase", phase),
                ("X-Limen-Events", str(state.events)),
                ("X-Limen-Lost", str(state.lost)),
                ("X-Limen-Run", str(state.traces)),
            )
            is_wanted = phase == "ended" or "only" not in asked
            image = self._image(key) if is_wanted and key != last_seen else None
        if phase == "ended" and key == last_seen:
            self.has_end.set()
        if image is None:
            return Answer(b"", _KIND, headers, HTTPStatus.NO_CONTENT)
        return Answer(image, _KIND, headers)

    def _image(self, key: str) -> bytes | None:
        """The trace; created once for all requests."""
        if self._collector is not None and self._made[0] != key:
            self._made = (key, self._collector.image(_ALL if self._is_over else _NEWEST))
        return self._made[1]
