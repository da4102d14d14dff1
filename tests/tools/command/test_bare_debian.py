# SPDX-License-Identifier: Apache-2.0
"""Goal: the first command prints the findings of a trace on a Debian that has only git and make.

Method: debootstrap makes a minimal Debian in a folder, and this commit is cloned into it. Commands
run there with chroot, in a namespace of processes that ends with them. Commands that do not need
Python run without a network. The first findings are compared with those of this checkout; the
installed megabytes and the time without output are measured. In a copy, all processes of the set-up
are killed: first while dpkg unpacks and then while pip installs. The next command has to repair
both. Another copy gets the wheel, which compiles nothing.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parents[3]
TRACE: Final = "examples/traces/inversion-plain-host.limen"
SUITE: Final = "bookworm"
# The megabytes that a first command may add, and those with a wheel: decision 0040 lists them.
MOST_MEGABYTES: Final = 600
MOST_MEGABYTES_OF_WHEEL: Final = 200
# Ten times the goals, which are a minute to the first findings, and a line each ten seconds.
MOST_PROCESSOR_SECONDS: Final = 600.0
MOST_SILENT_SECONDS: Final = 100.0
SAFETY_SECONDS: Final = 1800
KILLED: Final = -9
MISTAKE: Final = 2
# Variables for the access to Debian's packages and those of Python. No other variables are
# inherited.
NETWORK: Final = re.compile(r"(?i)(.*_proxy|PIP_.*|SSL_CERT_.*|.*_CA_BUNDLE)$")
SHARED: Final = (
    *("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"),
    *("etc/apt/sources.list", "etc/apt/sources.list.d", "etc/apt/auth.conf.d"),
    *("etc/apt/trusted.gpg.d", "usr/share/keyrings"),
)

pytestmark = [
    pytest.mark.long("it installs hundreds of megabytes, which takes minutes"),
    pytest.mark.skipif(os.geteuid() != 0, reason="chroot needs root"),
    pytest.mark.skipif(shutil.which("debootstrap") is None, reason="debootstrap is not installed"),
]


@dataclass(frozen=True)
class Result:
    """The result of a command in the chroot."""

    status: int
    output: str
    lines: tuple[str, ...]
    silent: float
    processor: float
    wall: float


@dataclass(frozen=True)
class Debian:
    """A folder with a Debian in which /limen is a clone of this commit."""

    folder: Path

    def start(self, *words: str, network: bool = True) -> subprocess.Popen[str]:
        """Start a command of the checkout; all its processes end when this one is killed."""
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        space += [] if network else ["--net"]
        inner = ["env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8"]
        inner += [f"{key}={value}" for key, value in os.environ.items() if NETWORK.match(key)]
        script = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        inside = [*inner, "sh", "-c", 'cd /limen && "$@"', "sh", *words]
        return subprocess.Popen(
            [*space, "sh", "-c", script, self.folder, *inside],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, network: bool = True) -> Result:
        """Run a command of the checkout to its end."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        times, lines = [start], list[str]()
        with self.start(*words, network=network) as process:
            assert process.stdout
            assert process.stderr
            output: list[str] = []
            reader = Thread(target=lambda: output.append(process.stdout.read()))  # type: ignore[union-attr]
            reader.start()
            for line in process.stderr:
                times.append(time.monotonic())
                lines.append(line.rstrip("\n"))
                print(f"{times[-1] - start:6.1f} s  {lines[-1]}")
            reader.join()
            status = process.wait(SAFETY_SECONDS)
        times.append(time.monotonic())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Result(
            status=status,
            output="".join(output),
            lines=tuple(lines),
            silent=max(later - one for one, later in pairwise(times)),
            processor=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            wall=times[-1] - start,
        )

    def kill_when(self, condition: Callable[[], bool], *words: str) -> None:
        """Start a command, and kill all its processes as soon as a condition holds."""
        with self.start(*words) as process:
            for stream in (process.stdout, process.stderr):
                Thread(target=stream.read, daemon=True).start()  # type: ignore[union-attr]
            end = time.monotonic() + SAFETY_SECONDS
            while not condition():
                assert process.poll() is None, f"{words} ended with {process.returncode}"
                assert time.monotonic() < end
                time.sleep(0.01)
            process.kill()
        assert process.returncode == KILLED

    def contains(self, file: str, text: str) -> bool:
        """Return whether a file of the checkout exists and has this text."""
        path = self.folder / "limen" / file
        return path.exists() and text in path.read_text(errors="replace")

    def megabytes_by_purpose(self) -> dict[str, float]:
        """Return the size of files on the disk, without the lists and the caches of apt."""
        parts = {name: self._megabytes(f"limen/{name}") for name in (".venv", "build")}
        rest = self._megabytes("") - self._megabytes("var/lib/apt", "var/cache")
        return {**parts, "packages of Debian": rest - sum(parts.values())}

    def _megabytes(self, *paths: str) -> float:
        places = [place for path in paths if (place := self.folder / path).exists()]
        if not places:
            return 0.0
        command = ["du", "--summarize", "--block-size=1", "--total", "--one-file-system"]
        done = subprocess.run([*command, *places], stdout=subprocess.PIPE, text=True, check=True)
        return int(done.stdout.splitlines()[-1].split()[0]) / 1e6


def tell(done: Result, before: dict[str, float], after: dict[str, float]) -> Iterator[float]:
    """Print the cost of a command, and yield the megabytes that it added for each purpose."""
    print(f"{done.wall:.0f} s, {done.processor:.0f} s of the processor")
    for purpose, megabytes in after.items():
        print(f"  {megabytes - before[purpose]:.0f} MB {purpose}")
        yield megabytes - before[purpose]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Debian]:
    """Make a minimal Debian with git, make and certificates, and a clone."""
    folder = tmp_path_factory.mktemp("debian") / "root"
    answer = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    mirrors = dict(reversed([line.split() for line in answer.stdout.splitlines()]))
    assert SUITE in mirrors, f"the sources of apt have no {SUITE}"
    make = ["debootstrap", "--variant=minbase", "--include=git,make,ca-certificates"]
    # In its own namespace of mounts: debootstrap can leave /proc mounted.
    done = subprocess.run(
        ["unshare", "--mount", *make, SUITE, folder, mirrors[SUITE]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    (folder / "etc/apt/sources.list").unlink()  # the machine's are copied
    for name in SHARED:
        source, copy = Path("/", name), folder / name
        if source.is_dir():
            shutil.copytree(source, copy, dirs_exist_ok=True)
        elif source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
    settings = subprocess.run(["apt-config", "dump"], stdout=subprocess.PIPE, text=True, check=True)
    checks = re.findall(r"^Acquire::Check-.*$", settings.stdout, re.MULTILINE)
    (folder / "etc/apt/apt.conf.d/10checks").write_text("\n".join([*checks, ""]))
    subprocess.run(
        ["git", "clone", "--quiet", "--no-hardlinks", ROOT, folder / "limen"], check=True
    )
    yield Debian(folder)
    shutil.rmtree(folder)


@pytest.fixture
def debian(original: Debian, tmp_path: Path) -> Iterator[Debian]:
    """Make a copy that a test changes."""
    copy = tmp_path / "root"
    subprocess.run(["cp", "--archive", "--reflink=auto", original.folder, copy], check=True)
    yield Debian(copy)
    shutil.rmtree(copy)


@pytest.fixture(scope="module")
def expected() -> str:
    """Return the findings in this checkout."""
    done = subprocess.run(
        [sys.executable, "-m", "limen", "trace", "findings", TRACE],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("--help", 0, "Usage: limen COMMAND"),
        ("--version", 0, "limen 0."),
        ("", MISTAKE, "No command is given"),
        ("bogus", MISTAKE, "No such command 'bogus'"),
        ("trace --help", MISTAKE, "The help of a command needs Python 3.11"),
    ],
)
def test_nothing_is_set_up(original: Debian, words: str, status: int, said: str) -> None:
    done = original.run("./limen", *words.split(), network=False)
    assert done.status == status
    assert said in done.output + "\n".join(done.lines)
    assert not (original.folder / "limen/build").exists()
    assert not (original.folder / "limen/.venv").exists()


def test_first_findings(debian: Debian, expected: str) -> None:
    before = debian.megabytes_by_purpose()
    done = debian.run("./limen", "trace", "findings", TRACE)
    added = sum(tell(done, before, debian.megabytes_by_purpose()))
    assert done.status == 0, done.lines[-20:]
    assert done.output == expected
    assert done.silent < MOST_SILENT_SECONDS
    assert added < MOST_MEGABYTES
    assert done.processor < MOST_PROCESSOR_SECONDS
    again = debian.run("./limen", "trace", "findings", TRACE, network=False)
    assert (again.status, again.output, again.lines) == (0, expected, ())


def test_a_wheel_finds_the_same(debian: Debian, expected: str, tmp_path: Path) -> None:
    made = subprocess.run(
        [ROOT / "scripts/wheel", tmp_path], stdout=subprocess.PIPE, text=True, check=True
    )
    wheel = Path(shutil.copy(made.stdout.strip(), debian.folder / "limen"))
    before = debian.megabytes_by_purpose()
    install = "apt-get install -y --no-install-recommends python3-venv && python3 -m venv .venv"
    install += f" && .venv/bin/pip install {wheel.name} && .venv/bin/limen trace findings {TRACE}"
    done = debian.run("sh", "-c", install)
    added = sum(tell(done, before, debian.megabytes_by_purpose()))
    assert done.status == 0, done.lines[-20:]
    assert done.output.endswith(expected)
    assert added < MOST_MEGABYTES_OF_WHEEL


def test_killed_set_up_is_repaired(debian: Debian, expected: str) -> None:
    findings = ("./limen", "trace", "findings", TRACE)
    log = "build/log/setup-Debian.log"
    debian.kill_when(lambda: debian.contains(log, "Unpacking g++"), *findings)
    status = (debian.folder / "var/lib/dpkg/status").read_text(encoding="utf-8")
    assert "Package: g++\nStatus: install ok installed" not in status
    shutil.rmtree(debian.folder / "limen/.venv")  # it may be complete
    packages = debian.folder / "limen/.venv/lib"
    debian.kill_when(lambda: any(packages.glob("*/site-packages/numpy")), *findings)
    assert not (debian.folder / "limen/.venv/parts/traces").exists()
    done = debian.run(*findings)
    assert done.status == 0, done.lines[-20:]
    assert done.output == expected
    audit = debian.run("dpkg", "--audit")
    assert (audit.status, audit.output) == (0, "")
