# SPDX-License-Identifier: Apache-2.0
"""Artificial traces of a few events that several tests read."""

from __future__ import annotations

from limen.trace import Event
from support.synthetic import Recorder

__all__ = ["HIGH", "LEVEL", "LOCK", "LOW", "MIDDLE", "TIMEOUT", "UART", "VOLUNTARY"]
__all__ += ["all_kinds", "example", "of_sections", "ready"]

THREAD, SPINLOCK, DEVICE = 1, 9, 10
VOLUNTARY, LEVEL, TIMEOUT = 1, 1, 1
HIGH, MIDDLE, LOW, LOCK, UART = 1, 2, 3, 4, 5
PRIORITIES = {HIGH: 5, MIDDLE: 10, LOW: 20}


def example() -> bytes:
    """Return a trace: a bounded inversion, a message, an interrupt, a slice, an unknown event."""
    recorder = Recorder(records=40, flags=1)
    high = recorder.name(1, "high", 1, 1, 1024)
    low = recorder.name(1, "low", 9, 9, 1024)
    mutex = recorder.name(3, "m", 0, 1)
    queue = recorder.name(4, "q [x]", size=4)
    recorder.put(100, Event.READY, about=low, a=9)
    recorder.put(110, Event.SWITCH, about=low, a=9, b=7)
    recorder.put(120, Event.MUTEX_LOCK, thread=low, about=mutex, a=1)
    recorder.put(200, Event.IRQ_ENTER, thread=low, a=15, depth=1)
    recorder.put(205, Event.READY, thread=low, about=high, a=1, depth=1)
    recorder.put(210, Event.IRQ_EXIT, thread=low, a=15, depth=1)
    recorder.put(215, Event.SWITCH, thread=low, about=high, a=1, b=3)
    recorder.put(230, Event.MUTEX_LOCK, thread=high, about=mutex, a=1, b=1 | low << 16)
    recorder.put(230, Event.SUSPEND, thread=high, about=mutex, a=13, b=high)
    recorder.put(230, Event.PRIORITY, thread=high, about=low, a=1, b=1 | 3 << 16)
    recorder.put(240, Event.SWITCH, thread=high, about=low, a=1, b=1)
    recorder.put(300, Event.QUEUE_SEND, thread=low, about=queue, a=1)
    recorder.put(310, Event.SLICE, thread=low, about=low, a=0)
    recorder.put(320, Event.MUTEX_UNLOCK, thread=low, about=mutex, b=high << 16)
    recorder.put(320, Event.READY, thread=low, about=high, a=1)
    recorder.put(330, Event.SWITCH, thread=low, about=high, a=1, b=2)
    recorder.put(340, 99, thread=high, about=7, a=8, b=9)
    return recorder.image()


def of_sections() -> Recorder:
    """Return a trace of three threads, a lock and a device; LOW runs."""
    made = Recorder(records=100)
    for number, name in ((HIGH, "high"), (MIDDLE, "middle"), (LOW, "low")):
        assert made.name(THREAD, name, PRIORITIES[number], PRIORITIES[number]) == number
    assert made.name(SPINLOCK, "lock") == LOCK
    assert made.name(DEVICE, "uart") == UART
    made.put(0, Event.SWITCH, 0, LOW)
    return made


def ready(made: Recorder, time: int, runs: int, thread: int, why: int = 0) -> None:
    made.put(time, Event.READY, runs, thread, PRIORITIES[thread], why, depth=1)


def all_kinds() -> Recorder:
    made = of_sections()
    made.put(10, Event.THREAD_SLEEP, HIGH, HIGH, 0, 145)  # until 155
    made.put(100, Event.SECTION_ENTER, LOW, UART, 1, VOLUNTARY)
    ready(made, 110, LOW, MIDDLE)
    made.put(120, Event.SPIN_LOCK, LOW, LOCK, LEVEL)
    made.put(125, Event.SPIN_UNLOCK, LOW, LOCK, LEVEL)
    made.put(130, Event.PREEMPT_POINT, LOW, 0, 1)
    made.put(130, Event.SWITCH, LOW, MIDDLE)
    made.put(140, Event.SWITCH, MIDDLE, LOW)
    made.put(141, Event.PREEMPT_POINT, LOW)
    made.put(142, Event.PREEMPT_POINT, LOW)
    made.put(150, Event.IRQ_OFF, LOW)
    made.put(170, Event.IRQ_ON, LOW)
    ready(made, 170, LOW, HIGH, TIMEOUT)
    made.put(190, Event.SECTION_LEAVE, LOW)
    made.put(190, Event.SWITCH, LOW, HIGH)
    return made
