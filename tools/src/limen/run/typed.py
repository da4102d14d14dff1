# SPDX-License-Identifier: Apache-2.0
"""What happens to a program of the host at instants of its clock: typed lines, and its end."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.times import TIME_MAX, TimeError, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from limen.run.target import Target

__all__ = ["ending", "typed_lines", "typing"]

_NS_PER_MS: Final = 1_000_000
_OPTION: Final = "--type"
_FORM: Final = f"write {_OPTION} TIME:TEXT, such as {_OPTION} 133ms:log"
_CONSOLE: Final = b"\0board_uart_start\0"  # in the table of symbols, if limen/console.h is used


def typed_lines(texts: Sequence[str]) -> str:
    r"""The value of LIMEN_TYPE for the UART of the host: lines NANOSECONDS:TEXT, earliest first.

    >>> typed_lines(["1s:quit", "133ms:log"])
    '133000000:log\n1000000000:quit\n'

    Args:
        texts: TIME:TEXT of each line; lines of one instant stay in their order.

    Raises:
        RunError: one of them is not of this form.
    """
    lines = sorted((_line(text) for text in texts), key=lambda line: line[0])
    return "".join(f"{instant}:{words}\n" for instant, words in lines)


def _line(text: str) -> tuple[int, str]:
    time, colon, words = text.partition(":")
    where = f"{_OPTION} {text!r}"
    if not colon:
        raise RunError(where, "it has no colon", _FORM)
    try:
        instant = math.ceil(nanoseconds(time))
    except TimeError as error:
        raise RunError(where, error.problem, _FORM) from None
    if instant > TIME_MAX:
        raise RunError(where, f"{time} is too late", "write a time of less than 104 days")
    if "\n" in words:
        raise RunError(where, "it has the end of a line", f"write one {_OPTION} for each line")
    return instant, words


def ending(target: Target, milliseconds: float | None) -> tuple[Target, float | None]:
    """The target, on which programs end at this instant of their clock, and None.

    A target other than the host stays as it is, with the time for the emulator, which ends it.

    Raises:
        RunError: the instant is 0, or too late.
    """
    if milliseconds is None or not target.is_host:
        return target, milliseconds
    instant = math.ceil(milliseconds * _NS_PER_MS)
    if not 0 < instant <= TIME_MAX:
        problem = f"{milliseconds:g} ms is not between 0 and 104 days"
        raise RunError("--time", problem, "write a number such as --time 500")
    end = ("LIMEN_END", str(instant))
    return replace(target, environment=(*target.environment, end)), None


def typing(target: Target, executable: Path, lines: str) -> Target:
    """The target, on which these lines are typed into the console of a program.

    Args:
        target: on which the program runs.
        executable: of the program.
        lines: as typed_lines has them; empty: nothing changes.

    Raises:
        RunError: the target cannot type at an instant, or the program has no console.
    """
    if not lines:
        return target
    if not target.is_host:
        problem = f"the target {target.name} gets its input when its emulator or its user has it"
        raise RunError(_OPTION, problem, "take --target host, whose UART types in virtual time")
    if _CONSOLE not in executable.read_bytes():
        problem = f"{executable.name} has no console to type into"
        raise RunError(_OPTION, problem, "call lm_console_create (limen/console.h)")
    return replace(target, environment=(*target.environment, ("LIMEN_TYPE", lines)))
