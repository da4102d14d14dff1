# SPDX-License-Identifier: Apache-2.0
"""The bytes of the kernel that the linker keeps for a program, and the sizes of control blocks.

A map of the linker shows the parts of a program that come from the kernel's library: the kernel,
its port and its drivers, but not the board with its report of faults, the application and the C
library. The figures of other kernels were taken in the same way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from elftools.elf.elffile import ELFFile

from limen.bench.measure import Measurement
from limen.errors import RunError
from limen.run import build, target_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from elftools.dwarf.die import DIE

__all__ = [
    "FEATURES",
    "INTERFACES",
    "LEVELS",
    "bytes_of_library",
    "measure_features",
    "measure_footprint",
    "measure_interfaces",
]

FEATURES: Final = (
    ("suspension", "`lm_thread_suspend`, `_resume`"),
    ("sleep", "`lm_thread_sleep`"),
    ("semaphores", "semaphores"),
    ("suspension-and-semaphores", "both: suspension and semaphores"),
    ("queues", "queues"),
    ("mutexes", "mutexes, with inheritance"),
    ("event_flags", "event flags"),
    ("timers", "timers"),
    ("block_pools", "pools of blocks"),
    ("byte_pools", "pools of bytes"),
    ("periods", "`lm_thread_wait_period`"),
    ("slices", "`lm_thread_set_slice`"),
    ("priorities", "`lm_thread_set_priority`, `_set_threshold`"),
    ("ends", "`lm_thread_terminate`, `_reset`, `_delete`"),
    ("aborts", "`lm_thread_abort_wait`"),
    ("sections", "`lm_section_enter`, `_leave`"),
    ("spinlocks", "spinlocks"),
    ("readers", "readers"),
    ("cyclic", "cyclic threads"),
)
LEVELS: Final = (4, 32, 256, 1024)
INTERFACES: Final = (
    ("native", "native calls"),
    ("freertos", "FreeRTOS"),
    ("freertos_unsliced", "FreeRTOS, `configUSE_TIME_SLICING` 0"),
    ("cmsis_rtos2", "CMSIS-RTOS2"),
)
_REFERENCE: Final = "suspension+sleep+semaphores+queues+mutexes"
_MEANING: Final = "threads with suspension and sleep, semaphores, queues, mutexes"
_UNIT: Final = "bytes"
_SIZE: Final = "DW_AT_byte_size"
_BLOCKS: Final = (
    "thread",
    "semaphore",
    "queue",
    "mutex",
    "event_flags",
    "timer",
    "block_pool",
    "byte_pool",
)
_LAYERS: Final = (
    "readers",
    "spinlock",
    "cyclic",
    "tick",
)
_FAST: Final = "mps2-an385"
_SMALL: Final = "mps2-an385-size"
_PLACED: Final = re.compile(
    r"^ (\.[\w.]+|COMMON)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+\S*\bliblimen[\w-]*\.a\((?!fault)",
    re.MULTILINE,
)
# The same with the libraries of the interfaces and the program itself.
_PLACED_OF_INTERFACE: Final = re.compile(
    r"^ (\.[\w.]+|COMMON)\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+\S*"
    r"(?:\blib(?:limen|freertos|cmsis-rtos2)[\w-]*\.a\((?!fault)|/footprint/static/)",
    re.MULTILINE,
)
_TEXT: Final = (".text", ".rodata", ".data", ".ARM.exidx")
_RAM: Final = (".data", ".bss", "COMMON")


def measure_footprint(root: Path, on_line: Callable[[str], None]) -> list[Measurement]:
    """All sizes.

    Raises:
        RunError: a program does not build, or a size cannot be right.
    """
    return [
        *_whole(root, "footprint", _FAST, _REFERENCE, on_line),
        *_whole(root, "footprint-size", _SMALL, _REFERENCE, on_line),
        *_whole(root, "footprint-size-checked", _SMALL, f"{_REFERENCE}-checked", on_line),
        *_whole(root, "footprint-small", _SMALL, f"{_REFERENCE}-small", on_line),
        *_blocks(root, on_line),
        *measure_features(root, on_line),
        *_levels(root, on_line),
        *measure_interfaces(root, on_line),
    ]


def _link(
    root: Path, target: str, features: Sequence[str], on_line: Callable[[str], None]
) -> dict[str, Path]:
    names = {feature: f"bench-footprint-{feature}" for feature in features}
    built = build(root, target_named(target), list(names.values()), on_line)
    return {feature: built[name] for feature, name in names.items()}


def _sizes(program: Path) -> tuple[int, int]:
    path = program.with_name(f"{program.name}.map")
    return bytes_of_library(path.read_text("utf-8"), program.name)


def bytes_of_library(text: str, place: str, pattern: re.Pattern[str] = _PLACED) -> tuple[int, int]:
    r"""Bytes of text with constants and initial values, and of data and bss, in a map of a linker.

    >>> head = "Linker script and memory map\n"
    >>> bytes_of_library(head + " .text.f\n      0x0010   0x20 liblimen-x.a(f.c.obj)\n", "a map")
    (32, 0)

    Raises:
        RunError: nothing of the library is in the program.
    """
    _, _, placed = text.partition("Linker script and memory map")
    flash = ram = 0
    for name, size in pattern.findall(placed):
        flash += int(size, 16) if name.startswith(_TEXT) else 0
        ram += int(size, 16) if name.startswith(_RAM) else 0
    if flash == 0:
        problem = "the program contains nothing of the kernel's library"
        raise RunError(place, problem, "see its options for the linker")
    return flash, ram


def _whole(
    root: Path, group: str, target: str, features: str, on_line: Callable[[str], None]
) -> Iterator[Measurement]:
    flash, ram = _sizes(_link(root, target, [features], on_line)[features])
    yield Measurement(f"{group}/text", f"{_MEANING}: code and constants", _UNIT, flash)
    yield Measurement(f"{group}/data-and-bss", "the same: data of the kernel", _UNIT, ram)


def measure_features(root: Path, on_line: Callable[[str], None]) -> Iterator[Measurement]:
    """The flash and RAM that each feature adds to a program with threads alone.

    Raises:
        RunError: a program does not build, or a size cannot be right.
    """
    programs_of = {name: name.replace("-and-", "+") for name, _ in FEATURES}
    programs = _link(root, _SMALL, ["threads", *programs_of.values()], on_line)
    base_flash, base_ram = _sizes(programs["threads"])
    yield Measurement("features/threads-text", "threads alone", _UNIT, base_flash)
    yield Measurement("features/threads-data-and-bss", "threads alone", _UNIT, base_ram)
    for name, meaning in FEATURES:
        flash, ram = _sizes(programs[programs_of[name]])
        yield Measurement(f"features/{name}-text", meaning, _UNIT, flash - base_flash)
        yield Measurement(f"features/{name}-data-and-bss", meaning, _UNIT, ram - base_ram)


def measure_interfaces(root: Path, on_line: Callable[[str], None]) -> Iterator[Measurement]:
    """The flash and RAM of one program without a heap, for each interface.

    Raises:
        RunError: a program does not build, or a size cannot be right.
    """
    names = [f"bench-static-{name}" for name, _ in INTERFACES]
    built = build(root, target_named(_SMALL), names, on_line)
    for name, meaning in INTERFACES:
        program = built[f"bench-static-{name}"]
        placed = program.with_name(f"{program.name}.map").read_text("utf-8")
        flash, ram = bytes_of_library(placed, program.name, _PLACED_OF_INTERFACE)
        yield Measurement(f"static/{name}-text", meaning, _UNIT, flash)
        yield Measurement(f"static/{name}-data-and-bss", meaning, _UNIT, ram)


def _levels(root: Path, on_line: Callable[[str], None]) -> Iterator[Measurement]:
    usual = 32
    for levels in LEVELS:
        target = _SMALL if levels == usual else f"{_SMALL}-{levels}"
        flash, ram = _sizes(_link(root, target, [_REFERENCE], on_line)[_REFERENCE])
        yield Measurement(f"levels/{levels}-text", f"{levels} levels", _UNIT, flash)
        yield Measurement(f"levels/{levels}-data-and-bss", f"{levels} levels", _UNIT, ram)


def _blocks(root: Path, on_line: Callable[[str], None]) -> Iterator[Measurement]:
    """The sizes of control blocks, and of the members of a thread."""
    for group, target, feature, names in (
        ("control-block", _FAST, "blocks", (*_BLOCKS, *_LAYERS)),
        ("control-block-small", _SMALL, "blocks-small", _BLOCKS),
    ):
        program = _link(root, target, [feature], on_line)[feature]
        with program.open("rb") as file:
            structures = _structures(ELFFile(file))
            missing = [name for name in names if f"lm_{name}" not in structures]
            if missing:
                problem = f"nothing is known about struct lm_{missing[0]}"
                raise RunError(program.name, problem, "declare one, and compile with -g")
            for name in names:
                size = int(structures[f"lm_{name}"].attributes[_SIZE].value)
                words = name.replace("_", " ")
                yield Measurement(f"{group}/{name}", f"control block: {words}", _UNIT, size)
            if group == "control-block":
                yield from _members(structures["lm_thread"])


def _structures(image: ELFFile) -> dict[str, DIE]:
    """The complete structures in the information for debuggers, by name."""
    return {
        entry.attributes["DW_AT_name"].value.decode(): entry
        for unit in image.get_dwarf_info().iter_CUs()
        for entry in unit.iter_DIEs()
        if entry.tag == "DW_TAG_structure_type"
        and "DW_AT_name" in entry.attributes
        and _SIZE in entry.attributes
    }


def _members(structure: DIE) -> Iterator[Measurement]:
    """Print the size of each member of a thread, with the padding behind it."""
    members = [child for child in structure.iter_children() if child.tag == "DW_TAG_member"]
    begins = [int(member.attributes["DW_AT_data_member_location"].value) for member in members]
    ends = [*begins[1:], int(structure.attributes[_SIZE].value)]
    for member, begin, end in zip(members, begins, ends, strict=True):
        yield Measurement(f"thread/{_name(member)}", "member of a thread", _UNIT, end - begin)


def _name(member: DIE) -> str:
    """Return the name of a member; for a union without one, that of the member that covers all."""
    while "DW_AT_name" not in member.attributes:
        union = member.get_DIE_from_attribute("DW_AT_type")
        named = [child for child in union.iter_children() if "DW_AT_name" in child.attributes]
        member = named[-1]
    return str(member.attributes["DW_AT_name"].value.decode())
