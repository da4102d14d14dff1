# SPDX-License-Identifier: Apache-2.0
"""Try the mutants of the ports (tests/kernel/sweep/port_mutants.py), as scripts/mutation does."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from port_checks import CHECKS
from port_mutant import mutate
from port_mutants import HARMLESS, NOTICED

from limen.run import build
from limen.run.target import target_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from port_mutant import Mutant

__all__ = ["judge_ports"]


def _is_noticed(root: Path, mutant: Mutant, check: str) -> bool:
    name = CHECKS[check].program
    target = target_named(mutant.board)
    build(root, target, [name], lambda _: None)
    with tempfile.TemporaryDirectory() as folder:
        program = mutate(root, mutant, name, Path(folder))
        return CHECKS[check].complaints(target, program, Path(folder)) != []


def _survivors(root: Path) -> Iterator[str]:
    for check, mutants in NOTICED.items():
        for mutant in mutants:
            if not _is_noticed(root, mutant, check):
                yield f"survives {check}: {mutant.file}: {mutant.name}"
    for mutant in HARMLESS:
        for check in NOTICED:
            if mutant.board == "mps2-an385" and _is_noticed(root, mutant, check):
                yield f"explained, but {check} finds it: {mutant.file}: {mutant.name}"


def judge_ports(root: Path) -> tuple[bool, str]:
    """Return whether each mutant is noticed, except the harmless ones, and the report."""
    start = time.monotonic()
    survivors = list(_survivors(root))
    mutants = sum(map(len, NOTICED.values()))
    seconds = time.monotonic() - start
    summary = f"{mutants} mutants, {len(HARMLESS)} explained, {len(survivors)} wrong"
    return not survivors, "\n".join([*survivors, f"ports: {summary} in {seconds:.0f} s"])
