# SPDX-License-Identifier: Apache-2.0
"""Goal: the examples do what they say, on every target.

Method: each is run, and its output is compared with the text below, and the traces of two with the
sample traces. One is run in QEMU as without a debugger: nothing serves semihosting, and the console
is the UART of the board.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import pytest

from limen.cli import main
from limen.run import SAFETY_SECONDS, TARGETS, build, find_root, run_program, target_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
LINES_MAX = 60

EXPECTED = {
    "hello": """\
urgent: hello 1
relaxed: hello 1
urgent: hello 2
relaxed: hello 2
urgent: hello 3
relaxed: hello 3
""",
    "producer_consumer": """\
sent 0
sent 1
sent 2
received 0
received 1
received 2
sent 3
sent 4
sent 5
received 3
received 4
received 5
""",
    "periodic": """\
job 0 released at 10 ms, begins at 10 ms
job 1 released at 20 ms, begins at 20 ms
job 2 released at 30 ms, begins at 30 ms
the next job had to wait
job 3 released at 40 ms, begins at 42 ms
job 4 released at 50 ms, begins at 50 ms
1 missed its deadline
""",
    "deadlock": """\
audit counts 90
there are 100
""",
    "mutex": """\
low has priority 5
high
medium
low
""",
    "tick": """\
20 ms: blink
40 ms: blink
60 ms: blink
60 ms: nothing yet
80 ms: blink
90 ms: ready
""",
    "timer_interrupt": """\
arrived at 5 ms
arrived at 10 ms
arrived at 15 ms
nothing more until 35 ms
""",
    "watch": "20 samples\n",
}


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """By target and program."""
    names = [f"example-{name}" for name in EXPECTED]
    return {target.name: build(ROOT, target, names, lambda _: None) for target in TARGETS}


def test_all_examples_are_tested() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("*.c")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_example_is_short(name: str) -> None:
    assert len((ROOT / f"examples/{name}.c").read_text().splitlines()) < LINES_MAX


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
@pytest.mark.parametrize("name", EXPECTED)
def test_example_prints(
    name: str, target: Target, executables: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    executable = executables[target.name][f"example-{name}"]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert run.output == EXPECTED[name]
    assert run.status == 0


@pytest.mark.parametrize("name", ["deadlock", "producer_consumer"])
def test_the_sample_trace_is_that_of_the_example(
    name: str, executables: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    host = target_named("host")
    run_program(host, executables[host.name][f"example-{name}"], [], scratch=tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["trace", "cut", str(tmp_path / "trace.limen"), str(tmp_path / "cut.limen")])
    assert end.value.code == 0
    sample = ROOT / f"examples/traces/{name}-host.limen"
    assert (tmp_path / "cut.limen").read_bytes() == sample.read_bytes()


@pytest.mark.parametrize("name", ["mps2-an385", "microbit"])
def test_the_same_image_prints_without_a_debugger(
    name: str, executables: Mapping[str, Mapping[str, Path]]
) -> None:
    kernel = ["-kernel", str(executables[name]["example-hello"])]
    command = [*target_named(name).emulator, "-serial", "stdio", *kernel]
    expected = EXPECTED["hello"].encode()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        timer = Timer(SAFETY_SECONDS, process.kill)
        timer.start()
        assert process.stdout is not None
        said = process.stdout.read(len(expected))
        timer.cancel()
        process.kill()
    assert said == expected
