# SPDX-License-Identifier: Apache-2.0
"""Names of events for users of ThreadX.

The trace of a ThreadX application (compat/threadx) has the format of Limen. Here its events get the
names of ThreadX: ``tx_`` and the service for a call, and the terms of TraceX for events inside the
kernel. Events without a name in ThreadX keep that of Limen.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Final

from limen.trace.format import Event, Kind
from limen.trace.trx.names import event_table

if TYPE_CHECKING:
    from limen.trace.model import Trace
    from limen.trace.trx.names import EventLabels

__all__ = ["MIDDLEWARE_FIRST", "middleware_event", "threadx_name"]

_NAMES: Final[dict[str, dict[str, str]]] = json.loads(
    resources.files("limen.trace").joinpath("threadx-names.json").read_text("utf-8")
)
_THRESHOLD_ALONE = 1
MIDDLEWARE_FIRST = 200


def threadx_name(trace: Trace, index: int) -> str | None:
    """ThreadX's name of an event, None if it has none.

    Args:
        trace: of any application.
        index: number of the event, 0 <= index < len(trace).
    """
    number = int(trace.event[index])
    entry = trace.objects.get(int(trace.object[index]))
    kind = _kind(entry.kind) if entry is not None else ""
    about = _NAMES["objects"].get(kind)
    match number:
        case Event.SERVICE:
            service = int(trace.a[index])
            of_middleware = middleware_event(service)
            return of_middleware.name if of_middleware else _NAMES["services"].get(str(service))
        case Event.THREAD_PRIORITY:
            alone = int(trace.b[index]) >> 16 == _THRESHOLD_ALONE
            return "tx_thread_preemption_change" if alone else "tx_thread_priority_change"
        case Event.PRIORITIZE:
            return None if about is None else f"tx_{about}_prioritize"
        case Event.INFO:
            return None if about is None else f"tx_{about}_info_get"
        case Event.NOTIFY:
            return _NAMES["notify"].get(kind)
    return _NAMES["events"].get(str(number))


def middleware_event(number: int) -> EventLabels | None:
    """How to show an event of FileX, NetX Duo or USBX; None: of the kernel.

    >>> middleware_event(206).name, middleware_event(69)
    ('fx internal io driver read', None)
    """
    return event_table().get(number) if number >= MIDDLEWARE_FIRST else None


def _kind(number: int) -> str:
    """Name of a kind of objects, as in the table of names."""
    return Kind(number).name.lower().replace("_", " ") if number in set(Kind) else ""
