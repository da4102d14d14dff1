# SPDX-License-Identifier: Apache-2.0
"""The signals of a scheduler at work, cut into intervals from scan to scan.

Four pins, as on the pictures of the document that lab kernelperf follows:

    running   some thread runs
    slot      within a scan: a thread is put into the ready queue
    scan      the scheduler looks at all its threads
    thread0   thread 0 runs

and, if there are any, pins with the number of the running thread in binary.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.errors import SignalError
from limen.signals.pulses import Pulses, pulses_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from limen.signals.vcd import Recording, Wire

__all__ = ["Scheduler", "observe"]

_INTERVALS_MIN: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Scheduler:
    """The signals of a scheduler in a recording.

    Attributes:
        place: its name in messages.
        running, slots, scans, thread0: pulses of the whole recording.
        number: wires of the running thread's number, from bit 0 on; none: not known.
        first: the first scan that counts; earlier ones belong to the start-up.
    """

    place: str
    running: Pulses
    slots: Pulses
    scans: Pulses
    thread0: Pulses
    number: tuple[Wire, ...]
    first: int

    @property
    def intervals(self) -> list[tuple[int, int]]:
        """The times from the rise of each counted scan to the rise of the next one, nanoseconds."""
        rises = self.scans.rise[self.first :].tolist()
        return list(pairwise(rises))

    @property
    def counted(self) -> Pulses:
        """The scans with which the intervals begin."""
        return Pulses(self.scans.rise[self.first : -1], self.scans.fall[self.first : -1])

    def slots_of(self, scan: int) -> Pulses:
        """The slots of one of the counted scans."""
        return self.slots.between(int(self.counted.rise[scan]), int(self.counted.fall[scan]))

    @property
    def insertions(self) -> NDArray[np.int64]:
        """The number of threads that each counted scan put into the ready queue."""
        edges = (
            np.searchsorted(self.slots.rise, at) for at in (self.counted.rise, self.counted.fall)
        )
        begin, end = edges
        return np.asarray(end - begin, dtype=np.int64)

    def threads_in(self, interval: tuple[int, int]) -> list[int]:
        """The numbers of the threads that ran in an interval, in order.

        Raises:
            SignalError: no pins carry the numbers.
        """
        if not self.number:
            raise SignalError(self.place, "no pins carry the thread's number", "record them, too")
        falls = self.running.between(*interval).fall
        return [self._number_at(int(fall) - 1) for fall in falls]

    def _number_at(self, time: int) -> int:
        return sum(wire.is_high(time) << bit for bit, wire in enumerate(self.number))


def observe(
    recording: Recording, pins: Mapping[str, str], number: Sequence[str] = (), *, skip: int = 0
) -> Scheduler:
    """Find a scheduler's signals in a recording.

    Args:
        recording: of the pins.
        pins: the recording's name for each of running, slot, scan, thread0.
        number: the recording's names for the bits of the running thread's number, from bit 0 on.
        skip: scans at the start that do not count.

    Raises:
        SignalError: a signal is not there, or too few scans are.
    """
    wires = {role: recording.wire(name) for role, name in pins.items()}
    scans = pulses_of(wires["scan"])
    if len(scans) < skip + _INTERVALS_MIN + 1:
        problem = f"it has {len(scans)} scans, and {skip} at its start do not count"
        raise SignalError(recording.place, problem, "record for longer")
    return Scheduler(
        place=recording.place,
        running=pulses_of(wires["running"]),
        slots=pulses_of(wires["slot"]),
        scans=scans,
        thread0=pulses_of(wires["thread0"]),
        number=tuple(recording.wire(name) for name in number),
        first=skip,
    )
