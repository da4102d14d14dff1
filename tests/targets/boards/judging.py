# SPDX-License-Identifier: Apache-2.0
"""Compare the clocks of the boards with second counters.

`python tests/targets/boards/judging.py` runs all comparisons and writes the table of
docs/porting.md.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from limen.project.settings import Commands
from limen.project.targets import place_for
from limen.run import build, find_root, run_program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from limen.run import Target

__all__ = ["CASES", "PAGE", "SLEEPS", "Case", "Judged", "judge", "table", "table_of"]

ROOT: Final = find_root(Path(__file__).parent)
PAGE: Final = ROOT / "docs/porting.md"
PROGRAM: Final = "board-judged"
SLEEPS: Final = 20_000
_SYSTICK: Final = "an386-systick"
_BASEPRI: Final = "-basepri"
_RESULT: Final = re.compile(
    r"(\d+) sleeps, (\d+) jumps, (\d+) early, drift (-?\d+), latest (-?\d+)\n"
)
_BEGIN, _END = "<!-- clocks: judging.py -->\n", "<!-- end of clocks -->\n"
_HEAD: Final = """\
| board | judge | sleeps | urgent interrupts | jumps | drift, ticks | for each alarm | latest |
|---|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A board, and the comparison of its clock.

    Attributes:
        board: a target, or the board of tests/tools/projects; with "-basepri", a build in which the
            kernel never masks some interrupts.
        judge: the second counter.
        drift_an_alarm: allowed error of the clock with each alarm, in ticks.
        is_urgent: unmasked interrupts come.
        latest_us: from the instant at which a thread is due until it runs.
        is_sampled: in `make test`.
    """

    board: str
    judge: str
    drift_an_alarm: float = 0
    is_urgent: bool = False
    latest_us: int = 40
    is_sampled: bool = False

    def is_punctual(self, load: str) -> bool:
        """Return whether waits take no real time, so that a busy machine delays no alarm."""
        return not (self.board.startswith(_SYSTICK) and load == "idle")


# QEMU rounds the clock of the micro:bit up by half a nanosecond with each second read, see
# docs/porting.md.
CASES: Final = (
    Case("mps2-an385", "SysTick", is_sampled=True),
    Case("mps2-an385-basepri", "SysTick", is_urgent=True),
    Case("mps2-an386", "SysTick"),
    Case("mps2-an500", "SysTick"),
    Case("mps2-an505", "SysTick"),
    Case("mps3-an547", "SysTick"),
    Case("an386-systick", "FPGAIO", drift_an_alarm=1),
    Case("an386-systick-basepri", "FPGAIO", drift_an_alarm=1, is_urgent=True),
    Case("microbit", "TIMER1", drift_an_alarm=1 / 16, latest_us=64),
    Case("rp2040-ram", "SysTick"),
    Case("virt-riscv32", "real-time clock", latest_us=80, is_sampled=True),
    Case("virt-riscv64", "real-time clock", latest_us=80),
)


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a run; drift is in ticks of the clock."""

    sleeps: int
    jumps: int
    early: int
    drift: int
    latest_us: float


def _target(case: Case) -> Target:
    """Return the target on which the programs run.

    With SysTick, a wait takes real time: otherwise QEMU loses a period in each (docs/porting.md).
    """
    name = case.board.removesuffix(_BASEPRI)
    options = ("-DLM_KERNEL_PRIORITY=0x20",) if case.board.endswith(_BASEPRI) else ()
    if name != _SYSTICK:
        return place_for(ROOT, case.board, Commands("", ROOT)).target
    commands = Commands("", ROOT, board=f"tests/tools/projects/boards/{name}", options=options)
    target = place_for(ROOT, case.board, commands).target
    words = (word.replace("sleep=off", "sleep=on") for word in target.emulator)
    return replace(target, emulator=tuple(words))


def judge(case: Case, load: str, sleeps: int, seed: int, scratch: Path) -> Judged:
    """Run the program. load: idle or busy."""
    target = _target(case)
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    words = [load, "urgent" if case.is_urgent else "quiet", str(sleeps), str(seed)]
    run = run_program(target, executable, words, scratch=scratch, timeout_seconds=7200.0)
    match = _RESULT.fullmatch(run.output)
    assert run.status == 0, run.output
    assert match is not None, run.output
    sleeps, jumps, early, drift, latest = map(int, match.groups())
    return Judged(sleeps, jumps, early, drift, latest * 1e6 / target.clock_hz)


def _rows(scratch: Path) -> Iterator[str]:
    for case in CASES:
        for load in ("idle", "busy"):
            found = judge(case, load, SLEEPS, 1, scratch)
            cells = (
                case.board,
                case.judge,
                f"{found.sleeps:,} {load}",
                "yes" if case.is_urgent else "no",
                str(found.jumps),
                f"{found.drift:,}",
                f"{abs(found.drift) / found.sleeps:.2f}",
                f"{found.latest_us:.0f} us" if case.is_punctual(load) else "",
            )
            sys.stdout.write(f"{' | '.join(cells)}\n")
            yield f"| {' | '.join(cells)} |\n"


def table(scratch: Path) -> str:
    """Return the table of new runs."""
    return _HEAD + "".join(_rows(scratch))


def table_of(page: str) -> str:
    """Return the table of the page."""
    return page.partition(_BEGIN)[2].partition(_END)[0]


def main() -> None:
    """Write the table."""
    with TemporaryDirectory() as scratch:
        new = table(Path(scratch))
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(_BEGIN + table_of(page), _BEGIN + new), encoding="utf-8")


if __name__ == "__main__":
    main()
