# SPDX-License-Identifier: Apache-2.0
"""Goal: a user's project uses Limen through its own build system.

Method: add_subdirectory and FetchContent compile only the linked libraries, and do not change the
flags of the project; test_projects.py builds such a project. One program prints the same lines with
an installed package, by find_package and by pkg-config, for the host and for a Cortex-M3 in one
prefix; and with a drop of the sources.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from visitor import (
    HERE,
    OUTPUT,
    OUTPUT_CPP,
    PAGE,
    PROGRAM,
    PROGRAM_CPP,
    ROOT,
    blocks,
    limen,
    run,
    section,
    shell,
)

from limen.builds.lock import locked

if TYPE_CHECKING:
    from pathlib import Path

CONSUMER = HERE / "consumer"
COMPILERS = {"host": "gcc", "mps2-an385": "arm-none-eabi-gcc"}
CONFIGURE = f"cmake -S {CONSUMER} -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DPROGRAMS={PROGRAM}"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the commands of the page. The libraries are built in the folders of the other tests."""
    folder = tmp_path_factory.mktemp("installed")
    commands = re.sub(r"library-([\w-]+)", rf"{ROOT}/build/\1", section("An installed package"))
    with locked(ROOT / "build/log/host.lock"), locked(ROOT / "build/log/mps2-an385.lock"):
        shell(commands, folder)
    check(folder / "producer_consumer", "host")
    check(folder / "producer_consumer-m3", "mps2-an385")
    return folder / "prefix"


def check(program: Path, target: str) -> None:
    """Check that it runs and saves a trace."""
    done = run(program, target, program.parent)
    assert (done.status, done.output) == (0, OUTPUT)
    assert done.trace is not None


@pytest.mark.parametrize("way", ["subdirectory", "fetch"])
def test_only_what_is_linked_is_compiled(way: str, tmp_path: Path) -> None:
    configure = f"{CONFIGURE} -B b -DWAY={way} -DLIMEN={ROOT} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
    shell(configure, tmp_path)
    plan = shell("ninja -C b -n", tmp_path)
    made = set(re.findall(r"CMakeFiles/([^/]+)\.dir/", plan))
    assert made <= {"producer_consumer", "limen-traced", "limen-board-objects"}
    commands = json.loads((tmp_path / "b/compile_commands.json").read_text())
    own = next(one["command"] for one in commands if one["file"] == str(PROGRAM))
    assert "-Wall" not in own


@pytest.mark.long("an installed package; add_subdirectory has the same targets")
@pytest.mark.parametrize("target", COMPILERS)
def test_find_package(target: str, prefix: Path, tmp_path: Path) -> None:
    command = f"{CONFIGURE} -B b -DWAY=package -DCMAKE_PREFIX_PATH={prefix} -DLIMEN_TARGET={target}"
    if target != "host":
        command += f" -DCMAKE_TOOLCHAIN_FILE={prefix}/lib/cmake/limen/arm-none-eabi.cmake"
    shell(f"{command} '-DPROGRAMS={PROGRAM};{PROGRAM_CPP}' && cmake --build b", tmp_path)
    check(tmp_path / "b/producer_consumer", target)
    done = run(tmp_path / "b/cpp", target, tmp_path)
    assert (done.status, done.output) == (0, OUTPUT_CPP)


@pytest.mark.long("an installed package; add_subdirectory has the same targets")
def test_threadx_is_in_the_package(prefix: Path, tmp_path: Path) -> None:
    sources = " ".join(str(file) for file in (ROOT / "examples/threadx/starter").glob("*.c"))
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(own LANGUAGES C)\n"
        "find_package(limen REQUIRED COMPONENTS host)\n"
        f"add_executable(starter {sources})\n"
        "target_compile_definitions(starter PRIVATE TX_ENABLE_EVENT_TRACE)\n"
        "target_link_libraries(starter PRIVATE limen::threadx)\n"
    )
    shell(f"cmake -G Ninja -B b -DCMAKE_PREFIX_PATH={prefix} && cmake --build b", tmp_path)
    said = shell("LIMEN_CLOCK=virtual b/starter", tmp_path)
    assert "sent 480, received 480\nerrors 0\n" in said


@pytest.mark.long("an installed package; add_subdirectory has the same targets")
@pytest.mark.parametrize(
    ("library", "example", "last"),
    [
        ("cmsis-rtos2", "cmsis-rtos2/station", "45 ms: 3 threads\n"),
        ("freertos", "freertos/starter", "130 ms: the end\n"),
        (
            "cmsis-rtos2 limen::freertos limen::threadx-mixed",
            "mixed",
            "30 ms: CMSIS-RTOS2 controls 3\n",
        ),
        ("freertos limen::record", "freertos/receiver", "50 ms: the end\n"),
    ],
)
def test_other_interfaces_are_in_the_package(
    library: str, example: str, last: str, prefix: Path, tmp_path: Path
) -> None:
    folder = ROOT / "examples" / example
    configuration = ROOT / "examples/freertos/starter"
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(own LANGUAGES C)\n"
        "find_package(limen REQUIRED COMPONENTS host)\n"
        f"add_executable(example {folder}/main.c)\n"
        f"target_include_directories(example PRIVATE {folder} {configuration})\n"
        f"target_link_libraries(example PRIVATE limen::{library})\n"
    )
    shell(f"cmake -G Ninja -B b -DCMAKE_PREFIX_PATH={prefix} && cmake --build b", tmp_path)
    assert shell("LIMEN_CLOCK=virtual b/example", tmp_path).endswith(last)
    assert (tmp_path / "trace.limen").is_file() or "record" not in library


# test_packages.py has a complete project.
@pytest.mark.long("an installed package; add_subdirectory has the same targets")
@pytest.mark.parametrize("block", [one for one in blocks("cmake", PAGE) if "project(" not in one])
def test_what_the_page_shows_for_cmake(block: str, prefix: Path, tmp_path: Path) -> None:
    head = "cmake_minimum_required(VERSION 3.22)\nproject(own LANGUAGES C)\n"
    program = f"add_executable(application {PROGRAM})\n"
    (tmp_path / "CMakeLists.txt").write_text(head + program + block)
    shell(f"cmake -G Ninja -B b -DCMAKE_PREFIX_PATH={prefix} && ninja -C b -n", tmp_path)


@pytest.mark.long("an installed package; add_subdirectory has the same targets")
@pytest.mark.parametrize(
    ("target", "complaint"),
    [
        ("mps2-an385", "is for the system Generic, and this build is for Linux; configure with"),
        ("rp2350", "rp2350 is not installed in .*, which has host, mps2-an385"),
        ("", "name one target: COMPONENTS with one of host, mps2-an385"),
    ],
)
def test_find_package_says_what_is_wrong(
    target: str, complaint: str, prefix: Path, tmp_path: Path
) -> None:
    command = f"{CONFIGURE} -B b -DWAY=package -DCMAKE_PREFIX_PATH={prefix} -DLIMEN_TARGET={target}"
    said = shell(f"! {command}", tmp_path)
    assert re.search(complaint, " ".join(said.split()))


@pytest.mark.long("an installed package; add_subdirectory has the same targets")
@pytest.mark.parametrize("target", COMPILERS)
def test_pkg_config_and_a_makefile(target: str, prefix: Path, tmp_path: Path) -> None:
    words = f"CC={COMPILERS[target]} LIBRARY=limen-traced-{target} PROGRAM={PROGRAM}"
    path = str(prefix / "lib/pkgconfig")
    shell(f"make -f {CONSUMER}/Makefile {words}", tmp_path, PKG_CONFIG_PATH=path)
    check(tmp_path / "consumer", target)


@pytest.mark.long("test_drop.py builds a drop for one target")
def test_a_drop_of_the_sources(tmp_path: Path) -> None:
    commands = section("A drop of the sources").replace("make", "make -j2")
    assert OUTPUT in shell(commands, tmp_path)
    for name, target in (("drop", "host"), ("drop-m3", "mps2-an385")):
        assert not re.search(rf"{ROOT}|/tmp", (tmp_path / name / "Makefile").read_text())
        check(tmp_path / name / "program", target)
    status, said = limen("export", "drop", folder=tmp_path)
    assert (status, "drop: the folder exists and is not empty; name" in said) == (2, True)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--board", "nowhere"], "--board: unknown target nowhere; take one of host"),
        (["--library", "limen-fast"], "--library: unknown value limen-fast; take one of limen,"),
    ],
)
def test_a_drop_that_cannot_be_made(words: list[str], complaint: str, tmp_path: Path) -> None:
    status, said = limen("export", "drop", *words, folder=tmp_path)
    assert (status, complaint in said, list(tmp_path.iterdir())) == (2, True, []), said
