# SPDX-License-Identifier: Apache-2.0
"""Threads that run programs beside each other, and end together."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from limen.child.running import all_ended
from limen.child.signals import terminable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import ThreadPoolExecutor

__all__ = ["together"]


@contextmanager
def together(threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads whose programs end when the block ends by an exception or a signal.

    Otherwise the command would wait for a thread that waits for the end of a program, or that is
    about to start one.

    Args:
        threads: how many.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - few commands need it

    with terminable(), ThreadPoolExecutor(threads) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            with all_ended():
                pool.shutdown()
            raise
