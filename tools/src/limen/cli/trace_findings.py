# SPDX-License-Identifier: Apache-2.0
"""``limen trace findings``: the problems in a trace, in sentences."""

from __future__ import annotations

from typing import Annotated, Final

from limen.cli.command import Exit, Option, UsageError
from limen.cli.render import print_json, print_line
from limen.cli.trace_window import Elf, Files, Hz, Json, Ticks, Wrap, give_clock, instant_text

__all__ = ["findings"]

_SEVERITIES: Final = ("error", "warning", "note")


def findings(
    file: Files,
    least: Annotated[
        str, Option("--least", help="show only this severity and worse: error, warning, note")
    ] = "note",
    check: Annotated[
        bool, Option("--check", help="exit with status 1 if there is an error or a warning")
    ] = False,
    elf: Elf = None,
    wrap: Wrap = None,
    hz: Hz = None,
    ticks: Ticks = False,
    json: Json = False,
) -> None:
    """List problems, the most harmful first: an event, a time and a sentence on each line."""
    from limen.trace.analysis import analyse
    from limen.trace.files import open_trace
    from limen.trace.findings import findings as find
    from limen.trace.locations import locate

    if least not in _SEVERITIES:
        problem = f"Invalid value for '--least': take one of {', '.join(_SEVERITIES)}"
        raise UsageError("limen trace findings", problem)
    trace = open_trace(file, wrap)
    give_clock(trace, hz)
    locate(trace, elf)
    analyse(trace)
    everything = find(trace)
    shown = _SEVERITIES[: _SEVERITIES.index(least) + 1]
    found = [one for one in everything if one["severity"] in shown]
    if json:
        print_json(found)
    elif not found:
        calm = everything[0]["kind"] == "summary"
        print_line(everything[0]["sentence"] if calm else f"There is no {least}.")
    else:
        print_line(f"{'severity':<8}{'event':>8} {'time':>16}  finding")
        for one in found:
            time = instant_text(trace, one["begin"], in_ticks=ticks, clock_hz=hz)
            place = f"{one['event']:>8} {time:>16}"
            print_line(f"{one['severity']:<8}{place}  {one['sentence']}")
    if check and any(one["severity"] != "note" for one in found):
        raise Exit(1)
