# SPDX-License-Identifier: Apache-2.0
"""Goal: a machine with only Python reads traces, without a compiler, a browser or a repository.

Method: the wheel is made from the build of the checkout, and installed into a new environment with
an otherwise empty PATH. Only the libraries that the wheel requires are linked from this
environment.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.long("it builds a package of what other tests use in place")
ROOT = Path(__file__).resolve().parents[3]
TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
SYSTEM = ROOT / "examples/analysis/thresholds.toml"


def required(requirements: Iterable[str], extras: set[str], seen: set[str]) -> set[str]:
    """Return the distributions of requirements with these extras, and of their requirements."""
    for text in requirements:
        requirement = Requirement(text)
        marker = requirement.marker
        is_needed = marker is None or any(marker.evaluate({"extra": one}) for one in extras | {""})
        if is_needed and requirement.name not in seen | {"limen"}:
            seen.add(requirement.name)
            required(distribution(requirement.name).requires or [], set(), seen)
    return seen


def link_libraries(folder: Path, names: Iterable[str]) -> None:
    """Link to the files of distributions."""
    for name in names:
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or [] if file.parts[0] != ".."}:
            link = folder / top
            if top != "__pycache__" and not link.exists():
                link.symlink_to(Path(str(found.locate_file(top))))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel in its own folder."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [ROOT / "scripts/wheel", folder], check=True, capture_output=True, text=True
    )
    made = Path(built.stdout.strip())
    assert made.parent == folder
    return made


def installed(wheel: Path, name: str, extras: set[str]) -> Path:
    """Make a new environment with the wheel and its requirements with some extras."""
    made = wheel.parent / name
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(made / "bin/python"), "install"]
    options = ["--quiet", "--no-index", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, *options, wheel], check=True)
    (site,) = made.glob("lib/python*/site-packages")
    (metadata,) = site.glob("limen-*.dist-info/METADATA")
    lines = metadata.read_text(encoding="utf-8").splitlines()
    head = "Requires-Dist: "
    requirements = [line.removeprefix(head) for line in lines if line.startswith(head)]
    names = required(requirements, extras, set())
    assert extras or names == {"numpy"}
    link_libraries(site, names)
    return made


@pytest.fixture(scope="module")
def environment(wheel: Path) -> Path:
    """Make a new environment with the wheel and numpy."""
    return installed(wheel, "environment", set())


@pytest.fixture(scope="module")
def extended(wheel: Path) -> Path:
    """Make a new environment with the wheel and its extras for systems and for SQL."""
    return installed(wheel, "extended", {"analysis", "sql"})


def run(environment: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command that can reach only the environment."""
    variables = {"PATH": str(environment / "bin"), "HOME": str(environment)}
    command = [str(environment / "bin/limen"), *map(str, words)]
    return subprocess.run(
        command, cwd=environment, env=variables, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", ["info", "findings", "stats", "why"])
def test_a_trace_is_read(environment: Path, command: str) -> None:
    done = run(environment, "trace", command, TRACE, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)


def test_a_trace_is_queried(extended: Path) -> None:
    done = run(extended, "trace", "sql", TRACE, "select count(*) as n from switches", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    here = subprocess.run(
        [ROOT / "limen", "trace", "sql", TRACE, "select count(*) as n from switches", "--json"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert json.loads(done.stdout) == json.loads(here.stdout)


@pytest.mark.parametrize("form", ["pftrace", "json", "vcd", "csv", "parquet"])
def test_a_trace_is_converted(environment: Path, extended: Path, tmp_path: Path, form: str) -> None:
    output = tmp_path / f"trace.{form}"
    done = run(extended if form == "parquet" else environment, "trace", "convert", TRACE, output)
    assert (done.returncode, done.stderr) == (0, "")
    assert output.stat().st_size > 0


def test_a_page_is_written(environment: Path, extended: Path, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    assert run(environment, "report", TRACE, "-o", output).returncode == 0
    assert 'id="limen-traces"' in output.read_text(encoding="utf-8")
    played = tmp_path / "play.html"
    assert run(extended, "play", SYSTEM, "-o", played).returncode == 0
    assert 'id="limen-play"' in played.read_text(encoding="utf-8")


def test_a_page_is_served(environment: Path) -> None:
    command = [str(environment / "bin/limen"), "view", str(TRACE), "--no-browser"]
    with subprocess.Popen(
        command, cwd=environment, env={"PATH": str(environment / "bin")}, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


def test_a_system_is_analysed(extended: Path) -> None:
    done = run(extended, "analyze", SYSTEM, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)


def test_a_project_is_begun(environment: Path) -> None:
    done = run(environment, "new", "app", "begun", "--limen", ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    copied = environment / "begun/limen_import.cmake"
    assert copied.read_bytes() == (ROOT / "cmake/limen_import.cmake").read_bytes()


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("run", "example-hello"), "repository"),
        (("lab", "run"), "pip install 'limen[labs]'"),
        (("analyze", str(SYSTEM)), "pip install 'limen[analysis]'"),
        (("trace", "sql", str(TRACE), "SELECT 1"), "pip install 'limen[sql]'"),
        (("new", "app", "own"), "--limen: this installation has no sources of Limen; name the"),
        (("bench",), "pip install 'limen[labs,sweep]'"),
        (("sweep", "acceptance"), "pip install 'limen[sweep]'"),
    ],
)
def test_what_is_missing_is_named(environment: Path, words: tuple[str, ...], remedy: str) -> None:
    done = run(environment, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert remedy in done.stderr


def test_the_doctor_finds_what_the_wheel_has(environment: Path) -> None:
    assert run(environment, "doctor", "traces", "pages").returncode == 0
    done = run(environment, "doctor", "host", "--json")
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)
    assert {need["name"] for need in report["needs"] if not need["there"]} == {
        "the repository of Limen",
        "cmake",
        "ninja",
        "gcc",
    }


def test_the_commands_are_listed(environment: Path) -> None:
    done = run(environment, "--help")
    assert done.returncode == 0
    assert "analyze" in done.stdout


def test_nothing_of_this_environment_was_used(environment: Path) -> None:
    words = "import limen.engine as e; e.engine(); import limen_engine as m; print(m.__file__)"
    done = subprocess.run(
        [environment / "bin/python", "-c", words],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(environment)
