# SPDX-License-Identifier: Apache-2.0
"""What the sweep may find, with the reason why that is right, or until when it is not."""

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
        a, b: expressions for the whole name of a service.
        why: an outcome that no order of the two calls gives is right, or expected today.
    """

    a: str
    b: str
    why: str


KNOWN: Final[tuple[Known, ...]] = (
    Known(
        r"device_\w+",
        r"terminate_\w*caller",
        "a thread that is terminated amid a driver's call leaves the device with an open call "
        "(CAVEATS.md)",
    ),
)


def explanation(finding: Finding) -> Known | None:
    """Why the finding is none, or None if it is one. Broken invariants are never explained."""
    for known in KNOWN if finding.what == NO_ORDER else ():
        if re.fullmatch(known.a, finding.a) and re.fullmatch(known.b, finding.b):
            return known
    return None
