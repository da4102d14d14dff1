# SPDX-License-Identifier: Apache-2.0
"""The measurements behind docs/measurements.md, compared with the figures of other kernels."""

from __future__ import annotations

from limen.bench.exact import (
    EXPECTED_ROWS,
    differences,
    measure_exact,
    read_expected,
    write_expected,
)
from limen.bench.masked import (
    MASKED_PLACES,
    MaskedCase,
    MaskedPlace,
    masked_section,
    measure_masked,
    read_masked,
    write_masked,
)
from limen.bench.measure import Measurement, measure_host
from limen.bench.page import measure_traces
from limen.bench.peers import Peers, load_peers
from limen.bench.report import (
    BY_CLOCK,
    json_rows,
    render_markdown,
    replace_section,
    rows_behind,
    section_of,
    sections_ahead,
    with_goals,
    with_missed_by_clock,
)
from limen.bench.simulation import measure_simulation
from limen.bench.sizes_page import FOOTPRINT, render_footprint
from limen.bench.theory import measure_theory

__all__ = [
    "BY_CLOCK",
    "EXPECTED_ROWS",
    "FOOTPRINT",
    "MASKED_PLACES",
    "MaskedCase",
    "MaskedPlace",
    "Measurement",
    "Peers",
    "differences",
    "json_rows",
    "load_peers",
    "masked_section",
    "measure_exact",
    "measure_host",
    "measure_masked",
    "measure_simulation",
    "measure_theory",
    "measure_traces",
    "read_expected",
    "read_masked",
    "render_footprint",
    "render_markdown",
    "replace_section",
    "rows_behind",
    "section_of",
    "sections_ahead",
    "with_goals",
    "with_missed_by_clock",
    "write_expected",
    "write_masked",
]
