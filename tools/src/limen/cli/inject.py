# SPDX-License-Identifier: Apache-2.0
"""``limen inject``: faults in a program on the host, and a table of their outcomes."""

from __future__ import annotations

import csv
import io
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from limen.child import together
from limen.cli.command import Argument, Option, UsageError
from limen.cli.place import check_output
from limen.cli.project import built
from limen.cli.render import build_output, print_line, print_table
from limen.parts import needs
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from limen.inject import Trial

__all__ = ["inject"]


@needs("traces")
def inject(
    program: Annotated[str, Argument(help="an executable of CMake, for the host: host-parts")],
    kinds: Annotated[
        str, Option("--kinds", help="flip, jump, back, storm, stack, deep, cut; with commas")
    ] = "flip,jump,back,storm,stack,deep,cut",
    faults: Annotated[int, Option(help="the number of faults of each kind", min=1)] = 100,
    seed: Annotated[int, Option(help="for random faults")] = 0,
    only: Annotated[
        str | None, Option("--only", help="repeat this fault: KIND:INSTANT:NUMBER")
    ] = None,
    out: Annotated[Path | None, Option("--out", help="write each fault into this CSV file")] = None,
    workers: Annotated[
        int | None, Option(help="runs at the same time; without it: one for each processor", min=1)
    ] = None,
) -> None:
    """Damage a program while it runs, and show the outcome.

    Each run is compared with the one without the fault.

    flip: a bit of the kernel's data or of an object; jump, back: the clock; storm: interrupts;
    stack, deep: the end of a stack; cut: the power fails, and memory of the trace is lost.
    The program runs on the host, in virtual time.
    """
    from limen.inject import KINDS, Fault, Subject

    chosen = list(dict.fromkeys(kinds.split(",")))
    unknown = [kind for kind in chosen if kind not in KINDS]
    if unknown:
        problem = f"Invalid value for '--kinds': take some of {', '.join(KINDS)}"
        raise UsageError("limen inject", problem)
    check_output(out)
    with build_output() as on_line:
        _, executable = built(program, "host", on_line)
    subject = Subject(executable)
    drawn = [subject.fault(kind, i, seed) for kind in chosen for i in range(faults)]
    if only is not None:
        drawn = [Fault.parse(only)]
    with together(workers or cpu_count() or 1) as pool:
        trials = list(pool.map(subject.trial, drawn))
    if out is not None:
        write_whole(out, _csv(trials).encode())
    if only is not None:
        _show(trials[0])
    else:
        _print(program, chosen, trials)


def _show(trial: Trial) -> None:
    print_line(f"{trial.fault}: {trial.place or 'the whole system'}")
    print_line(f"outcome: {trial.outcome}")
    print_line(f"audit, at once: {trial.at_once or 'could not run'}")
    print_line(f"audit, when idle: {trial.when_idle or 'could not run'}")


def _csv(trials: Sequence[Trial]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["fault", "place", "outcome", "audit at once", "audit when idle"])
    for trial in trials:
        rows.writerow([trial.fault, trial.place, trial.outcome, trial.at_once, trial.when_idle])
    return text.getvalue()


def _print(program: str, kinds: Sequence[str], trials: Sequence[Trial]) -> None:
    from limen.inject import HEADS, row_of

    rows = [row_of(kind, [t for t in trials if t.fault.kind == kind]) for kind in kinds]
    heads = [HEADS[0], *(f">{head}" for head in HEADS[1:])]
    print_table(f"{program}: faults and their outcomes", heads, rows)
    false = sum(trial.false_alarm for trial in trials)
    print_line(f"In {false} runs, the audit reported damage before the fault.")
