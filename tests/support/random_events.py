# SPDX-License-Identifier: Apache-2.0
"""Random event lists whose running thread is consistent, which the statistics require."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.oracle import Record

THREADS = 5
PRIORITIES = {number: number % 4 for number in range(1, THREADS + 1)}  # two share one

thread = st.integers(0, THREADS)
real_thread = st.integers(1, THREADS)
priority = st.integers(0, 5)


def _both(low: st.SearchStrategy[int], high: st.SearchStrategy[int]) -> st.SearchStrategy[int]:
    return st.builds(lambda x, y: x | y << 16, low, high)


# event: object, a, b
_SHAPES = {
    2: (thread, priority, st.integers(1, 8)),
    3: (real_thread, priority, st.integers(0, 5)),
    4: (st.integers(0, 9), st.integers(1, 14), _both(real_thread, st.integers(0, 2))),
    5: (st.just(0), st.just(0), st.just(0)),
    6: (real_thread, st.integers(0, 1), st.just(0)),
    8: (real_thread, priority, priority),
    9: (st.just(0), st.integers(0, 3), st.just(0)),
    10: (st.just(0), st.integers(0, 3), st.just(0)),
    16: (real_thread, priority, priority),
    20: (real_thread, st.just(0), st.just(0)),
    24: (real_thread, priority, priority),
    28: (real_thread, st.just(0), st.integers(0, 9)),
    29: (real_thread, st.just(0), st.integers(0, 9)),
    30: (real_thread, st.just(0), st.just(0)),
    41: (st.integers(6, 7), st.integers(0, 2), _both(st.integers(0, 2), thread)),
    42: (st.integers(6, 7), st.integers(0, 2), _both(st.just(0), thread)),
    43: (st.integers(6, 7), st.just(0), st.just(0)),
    49: (st.integers(8, 9), st.integers(0, 9), _both(st.integers(0, 2), thread)),
    50: (st.integers(8, 9), st.integers(0, 9), _both(st.integers(0, 2), thread)),
    52: (st.integers(8, 9), st.integers(0, 9), _both(st.integers(0, 2), thread)),
    64: (st.just(0), st.integers(0, 3), st.integers(0, 3)),
    200: (thread, st.integers(0, 9), st.integers(0, 9)),
}
_likely = [2, 2, 2, 41, 41, 3, 8, 24]  # inversions need several of these


@st.composite
def _event(draw: st.DrawFn) -> tuple[int, int, int, int, int, int]:
    number = draw(st.sampled_from([*_likely, *_SHAPES]))
    about, a, b = (draw(part) for part in _SHAPES[number])
    ticks = draw(st.sampled_from([0, 1, 7, 1 << 32]))
    return ticks, number, about, a, b, draw(st.sampled_from([0, 0, 0, 1, 2]))


def records_about_mutexes(seed: int, length: int) -> list[Record]:
    """Return events of few threads and mutexes, with many inversions of every kind."""
    choose = random.Random(seed)
    shapes: dict[int, Callable[[], tuple[int, int, int]]] = {
        2: lambda: (choose.randrange(THREADS + 1), 0, 1),
        3: lambda: (choose.randint(1, THREADS), 0, 0),
        8: lambda: (choose.randint(1, THREADS), choose.randrange(5), 0),
        20: lambda: (choose.randint(1, THREADS), 0, 0),
        24: lambda: (choose.randint(1, THREADS), choose.randrange(5), 0),
        41: lambda: (choose.randint(6, 7), 1, 1 | choose.randint(1, THREADS) << 16),
        42: lambda: (choose.randint(6, 7), choose.randrange(2), choose.randrange(2)),
        43: lambda: (choose.randint(6, 7), 0, 0),
    }
    rates = {2: 10, 3: 1, 8: 3, 20: 1, 24: 3, 41: 5, 42: 2, 43: 1}
    running = 0
    result: list[Record] = []
    for number in choose.choices(list(rates), list(rates.values()), k=length):
        about, a, b = shapes[number]()
        result.append((0, number, running, about, a, b, 0))
        if number == 2:
            running = about
    return result


@st.composite
def records(draw: st.DrawFn, max_size: int = 60) -> list[Record]:
    """Return events as tuples; see support.oracle.Record."""
    now, running = 0, 0
    result: list[Record] = []
    for ticks, number, about, a, b, depth in draw(st.lists(_event(), max_size=max_size)):
        now += ticks
        if number == 2 and about == running:
            continue
        result.append((now, number, running, about, a, b, depth))
        if number == 2:
            running = about
    return result
