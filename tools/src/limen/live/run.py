# SPDX-License-Identifier: Apache-2.0
"""Run a program on a target and follow its trace.

The target behaves as in an ordinary run. QEMU gets a monitor, the emulated RP2040 a file for copies
of its memory, and a program on the host runs in real time, because in virtual time it would end too
fast.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.live.mirror import MirrorProbe
from limen.live.process import ProcessProbe
from limen.live.qmp import QmpProbe
from limen.live.watch import Watch
from limen.run import TRACE_FILE, execute

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from limen.live.probe import Probe
    from limen.run import Target

__all__ = ["Program", "run_watched"]

_CLOCK: Final = "LIMEN_CLOCK"
_MONITOR_SECONDS: Final = 200.0


@dataclass(frozen=True, slots=True)
class Program:
    """The program to run.

    Attributes:
        target: that it was built for.
        executable: absolute path.
        arguments: argv[1] and on.
        scratch: an existing folder in which it runs; its files stay there.
        timeout_seconds: of wall clock.
    """

    target: Target
    executable: Path
    arguments: Sequence[str]
    scratch: Path
    timeout_seconds: float


def run_watched(
    program: Program, on_watch: Callable[[Watch], None], on_line: Callable[[str], None]
) -> tuple[int, Watch]:
    """Run a program to its end, or until Ctrl-C.

    Args:
        program: the program to run.
        on_watch: is called once, with the collection as it begins.
        on_line: called with each line of its output.

    Returns:
        The program's exit status, 0 after Ctrl-C; and all that was collected, to the trace's end
        if the program has saved it; the caller closes it.

    Raises:
        RunError: it cannot be started or does not end.
    """
    way = _way(program)
    watches: list[Watch] = []

    def on_start(pid: int) -> None:
        watches.append(Watch(way.connect(pid), program.scratch))
        watches[0].start()
        on_watch(watches[0])

    with ExitStack() as on_failure:
        on_failure.callback(_close_all, watches)
        try:
            status = execute(
                program.target.command(program.executable, program.arguments, way.options),
                directory=program.scratch,
                timeout_seconds=program.timeout_seconds,
                on_line=on_line,
                environment={**dict(program.target.environment), **way.environment},
                on_start=on_start,
                is_confined=bool(program.target.emulator),
            ).status
        except KeyboardInterrupt:
            if not watches:
                raise
            status = 0
        on_failure.pop_all()
    (watch,) = watches
    watch.stop()
    saved = program.scratch / TRACE_FILE
    if saved.is_file():
        watch.collector.complete(MirrorProbe(saved, address=0))
    return status, watch


@dataclass(frozen=True, slots=True)
class _Way:
    """The way to watch a target."""

    connect: Callable[[int], Probe]
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


def _way(program: Program) -> _Way:
    if program.target.has_pins:
        copy = program.scratch / "memory"
        wall = f"{program.timeout_seconds:g}"
        return _Way(lambda _pid: MirrorProbe(copy), ("--memory", str(copy), "--wall", wall))
    if program.target.simulator:
        problem = f"the live view cannot watch a program on {program.target.name}"
        raise RunError("--live", problem, "take --target virt-riscv32")
    if program.target.emulator:
        socket = program.scratch / "qmp"
        # Queued until it is read.
        options = ("-S", "-qmp", f"unix:{socket},server=on,wait=off")
        return _Way(lambda _pid: _monitor(socket, program.scratch), options)
    clock = {} if _CLOCK in os.environ else {_CLOCK: "real"}
    return _Way(lambda pid: _process(pid, program), environment=clock)


def _close_all(watches: Sequence[Watch]) -> None:
    for watch in watches:
        watch.close()


def _process(pid: int, program: Program) -> Probe:
    """The process, or, if it is over already, one that has no memory."""
    try:
        return ProcessProbe(pid)
    except RunError:
        return MirrorProbe(program.scratch / "gone")


def _monitor(socket: Path, scratch: Path) -> QmpProbe:
    """The monitor of QEMU, as soon as it responds; the machine runs from then on."""
    end = time.monotonic() + _MONITOR_SECONDS
    while True:
        try:
            probe = QmpProbe(socket, scratch)
        except RunError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            probe.start()
            return probe
