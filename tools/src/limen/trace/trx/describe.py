# SPDX-License-Identifier: Apache-2.0
"""The texts for an event of a ThreadX trace in a dump."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from limen.trace.trx.layout import INTERRUPT
from limen.trace.trx.model import UNKNOWN
from limen.trace.trx.names import event_labels, state_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.trx.model import TrxTrace
    from limen.trace.trx.names import EventLabels

__all__ = ["context_name", "describe_trx", "shown_word", "urgency"]

_FOREVER: Final = 0xFFFF_FFFF
_FLAGS_OPTIONS: Final = ("or", "or, clear", "and", "and, clear")
_SHORT_MAX: Final = 0xFFFF  # above, a number is more likely an address or a set of bits


def context_name(trace: TrxTrace, index: int) -> str:
    """Who did an event: the thread, ``interrupt`` or ``initialisation``."""
    lane = int(trace.lane[index])
    if lane == UNKNOWN and int(trace.context[index]) == INTERRUPT:
        return "interrupt"
    return trace.lane_name(lane)


def urgency(trace: TrxTrace, index: int) -> str:
    """Priority of the thread at an event, and its preemption-threshold if it is another one."""
    if int(trace.lane[index]) == UNKNOWN:
        return ""
    word = int(trace.priority[index])
    priority, threshold = word & 0x3FF, word >> 16 & 0x3FF
    if not trace.is_modern or priority == threshold:
        return str(priority)
    return f"{priority}({threshold})"


def describe_trx(
    trace: TrxTrace, index: int, definitions: Mapping[int, EventLabels] | None = None
) -> str:
    """The details of an event besides its name, time and thread; may be empty."""
    labels = event_labels(int(trace.event[index]), definitions, is_modern=trace.is_modern)
    said = (
        f"{label} {shown_word(trace.objects, label, int(value))}"
        for label, value in zip(labels.labels, trace.info[index], strict=True)
        if label
    )
    return ", ".join(said)


class _Named(Protocol):
    """An object of ThreadX or of Limen."""

    @property
    def name(self) -> str: ...


def shown_word(objects: Mapping[int, _Named], label: str, value: int) -> str:
    """A field by its label: objects, given by address, by name; states and options as text."""
    entry = objects.get(value)
    if label.endswith("state") and label != "system state":
        return state_name(value)
    if label == "wait option":
        return "forever" if value == _FOREVER else str(value)
    if label == "get option" and value < len(_FLAGS_OPTIONS):
        return _FLAGS_OPTIONS[value]
    if entry is not None and entry.name and value > _SHORT_MAX:
        return entry.name
    if entry is not None and entry.name and ("ptr" in label or "thread" in label):
        return entry.name
    is_address = "ptr" in label or value > _SHORT_MAX
    return f"{value:#x}" if is_address else str(value)
