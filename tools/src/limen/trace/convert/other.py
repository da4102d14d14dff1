# SPDX-License-Identifier: Apache-2.0
"""The fields of a part of another kernel's trace that traces of Limen do not have.

Source:
    spec/trace-format.md, version 2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.format import OTHER_EVENT
from limen.trace.numbers import Event, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from limen.trace.model import Trace, TraceObject

__all__ = ["objects_at", "other_kernel"]

_FIRST_RAW: Final = 0x8000


def other_kernel(trace: Trace, part: slice, place: str) -> tuple[dict[str, NDArray[Any]], bytes]:
    """The columns of a part in which events have numbers of one byte, and the description.

    Raises:
        TraceError: a time is before the start of the clock, which no record can have.
    """
    if len(trace) and trace.time[0] < 0:
        problem = "it begins before the start of its clock"
        raise TraceError(place, problem, "name a window with --from and --to in other commands")
    kernel = trace.native.kernel()
    event, a, b = (column[part].copy() for column in (trace.event, trace.a, trace.b))
    is_raw = event >= _FIRST_RAW
    a[is_raw] = event[is_raw] - _FIRST_RAW
    event[is_raw] = OTHER_EVENT
    used, rows = np.unique(np.append(b[is_raw], np.uint32(0)), return_inverse=True)
    b[is_raw] = rows[:-1]
    text_at = np.frombuffer(kernel["text_at"], np.uint32)
    texts = kernel["texts"]
    chosen = (texts[text_at[row] : text_at[row + 1]] for row in used if row + 1 < len(text_at))
    numbers = np.array([kernel["facts"], kernel["urgency"], kernel["zero"]], "<u4")
    words = (trace.kernel, trace.format, *trace.warnings)
    entries = [trace.objects[number] for number in sorted(trace.objects)]
    pieces = (
        numbers.tobytes(),
        _texts(word.encode() for word in words),
        _texts(entry.name.encode() for entry in entries),
        np.array([entry.address for entry in entries], "<u8").tobytes(),
        _texts(name.encode() for name in kernel["events"]),
        _texts(chosen),
        trace.core[part].tobytes(),
    )
    return {"event": event, "a": a, "b": b}, b"".join(pieces)


def objects_at(trace: Trace, begin: int) -> dict[int, TraceObject]:
    """The objects with the priorities that the program has given to threads before an event."""
    objects = dict(trace.objects)
    for at in np.flatnonzero(trace.event[:begin] == Event.THREAD_PRIORITY).tolist():
        number, priority = int(trace.object[at]), int(trace.a[at])
        if number in objects and objects[number].kind == Kind.THREAD:
            objects[number] = replace(objects[number], priority=priority, threshold=priority)
    return objects


def _texts(all_texts: Iterable[bytes]) -> bytes:
    """Their number, their lengths, and then their bytes."""
    texts = list(all_texts)
    lengths = np.array([len(texts), *map(len, texts)], "<u4")
    return lengths.tobytes() + b"".join(texts)
