# SPDX-License-Identifier: Apache-2.0
"""Show the current step on standard error, so that no long step is silent.

The first line comes at once. Then a terminal shows the newest line of the step, and a file gets a
line each ten seconds. The variable LIMEN_QUIET disables all of this.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["announced", "clear", "is_quiet", "shown"]

_PERIOD_SECONDS: Final = 10.0
_TERMINAL_SECONDS: Final = 0.5


class _Task:
    """The current step; a thread shows it from time to time."""

    def __init__(self, lines: Callable[[], list[str]], period: float) -> None:
        self._lines = lines
        self._period = period
        self._is_over = Event()
        self._thread = Thread(target=self._tell, daemon=True)

    def begin(self) -> None:
        _tasks.append(self)
        self._thread.start()

    def end(self) -> None:
        _tasks.remove(self)
        self._is_over.set()
        self._thread.join()
        clear()

    def _tell(self) -> None:
        while not self._is_over.wait(self._period):
            if _tasks[-1:] == [self]:  # a step that has begun inside of this one is shown instead
                _show(self._lines())


_tasks: Final[list[_Task]] = []
_shown: Final[list[str]] = []  # the lines at the end of the terminal that clear() erases


def _show(lines: list[str]) -> None:
    if sys.stderr.isatty():
        clear()
        width = shutil.get_terminal_size().columns - 1
        _shown[:] = [line[:width] for line in lines]
        sys.stderr.write("\n".join(_shown))
    else:
        sys.stderr.writelines(f"{line}\n" for line in lines)
    sys.stderr.flush()


def is_quiet() -> bool:
    """Return whether messages about progress are not wanted."""
    return bool(os.environ.get("LIMEN_QUIET"))


def clear() -> None:
    """Erase the temporary lines of a terminal before lines are printed that stay."""
    if _shown:
        up = f"\x1b[{len(_shown) - 1}A" if len(_shown) > 1 else ""
        _shown.clear()
        sys.stderr.write(f"\r{up}\x1b[J")
        sys.stderr.flush()


@contextmanager
def announced(what: str, usual: str = "") -> Iterator[Callable[[str], None]]:
    """Show the step that the block does.

    Args:
        what: as in "building the trace engine".
        usual: its duration, as in "about a minute, once"; empty: the step is shown only if it takes
            long.

    Yields:
        A function that takes the lines that it prints.
    """
    if is_quiet():
        yield lambda _line: None
        return
    if usual:
        clear()
        sys.stderr.write(f"limen: {what}, {usual}\n")
        sys.stderr.flush()
    start = time.monotonic()
    newest = [""]

    def lines() -> list[str]:
        parts = [f"limen: {what}", f"{int(time.monotonic() - start)} s", newest[0]]
        return [": ".join(part for part in parts if part)]

    def on_line(line: str) -> None:
        newest[0] = line.strip() or newest[0]

    with _running(_Task(lines, _TERMINAL_SECONDS if sys.stderr.isatty() else _PERIOD_SECONDS)):
        yield on_line


@contextmanager
def shown(lines: Callable[[], list[str]]) -> Iterator[None]:
    """Show lines at the end of a terminal, drawn again each second; a file gets none."""
    if is_quiet() or not sys.stderr.isatty():
        yield
        return
    with _running(_Task(lines, 1.0)):
        yield


@contextmanager
def _running(task: _Task) -> Iterator[None]:
    task.begin()
    try:
        yield
    finally:
        task.end()
