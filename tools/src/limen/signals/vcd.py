# SPDX-License-Identifier: Apache-2.0
"""Recordings of signals: files in the format VCD (IEEE 1364, 18.2) with wires of one bit.

Times are whole nanoseconds from the start of the recording. Every file is either read or rejected
with the invalid line. Variables other than wires of one bit are ignored.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np
from vcd.common import TimescaleUnit
from vcd.reader import ScalarChange, TokenKind, VarDecl, VCDParseError, tokenize

from limen.errors import SignalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray
    from vcd.common import Timescale
    from vcd.reader import Token

__all__ = ["Recording", "Wire", "read_vcd"]

_NANOSECONDS: Final = {
    TimescaleUnit.second: 10**9,
    TimescaleUnit.millisecond: 10**6,
    TimescaleUnit.microsecond: 10**3,
    TimescaleUnit.nanosecond: 1,
}
_TIME_MAX: Final = 2**62
_REMEDY: Final = "record it again, as VCD"


@dataclass(frozen=True, slots=True, eq=False)
class Wire:
    """How one signal changed. It is low before the first edge, and edges alternate.

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
            raise SignalError(self.place, f"there is no signal {name}", f"it has: {known}")
        return self.wires[name]


def read_vcd(path: Path, place: str = "") -> Recording:
    """Read a recording.

    Args:
        path: of the file.
        place: its name in messages; empty: the path.

    Raises:
        SignalError: it cannot be read, or is not a recording of wires.
    """
    reader = _Reader(place or str(path))
    try:
        with path.open("rb") as file:
            for token in tokenize(file):
                reader.take(token)
    except VCDParseError as error:
        raise SignalError(reader.place, f"it is not a VCD file ({error})", _REMEDY) from error
    except (UnicodeDecodeError, ValueError) as error:
        where = f"{reader.place}: after line {reader.line}"
        raise SignalError(where, f"it is not a VCD file ({error})", _REMEDY) from error
    except OSError as error:
        problem = f"it cannot be read ({error.strerror})"
        raise SignalError(reader.place, problem, "name a file that is there") from error
    return reader.recording()


class _Reader:
    """The state between two tokens."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.line = 0
        self._scale = 0
        self._time = 0
        self._names: dict[str, list[str]] = defaultdict(list)
        self._edges: dict[str, list[int]] = {}
        self._passed_over: set[str] = set()

    def take(self, token: Token) -> None:
        """Read on."""
        self.line = token.span.start.line
        data = token.data
        if token.kind is TokenKind.TIMESCALE:
            self._set_scale(token.timescale)
        elif isinstance(data, VarDecl):
            self._declare(data)
        elif token.kind is TokenKind.CHANGE_TIME:
            self._advance(token.time_change)
        elif isinstance(data, ScalarChange):
            self._change(data)

    def recording(self) -> Recording:
        """What was read."""
        if not self._names:
            raise SignalError(self.place, "it has no wire of one bit", _REMEDY)
        wires = {}
        for code, names in self._names.items():
            times = np.array(self._edges[code], dtype=np.int64)
            times.setflags(write=False)
            wires.update({name: Wire(name, times) for name in names})
        return Recording(self.place, MappingProxyType(wires), self._time)

    def _error(self, problem: str, remedy: str = _REMEDY) -> SignalError:
        return SignalError(f"{self.place}: line {self.line}", problem, remedy)

    def _set_scale(self, timescale: Timescale) -> None:
        unit = _NANOSECONDS.get(timescale.unit)
        if unit is None:
            problem = f"a timescale in {timescale.unit.value} is too fine"
            raise self._error(problem, "record in 1 ns or coarser")
        self._scale = int(timescale.magnitude) * unit

    def _declare(self, variable: VarDecl) -> None:
        if variable.size != 1:
            self._passed_over.add(variable.id_code)
            return
        if any(variable.ref_str in names for names in self._names.values()):
            raise self._error(f"there are two signals {variable.ref_str}", "rename one")
        self._names[variable.id_code].append(variable.ref_str)
        self._edges.setdefault(variable.id_code, [])

    def _advance(self, time: int) -> None:
        if self._scale == 0:
            raise self._error("there is no timescale before it")
        now = time * self._scale
        if not self._time <= now <= _TIME_MAX:
            raise self._error(f"time {time} is before the previous one, or out of range")
        self._time = now

    def _change(self, change: ScalarChange) -> None:
        if change.id_code in self._passed_over:
            return
        if change.id_code not in self._edges:
            raise self._error(f"no signal {change.id_code} is declared")
        if change.value not in {"0", "1"}:
            name = self._names[change.id_code][0]
            raise self._error(f"level {change.value} of {name} is neither 0 nor 1")
        edges = self._edges[change.id_code]
        if (len(edges) % 2 == 1) == (change.value == "1"):
            return  # it repeats the current state
        if edges and edges[-1] == self._time:
            edges.pop()  # there and back at one instant
        else:
            edges.append(self._time)


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
