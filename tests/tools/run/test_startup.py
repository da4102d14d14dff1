# SPDX-License-Identifier: Apache-2.0
"""Goal: help works before anything is installed, and short commands answer quickly.

Method: the modules that a command has loaded are counted, because times differ from run to run.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from limen.choices import FORMS
from limen.cli.commands import COMMANDS, GROUPS, HELP, help_of, resolve

ROOT = Path(__file__).parents[3]
LIMEN_TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
THREADX_TRACE = ROOT / "examples/traces/threadx-wp_pts.trx"
# Large libraries, and modules of other commands.
LARGE = (
    "drs",
    "duckdb",
    "elftools",
    "jsonschema",
    "matplotlib",
    "pandas",
    "pyarrow",
    "tomlkit",
    "vcd",
    "limen.bench",
    "limen.lab",
    "limen.page",
    "limen.system",
    "limen.trace.convert",
    "limen.trace.sql",
)
MODULES_MOST = 450
LOADED = """
import sys
from limen.cli import app
app(sys.argv[1:])
print(*sorted(sys.modules), file=sys.stderr)
"""


def loaded(*words: str | Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *map(str, words)], check=True, capture_output=True, text=True
    )
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("trace", [LIMEN_TRACE, THREADX_TRACE])
@pytest.mark.parametrize("command", ["info", "stats", "dump", "why"])
def test_a_question_loads_little(command: str, trace: Path) -> None:
    modules = loaded("trace", command, trace, "--json")
    assert modules.isdisjoint(LARGE)
    assert len(modules) < MODULES_MOST, f"{len(modules)} modules"


def test_a_command_about_traces_loads_only_its_own_module() -> None:
    modules = loaded("trace", "info", LIMEN_TRACE)
    own = {name for name in modules if name.startswith("limen.cli.trace_")}
    assert own == {"limen.cli.trace_info", "limen.cli.trace_window"}


@pytest.mark.parametrize("command", ["info", "findings", "stats", "dump", "why"])
def test_reading_traces_needs_numpy_alone(command: str) -> None:
    """The packages outside of the standard library are those of the part `traces`."""
    modules = {name.partition(".")[0] for name in loaded("trace", command, LIMEN_TRACE)}
    others = {name for name in modules - sys.stdlib_module_names if not name.startswith("_")}
    assert others == {"limen", "limen_engine", "numpy"}


def test_running_a_program_needs_the_standard_library_alone(tmp_path: Path) -> None:
    """Neither numpy nor the engine, also for a program that saves its trace."""
    words = ("run", "station", "--trace", tmp_path / "station.limen")
    modules = {name.partition(".")[0] for name in loaded(*words)}
    others = {name for name in modules - sys.stdlib_module_names if not name.startswith("_")}
    assert others == {"limen"}


def paths() -> list[list[str]]:
    groups = [[name, one] for name, names in GROUPS.items() for one in names]
    return [[], *([name] for name in (*COMMANDS, *GROUPS)), *groups]


@pytest.mark.parametrize("words", paths(), ids=" ".join)
def test_help_needs_the_standard_library_alone(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", LOADED, *words, "--help"],
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "tools/src"), "PATH": ""},
    )
    assert done.stdout.startswith(f"Usage: {' '.join(['limen', *words])}")
    modules = {name.partition(".")[0] for name in done.stderr.split()}
    assert modules - sys.stdlib_module_names == {"__main__", "limen"}


def listed() -> dict[str, str]:
    rows = re.findall(r"^  ([a-z]+) +(.*)$", HELP.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows)


def test_help_lists_each_command_with_its_first_sentence() -> None:
    assert sorted(listed()) == sorted([*COMMANDS, *GROUPS])
    for name, place in COMMANDS.items():
        module, function = place.split(":")
        said = getattr(import_module(f"limen.cli.{module}"), function).__doc__
        assert " ".join(said.split()).startswith(listed()[name]), name


def test_help_of_convert_names_each_form() -> None:
    text = help_of(resolve(["trace", "convert"]))
    assert all(form in text for form in FORMS)
