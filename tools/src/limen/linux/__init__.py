# SPDX-License-Identifier: Apache-2.0
"""Lab linux: the experiments of labs/linux on Debian's kernels, each in an emulated PC."""

from __future__ import annotations

from limen.linux.cache import Cache
from limen.linux.packages import is_cached
from limen.linux.picture import draw_lateness
from limen.linux.results import RECORDED, Results, read_results, write_results
from limen.linux.runner import Options, run_linux
from limen.linux.table import Matrix, markdown, matrices

__all__ = [
    "RECORDED",
    "Cache",
    "Matrix",
    "Options",
    "Results",
    "draw_lateness",
    "is_cached",
    "markdown",
    "matrices",
    "read_results",
    "run_linux",
    "write_results",
]
