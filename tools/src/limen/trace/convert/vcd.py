# SPDX-License-Identifier: Apache-2.0
"""Write a trace as wires of a logic analyser: one per thread, high while it runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from limen.trace.view import nanoseconds, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.trace.view import View

__all__ = ["vcd_parts"]

_FIRST, _CODES = 33, 94  # the printable characters that make a wire's code
_LINES: Final = 4096


def vcd_parts(view: View, clock_hz: int) -> Iterator[str]:
    """The text, in parts: times in nanoseconds of the target's clock, as its pins have them.

    Wires: the name of each lane, with ``_`` for characters other than letters and digits;
    ``interrupt``, or ``interrupt_1`` ... for the further cores.

    Args:
        view: of any origin.
        clock_hz: ticks in a second.

    Raises:
        TraceError: see nanoseconds.
    """
    time = nanoseconds(view.time, clock_hz)
    cores = np.unique(view.core).tolist() or [0]
    names = [lane.name for lane in view.lanes]
    names += [f"interrupt_{core}" if core else "interrupt" for core in cores]
    codes = [_code(number) for number in range(len(names))]
    yield "$timescale 1 ns $end\n$scope module limen $end\n"
    for code, name in zip(codes, _unique(names), strict=True):
        yield f"$var wire 1 {code} {name} $end\n"
    yield "$upscope $end\n$enddefinitions $end\n"
    now = int(time[0]) if len(time) else 0
    yield f"#{now}\n$dumpvars\n" + "".join(f"0{code}\n" for code in codes) + "$end\n"
    lines: list[str] = []
    for instant, level, wire in _changes(view, time.tolist(), cores):
        if instant != now:
            lines.append(f"#{instant}\n")
            now = instant
        lines.append(f"{level}{codes[wire]}\n")
        if len(lines) > _LINES:
            yield "".join(lines)
            lines.clear()
    if len(time) and now != time[-1]:
        lines.append(f"#{time[-1]}\n")
    yield "".join(lines)


def _changes(view: View, time: list[int], cores: list[int]) -> list[tuple[int, int, int]]:
    """Return the changes (instant, level, wire) in order; falls come before rises."""
    inside = stretches(view, interrupts=True)
    of_core = {core: len(view.lanes) + place for place, core in enumerate(cores)}
    wires = [of_core[core] for core in inside.core.tolist()]
    runs = stretches(view)
    wires += runs.lane.tolist()
    spans = zip(
        wires,
        [*inside.begin.tolist(), *runs.begin.tolist()],
        [*inside.end.tolist(), *runs.end.tolist()],
        strict=True,
    )
    # One without length would end before it begins.
    lasting = [span for span in spans if time[span[1]] < time[span[2]]]
    return sorted(
        [(time[begin], 1, wire) for wire, begin, _ in lasting]
        + [(time[end], 0, wire) for wire, _, end in lasting]
    )


def _code(number: int) -> str:
    """A short name for a wire.

    >>> _code(0), _code(93), _code(94)
    ('!', '~', '!"')
    """
    code = ""
    while True:
        number, digit = divmod(number, _CODES)
        code += chr(_FIRST + digit)
        if number == 0:
            return code


def _unique(names: list[str]) -> list[str]:
    """Names of wires, each once.

    >>> _unique(["a b", "a-b", ""])
    ['a_b', 'a_b_2', '_']
    """
    taken: set[str] = set()
    unique = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9]", "_", name) or "_"
        shown, number = plain, 1
        while shown in taken:
            number += 1
            shown = f"{plain}_{number}"
        taken.add(shown)
        unique.append(shown)
    return unique
