# SPDX-License-Identifier: Apache-2.0
"""The traces of all cores of a target: each has a ring of its own, and a collector.

Their images, one behind the other, are a trace of all cores (spec/trace-format.md).
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from limen.live.collector import Collector, State
from limen.live.header import find_traces
from limen.whole import written_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from limen.live.header import Header
    from limen.live.probe import Probe

__all__ = ["CoreCollectors", "traces_of_cores"]


def traces_of_cores(traces: Mapping[int, Header]) -> dict[int, int]:
    """The addresses of the traces of one run, by core: one of each core.

    Args:
        traces: by address, the most probable one first. Those of its system belong to its run.
    """
    first = next(iter(traces.values()), None)
    found: dict[int, int] = {}
    for address, header in traces.items():
        if first is not None and header.system == first.system:
            found.setdefault(header.core, address)
    return found


class CoreCollectors:
    """The records of all cores; any thread may request an image."""

    def __init__(self, folder: Path | None = None) -> None:
        """Begin with nothing.

        Args:
            folder: for the files with the records; None: the system's for temporary files.
        """
        self._folder = folder
        self._lock = Lock()
        self._of: dict[int, Collector] = {}

    def of_core(self, core: int) -> Collector:
        """The collector of a core, which may be new."""
        with self._lock:
            if core not in self._of:
                self._of[core] = Collector(self._folder)
            return self._of[core]

    @property
    def state(self) -> State:
        """The progress of all cores together."""
        states = [one.state for one in self._all()]
        return State(
            records=sum(one.records for one in states),
            leaps=sum(one.leaps for one in states),
            lost=sum(one.lost for one in states),
            traces=max((one.traces for one in states), default=0),
            capacity=sum(one.capacity for one in states),
            is_recording=any(one.is_recording for one in states),
        )

    def complete(self, probe: Probe) -> None:
        """Read the end of each trace from the file that the target saved.

        Args:
            probe: reads that file.

        Raises:
            UnreadableError: it cannot be read.
        """
        for core, address in traces_of_cores(find_traces(probe)).items():
            self.of_core(core).complete(probe, address)

    def image(self, count: int | None = None) -> bytes | None:
        """A trace file of the records.

        Args:
            count: of the newest records, at most; None: all.

        Returns:
            None until a record of a core has a known time.
        """
        collectors = self._all()
        share = count and max(1, count // max(1, len(collectors)))
        images = [one.image(share) for one in collectors]
        return b"".join(image for image in images if image is not None) or None

    def save(self, path: Path) -> bool:
        """Write all records as a trace file; False if there are none.

        Raises:
            OSError: it cannot be written.
        """
        if self.image(1) is None:
            return False
        with written_whole(path) as file:
            for one in self._all():
                one.write(file)
        return True

    def close(self) -> None:
        """Release the files with the records."""
        for one in self._all():
            one.close()

    def _all(self) -> list[Collector]:
        """The collectors of all cores, in the order of the cores."""
        with self._lock:
            return [self._of[core] for core in sorted(self._of)]
