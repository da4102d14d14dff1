# SPDX-License-Identifier: Apache-2.0
"""Goal: the processes that a command has started end with it, also if it is killed.

Method: commands with an endless program, of each kind of child: the host, QEMU, the emulator of the
RP2040, a live view, a server for gdb, gdb itself; and a child with a child. They get a signal as
soon as the program runs; afterwards none of their processes exists.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from limen.child import Terminated, running, scratch_folder, terminable
from limen.debug.door import unix_door
from limen.run import SAFETY_SECONDS
from support.processes import Process, started_by, wait_until

ROOT = Path(__file__).resolve().parents[3]
ENDLESS = "example-watch"
KINDS = {
    "host": (["--target", "host"], "", "example-watch"),
    "qemu": (["--target", "mps2-an385"], "", "qemu-system-arm"),
    "node": (["--target", "rp2040"], "", "main.mjs"),
    "live host": (["--live", "--no-browser"], "", "example-watch"),
    "live qemu": (["--live", "--no-browser", "--target", "mps2-an385"], "", "qemu-system-arm"),
    "server": (["--target", "mps2-an385", "--gdb-server", "gdb/it"], "", "qemu-system-arm"),
    "gdb": (["--target", "host", "--gdb"], "run\n", "example-watch"),
    "gdb qemu": (["--target", "mps2-an385", "--gdb"], "continue\n", "gdb-multiarch"),
}
# A program that starts another one, which ignores all signals that can be ignored.
NESTED = """
import sys
from pathlib import Path
from limen.cli import main
import limen.cli
from limen.run import execute
script = "(trap '' HUP INT TERM; sleep 100000) & wait"
limen.cli.app = lambda _: execute(["sh", "-c", script], directory=Path("."))
main()
"""
FAMILY = 3  # the warden, the program, and its child
SWEEP = """
import os, time
import limen.sweep.run as sweep
def endless(plan, piece):
    os.execvp("sleep", ["endless-piece", "100000"])
if __name__ == "__main__":
    from limen.cli import main
    import limen.cli
    sweep.do_piece = endless
    limen.cli.app = lambda _: list(sweep._on_processes(None, [None], 2))
    main()
"""


def start(folder: Path, words: list[str], typed: str = "") -> subprocess.Popen[bytes]:
    """Start a command whose input stays open, and whose temporary files are in the folder."""
    (folder / "tmp").mkdir()
    variables = {**os.environ, "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT / "tools/src")}
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            ["/usr/bin/env", "--default-signal=HUP,TERM", *words],  # nohup ignores the first one
            cwd=folder,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
        )
    assert process.stdin is not None
    process.stdin.write(typed.encode())
    process.stdin.flush()
    return process


def is_up(process: subprocess.Popen[bytes], name: str, folder: Path) -> bool:
    """Return whether another process than the command has this name, or node runs its script.

    A build before the run has the name of the program among its arguments. Before gdb lets a
    program go, it tries the kernel with a process of its own, which nobody ends if gdb is killed
    in these milliseconds.
    """
    assert process.poll() is None, (folder / "output").read_text()
    commands = (one.words() for one in started_by(process.pid) if not one.is_held())
    names = (words[words[0].endswith("node")] for words in commands if len(words) > 1)
    return any(Path(word).name == name for word in names)


def end(process: subprocess.Popen[bytes], number: int) -> list[Process]:
    """Send the signal, and wait until all processes have ended. Return these processes."""
    family = started_by(process.pid)
    process.send_signal(number)
    with process:
        process.wait()
    wait_until(lambda: not any(one.runs() for one in family), f"something is left: {family}")
    return family


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.long("one more kernel") if kind == "node" else ())
        for kind in KINDS
    ],
)
def test_a_program_ends_with_its_command(kind: str, number: int, tmp_path: Path) -> None:
    options, typed, name = KINDS[kind]
    words = [str(ROOT / "limen"), "run", ENDLESS, *options, "--", "0"]
    process = start(tmp_path, words, typed)
    wait_until(lambda: is_up(process, name, tmp_path), f"{name} does not come up")
    assert end(process, number)
    if number == signal.SIGTERM:
        assert process.returncode == 128 + number
        assert list((tmp_path / "tmp").iterdir()) == []


# Two threads of a command wait for programs, and two more would begin.
TOGETHER = """
import sys
from pathlib import Path
from limen.child import Terminated, running, together

def wait(_):
    with running(["sleep", "100000"], directory=Path()) as child:
        child.wait()

try:
    with together(2) as pool:
        list(pool.map(wait, range(4)))
except Terminated as ended:
    sys.exit(ended.status)
"""


# The signal comes when the programs run, before they are recorded.
UNNOTED = """
import subprocess, time
start = subprocess.Popen

class Late(start):
    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        time.sleep(3 if "sleep 100000" in " ".join(words[0]) else 0)

subprocess.Popen = Late
"""


@pytest.mark.parametrize("before", ["", UNNOTED], ids=["noted", "unnoted"])
def test_programs_of_threads_end_with_the_command(before: str, tmp_path: Path) -> None:
    process = start(tmp_path, [sys.executable, "-c", before + TOGETHER])
    wait_until(lambda: is_up(process, "sleep", tmp_path), "it does not come up")
    assert end(process, signal.SIGTERM)
    assert process.returncode == 128 + signal.SIGTERM


@pytest.mark.parametrize("before", ["", UNNOTED], ids=["noted", "unnoted"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_child_of_a_program_ends_with_the_command(
    number: int, before: str, tmp_path: Path
) -> None:
    process = start(tmp_path, [sys.executable, "-c", before + NESTED])
    wait_until(lambda: is_up(process, "sleep", tmp_path), "it does not come up")
    assert len(end(process, number)) >= FAMILY
    assert process.returncode == (-9 if number == signal.SIGKILL else 128 + number)


# The signal comes while Python calls functions around a fork, and drops what they raise.
FORKING = """
import os, signal, sys

def end_once():
    global is_sent
    if len(sys.argv) > 1 and not is_sent:
        is_sent = True
        os.kill(os.getpid(), int(sys.argv[1]))

is_sent = False
os.register_at_fork(after_in_parent=end_once)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_a_fork_is_not_lost(number: int, tmp_path: Path) -> None:
    words = [sys.executable, "-c", FORKING + NESTED.replace("main()", "main([])"), str(int(number))]
    process = start(tmp_path, words)
    with process:
        process.wait()
    assert process.returncode == 128 + number, (tmp_path / "output").read_text()


# A signal comes while the limit of the time is set.
EARLY = """
import os, signal, threading
from pathlib import Path
from limen.cli import main
import limen.cli
from limen.run import execute

start = threading.Thread.start

def start_late(thread):
    start(thread)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread.start = start_late
limen.cli.app = lambda _: execute(["sleep", "100000"], directory=Path("."), timeout_seconds=100000)
main()
"""


def test_a_signal_that_comes_early_ends_the_command(tmp_path: Path) -> None:
    process = start(tmp_path, [sys.executable, "-c", EARLY])
    with process:
        assert process.wait(SAFETY_SECONDS) == 128 + signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_workers_of_a_sweep_end_with_it(number: int, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SWEEP)
    process = start(tmp_path, [sys.executable, str(script)])
    wait_until(lambda: is_up(process, "endless-piece", tmp_path), "no worker comes up")
    assert end(process, number)


def test_a_parent_that_is_gone_already_ends_the_child(tmp_path: Path) -> None:
    """The parent may end between the fork and the call that requests the signal."""
    script = "from limen.child import end_with_parent; end_with_parent(1 << 22); print('goes on')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src")},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"")


def test_what_a_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    text = "sleep 100000 >/dev/null 2>&1 & echo $! >left; exit 3"
    with running(["sh", "-c", text], directory=tmp_path, is_captured=True) as child:
        assert child.wait() == 3
        left = int((tmp_path / "left").read_text())
        wait_until(lambda: not Process.of(left), "it goes on")


def terminate_within_a_block() -> None:
    with terminable():
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        os.kill(os.getpid(), signal.SIGTERM)
        wait_until(lambda: False, "no signal came")


def test_signals_are_as_before_behind_the_block() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with pytest.raises(Terminated):
            terminate_within_a_block()
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_signal_leaves_neither_a_folder_nor_a_socket(tmp_path: Path) -> None:
    """A signal ends the command while it removes its files, when no program runs any more."""
    with pytest.raises(Terminated), scratch_folder() as scratch, unix_door(tmp_path / "at/gdb"):
        os.kill(os.getpid(), signal.SIGTERM)
    assert not scratch.exists()
    assert not (tmp_path / "at/gdb").exists()


def test_one_package_starts_programs() -> None:
    """So the results of the tests above hold for all programs."""
    starts = re.compile(r"^\s*(import|from) (subprocess|pty)\b|os\.(exec|spawn|posix_spawn|fork)")
    package = ROOT / "tools/src/limen"
    found = [
        str(file.relative_to(package))
        for file in sorted(package.rglob("*.py"))
        if any(starts.search(line) for line in file.read_text().splitlines())
    ]
    # Set-up ends with the terminal's Ctrl-C, as a command of the shell does.
    assert found == ["child/running.py", "child/warden.py", "parts.py"]
