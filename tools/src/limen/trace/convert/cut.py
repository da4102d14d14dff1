# SPDX-License-Identifier: Apache-2.0
"""A window of a trace as a separate trace: the events before it count as lost."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from limen.errors import TraceError
from limen.trace.convert.limen import limen_image
from limen.trace.convert.other import objects_at, other_kernel
from limen.trace.files import parse_trx
from limen.trace.format import OBJECTS_OF_CORE
from limen.trace.model import Recording, Trace
from limen.trace.trx.model import TrxRecording
from limen.trace.trx.writer import trx_image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from limen.trace.trx import TrxTrace

__all__ = ["cut_image"]

_LIMEN: Final = ("time", "event", "depth", "thread", "object", "a", "b")
_THREADX: Final = ("time", "stamp", "event", "core", "context", "priority")


_Content = TypeVar("_Content", Recording, TrxRecording)


def cut_image(trace: Trace | TrxTrace, begin: int, end: int, place: str = "trace") -> bytes:
    """The memory image of a window, with all objects.

    Args:
        trace: of any kernel.
        begin: number of the first event.
        end: number of the event after the last one.
        place: its name in messages.

    Raises:
        TraceError: a ThreadX window is too short to determine the direction of its clock, or the
            times of another kernel cannot be written.
    """
    part = slice(begin, max(begin, end))
    if isinstance(trace, Trace):
        columns: dict[str, Any] = {name: getattr(trace, name)[part] for name in _LIMEN}
        first, last = np.searchsorted(trace.values_at, (part.start, part.stop))
        columns["values_at"] = trace.values_at[first:last] - begin
        columns["values"] = trace.values[first:last]
        description = b""
        if trace.format:
            changed, description = other_kernel(trace, part, place)
            columns |= changed
            columns["objects"] = objects_at(trace, begin)
        window = _changed(Recording, trace, lost=trace.lost + begin, **columns)
        if not trace.format and trace.core.any():
            return _image_by_core(window, trace.core[part], trace.core[:begin], trace.lost)
        return limen_image(window, description)
    return _cut_trx(trace, part, place)


def _image_by_core(
    window: Recording, core: NDArray[np.uint8], before: NDArray[np.uint8], lost: int
) -> bytes:
    """The rings of all cores, one behind the other. lost: before the trace, on any core."""
    images: list[bytes] = []
    for number in sorted({*np.unique(core).tolist(), *np.unique(before).tolist()}):
        rows = np.flatnonzero(core == number)
        has_values = core[window.values_at] == number
        columns = {name: getattr(window, name)[rows] for name in _LIMEN}
        columns["values_at"] = np.searchsorted(rows, window.values_at[has_values]).astype(np.int32)
        columns["values"] = window.values[has_values]
        of_core = {
            key: one for key, one in window.objects.items() if key // OBJECTS_OF_CORE == number
        }
        ring = _changed(
            Recording,
            window,
            objects=of_core,
            object_count=len(of_core),
            lost=int((before == number).sum()) + (0 if images else lost),
            **columns,
        )
        images.append(limen_image(ring, core=number))
    return b"".join(images)


def _cut_trx(trace: TrxTrace, part: slice, place: str) -> bytes:
    columns: dict[str, Any] = {name: getattr(trace, name)[part] for name in _THREADX}
    count = len(columns["time"])
    is_wrapped = (trace.wrapped or part.start > 0) and count > 0
    header = replace(
        trace.header,
        capacity=count if is_wrapped else count + 1,
        oldest=trace.header.buffer[0],
    )
    columns["words"] = tuple(word[part] for word in trace.words)
    window = _changed(TrxRecording, trace, header=header, wrapped=is_wrapped, **columns)
    image = trx_image(window)
    again = parse_trx(image, place)
    if not np.array_equal(np.diff(again.time), np.diff(columns["time"])):
        problem = f"{count} events are too few to determine the direction of the clock"
        raise TraceError(place, problem, "cut a longer part")
    return image


def _changed(kind: type[_Content], content: _Content, **changes: Any) -> _Content:  # noqa: ANN401 - columns
    """Return a copy with other contents."""
    return kind(**{one.name: getattr(content, one.name) for one in fields(kind)} | changes)
