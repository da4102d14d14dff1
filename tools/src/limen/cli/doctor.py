# SPDX-License-Identifier: Apache-2.0
"""``limen doctor``: the installed parts, and the missing ones with their purposes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from limen.cli.command import Argument, Exit, Option
from limen.cli.render import print_json, print_line, print_table
from limen.cli.status import CHECK_FAILED
from limen.doctor import PURPOSES
from limen.doctor.purposes import ENGINE, PAGE
from limen.errors import MissingError
from limen.parts import parts

if TYPE_CHECKING:
    from limen.doctor import Need, Purpose
    from limen.doctor.examine import Report
    from limen.parts import Part

__all__ = ["doctor"]

_NAMES = ", ".join(purpose.name for purpose in PURPOSES)
_ON_FIRST_USE: Final = "on first use"  # by the commands of a checkout


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
        known = parts()
        _print(reports, on_first_use=bool(known))
        if not wanted:
            _print_parts(known)
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


def _is_possible(report: Report, *, on_first_use: bool) -> str:
    if report.is_possible:
        return "yes"
    known = on_first_use and all(map(_comes_by_itself, report.missing))
    return _ON_FIRST_USE if known else "no"


def _comes_by_itself(need: Need) -> bool:
    """Return whether the first command of a checkout that needs it installs or builds it."""
    return need.install.startswith("pip ") or need.name in {ENGINE, PAGE}


def _print(reports: list[Report], *, on_first_use: bool) -> None:
    rows = [
        [
            report.purpose.name,
            report.purpose.title,
            _is_possible(report, on_first_use=on_first_use),
            ", ".join(
                f"{found.need.name} {found.version}".strip()
                for found in report.found
                if found.is_there and found.need.kind.value != "repository"
            ),
            ", ".join(need.name for need in report.missing),
        ]
        for report in reports
    ]
    print_table("What is possible here", ["purpose", "", "possible", "found", "missing"], rows)
    missing = dict.fromkeys(need for report in reports for need in report.missing)
    for need in missing:
        used = ", ".join(report.purpose.name for report in reports if need in report.missing)
        is_later = on_first_use and _comes_by_itself(need)
        remedy = f"installed {_ON_FIRST_USE}" if is_later else need.install
        print_line(f"{need.name} (for {used}): {remedy}")
