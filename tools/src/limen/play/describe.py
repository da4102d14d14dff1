# SPDX-License-Identifier: Apache-2.0
"""A system as the page reads it: viewer/src/play/system.ts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from limen.system.native import PROTOCOLS

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["described"]

_MUTEX: Final = 0


def described(system: System) -> dict[str, Any]:
    """A JSON value of a system that has been checked."""
    resources = {resource.name: index for index, resource in enumerate(system.resources)}
    overheads = system.overheads
    return {
        "name": system.name,
        "tick_ns": system.tick_ns,
        "threads": [_thread(thread, resources) for thread in system.threads],
        "interrupts": [
            {name: getattr(item, name) for name in ("name", "period", "work", "jitter", "core")}
            for item in system.interrupts
        ],
        "resources": [
            {
                "name": item.name,
                "kind": _MUTEX,
                "value": PROTOCOLS.index(item.protocol),
            }
            for item in system.resources
        ],
        "overheads": {
            "dispatch": overheads.dispatch,
            "exit": overheads.exit,
            "preemption": overheads.preemption,
        },
    }


def _thread(thread: Thread, resources: dict[str, int]) -> dict[str, Any]:
    names = ("name", "period", "deadline", "offset", "jitter", "work", "work_min")
    more = ("priority", "threshold", "stack", "core")
    between = thread.stack if thread.stack_between is None else thread.stack_between
    return {
        **{name: getattr(thread, name) for name in (*names, *more)},
        "stack_between": between,
        "chunks": [
            {
                "work": chunk.work,
                "threshold": chunk.threshold,
                "stack": thread.stack if chunk.stack is None else chunk.stack,
            }
            for chunk in thread.chunks
        ],
        "sections": [
            {"resource": resources[part.resource], "start": part.start, "work": part.work}
            for part in thread.sections
        ],
        "script": [],
    }
