# SPDX-License-Identifier: Apache-2.0
"""Goal: no response exceeds its bound while other threads use up their budgets.

Method: random systems run in a scheduler that advances tick by tick and shares nothing with the
analysis. Threads with budgets spin, sleep at random, or use their budget at the end of a period and
again at the begin of the next. The others do their jobs, without a budget or with one that
suffices. Examples test further rules.
"""

from __future__ import annotations

import os
import random
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from limen.analysis import analyze
from limen.errors import DescriptionError
from limen.generate.project import sharing_groups
from limen.system.check import check_system
from limen.system.gate import GATE_FILE, gate_note
from limen.system.isolation import Budget, Memory, Queue, Semaphore, Use, check_unlimited
from limen.system.model import CriticalSection, Overheads, Resource, System
from support.budget_systems import KINDS, exceeded, random_run, random_system, responses
from support.task_sets import thread

if TYPE_CHECKING:
    from limen.system.model import Thread

FEW, MANY, RUNS = 80, 4_000, 4  # systems of each kind


def judge(seed: int, count: int) -> None:
    """Check random systems of each kind in several runs."""
    source = random.Random(seed)
    for kind in KINDS:
        compared = 0
        for number in range(count):
            system = random_system(source, kind)
            for _ in range(RUNS):
                run = random_run(source, system)
                more, found = exceeded(system, run, responses(system, run))
                assert not found, (seed, kind, number, found, system)
                compared += more
        assert compared > count, kind


def test_no_response_is_longer_than_its_bound() -> None:
    seed = int(os.environ.get("LIMEN_SEED", "1"))
    print(f"LIMEN_SEED={seed}")
    judge(seed, FEW)


@pytest.mark.long("the same for twenty thousand systems")
def test_no_response_of_many_is_longer_than_its_bound() -> None:
    seed = int(os.environ.get("LIMEN_SEED", "2"))
    print(f"LIMEN_SEED={seed}")
    judge(seed, MANY)


def limited(*more: Thread, **budget: object) -> System:
    server = replace(thread("server", 100, 10, 0), budget=Budget(20, 100, **budget))  # type: ignore[arg-type]
    return System("s", (server, *more))


def test_a_budget_can_come_at_the_end_of_a_period_and_at_the_begin_of_the_next() -> None:
    found = analyze(limited(thread("a", 1000, 50, 1)))
    assert found.thread("a").response == 50 + 2 * 20


def test_the_bound_of_others_does_not_depend_on_the_work_of_the_thread() -> None:
    system = limited(thread("a", 1000, 50, 1))
    wrong = replace(system.threads[0], work=90)
    other = analyze(replace(system, threads=(wrong, system.threads[1])))
    assert other.thread("a").response == analyze(system).thread("a").response


def test_a_budget_that_lasts_does_not_delay_its_thread() -> None:
    server = replace(thread("server", 200, 10, 0), budget=Budget(40, 100))
    assert analyze(System("s", (server,))).thread("server").response == 10


def test_a_budget_that_may_end_delays_its_thread_or_leaves_it_without_bound() -> None:
    server = replace(thread("server", 1000, 45, 0), budget=Budget(20, 100))
    found = analyze(System("s", (server,))).thread("server")
    assert found.response is not None
    assert found.response >= 45 + 2 * 80
    ended = replace(server, budget=Budget(20, 100, "end"))
    found = analyze(System("s", (ended,))).thread("server")
    assert (found.response, found.unbounded) == (
        None,
        "it may use up its budget, which does not let it go on",
    )


def test_a_budget_longer_than_its_period_is_named() -> None:
    server = replace(thread("server", 100, 10, 0), budget=Budget(12, 10))
    message = "thread server: budget: the budget 12 is above its period 10; write 1 to 10"
    with pytest.raises(DescriptionError, match=message):
        analyze(System("s", (server,)))


def test_a_mutex_of_a_thread_that_may_wait_has_no_bound_for_those_at_its_level() -> None:
    section = (CriticalSection("bus", 2),)
    server = replace(thread("server", 100, 10, 2), budget=Budget(30, 100), sections=section)
    above, user = thread("above", 50, 5, 0), replace(thread("user", 90, 5, 1), sections=section)
    system = System("s", (above, user, server), resources=(Resource("bus"),))
    found = analyze(system)
    assert found.thread("above").response == 5
    reason = "server has a budget, and may sleep or wait while it owns bus"
    assert found.thread("user").unbounded == reason
    ended = replace(server, budget=Budget(30, 100, "end"))
    found = analyze(replace(system, threads=(above, user, ended)))
    assert found.thread("user").unbounded == reason


def test_calls_of_user_threads_cost_the_gate() -> None:
    sections = (CriticalSection("bus", 4, 2), CriticalSection("bus", 3, 6))
    user = replace(thread("user", 100, 10, 0), memory=Memory(1024), sections=sections)
    system = System("s", (user,), resources=(Resource("bus"),), overheads=Overheads(gate=2))
    check_system(system)
    assert analyze(system).thread("user").response == 10 + 5 * 2


def test_calls_cost_what_was_measured_on_the_board() -> None:
    """Each right costs a call per job, and so does the end of the job."""
    uses = (Use("semaphore", "go", ("wait",)), Use("queue", "in", ("receive",)))
    user = replace(thread("user", 1000, 100, 1), memory=Memory(1024, uses))
    system = System("s", (thread("a", 1000, 10, 0), user), tick_ns=1, board="mps2-an385")
    system = replace(system, queues=(Queue("in", 1, 4),), semaphores=(Semaphore("go"),))
    costs = tomllib.loads(GATE_FILE.read_text(encoding="utf-8"))["mps2-an385"]
    more = costs["semaphore_wait"] + costs["queue_receive"] + costs["thread_wait_period"]
    long = replace(user, period=10**6, deadline=10**6)
    found = analyze(replace(system, threads=(system.threads[0], long)))
    plain = analyze(replace(system, threads=(system.threads[0], long), board="host"))
    assert found.thread("user").work == 100 + more + 2 * costs["regions"]
    assert plain.thread("user").work == 100
    coarse = replace(system, threads=(long,), tick_ns=1000)
    assert analyze(coarse).thread("user").work == 100 + 3 + 5 + 3 + 2 * 1


def test_a_sentence_says_where_the_costs_of_calls_are_from() -> None:
    user = replace(thread("user", 1000, 100, 1), memory=Memory(1024))
    system = System("s", (user,), board="mps2-an385")
    assert gate_note(replace(system, threads=(thread("a", 100, 10, 0),))) is None
    assert "costs 3 to 8 ticks more, as measured on mps2-an385;" in (gate_note(system) or "")
    given = replace(system, overheads=Overheads(gate=0))
    assert gate_note(given) == "A call of a user thread costs 0 ticks more: its overheads."
    for board, where in ((None, "without a board"), ("mps2-an505", "on mps2-an505")):
        sentence = gate_note(replace(system, board=board)) or ""
        assert f"is not known {where} and counts as nothing: name mps2-an385 or" in sentence


def test_what_does_not_know_the_gate_says_so() -> None:
    user = replace(thread("user", 1000, 100, 1), memory=Memory(1024))
    system = System("s", (user,), board="mps2-an385")
    with pytest.raises(DescriptionError, match="its calls cost more, and the assignment does not"):
        check_unlimited(system, "the assignment")
    check_unlimited(replace(system, overheads=Overheads(gate=0)), "the assignment")


def test_a_shared_stack_leaves_user_threads_and_waits_for_budgets_out() -> None:
    """Each thread preempts the next one, so only the outer two can share a stack."""
    threads = [
        replace(thread(f"t{index}", 100, 5, index), stack=100 << index) for index in range(4)
    ]
    threads[1] = replace(threads[1], memory=Memory(1024))
    threads[2] = replace(threads[2], budget=Budget(10, 100))
    stack = analyze(System("s", tuple(threads))).stack
    assert (stack.shared, stack.chain, stack.own) == (900, ("t3", "t0"), ("t1", "t2"))
    assert stack.separate == 900
    threads[2] = replace(threads[2], budget=Budget(10, 100, "end"))
    assert analyze(System("s", tuple(threads))).stack.shared == 1300


def test_programs_share_no_stack_with_a_thread_that_waits_for_its_budget() -> None:
    threads = [replace(thread(f"t{index}", 100, 5, index), threshold=0) for index in range(3)]
    threads[2] = replace(threads[2], budget=Budget(10, 100))
    assert sharing_groups(System("s", tuple(threads))) == ((0, 1),)
