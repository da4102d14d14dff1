# SPDX-License-Identifier: Apache-2.0
"""Goal: an application written for ThreadX behaves the same on the host and on a Cortex-M3.

Method: the starter runs on the host in virtual time and in QEMU. Consoles are equal. Traces are
equal event by event: names of threads and objects, results, the next thread and the reason. Times
are not compared, nor the bytes that pools use themselves, which depend on the size of a pointer. A
part of the dump is in golden/.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.cli import app
from limen.run import TARGETS, build, find_root, run_program, target_named
from limen.trace import Event, read_trace
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from limen.trace import Trace

ROOT = find_root(Path(__file__).parent)
RUN_ON = TARGETS if IS_LONG else tuple(map(target_named, ("host", "mps2-an385")))
CONSOLE = """\
after 300 ticks
orders 30, bell 12, packed 40
inspected 33, weighed 100
baked 50 left, 49 right
sent 480, received 480
errors 0
"""
# A time: that of the clock, or the time until an instant.
TIMES = {Event.TIME_GET, Event.THREAD_SLEEP, Event.TIMER_START}
POOLS = {Event.BLOCK_POOL_CREATE, Event.BYTE_POOL_CREATE, Event.BYTE_ALLOCATE}
# Flags, blocks and a batch of messages; inheritance for the weigher, and its end.
GOLDEN_FROM, GOLDEN_TO = 17_500_000, 17_750_001


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[str, Path]]:
    """Return the console and the trace of the starter, by target."""
    found = {}
    for target in RUN_ON:
        name = "example-threadx-starter"
        executable = build(ROOT, target, [name], lambda _: None)[name]
        scratch = tmp_path_factory.mktemp(target.name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("LIMEN_CLOCK", "virtual")
            run = run_program(target, executable, [], scratch=scratch)
        assert run.status == 0, run.output
        assert run.trace is not None
        found[target.name] = (run.output, run.trace)
    return found


def events(trace: Trace) -> Iterator[str]:
    for index, number in enumerate(trace.event.tolist()):
        thread = trace.native.thread_name(index)
        about = trace.name_of(int(trace.object[index]))
        hidden = number in TIMES | POOLS
        details = about if hidden else trace.native.describe(index)
        yield f"{thread}: {trace.native.event_name(index)} {details}, depth {trace.depth[index]}"


@pytest.mark.parametrize("name", [target.name for target in RUN_ON])
def test_starter_prints(name: str, runs: Mapping[str, tuple[str, Path]]) -> None:
    assert runs[name][0] == CONSOLE


def test_starter_makes_the_same_events(runs: Mapping[str, tuple[str, Path]]) -> None:
    one, *others = (read_trace(runs[target.name][1]) for target in RUN_ON)
    assert one.lost == 0
    for other in others:
        assert other.lost == 0
        assert list(events(one)) == list(events(other))


def test_dump_has_the_names_of_threadx(
    runs: Mapping[str, tuple[str, Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    path = runs["host"][1]
    trace = read_trace(path)
    first, behind = trace.index_at(GOLDEN_FROM), trace.index_at(GOLDEN_TO)
    arguments = ["trace", "dump", str(path), "--ticks", "--events", f"{first}:{behind}"]
    assert not app(arguments)
    # Without the number of the event, which counts from the start.
    lines = [line[len("00000000 ") :] for line in capsys.readouterr().out.splitlines()]
    golden = (ROOT / "tests/tools/examples/golden/starter.txt").read_text(encoding="utf-8")
    assert lines == golden.splitlines()
