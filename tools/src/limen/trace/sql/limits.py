# SPDX-License-Identifier: Apache-2.0
"""Limits of queries: every query ends, and no query exhausts the memory of the machine.

The engine keeps to its own limits of memory for what it stores, and ends a query between two steps.
A single step, such as a text of a billion letters, observes neither limit: the system limits the
memory of the process, and a query that does not end ends the process.
"""

from __future__ import annotations

import os
import resource
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

from limen.choices import QUERY_MEGABYTES, QUERY_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["USUAL", "Limits", "bounded"]

_MEGA: Final = 1 << 20
_SLACK_MEGABYTES: Final = 512  # used outside of queries: stacks of threads, lines of output
_GRACE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a query.

    Attributes:
        megabytes: of memory, the trace not included.
        seconds: until its last row.
    """

    megabytes: int = QUERY_MEGABYTES
    seconds: float = QUERY_SECONDS

    def too_long(self) -> tuple[str, str]:
        """The problem and the remedy of a query that takes longer."""
        problem = f"it took longer than {self.seconds:g} s"
        return problem, "ask for less, or allow more with --time-limit"

    def too_large(self) -> tuple[str, str]:
        """The problem and the remedy of a query that needs more memory."""
        problem = f"it needs more than {self.megabytes:,} MB of memory"
        return problem, "ask for less, or allow more with --memory-limit"


USUAL: Final = Limits()


@contextmanager
def bounded(limits: Limits, on_hang: Callable[[], None]) -> Iterator[None]:
    """Run a query of this process, which runs no other one, within limits that it cannot exceed.

    Args:
        limits: of the query.
        on_hang: is called, in another thread, if it has not ended some time after its limit; it has
            to end the process.
    """
    before = resource.getrlimit(resource.RLIMIT_DATA)
    more = _data_bytes() + (limits.megabytes + _SLACK_MEGABYTES) * _MEGA
    soft = more if before[0] == resource.RLIM_INFINITY else min(more, before[0])
    timer = Timer(limits.seconds + _GRACE_SECONDS, on_hang)
    timer.daemon = True
    resource.setrlimit(resource.RLIMIT_DATA, (soft, before[1]))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        resource.setrlimit(resource.RLIMIT_DATA, before)


def _data_bytes() -> int:
    """The current size of this process's data, as the system counts it."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[5]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
