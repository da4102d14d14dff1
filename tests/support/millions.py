# SPDX-License-Identifier: Apache-2.0
"""Traces of a million events, for measurements of the analysis."""

from __future__ import annotations

import numpy as np

from limen.trace import Trace, parse_trace
from limen.trace.convert.limen import limen_image
from limen.trace.model import Recording
from support.synthetic import Recorder
from support.trx import INTERRUPT, TrxRecorder

__all__ = ["million_events", "million_events_of_threadx"]

THREAD = 1
MODERN = 1 << 31


def million_events() -> Trace:
    """Return events of 40 threads that switch, wait for mutexes, and send messages at random."""
    rng = np.random.default_rng(20261121)
    n, threads = 1_000_000, 40
    event = rng.choice([2, 2, 3, 4, 9, 10, 41, 42, 49, 50, 8, 24], n).astype(np.uint16)
    comes = rng.integers(0, threads + 1, n).astype(np.uint16)
    is_switch = event == 2
    last_switch = np.maximum.accumulate(np.where(is_switch, np.arange(n), -1))
    before = np.append(-1, last_switch[:-1])
    running = np.where(before >= 0, comes[before], 0).astype(np.uint16)
    b = rng.integers(0, 3, n) | rng.integers(1, threads + 1, n) << 16
    recorder = Recorder(records=1, object_capacity=threads)
    for number in range(threads):
        recorder.name(THREAD, f"T{number}", number % 32, number % 32)
    blank = parse_trace(recorder.image())
    made = Recording(
        api=0,
        clock_hz=blank.clock_hz,
        levels=32,
        byte_order="little",
        is_recording=False,
        record_capacity=n,
        lost=0,
        object_count=threads,
        objects=blank.objects,
        time=np.cumsum(rng.integers(0, 100, n)),
        event=event,
        depth=np.zeros(n, np.uint8),
        thread=running,
        object=np.where(is_switch, comes, rng.integers(1, threads + 1, n)).astype(np.uint16),
        a=rng.integers(0, 32, n).astype(np.uint16),
        b=b.astype(np.uint32),
        values_at=blank.values_at,
        values=blank.values,
    )
    return parse_trace(limen_image(made))


def million_events_of_threadx() -> bytes:
    """Return a million events of eight threads: calls, moves, mutexes, interrupts, at random."""
    count, chance = 1_000_000, np.random.default_rng(6)
    made = TrxRecorder(capacity=count)
    threads = [made.name(1, 0x2000_0100 + 0x100 * i, f"t{i}", p1=1, p2=512) for i in range(8)]
    image = bytearray(made.image())
    events = np.zeros((count, 8), "<u4")
    who = chance.integers(0, 8, count)
    other = np.array(threads)[chance.integers(0, 8, count)]
    is_call = chance.random(count) < 0.7
    moves = np.array((1, 2, 3, 4, 5, 52, 57, 109))[chance.integers(0, 8, count)]
    in_interrupt = chance.random(count) < 0.2
    events[:, 0] = np.where(in_interrupt, INTERRUPT, np.array(threads)[who])
    events[:, 1] = np.where(in_interrupt, other, MODERN | (who + 1) << 16 | who + 1)
    events[:, 2] = np.where(is_call, np.array((69, 68, 83, 88))[who % 4], moves)
    events[:, 3] = np.cumsum(chance.integers(1, 500, count))
    events[:, 4], events[:, 6], events[:, 7] = other, other, np.roll(other, 1)
    image[-events.nbytes :] = events.tobytes()
    return bytes(image)
