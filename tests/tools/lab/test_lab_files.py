# SPDX-License-Identifier: Apache-2.0
"""Goal: lab.toml is read as limen.lab.definition says, and the message for a mistake names its key.

Method: a valid file, and one change of it for each mistake.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from limen.errors import LabError
from limen.lab import definition, find_labs, load_lab
from limen.lab.console import parse_console
from limen.lab.definition import Check, LabFile
from limen.lab.recorder import Recorder
from limen.run import LAB_TARGETS, find_root
from support.labs import LAB_TOML, write_repository

if TYPE_CHECKING:
    from pathlib import Path

ALL = tuple(target.name for target in LAB_TARGETS)


def described(table: type[object]) -> set[str]:
    """Return the keys of a table of lab.toml that its docstring, or that of its base, describes."""
    text = "\n".join(base.__doc__ or "" for base in table.__mro__)
    lines = re.findall(r"^ +(\w+(?:, \w+)*): ", text, re.MULTILINE)
    return {key for line in lines for key in line.split(", ")}


TABLES = [
    table
    for table in vars(definition).values()
    if inspect.isclass(table) and issubclass(table, BaseModel) and table is not definition.Lab
]


@pytest.mark.parametrize("table", TABLES)
def test_each_key_is_described(table: type[BaseModel]) -> None:
    assert LabFile in TABLES
    assert not table.model_fields.keys() - described(table)


def test_a_good_file(tmp_path: Path) -> None:
    root = write_repository(tmp_path)
    assert find_root(root / "labs") == root
    assert find_labs(root) == ("demo",)
    lab = load_lab(root, "demo")
    assert (lab.name, lab.title, lab.figure) == ("demo", "A title", "Figure 1")
    assert [case.name for case in lab.cases] == ["slow", "fast"]
    yields, size = lab.cases[0].metric
    assert (yields.origin, yields.statistic_name, yields.cycle) == ("trace", "yields", 0)
    assert (yields.paper, yields.expect, yields.targets) == (2, 2, ALL)
    assert (size.origin, size.max) == ("console", 100)
    assert [metric.name for metric in lab.cases[1].metric] == ["size"]
    assert lab.derived[0].case == "slow/fast"


def test_instructions_are_for_the_emulator(tmp_path: Path) -> None:
    metric = '{ name = "n", unit = "", from = "instructions", cycle = 1 },'
    lab = load_lab(
        write_repository(tmp_path, LAB_TOML.replace("metric = [", f"metric = [{metric}")), "demo"
    )
    assert lab.cases[0].metric[0].targets == ("mps2-an385",)


SIGNALS = """
[signals]
running = 16
slot = 17
scan = 18
thread0 = 19
number = [20, 21]
milliseconds = 100

[[case]]
name = "pins"
title = "on pins"
pictures = ["overview"]
see.overview = "It takes {pins.switch} µs."

[[metrics]]
from = "signals"
row = [{ case = ["pins", "slow"], name = "switch", unit = "µs" }]
"""


CELLS = """
[[case]]
name = "table"
title = "a row"
lanes = ["high", "low"]
beside = "plain"

[case.cells]
size = "why"

[[metrics]]
case = "table"
from = "console"
row = [{ name = "size", unit = "bytes" }]
"""


def test_cells(tmp_path: Path) -> None:
    text = LAB_TOML.replace("[[case]]", 'homes = ["mps2-an385"]\n\n[[case]]', 1) + CELLS
    lab = load_lab(write_repository(tmp_path, text), "demo")
    row = lab.cases[-1]
    assert lab.homes == ("mps2-an385",)
    assert (row.cells, row.lanes, row.beside) == ({"size": "why"}, ("high", "low"), "plain")


@pytest.mark.parametrize(
    ("good", "wrong", "problem"),
    [
        ('size = "why"', 'weight = "why"', r"unknown metric weight for the cell; take one of"),
        ('lanes = ["high", "low"]', "", r"cells need lanes, and lanes cells; give both"),
    ],
)
def test_wrong_cells(good: str, wrong: str, problem: str, tmp_path: Path) -> None:
    text = LAB_TOML + CELLS.replace(good, wrong)
    with pytest.raises(LabError, match=problem):
        load_lab(write_repository(tmp_path, text), "demo")


def test_signals(tmp_path: Path) -> None:
    lab = load_lab(write_repository(tmp_path, LAB_TOML + SIGNALS), "demo")
    assert lab.targets == ("host", "mps2-an385", "rp2040")
    assert lab.signals is not None
    assert lab.signals.roles == {"running": 16, "slot": 17, "scan": 18, "thread0": 19}
    assert lab.signals.bits == {"number0": 20, "number1": 21}
    metrics = [[metric.name for metric in case.metric] for case in lab.cases]
    assert metrics == [["yields", "size", "switch"], ["size"], ["switch"]]
    assert lab.program(lab.cases[2]) == "lab-demo-pins"


def test_the_flash_cache(tmp_path: Path) -> None:
    text = LAB_TOML + SIGNALS.replace("pictures", "xip_cache = 80\npictures")
    lab = load_lab(write_repository(tmp_path, text), "demo")
    assert [case.xip_cache for case in lab.cases] == [None, None, 80]
    recorder = Recorder(lab, lab.cases[2], tmp_path)
    assert recorder.watch.options()[-2:] == ["--xip-cache", "80"]
    plain = Recorder(lab, lab.cases[0], tmp_path)
    assert "--xip-cache" not in plain.watch.options()


def test_the_flash_cache_is_for_recordings(tmp_path: Path) -> None:
    text = LAB_TOML.replace('name = "fast"', 'name = "fast"\nxip_cache = 80')
    message = r'case fast: xip_cache has no effect on metric size, from = "console"; measure it in'
    with pytest.raises(LabError, match=message):
        load_lab(write_repository(tmp_path, text), "demo")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"switch"',
            '"swich"',
            r"metrics\[1\].row\[0\]: signals do not show swich; take one of scan_full",
        ),
        ('"overview"', '"overvew"', r"unknown picture overvew; take one of overview, scan"),
        ("see.over", "# see.over", "picture overview needs see, and see a picture; give both"),
        ("see.overview", "see.overvew", "picture overv.*w needs see, and see a picture; give both"),
        ("{pins.switch}", "{pins.swich}", "case pins: see: no metric pins.swich; take one of"),
        ('"slow"]', '"slwo"]', "metric switch: no case slwo; take one of slow, fast, pins"),
        ("scan = 18\n", "", r"signals\.scan: this key is missing; add it"),
        ("= 100", "= 0", r"signals\.milliseconds"),
        ('"signals"', '"signals"\ncycle = 1', "cycle is for traces and instructions; remove it"),
        ('"signals"', '"signals"\ntargets = ["host"]', "needs rp2040 as only target"),
        ('pictures = ["overview"]', "xip_cache = true", r"case\[2\].xip_cache: .*valid integer"),
        ('pictures = ["overview"]', "xip_cache = 0", r"case\[2\].xip_cache: .*or equal to 1"),
    ],
)
def test_a_mistake_in_signals_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    root = write_repository(tmp_path, LAB_TOML + SIGNALS.replace(old, new, 1))
    with pytest.raises(LabError, match=message):
        load_lab(root, "demo")


COMPARISON = """
[comparison]
title = "Two kernels"
see = "The second takes {fast.size} bytes."
published = "paper"
kernels = ["one", "another"]
line = [{ name = "size, bytes", cells = ["slow.size", "fast.size"] }]
"""


def test_a_comparison(tmp_path: Path) -> None:
    table = load_lab(write_repository(tmp_path, LAB_TOML + COMPARISON), "demo").comparison
    assert table is not None
    assert (table.published, table.kernels) == ("paper", ("one", "another"))
    assert [line.cells for line in table.line] == [("slow.size", "fast.size")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"slow.size"', '"slow.siez"', r"comparison: no metric slow\.siez; take one of"),
        ("{fast.size}", "{fast.siez}", r"comparison: see: no metric fast\.siez; take one of"),
        ('"slow.size", ', "", "line size, bytes and kernels differ in length; give one each"),
        ('kernels = ["one", "another"]', "kernels = []", r"comparison\.kernels: .*at least 1"),
    ],
)
def test_a_mistake_in_a_comparison_is_named(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert COMPARISON.count(old) == 1
    root = write_repository(tmp_path, LAB_TOML + COMPARISON.replace(old, new))
    with pytest.raises(LabError, match=message):
        load_lab(root, "demo")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "A title"', "", "labs/demo/lab.toml: title: this key is missing; add it"),
        ("figure =", "figur =", "lab.toml: figur: unknown key; remove it, or correct"),
        ("[[derived]]", "[[derived]", "lab.toml: .*line 26.*; write it in TOML"),
        (
            'from = "console", max',
            'from = "consol", max',
            r"case\[0\].metric\[1\].from: .*'cycles', 'steps', 'masked', 'signals' or 'linux'",
        ),
        ("cycle = 0", "cycle = -1", r"case\[0\].metric\[0\].cycle: .*greater than or equal to 0"),
        ("expect = 2", 'expect = "2"', r"case\[0\].metric\[0\].expect"),
        (
            "expect = 2",
            "expect = 2, min = 1",
            r"metric\[0\]: expect excludes min and max; keep one",
        ),
        ("expect = 2", "tolerance = 1", "tolerance needs expect; for a range give min and max"),
        ("max = 100", "max = 1, min = 2", "min 2 is above max 1; swap them"),
        ('"yields", unit', '"yeilds", unit', "unknown statistic yeilds; take one of switches"),
        (
            'from = "trace"',
            'thread = "T", statistic = "ticks", from = "trace"',
            "unknown statistic ticks",
        ),
        ("max = 100", "cycle = 1", "cycle is for traces and instructions; remove it"),
        ("max = 100", 'thread = "T"', 'statistic and thread need from = "trace"'),
        (
            'from = "console", max = 100',
            'from = "instructions"',
            "needs cycle, and microbit or mps2-an385 or virt-riscv32 as only",
        ),
        ('"slow"\ntitle', '"fast"\ntitle', "lab.toml: case: fast occurs twice; rename one"),
        ('case = "fast"', 'case = "fsat"', "metric size: no case fsat; take one of slow, fast"),
        (
            '"size", unit = "bytes", from = "console", max = 100',
            '"yields", unit = "", from = "console"',
            "case slow: metric yields occurs twice for host; rename",
        ),
        (
            '"slow.size"',
            '"slow.siez"',
            "derived size_ratio: no metric slow.siez; take one of fast.size",
        ),
        ('"slow.size"', '"size"', r"derived\[0\].numerator: .*pattern"),
        ("max = 100", 'targets = ["hots"]', r"targets\[0\]: .*'rp2040', 'ibex', 'linux'"),
        ('unit = "bytes"\nrow', 'unit = "bytes"\ntargets = ["host"]\nrow', None),
        ('name = "size" }', 'name = "size", unit = "octets" }', None),
        ('unit = "bytes"\nrow', "row", r"metrics\[0\].row\[0\].unit: this key is missing"),
        ("row = [", "rows = [", r"metrics\[0\].row: this key is missing; add it"),
        ("{ case", "5, { case", r"metrics\[0\].row\[0\]: .*dictionary"),
        ("min = 1.5", "min = 1.5\ntargets = []", "not measured on the same target; correct"),
        (
            '"size" },\n]\n\n[[derived]]',
            '"size", from = "instructions", cycle = 0 },\n]\n\n[[derived]]\ntargets = ["host"]',
            "derived size_ratio: its numbers are not measured on the same target",
        ),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, old: str, new: str, message: str | None) -> None:
    assert LAB_TOML.count(old) >= 1
    root = write_repository(tmp_path, LAB_TOML.replace(old, new, 1))
    if message is None:
        load_lab(root, "demo")
        return
    with pytest.raises(LabError) as caught:
        load_lab(root, "demo")
    assert re.search(message, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


def test_there_is_no_such_lab(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="unknown lab x; take one of demo"):
        load_lab(write_repository(tmp_path), "x")
    with pytest.raises(LabError, match=r"write labs/NAME/lab\.toml"):
        load_lab(tmp_path / "empty", "x")


@pytest.mark.parametrize(
    ("check", "accepted", "refused"),
    [
        (Check(), [-1, 0, 1e9], []),
        (Check(paper=3), [4], []),
        (Check(expect=3), [3, 3.0], [2, 4, 3.1]),
        (Check(expect=3, tolerance=0.5), [2.5, 3.5], [2.4, 3.6]),
        (Check(min=1), [1, 2], [0.9]),
        (Check(max=1), [1, 0], [1.1]),
        (Check(min=1, max=2), [1, 2], [0, 3]),
    ],
)
def test_what_a_check_accepts(check: Check, accepted: list[float], refused: list[float]) -> None:
    assert all(check.accepts(number) for number in accepted)
    assert not any(check.accepts(number) for number in refused)


def test_the_console_protocol() -> None:
    console = parse_console(
        "hello\nresult ticks 12\nresult ratio -1.25\n"
        "counter switches 3\nthread-counter A switches 2\nresulting in 4\n",
        "demo",
    )
    assert dict(console.results) == {"ticks": 12, "ratio": -1.25}
    assert dict(console.counters) == {("", "switches"): 3, ("A", "switches"): 2}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("result ticks", "print 'result NAME NUMBER'"),
        ("result ticks 1e3", "print 'result NAME NUMBER'"),
        ("result ticks 1 2", "print 'result NAME NUMBER'"),
        ("thread-counter switches 1", "print 'thread-counter THREAD NAME COUNT'"),
        ("counter swtiches 1", "unknown counter swtiches; take one of switches"),
        ("counter switches 1.5", "print 'counter NAME COUNT'"),
        ("result twice 1\nresult twice 1", "twice was printed before"),
    ],
)
def test_a_line_that_is_not_understood(line: str, message: str) -> None:
    with pytest.raises(LabError, match=message) as caught:
        parse_console(f"\n{line}\n", "demo")
    assert "demo: output line" in str(caught.value)


@given(st.text())
def test_any_output_is_read_or_refused(output: str) -> None:
    with contextlib.suppress(LabError):
        parse_console(output, "demo")
