# SPDX-License-Identifier: Apache-2.0
"""Goal: programs of user threads and budgets behave as described, and mistakes get explanations.

Method: examples. The example of the repository, whose parser dies and spins, runs on the targets
with user threads, and on the host, which has none.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.cli import main
from limen.errors import DescriptionError
from limen.generate.tables import system_c
from limen.generate.users import handles_h, memory_notes, placements
from limen.run import find_root
from limen.system.isolation import Budget, Memory, Queue, Semaphore, Use, grants_of
from limen.system.load import load_system, parse_system
from limen.system.toml import to_toml
from support.further import IS_LONG

if TYPE_CHECKING:
    from limen.system.model import System

ROOT = find_root(Path(__file__).parent)
EXAMPLE = ROOT / "examples/isolation/system.toml"
HEAD = '[[thread]]\nname = "a"\nperiod = "1 ms"\nwork = 100\npriority = 3\n'
OBJECTS = '[[queue]]\nname = "inputs"\nplaces = 4\nmessage = 8\n[[resource]]\nname = "bus"\n'
OBJECTS += '[[semaphore]]\nname = "go"\ncount = 2\n'


def read(keys: str, objects: str = OBJECTS) -> System:
    return parse_system((HEAD + keys + objects).encode(), Path("x.toml"))


def test_each_key_arrives_in_the_model_and_in_the_file() -> None:
    system = read(
        'memory = "1K"\nstack = 512\nuses = ["queue inputs: receive, send", "semaphore go: wait"]\n'
        'sections = [{resource = "bus", work = 4}]\non_fault = "restart"\nrestarts = 3\n'
        'restart_after = "2 ms"\nbudget = "200us"\nbudget_period = "2 ms"\non_budget = "restart"\n'
        'function = "parse"\n'
    )
    thread = system.threads[0]
    inputs = Use("queue", "inputs", ("send", "receive"))
    assert thread.memory == Memory(1024, (inputs, Use("semaphore", "go", ("wait",))), "restart")
    assert thread.budget == Budget(200, 2000, "restart")
    assert (thread.restarts, thread.restart_after, thread.function) == (3, 2000, "parse")
    assert grants_of(thread)[2] == Use("resource", "bus", ("lock",))
    assert (system.queues, system.semaphores) == ((Queue("inputs", 4, 8),), (Semaphore("go", 2),))
    assert parse_system(to_toml(system).encode(), Path("x.toml")) == system


def test_a_gate_of_nothing_stays_in_the_file() -> None:
    system = read('memory = "1K"\n', "[overheads]\ngate = 0\n")
    assert system.overheads.gate == 0
    assert "gate = 0" in to_toml(system)
    assert "gate" not in to_toml(read('memory = "1K"\n'))


def test_the_period_of_a_budget_is_that_of_its_thread() -> None:
    assert read("budget = 50\n").threads[0].budget == Budget(50, 1000)


WRONG = {
    'uses = ["queue inputs: send"]': "uses: a thread without memory of its own may use everything",
    'on_budget = "end"': "on_budget: it has no budget; add budget, or remove it",
    'budget = "2 ms"': "budget: the budget 2000 is above its period 1000; write 1 to 1000",
    "budget = 1": "budget: a dispatch takes 1 of the budget 1; write 2 or more",
    "memory = 100": "memory: 100 bytes are too few; write 256 to 1073741824",
    'memory = "1 GB"': 'memory: "1 GB" is not a number of bytes; write a whole number of bytes, or',
    'memory = "1K"\nstack = 1000': "stack: the stack of 1000 bytes leaves no room in the memory",
    'memory = "1K"\non_fault = "restart"': "on_fault: it has no restarts; add restarts = 10, or",
    'memory = "1K"\nrestarts = 1': 'restarts: nothing restarts the thread; write on_fault = "res',
    'memory = "1K"\nchunks = [{work = 100}]': "chunks: a thread with memory of its own has no call",
    'memory = "1K"\nuses = ["inputs"]': '"inputs" is not a use of an object; write "queue NAME:',
    'memory = "1K"\nuses = ["pool x: take"]': "pool is not a kind of object; take one of",
    'memory = "1K"\nuses = ["queue input: send"]': "no queue input; did you mean inputs?",
    'memory = "1K"\nuses = ["queue inputs: recieve"]': "no right recieve; did you mean receive?",
    'memory = "1K"\nuses = ["queue inputs: send", "queue inputs: receive"]': "occurs twice; join",
    'memory = "1K"\ncore = 1': "programs of several cores have neither user threads nor budgets",
}


@pytest.mark.parametrize("keys", WRONG)
def test_mistakes_are_said_with_place_and_remedy(keys: str) -> None:
    with pytest.raises(DescriptionError) as found:
        read(keys + "\n")
    place, problem, remedy = found.value.args
    assert re.match(r"x\.toml: line \d+: thread a: ", place)
    assert WRONG[keys] in f"{place}: {problem}; {remedy}"


def test_memories_are_powers_of_two_without_gaps() -> None:
    second = HEAD.replace('"a"', '"b"') + 'memory = "3K"\n'
    system = parse_system((HEAD + "memory = 700\n" + second).encode(), Path("x.toml"))
    assert [(one.index, one.bytes, one.lost) for one in placements(system)] == [
        (1, 4096, 1024),
        (0, 1024, 324),
    ]
    text = system_c(system, "x.toml", 10, "")
    assert "b: 3072 bytes in a region of 4096, 1024 lost" in text
    assert "between two: 1348 bytes are lost in all, and up to 4095 before the first one" in text
    notes = memory_notes(system, "mps2-an385")
    assert notes[0] == "thread b: 3072 bytes of memory take a region of 4096, and 1024 are lost"
    assert memory_notes(system, "host") == (
        "the host has no user threads: b, a run with privileges there",
    )


def test_handles_have_the_names_of_the_description() -> None:
    system = load_system(EXAMPLE)
    text = handles_h(system, "")
    assert "enum { PARSER_INPUTS, PARSER_TEXTS };" in text
    assert "enum { QUEUE_INPUTS, QUEUE_TEXTS };" in text


def test_calls_without_user_threads_are_those_of_user_threads() -> None:
    """A program without user threads has the same calls, except those of event flags."""
    pattern = r"^static inline (.*?\)\n)"
    ours = (ROOT / "tools/src/limen/generate/project/calls.h").read_text()
    theirs = (ROOT / "layers/user/include/limen/user_calls.h").read_text()
    mine = set(re.findall(pattern, ours, flags=re.DOTALL | re.MULTILINE))
    all_calls = set(re.findall(pattern, theirs, flags=re.DOTALL | re.MULTILINE))
    assert mine < all_calls
    missing = {re.search(r"lm_user_(\w+)", call)[1] for call in all_calls - mine}  # type: ignore[index]
    assert all("event_flags" in name or name.endswith("_forever") for name in missing)


def run_example(target: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> str:
    words = ["generate", str(EXAMPLE), "--output", str(folder / "x"), "--target", target, "--run"]
    with pytest.raises(SystemExit) as ended:
        main(words)
    output = capfd.readouterr()
    assert ended.value.code == 0, output.err
    return output.out


# The kernel is compiled for each program.
BOARDS = ("mps2-an385", *(("virt-riscv32",) if IS_LONG else ()))


@pytest.mark.parametrize("target", BOARDS)
def test_the_control_loop_keeps_its_deadlines_beside_the_parser(
    target: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = run_example(target, tmp_path, capfd)
    control = re.search(r"thread 1 runs (\d+) misses (\d+)", said)
    assert control is not None
    assert int(control[1]) >= 40
    assert control[2] == "0"
    assert re.search(r"user thread 0 faults [1-9]", said)
    assert re.search(r"user thread 2 faults 0", said)
    assert re.search(r"thread 0 budget used up [1-9]", said)


def test_a_simulation_says_that_it_has_no_budgets(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", str(EXAMPLE)])
    assert (
        "Budgets are not simulated: each job runs until its work is done." in capfd.readouterr().out
    )


@pytest.mark.long("the kernel is compiled for the program")
def test_the_host_runs_the_same_description(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = run_example("host", tmp_path, capfd)
    assert "this board has no user threads: they have run with privileges" in said
    assert re.search(r"thread 1 runs 40 misses 0", said)


@pytest.mark.long("the kernel is compiled for the program")
def test_a_board_with_its_own_linker_script_runs_user_threads(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size of its region CODE is not a power of two: threads get the next larger region."""
    words = ["new", "board", str(tmp_path / "boards/mine"), "--cpu", "cortex-m3"]
    with pytest.raises(SystemExit):
        main([*words, "--code", "0x00000000:192K", "--data", "0x20000000:64K"])
    monkeypatch.setenv("LIMEN_BOARD_PATH", str(tmp_path / "boards"))
    said = run_example("mine", tmp_path, capfd)
    assert re.search(r"user thread 0 faults [1-9]", said)
    assert re.search(r"thread 1 runs \d+ misses 0 ", said)
