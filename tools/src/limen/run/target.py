# SPDX-License-Identifier: Apache-2.0
"""Where programs run."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from limen.errors import RunError
from limen.run.emulator import runner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = [
    "ALL_TARGETS",
    "LAB_TARGETS",
    "M7_BASEPRI",
    "MORE_PORT_TARGETS",
    "MPS2_BASEPRI",
    "PORT_TARGETS",
    "QEMU_SANDBOX",
    "RP2040_TARGETS",
    "TARGETS",
    "Target",
    "target_named",
]


@dataclass(frozen=True, slots=True)
class Target:
    """A CMake preset, and how its programs are run.

    Attributes:
        name: of the preset.
        title: for people.
        emulator: command before the options of the program; empty: the program runs directly.
        ticks_per_instruction: of an emulator in which each instruction takes the same time.
        environment: names and values for its programs, beyond those of this process.
        has_pins: programs run in tools/emulator, which can watch their pins.
        template: a command that runs a program in another way; {program} stands for its path.
        configure: arguments of CMake for a board outside of the repository, which has no preset.
        clock_hz: frequency of its clock; 0: it is not known.
        trace_events: how many events of a trace its memory has room for, beside a program.
        can_run: something runs its programs here.
    """

    name: str
    title: str
    emulator: tuple[str, ...] = ()
    ticks_per_instruction: Fraction | None = None
    environment: tuple[tuple[str, str], ...] = ()
    has_pins: bool = False
    template: tuple[str, ...] = ()
    configure: tuple[str, ...] = ()
    clock_hz: int = 0
    trace_events: int = 8192
    can_run: bool = True

    @property
    def is_host(self) -> bool:
        """Programs run directly."""
        return not self.emulator and not self.template and not self.has_pins

    def command(
        self,
        executable: Path,
        arguments: Sequence[str],
        options: Sequence[str] = (),
        *,
        semihosting: str = "native",
    ) -> list[str]:
        """The command that runs a program.

        Args:
            executable: absolute path of the program.
            arguments: argv[1] and on.
            options: more options for the emulator.
            semihosting: native: QEMU does the input and output of the program; gdb: the debugger
                that is connected does.

        Raises:
            RunError: the emulator is not installed.
        """
        if self.has_pins:
            return [*runner(), *options, str(executable), *map(_one_word, arguments)]
        if self.template:
            words = [word.replace("{program}", str(executable)) for word in self.template]
            return [*words, *arguments]
        if not self.emulator:
            return [str(executable), *arguments]
        argv = "".join(f",arg={_quoted(_one_word(word))}" for word in (executable.name, *arguments))
        served = f"enable=on,target={semihosting}{argv}"
        kernel = ["-kernel", str(executable)]
        serial = () if "-serial" in options else _NO_SERIAL
        given = (*self.emulator, *options)
        sandbox = () if "-sandbox" in given or sys.platform != "linux" else QEMU_SANDBOX
        return [*self.emulator, *serial, *sandbox, *options, "-semihosting-config", served, *kernel]

    def instructions(self, ticks: int) -> int | None:
        """Instructions that take this number of ticks, rounded; None if they have no fixed time.

        >>> target_named("mps2-an385").instructions(16)
        10
        """
        if self.ticks_per_instruction is None:
            return None
        return round(Fraction(ticks) / self.ticks_per_instruction)


def _one_word(word: str) -> str:
    r"""An argument as boards/common/startup.c reads it in a command line, separated by blanks.

    >>> print(*map(_one_word, ["a", "b c", "", 'say "x"']))
    a "b c" "" "say \"x\""
    """
    if word and not any(sign in word for sign in ' "\\'):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _quoted(word: str) -> str:
    """A word inside an option of QEMU, in which a comma ends a word.

    >>> _quoted("a,b")
    'a,,b'
    """
    return word.replace(",", ",,")


_QEMU = "qemu-system-arm"
_NO_DEVICES = ("-display", "none", "-monitor", "none")
# Semihosting has a call that runs a command of this machine (SYS_SYSTEM). With these filters the
# kernel ends a QEMU that starts a program.
QEMU_SANDBOX = (
    "-sandbox",
    "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
)
# The console is that of semihosting and not the UART.
_NO_SERIAL = ("-serial", "none")
# 64 ns for each instruction: at 25 MHz 1.6 ticks, at 16 MHz 1.024. These are instructions, not
# cycles: QEMU models no caches and no wait states, and exception entry is free.
_EXACT_TIME = ("-icount", "shift=6,align=off,sleep=off")
_INSTRUCTION_NS = 64
# A micro:bit has 16 KiB of RAM, less than the traces of labs and tests take.
_LARGER_RAM = ("-global", f"nrf51-soc.sram-size={1 << 20}")

_HOST = Target(
    name="host",
    title="this machine, in virtual time",
    clock_hz=25_000_000,
    trace_events=1 << 20,
)
_MPS2 = Target(
    name="mps2-an385",
    title="Cortex-M3 in QEMU, counting instructions",
    emulator=(_QEMU, "-M", "mps2-an385", "-cpu", "cortex-m3", *_NO_DEVICES, *_EXACT_TIME),
    ticks_per_instruction=Fraction(_INSTRUCTION_NS * 25, 1000),
    clock_hz=25_000_000,
    trace_events=1 << 17,
)
MPS2_BASEPRI = replace(
    _MPS2,
    name="mps2-an385-basepri",
    title="the same, the kernel's lock leaves some interrupts on",
)
_SIZE = replace(_MPS2, name="mps2-an385-size", title="the same, built small instead of fast")
# Builds of the benches, and one for the sizes of a 32-bit target: no table of targets has them.
_VARIANTS = (
    replace(_HOST, name="host-32", title="the same, with pointers of 32 bits"),
    MPS2_BASEPRI,
    _SIZE,
    *(
        replace(_SIZE, name=f"mps2-an385-size-{levels}", title=f"the same with {levels} levels")
        for levels in (4, 256, 1024)
    ),
)
_MICROBIT = Target(
    name="microbit",
    title="Cortex-M0 in QEMU with more RAM than a micro:bit has, counting instructions",
    emulator=(_QEMU, "-M", "microbit", *_LARGER_RAM, *_NO_DEVICES, *_EXACT_TIME),
    ticks_per_instruction=Fraction(_INSTRUCTION_NS * 16, 1000),
    clock_hz=16_000_000,
)


def _virt(bits: int) -> Target:
    """A hart on QEMU virt, whose clock has 10 MHz: 0.64 ticks for each instruction."""
    machine = (f"qemu-system-riscv{bits}", "-M", "virt", "-bios", "none", "-rtc", "clock=vm")
    return Target(
        name=f"virt-riscv{bits}",
        title=f"RV{bits}IMAC in QEMU, counting instructions",
        emulator=(*machine, *_NO_DEVICES, *_EXACT_TIME),
        ticks_per_instruction=Fraction(_INSTRUCTION_NS * 10, 1000),
        clock_hz=10_000_000,
    )


def _mps(name: str, core: str, megahertz: int) -> Target:
    """Another image for the boards of Arm. All have an FPU."""
    return Target(
        name=name,
        title=f"{core} in QEMU, counting instructions",
        emulator=(_QEMU, "-M", name, *_NO_DEVICES, *_EXACT_TIME),
        ticks_per_instruction=Fraction(_INSTRUCTION_NS * megahertz, 1000),
        clock_hz=megahertz * 1_000_000,
    )


# Other processors: one for each port, and more with the same ports.
PORT_TARGETS = (
    _mps("mps2-an386", "Cortex-M4F", 25),
    _mps("mps2-an505", "Cortex-M33", 20),
    _virt(32),
)
MORE_PORT_TARGETS = (
    _mps("mps2-an500", "Cortex-M7", 25),
    _mps("mps3-an547", "Cortex-M55", 32),
    _virt(64),
)

_RP2040 = Target(
    name="rp2040",
    title="Cortex-M0+ of an emulated RP2040, counting cycles",
    has_pins=True,
    clock_hz=1_000_000,
)
RP2040_TARGETS = (_RP2040, replace(_RP2040, name="rp2040-ram", title="the same, from RAM"))

# Its lock takes the way around an erratum of the first Cortex-M7.
M7_BASEPRI = replace(
    MORE_PORT_TARGETS[0],
    name="mps2-an500-basepri",
    title="the same, the kernel's lock leaves some interrupts on",
)

# Where programs can run, and the two for which labs and the ThreadX suite have numbers.
TARGETS = (_HOST, _MPS2, _MICROBIT, *RP2040_TARGETS)
LAB_TARGETS = (_HOST, _MPS2)
ALL_TARGETS = (*TARGETS, *PORT_TARGETS, *MORE_PORT_TARGETS)


def target_named(name: str) -> Target:
    """The target with a name.

    Raises:
        RunError: there is none.
    """
    for target in (*ALL_TARGETS, *_VARIANTS, M7_BASEPRI):
        if target.name == name:
            return target
    known = ", ".join(target.name for target in ALL_TARGETS)
    raise RunError("--target", f"unknown target {name}", f"take one of {known}")
