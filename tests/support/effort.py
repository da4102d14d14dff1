# SPDX-License-Identifier: Apache-2.0
"""The processor time of a call, in a unit that grows with it on a slow or busy machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["effort"]

_SORTED = 1_000_000


def effort(call: Callable[[], object]) -> float:
    """Return the processor time of a call, in sorts of a million numbers on the same machine."""
    before = _sort()
    begin = time.process_time()
    call()
    spent = time.process_time() - begin
    return spent / max(before, _sort())


def _sort() -> float:
    numbers = np.random.default_rng(1).random(_SORTED)
    begin = time.process_time()
    np.sort(numbers, kind="mergesort")
    return time.process_time() - begin
