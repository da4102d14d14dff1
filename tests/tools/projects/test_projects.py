# SPDX-License-Identifier: Apache-2.0
"""Goal: `limen new` makes projects and boards that work at once, and `limen` works in any project.

Method: the commands of docs/own-project.md run in an empty folder, and each file of a new project
is used: presets, test, tasks of the editor, packages of the container. Each mistake in limen.toml
gives one line with the file, the key and the remedy.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from visitor import BOARDS, ROOT, limen, section, shell

from limen.cli import main
from limen.cli.command import UsageError
from limen.cli.project import program_here
from limen.run import SAFETY_SECONDS
from limen.trace import read_trace
from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

PLACE = pytest.mark.long("test_pages.py makes and builds a project by the tutorial")
SAID = "20 outputs, the last one is 1037\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the folder of a new user, with a project, and with a board and a project for it."""
    folder = tmp_path_factory.mktemp("own")
    said = shell(section("A new project"), folder)
    assert said.count(SAID) == 3, said
    assert "100% tests passed" in said
    assert "regulator has a response time of at most" in said
    assert "sampler waits for its next release; regulator has been ready" in said
    assert SAID in shell(section("A board of your own"), folder)
    return folder


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a project that has not been built."""
    folder = tmp_path_factory.mktemp("fresh")
    assert limen("new", "app", "app", folder=folder)[0] == 0
    return folder


@PLACE
def test_the_files_for_an_editor(place: Path) -> None:
    tasks = json.loads((place / "app/.vscode/tasks.json").read_text())["tasks"]
    for task in tasks:
        if "mps2-an385" not in task["label"] or task["label"].startswith("build"):
            shell(task["command"], place / "app")
    launch, remote = json.loads((place / "app/.vscode/launch.json").read_text())["configurations"]
    program = launch["program"].replace("${workspaceFolder}", str(place / "app"))
    assert shell(program, place, LIMEN_CLOCK="virtual") == SAID
    assert launch["preLaunchTask"] in {task["label"] for task in tasks}
    (trace,) = (task for task in tasks if task["label"] == "trace mps2-an385")
    assert shell(trace["command"], place / "app").startswith(SAID)
    (server,) = (task for task in tasks if task["label"] == remote["preLaunchTask"])
    ready = server["problemMatcher"]["background"]["endsPattern"]
    check_debugger(server["command"], ready, remote, place / "app")


def check_debugger(command: str, ready: str, launch: dict[str, Any], folder: Path) -> None:
    """Check that the task starts an emulator for the debugger of the launch configuration."""
    with subprocess.Popen(
        ["bash", "-c", f"exec {command}"], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        while ready not in server.stderr.readline():
            assert server.poll() is None
        (setup,) = launch["setupCommands"]
        address = launch["miDebuggerServerAddress"].replace("${workspaceFolder}", str(folder))
        program = launch["program"].replace("${workspaceFolder}", str(folder))
        typed = (setup["text"], f"target remote {address}", "break main.c:observe", "continue")
        words = " ".join(f"-ex '{line}'" for line in (*typed, "limen threads", "disconnect"))
        said = shell(f"{launch['miDebuggerPath']} --batch {words} {program}", folder)
        server.terminate()
        server.wait(SAFETY_SECONDS)
    assert re.search(r"^observer .* running", said, re.MULTILINE), said


def test_a_project_elsewhere_takes_limen_from_a_folder_or_from_git(tmp_path: Path) -> None:
    assert limen("new", "app", "here", "--limen", ROOT, folder=tmp_path)[0] == 0
    assert f'limen = "{ROOT}"' in (tmp_path / "here/limen.toml").read_text()
    source = ("--limen", f"file://{ROOT}", "--tag", shell("git rev-parse HEAD", ROOT).strip())
    assert limen("new", "app", "there", *source, folder=tmp_path)[0] == 0
    shell("unset LIMEN; cmake --preset host && ninja -C build/host -n there", tmp_path / "there")


@PLACE
def test_traces_stay(place: Path) -> None:
    for target in ("host", "mps2-an385"):
        assert len(read_trace(place / f"app/build/{target}/app.limen")) > 0
    assert limen("run", "app", folder=place / "app") == (0, SAID)  # the program, not the folder
    status, said = limen("live", "app", "--no-browser", "-o", "live.limen", folder=place)
    assert (status, SAID in said, "events" in said) == (0, True, True), said
    assert len(read_trace(place / "live.limen")) > 0


@PLACE
def test_bench_compares_the_targets(place: Path) -> None:
    status, said = limen("bench", "app", "--json", folder=place)
    assert status == 0, said
    host, board = json.loads(said[said.index("{") :])["rows"]
    assert (host["target"], board["target"]) == ("host", "mps2-an385")
    assert host["switches"] == board["switches"]
    assert 0 < board["code"] < host["code"]


@pytest.mark.long("a board outside is found as one inside is")
def test_a_board_outside_runs_programs_of_the_repository(tmp_path: Path) -> None:
    words = ("run", "board-clock", "--target", "an386-systick")
    for delays in ("long", "short"):
        done = limen(*words, "--", delays, folder=ROOT, LIMEN_BOARD_PATH=str(BOARDS))
        assert done == (0, f"{delays} ok\n")
    status, said = limen(*words, folder=tmp_path)
    assert (status, "unknown target an386-systick" in said) == (2, True)


@pytest.mark.long("a board outside is found as one inside is")
def test_a_board_outside_is_compared_with_its_bounds(tmp_path: Path) -> None:
    system = ROOT / "examples/analysis/threads.toml"
    words = ("compare", system, "--target", "an386-systick", "--jobs", "60", "--json")
    status, said = limen(*words, folder=tmp_path, LIMEN_BOARD_PATH=str(BOARDS))
    assert status == 0, said
    rows = json.loads(said[said.index("{") :])["threads"]
    assert all(0 < row["simulated"] <= row["measured"] <= row["bound"] for row in rows)
    shutil.copytree(BOARDS / "an386-systick", tmp_path / "slow")
    file = tmp_path / "slow/board.cmake"
    file.write_text(file.read_text().replace("set(LM_CLOCK_HZ", "set(clock"))
    refused_words = ("generate", system, "--output", "p", "--target", "slow")
    status, said = limen(*refused_words, folder=tmp_path, LIMEN_BOARD_PATH=str(tmp_path))
    assert (status, "slow: the rate of its clock is not known; write set(LM" in said) == (2, True)
    assert not (tmp_path / "p").exists()


WITH_FPU = (("cortex-m4f", "0x20000000:4M"), ("cortex-m55", "0x30000000:512K"))
OF_ARMV8 = ("cortex-m33", "cortex-m55")
MORE_WITH_FPU = (("cortex-m7f", "0x20000000:4M"), ("cortex-m33", "0x38000000:2M"))


@pytest.mark.long("one more kernel, with the registers of mps2-an386")
@pytest.mark.parametrize(("cpu", "data"), [*WITH_FPU, *(MORE_WITH_FPU if IS_LONG else ())])
def test_a_new_board_with_fpu_keeps_floats_and_runs_its_project(
    cpu: str, data: str, tmp_path: Path
) -> None:
    name = f"own-{cpu}"
    assert limen("new", "board", name, "--cpu", cpu, "--data", data, folder=tmp_path)[0] == 0
    words = ("run", "conformance-floats", "--target", name)
    status, said = limen(*words, folder=ROOT, LIMEN_BOARD_PATH=str(tmp_path))
    assert status == 0, said
    if cpu in OF_ARMV8:
        assert limen("new", "app", "gauge", "--board", name, folder=tmp_path)[0] == 0
        assert limen("run", "gauge", "--target", name, folder=tmp_path) == (0, SAID)


@pytest.mark.skipif(not IS_LONG, reason="one more kernel, for memory where it is by default")
@pytest.mark.parametrize("cpu", OF_ARMV8)
def test_a_new_board_runs_its_project(cpu: str, tmp_path: Path) -> None:
    assert limen("new", "board", "own", "--cpu", cpu, folder=tmp_path)[0] == 0
    assert limen("new", "app", "gauge", "--board", "own", folder=tmp_path)[0] == 0
    assert limen("run", "gauge", "--target", "own", folder=tmp_path) == (0, SAID)


@pytest.mark.long("test_the_files_for_an_editor has a board of its own, too")
def test_a_new_board_is_a_chip_that_nobody_here_has_described(tmp_path: Path) -> None:
    machine = "-M netduinoplus2 -display none -monitor none -icount shift=6,align=off,sleep=off"
    chip = ("--cpu", "cortex-m4f", "--clock-hz", "168000000", "--code", "0x08000000:1M")
    options = (*chip, "--data", "0x20000000:128K", "--qemu", f"qemu-system-arm {machine}")
    assert limen("new", "board", "own-stm32", *options, folder=tmp_path)[0] == 0
    words = ("run", "board-clock", "--target", "own-stm32", "--", "long")
    done = limen(*words, folder=ROOT, LIMEN_BOARD_PATH=str(tmp_path))
    assert done == (0, "long ok\n")


@pytest.mark.long("a port that virt-riscv32 has too")
@pytest.mark.parametrize("bits", [32, 64])
def test_a_new_board_with_risc_v_runs_its_project(bits: int, tmp_path: Path) -> None:
    name = f"own-rv{bits}"
    assert limen("new", "board", name, "--cpu", f"rv{bits}imac", folder=tmp_path)[0] == 0
    assert limen("new", "app", "gauge", "--board", name, folder=tmp_path)[0] == 0
    assert limen("run", "gauge", "--target", name, folder=tmp_path) == (0, SAID)
    words = ("run", "board-clock", "--target", name, "--", "long")
    done = limen(*words, folder=ROOT, LIMEN_BOARD_PATH=str(tmp_path))
    assert done == (0, "long ok\n")


def test_a_board_with_risc_v_has_no_first_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["new", "board", str(tmp_path / "own"), "--cpu", "rv32imac", "--first-line", "3"]
    assert "--first-line: rv32imac has no interrupts for it" in complaint_of(words, capsys)
    assert not (tmp_path / "own").exists()


@PLACE
def test_commands_for_a_board(place: Path) -> None:
    settings = place / "station/limen.toml"
    text = settings.read_text()
    try:
        settings.write_text(f"{text}flash = \"sh -c 'test -f {{program}} && echo flashed'\"\n")
        status, said = limen("run", "station", "--target", "my-board", "--flash", folder=place)
        assert (status, said) == (0, "flashed\n")
        status, said = limen("run", "station", "--target", "my-board", "--debug", folder=place)
        assert (status, "target.my-board.debug: it is missing; write debug" in said) == (2, True)
        settings.write_text(f'{text}run = "echo ran {{program}}"\n')
        status, said = limen("run", "station", "--target", "my-board", folder=place)
        assert (status, said) == (0, f"ran {place}/station/build/my-board/station\n")
    finally:
        settings.write_text(text)


def complaint_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line with which the command refuses its arguments."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    said = capsys.readouterr()
    assert (ended.value.code, said.out, len(said.err.splitlines())) == (2, "", 1), said
    return said.err


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[project]", "[project", "limen.toml: this is not TOML ("),
        ('program = "app"', "", "project.program: it is missing; name the executable"),
        ('program = "app"', "program = 3", "project.program: it has to be a text; write"),
        ("build =", "bild =", "project: the key bild is not known; take one of program, build"),
        ("[target.host]", "[target.hots]", "target.hots: unknown target hots; take one of"),
        ("[target.host]", "[target.host]\nboard = 'x'", "board.cmake does not exist"),
        ("[target.host]", '[target.host]\nqemu = "a \'b"', "target.host.qemu: 'a 'b' is not a c"),
        ("[target.host]", "[target.host]\nqemu='a'\nrun='b'", "target.host.run: qemu is set"),
        ("[target.host]", "[target.host]\noptions='a'", "target.host.options: it has to be a l"),
        ("[target.host]", "[target.host]\nticks_per_instruction='0'", "_instruction: '0' is no"),
        ("[target.host]", "[targets.host]", "limen.toml: the key targets is not known; take"),
    ],
)
def test_mistakes_in_the_settings(
    old: str,
    new: str,
    complaint: str,
    fresh: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(fresh / "app", tmp_path / "app", ignore=shutil.ignore_patterns("build"))
    settings = tmp_path / "app/limen.toml"
    settings.write_text(settings.read_text().replace(old, new))
    said = complaint_of(["run", str(tmp_path / "app")], capsys)
    assert said.startswith(f"limen: {tmp_path}/app/limen.toml: ")
    assert complaint in said
    assert not (tmp_path / "app/build").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["run", "nowhere/else"], "nowhere/else: the folder does not exist; name the folder"),
        (["run", "."], "limen.toml: it cannot be read (No such file or directory); name a folder"),
        (["run", "x", "--flash"], "--flash, --debug: x is not a project; name the folder"),
        (["new", "app", "limen"], "limen: no program can be called limen; begin with a letter"),
        (["new", "app", "a b"], "a b: no program can be called a b; begin with a letter"),
        (
            ["new", "app", "a", "--board", "b/c"],
            "--board: b/c/board.cmake does not exist; `limen new",
        ),
        (["new", "app", "a", "--board", "z80"], "--board: unknown target z80; take one of"),
        (["new", "app", "a", "--board", "host"], "--board: a project has the host in any case;"),
        (
            ["new", "app", "a", "--board", "host-32"],
            "--board: unknown target host-32; take one",
        ),
        (
            ["new", "app", "a", "--limen", "b"],
            "--limen: the folder b does not exist; name a folder with",
        ),
        (["new", "app", "a", "--limen", "x://y"], "--tag: it is missing; name the commit or tag"),
        (["new", "app", "a", "--limen", "/"], "--limen: / does not contain Limen; name its folder"),
        (["new", "app", "a", "--tag", "v1"], "--tag: it goes with a repository; name its URL"),
        (
            ["run", "x", "--gdb-server", "1", "--live"],
            "--gdb, --gdb-server: it cannot be combined with",
        ),
        (["new", "board", "b", "--cpu", "z80"], "--cpu: no port supports z80; take one of"),
        (["new", "board", "b", "--data", "64K"], "--data: '64K' is not a memory; write ORIGIN:"),
        (["new", "board", "b", "--first-line", "239"], "--first-line: cortex-m4 has 240 interr"),
    ],
)
def test_mistakes_on_the_command_line(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint in complaint_of(words, capsys)
    assert list(tmp_path.iterdir()) == []


def test_run_without_a_name_takes_the_project_that_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "limen.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="Missing argument 'PROGRAM'; take one of mine, other"):
        program_here()
    (tmp_path / "other/limen.toml").unlink()
    assert program_here() == "mine"
    monkeypatch.chdir(tmp_path / "mine")
    assert program_here() == str(tmp_path / "mine")


def test_the_container_gets_the_packages_of_the_set_up(fresh: Path) -> None:
    container = json.loads((fresh / "app/.devcontainer/devcontainer.json").read_text())
    _, _, packages = container["postCreateCommand"].partition("--no-install-recommends ")
    known = (ROOT / "scripts/setup").read_text(encoding="utf-8").split()
    # Packages that are needed but not recommended.
    assert set(packages.split()) - set(known) == {"libc6-dev"}
