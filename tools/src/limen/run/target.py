# SPDX-License-Identifier: Apache-2.0
"""The targets of programs: the boards of the repository, folders of boards/ with board.toml."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.prebuilt import prebuilt_folder
from limen.project.settings import read_board
from limen.run.build import find_root
from limen.run.emulator import runner
from limen.run.ibex import build_model

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ALL_TARGETS",
    "LAB_TARGETS",
    "M7_BASEPRI",
    "MORE_PORT_TARGETS",
    "MPS2_BASEPRI",
    "OWNED_TARGETS",
    "PORT_TARGETS",
    "QEMU_SANDBOX",
    "RP2040_TARGETS",
    "TARGETS",
    "Target",
    "clock_of",
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
        simulator: the simulator that counts cycles: rp2040, tools/emulator; ibex, tools/ibex.
        template: a command that runs a program in another way; {program} is replaced by its path.
        configure: arguments of CMake for a board outside of the repository, which has no preset.
        clock_hz: frequency of its clock; 0: it is not known.
        trace_events: number of events of a trace for which its memory has room, beside a program.
        can_run: its programs can run here.
        core: its processor, for tables.
        group: of a board of the repository: usual, port, further, owned or model.
        bench: the suffix of its groups of benches; empty: it has none.
        bench_title: its processor in their titles.
        has_fpu: threads can have floats, on a board of the repository.
        cores: of programs that are linked with limen-cores.
    """

    name: str
    title: str
    emulator: tuple[str, ...] = ()
    ticks_per_instruction: Fraction | None = None
    environment: tuple[tuple[str, str], ...] = ()
    simulator: str = ""
    template: tuple[str, ...] = ()
    configure: tuple[str, ...] = ()
    clock_hz: int = 0
    trace_events: int = 8192
    can_run: bool = True
    core: str = ""
    group: str = ""
    bench: str = ""
    bench_title: str = ""
    has_fpu: bool = False
    cores: int = 1

    @property
    def is_host(self) -> bool:
        """Whether programs run directly."""
        return self.can_run and not (self.emulator or self.template or self.simulator)

    @property
    def is_on_request(self) -> bool:
        """Return whether its model takes a minute to compile. It is used only if it is named."""
        return self.group == "model"

    @property
    def has_pins(self) -> bool:
        """Whether the simulator can watch the pins of its programs."""
        return self.simulator == "rp2040"

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
        if self.simulator:
            simulator = runner() if self.has_pins else [str(build_model())]
            return [*simulator, *options, str(executable), *map(_one_word, arguments)]
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
        smp = ("-smp", str(self.cores)) if self.cores > 1 and _has_cores(executable) else ()
        machine = (*self.emulator, *smp, *serial, *sandbox, *options)
        return [*machine, "-semihosting-config", served, *kernel]

    def instructions(self, ticks: int) -> int | None:
        """Instructions that take this number of ticks, rounded; None if they have no fixed time.

        >>> target_named("mps2-an385").instructions(16)
        10
        """
        if self.ticks_per_instruction is None:
            return None
        return round(Fraction(ticks) / self.ticks_per_instruction)


def _has_cores(executable: Path) -> bool:
    """Return whether it is linked with limen-cores.

    More processors would change the times of all others.
    """
    return executable.is_file() and b"\0lm_core_main\0" in executable.read_bytes()


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


# Semihosting has a call that runs a command of this machine (SYS_SYSTEM). With these filters the
# kernel ends a QEMU that starts a program.
QEMU_SANDBOX = (
    "-sandbox",
    "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
)
# The console is that of semihosting and not the UART.
_NO_SERIAL = ("-serial", "none")
_INCLUDE: Final = re.compile(r"^include\(\$\{CMAKE_CURRENT_LIST_DIR\}/(\S+)\)", re.MULTILINE)
_EVENTS: Final = 8192


def setting_of(file: Path, name: str) -> str | None:
    """Return the value of a variable of a board.cmake, or of the board that it includes."""
    text = file.read_text(encoding="utf-8")
    match = re.search(rf"^set\({name} (\S+)\)", text, re.MULTILINE)
    base = _INCLUDE.search(text)
    if match is None and base is not None:
        return setting_of(file.parent / base[1], name)
    return match[1] if match is not None else None


def clock_of(file: Path) -> int:
    """The rate of the clock that a board.cmake sets; 0: none."""
    rate = setting_of(file, "LM_CLOCK_HZ")
    return int(rate) if rate is not None and rate.isdigit() else 0


def _board(folder: Path) -> Target:
    """The target that a folder of boards/ describes.

    In QEMU each instruction takes 64 ns, which is 1.6 ticks of 25 MHz. These are instructions, not
    cycles: QEMU models no caches and no wait states, and exception entry is free.
    """
    said = read_board(folder)
    return Target(
        folder.name,
        said.title or folder.name,
        emulator=tuple(shlex.split(said.qemu or "")),
        can_run=said.toolchain == "host" or bool(said.qemu or said.emulator),
        ticks_per_instruction=said.ticks_per_instruction,
        simulator=said.emulator or "",
        clock_hz=clock_of(folder / "board.cmake"),
        trace_events=int(said.trace_events or _EVENTS),
        core=said.core or "",
        group=said.group or "",
        bench=said.bench or "",
        bench_title=said.bench_title or "",
        has_fpu=setting_of(folder / "board.cmake", "LIMEN_ARCHITECTURE") == "fpu"
        and setting_of(folder / "board.cmake", "LIMEN_LACKS_FPU") is None,
        cores=int(setting_of(folder / "board.cmake", "LIMEN_CORES") or 1),
    )


def _boards() -> tuple[Target, ...]:
    """The boards of the repository, or those of the wheel."""
    folder = prebuilt_folder("boards") or find_root(Path(__file__).parent) / "boards"
    found = [_board(file.parent) for file in sorted(folder.glob("*/board.toml"))]
    return tuple(sorted(found, key=lambda target: _GROUPS.index(target.group)))


# The usual targets; other processors: one for each port, and more with the same ports; real boards;
# the RTL of a processor, whose model is made on first use.
_GROUPS: Final = ("usual", "port", "further", "owned", "model")
ALL_TARGETS: Final = _boards()
TARGETS: Final = tuple(target for target in ALL_TARGETS if target.group == "usual")
PORT_TARGETS: Final = tuple(target for target in ALL_TARGETS if target.group == "port")
MORE_PORT_TARGETS: Final = tuple(target for target in ALL_TARGETS if target.group == "further")
OWNED_TARGETS: Final = tuple(one for one in ALL_TARGETS if one.group == "owned" and one.can_run)
RP2040_TARGETS: Final = tuple(target for target in ALL_TARGETS if target.has_pins)


def _known(name: str) -> Target:
    return next(target for target in ALL_TARGETS if target.name == name)


# The two for which labs and the ThreadX suite have numbers.
LAB_TARGETS: Final = (_known("host"), _known("mps2-an385"))
# Builds of a board with other options: no table of targets has them.
_SOME_ON = "the same, the kernel's lock leaves some interrupts on"
MPS2_BASEPRI: Final = replace(LAB_TARGETS[1], name="mps2-an385-basepri", title=_SOME_ON)
# Its lock works around an erratum of the first Cortex-M7.
M7_BASEPRI: Final = replace(_known("mps2-an500"), name="mps2-an500-basepri", title=_SOME_ON)
_CORES_BASEPRI: Final = replace(_known("mps2-an521"), name="mps2-an521-basepri", title=_SOME_ON)
_FOUR_HARTS: Final = replace(
    _known("virt-riscv32"), name="virt-riscv32-4-cores", title="the same, with four harts", cores=4
)
_SIZE: Final = replace(
    LAB_TARGETS[1], name="mps2-an385-size", title="the same, built small instead of fast"
)
_VARIANTS: Final = (
    replace(LAB_TARGETS[0], name="host-32", title="the same, with pointers of 32 bits"),
    MPS2_BASEPRI,
    M7_BASEPRI,
    _CORES_BASEPRI,
    _FOUR_HARTS,
    _SIZE,
    *(
        replace(_SIZE, name=f"mps2-an385-size-{levels}", title=f"the same with {levels} levels")
        for levels in (4, 256, 1024)
    ),
)


def target_named(name: str) -> Target:
    """The target with a name.

    Raises:
        RunError: there is none.
    """
    for target in (*ALL_TARGETS, *_VARIANTS):
        if target.name == name:
            return target
    known = ", ".join(target.name for target in ALL_TARGETS)
    raise RunError("--target", f"unknown target {name}", f"take one of {known}")
