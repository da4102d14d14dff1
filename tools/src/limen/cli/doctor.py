# SPDX-License-Identifier: Apache-2.0
"""``limen doctor``: the installed parts, and the missing ones with their purposes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from limen.cli.command import Argument, Exit, Option
from limen.cli.render import print_json, print_line, print_table
from limen.cli.status import CHECK_FAILED
from limen.doctor import PURPOSES
from limen.errors import MissingError
from limen.parts import parts

if TYPE_CHECKING:
    from limen.doctor import Purpose
    from limen.doctor.examine import Report
    from limen.parts import Part

__all__ = ["doctor"]

_NAMES = ", ".join(purpose.name for purpose in PURPOSES)


def doctor(
    purposes: Annotated[list[str] | None, Argument(help=f"purposes: {_NAMES}; none: all")] = None,
    json: Annotated[bool, Option("--json", help="print one JSON value")] = False,
) -> None:
    """Show what is installed and what is missing. Status 1 if a named purpose lacks a part."""
    from limen.doctor.examine import examine

    wanted = [_named(name) for name in purposes or []]
    reports = examine(wanted or PURPOSES, Path.cwd())
    if json:
        print_json([_as_json(report) for report in reports])
    else:
        _print(reports)
        if not wanted:
            _print_parts(parts())
    if wanted and not all(report.is_possible for report in reports):
        raise Exit(CHECK_FAILED)


def _named(name: str) -> Purpose:
    for purpose in PURPOSES:
        if purpose.name == name:
            return purpose
    raise MissingError(name, "this is not the name of a purpose", f"take one of {_NAMES}")


def _as_json(report: Report) -> dict[str, object]:
    return {
        "purpose": report.purpose.name,
        "title": report.purpose.title,
        "possible": report.is_possible,
        "needs": [
            {
                "name": found.need.name,
                "kind": found.need.kind.value,
                "there": found.is_there,
                "version": found.version,
                "install": found.need.install,
            }
            for found in report.found
        ],
    }


def _print_parts(known: list[Part]) -> None:
    """The parts of Python packages that scripts/setup has installed; a wheel has no parts."""
    if known:
        rows = [
            [part.name, part.megabytes, part.purpose, "yes" if part.is_installed else "no"]
            for part in known
        ]
        heads = ["part", ">MB", "for what", "installed"]
        print_table("Packages of Python, installed on first use", heads, rows)


def _print(reports: list[Report]) -> None:
    rows = [
        [
            report.purpose.name,
            report.purpose.title,
            "yes" if report.is_possible else "no",
            ", ".join(
                f"{found.need.name} {found.version}".strip()
                for found in report.found
                if found.is_there and found.need.kind.value != "repository"
            ),
            ", ".join(need.name for need in report.missing),
        ]
        for report in reports
    ]
    print_table("What is possible here", ["purpose", "", "possible", "there", "missing"], rows)
    missing = dict.fromkeys(need for report in reports for need in report.missing)
    for need in missing:
        used = ", ".join(report.purpose.name for report in reports if need in report.missing)
        print_line(f"{need.name} (for {used}): {need.install}")
