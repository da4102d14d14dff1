# SPDX-License-Identifier: Apache-2.0
"""Goal: programs for FreeRTOS do what its interface promises, on the host and on a board.

Method: small programs print what each call answers; the text is derived from the interface, not
from another run. On the host the ticks are exact, and on a board printing takes time, so that only
the answers are compared. Each option that is refused is compiled, and the error names it.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, count_between, find_root, run_program, target_named

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
HEADERS = ROOT / "compat/freertos/include"
CONFIG = ROOT / "tests/freertos/programs/FreeRTOSConfig.h"
TARGETS = ["host", "mps2-an385"]

EXPECTED = {
    "tasks": """\
scheduler 1
0 create 1
a long  3
2 state 2
2 state 3
2 other got 7
4 state 2
20 first 0
20 its value 0
34 second 0
34 abort 1
35 tasks 1
40 until 1
47 late 0
50 on time 1
50 priority 1
50 local 1
50 handle 1
50 sleeper 0
51 again 0
52 scheduler 0
52 scheduler 2
52 heap 0
52 too large -1
""",
    "memory": """\
0 task gives all back
0 queue gives all back
0 semaphore gives all back
0 mutex gives all back
0 set gives all back
0 group gives all back
0 stream gives all back
0 message gives all back
0 timer gives all back
""",
    "queues": """\
0 front 1
2 full 0
2 waiting 3
2 item 3
2 item 1
2 item 2
5 empty 0
5 peek 1
5 peeked 9
5 peek 1
5 peeked 9
5 received 9
5 left 0
7 peek 0
7 overwrite 1
7 overwrite 1
7 overwrite 1
7 box 3
8 taken 0
8 give 1
8 give 0
8 take 1
8 give 1
8 give 0
8 count 3
8 lock 1
10 itself 0
10 inherited 5
10 base 2
10 wanted 5
10 unlock 1
10 priority 2
10 not mine 0
10 holder 1
10 once 1
10 twice 1
10 thrice 0
10 add 1
10 add 1
10 add 0
10 semaphore 1
10 queue 1
10 remove 0
10 remove 1
12 none 1
""",
    "signals": """\
start 1
active 0
reset 1 1
reset 2 1
reset 3 1
reset 4 1
reset 5 0
0 active 1
3 taken 1
6 wait 1
6 value 48
8 late 0
8 value 32
8 set 1
8 set 0
8 state 1
8 state 0
8 clear 5
8 none 1
10 none 0
11 alone 5
12 met 7
12 met 7
12 met 7
12 cleared 0
12 set 16
12 all 49
12 set 1
12 any 1
12 clear 1
14 late 0
14 start 1
14 active 1
14 call 5
18 once 2
21 period 1
24 active 0
26 once 2
38 bytes 5
38 same 1
40 sent 10
43 full 1
43 bytes 10
44 rest 0
44 message 3
46 no room 0
46 too large 0
46 too small 0
46 length 3
46 message 3
48 none 0
""",
    "interrupts": """\
woken 1
queue 40
step 0
woken 1
semaphore 1
step 1
woken 1
notice 1
step 2
woken 1
group 1
step 3
woken 1
stream 3
step 4
woken 1
resumed 1
step 5
woken 0
step 6
woken 0
step 7
held off 2
still 2
woken 0
served 3
""",
}
STARTER = """\
40 ms: sum 6
43 ms: alarm has the bus
80 ms: sum 28
80 ms: alarm has the bus
120 ms: sum 66
124 ms: alarm has the bus
130 ms: the end
"""

MIXED = """\
10 ms: sample 1
20 ms: sample 2
30 ms: sample 3
30 ms: the end
"""

# Options that are refused, and a word of the remedy.
REFUSED = {
    "configUSE_16_BIT_TICKS 1": "set it to 0",
    "configUSE_CO_ROUTINES 1": "make tasks of them",
    "configNUMBER_OF_CORES 2": "limen-cores",
    "configENABLE_MPU 1": "user threads",
    "configUSE_MPU_WRAPPERS_V1 1": "user threads",
    "configUSE_TICKLESS_IDLE 2": "limen/idle_hook.h",
    "portSUPPRESS_TICKS_AND_SLEEP(ticks) stop(ticks)": "limen/idle_hook.h",
    "configUSE_NEWLIB_REENTRANT 1": "set it to 0",
    "configUSE_C_RUNTIME_TLS_SUPPORT 1": "set it to 0",
    "configENABLE_HEAP_PROTECTOR 1": "set it to 0",
    "configENABLE_PAC 1": "set them to 0",
    "configENABLE_BTI 1": "set them to 0",
    "configINCLUDE_FREERTOS_TASK_C_ADDITIONS_H 1": "set it to 0",
}


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Mapping[str, Path]]:
    names = [*(f"freertos-{name}" for name in EXPECTED), "example-freertos-starter"]
    names.append("example-mixed")
    return {name: build(ROOT, target_named(name), names, lambda _: None) for name in TARGETS}


def without_times(text: str) -> list[str]:
    """Return a line without the number at its beginning."""
    return [line.lstrip("0123456789 ") for line in text.splitlines()]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", EXPECTED)
def test_calls_answer(
    name: str, target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    program = programs[target][f"freertos-{name}"]
    run = run_program(target_named(target), program, [], scratch=tmp_path)
    assert run.status == 0
    if target == "host":
        assert run.output == EXPECTED[name]
    else:
        assert without_times(run.output) == without_times(EXPECTED[name])


@pytest.mark.parametrize("target", TARGETS)
def test_the_examples_run(
    target: str, programs: Mapping[str, Mapping[str, Path]], tmp_path: Path
) -> None:
    for name, output in (("freertos-starter", STARTER), ("mixed", MIXED)):
        program = programs[target][f"example-{name}"]
        run = run_program(target_named(target), program, [], scratch=tmp_path)
        assert (run.status, run.output) == (0, output)


# Instructions of a round, with the loop and the mark: a pair of calls without a switch.
INSTRUCTIONS_MAX = {
    "native": 27,
    "semaphore": 42,
    "mutex": 59,
    "queue": 103,
    "group": 130,
    "notice": 60,
    "stream": 156,
    "critical": 36,
    "memory": 370,
}


@pytest.fixture(scope="session")
def bench() -> Path:
    names = ["bench-freertos"]
    return build(ROOT, target_named("mps2-an385"), names, lambda _: None)["bench-freertos"]


@pytest.mark.parametrize("case", INSTRUCTIONS_MAX)
def test_a_pair_of_calls_costs(case: str, bench: Path) -> None:
    counts = Counter(count_between(bench, "bench_mark", [case]))
    assert counts.most_common(1)[0][0] <= INSTRUCTIONS_MAX[case]


def compiled(tmp_path: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Compile a file with the configuration of the tests and one more line."""
    name = line.split("(", 1)[0].split(" ", 1)[0]
    text = f'#include "{CONFIG}"\n#undef {name}\n#define {line}\n'
    (tmp_path / "FreeRTOSConfig.h").write_text(text)
    (tmp_path / "main.c").write_text('#include "FreeRTOS.h"\n#include "task.h"\n')
    folders = [tmp_path, HEADERS, ROOT / "compat/common/include", ROOT / "include"]
    folders.append(ROOT / "ports/host/include")
    command = ["gcc", "-std=c11", "-Wall", "-fsyntax-only", "-DLM_CLOCK_HZ=1000000"]
    command += ["-DLM_COUNTED=1", *(f"-I{folder}" for folder in folders), "main.c"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("line", REFUSED)
def test_an_option_is_refused_with_the_remedy(line: str, tmp_path: Path) -> None:
    done = compiled(tmp_path, line)
    assert done.returncode != 0
    assert line.split("(", 1)[0].split(" ", 1)[0] in done.stderr
    assert REFUSED[line] in done.stderr


@pytest.mark.parametrize("line", ["configUSE_TRACE_FACILITY 1", "configUSE_TICKLESS_IDLE 1"])
def test_an_option_is_accepted(line: str, tmp_path: Path) -> None:
    done = compiled(tmp_path, line)
    assert (done.returncode, done.stderr) == (0, "")


def test_more_priorities_than_the_library_has_are_refused(tmp_path: Path) -> None:
    done = compiled(tmp_path, "configMAX_PRIORITIES 57")
    assert done.returncode != 0
    assert "LM_LEVELS" in done.stderr
