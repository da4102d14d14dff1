# SPDX-License-Identifier: Apache-2.0
"""Goal: the longest kernel section, spinlock and interrupts off are found, with the late threads.

Method: artificial traces of a few events each. test_cli.py has the output of the command for a
trace with all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from limen.trace import Event, parse_trace, sections
from limen.trace.statistics import Late, SectionKind, Stretch
from support.stories import (
    HIGH,
    LEVEL,
    LOCK,
    LOW,
    MIDDLE,
    UART,
    all_kinds,
    of_sections,
    ready,
)

if TYPE_CHECKING:
    from limen.trace import Trace
    from support.synthetic import Recorder

NONE, FULL, RT = 0, 2, 3
MUTEX, ALONE = 2, 3


def trace_of(made: Recorder) -> Trace:
    return parse_trace(made.image())


def test_each_kind_and_who_was_late() -> None:
    found = sections(trace_of(all_kinds()))
    late = (Late("high", 35), Late("middle", 20))
    assert found.kernel == SectionKind(1, 90, Stretch("uart", "low", 100, 90, late))
    assert found.spin == SectionKind(1, 5, Stretch("lock", "low", 120, 5, ()))
    assert found.irq_off == SectionKind(1, 20, Stretch("", "low", 150, 20, (Late("high", 15),)))
    assert (found.points_taken, found.points_not_taken) == (1, 2)


def test_a_window_has_what_begins_in_it() -> None:
    trace = trace_of(all_kinds())
    found = sections(trace, trace.index_at(121))
    assert (found.kernel.count, found.spin.count, found.irq_off.count) == (0, 0, 1)
    assert found.kernel.worst is None
    found = sections(trace, 0, trace.index_at(121))
    assert (found.kernel.count, found.spin.count, found.irq_off.count) == (1, 1, 0)


def test_the_longest_is_the_worst_and_the_first_of_equals() -> None:
    made = of_sections()
    for begin, end in ((10, 12), (20, 25), (30, 35)):
        made.put(begin, Event.SPIN_LOCK, LOW, LOCK, LEVEL)
        made.put(end, Event.SPIN_UNLOCK, LOW, LOCK, LEVEL)
    worst = sections(trace_of(made)).spin.worst
    assert worst is not None
    assert (worst.begin, worst.ticks) == (20, 5)


def test_only_who_is_more_urgent_is_late() -> None:
    made = of_sections()
    made.put(1, Event.SWITCH, LOW, MIDDLE)
    made.put(10, Event.SPIN_LOCK, MIDDLE, LOCK, LEVEL)
    ready(made, 12, MIDDLE, LOW)
    made.put(20, Event.SPIN_UNLOCK, MIDDLE, LOCK, LEVEL)
    made.put(30, Event.SWITCH, MIDDLE, LOW)
    worst = sections(trace_of(made)).spin.worst
    assert worst is not None
    assert worst.late == ()


def test_what_does_not_raise_the_level_makes_nobody_late() -> None:
    for enter, leave in (
        ((Event.SECTION_ENTER, LOW, UART, 1, FULL), (Event.SECTION_LEAVE, LOW)),
        ((Event.SPIN_LOCK, LOW, LOCK, MUTEX), (Event.SPIN_UNLOCK, LOW, LOCK, MUTEX)),
    ):
        made = of_sections()
        made.put(10, *enter)
        ready(made, 12, LOW, HIGH)
        made.put(15, Event.SWITCH, LOW, HIGH)
        made.put(16, Event.SWITCH, HIGH, LOW)
        made.put(20, *leave)
        found = sections(trace_of(made))
        worst = found.kernel.worst or found.spin.worst
        assert worst is not None
        assert (worst.ticks, worst.late) == (10, ())


def test_lateness_ends_with_the_stretch_or_when_the_thread_runs() -> None:
    made = of_sections()
    made.put(10, Event.SPIN_LOCK, LOW, LOCK, ALONE)
    ready(made, 12, LOW, HIGH)
    ready(made, 13, LOW, MIDDLE)
    made.put(20, Event.SPIN_UNLOCK, LOW, LOCK, ALONE)
    made.put(22, Event.SWITCH, LOW, HIGH)
    made.put(90, Event.SWITCH, HIGH, MIDDLE)
    worst = sections(trace_of(made)).spin.worst
    assert worst is not None
    assert worst.late == (Late("high", 8), Late("middle", 7))


def test_sections_nest_and_may_have_no_end() -> None:
    made = of_sections()
    made.put(10, Event.SECTION_ENTER, LOW, UART, 1, NONE)
    made.put(11, Event.SECTION_ENTER, LOW, UART, 2, NONE)
    made.put(12, Event.SECTION_LEAVE, LOW, 0, 1)
    made.put(40, Event.PREEMPT_POINT, LOW)
    found = sections(trace_of(made))
    assert found.kernel == SectionKind(1, 30, Stretch("uart", "low", 10, 30, ()))


def test_an_end_without_a_beginning_is_none() -> None:
    made = of_sections()
    made.put(10, Event.SECTION_LEAVE, LOW)
    made.put(11, Event.SPIN_UNLOCK, LOW, LOCK, LEVEL)
    made.put(12, Event.IRQ_ON, LOW)
    found = sections(trace_of(made))
    assert (found.kernel.count, found.spin.count, found.irq_off.count) == (0, 0, 0)
