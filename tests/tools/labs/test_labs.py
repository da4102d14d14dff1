# SPDX-License-Identifier: Apache-2.0
"""Goal: every lab keeps the promises of its lab.toml on every target that it names.

Method: run all labs as the command does, except those that watch pins or other kernels, which have
their own tests.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from limen.lab import Settings, find_labs, load_lab, run_labs
from limen.run import LAB_TARGETS, find_root, target_named
from limen.run.ibex import why_no_model

HERE = Path(__file__).parent
ROOT = find_root(HERE)


ON_PINS = [name for name in find_labs(ROOT) if load_lab(ROOT, name).signals is not None]


ON_KERNELS = [name for name in find_labs(ROOT) if "linux" in load_lab(ROOT, name).targets]


@pytest.mark.parametrize(
    "name", sorted(set(find_labs(ROOT)).difference(ON_PINS).difference(ON_KERNELS))
)
def test_lab_keeps_its_promises(name: str) -> None:
    lab = load_lab(ROOT, name)
    rows = run_labs([lab], LAB_TARGETS, Settings(root=ROOT))
    named = [target.name for target in LAB_TARGETS if target.name in lab.targets]
    assert list(dict.fromkeys(row.target for row in rows)) == named
    broken = [
        f"{row.case}, {row.target}: {row.metric} is {row.measured}, {row.note}"
        for row in rows
        if not row.ok
    ]
    assert broken == []


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long("cycles of what test_ports.py counts"))
        for name in ("threshold", "priorities", "switch-cost", "time-slice")
    ],
)
def test_lab_keeps_its_promises_in_cycles(name: str) -> None:
    rows = run_labs([load_lab(ROOT, name)], [target_named("rp2040")], Settings(root=ROOT))
    assert rows
    assert [f"{row.case}: {row.metric}: {row.note}" for row in rows if not row.ok] == []


@pytest.mark.long("of RISC-V, what the Cortex-M3 shows in each run")
def test_threads_fail_alone_on_riscv() -> None:
    rows = run_labs(
        [load_lab(ROOT, "isolation")], [target_named("virt-riscv32")], Settings(root=ROOT)
    )
    assert rows
    assert [f"{row.case}: {row.metric}: {row.note}" for row in rows if not row.ok] == []


@pytest.mark.long("the model of the core is compiled first")
@pytest.mark.skipif(bool(why_no_model()), reason=why_no_model())
@pytest.mark.parametrize("name", ["threshold", "priorities", "switch-cost"])
def test_lab_keeps_its_promises_on_the_rtl_of_a_core(name: str) -> None:
    lab = load_lab(ROOT, name)
    assert "ibex" in lab.homes
    rows = run_labs([lab], [target_named("ibex")], Settings(root=ROOT))
    assert rows
    assert [f"{row.case}: {row.metric}: {row.note}" for row in rows if not row.ok] == []


def test_other_labs_have_tests_of_their_own() -> None:
    assert [name for name in ON_PINS if not (HERE / f"test_{name}.py").is_file()] == []
    tests = ROOT / "tests/targets"
    assert [name for name in ON_KERNELS if not (tests / name / "test_run.py").is_file()] == []


@pytest.mark.parametrize("name", find_labs(ROOT))
def test_lab_is_explained(name: str) -> None:
    text = (ROOT / f"labs/{name}/README.md").read_text(encoding="utf-8")
    for part in ("**Claim.**", "**Source.**", "**Program.**", "**How to read it.**"):
        assert part in text
    for case in load_lab(ROOT, name).cases:
        assert f"`{case.name}`" in text
