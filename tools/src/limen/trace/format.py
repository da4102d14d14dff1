# SPDX-License-Identifier: Apache-2.0
"""The trace file's numbers: layout, events, reasons.

Source:
    spec/trace-format.md, version 1. Nothing here is decided here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal

import numpy as np

__all__ = [
    "API_MASK",
    "API_SHIFT",
    "HEADER_BYTES",
    "KIND_OF_MIDDLEWARE",
    "MAGIC",
    "NAME_BYTES",
    "OBJECT_BYTES",
    "RECORDING",
    "RECORD_BYTES",
    "VERSION",
    "Api",
    "ByteOrder",
    "Event",
    "Kind",
    "Outcome",
    "SwitchReason",
    "header_dtype",
    "object_dtype",
    "record_dtype",
]

MAGIC: Final = 0x4E4D494C
VERSION: Final = 1
HEADER_BYTES: Final = 64
OBJECT_BYTES: Final = 32
RECORD_BYTES: Final = 16
NAME_BYTES: Final = 20
KIND_OF_MIDDLEWARE: Final = 64  # and from there on; less this: ThreadX's type
RECORDING: Final = 1  # bit of the header's flags
API_SHIFT: Final = 1  # above these bits of the flags: an Api
API_MASK: Final = 7

ByteOrder = Literal["<", ">"]


class Kind(IntEnum):
    """The kind of an object."""

    THREAD = 1
    SEMAPHORE = 2
    MUTEX = 3
    QUEUE = 4
    TIMER = 5
    EVENT_FLAGS = 6
    BLOCK_POOL = 7
    BYTE_POOL = 8
    SPINLOCK = 9
    DEVICE = 10


class Api(IntEnum):
    """The interface for which the program was written, whose names a reader shows."""

    LIMEN = 0
    THREADX = 1


class Event(IntEnum):
    """The event of a record."""

    TIME = 1
    SWITCH = 2
    READY = 3
    SUSPEND = 4
    YIELD = 5
    SLICE = 6
    LEVEL = 7
    PRIORITY = 8
    IRQ_ENTER = 9
    IRQ_EXIT = 10
    THREAD_CREATE = 16
    THREAD_START = 17
    THREAD_SUSPEND = 18
    THREAD_RESUME = 19
    THREAD_TERMINATE = 20
    THREAD_RESTART = 21
    THREAD_DELETE = 22
    THREAD_SLEEP = 23
    THREAD_PRIORITY = 24
    THREAD_SLICE = 25
    RELEASE = 26
    COMPLETE = 27
    DEADLINE_MISS = 28
    OVERRUN = 29
    THREAD_ABORT_WAIT = 30
    THREAD_RESET = 31
    SEMAPHORE_CREATE = 32
    SEMAPHORE_POST = 33
    SEMAPHORE_WAIT = 34
    SEMAPHORE_DELETE = 35
    SEMAPHORE_POST_BELOW = 36
    MUTEX_CREATE = 40
    MUTEX_LOCK = 41
    MUTEX_UNLOCK = 42
    MUTEX_DELETE = 43
    QUEUE_CREATE = 48
    QUEUE_SEND = 49
    QUEUE_RECEIVE = 50
    QUEUE_DELETE = 51
    QUEUE_SEND_FRONT = 52
    QUEUE_FLUSH = 53
    TIMER_CREATE = 56
    TIMER_START = 57
    TIMER_STOP = 58
    TIMER_EXPIRE = 59
    TIMER_DELETE = 60
    USER = 64
    FLAGS_CREATE = 72
    FLAGS_SET = 73
    FLAGS_CLEAR = 74
    FLAGS_WAIT = 75
    FLAGS_DELETE = 76
    BLOCK_POOL_CREATE = 80
    BLOCK_ALLOCATE = 81
    BLOCK_RELEASE = 82
    BLOCK_POOL_DELETE = 83
    BYTE_POOL_CREATE = 88
    BYTE_ALLOCATE = 89
    BYTE_RELEASE = 90
    BYTE_SERVE = 91
    BYTE_POOL_DELETE = 92
    PRIORITIZE = 96
    NOTIFY = 97
    INFO = 98
    STACK_OVERFLOW = 100
    TIME_SET = 101
    TIME_GET = 102
    SERVICE = 103
    TICK_BEGIN = 104
    TICK_END = 105
    TICK_ATTACH = 106
    STACK = 107
    VALUES = 108
    MODEL = 112
    SECTION_ENTER = 113
    SECTION_LEAVE = 114
    PREEMPT_POINT = 115
    SPIN_LOCK = 116
    SPIN_UNLOCK = 117
    IRQ_OFF = 118
    IRQ_ON = 119
    ERROR = 120


class SwitchReason(IntEnum):
    """Why a thread left the processor (b of SWITCH)."""

    BLOCKED = 1
    PREEMPTED_BY_CALL = 2
    PREEMPTED_BY_INTERRUPT = 3
    YIELDED = 4
    SLICE_ENDED = 5
    TERMINATED = 6
    IDLE_ENDED = 7


# What a suspended thread waits for (a of SUSPEND): a resume.
WAITS_FOR_RESUME: Final = 3


class Outcome(IntEnum):
    """How a call on a semaphore, mutex or queue went (lower half of b)."""

    DONE = 0
    WAITS = 1
    UNAVAILABLE = 2


def header_dtype(order: ByteOrder) -> np.dtype[np.void]:
    """Layout of the 64 bytes at the start."""
    names = ["magic", "version", "header_bytes", "object_bytes", "record_bytes"]
    kinds = ["u4", "u2", "u2", "u2", "u2"]
    names += ["clock_hz", "object_capacity", "object_count", "record_capacity"]
    kinds += ["u4"] * 4
    names += ["next_offset", "wraps", "time_high", "levels", "flags", "time_low", "recorder"]
    kinds += ["u4", "u4", "u4", "u2", "u2", "u4", "V16"]
    return np.dtype(list(zip(names, [order + kind for kind in kinds], strict=True)))


def object_dtype(order: ByteOrder) -> np.dtype[np.void]:
    """Layout of an entry of the object table."""
    u2, u4 = order + "u2", order + "u4"
    numbers = [("id", u2), ("kind", u2), ("priority", u2), ("threshold", u2), ("size", u4)]
    return np.dtype([*numbers, ("name", f"V{NAME_BYTES}")])


def record_dtype(order: ByteOrder) -> np.dtype[np.void]:
    """Layout of a record."""
    u2, u4 = order + "u2", order + "u4"
    head = [("time", u4), ("event", "u1"), ("depth", "u1"), ("thread", u2)]
    return np.dtype([*head, ("object", u2), ("a", u2), ("b", u4)])
