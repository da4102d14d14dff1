# SPDX-License-Identifier: Apache-2.0
"""Lab linux: the experiments of labs/linux on Debian's kernels, each in an emulated PC."""

from __future__ import annotations

from limen.linux.cache import Cache
from limen.linux.packages import is_cached
from limen.linux.picture import draw_lateness
from limen.linux.results import (
    RECORDED,
    RECORDINGS,
    Results,
    read_results,
    recorded_files,
    write_recordings,
    write_results,
)
from limen.linux.runner import Options, run_linux
from limen.linux.table import Matrix, markdown, matrices

__all__ = [
    "RECORDED",
    "RECORDINGS",
    "Cache",
    "Matrix",
    "Options",
    "Results",
    "draw_lateness",
    "is_cached",
    "markdown",
    "matrices",
    "read_results",
    "recorded_files",
    "run_linux",
    "write_recordings",
    "write_results",
]
