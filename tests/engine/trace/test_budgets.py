# SPDX-License-Identifier: Apache-2.0
"""Goal: the used-up budgets of a thread are one finding with their number and the effect.

Method: an artificial trace of a thread that spins, and of one that it keeps from running.
"""

from __future__ import annotations

from limen.trace import parse_trace
from limen.trace.findings import findings
from limen.trace.numbers import Event
from support.synthetic import Recorder

SPINS, OTHER = 1, 2
WAITS_FOR_BUDGET, BLOCKED, PREEMPTED = 16, 1, 3


def test_the_first_end_of_a_budget_is_named() -> None:
    made = Recorder(records=20)
    spins = made.name(SPINS, "parser", 5, 5)
    other = made.name(OTHER, "logger", 6, 6)
    made.put(0, Event.SWITCH, 0, spins)
    for time in (10, 30):
        made.put(time, Event.BUDGET, spins, spins, 0, 10)
        made.put(time, Event.SUSPEND, spins, 0, WAITS_FOR_BUDGET, spins)
        made.put(time, Event.SWITCH, spins, other, 6, BLOCKED)
        made.put(time + 10, Event.READY, other, spins, 5, 0)
        made.put(time + 10, Event.SWITCH, other, spins, 5, PREEMPTED)
    trace = parse_trace(made.image())
    found = [one for one in findings(trace) if one["kind"] == "budget"]
    said = "Budget 2 times, first: parser has used up 400 ns, and waits for its next period."
    remedy = "Find out why the thread does not end its work, or give it a longer budget."
    assert [(one["severity"], one["sentence"]) for one in found] == [("error", f"{said} {remedy}")]
