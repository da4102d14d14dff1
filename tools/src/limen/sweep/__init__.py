# SPDX-License-Identifier: Apache-2.0
"""Sweeps: the same questions about many random task sets, on all processors or on a cluster."""

from limen.sweep.plan import Axis, Plan
from limen.sweep.run import run_sweep

__all__ = ["Axis", "Plan", "run_sweep"]
