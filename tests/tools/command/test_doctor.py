# SPDX-License-Identifier: Apache-2.0
"""Goal: a user sees the missing parts with their purpose and the command that installs them.

Method: the test fills a folder in PATH with the commands of the machine. The packages of the doctor
are compared with those that scripts/setup installs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from limen.cli.doctor import doctor
from limen.doctor import PURPOSES, Need, Purpose
from limen.doctor.examine import Found, Report, examine
from limen.doctor.purposes import Kind

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "tools/src"
DONE, MISSING, BAD = 0, 1, 2
ROW = re.compile(r"^([a-z0-9+_-]+) +([a-z0-9+-]+)$", re.MULTILINE)


def ask(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "limen", "doctor", *words]
    variables = {**os.environ, "PATH": str(path), "PYTHONPATH": str(SOURCES)}
    return subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False
    )


def put(folder: Path, name: str, said: str) -> None:
    command = folder / name
    command.write_text(f"#!/bin/sh\necho '{said}'\n")
    command.chmod(0o755)


def test_what_is_missing_is_named_with_its_package(tmp_path: Path) -> None:
    put(tmp_path, "gdb", "GNU gdb (Debian 99.5-3) 13.1")
    done = ask(tmp_path, "gdb", "--json")
    assert done.returncode == MISSING
    (report,) = json.loads(done.stdout)
    assert report["possible"] is False
    shown = {need["name"]: need for need in report["needs"]}
    assert (shown["gdb"]["there"], shown["gdb"]["version"]) == (True, "13.1")
    assert shown["gdb-multiarch"]["there"] is False
    assert shown["gdb-multiarch"]["install"] == "apt-get install gdb-multiarch"
    assert "gdb-multiarch (for gdb): apt-get install gdb-multiarch" in ask(tmp_path, "gdb").stdout


def test_what_is_there_is_possible(tmp_path: Path) -> None:
    for name in ("gdb", "gdb-multiarch"):
        put(tmp_path, name, "GNU gdb 13.1")
    assert ask(tmp_path, "gdb").returncode == DONE
    assert ask(tmp_path, "gdb", "signals").returncode == MISSING


@pytest.mark.parametrize(("said", "status"), [("v18.0.1", DONE), ("v16.20.0", MISSING)])
def test_a_version_can_be_too_old(tmp_path: Path, said: str, status: int) -> None:
    put(tmp_path, "node", said)
    put(tmp_path, "cmake", "cmake version 3.25.1")
    put(tmp_path, "ninja", "1.11.1")
    put(tmp_path, "arm-none-eabi-gcc", "/arm-none-eabi-gcc 12.2")
    assert ask(tmp_path, "rp2040").returncode == status


def test_reading_traces_needs_no_command(tmp_path: Path) -> None:
    asked = {need.kind for purpose in PURPOSES[:3] for need in purpose.needs}
    assert asked == {Kind.MODULE, Kind.FILE}
    done = ask(tmp_path, "--json")
    assert done.returncode == DONE  # nothing was requested
    possible = {report["purpose"] for report in json.loads(done.stdout) if report["possible"]}
    assert "host" not in possible
    assert "pages" in possible


def test_a_checkout_installs_packages_of_python_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Need(Kind.MODULE, "nosuch", "pip install nosuch")
    report = Report(Purpose("sql", "ask", (package,)), (Found(package, is_there=False),))
    monkeypatch.setattr("limen.doctor.examine.examine", lambda *_: [report])
    doctor()
    said = capsys.readouterr().out
    assert "on first use" in said.split("nosuch", 1)[0]
    assert "nosuch (for sql): installed on first use\n" in said
    monkeypatch.setattr("limen.cli.doctor.parts", list)  # as in a wheel
    doctor()
    assert "nosuch (for sql): pip install nosuch\n" in capsys.readouterr().out


def test_a_purpose_that_is_unknown_is_refused(tmp_path: Path) -> None:
    done = ask(tmp_path, "nosuch")
    assert done.returncode == BAD
    assert done.stderr.startswith("limen: nosuch: ")
    assert "cortex-m" in done.stderr


def test_setup_installs_what_the_doctor_asks_for() -> None:
    setup = dict(ROW.findall((ROOT / "scripts/setup").read_text(encoding="utf-8")))
    assert setup["ninja"] == "ninja-build"
    wanted = {
        need.name: need.install.split()[-1]
        for purpose in PURPOSES
        for need in purpose.needs
        if need.kind is Kind.COMMAND and need.name in setup
    }
    assert wanted == {name: setup[name] for name in wanted}
    assert set(setup) - set(wanted) <= {
        "python3",
        "pkg-config",  # for tests of other build systems
        "aarch64-linux-gnu-gcc",
        "qemu-aarch64",
        *("firefox-esr", "cppcheck", "clang-19", "llvm-cov-19"),  # for the long tests
        *("frama-c", "why3", "cvc4"),  # for docs/proofs.md
        "spin",  # for the model of several cores
        "z3",  # for docs/proofs.md
    }


def test_this_machine_can_do_all_that_the_tests_need() -> None:
    reports = examine(PURPOSES, ROOT)
    assert {need.name for report in reports for need in report.missing} <= {
        "riscv64-unknown-elf-gcc",
        "picolibc.specs",
        "qemu-system-riscv32",
        "verilator",
        "pythondata_cpu_ibex",
    }
