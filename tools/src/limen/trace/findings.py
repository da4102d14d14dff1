# SPDX-License-Identifier: Apache-2.0
"""The findings of a trace, which the engine computes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.trace.model import Trace
    from limen.trace.trx.model import TrxTrace

__all__ = ["Finding", "findings"]


class Finding(TypedDict):
    """A sentence, and the place in the trace that it is about.

    Attributes:
        severity: ``error``, ``warning`` or ``note``.
        kind: its subject: ``unbounded_inversion``, ``deadline``, ``deadlock`` ...; ``summary``: the
            trace has no error and no warning.
        sentence: complete, with names and numbers.
        event: number of the event at which to look; -1 if there is none.
        begin, end: ticks of the stretch that shows it.
        thread: name of the thread that suffers; None if it is not one thread.
        ticks: how long; of errors and stacks, how many.
        harm: thousandths of the available time of the thread; None: a fault that is not a delay.
            spec/trace-analysis.md defines it.
    """

    severity: Literal["error", "warning", "note"]
    kind: str
    sentence: str
    event: int
    begin: int
    end: int
    thread: str | None
    ticks: int
    harm: int | None


def findings(trace: Trace | TrxTrace) -> Sequence[Finding]:
    """The findings in a trace, the most harmful first.

    Args:
        trace: of Limen or of ThreadX.

    Raises:
        TraceError: there are more threads than any system has: it is not a trace.

    Cost:
        O(n log n) for n events, and for each finding the events of its stretch.
    """
    found: Sequence[Finding] = json.loads(trace.native.findings_json())
    return found
