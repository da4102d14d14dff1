# SPDX-License-Identifier: Apache-2.0
"""Goal: help sets up nothing, a command sets up its part, and repairs an interrupted set-up.

Method: a checkout with the real scripts, on a machine whose python3, npm, apt-get and dpkg only
record their arguments. A file makes one of them slow, so that it can be interrupted.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from limen.cli.commands import COMMANDS, GROUPS
from limen.made_by import made_by
from limen.parts import parts, parts_of

ROOT = Path(__file__).resolve().parents[3]
FILES = (
    *("limen", "scripts/setup", "tools/requirements.lock", "viewer/package-lock.json"),
    *("tools/emulator/package-lock.json", "tools/src/limen/__init__.py"),
    "tools/src/limen/cli/help.txt",
)
SYSTEM = (
    *(
        "basename",
        "bash",
        "cat",
        "cmp",
        "cp",
        "cut",
        "date",
        "dirname",
        "echo",
        "find",
        "flock",
        "git",
    ),
    *("grep", "mkdir", "paste", "readlink", "rm", "sed", "sh", "sleep", "sort", "tail", "touch"),
    *("tr", "uname", "wc", "xargs"),
)
INTERRUPTED = 130
# A command that records its arguments, and sleeps for the time in a file.
FAKE = """#!/bin/bash
echo "$(basename "$0") $*" >>"{log}"
[ ! -e "{slow}-$(basename "$0")" ] || sleep "$(cat "{slow}-$(basename "$0")")"
echo "$(basename "$0") done" >>"{log}"
"""
# A fake command that also creates the environment: it copies itself to .venv/bin/python.
PYTHON = """#!/bin/bash
case "$*" in -c*) exit 0 ;; -) cat >/dev/null; exit 0 ;; esac
{fake}
case "$*" in
*venv*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
esac
"""


@dataclass(frozen=True)
class Machine:
    """A checkout, and the commands in PATH."""

    root: Path

    @property
    def log(self) -> Path:
        return self.root / "log"

    @property
    def said(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def add(self, name: str, body: str = FAKE) -> None:
        command = self.root / "bin" / name
        fake = FAKE.format(log=self.log, slow=self.root / "slow")
        command.write_text(fake if body is FAKE else body.format(fake=fake))
        command.chmod(0o755)

    def slow(self, name: str, seconds: float) -> None:
        (self.root / f"slow-{name}").write_text(str(seconds))

    def quick(self, name: str) -> None:
        (self.root / f"slow-{name}").unlink()

    def start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["/bin/bash", *words],
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"PATH": str(self.root / "bin"), **variables},
            start_new_session=True,
        )

    def run(self, *words: str, **variables: str) -> tuple[int, str]:
        with self.start(*words, **variables) as process:
            output = process.communicate()[0]
        return process.returncode, output

    def wait_for(self, line: str) -> None:
        deadline = time.monotonic() + 20
        while not any(re.search(line, said) for said in self.said):
            assert time.monotonic() < deadline, self.said
            time.sleep(0.02)


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """Return a machine without any of Limen's requirements."""
    (tmp_path / "bin").mkdir()
    for name in FILES:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((ROOT / name).read_bytes())
        file.chmod((ROOT / name).stat().st_mode)
    for name in SYSTEM:
        (tmp_path / "bin" / name).symlink_to(f"/usr/bin/{name}")
    return Machine(tmp_path)


@pytest.fixture
def machine(bare: Machine) -> Machine:
    """Return a machine that lacks only the packages of Python."""
    for name in (
        "cmake",
        "ninja",
        "gcc",
        "g++",
        "npm",
        "node",
        "clang",
        "wasm-ld",
        "wasm-opt",
        "zopfli",
    ):
        bare.add(name)
    bare.add("python3", PYTHON)
    return bare


def test_help_and_mistakes_need_neither_python_nor_a_set_up(bare: Machine) -> None:
    text = (bare.root / "tools/src/limen/cli/help.txt").read_text()
    assert bare.run("limen", "--help") == (0, text)
    assert bare.run("limen") == (2, f"{text}limen: No command is given; see limen --help\n")
    for word, kind in (("bogus", "command"), (".*", "command"), ("--bogus", "option")):
        problem = f"limen: No such {kind} '{word}'; see limen --help\n"
        assert bare.run("limen", word) == (2, problem)
    status, said = bare.run("limen", "trace", "--help")
    assert (status, said.count("\n")) == (2, 1)
    assert "needs Python 3.11" in said
    assert bare.said == []
    assert not (bare.root / ".venv").exists()


def test_doctor_sets_up_nothing(machine: Machine) -> None:
    assert machine.run("limen", "doctor")[0] == 0
    assert machine.said == ["python3 -P -m limen doctor", "python3 done"]
    assert not (machine.root / ".venv").exists()


def test_the_version_is_what_results_say() -> None:
    done = subprocess.run([ROOT / "limen", "--version"], check=True, capture_output=True, text=True)
    assert done.stdout == f"{made_by()}\n"


@pytest.mark.parametrize(
    ("part", "there", "not_there"),
    [
        ("traces", {"cmake", "g++", "python3-dev"}, {"clang", "npm", "gcc-arm-none-eabi"}),
        (
            "pages",
            {"cmake", "clang", "lld", "binaryen", "npm", "nodejs", "zopfli"},
            {"chromium-headless-shell", "gcc-arm-none-eabi"},
        ),
        ("targets", {"gcc-arm-none-eabi", "qemu-system-arm"}, {"chromium-headless-shell", "npm"}),
        (
            "all",
            {"chromium-headless-shell", "gcc-arm-none-eabi", "nodejs"},
            {"gcc-aarch64-linux-gnu", "firefox-esr"},
        ),
    ],
)
def test_a_part_names_its_packages(
    bare: Machine, part: str, there: set[str], not_there: set[str]
) -> None:
    for words in ((part,), ("--check", part)):
        status, said = bare.run("scripts/setup", *words)
        packages = set(said.replace(";", " ").split())
        assert status == 2
        assert there <= packages
        assert packages.isdisjoint(not_there)


def test_a_check_installs_nothing(machine: Machine) -> None:
    for words, variables in ((("--check", "labs"), {}), (("labs",), {"LIMEN_NO_SETUP": "1"})):
        status, said = machine.run("scripts/setup", *words, **variables)
        assert status == 2
        assert said.startswith("setup: missing: ")
        assert "labs" in said
    assert not (machine.root / ".venv").exists()


def test_a_part_is_installed_once(machine: Machine) -> None:
    machine.add("g++", "#!/bin/bash\nexit 0\n")
    status, said = machine.run("scripts/setup", "labs")
    assert status == 0, said
    assert "setup: installing packages of Python" in said
    assert "labs (" in said
    assert (machine.root / ".venv/parts/labs").read_text().count("pydantic==") == 1
    assert machine.run("scripts/setup", "labs") == (0, "")
    machine.log.unlink()
    assert machine.run("scripts/setup", "traces")[0] == 0
    assert machine.said == []  # the parts that are there stay


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_environment_that_was_interrupted_is_made_anew(machine: Machine, number: int) -> None:
    machine.slow("python", 60)
    with machine.start("scripts/setup", "traces") as process:
        machine.wait_for("^python .*install")
        process.send_signal(number)
        assert process.wait() == INTERRUPTED
    assert (machine.root / ".venv/unfinished").exists()
    machine.quick("python")
    machine.log.unlink()
    assert machine.run("scripts/setup", "traces")[0] == 0
    assert any("venv --clear" in line for line in machine.said)
    assert not (machine.root / ".venv/unfinished").exists()


def test_what_a_killed_set_up_has_started_is_waited_for(machine: Machine) -> None:
    machine.slow("python", 2)
    with machine.start("scripts/setup", "traces") as process:
        machine.wait_for("^python .*install")
        process.kill()
        process.wait()
        status, said = machine.run("scripts/setup", "traces")
    assert status == 0, said
    assert said.startswith("setup: waiting for another set-up of this folder\n")
    assert not (machine.root / ".venv/unfinished").exists()
    assert (machine.root / ".venv/parts/traces").exists()


def test_dpkg_is_not_interrupted(machine: Machine) -> None:
    machine.add("id", "#!/bin/bash\necho 0\n")
    (machine.root / "bin/g++").unlink()
    for name in ("apt-get", "dpkg"):
        machine.add(name)
    machine.slow("apt-get", 1)
    with machine.start("scripts/setup", "traces") as process:
        machine.wait_for("^apt-get install")
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate()[0]
    assert process.returncode == INTERRUPTED
    assert re.search(r"^setup: installing \d+ Debian packages, .*g\+\+", said, re.MULTILINE)
    assert "goes on to its end" in said
    assert machine.said[-1] == "apt-get done"


def test_what_an_interrupted_dpkg_left_is_completed(machine: Machine) -> None:
    machine.add("id", "#!/bin/bash\necho 0\n")
    (machine.root / "bin/g++").unlink()
    complete = machine.root / "complete"
    machine.add("dpkg", f"{{fake}}\n>{complete}\n")
    compiler = machine.root / "bin/g++"
    machine.add(
        "apt-get",
        f'{{fake}}\n[ "$1" = update ] || [ -e {complete} ] || exit 100\n'
        f'[ "$1" = update ] || cp "$(type -P cmake)" {compiler}\n',
    )
    status, said = machine.run("scripts/setup", "traces")
    assert status == 0, said
    calls = [line.split()[:2] for line in machine.said if not line.endswith("done")]
    install, configure = ["apt-get", "install"], ["dpkg", "--configure"]
    assert [call for call in calls if call in (install, configure)] == [install, configure, install]


def test_what_other_checkouts_share_is_left_alone(machine: Machine, tmp_path: Path) -> None:
    shared = tmp_path / "shared/kept"
    shared.mkdir(parents=True)
    (machine.root / ".venv").symlink_to(shared.parent)
    status, said = machine.run("scripts/setup", "traces")
    assert (status, said.count("\n")) == (2, 1)
    assert f"set up {shared.parent}" in said
    assert shared.is_dir()
    assert machine.said == []


def test_a_command_sets_up_only_traces_by_itself(machine: Machine) -> None:
    setup = machine.root / "scripts/setup"
    setup.write_text('#!/bin/sh\necho "part $*"\nexit 3\n')
    for words in (["trace", "info", "x"], ["analyze", "x"], ["lab", "run"]):
        assert machine.run("limen", *words) == (3, "part traces\n")


def test_the_lock_names_each_part() -> None:
    known = {part.name for part in parts()}
    assert known >= {"traces", "analysis", "sql", "labs", "sweep", "notebooks", "tests"}
    places = [place for names in (COMMANDS, *GROUPS.values()) for place in names.values()]
    functions = [place.split(":") for place in places]
    needed = {
        name
        for module, function in functions
        for name in parts_of(getattr(import_module(f"limen.cli.{module}"), function))
    }
    assert needed
    assert needed <= known
