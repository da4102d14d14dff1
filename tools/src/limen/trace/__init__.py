# SPDX-License-Identifier: Apache-2.0
"""Traces: read them, compute statistics, compare with the counters of the kernel."""

from __future__ import annotations

from limen.trace.counters import Counters, Difference, compare_counters
from limen.trace.format import Event, Kind, Outcome, SwitchReason
from limen.trace.model import Trace, TraceObject
from limen.trace.reader import parse_trace, read_trace
from limen.trace.sections import Sections, sections
from limen.trace.statistics import Statistics, ThreadStatistics, statistics
from limen.trace.windows import cycle_window

__all__ = [
    "Counters",
    "Difference",
    "Event",
    "Kind",
    "Outcome",
    "Sections",
    "Statistics",
    "SwitchReason",
    "ThreadStatistics",
    "Trace",
    "TraceObject",
    "compare_counters",
    "cycle_window",
    "parse_trace",
    "read_trace",
    "sections",
    "statistics",
]
