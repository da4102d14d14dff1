# SPDX-License-Identifier: Apache-2.0
"""Random event lists about the moves of threads, with many situations for the analysis."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.plain_analysis import Record

__all__ = ["PRIORITIES", "random_moves"]

THREADS = 4
PRIORITIES = {1: 1, 2: 2, 3: 2, 4: 3}
WAITS = (0, 3, 4, 5, 6, 7, 13, 13, 13, 14, 11)
OBJECTS = (6, 7)


def random_moves(seed: int, length: int, *, periodic: bool = True) -> list[Record]:
    """Return events whose running thread is consistent, and which are random otherwise.

    Args:
        seed: of the random numbers.
        length: number of events.
        periodic: some threads record releases and completions.
    """
    choose = random.Random(seed)

    def thread() -> int:
        return choose.randint(1, THREADS)

    def both(low: int, high: int) -> int:
        return low | high << 16

    def outcome() -> int:
        return both(choose.randrange(3), choose.randrange(THREADS + 1))

    shapes: dict[int, Callable[[], tuple[int, int, int]]] = {
        2: lambda: (choose.randrange(THREADS + 1), choose.randrange(4), choose.randint(1, 8)),
        3: lambda: (thread(), 0, choose.randrange(3)),
        4: lambda: (choose.choice(OBJECTS), choose.choice(WAITS), both(thread(), 1)),
        5: lambda: (0, 0, 0),
        6: lambda: (thread(), 1, 0),
        7: lambda: (thread(), choose.randrange(4), both(0, choose.randint(1, 9))),
        8: lambda: (thread(), choose.randrange(4), both(0, choose.randint(1, 4))),
        16: lambda: (thread(), choose.randrange(4), 0),
        24: lambda: (thread(), choose.randrange(4), 0),
        27: lambda: (thread(), 0, choose.randrange(30)),
        28: lambda: (thread(), 0, 0),
        41: lambda: (choose.choice(OBJECTS), 1, outcome()),
        50: lambda: (choose.choice(OBJECTS), 1, outcome()),
        64: lambda: (0, 0, 0),
        115: lambda: (0, 1, 0),
    }
    rates = {2: 9, 3: 8, 4: 8, 5: 1, 6: 1, 7: 4, 8: 1, 16: 1, 24: 1, 27: 2, 28: 1, 41: 3}
    rates |= {50: 1, 64: 1, 115: 1}
    running, now, result = choose.randrange(2), 0, []
    for number in choose.choices(list(rates), list(rates.values()), k=length):
        about, a, b = shapes[number]()
        if number == 2 and about == running:
            continue
        now += choose.choice((0, 0, 1, 5, 12))
        depth = 0 if number == 2 else choose.choice((0, 0, 0, 1))
        result.append((now, number, running, about, a, b, depth))
        if number == 2:
            running = about
    if periodic:
        result.append((now, 26, running, 1, 1, 0, 1))
        result.append((now, 26, running, 2, 1, 0, 1))
    return result
