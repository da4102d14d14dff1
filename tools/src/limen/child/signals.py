# SPDX-License-Identifier: Apache-2.0
"""Turn the signals that end a command into exceptions: SIGTERM of a script, SIGHUP of a terminal.

This applies only while files or processes must be cleaned up. At other times they end the process
at once, also in the middle of a long computation, which would notice an exception late.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Terminated", "held_back", "terminable"]

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_STATUS_OF_SIGNALS: Final = 128


class Terminated(BaseException):
    """The command has to end. It is not an Exception, so that error handlers do not catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = _STATUS_OF_SIGNALS + number


@contextmanager
def terminable() -> Iterator[None]:
    """Within the block the signals raise Terminated; a second one ends the process at once.

    A signal that is ignored, as SIGHUP by nohup, stays so. In another thread than the main one,
    which gets no signals, this has no effect.
    """
    if current_thread() is not main_thread():
        yield
        return
    changed = [number for number in _SIGNALS if signal.getsignal(number) == signal.SIG_DFL]
    for number in changed:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def held_back() -> Iterator[None]:
    """Raise Terminated at the end of the block for a signal that comes within it.

    This protects a fork: Python drops exceptions of the functions that it calls around a fork, and
    a signal may come while they run.
    """
    if current_thread() is not main_thread():
        yield
        return
    _held.is_on = True
    try:
        yield
    finally:
        _held.is_on = False
        number, _held.number = _held.number, 0
        if number:
            raise Terminated(number)


@dataclass(slots=True)
class _Held:
    """Whether the main thread holds signals back, and the signal that has come, or 0."""

    is_on: bool = False
    number: int = 0


_held: Final = _Held()


def _raise(number: int, _frame: object) -> None:
    for one in _SIGNALS:
        if signal.getsignal(one) is _raise:
            signal.signal(one, signal.SIG_DFL)
    if _held.is_on:
        _held.number = number
    else:
        raise Terminated(number)
