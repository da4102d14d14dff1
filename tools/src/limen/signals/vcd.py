# SPDX-License-Identifier: Apache-2.0
"""Recordings of signals: files in the format VCD (IEEE 1364, 18.2) with wires of one bit.

Times are whole nanoseconds from the start of the recording. Every file is either read or rejected
with the invalid line. Variables other than wires of one bit are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.engine import engine
from limen.errors import SignalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["Recording", "Wire", "read_vcd"]

_NANOSECOND: Final = 10**6  # in the engine's unit, a femtosecond
_TIME_MAX: Final = 2**62
_REMEDY: Final = "record it again, as VCD"


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    """The edges of one signal. It is low before the first edge, and edges alternate.

    Attributes:
        name: as in the file.
        times: of its edges, nanoseconds, growing: the first is a rise, the second a fall, ...
    """

    name: str
    times: NDArray[np.int64]

    def is_high(self, time: int) -> bool:
        """The level just after an instant."""
        return bool(np.searchsorted(self.times, time, side="right") % 2)


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """All signals of a file.

    Attributes:
        place: its name in messages.
        wires: by name.
        end: of the recording, nanoseconds.
    """

    place: str
    wires: Mapping[str, Wire]
    end: int

    def wire(self, name: str) -> Wire:
        """The wire with a name.

        Raises:
            SignalError: there is none.
        """
        if name not in self.wires:
            known = ", ".join(sorted(self.wires)) or "none"
            raise SignalError(self.place, f"unknown signal {name}", f"it has: {known}")
        return self.wires[name]


def read_vcd(path: Path, place: str = "") -> Recording:
    """Read a recording.

    Args:
        path: of the file.
        place: its name in messages; empty: the path.

    Raises:
        SignalError: it cannot be read, or is not a recording of wires.
    """
    shown = place or str(path)
    try:
        unit, end, variables = engine().read_vcd(path.read_bytes())
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})"
        raise SignalError(shown, problem, "name a file that is there") from error
    except ValueError as error:
        within, problem, remedy = error.args
        where = f"{shown}: {within}" if within else shown
        raise SignalError(where, problem, remedy) from None
    scale, finer = divmod(unit, _NANOSECOND)
    if finer:
        problem = f"a timescale of {unit} fs is too fine"
        raise SignalError(shown, problem, "record in 1 ns or coarser")
    if end * scale > _TIME_MAX:
        raise SignalError(shown, f"time {end} is out of range", _REMEDY)
    wires: dict[str, Wire] = {}
    for name, is_bit, times, values in variables:
        if is_bit:
            if name in wires:
                raise SignalError(shown, f"there are two signals {name}", "rename one")
            wires[name] = _wire(shown, name, times.astype(np.int64) * scale, values)
    if not wires:
        raise SignalError(shown, "it has no wire of one bit", _REMEDY)
    return Recording(shown, MappingProxyType(wires), end * scale)


def _wire(place: str, name: str, times: NDArray[np.int64], values: NDArray[np.float64]) -> Wire:
    """Return the edges of a signal, which is low until the first rise."""
    strange = np.flatnonzero((values != 0) & (values != 1))
    if len(strange):
        when = int(times[strange[0]])
        problem = f"the level of {name} at {when} ns is neither 0 nor 1"
        raise SignalError(place, problem, _REMEDY)
    edges = times[1:] if len(values) and values[0] == 0 else times
    edges.setflags(write=False)
    return Wire(name, edges)


def levels(wire: Wire, begin: int, end: int) -> Iterator[tuple[int, bool]]:
    """The level at the start of a window, and each change before its end.

    >>> list(levels(Wire("a", np.array([3, 5, 9])), 4, 9))
    [(4, True), (5, False)]
    """
    yield begin, wire.is_high(begin)
    first = int(np.searchsorted(wire.times, begin, side="right"))
    last = int(np.searchsorted(wire.times, end, side="left"))
    for index in range(first, last):
        yield int(wire.times[index]), index % 2 == 0
