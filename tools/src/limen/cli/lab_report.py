# SPDX-License-Identifier: Apache-2.0
"""``limen lab report``: labs on paper, and their documents."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from limen.child import scratch_folder, together
from limen.choices import SAFETY_SECONDS
from limen.cli.command import Argument, Exit, Option
from limen.cli.render import build_output, note, print_item, print_line
from limen.cli.status import CHECK_FAILED
from limen.cli.table import Styled
from limen.errors import LabError, PageError
from limen.parts import need, needs
from limen.progress import announced
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.lab import Lab, Row, Settings
    from limen.lab.html_report import Facts, Sheet

__all__ = ["write_report"]

_LATENESS = "linux-lateness.svg"

HOST = "host"
LINUX = "linux"  # as a target: Debian's kernels in an emulated PC


@needs("labs")
def write_report(
    names: Annotated[list[str] | None, Argument(help="labs; all if none is named")] = None,
    output: Annotated[
        Path | None,
        Option("--output", "-o", help="write one HTML file, to be read or printed"),
    ] = None,
    target: Annotated[
        list[str] | None, Option(help="with -o: targets; all that are available, if none")
    ] = None,
    timeout: Annotated[float, Option(help="seconds for each case", min=0.1)] = SAFETY_SECONDS,
) -> None:
    """Run labs and write a report of them. Status 1 if a value is not as expected.

    With -o FILE: one HTML file with all tables, pictures and traces. Without: the numbers and
    pictures of one lab into docs/labs; lab linux is then run on all its kernels with --full and
    --cyclictest, takes minutes, and leaves its results in labs/linux/results.json.
    """
    from limen.lab import find_labs, load_lab
    from limen.run import find_root

    root = find_root(Path.cwd())
    if output is not None:
        labs = [load_lab(root, name) for name in dict.fromkeys(names or find_labs(root))]
        labs.sort(key=lambda lab: lab.place)
        is_ok = _write_html(root, labs, output, target or [], timeout)
    elif names is None or len(names) != 1 or target:
        problem = "a document in docs/labs has one lab, with all its targets"
        raise LabError("lab report", problem, "name one lab, or give -o FILE")
    else:
        is_ok = _write_document(root, load_lab(root, names[0]), timeout)
    if not is_ok:
        raise Exit(CHECK_FAILED)


def _write_html(
    root: Path, labs: list[Lab], output: Path, targets: list[str], timeout: float
) -> bool:
    """Run labs with one line on stdout for each. Return whether all results are as expected."""
    from limen.lab.findings import NOT_RUN
    from limen.lab.html_report import Plan, collect, gather_facts
    from limen.page import built_page

    _check_place(output)
    _check_targets(labs, targets)
    told: set[tuple[str, bool]] = set()
    sheets: list[Sheet] = []
    wide = max(len(lab.name) for lab in labs)
    is_whole = not targets or not {HOST}.issuperset(targets)

    def tell(sheet: Sheet) -> None:
        """Print a lab as soon as its finding is known, and again if a later result refutes it."""
        verdict, said = _in_short(sheet)
        is_known = NOT_RUN not in said or sheet in sheets
        result = sheet.lab.name, bool(sheet.failed)
        if result not in told and is_known:
            told.add(result)
            print_item(f"{sheet.lab.name:{wide}}  ", verdict, said)

    with (
        scratch_folder() as scratch,
        announced("running labs") as on_line,
        together(1) as pool,
    ):
        # The tools of the other targets are installed while the host runs its labs.
        more = pool.submit(need, "targets", "emulator", "pages") if is_whole else None

        def on_target(name: str) -> None:
            if name != HOST and more is not None:
                more.result()
            note(f"limen: labs on {name}")

        def build_page() -> None:
            if more is not None:
                more.result()
            with suppress(PageError):  # the report says so
                built_page()

        plan = Plan(root, scratch, tuple(targets), on_line, on_line, timeout, on_target, build_page)
        sheets += collect(labs, plan, tell)
        for sheet in sheets:  # also results that a chosen target does not have
            tell(sheet)
        note("limen: writing the report")
        text = _document(sheets, gather_facts(["./limen", *sys.argv[1:]]))
    write_whole(output, text)
    for row in (row for sheet in sheets for row in sheet.failed):
        note(f"limen: {row.lab}, {row.case}, {row.target}: {row.metric}: {row.note}")
    print_line(f"report: {output.absolute()}")
    return not any(sheet.failed for sheet in sheets)


def _check_place(output: Path) -> None:
    """Check before all work that the file can be written."""
    folder = output.absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        problem = "its folder does not exist, or cannot be written to"
        raise LabError(str(output), problem, "name another place")
    if output.is_dir():
        raise LabError(str(output), "this is a folder", "name a file in it")


def _check_targets(labs: list[Lab], targets: list[str]) -> None:
    from limen.lab.definition import LINUX_MODELS
    from limen.run import target_named

    for name in targets:
        if name not in LINUX_MODELS:
            target_named(name)
    known = dict.fromkeys(name for lab in labs for name in lab.targets)
    if targets and known.keys().isdisjoint(targets):
        problem = f"nothing of {', '.join(lab.name for lab in labs)} is measured there"
        raise LabError("--target", problem, f"take one of {', '.join(known)}")


def _document(sheets: list[Sheet], facts: Facts) -> str:
    """Return the report, with the viewer if it is available."""
    from limen.lab.html_report import document

    try:
        return document(sheets, facts)
    except PageError as error:
        note(f"limen: traces cannot be opened from the report: {error}")
        return document(sheets, facts, with_viewer=False)


def _in_short(sheet: Sheet) -> tuple[Styled, str]:
    """Return the result of a lab, and its finding."""
    from limen.lab.findings import first_sentence

    if sheet.missing:
        said = [sheet.missing.split(":")[0]]
        if sheet.recorded:
            said += [f"recorded on {sheet.recorded_on}", first_sentence(sheet.finding)]
        return Styled("--", "dim"), ": ".join(said)
    verdict = Styled("NO", "red") if sheet.failed else Styled("ok", "green")
    return verdict, first_sentence(sheet.finding) or sheet.lab.title


def _write_document(root: Path, lab: Lab, timeout: float) -> bool:
    """Write the results of a lab into docs/labs. Return whether all values are as expected."""
    from limen.lab import Settings, run_labs
    from limen.lab.cells import draw_cells, has_cells
    from limen.lab.curves import write_curves
    from limen.lab.definition import LINUX_MODELS
    from limen.lab.report import with_report
    from limen.run import target_named

    place, pictures = f"docs/labs/{lab.name}.md", root / f"docs/labs/{lab.name}"
    if not (root / place).is_file():
        raise LabError(place, "the file does not exist", "write it")
    targets = [target_named(home) for home in lab.usual_targets if home not in LINUX_MODELS]
    with scratch_folder() as scratch, build_output() as on_line:
        settings = Settings(
            root,
            on_step=note,
            on_line=on_line,
            traces=scratch,
            signals=scratch,
            timeout_seconds=timeout,
        )
        rows = run_labs([lab], targets, settings)
        if LINUX in lab.targets:
            rows += _record(root, lab, settings, scratch / _LATENESS)
        elif has_cells(lab):
            draw_cells(lab, targets[0].name, scratch)
        write_curves(lab, rows, scratch)
        for drawn in sorted(scratch.glob("*.svg")):
            pictures.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(drawn, pictures / drawn.name)
    text = (root / place).read_text(encoding="utf-8")
    part = _part(root, lab, rows)
    write_whole(root / place, with_report(text, part, place))
    print_line(place)
    return all(row.ok for row in rows)


def _record(root: Path, lab: Lab, settings: Settings, picture: Path) -> list[Row]:
    """Run lab linux on all its kernels, keep the results in the repository, and draw them."""
    from limen.lab.definition import LINUX_MODELS
    from limen.linux import (
        RECORDED,
        RECORDINGS,
        Options,
        draw_lateness,
        run_linux,
        write_recordings,
        write_results,
    )

    options = Options(tuple(LINUX_MODELS), is_full=True, with_cyclictest=True)
    results = run_linux(settings, options)
    write_results(root / RECORDED, results)
    (root / RECORDINGS).mkdir(exist_ok=True)
    write_recordings(root / RECORDINGS, results)
    write_whole(picture, draw_lateness(lab, results))
    return results.rows(lab)


def _part(root: Path, lab: Lab, rows: list[Row]) -> str:
    """The measured part of a lab's document."""
    from limen.lab.cells import has_cells, report_cells
    from limen.lab.report import report
    from limen.linux import RECORDED, markdown, read_results

    if LINUX in lab.targets:
        return markdown(lab, read_results(root / RECORDED), f"{lab.name}/{_LATENESS}")
    return (
        report_cells(root, lab, rows, lab.name) if has_cells(lab) else report(lab, rows, lab.name)
    )
