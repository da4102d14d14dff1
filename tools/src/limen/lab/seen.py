# SPDX-License-Identifier: Apache-2.0
"""What was seen of a run from outside: signals on pins, and text on a serial line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from limen.errors import SignalError
from limen.signals.measure import STATISTICS, response_times

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from limen.signals.scheduler import Scheduler

__all__ = ["SEEN", "Line", "Seen", "measure_seen", "read_line"]

Number = int | float


class Line(BaseModel):
    """What a program wrote to its serial line.

    Attributes:
        bytes: that it wrote.
        lost: of these, those for which the buffer had no room.
        fifo_max: most characters that were in the buffer.
        text: that went out.
    """

    model_config = ConfigDict(frozen=True)

    bytes: int = Field(ge=0)
    lost: int = Field(ge=0)
    fifo_max: int = Field(ge=0)
    text: str


class _Report(BaseModel):
    uart0: Line


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A run from outside.

    Attributes:
        scheduler: on the pins.
        line: on the serial line.
        due_ns: the period of thread 0, if response times are asked for.
    """

    scheduler: Scheduler
    line: Line
    due_ns: int | None


def read_line(path: Path, place: str) -> Line:
    """The serial line in an emulator's report.

    Raises:
        SignalError: the report cannot be read, or says nothing of it.
    """
    try:
        return _Report.model_validate_json(path.read_bytes()).uart0
    except (OSError, ValidationError) as error:
        problem = "the emulator's report says nothing of UART0"
        raise SignalError(place, problem, "see what the run printed") from error


def measure_seen(seen: Seen, name: str) -> Number:
    """One of SEEN.

    Raises:
        SignalError: it cannot be told.
    """
    return SEEN[name](seen)


def _line_length(line: Line) -> int:
    return line.text.find("\n") + 1


def _lines_broken(line: Line) -> int:
    """Complete lines that differ from the first one, or a newest one that is not its begin."""
    *complete, newest = line.text.split("\n")
    if not complete:
        return int(bool(newest))
    broken = sum(text != complete[0] for text in complete)
    return broken + (not complete[0].startswith(newest))


def _response(seen: Seen, choose: Callable[[NDArray[np.int64]], float]) -> float:
    if seen.due_ns is None:
        raise SignalError(seen.scheduler.place, "when thread 0 is due is not known", "give due_ms")
    return round(float(choose(response_times(seen.scheduler, seen.due_ns))) / 1e3, 3)


def _of_scheduler(measure: Callable[[Scheduler], Number]) -> Callable[[Seen], Number]:
    return lambda seen: measure(seen.scheduler)


SEEN: Final[Mapping[str, Callable[[Seen], Number]]] = {
    **{name: _of_scheduler(measure) for name, measure in STATISTICS.items()},
    "response_median": lambda seen: _response(seen, np.median),
    "response_max": lambda seen: _response(seen, np.max),
    "line_length": lambda seen: _line_length(seen.line),
    "lines_broken": lambda seen: _lines_broken(seen.line),
    "bytes_lost": lambda seen: seen.line.lost,
    "fifo_max": lambda seen: seen.line.fifo_max,
}
