# SPDX-License-Identifier: Apache-2.0
"""Gives the engine the places of the program at the addresses of faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from limen.run.source import source_of
from limen.trace.model import Trace
from limen.trace.native import define
from limen.trace.numbers import Event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from limen.run.source import Source
    from limen.trace.trx.model import TrxTrace

__all__ = ["locate", "locations_of"]


def locate(trace: Trace | TrxTrace, program: Path | None) -> None:
    """Let findings and details of faults name variables and lines of the program.

    Args:
        trace: to which what is found is given.
        program: its executable; None: nothing is looked up.

    Raises:
        RunError: the file is not an executable.
    """
    text = "" if program is None else locations_of(trace, program)
    if text:
        define(trace.native, text, str(program))


def locations_of(trace: Trace | TrxTrace, program: Path) -> str:
    """A line for each address of a fault, as the engine takes them (``parse_definitions``).

    Args:
        trace: of Limen; others have no faults.
        program: its executable.

    Raises:
        RunError: the file is not an executable.
    """
    with source_of(program) as source:
        if not isinstance(trace, Trace):
            return ""
        return "".join(f"{line}\n" for line in _lines(trace, source))


def _lines(trace: Trace, source: Source) -> Iterator[str]:
    for address in np.unique(trace.b[trace.event == Event.FAULT]).tolist():
        if name := source.variable_at(address):
            yield f"at {address:#x}, , {name}"
    for address in np.unique(trace.b[trace.event == Event.FAULT_AT]).tolist():
        if place := source.instruction_at(address):
            yield f"at {address:#x}, {source.verb_at(address)}, {place}"
