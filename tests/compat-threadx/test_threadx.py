# SPDX-License-Identifier: Apache-2.0
"""Goal: the interface of ThreadX costs next to nothing, and needs no CMake.

Method: exact instruction counts in QEMU of the same rounds with tx_ and with lm_ calls; and one
command of the compiler that makes an application with the archive, for both targets.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.run import build, count_between, find_root, run_program, target_named

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = find_root(Path(__file__).parent)
BENCH = ROOT / "compat" / "threadx" / "bench" / "calls.c"
CASES = re.findall(r"ENTRY\((\w+)\),", BENCH.read_text())
PER_CALL_MAX = 3
COMPILERS = {"host": "gcc", "mps2-an385": "arm-none-eabi-gcc"}


@pytest.fixture(scope="session")
def benches() -> Mapping[str, Path]:
    names = ["bench-threadx", "bench-threadx-fastest"]
    return build(ROOT, target_named("mps2-an385"), names, lambda _: None)


def usual(program: Path, side: str, case: str) -> int:
    counts = count_between(program, "bench_mark", [side, case])
    return Counter(counts).most_common(1)[0][0]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", ["bench-threadx", "bench-threadx-fastest"])
def test_a_call_costs_what_the_native_call_costs(
    benches: Mapping[str, Path], name: str, case: str
) -> None:
    own, native = (usual(benches[name], side, case) for side in ("tx", "lm"))
    assert own - native <= PER_CALL_MAX


@pytest.mark.parametrize("name", sorted(COMPILERS))
@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_one_command_makes_an_application(
    name: str, level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = target_named(name)
    build(ROOT, target, ["threadx-demo"], lambda _: None)  # and the archive
    program = tmp_path / "demo"
    source = ROOT / "compat" / "threadx" / "tests" / "demo.c"
    options = ROOT / "build" / name / "threadx.options"
    command = [COMPILERS[name], level, str(source), f"@{options}", "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    result = run_program(target, program, [], scratch=tmp_path, timeout_seconds=60.0)
    assert result.output.endswith("passed\n")
