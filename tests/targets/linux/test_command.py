# SPDX-License-Identifier: Apache-2.0
"""Goal: the command runs lab linux if it is named or needs no network, and reports missing parts.

Method: the complete command with a shell script as the emulator, and an apt without a network.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.linux import runner
from limen.linux.build import Kit
from limen.linux.packages import EMULATOR, KERNELS, ensure
from limen.run import find_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Apt
    from limen.linux import Cache
    from support.command import Limen

GOLDEN = Path(__file__).parent / "golden"
RECORDINGS = find_root(Path(__file__).parent) / "labs/linux/recordings"
QEMU = f"""#!/bin/sh
record() {{
    for model; do
        echo "# model $model"
        zcat {RECORDINGS}/linux-$model.ftrace.txt.gz
    done >recording
}}
case "$*" in
*lab_run=none*) record none voluntary full; cat {GOLDEN}/linux-dynamic.log ;;
*lab_run=threadirqs*) cat {GOLDEN}/linux-threadirqs.log ;;
*lab_run=rt*) record rt; cat {GOLDEN}/linux-rt.log ;;
esac
"""


@pytest.fixture
def emulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replace the emulator by a script."""
    program = tmp_path / "qemu"
    kernels = dict.fromkeys(("amd64", "rt-amd64"), tmp_path / "vmlinux")
    kit = Kit(program, kernels, tmp_path / "initramfs")
    monkeypatch.setattr(runner, "prepare", lambda *_, **__: kit)

    def install(script: str) -> None:
        program.write_text(script)
        program.chmod(0o755)

    return install


def test_numbers(limen: Limen, emulator: Callable[[str], None], tmp_path: Path) -> None:
    emulator(QEMU)
    logs = tmp_path / "logs"
    status, out, err = limen("lab", "run", "linux", "--json", "--logs", str(logs))
    assert status == 0
    results = json.loads(out)["results"]
    assert {tuple(result) for result in results} == {
        ("lab", "target", "case", "metric", "unit", "paper", "measured", "ok")
    }
    assert {(result["lab"], result["target"], result["ok"]) for result in results} == {
        ("linux", "linux", True)
    }
    assert "run lab linux, model voluntary, on linux-dynamic\n" in err
    for path in GOLDEN.iterdir():
        assert (logs / path.name).read_bytes() == path.read_bytes()


def test_tables(limen: Limen, emulator: Callable[[str], None]) -> None:
    emulator(QEMU)
    status, out, _ = limen("lab", "run", "linux", "--case", "plain", "--case", "interrupt-60")
    assert status == 0
    assert "182/188" in out
    assert "(300)" in out
    assert "spin_lock" not in out


def test_a_wrong_number(limen: Limen, emulator: Callable[[str], None]) -> None:
    emulator(QEMU.replace("rt.log", "rt.log | sed 's/late rt plain 57/late rt plain 57000/'"))
    status, out, err = limen("lab", "run", "linux")
    assert status == 1
    assert "limen: linux, plain, linux: rt: should be at least 0 and at most 1\n" in err
    assert "57.0 NO: " in " ".join(out.split())


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("#!/bin/sh\nsleep 60\n", "it did not end within 1.5 s; its last words: nothing"),
        (
            "#!/bin/sh\necho oops; exit 1\n",
            "boot linux-dynamic: it ended too early; its last words: oops",
        ),
        ("#!/nowhere\n", "it cannot be started"),
        (QEMU.replace("cat", "head -n 9"), "it ended too early"),
    ],
)
def test_an_emulator_that_fails(
    limen: Limen,
    emulator: Callable[[str], None],
    script: str,
    problem: str,
) -> None:
    emulator(script)
    status, out, err = limen("lab", "run", "linux", "--timeout", "0.1")
    assert (status, out) == (2, "")
    assert problem in err
    assert "Traceback" not in err


def test_a_folder_for_logs_that_cannot_be_made_is_named_before_the_work(
    limen: Limen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "prepare", lambda *_, **__: pytest.fail("it has begun"))
    status, _, err = limen("lab", "run", "linux", "--target", "linux", "--logs", "/proc/none/x")
    assert status == 2
    assert "/proc/none" in err


def test_no_network(limen: Limen, apt: Apt, cache: Cache) -> None:
    assert not list(cache.packages.iterdir())
    apt.offer("linux-image-amd64", b"x", depends="linux-image-6-amd64")
    for name in ("linux-image-rt-amd64", "linux-headers-amd64", "linux-headers-rt-amd64"):
        apt.offer(name, b"x")
    apt.offer("linux-image-6-amd64", b"image")
    apt.go_offline()
    status, out, err = limen("lab", "run", "linux")
    assert (status, out) == (2, "")
    assert err.splitlines()[-1].startswith("limen: apt-get linux-image-6-amd64=1: Failed to fetch")
    status, out, err = limen("lab", "run", "linux", "--skip-missing")
    assert (status, out) == (0, "")
    assert err.splitlines()[-1].startswith("limen: lab linux is left out: apt-get")
    status, out, _ = limen("lab", "run", "linux", "--skip-missing", "--json")
    assert (status, json.loads(out)["results"]) == (0, [])


def test_no_apt(limen: Limen, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.folder.is_dir()
    monkeypatch.setenv("PATH", "/nowhere")
    status, _, err = limen("lab", "run", "linux")
    assert status == 2
    assert err == (
        "limen: apt-cache: the command is not installed; "
        "use Debian, or a cache that is filled (LIMEN_CACHE)\n"
    )


def test_kvm_that_does_not_work(limen: Limen, emulator: Callable[[str], None]) -> None:
    emulator(QEMU)  # which has no probe
    status, _, err = limen("lab", "run", "linux", "--kvm")
    assert status == 2
    assert "--kvm: " in err
    assert err.endswith("; leave out --kvm: the emulator needs none\n")


@pytest.fixture
def _only_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a repository without other labs."""
    for name in ("CMakePresets.json", "include/limen/limen.h", "labs/linux/lab.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((find_root(GOLDEN) / name).read_bytes())
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_only_lab")
def test_unnamed_it_needs_no_network(limen: Limen, apt: Apt, cache: Cache) -> None:
    _, _, err = limen("lab", "run")
    assert f"lab linux is left out: its packages are not in {cache.folder}" in err
    assert apt.fetched == []


@pytest.mark.usefixtures("_only_lab")
def test_unnamed_it_runs_from_a_full_cache(
    limen: Limen,
    apt: Apt,
    cache: Cache,
    emulator: Callable[[str], None],
) -> None:
    for group in (KERNELS, EMULATOR):
        for name in group.roots:
            apt.offer(name, b"x", depends="linux-image-6-amd64")
        apt.offer("linux-image-6-amd64", b"image")
        ensure(cache, group, lambda _line: None)
    emulator(QEMU)
    status, out, err = limen("lab", "run", "--json")
    assert status == 0, err
    assert {result["target"] for result in json.loads(out)["results"]} == {"linux"}


def test_it_is_listed(limen: Limen) -> None:
    _, out, _ = limen("lab", "list", "--json")
    (lab,) = [lab for lab in json.loads(out)["labs"] if lab["name"] == "linux"]
    assert "182/188" in lab["figure"]


@pytest.mark.parametrize("target", ["host", "mps2-an385"])
def test_it_runs_nowhere_else(limen: Limen, target: str) -> None:
    status, _, err = limen("lab", "run", "linux", "--target", target)
    assert status == 2
    assert "nothing of linux is measured there; take one of linux" in err
