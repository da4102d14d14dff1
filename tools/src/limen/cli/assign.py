# SPDX-License-Identifier: Apache-2.0
"""``limen assign``: choose thresholds, priorities and protocols."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from limen.choices import Model, Objective, Priorities, Protocols, Thresholds
from limen.cli.analyze import analysis_json
from limen.cli.command import Option
from limen.cli.render import print_line, print_result, print_table
from limen.cli.status import CHECK_FAILED, DONE
from limen.cli.system import File, Json, shown
from limen.parts import needs

if TYPE_CHECKING:
    from limen.analysis import Assignment

__all__ = ["assign"]


@needs("analysis")
def assign(
    file: File,
    thresholds: Annotated[
        Thresholds, Option(help="as protective, or as preemptive as possible")
    ] = Thresholds.MAXIMAL,
    objective: Annotated[
        Objective, Option(help="the goal of maximal thresholds")
    ] = Objective.PREEMPTIONS,
    priorities: Annotated[Priorities, Option(help="the source of priorities")] = Priorities.KEEP,
    protocols: Annotated[Protocols, Option(help="for mutexes without a protocol")] = Protocols.KEEP,
    model: Annotated[Model, Option(help="the bound that decides")] = Model.SAFE,
    cores: Annotated[
        int | None, Option(help="place the threads on this many cores", min=1, max=8)
    ] = None,
    write: Annotated[bool, Option("--write", help="change the file")] = False,
    json: Json = False,
) -> int:
    """Choose thresholds, and priorities if wanted, so that all threads meet their deadlines.

    Status 1: no such choice exists.
    """
    from limen.analysis import assign as assign_to
    from limen.system.load import load_system
    from limen.system.rewrite import rewrite

    system = load_system(file)
    result = assign_to(
        system,
        thresholds=thresholds,
        objective=objective,
        priorities=priorities,
        protocols=protocols,
        model=model.value,
        cores=cores,
    )
    is_written = write and result.feasible and bool(result.changes)
    if is_written:
        rewrite(file, result.system)
    if json:
        print_result(_json(result, is_written=is_written))
    else:
        _print(result)
        if is_written:
            print_line(f"{file} is rewritten.")
    return DONE if result.feasible else CHECK_FAILED


def _json(result: Assignment, *, is_written: bool) -> dict[str, Any]:
    return {
        "feasible": result.feasible,
        "changes": [asdict(change) for change in result.changes],
        "notes": list(result.notes),
        "written": is_written,
        "before": analysis_json(result.before),
        "after": analysis_json(result.after),
    }


def _print(result: Assignment) -> None:
    for note in result.notes:
        print_line(note)
    if not result.feasible:
        late = [bound.name for bound in result.before.threads if not bound.ok]
        if late:
            print_line(f"Now, {', '.join(late)} can miss deadlines.")
        return
    if not result.changes:
        print_line("Nothing has to change.")
    else:
        heads = ["thread", "what", ">before", ">after", "why"]
        rows = [
            [item.thread, item.what, item.before, item.after, item.why] for item in result.changes
        ]
        print_table("Changes", heads, rows)
    heads = ["thread", ">priority", ">threshold", ">deadline", ">response", ">before"]
    rows = [
        [
            new.name,
            new.priority,
            new.threshold,
            new.deadline,
            shown(new.response),
            shown(old.response),
        ]
        for old, new in zip(result.before.threads, result.after.threads, strict=True)
    ]
    print_table(f"{result.system.name}: all deadlines are met", heads, rows)
    before, after = result.before, result.after
    print_line(f"Preempting pairs: {len(after.pairs)}, before {len(before.pairs)}.")
    if after.stack.shared is not None and after.stack.separate:
        old = before.stack.shared
        print_line(f"Shared stack: {after.stack.shared:,} bytes, before {shown(old)}.")
