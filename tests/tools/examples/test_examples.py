# SPDX-License-Identifier: Apache-2.0
"""Goal: the examples have the described output on every target.

Method: each example runs, and its output is compared with the text below; the traces of two are
compared with the sample traces. A separate project builds them without optimisation, as a Debug
build does, and for RISC-V, whose frames are larger. One runs in QEMU without semihosting, with the
UART of the board as console. The pictures of examples/README.md are drawn again and compared.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import pytest

from limen.cli import main
from limen.run import (
    SAFETY_SECONDS,
    TARGETS,
    build,
    execute,
    find_root,
    run_program,
    target_named,
)
from support.further import without_further

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
LINES_MAX = 90

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
    "ceiling": """\
low has priority 5
low unlocks
high finds the mutex free
low ends
""",
    "cooperative": """\
plus 1: 1
plus 10: 11
plus 1: 12
plus 10: 22
plus 1: 23
plus 10: 33
""",
    "cpp": """\
sample 0: sum 100
sample 1: sum 201
sample 2: sum 303
no more samples
""",
    "critical_section": """\
unrelated at 2 ms
reader at 4 ms: 1 1
""",
    "observer": """\
order 1 at 2 ms
button at 3 ms
order 2 at 4 ms
""",
    "event_flags": """\
sensor is ready
network is ready
station starts
command
fault
""",
    "low_power": """\
6 waits in 600 ms, 98 % of the time
""",
    "messages": """\
send move: LM_OK
send turn: LM_OK
send move: LM_OK
send move: LM_UNAVAILABLE
send turn: LM_TIMEOUT
robot: move
robot: stop
2 commands are left
""",
    "pools": """\
packet 1: 2 free
packet 2: 1 free
packet 3: 0 free
received 1
packet 4: 0 free
received 2
received 3
received 4
""",
    "restart": """\
life 1
10 ms: no answer
life 2
20 ms: no answer
life 3
finished
""",
    "semaphore": """\
camera has a channel
radio has a channel
display does without
camera has a channel
display has a channel
radio has a channel
""",
    "shared_stack": """\
fast at 6 ms
slow at 12 ms
fast at 18 ms
fast at 26 ms
slow at 32 ms
""",
    "slices": """\
aabbaabb
""",
    "stack_check": """\
deep calls too many functions
the stack of deep has overflowed
other goes on
""",
    "statistics": """\
urgent ran 3 times, 3 ms, preempted 0 times
busy ran 5 times, 30 ms, preempted 3 times
6 switches, 1 to idle
""",
    "timers": """\
10 ms: key
12 ms: blink
20 ms: key
24 ms: blink
30 ms: key
36 ms: blink
48 ms: blink
50 ms: light off
""",
    "watchdog": """\
0 ms: feed
10 ms: feed
20 ms: feed
motor is alive
radio hangs
""",
}
# Examples that do not depend on the processor run on the host and on one target.
ON_ALL = {"hello", "mutex", "periodic", "producer_consumer", "tick", "timer_interrupt", "watch"}
FEW = {"host", "mps2-an385"}
RUNS = [
    pytest.param(name, target, id=f"{name}-{target.name}")
    for name in EXPECTED
    for target in without_further(TARGETS)
    if name in ON_ALL or target.name in FEW
]
PICTURE_BYTES_MAX = 30_000
# A console has lines to read; on other targets its UART is not connected.
SHELL = """\
help, uptime, quit
less than a minute
unknown; try help
"""


def sources() -> dict[str, Path]:
    """Return the examples of one file, by name."""
    folder = ROOT / "examples"
    return {path.stem: path for path in (*folder.glob("*.c"), *folder.glob("*.cpp"))}


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """Return the executables by target and program."""
    found = {}
    for target in without_further(TARGETS):
        names = [name for name in EXPECTED if name in ON_ALL or target.name in FEW]
        names += ["shell"] if target.name == "host" else []
        programs = [f"example-{name}" for name in names]
        found[target.name] = build(ROOT, target, programs, lambda _: None)
    return found


def test_all_examples_are_tested() -> None:
    assert set(sources()) == {*EXPECTED, "shell"}
    assert len(sources()) >= 20


@pytest.mark.parametrize("name", sources())
def test_example_is_short(name: str) -> None:
    assert len(sources()[name].read_text(encoding="utf-8").splitlines()) < LINES_MAX


@pytest.mark.parametrize("name", sources())
def test_example_is_in_the_list_with_a_picture(name: str) -> None:
    page = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    assert f"]({sources()[name].name})" in page
    assert f"](pictures/{name}.svg)" in page


def test_pictures_are_those_of_the_programs(tmp_path: Path) -> None:
    command = [str(ROOT / ".venv/bin/python"), "scripts/pictures", "--examples", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools/src")}
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.svg")}
    assert set(drawn) == {*sources(), "station"}
    for name, text in drawn.items():
        kept = (ROOT / f"examples/pictures/{name}.svg").read_text(encoding="utf-8")
        assert kept == text, f"{name}: run scripts/pictures --examples"
        assert len(text) < PICTURE_BYTES_MAX, name
        assert text.count('class="run"') >= 2, name
        assert " ns<" not in text, f"{name}: no time passes"


@pytest.mark.parametrize(("name", "target"), RUNS)
def test_example_prints(
    name: str, target: Target, executables: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    executable = executables[target.name][f"example-{name}"]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert run.output == EXPECTED[name]
    assert run.status == 0


@pytest.mark.parametrize(
    ("way", "name"),
    [
        pytest.param(
            *("subdirectory", "mps2-an385"), marks=pytest.mark.long("a stack is larger on RISC-V")
        ),
        ("import", "virt-riscv32"),
    ],
)
def test_examples_print_without_optimisation(way: str, name: str, tmp_path: Path) -> None:
    programs = ";".join(str(path) for stem, path in sources().items() if stem in EXPECTED)
    options = [f"-DLIMEN={ROOT}", f"-DWAY={way}", f"-DPROGRAMS={programs}"]
    options += [f"-DLIMEN_TARGET={name}", "-DCMAKE_BUILD_TYPE=Debug"]
    if way == "subdirectory":
        options.append(f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/arm-none-eabi.cmake")
    consumer = ROOT / "tests/tools/projects/consumer"
    configure = ["cmake", "-S", str(consumer), "-B", str(tmp_path), "-G", "Ninja", *options]
    for command in (configure, ["cmake", "--build", str(tmp_path)]):
        done = execute(command, directory=tmp_path)
        assert done.status == 0, done.output
    for program, output in EXPECTED.items():
        run = run_program(target_named(name), tmp_path / program, [], scratch=tmp_path)
        assert (run.status, run.output) == (0, output), program


def test_the_shell_executes_lines(
    executables: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    lines = ["help", "uptime", "reboot", "quit"]
    host = target_named("host")
    run = run_program(host, executables["host"]["example-shell"], lines, scratch=tmp_path)
    assert (run.status, run.output) == (0, SHELL)


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
