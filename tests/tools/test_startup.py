# SPDX-License-Identifier: Apache-2.0
"""Goal: a short question about a trace has a quick answer, on a machine without other compilers.

Method: the modules that a command has loaded are counted, because times differ from run to run;
what would be set up ahead of it is asked for where nothing is installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from limen import cli

ROOT = Path(__file__).parents[2]
LIMEN_TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
THREADX_TRACE = ROOT / "examples/traces/threadx-wp_pts.trx"
# Large libraries, and what other commands load.
LARGE = (
    "drs",
    "duckdb",
    "elftools",
    "jsonschema",
    "matplotlib",
    "pandas",
    "pyarrow",
    "tomlkit",
    "typer.rich_utils",
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
    assert "rich" not in modules
    assert len(modules) < MODULES_MOST, f"{len(modules)} modules"


def test_a_table_loads_what_draws_it() -> None:
    modules = loaded("trace", "info", LIMEN_TRACE)
    assert "rich.table" in modules
    assert modules.isdisjoint(LARGE)


def test_a_command_about_traces_loads_only_its_own_module() -> None:
    modules = loaded("trace", "info", LIMEN_TRACE)
    own = {name for name in modules if name.startswith("limen.cli.trace_")}
    assert own == {"limen.cli.trace_info", "limen.cli.trace_window"}


def test_help_names_all_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "limen", "trace", "--help"],
        check=True,
        capture_output=True,
        text=True,
    )
    for command in ("info", "stats", "why", "cut", "sql", "dump", "convert"):
        assert f" {command} " in done.stdout


def test_help_lists_each_command_in_its_part() -> None:
    limen = [sys.executable, "-m", "limen", "--help"]
    text = subprocess.run(limen, check=True, capture_output=True, text=True).stdout
    parts = re.findall(r"^╭─ (.*?) ─*╮$(.*?)^╰", text, re.MULTILINE | re.DOTALL)
    listed = {name: re.findall(r"^│ ([a-z]+)", rows, re.MULTILINE) for name, rows in parts[1:]}
    assert listed == {part: list(names) for part, names in cli._PARTS.items()}
    commands = [*cli._GROUPS, *cli._COMMANDS]
    assert sorted(commands) == sorted(name for names in listed.values() for name in names)


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A checkout without an environment, in which the set-up only says what it is asked for."""
    (tmp_path / "scripts").mkdir()
    (tmp_path / "limen").write_bytes((ROOT / "limen").read_bytes())
    setup = tmp_path / "scripts/setup"
    setup.write_text('#!/bin/sh\necho "part $1"\nexit 3\n')
    for program in (setup, tmp_path / "limen"):
        program.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["trace", "info", "x"], "tools"),
        (["--help"], "tools"),
        (["analyze", "x"], "tools"),
        (["lab", "run"], "all"),
        (["view", "x"], "pages"),
        (["run", "x"], "tools"),
    ],
)
def test_a_command_sets_up_only_what_it_needs(fresh: Path, words: list[str], part: str) -> None:
    done = subprocess.run([fresh / "limen", *words], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"part {part}\n")


def test_tools_need_neither_a_browser_nor_other_compilers(tmp_path: Path) -> None:
    """With few commands in reach, the set-up says which packages are missing."""
    (tmp_path / "tools/emulator").mkdir(parents=True)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "viewer").mkdir()
    (tmp_path / "bin").mkdir()
    setup = tmp_path / "scripts/setup"
    setup.write_bytes((ROOT / "scripts/setup").read_bytes())
    for name in ("dirname", "cat", "sha256sum", "echo", "xargs", "uname", "find"):
        (tmp_path / "bin" / name).symlink_to(f"/usr/bin/{name}")
    missing = {}
    for part in ("tools", "pages", "all"):
        done = subprocess.run(
            ["/bin/bash", setup, part],
            check=False,
            capture_output=True,
            text=True,
            env={"PATH": str(tmp_path / "bin")},
        )
        assert done.returncode == 2
        missing[part] = set(done.stderr.strip().partition("packages: ")[2].split())
    assert missing["tools"] == {
        *("cmake", "ninja-build", "gcc", "g++", "python3", "python3-venv", "python3-dev"),
    }
    assert missing["pages"] >= missing["tools"] | {"clang", "lld", "npm", "nodejs"}
    assert not missing["pages"] & {"chromium", "gcc-arm-none-eabi"}
    assert missing["all"] > missing["pages"] | {"chromium", "gcc-arm-none-eabi", "nodejs"}
