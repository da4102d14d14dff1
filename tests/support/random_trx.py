# SPDX-License-Identifier: Apache-2.0
"""Random traces of ThreadX in which most events are likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.trx import INITIALIZE, INTERRUPT, TrxRecorder

if TYPE_CHECKING:
    import random

__all__ = ["random_trx"]

THREADS = tuple(0x2000_0000 + 0x100 * number for number in range(5))
OBJECTS = (0x2000_1000, 0x2000_1100)
LIKELY = (1, 1, 1, 2, 2, 2, 3, 4, 5, 52, 57, 63, 68, 69, 83, 88, 80, 81, 100, 107, 108, 109, 4097)


def random_trx(choose: random.Random, cores: int, count: int = 300) -> bytes:
    made = TrxRecorder(capacity=choose.choice((count, count // 2)))
    for number, address in enumerate(THREADS[:4]):
        made.name(1, address, f"t{number}", p1=0x2000_4000, p2=1024)
    for number, address in enumerate(OBJECTS):
        made.name(3 + 2 * number, address, f"o{number}")
    everything = (*THREADS, *OBJECTS, 0, 1, 5, 6, 13, 14)
    modern = choose.choice((1 << 31, 0))
    for time in range(count):
        context = choose.choice((*THREADS, *THREADS, INTERRUPT, INITIALIZE))
        urgency = choose.randrange(8)
        word = modern | urgency << 16 | choose.randrange(urgency, 9)
        event = choose.choice(LIKELY) | choose.randrange(cores) << 24
        info = [choose.choice(everything) for _ in range(4)]
        info[1] = choose.choice((0, 1, 3, 4, 5, 6, 13, 14, info[1]))
        priority = choose.choice(everything) if context == INTERRUPT else word
        made.put(3 * time, context, event, *info, priority=priority)
    return made.image()
