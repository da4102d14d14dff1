# SPDX-License-Identifier: Apache-2.0
"""The two classical ways to schedule, as thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["nonpreemptive", "preemptive", "with_level"]


def preemptive(system: System) -> System:
    """The system with all thresholds equal to the priorities."""
    return replace(
        system, threads=tuple(with_level(thread, thread.priority) for thread in system.threads)
    )


def nonpreemptive(system: System) -> System:
    """The system in which no thread can preempt another one; jobs run without boundaries."""
    top = min(thread.priority for thread in system.threads)
    threads = (replace(thread, chunks=(), threshold=top) for thread in system.threads)
    return replace(system, threads=tuple(threads))


def with_level(thread: Thread, level: int) -> Thread:
    """A thread with a threshold, also of all its chunks."""
    chunks = tuple(replace(chunk, threshold=level) for chunk in thread.chunks)
    return replace(thread, threshold=level, chunks=chunks)
