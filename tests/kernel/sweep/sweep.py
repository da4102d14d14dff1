# SPDX-License-Identifier: Apache-2.0
"""Run the interrupt sweep of a board, and read its output."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.builds.process import Finished, execute

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from limen.run import Target

__all__ = ["Finding", "Swept", "read", "services", "sweep"]

# Limits for a kernel that does not return from a call: a part of a sweep takes half a minute of
# processor time.
_CPU_SECONDS: Final = 400
_TIMEOUT_SECONDS: Final = 7200.0
_PAIR: Final = re.compile(r"^pair (\w+) (\d+) (\w+) (\w+)", re.MULTILINE)
_FINDING: Final = re.compile(
    r"^finding (\w+) (\d+) (\w+) (\w+) (\d+) (\d+): at (\w+): (.*)$", re.MULTILINE
)
_END: Final = re.compile(r"^end: (\d+) pairs, (\d+) trials, (\d+) findings$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Finding:
    """A trial that failed.

    Attributes:
        mode, world, a, b, offset, delta: the arguments of the program that repeat it.
        address: of the interrupted instruction; empty: the program did not complete the trial.
        what: the violation.
    """

    mode: str
    world: str
    a: str
    b: str
    offset: str
    delta: str
    address: str
    what: str

    def __str__(self) -> str:
        """Return one line, which begins with the arguments that repeat it."""
        again = f"{self.mode} {self.world} {self.a} {self.b} {self.offset} {self.delta}"
        return f"{again}: at {self.address}: {self.what}"


@dataclass(frozen=True, slots=True)
class Swept:
    """A part of a sweep.

    Attributes:
        pairs: services A and B, in the order in which they were tried.
    """

    pairs: tuple[tuple[str, str], ...]
    trials: int
    findings: tuple[Finding, ...]


def _died(status: int, output: str) -> Finding:
    """Return the pair at which the program ended.

    The program prints the name of each pair first.
    """
    pair = list(_PAIR.finditer(output))
    mode, world, a, b = pair[-1].groups() if pair else ("?",) * 4
    last = " / ".join(output.splitlines()[-3:])
    return Finding(mode, world, a, b, "", "", "", f"the program ended with {status}: {last}")


def read(status: int, output: str) -> Swept:
    r"""Return the results of the program from its output.

    >>> read(0, "pair thread 0 a b: 7 trials, 1 outcomes\nend: 1 pairs, 7 trials, 0 findings")
    Swept(pairs=(('a', 'b'),), trials=7, findings=())
    >>> read(3, "pair thread 0 post suspend").findings[0].what
    'the program ended with 3: pair thread 0 post suspend'
    """
    pairs = tuple((match[3], match[4]) for match in _PAIR.finditer(output))
    findings = tuple(Finding(*match.groups()) for match in _FINDING.finditer(output))
    end = _END.search(output)
    if end is None:
        return Swept(pairs, 0, (*findings, _died(status, output)))
    assert status == (1 if findings else 0), output
    assert (int(end[1]), int(end[3])) == (len(pairs), len(findings)), output
    return Swept(pairs, int(end[2]), findings)


def _run(
    target: Target, executable: Path, arguments: Sequence[str], folder: Path, cpu_seconds: int
) -> Finished:
    limited = ["/bin/sh", "-c", f'ulimit -S -t {cpu_seconds} && exec "$0" "$@"']
    return execute(
        [*limited, *target.command(executable, arguments)],
        directory=folder,
        timeout_seconds=_TIMEOUT_SECONDS,
    )


def sweep(
    target: Target,
    executable: Path,
    arguments: Sequence[str],
    folder: Path,
    *,
    cpu_seconds: int = _CPU_SECONDS,
) -> Swept:
    """Run the program; main.c describes its arguments."""
    run = _run(target, executable, arguments, folder, cpu_seconds)
    return read(run.status, run.output)


def services(target: Target, executable: Path, folder: Path) -> tuple[set[str], set[str]]:
    """Return the names of all services, and of those that interrupts and handlers may use."""
    listed = _run(target, executable, ["list"], folder, _CPU_SECONDS).output
    rows = [line.split() for line in listed.splitlines()]
    return {name for name, _ in rows}, {name for name, users in rows if users == "any"}
