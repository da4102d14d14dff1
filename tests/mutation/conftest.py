# SPDX-License-Identifier: Apache-2.0
"""The table of mutants and how each was caught, at the end of the output."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line for each mutant."""
    for report in terminalreporter.getreports("passed"):
        for name, verdict in report.user_properties:
            if name == "caught by":
                mutant = report.nodeid.partition("[")[2].rstrip("]")
                terminalreporter.write_line(f"{mutant} | {verdict}")
