# SPDX-License-Identifier: Apache-2.0
"""Boot a kernel in an emulated PC, in which each instruction takes the same time.

QEMU counts instructions (icount) and takes its clock from them: the guest's times are those of a
slow, quiet machine, independently of this one, and two boots print the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.builds.process import execute
from limen.child import scratch_folder
from limen.errors import LabError, LimenError, MissingError, RunError
from limen.linux.log import parse_log
from limen.run.target import QEMU_SANDBOX

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.linux.build import Kit

__all__ = ["Boot", "Said", "boot", "probe_kvm"]

_PROBE_SECONDS: Final = 300.0
_EMULATED: Final = (
    *("-accel", "tcg", "-cpu", "Nehalem"),
    *("-icount", "shift=4,sleep=off"),  # 16 ns for each instruction; waiting takes no time
    *("-rtc", "base=2026-01-01,clock=vm"),
)
_VIRTUAL: Final = ("-accel", "kvm", "-cpu", "host")
_MACHINE: Final = (
    *("-seed", "1", "-machine", "pc", "-smp", "1", "-m", "512"),
    *("-display", "none", "-vga", "none", "-nic", "none", "-monitor", "none", "-no-reboot"),
    *("-device", "edu"),
    # Not stdio: no input of this machine may reach the guest.
    *("-serial", "file:/dev/stdout"),
)
_RECORDING: Final = "recording"
_KERNEL: Final = "console=ttyS0 quiet panic=-1 nokaslr"


@dataclass(frozen=True, slots=True)
class Boot:
    """One start of one kernel.

    Attributes:
        name: for messages and for the name of its log.
        flavour: which kernel.
        arguments: for the kernel and for labs/linux/init.sh.
        models: that it runs.
    """

    name: str
    flavour: str
    arguments: str
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The output of a boot.

    Attributes:
        console: on the first serial port: numbers.
        recording: on the second one: what ftrace has recorded.
    """

    console: str
    recording: str


_PROBE: Final = Boot("probe", "amd64", "lab_run=probe", ())


def command(kit: Kit, start: Boot, arguments: str, *, kvm: bool) -> list[str]:
    """Return the command that starts QEMU."""
    return [
        str(kit.qemu),
        *(_VIRTUAL if kvm else _EMULATED),
        *_MACHINE,
        *("-serial", f"file:{_RECORDING}"),
        *QEMU_SANDBOX,
        *("-kernel", str(kit.kernels[start.flavour]), "-initrd", str(kit.first_files)),
        *("-append", f"{_KERNEL} {start.arguments} {arguments}"),
    ]


def boot(
    kit: Kit,
    start: Boot,
    arguments: str,
    *,
    kvm: bool,
    timeout_seconds: float,
    on_line: Callable[[str], None],
) -> Said:
    """Boot, and wait until it turns itself off.

    Args:
        kit: the files to boot.
        start: the boot.
        arguments: more for the kernel's command line.
        kvm: on this machine's processor, in its time.
        timeout_seconds: of wall clock.
        on_line: called with each line of the serial console; an exception that it raises ends the
            boot.

    Raises:
        LabError: it did not end in time.
    """
    line = command(kit, start, arguments, kvm=kvm)
    with scratch_folder() as scratch:
        try:
            done = execute(
                line,
                directory=scratch,
                timeout_seconds=timeout_seconds,
                on_line=on_line,
                is_confined=True,
            )
        except RunError as error:
            problem, _, remedy = str(error).removeprefix(f"{' '.join(line)}: ").rpartition("; ")
            raise LabError(f"boot {start.name}", problem, remedy) from error
        file = scratch / _RECORDING
        recording = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    return Said(done.output, recording)


def probe_kvm(kit: Kit) -> None:
    """Check that a system starts: a /dev/kvm that can be opened need not work.

    Raises:
        MissingError: none does.
    """
    remedy = "leave out --kvm: the emulator needs none"
    if not Path("/dev/kvm").exists():
        raise MissingError("--kvm", "/dev/kvm does not exist", remedy)
    try:
        said = boot(
            kit,
            _PROBE,
            "lab_scale=10",
            kvm=True,
            timeout_seconds=_PROBE_SECONDS,
            on_line=lambda _line: None,
        )
        parse_log(said.console, "probe")
    except LimenError as error:
        reason, _, _ = str(error).rpartition("; ")
        problem = f"no system comes up on /dev/kvm: {reason}"
        raise MissingError("--kvm", problem, remedy) from error
