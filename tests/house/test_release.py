# SPDX-License-Identifier: Apache-2.0
"""Goal: scripts/release tags only a consistent repository.

Method: a small repository in its own folder, with one error at a time. The versions of this
repository itself must always agree.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import subprocess
from pathlib import Path

import pytest
import tree

LOADER = importlib.machinery.SourceFileLoader("release", str(tree.ROOT / "scripts/release"))
SPEC = importlib.util.spec_from_loader("release", LOADER)
assert SPEC is not None
release = importlib.util.module_from_spec(SPEC)
LOADER.exec_module(release)

FILES = {
    "CMakeLists.txt": "project(limen VERSION 0.2.0 LANGUAGES C)\n",
    "tools/pyproject.toml": '[project]\nversion = "0.2.0"\n',
    "tools/src/limen/__init__.py": '__version__ = "0.2.0"\n',
    "CITATION.cff": "cff-version: 1.2.0\nversion: 0.2.0\n",
    "CHANGELOG.md": "# Changes\n\n## 0.2.0, 2026-11-24\n\n*Breaking*: all.\n\n"
    "## 0.1.0, 2026-01-01\n\n*Source*: nothing.\n",
}
# A file, a text in it, its replacement, and the text of the message.
MISTAKES = [
    ("CMakeLists.txt", "0.2.0", "0.1.0", "CMakeLists.txt: says 0.1.0; set it to 0.2.0"),
    ("CMakeLists.txt", "VERSION", "", "CMakeLists.txt: says no version"),
    ("tools/pyproject.toml", "0.2.0", "0.3.0", "tools/pyproject.toml: says 0.3.0"),
    ("tools/src/limen/__init__.py", "0.2.0", "0.1.0", "__init__.py: says 0.1.0; set it to 0.2.0"),
    ("CITATION.cff", "0.2.0", "0.1.0", "CITATION.cff: says 0.1.0; set it to 0.2.0"),
    ("CHANGELOG.md", "0.2.0, 2026-11-24", "Not released yet", 'rename "Not released yet"'),
    ("CHANGELOG.md", "0.2.0, 2026", "0.2.1, 2026", "the first section has to be 0.2.0"),
    ("CHANGELOG.md", "*Breaking*: all.", "All.", "neither *Binary*, *Source* nor *Breaking*"),
    ("CHANGELOG.md", "0.1.0, 2026", "0.2.0, 2026", "0.2.0 cannot follow 0.2.0"),
]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    commit(tmp_path, "--initial-branch=main")
    return tmp_path


def commit(root: Path, *init: str) -> None:
    author = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
    for words in (["init", "-q", *init], ["add", "-A"], [*author, "commit", "-qm", "All"]):
        subprocess.run(["git", *words], cwd=root, check=True)


def tags(root: Path) -> str:
    return str(release.git(root, "tag", "--list"))


def test_a_dry_run_changes_nothing(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["0.2.0"], repository) == 0
    assert "repeat with --tag" in capsys.readouterr().out
    assert tags(repository) == ""


def test_a_release_is_tagged_once(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "t")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "t@localhost")
    assert release.main(["0.2.0", "--tag"], repository) == 0
    assert tags(repository) == "v0.2.0"
    assert release.main(["0.2.0", "--tag"], repository) == 1
    assert "a release is made once" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "old", "new", "message"), MISTAKES)
def test_what_does_not_fit_is_named(
    name: str,
    old: str,
    new: str,
    message: str,
    repository: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = repository / name
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    commit(repository)
    assert release.main(["0.2.0", "--tag"], repository) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert message in lines[0]
    assert tags(repository) == ""


def test_changes_that_are_not_committed_are_refused(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "new").touch()
    assert release.main(["0.2.0"], repository) == 1
    assert "the checkout has changes" in capsys.readouterr().err


def test_what_is_no_version_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["2"], Path()) == 2
    assert "three numbers" in capsys.readouterr().err


def test_versions_are_semantic() -> None:
    assert release.follows("0.2.0", "0.1.4", "Breaking")
    assert not release.follows("0.1.5", "0.1.4", "Breaking")
    assert release.follows("0.1.5", "0.1.4", "Source")
    assert not release.follows("1.1.0", "1.0.0", "Breaking")
    assert release.follows("2.0.0", "1.9.0", "Breaking")
    assert release.follows("1.0.0", "0.9.0", "Breaking")
    assert not release.follows("0.1.4", "0.1.4", "Binary")


def test_this_repository_says_one_version() -> None:
    found = {
        found[1]
        for name, pattern in release.PLACES.items()
        if (found := re.search(pattern, tree.read(name), re.MULTILINE))
    }
    assert len(found) == 1
    assert release.VERSION.fullmatch(found.pop())
