# SPDX-License-Identifier: Apache-2.0
"""Labs: experiments with published results, run again on this kernel and compared."""

from __future__ import annotations

from limen.lab.definition import Lab
from limen.lab.load import find_labs, load_lab
from limen.lab.measure import Row
from limen.lab.runner import Settings, run_labs

__all__ = ["Lab", "Row", "Settings", "find_labs", "load_lab", "run_labs"]
