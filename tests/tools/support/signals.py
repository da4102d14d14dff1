# SPDX-License-Identifier: Apache-2.0
"""Recordings of signals that are made up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["PINS", "Scope", "write_vcd"]

PINS = {role: role for role in ("running", "slot", "scan", "thread0")}
NUMBER = ("number0", "number1")


def write_vcd(path: Path, wires: Mapping[str, Sequence[int]], end: int) -> Path:
    """A file with wires of one bit, low at first, whose levels change at these nanoseconds."""
    codes = {name: chr(33 + index) for index, name in enumerate(wires)}
    lines = ["$timescale 1 ns $end", "$scope module pins $end"]
    lines += [f"$var wire 1 {code} {name} $end" for name, code in codes.items()]
    lines += ["$upscope $end", "$enddefinitions $end", "#0", *(f"0{c}" for c in codes.values())]
    changes = sorted((time, name) for name, times in wires.items() for time in times)
    high = dict.fromkeys(wires, False)
    for time, name in changes:
        high[name] = not high[name]
        lines += [f"#{time}", f"{int(high[name])}{codes[name]}"]
    path.write_text("\n".join([*lines, f"#{end}", ""]), encoding="ascii")
    return path


@dataclass
class Scope:
    """What a scheduler with known times shows: one interval after the other.

    Attributes:
        slot, check: how long an insertion and a look at a thread take.
        switch: between two threads.
    """

    slot: int = 300
    check: int = 200
    switch: int = 600
    now: int = 1000
    wires: dict[str, list[int]] = field(
        default_factory=lambda: {name: [] for name in (*PINS, *NUMBER)}
    )

    def interval(self, threads: Sequence[int], run: int, length: int) -> None:
        """A scan that releases these threads, each of which runs for a time; then rest."""
        begin = self.now
        self._edge("scan")
        for _ in threads:
            self._after(self.check, "slot")
            self._after(self.slot, "slot")
        self._after(self.check, "scan")
        for thread in threads:
            self.now += self.switch
            self._thread(thread, run)
        self.now = begin + length

    def record(self, path: Path) -> Path:
        """All that was shown; the newest scan ends the newest interval."""
        self._edge("scan")
        self._after(self.check, "scan")
        return write_vcd(path, self.wires, self.now + 1)

    def _thread(self, thread: int, run: int) -> None:
        pins = ["running", *(["thread0"] if thread == 0 else [])]
        pins += [name for bit, name in enumerate(NUMBER) if thread >> bit & 1]
        for name in pins:
            self._edge(name)
        self.now += run
        for name in pins:
            self._edge(name)

    def _after(self, time: int, name: str) -> None:
        self.now += time
        self._edge(name)

    def _edge(self, name: str) -> None:
        self.wires[name].append(self.now)
