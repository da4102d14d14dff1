# SPDX-License-Identifier: Apache-2.0
"""The options that several commands about traces have, and the instants in their values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.cli.command import Argument, Option
from limen.errors import TraceError
from limen.times import TimeError, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.trace import Trace
    from limen.trace.trx import TrxTrace

__all__ = [
    "Begin",
    "Definitions",
    "Elf",
    "End",
    "File",
    "Files",
    "Force",
    "Hz",
    "Json",
    "Ticks",
    "Wrap",
    "check_out",
    "give_clock",
    "instant_text",
    "tick_of",
    "window_of",
]

_SECOND_NS: Final = 10**9
_DIGITS_MAX: Final = 40  # any tick has less

File = Annotated[
    Path, Argument(help="a trace: of Limen, of ThreadX or of another kernel", metavar="FILE")
]
Files = Annotated[
    list[Path],
    Argument(help="a trace: of Limen, of ThreadX or of another kernel; or the files of one"),
]
Force = Annotated[bool, Option("--force", help="replace OUT although it is a trace")]
Wrap = Annotated[
    int | None,
    Option(help="ticks after which a ThreadX clock begins again, if not by its mask", min=1),
]
Hz = Annotated[
    int | None,
    Option("--hz", help="rate of the clock of a ThreadX trace", metavar="N", min=1),
]
Definitions = Annotated[
    Path | None,
    Option(help="a .trxc file: names of the events of a ThreadX program", metavar="FILE"),
]
Elf = Annotated[
    Path | None,
    Option(help="the program: names of variables and lines of faults", metavar="PROGRAM"),
]
Json = Annotated[bool, Option("--json", help="print one JSON value instead of a table")]
Ticks = Annotated[bool, Option("--ticks", help="the times as ticks of the clock, not as seconds")]
Begin = Annotated[
    str | None, Option("--from", help="from here on: ticks, or a time such as 12.5ms")
]
End = Annotated[str | None, Option("--to", help="up to here: ticks, or a time such as 12.5ms")]


def tick_of(trace: Trace | TrxTrace, option: str, text: str) -> int:
    """Return the tick of an option: a number of ticks, or the nearest one to a time.

    Raises:
        TraceError: the value is neither, or a time in a trace whose clock rate is not known.
    """
    from limen.trace.trx import TrxTrace

    if text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX:
        return int(text)
    try:
        time = nanoseconds(text)
    except TimeError as error:
        raise TraceError(option, error.problem, error.remedy) from error
    if isinstance(trace, TrxTrace):
        raise TraceError(
            option, "a ThreadX trace does not have the rate of its clock", "give ticks"
        )
    return int((2 * time * trace.clock_hz + _SECOND_NS) // (2 * _SECOND_NS))


def instant_text(
    trace: Trace | TrxTrace, tick: int, *, in_ticks: bool, clock_hz: int | None = None
) -> str:
    """Return a tick as seconds, if the clock rate is known; clock_hz: of a trace of ThreadX."""
    from limen.trace.trx import TrxTrace

    rate = clock_hz if isinstance(trace, TrxTrace) else trace.clock_hz
    return f"{tick:,}" if in_ticks or rate is None else _exact_time(tick, rate)


def give_clock(trace: Trace | TrxTrace, clock_hz: int | None) -> None:
    """Set the clock rate of a trace of ThreadX.

    Raises:
        TraceError: the trace has a rate of its own.
    """
    from limen.trace.trx import TrxTrace

    if clock_hz is not None:
        if not isinstance(trace, TrxTrace):
            raise TraceError("--hz", "a trace of Limen has its clock rate", "leave it out")
        trace.native.set_clock(clock_hz)


def _exact_time(ticks: int, clock_hz: int) -> str:
    """Return seconds with as many decimals as neighbouring ticks need to differ.

    >>> _exact_time(500_001, 25_000_000), _exact_time(1_234_567, 1000), _exact_time(7, 1)
    ('0.02000004 s', '1,234.567 s', '7 s')
    """
    decimals = len(str(clock_hz - 1)) if clock_hz > 1 else 0
    scale = 10**decimals
    number = (2 * ticks * scale + clock_hz) // (2 * clock_hz)
    part = f".{number % scale:0{decimals}}" if decimals else ""
    return f"{number // scale:,}{part} s"


def check_out(files: Sequence[Path], out: Path, *, force: bool) -> None:
    """Refuse to replace a trace that may have been meant as one more file to read.

    Raises:
        TraceError: the file to write is a trace and is named as one of the files to read.
    """
    from limen.trace.files import open_trace

    is_alike = any(file.suffix.lower() == out.suffix.lower() for file in files)
    if force or not is_alike or not (out.is_file() or out.is_dir()):
        return
    try:
        open_trace(out)
    except TraceError:
        return
    raise TraceError(str(out), "this file is a trace", "name another file to write, or add --force")


def window_of(trace: Trace | TrxTrace, begin: str | None, end: str | None) -> tuple[int, int]:
    """The events from one instant to another: the first one, and the one after the last.

    Raises:
        TraceError: one of them is not an instant, or the end is before the start.
    """
    since = None if begin is None else tick_of(trace, "--from", begin)
    until = None if end is None else tick_of(trace, "--to", end)
    if since is not None and until is not None and until < since:
        raise TraceError("--from", f"{begin} is after --to {end}", "swap them")
    first = 0 if since is None else trace.index_at(since)
    return first, len(trace) if until is None else trace.index_at(until)
