# SPDX-License-Identifier: Apache-2.0
"""Lab linux: the experiments of labs/linux on Debian's kernels, each in an emulated PC."""

from __future__ import annotations

from limen.linux.cache import Cache
from limen.linux.packages import is_cached
from limen.linux.runner import Options, run_linux
from limen.linux.table import markdown, matrices

__all__ = ["Cache", "Options", "is_cached", "markdown", "matrices", "run_linux"]
