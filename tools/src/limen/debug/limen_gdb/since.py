# SPDX-License-Identifier: Apache-2.0
"""Find the instant from which a thread is in its state, which only the trace in memory has."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import gdb

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["states_since"]

# The fields of the words of a record, and halves of the time: spec/trace-format.md.
_HALF = 1 << 16
_WORD = 1 << 32
# The calls of which a record may name a thread that is ready from then on: implied events.
_GIVING = (
    "SEMAPHORE_POST",
    "SEMAPHORE_POST_BELOW",
    "QUEUE_SEND",
    "QUEUE_SEND_FRONT",
    "QUEUE_RECEIVE",
    "BLOCK_RELEASE",
)


def states_since(wanted: set[int]) -> dict[int, int]:
    """The instants at which threads last began to wait, became ready or were dispatched.

    Args:
        wanted: the numbers of the threads.

    Returns:
        By number, in ticks. A thread is not in it if the ring has no record of it, or if there is
        no trace.
    """
    header = _header()
    found: dict[int, int] = {}
    if header is None:
        return found
    for time, record in _newest_first(header):
        for thread in _threads_of(record):
            if thread in wanted:
                found.setdefault(thread, time)
        if len(found) == len(wanted):
            break
    return found


def _header() -> Any | None:
    if gdb.lookup_global_symbol("lm_the_observation") is None:
        return None
    recording = gdb.parse_and_eval("lm_the_observation")["recording"]
    return recording.dereference() if int(recording) != 0 else None


def _threads_of(record: Any) -> list[int]:
    """The threads whose states a record is about."""
    event = int(record["event"]) % 256
    if event == _number("lm_event", "LM_EVENT_READY"):
        return [int(record["object_and_a"]) % _HALF]
    if event == _number("lm_event", "LM_EVENT_SUSPEND"):
        return [int(record["b"]) % _HALF]
    if event == _number("lm_event", "LM_EVENT_SWITCH"):
        return [int(record["object_and_a"]) % _HALF, int(record["event"]) // _HALF]
    if event == _number("lm_event", "LM_EVENT_THREAD_RESUME"):
        thread, is_ready = int(record["object_and_a"]) % _HALF, int(record["object_and_a"]) // _HALF
        return [thread] if is_ready else []
    if any(event == _number("lm_event", f"LM_EVENT_{name}") for name in _GIVING):
        outcome, other = int(record["b"]) % _HALF, int(record["b"]) // _HALF
        is_done = outcome == _number("lm_outcome", "LM_OUTCOME_DONE")
        return [other] if is_done and other else []
    return []


@cache
def _number(kind: str, name: str) -> int:
    """The number of a name of an enumeration."""
    for field in gdb.lookup_type(f"enum {kind}").fields():
        if field.name == name:
            return int(field.enumval)
    raise gdb.GdbError(f"limen: the program has no {name}")


def _newest_first(header: Any) -> Iterator[tuple[int, Any]]:
    """Records with their full times, from the newest to the oldest."""
    kind = gdb.lookup_type("struct lm_trace_record")
    first = int(header.address) + int(header["first_offset"])
    written = (int(header["next_offset"]) - int(header["first_offset"])) // kind.sizeof
    capacity = int(header["record_capacity"])
    count = capacity if int(header["wraps"]) else written
    time: int | None = None
    for back in range(count):
        place = (written - 1 - back) % capacity
        record = gdb.Value(first + place * kind.sizeof).cast(kind.pointer()).dereference()
        time = _full_time(header, record, time)
        if int(record["event"]) % 256 == _number("lm_event", "LM_EVENT_TIME"):
            time = int(record["object_and_a"]) * _WORD + time % _WORD
        else:
            yield time, record


def _full_time(header: Any, record: Any, later: int | None) -> int:
    """The lower half is in the record; the upper half changes when the lower half wraps."""
    low = int(record["time"])
    if later is None:
        reference = int(header["time_high"]) * _WORD + int(header["time_low"])
        time = reference - reference % _WORD + low
        return time if time >= reference else time + _WORD
    time = later - later % _WORD + low
    return time if time <= later else time - _WORD
