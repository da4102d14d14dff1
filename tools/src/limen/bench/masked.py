# SPDX-License-Identifier: Apache-2.0
"""Measures how long each service keeps interrupts off, for the tests and as a table.

The program is bench/masked, and its cases define the measured services. The figures are exact. A
file contains them, and the tests compare it with what they measure, so that a change of the kernel
that keeps interrupts off for longer shows in its own diff. With several cores, the file also has
for how long each service holds the shared lock.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.run import addresses_from_to, build, target_named
from limen.run.masked import held_of_each, longest_masked_of_each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

__all__ = [
    "MASKED_PLACES",
    "MaskedCase",
    "MaskedPlace",
    "masked_section",
    "measure_masked",
    "read_masked",
    "write_masked",
]

_SECONDS: Final = 600.0
_MANY: Final = 32


@dataclass(frozen=True, slots=True)
class MaskedPlace:
    """A target on which the services are measured, and the libraries.

    Attributes:
        group: of the rows.
        path: of the file of expectations.
        title: of the section of docs/measurements.md.
        about: its first text.
        comment: the first lines of the file.
        target: name of the board.
        programs: with the unchecked and, if there is one, with the checked library.
        has_numbers: services are measured with 1 and with many of something.
        has_cores: the section has the services that take the shared lock, and the times of that.
    """

    group: str
    path: str
    title: str
    about: str
    comment: str
    target: str
    programs: tuple[str, ...]
    has_cores: bool = False
    has_numbers: bool = True


_GATE_IS_OPEN: Final = "The exceptions that lead to the gate and back keep no interrupt off."

MASKED_PLACES: Final = (
    MaskedPlace(
        "masked",
        "tests/targets/expected/masked.toml",
        "The longest time with interrupts off on a Cortex-M3",
        f"""\
Instructions between the one that switches interrupts off and the one that lets them come again, of
the longest such stretch from the call of the service until it returns or another thread runs, the
switch included. The services named "alarm" and "tick" are what the alarm's interrupt does. n is the
number of threads that wait, of mutexes, of links of a chain, or of timers: 1 and {_MANY}. Both
libraries are without trace. What is not listed takes no lock, or is a pair of these.
""",
        """\
# Instructions with interrupts off at most, on a Cortex-M3 in QEMU, by service and library: with
# n = 1 and, where it matters, with n = 32. Written by: ./limen bench --masked
""",
        "mps2-an385",
        ("bench-masked", "bench-masked-checked"),
    ),
    MaskedPlace(
        "masked-small",
        "tests/targets/expected/masked-small.toml",
        "The longest time with interrupts off on a Cortex-M3, with limen-small",
        f"""\
The same in `limen-small`, which starts a timeout by looking through those that run, and opens the
lock only when a call that ends {_MANY} waits has ended all of them.
""",
        """\
# Instructions with interrupts off at most, on a Cortex-M3 in QEMU, with limen-small: as in
# masked.toml. Written by: ./limen bench --masked
""",
        "mps2-an385",
        ("bench-masked-small",),
    ),
    MaskedPlace(
        "masked-cores",
        "tests/targets/expected/masked-cores.toml",
        "The longest time with interrupts off on a Cortex-M33, with several cores",
        """\
The same in `limen-cores-unchecked` and `limen-cores`, of the services that take the shared lock,
while the other core does not run; `tests/targets/expected/masked-cores.toml` has the others, too.
Held: instructions from the ticket for the lock until it is free, at most. Times: how often one
stretch with interrupts off takes the lock, at most. Each time, it may wait for one section of each
other core. So with m cores interrupts are off for at most the value of the table + times x (m - 1)
x the longest held of the services that the other cores use.
""",
        """\
# Instructions with interrupts off at most, on a Cortex-M33 in QEMU, with limen-cores: as in
# masked.toml. held: with the shared lock at most, in the unchecked library; times: how often one
# stretch with interrupts off takes it. Written by: ./limen bench --masked
""",
        "mps2-an521",
        ("bench-masked-cores", "bench-masked-cores-checked"),
        has_cores=True,
    ),
    *(
        MaskedPlace(
            f"masked-user{suffix}",
            f"tests/targets/expected/masked-user{suffix}.toml",
            f"The longest time with interrupts off on {processor}, with user threads",
            f"""\
The same, of calls, interrupts and faults of user threads, with the gate: in `limen`, from the call
in user mode until the thread, or another one, goes on in user mode.
{about}
""",
            f"""\
# Instructions with interrupts off at most, on {processor} in QEMU, of what user threads cause.
# Written by: ./limen bench --masked
""",
            target,
            ("bench-masked-user",),
            has_numbers=False,
        )
        for suffix, processor, target, about in (
            ("", "a Cortex-M3", "mps2-an385", _GATE_IS_OPEN),
            ("-m33", "a Cortex-M33", "mps2-an505", _GATE_IS_OPEN),
            ("-rv32", "RV32IMAC", "virt-riscv32", "A trap keeps interrupts off until it ends."),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class MaskedCase:
    """The longest stretches of one service.

    Attributes:
        name: of the service, and its special conditions.
        unchecked: instructions with n = 1 and, if n matters, with n = 32: library limen-unchecked.
        checked: the same in library limen; empty if there is none with checks.
        held: instructions under the shared lock at most, unchecked; empty if it takes none.
        times: how often one stretch takes that lock at most.
    """

    name: str
    unchecked: tuple[int, ...]
    checked: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    times: tuple[int, ...] = ()


def measure_masked(
    root: Path, place: MaskedPlace, on_line: Callable[[str], None]
) -> list[MaskedCase]:
    """The longest stretch of each service, in the order of the program's cases.

    Raises:
        RunError: it does not build, or does not run.
    """
    programs = build(root, target_named(place.target), list(place.programs), on_line)
    unchecked, *others = (_measured(programs[name], place.target) for name in place.programs)
    checked = others[0] if others else {}
    return [_case(name, values, checked.get(name, ())) for name, values in unchecked.items()]


_Values = tuple[int, int, int]  # instructions with interrupts off, with the shared lock, and times


def _measured(program: Path, target: str) -> dict[str, list[_Values]]:
    """Measure each service with 1 thread or object and, where it matters, with many."""
    output, windows = addresses_from_to(
        program, "bench_begin", "bench_end", target=target, timeout_seconds=_SECONDS
    )
    names = re.findall(r"^\d+ (.+)$", output, re.MULTILINE)
    if len(names) != len(windows):
        problem = f"it printed {len(names)} names for {len(windows)} windows"
        raise RunError(program.name, problem, "see what it prints")
    longest = longest_masked_of_each(program, windows)
    values: dict[str, list[_Values]] = {}
    for name, masked, held in zip(names, longest, held_of_each(program, windows), strict=True):
        values.setdefault(name, []).append((masked.instructions, *held))
    return values


def _case(name: str, unchecked: Sequence[_Values], checked: Sequence[_Values]) -> MaskedCase:
    lengths, held, times = zip(*unchecked, strict=True)
    if not any(held):
        held = times = ()
    return MaskedCase(name, lengths, tuple(length for length, _, _ in checked), held, times)


def write_masked(cases: Sequence[MaskedCase], place: MaskedPlace) -> str:
    """The file that the tests compare with.

    >>> write_masked([MaskedCase("post", (5, 6), (7, 8))], MASKED_PLACES[0]).splitlines()[-1]
    '"post" = { unchecked = [5, 6], checked = [7, 8] }'
    """
    lines = [f'"{case.name}" = {{ {", ".join(_fields(case))} }}' for case in cases]
    return "\n".join([place.comment, *lines, ""])


def _fields(case: MaskedCase) -> list[str]:
    fields = {
        "unchecked": case.unchecked,
        "checked": case.checked,
        "held": case.held,
        "times": case.times,
    }
    return [f"{name} = {list(values)}" for name, values in fields.items() if values]


def read_masked(text: str) -> list[MaskedCase]:
    """Read the output of write_masked.

    >>> read_masked('"post" = { unchecked = [5, 6], checked = [7, 8], held = [3], times = [1] }')
    [MaskedCase(name='post', unchecked=(5, 6), checked=(7, 8), held=(3,), times=(1,))]
    """
    return [
        MaskedCase(name, **{field: tuple(values) for field, values in fields.items()})
        for name, fields in tomllib.loads(text).items()
    ]


def masked_section(cases: Sequence[MaskedCase], place: MaskedPlace) -> str:
    """The section of docs/measurements.md.

    >>> masked_section([MaskedCase("post", (5, 1600), (7,))], MASKED_PLACES[0]).splitlines()[-1]
    '| post | 5 | 1,600 | 7 |  |'
    """
    heads = [f"{name}{n}" for name in _columns(cases[0], place) for n in (1, _MANY)]
    if not place.has_numbers:
        heads = ["instructions"]
    rows = [
        [case.name, *_cells_of(case, place)] for case in cases if case.held or not place.has_cores
    ]
    table = [["service", *heads], ["---"] * (len(heads) + 1), *rows]
    lines = [f"| {' | '.join(row)} |" for row in table]
    return "\n".join([f"## {place.title}", "", place.about, *lines, ""])


def _cells_of(case: MaskedCase, place: MaskedPlace) -> list[str]:
    cells = [cell for values in _columns(case, place).values() for cell in _cells(values)]
    return cells if place.has_numbers else cells[:1]


def _columns(case: MaskedCase, place: MaskedPlace) -> dict[str, tuple[int, ...]]:
    """Return the values of each pair of columns, by the text before the n in their heads."""
    checked = {"checked: ": case.checked} if len(place.programs) > 1 else {}
    cores = {"held: ": case.held, "times: ": case.times} if place.has_cores else {}
    return {"": case.unchecked} | checked | cores


def _cells(lengths: Sequence[int]) -> list[str]:
    cells = [f"{instructions:,}" for instructions in lengths]
    return cells if len(cells) > 1 else [*cells, ""]
