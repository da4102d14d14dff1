# SPDX-License-Identifier: Apache-2.0
"""Goal: a result is complete or absent, even if the command that writes it is interrupted.

Method: a limit for the size of files simulates a full disk. Ctrl-C is a signal to the command, at
its start and during its work.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from limen.errors import RunError
from limen.project.new import write_files
from limen.whole import place_whole, write_whole, written_whole

ROOT = Path(__file__).parents[3]
TRACE = ROOT / "examples/traces/inversion-plain-host.limen"
COMMAND = (sys.executable, "-m", "limen")
BYTES_MOST = 1000
# Ctrl-C while the modules of the command are loaded, and while it works.
ON_IMPORT = """
import builtins, os, runpy, signal, sys
original = builtins.__import__
def importing(name, *rest, **more):
    if name == {name!r}:
        os.kill(os.getpid(), signal.SIGINT)
    return original(name, *rest, **more)
builtins.__import__ = importing
sys.argv = ["limen", "trace", "info", sys.argv[1]]
runpy.run_module("limen", run_name="__main__")
"""


def test_a_file_takes_its_name_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "result"
    write_whole(path, "one")
    with written_whole(path) as file:
        file.write(b"two")
        assert path.read_text() == "one"
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


def write_in_vain(path: Path, error: type[BaseException]) -> None:
    with written_whole(path) as file:
        file.write(b"tw")
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_leaves_what_was_there(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "result"
    path.write_text("one")
    with pytest.raises(error):
        write_in_vain(path, error)
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_rights_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "result", tmp_path / "link"
    path.write_text("one")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "two")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("two", 0o640)


def test_until_it_is_whole_nobody_else_can_reach_it(tmp_path: Path) -> None:
    """A link at the place of the file to write leads elsewhere."""
    path, target = tmp_path / "result", tmp_path / "target"
    target.write_text("mine")
    for planted in (f".result.{os.getpid()}", ".result", "result.part"):
        (tmp_path / planted).symlink_to(target)
    before = set(tmp_path.iterdir())
    with place_whole(path) as temporary:
        assert not temporary.exists()
        (folder,) = set(tmp_path.iterdir()) - before
        assert temporary.parent == folder
        assert folder.stat().st_mode & 0o777 == 0o700
        temporary.write_text("new")
    assert (path.read_text(), target.read_text()) == ("new", "mine")
    assert set(tmp_path.iterdir()) == {path, *before}


def test_a_link_that_appears_at_the_place_is_not_written_through(tmp_path: Path) -> None:
    path, target = tmp_path / "result", tmp_path / "target"
    target.write_text("mine")
    with written_whole(path) as file:
        path.symlink_to(target)
        file.write(b"new")
    assert not path.is_symlink()
    assert (path.read_text(), target.read_text()) == ("new", "mine")


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_whole(tmp_path / "result", "")
    assert (tmp_path / "result").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a link of another user")
def test_links_of_others_in_a_shared_folder_are_not_followed(tmp_path: Path) -> None:
    folder, target = tmp_path / "shared", tmp_path / "target"
    folder.mkdir()
    folder.chmod(0o1777)
    target.write_text("mine")
    link = folder / "result"
    link.symlink_to(target)
    os.chown(link, 4711, 4711, follow_symlinks=False)
    with pytest.raises(PermissionError, match="a link of another user"):
        write_whole(link, "new")
    assert target.read_text() == "mine"
    os.chown(link, os.geteuid(), -1, follow_symlinks=False)
    write_whole(link, "new")
    assert target.read_text() == "new"


def test_a_new_project_deletes_nothing(tmp_path: Path) -> None:
    for name in (".foo.new", ".foo"):
        (tmp_path / "np" / name).mkdir(parents=True)
        (tmp_path / "np" / name / "mine").write_text("mine")
    before = sorted((tmp_path / "np").iterdir())
    write_files(tmp_path / "np/foo", {"a/b": "text"})
    assert (tmp_path / "np/foo/a/b").read_text() == "text"
    assert (tmp_path / "np/foo").stat().st_mode == (tmp_path / "np/foo/a").stat().st_mode
    assert sorted((tmp_path / "np").iterdir()) == sorted([*before, tmp_path / "np/foo"])
    assert all((folder / "mine").read_text() == "mine" for folder in before)
    with pytest.raises(RunError, match="cannot be written"):
        write_files(tmp_path / "np/bar", {"a": "text", "a/b": "text"})
    assert not (tmp_path / "np/bar").exists()
    assert sorted((tmp_path / "np").iterdir()) == sorted([*before, tmp_path / "np/foo"])


def test_what_is_no_regular_file_is_written_as_it_is() -> None:
    write_whole(Path(os.devnull), "nothing")
    assert Path(os.devnull).is_char_device()
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(Path("/dev/full"), "x")
    assert caught.value.filename == "/dev/full"


def limit_size() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES_MOST, BYTES_MOST))


@pytest.mark.parametrize("name", ["out.csv", "out.pftrace", "out.parquet"])
def test_a_full_disk_leaves_no_part_of_a_result(tmp_path: Path, name: str) -> None:
    done = subprocess.run(
        [*COMMAND, "trace", "convert", TRACE, name],
        cwd=tmp_path,
        preexec_fn=limit_size,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"limen: {name}: ")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_full_standard_output_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "trace", "info", TRACE],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("limen: standard output: No space left on device; ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["limen.cli.commands", "limen.trace.files", "numpy"])
def test_ctrl_c_is_no_traceback(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_IMPORT.format(name=name), TRACE],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "limen: interrupted\n")
