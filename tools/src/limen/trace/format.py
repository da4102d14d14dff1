# SPDX-License-Identifier: Apache-2.0
"""The layout of a trace file, for programs that write one.

Source:
    spec/trace-format.md. This module defines nothing itself.
"""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

__all__ = [
    "API_MASK",
    "API_SHIFT",
    "CORES",
    "CORE_SHIFT",
    "HEADER_BYTES",
    "MAGIC",
    "NAME_BYTES",
    "OBJECTS_OF_CORE",
    "OBJECT_BYTES",
    "OTHER_EVENT",
    "RECORDING",
    "RECORD_BYTES",
    "VERSION",
    "VERSION_OF_KERNEL",
    "VERSION_OF_OTHER_KERNELS",
    "ByteOrder",
    "header_dtype",
    "object_dtype",
    "record_dtype",
]

MAGIC: Final = 0x4E4D494C
VERSION: Final = 1
VERSION_OF_OTHER_KERNELS: Final = 2
VERSION_OF_KERNEL: Final = 3  # records of calls imply events
HEADER_BYTES: Final = 64
OBJECT_BYTES: Final = 32
RECORD_BYTES: Final = 16
NAME_BYTES: Final = 20
OTHER_EVENT: Final = 13  # in version 2: an event by its name
RECORDING: Final = 1  # bit of the header's flags
API_SHIFT: Final = 1  # above these bits of the flags: an Api
API_MASK: Final = 7
CORE_SHIFT: Final = 4  # above these bits: the core
CORES: Final = 8  # that a trace can have
OBJECTS_OF_CORE: Final = 1 << 13  # numbers, those of core 0 first

ByteOrder = Literal["<", ">"]


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
