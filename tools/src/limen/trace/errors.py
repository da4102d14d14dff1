# SPDX-License-Identifier: Apache-2.0
"""Words for errors: which call answered what. The names are those of spec/errors.json."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from limen.trace.format import Api
from limen.trace.trx.names import event_table

if TYPE_CHECKING:
    from limen.trace.model import Trace

__all__ = ["error_words"]

_NAMES: Final[dict[str, Any]] = json.loads(
    resources.files("limen.trace").joinpath("errors.json").read_text("utf-8")
)


def error_words(trace: Trace, index: int) -> str:
    """The call and its answer: ``lm_mutex_lock answers deadlock``.

    Args:
        trace: of any application.
        index: number of an ERROR, 0 <= index < len(trace).
    """
    call, b = int(trace.a[index]), int(trace.b[index])
    service, answer = _names(trace.api, call, status=b & 0xFFFF, api=b >> 16)
    return f"{service} answers {answer}"


def _names(shown: int, call: int, *, status: int, api: int) -> tuple[str, str]:
    """The names of call and status, in those of the application where there are any."""
    if api == Api.THREADX:
        labels = event_table().get(call)
        service = labels.name if labels else f"service {call}"
        return service, _NAMES["threadx_statuses"].get(str(status), f"status {status}")
    of_threadx = _NAMES["threadx_answers"].get(str(call)) if shown == Api.THREADX else None
    if of_threadx:
        return of_threadx[0], of_threadx[1]
    service = _NAMES["calls"].get(str(call), f"call {call}")
    return service, _NAMES["statuses"].get(str(status), f"status {status}")
