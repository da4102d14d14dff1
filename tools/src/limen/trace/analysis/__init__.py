# SPDX-License-Identifier: Apache-2.0
"""Analysis of traces: states, waits, reasons of switches, jobs. See spec/trace-analysis.md."""

from __future__ import annotations

from limen.trace.analysis.analysis import Analysis, analyse
from limen.trace.analysis.sentences import why

__all__ = ["Analysis", "analyse", "why"]
