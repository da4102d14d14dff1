# SPDX-License-Identifier: Apache-2.0
"""What the sweep may find, with the reason why that is right, or until when it is not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sweep import Finding

__all__ = ["KNOWN", "Known", "explanation"]


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


# Until these defects are mended: the lines go then.
_EXPECTED_TODAY: Final = (
    Known(r"\w+", r"\w*delete\w*", "the object is deleted between a service's check and its lock"),
    Known(r"\w+_delete", r"terminate_\w+", "who deletes is terminated, and strands the waiters"),
    Known(r"byte_release\w*", r"byte_release\w*", "memory is given back twice"),
    Known(r"terminate_holder", r"terminate_waiter", "it is terminated while it takes a spinlock"),
)

KNOWN: Final = _EXPECTED_TODAY


def explanation(finding: Finding) -> Known | None:
    """Why the finding is none, or None if it is one. Broken invariants are never explained."""
    for known in KNOWN:
        if re.fullmatch(known.a, finding.a) and re.fullmatch(known.b, finding.b):
            return known
    return None
