# SPDX-License-Identifier: Apache-2.0
"""The system of a trace, with the observed periods, execution times and sections.

The engine observes it (engine/src/trace/observed.hpp), for the commands and for the page.

Observed values are not bounds: another run may show longer executions and shorter intervals. An
analysis proves results for a system with exactly these numbers, and nothing about the traced
program.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from limen.errors import DescriptionError
from limen.system.model import (
    CriticalSection,
    Interrupt,
    Origin,
    Protocol,
    Resource,
    System,
    Thread,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.trace.model import Trace
    from limen.trace.trx.model import TrxTrace

__all__ = ["observe", "observed_system"]

_PROTOCOLS: Final = tuple(Protocol)


def observe(trace: Trace | TrxTrace) -> Mapping[str, Any]:
    """Observe a system in its trace: engine/src/trace/observed_json.cpp has the keys.

    Args:
        trace: of any kernel.

    Cost:
        O(n log n) for n events.
    """
    observed: Mapping[str, Any] = json.loads(trace.native.observed_json())
    return observed


def observed_system(trace: Trace | TrxTrace, name: str) -> System:
    """The system with the observed numbers: least intervals and longest executions.

    A deadline is in a trace only if it was missed; else the interval is taken for it. A thread that
    ran once has the length of the trace as its interval. Interrupts that came once are omitted.

    Args:
        trace: of any kernel.
        name: of the system.

    Raises:
        DescriptionError: no thread has a job, or it does not record what a system needs.
    """
    observed = observe(trace)
    if observed["problem"] is not None:
        raise DescriptionError(name, f"{observed['problem']}", observed["remedy"])
    resources = [Resource(row["name"], _PROTOCOLS[row["value"]]) for row in observed["resources"]]
    return System(
        name=name,
        threads=tuple(_thread(row, resources) for row in observed["threads"]),
        interrupts=tuple(
            Interrupt(row["name"], row["period"], row["work"]) for row in observed["interrupts"]
        ),
        resources=tuple(resources),
        tick_ns=observed["tick_ns"],
        origin=Origin.OBSERVED,
        notes=tuple(observed["notes"]),
    )


def _thread(row: Mapping[str, Any], resources: list[Resource]) -> Thread:
    names = ("name", "period", "work", "priority", "threshold", "deadline", "work_min", "offset")
    return Thread(
        **{name: row[name] for name in names},
        stack=row["stack"],
        sections=tuple(
            CriticalSection(resources[part["resource"]].name, part["work"], part["start"])
            for part in row["sections"]
        ),
    )
