# SPDX-License-Identifier: Apache-2.0
"""Observation of a run from outside: signals on pins, and text on a serial line."""

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

__all__ = ["OBSERVED", "Line", "Observation", "measure_observation", "read_line"]

Number = int | float


class Line(BaseModel):
    """The output of a program on its serial line.

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
class Observation:
    """A run from outside.

    Attributes:
        scheduler: on the pins.
        line: on the serial line.
        due_ns: the period of thread 0, if response times are needed.
    """

    scheduler: Scheduler
    line: Line
    due_ns: int | None


def read_line(path: Path, place: str) -> Line:
    """The serial line in an emulator's report.

    Raises:
        SignalError: the report cannot be read, or contains no serial line.
    """
    try:
        return _Report.model_validate_json(path.read_bytes()).uart0
    except (OSError, ValidationError) as error:
        problem = "the report of the emulator does not contain UART0"
        raise SignalError(place, problem, "see what the run printed") from error


def measure_observation(observation: Observation, name: str) -> Number:
    """Measure one of OBSERVED.

    Raises:
        SignalError: the recording does not contain it.
    """
    return OBSERVED[name](observation)


def _line_length(line: Line) -> int:
    return line.text.find("\n") + 1


def _lines_broken(line: Line) -> int:
    """Complete lines that differ from the first one, or a newest one that is not its start."""
    *complete, newest = line.text.split("\n")
    if not complete:
        return int(bool(newest))
    broken = sum(text != complete[0] for text in complete)
    return broken + (not complete[0].startswith(newest))


def _response(observation: Observation, choose: Callable[[NDArray[np.int64]], float]) -> float:
    if observation.due_ns is None:
        raise SignalError(
            observation.scheduler.place, "when thread 0 is due is not known", "give due_ms"
        )
    return round(float(choose(response_times(observation.scheduler, observation.due_ns))) / 1e3, 3)


def _of_scheduler(measure: Callable[[Scheduler], Number]) -> Callable[[Observation], Number]:
    return lambda run: measure(run.scheduler)


OBSERVED: Final[Mapping[str, Callable[[Observation], Number]]] = {
    **{name: _of_scheduler(measure) for name, measure in STATISTICS.items()},
    "response_median": lambda run: _response(run, np.median),
    "response_max": lambda run: _response(run, np.max),
    "line_length": lambda run: _line_length(run.line),
    "lines_broken": lambda run: _lines_broken(run.line),
    "bytes_lost": lambda run: run.line.lost,
    "fifo_max": lambda run: run.line.fifo_max,
}
