# SPDX-License-Identifier: Apache-2.0
"""Artificial recordings of signals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["HOSTILE", "PINS", "VCD", "Scope", "with_damage", "write_vcd"]

VCD = (
    "$timescale 8 ns $end\n$var wire 1 ! a $end\n$var wire 8 # bus $end\n$enddefinitions $end\n"
    "#0\n0!\n#2\n1!\nb101 #\n#5\n0!\n1!\n#7\n0!\n#9\n"
)
_UNIT = "$timescale 1 ns $end\n"
_SAME = "".join(f"$var wire 1 {code}! same $end\n" for code in range(512))
_BEHIND = "$enddefinitions $end\n#0\n0!\n"
# Files that would need excessive memory or time.
HOSTILE = {
    name: text.encode()
    for name, text in {
        "nothing": "",
        "no newline": VCD.replace("\n", " "),
        "no newline in one long word": _UNIT + "x" * 1_000_000,
        "deep nesting": _UNIT + "$scope module a $end\n" * 20_000 + _SAME + _BEHIND,
        "one long scope": f"{_UNIT}$scope module {'a' * 1_000_000} $end\n{_SAME}{_BEHIND}",
        "more ends than scopes": _UNIT + "$upscope $end\n" * 1000 + _BEHIND,
        "a claim of a billion bits": VCD.replace("wire 8 #", "wire 1000000000 #"),
        "a claim of bits beyond 64 bits": VCD.replace("wire 8 #", f"wire {'9' * 100_000} #"),
        "more signals than pins": VCD.replace("$enddef", _SAME + "$enddef"),
        "a number of many bits": VCD.replace("b101", "b" + "1" * 100_000),
        "a number beyond doubles": VCD.replace("b101", "r1e999999999"),
        "a time of many digits": VCD.replace("#9", "#" + "9" * 100_000),
        "the last time": VCD.replace("#9", f"#{1 << 53}"),
        "a declaration without an end": VCD.replace("#0", "$comment " + "x " * 100_000),
        "a change without a signal": VCD.replace("b101 #\n", "b101"),
        "a timescale of many words": VCD.replace("8 ns", "8 " * 100_000),
        "a name of letters that cannot be shown": VCD.replace(" a ", " \x1b[2J\x07 "),
    }.items()
}

PINS = {role: role for role in ("running", "slot", "scan", "thread0")}
NUMBER = ("number0", "number1")


def with_damage(place: int, new: bytes, removed: int) -> bytes:
    """Return the small recording with some of its bytes replaced."""
    content = VCD.encode()
    return content[:place] + new + content[place + removed :]


def write_vcd(path: Path, wires: Mapping[str, Sequence[int]], end: int) -> Path:
    """Write a file with wires of one bit, low at first, that change at these nanoseconds."""
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
    """The signals of a scheduler with known times: one interval after the other.

    Attributes:
        slot, check: time of an insertion, and of a check of a thread.
        switch: time between two threads.
    """

    slot: int = 300
    check: int = 200
    switch: int = 600
    now: int = 1000
    wires: dict[str, list[int]] = field(
        default_factory=lambda: {name: [] for name in (*PINS, *NUMBER)}
    )

    def interval(self, threads: Sequence[int], run: int, length: int) -> None:
        """Add a scan that releases these threads, each of which runs for a time; then rest."""
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
        """Return the complete recording. The newest scan ends the newest interval."""
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
