# SPDX-License-Identifier: Apache-2.0
"""The outcomes of faults, as numbers by kind; and the table of docs/faults.md."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.inject.experiment import KINDS, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from limen.inject.experiment import Fault, Subject, Trial

__all__ = ["FAULTS_PAGE", "HEADS", "measure_faults", "row_of", "with_table"]

HEADS: Final = ("fault", "faults", *Outcome, "seen", "with an effect", "of these seen", "when idle")
FAULTS_PAGE: Final = "docs/faults.md"
# The number of faults of each kind on the page, and their seed.
_FAULTS: Final = {kind: 2000 if kind == "flip" else 400 for kind in KINDS}
_SEED: Final = 1


def row_of(kind: str, trials: Sequence[Trial]) -> list[str | int]:
    """The numbers of a kind, under HEADS."""
    counts = Counter(trial.outcome for trial in trials)
    changed = [trial for trial in trials if trial.outcome is not Outcome.SAME]
    seen = [sum(t.is_seen for t in changed), sum(t.is_seen_when_idle for t in changed)]
    every = sum(trial.is_seen for trial in trials)
    numbers = [*(counts[outcome] for outcome in Outcome), every, len(changed), *seen]
    return [kind, len(trials), *numbers]


def measure_faults(
    subject: Subject, run: Callable[[Callable[[Fault], Trial], list[Fault]], Iterable[Trial]]
) -> list[list[str | int]]:
    """The rows of the page. run: makes trials of faults, as map does, on several processors."""
    rows = []
    for kind, count in _FAULTS.items():
        faults = [subject.fault(kind, number, _SEED) for number in range(count)]
        rows.append(row_of(kind, list(run(subject.trial, faults))))
    return rows


def with_table(page: str, rows: Sequence[Sequence[str | int]]) -> str:
    r"""The page with these rows in its table.

    >>> page = "a\n\n| fault | faults |\n|---|---:|\n| flip | 1 |\n\nb\n"
    >>> print(with_table(page, [["flip", 2000], ["cut", 400]]), end="")
    a
    <BLANKLINE>
    | fault | faults |
    |---|---:|
    | flip | 2,000 |
    | cut | 400 |
    <BLANKLINE>
    b

    Raises:
        RunError: it has no such table.
    """
    lines = page.splitlines(keepends=True)
    begins = [number for number, line in enumerate(lines) if line.startswith("| fault | faults |")]
    if len(begins) != 1:
        raise RunError(FAULTS_PAGE, "it has no table of faults", "restore it from git")
    first = begins[0] + 2
    end = first
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    cells = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    lines[first:end] = [f"| {' | '.join(row)} |\n" for row in cells]
    return "".join(lines)
