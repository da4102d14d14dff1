# SPDX-License-Identifier: Apache-2.0
"""Parts of a plan as words: of options, and of the list of results."""

from __future__ import annotations

from limen.errors import SweepError
from limen.sweep.plan import Axis, Deadlines, Periods, Utilisations

__all__ = ["axis_of", "costs_of", "deadlines_of", "numbers_of", "periods_of", "utilisations_of"]


def numbers_of(option: str, text: str, separator: str, count: int) -> list[float]:
    """The numbers of an option.

    Raises:
        SweepError: they are not as many, or no numbers.
    """
    try:
        numbers = [float(part) for part in text.split(separator)]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        remedy = f"give {separator.join(['NUMBER'] * count)}"
        raise SweepError(option, f"{text!r} is not understood", remedy)
    return numbers


def axis_of(text: str) -> Axis:
    """LOW:HIGH:STEP, or one number."""
    if ":" in text:
        return Axis(*numbers_of("--util", text, ":", 3))
    [only] = numbers_of("--util", text, ":", 1)
    return Axis(only, only, 1)


def costs_of(text: str) -> tuple[int, int]:
    """JOB,PREEMPTION: whole microseconds.

    Raises:
        SweepError: they are not.
    """
    job, preemption = numbers_of("--overhead", text, ",", 2)
    if not (job.is_integer() and preemption.is_integer()):
        problem = f"{text!r} has parts of a microsecond, or no number"
        raise SweepError("--overhead", problem, "give whole microseconds")
    return int(job), int(preemption)


def _split(option: str, text: str, kinds: tuple[str, ...]) -> tuple[str, str]:
    kind, _, rest = text.partition(":")
    if kind not in kinds:
        raise SweepError(option, f"{text!r} is not understood", f"begin with {' or '.join(kinds)}")
    return kind, rest


def periods_of(text: str) -> Periods:
    """log:LOW:HIGH or uni:LOW:HIGH."""
    kind, rest = _split("--periods", text, ("log", "uni"))
    low, high = numbers_of("--periods", rest, ":", 2)
    return Periods("log" if kind == "log" else "uni", low, high)


def deadlines_of(text: str) -> Deadlines:
    """implicit, or constrained:SHARE."""
    kind, rest = _split("--deadlines", text, ("implicit", "constrained"))
    if kind == "implicit":
        return Deadlines()
    return Deadlines("constrained", numbers_of("--deadlines", rest, ":", 1)[0])


def utilisations_of(text: str) -> Utilisations:
    """uunifast, scaled, discard:LARGEST or drs:LARGEST."""
    kind, rest = _split("--generator", text, ("uunifast", "scaled", "discard", "drs"))
    if kind in {"uunifast", "scaled"}:
        return Utilisations("scaled" if kind == "scaled" else "uunifast")
    [largest] = numbers_of("--generator", rest, ":", 1)
    return Utilisations("discard" if kind == "discard" else "drs", largest)
