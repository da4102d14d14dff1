# SPDX-License-Identifier: Apache-2.0
"""The measurements behind docs/measurements.md, compared with the figures of other kernels."""

from __future__ import annotations

from limen.bench.masked import (
    EXPECTED,
    MaskedCase,
    masked_section,
    measure_masked,
    read_masked,
    replace_masked_section,
    write_masked,
)
from limen.bench.measure import (
    Measurement,
    measure_calls,
    measure_experiment,
    measure_host,
    measure_threadx,
)
from limen.bench.models import measure_models
from limen.bench.page import measure_page
from limen.bench.peers import Peers, load_peers
from limen.bench.report import render_markdown
from limen.bench.simulation import measure_simulation
from limen.bench.theory import measure_theory

__all__ = [
    "EXPECTED",
    "MaskedCase",
    "Measurement",
    "Peers",
    "load_peers",
    "masked_section",
    "measure_calls",
    "measure_experiment",
    "measure_host",
    "measure_masked",
    "measure_models",
    "measure_page",
    "measure_simulation",
    "measure_theory",
    "measure_threadx",
    "read_masked",
    "render_markdown",
    "replace_masked_section",
    "write_masked",
]
