# SPDX-License-Identifier: Apache-2.0
"""Known results of the sweep, each with the reason why it is correct or not corrected yet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sweep import Finding

__all__ = ["KNOWN", "Known", "explanation"]


NO_ORDER: Final = "no order of the calls gives this"


@dataclass(frozen=True, slots=True)
class Known:
    """Pairs of services.

    Attributes:
        a, b: regular expressions for the complete name of a service.
        worlds: regular expression for the numbers of the worlds.
        why: the reason for an outcome that no order of the two calls gives.
    """

    a: str
    b: str
    why: str
    worlds: str = r"\d+"


KNOWN: Final[tuple[Known, ...]] = (
    Known(
        r"device_\w+",
        r"(terminate|suspend)_\w*caller",
        "a thread that is terminated or suspended amid a driver's call leaves the device with an "
        "open call (CAVEATS.md)",
    ),
    Known(
        r"byte_release",
        r"byte_\w+",
        "waiting threads are served one by one after the release; interrupts in between see memory "
        "that is not given to the next one yet (byte_pool.h)",
    ),
    Known(
        r"priority_queue_flush",
        r"priority_queue_delete",
        "the threads that wait to send are served one by one; those that still wait when an "
        "interrupt deletes the queue get LM_DELETED (queue.h)",
    ),
    Known(
        r"readers_synchronize",
        r"suspend_(now_)?caller",
        "a thread that is suspended amid the call has the mutex of the writers",
        worlds="4",
    ),
    Known(
        r"(resume|terminate)_holder",
        r"suspend_(now_)?waiter",
        "a thread that is suspended amid lm_spinlock_unlock, where the spinlock is a mutex, has "
        "given back the first and has the second",
        worlds="7",
    ),
)


def explanation(finding: Finding) -> Known | None:
    """Return why the finding is not a defect; None if it is one.

    Broken invariants have no explanation.
    """
    for known in KNOWN if finding.what == NO_ORDER else ():
        pairs = ((known.a, finding.a), (known.b, finding.b), (known.worlds, finding.world))
        if all(re.fullmatch(expression, name) for expression, name in pairs):
            return known
    return None
