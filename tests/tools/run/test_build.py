# SPDX-License-Identifier: Apache-2.0
"""Goal: a build configures once, keeps the output of CMake, and reports a failure in one line.

Method: a script that the test defines replaces cmake in PATH.
"""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from limen.builds.lock import locked
from limen.errors import RunError
from limen.run import build, target_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOST = target_named("host")
CONFIGURE = "--preset) mkdir -p build/host/bin && : >>build/host/build.ninja;;"


@pytest.fixture
def cmake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that puts a cmake on the path.

    Its actions are branches of a shell's case "$1".
    """

    def put(actions: str) -> None:
        program = tmp_path / "path/cmake"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "$@" >>calls\ncase "$1" in\n{actions}\nesac\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")

    return put


def test_it_configures_once_and_builds(cmake: Callable[[str], None], tmp_path: Path) -> None:
    cmake(f"{CONFIGURE}\n--build) echo linking x; : >build/host/bin/x;;")
    lines: list[str] = []
    for _ in range(2):
        built = build(tmp_path, HOST, ["x"], lines.append)
        assert built == {"x": tmp_path / "build/host/bin/x"}
    assert (tmp_path / "calls").read_text().splitlines() == [
        "--preset host",
        "--build --preset host --target x",
        "--build --preset host --target x",
    ]
    assert lines == ["linking x"] * 2
    assert (tmp_path / "build/log/host.log").read_text() == "linking x\n"


def test_another_folder_takes_all_that_is_built(
    cmake: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "built"
    cmake(f"--preset) mkdir -p {built}/host/bin;;\n--build) : >{built}/host/bin/x;;")
    monkeypatch.setenv("LIMEN_BUILD", str(built))
    assert build(tmp_path, HOST, ["x"], print) == {"x": built / "host/bin/x"}
    assert (tmp_path / "calls").read_text().splitlines() == [
        f"--preset host -B {built}/host",
        f"--build {built}/host --target x",
    ]
    assert not (tmp_path / "build").exists()


def test_nobody_waits_in_a_folder_that_is_only_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with locked(tmp_path / "lock"):
        assert not (tmp_path / "lock").exists()


def test_two_builds_of_one_folder_wait_for_each_other(
    cmake: Callable[[str], None], tmp_path: Path
) -> None:
    work = "mkdir alone || exit 1; sleep 0.2; : >build/host/bin/x; rmdir alone"
    cmake(f"{CONFIGURE}\n--build) {work};;")
    with ThreadPoolExecutor(2) as pool:
        built = list(pool.map(lambda _: build(tmp_path, HOST, ["x"], print), range(2)))
    assert built == [{"x": tmp_path / "build/host/bin/x"}] * 2


def test_what_went_wrong_is_told_in_one_line(cmake: Callable[[str], None], tmp_path: Path) -> None:
    cmake(f"{CONFIGURE}\n--build) echo gcc -Werror; echo 'a.c:1: error: what?'; exit 1;;")
    with pytest.raises(RunError) as caught:
        build(tmp_path, HOST, ["x"], print)
    assert str(caught.value) == (
        "cmake --build --preset host --target x: it failed and said: a.c:1: error: what?; "
        "correct that; the whole output is in build/log/host.log"
    )
    assert "gcc -Werror" in (tmp_path / "build/log/host.log").read_text()


def test_a_compiler_that_is_missing_is_named(cmake: Callable[[str], None], tmp_path: Path) -> None:
    said = "The CMAKE_C_COMPILER:\\n\\n    arm-none-eabi-gcc\\n\\n  is not a full path"
    cmake(f"--preset) printf '{said}'; exit 1;;")
    with pytest.raises(RunError, match=r"arm-none-eabi-gcc: it is not installed; `limen doctor"):
        build(tmp_path, HOST, ["x"], print)


def test_a_program_that_is_only_for_other_targets(
    cmake: Callable[[str], None], tmp_path: Path
) -> None:
    said = "refused: it has user threads\\nremedy: take another target\\nninja: stopped"
    cmake(f"{CONFIGURE}\n--build) printf '{said}'; exit 1;;")
    with pytest.raises(RunError) as caught:
        build(tmp_path, HOST, ["x"], print)
    assert str(caught.value) == "x: it has user threads; take another target"


def test_a_target_that_is_no_program(cmake: Callable[[str], None], tmp_path: Path) -> None:
    cmake(f"{CONFIGURE}\n--build) ;;")
    with pytest.raises(RunError, match=r"build/host/bin/x: CMake built something, but not this"):
        build(tmp_path, HOST, ["x"], print)


def test_a_program_that_does_not_exist_is_answered_with_the_nearest_and_with_all(
    cmake: Callable[[str], None], tmp_path: Path
) -> None:
    cmake(f"{CONFIGURE}\n--build) echo 'ninja: error: unknown target'; exit 1;;")
    rule = "build bin/{0}: C_EXECUTABLE_LINKER__{0}_RelWithDebInfo {0}.o\n"
    names = ("example-hello", "lab-demo", "test-queue")
    folder = tmp_path / "build/host"
    folder.mkdir(parents=True)
    (folder / "build.ninja").write_text("".join(map(rule.format, names)))
    there = "take one of example-hello, lab-demo, or one of tests"
    for name, meant in (("example-helo", "do you mean example-hello? "), ("xyz", "")):
        with pytest.raises(RunError) as caught:
            build(tmp_path, HOST, [name], print)
        problem = f"{name}: unknown program for host"
        assert str(caught.value) == f"{problem}; {meant}{there}"
