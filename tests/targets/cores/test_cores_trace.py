# SPDX-License-Identifier: Apache-2.0
"""Goal: the trace of several cores names the call that woke a thread on another core.

Method: a program makes random calls on simulated cores, and prints each call. A plain model of
semaphores and queues, which reads no trace, computes from these lines which call woke each thread.
The first switch to each such thread, found in the bytes of the ring of its core, has to name that
call, and no other switch may name one.
"""

from __future__ import annotations

import struct
import subprocess
from collections import defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from limen.run import build, find_root, run_program, target_named
from limen.trace.analysis import analyse, why
from limen.trace.files import open_trace
from limen.trace.model import Trace
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.chooses_targets  # those with several cores
ROOT = find_root(Path(__file__).parent)
SEEDS = range(60 if IS_LONG else 6)
TIMEOUT_SECONDS = 120.0
PLACES = 2  # of the queue, as in the program
SWITCH, LEVEL, PRIORITY, WAITS, BLOCKED = 2, 7, 8, 1, 1
EVENTS = {"post": 33, "wait": 34, "lock": 41, "unlock": 42, "send": 49, "receive": 50}
WAITING = {34, 41, 49, 50}
NAMES = {"post": "lm_semaphore_post", "send": "lm_queue_send", "receive": "lm_queue_receive"}
NAMES["unlock"] = "lm_mutex_unlock"


@dataclass
class Call:
    """A line of the program."""

    time: int
    core: int
    who: str
    what: str
    about: str
    succeeds: bool = True
    has_waited: bool = False
    woken_by: Call | None = None


@dataclass
class Object:
    """A semaphore or a queue, with its waiting threads."""

    count: int = 0
    takers: deque[Call] = field(default_factory=deque)
    givers: deque[Call] = field(default_factory=deque)


def calls_of(text: str) -> list[Call]:
    calls: list[Call] = []
    pending: dict[str, Call] = {}
    for line in text.splitlines():
        time, core, who, what, about = line.split()
        if what in {"got", "late"}:
            pending.pop(who).succeeds = what == "got"
            continue
        calls.append(Call(int(time), int(core), who, what, about))
        if what not in {"post", "unlock"}:
            pending[who] = calls[-1]
    assert len(pending) <= 1  # the program ends when the last thread does
    return calls


def follow(calls: list[Call]) -> None:
    """Find the call that woke each thread.

    A thread that gets nothing does not affect the others.
    """
    objects: defaultdict[str, Object] = defaultdict(Object)
    objects[
        "m"
    ].count = 1  # a mutex is a semaphore here, which the thread that has locked it unlocks
    for call in calls:
        one = objects[call.about]
        if not call.succeeds:
            call.has_waited = True
        elif call.what in {"post", "send", "unlock"}:
            give(one, call)
        else:
            take(one, call)


def give(one: Object, call: Call) -> None:
    if one.takers:
        one.takers.popleft().woken_by = call
    elif call.what == "send" and one.count == PLACES:
        call.has_waited = True
        one.givers.append(call)
    else:
        one.count += 1


def take(one: Object, call: Call) -> None:
    if one.count == 0:
        call.has_waited = True
        one.takers.append(call)
        return
    one.count -= 1
    if one.givers:
        one.givers.popleft().woken_by = call
        one.count += 1


def run(seed: int, cores: int, folder: Path) -> tuple[list[Call], Path]:
    program = build(ROOT, target_named("host"), ["cores-random"], lambda _: None)["cores-random"]
    done = subprocess.run(
        [str(program), str(seed), str(cores)],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    calls = calls_of(done.stdout)
    follow(calls)
    return calls, folder / "trace.limen"


def rings_of(image: bytes) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """Return the records of each core and its number.

    This reader is written only from the page of the format.
    """
    while image:
        objects, _, records, end = struct.unpack_from("<IIII", image, 16)
        core = struct.unpack_from("<H", image, 42)[0] >> 4 & 15
        begin = 64 + 32 * objects
        assert struct.unpack_from("<I", image, 32)[0] == 0, "the ring is too small"
        yield core, [struct.unpack_from("<IBBHHHI", image, at) for at in range(begin, end, 16)]
        image = image[begin + 16 * records :].lstrip(b"\0")


def leaves(records: list[tuple[int, ...]], number: int) -> bool:
    """Return whether a thread that begins to wait leaves its core. Sometimes it is woken before."""
    first = next(one for one in records if one[3] == number and one[2] == 0)
    return first[1] == SWITCH and first[6] == BLOCKED


def dispatches(calls: list[Call], image: bytes, ids: dict[str, int]) -> dict[tuple[int, int], Call]:
    """Return the call on another core that woke the next thread, by core and number of switch."""
    found = {}
    for core, records in rings_of(image):
        for name, number in ids.items():
            waits = [one for one in calls if (one.core, one.who) == (core, name) and one.has_waited]
            places = [
                place
                for place, (_, event, depth, thread, _, _, b) in enumerate(records)
                if event in WAITING and (depth, thread, b & 0xFFFF) == (0, number, WAITS)
            ]
            assert len(places) == len(waits)
            for place, wait in zip(places, waits, strict=True):
                assert records[place][1] == EVENTS[wait.what]
                by = wait.woken_by
                if by is not None and by.core != core and leaves(records[place + 1 :], number):
                    switches = [at for at, record in enumerate(records) if record[1] == SWITCH]
                    comes = next(at for at in switches if at > place and records[at][4] == number)
                    found[core, switches.index(comes)] = by
    return found


@pytest.mark.parametrize("cores", [2, 3, 4, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_each_switch_that_another_core_caused_names_the_call(
    seed: int, cores: int, tmp_path: Path
) -> None:
    calls, path = run(seed, cores, tmp_path)
    trace = open_trace(path)
    assert isinstance(trace, Trace)
    analysis = analyse(trace)
    lanes = analysis.moves.lanes
    ids = {lane.name: lane.id for lane in lanes[1:]}
    expected = dispatches(calls, path.read_bytes(), ids)
    assert expected
    switches, numbers = analysis.switches, [0] * cores
    for place, core in enumerate(switches.core.tolist()):
        call = expected.get((core, numbers[core]))
        numbers[core] += 1
        sentence = why(analysis, place)
        if call is None:
            assert " made ready by " not in sentence or " on core " not in sentence
            assert " made it ready (" not in sentence
            continue
        if is_end_of_ceiling(trace, analysis, place):
            continue  # it has been ready, and its own core causes the switch
        who = "interrupt 4" if call.who == "interrupt" else call.who
        text, about = f"{who} on core {call.core}", f"{NAMES[call.what]} of {call.about}"
        assert f"made ready by {text}: {about})" in sentence or (
            f"and {text} made it ready ({about})" in sentence
        )
        check_cause(trace, analysis, place, call)


@pytest.mark.parametrize(
    "name", ["host", "rp2040", *(["virt-riscv32", "mps2-an521"] if IS_LONG else [])]
)
def test_a_trace_of_each_core_comes_from_the_target(name: str, tmp_path: Path) -> None:
    """The cores run at the same time, or one after the other if QEMU counts instructions."""
    target = target_named(name)
    program = build(ROOT, target, ["example-two_cores"], lambda _: None)["example-two_cores"]
    done = run_program(target, program, [], scratch=tmp_path, timeout_seconds=TIMEOUT_SECONDS)
    assert done.status == 0
    assert done.trace is not None
    assert [core for core, _ in rings_of(done.trace.read_bytes())] == [0, 1]
    trace = open_trace(done.trace)
    assert isinstance(trace, Trace)
    analysis = analyse(trace)
    filter_texts = [why(analysis, place) for place in places_of(analysis, "filter")][1:]
    sampler_texts = [why(analysis, place) for place in places_of(analysis, "sampler")][1:]
    assert len(filter_texts) >= 7
    assert len(sampler_texts) == 8
    by_sampler, by_filter = "sampler on core 0: lm_queue_send of ", "filter on core 1: "
    assert all(f"(made ready by {by_sampler}samples)" in text for text in filter_texts)
    assert all(f"(made ready by {by_filter}lm_queue_send of results)" in t for t in sampler_texts)


def places_of(analysis: Any, name: str) -> list[int]:  # noqa: ANN401
    """Return the switches to a thread."""
    lane = [lane.name for lane in analysis.moves.lanes].index(name)
    return [place for place, comes in enumerate(analysis.switches.comes.tolist()) if comes == lane]


def is_end_of_ceiling(trace: Trace, analysis: Any, place: int) -> bool:  # noqa: ANN401
    """Return whether a thread gives up the level of a mutex that held the next one off."""
    cause = int(analysis.switches.cause[place])
    is_own = int(analysis.moves.core[cause]) == int(analysis.switches.core[place])
    return cause >= 0 and is_own and int(trace.event[cause]) in {LEVEL, PRIORITY}


def check_cause(trace: Trace, analysis: Any, place: int, call: Call) -> None:  # noqa: ANN401
    """Check that the call itself causes a preemption, or the end of idle time."""
    switches, moves = analysis.switches, analysis.moves
    if int(switches.reason[place]) not in {1, 2, 6}:
        return
    cause = int(switches.cause[place])
    assert int(moves.core[cause]) == call.core
    assert int(trace.event[cause]) == EVENTS[call.what]
    assert trace.name_of(int(trace.object[cause])) == call.about
    assert int(trace.high[cause]) == moves.lanes[int(switches.comes[place])].id
    did = int(moves.did[cause])
    assert (did < 0) == (call.who == "interrupt")
    assert did < 0 or moves.lanes[did].name == call.who
    # The program reads the clock before the call, and may be preempted in between.
    assert call.time <= int(trace.time[cause]) <= int(trace.time[int(switches.at[place])])
