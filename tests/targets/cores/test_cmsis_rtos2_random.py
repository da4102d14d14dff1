# SPDX-License-Identifier: Apache-2.0
"""Goal: calls of CMSIS-RTOS2 from all cores have the results that their documentation defines.

Method: the threads of random programs on four simulated cores make one call after the other, and
print each with its time, result and message. tests/support/cmsis_cores.py, which shares no code
with Limen, predicts each line. LIMEN_SEED repeats a seed, which the test prints, too.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from limen.run import build, find_root, run_program, target_named
from support.cmsis_cores import Model, parse
from support.further import IS_LONG

if TYPE_CHECKING:
    import pytest

ROOT = find_root(Path(__file__).parent)
SEEDS = 20_000 if IS_LONG else 400
CALLS_LEAST = 100  # of a program


def test_random_programs_do_what_the_model_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    host = target_named("host")
    name = "cores-cmsis-rtos2-random"
    program = build(ROOT, host, [name], lambda _: None)[name]
    first = int(os.environ.get("LIMEN_SEED", "1"))
    print(f"LIMEN_SEED={first}")
    calls = 0
    for seed in range(first, first + SEEDS):
        run = run_program(host, program, [str(seed)], scratch=tmp_path)
        lines = parse(run.output)
        calls += len(lines)
        assert lines == Model(seed).run(), f"LIMEN_SEED={seed}"
    assert calls >= CALLS_LEAST * SEEDS
