# SPDX-License-Identifier: Apache-2.0
"""Run a system with the real kernel, in virtual time and in this process.

A simulation shows observed times, which are not bounds: another run may take longer.
"""

from limen.simulate.results import Simulation, ThreadObservation, Worst
from limen.simulate.simulate import jitter_of, observe_all_offsets, simulate, trace_of

__all__ = [
    "Simulation",
    "ThreadObservation",
    "Worst",
    "jitter_of",
    "observe_all_offsets",
    "simulate",
    "trace_of",
]
