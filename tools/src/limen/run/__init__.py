# SPDX-License-Identifier: Apache-2.0
"""Build programs and run them: on this machine in virtual time, or in an emulator."""

from __future__ import annotations

from limen.builds.process import SAFETY_SECONDS, Finished, execute
from limen.run.build import build, find_root, programs_for_users
from limen.run.emulator import Watch, build_runner
from limen.run.instructions import (
    addresses_between,
    addresses_from_to,
    count_between,
    counts_and_addresses,
)
from limen.run.program import TRACE_FILE, Run, run_program
from limen.run.target import (
    ALL_TARGETS,
    LAB_TARGETS,
    M7_BASEPRI,
    MORE_PORT_TARGETS,
    MPS2_BASEPRI,
    OWNED_TARGETS,
    PORT_TARGETS,
    RP2040_TARGETS,
    TARGETS,
    Target,
    target_named,
)

__all__ = [
    "ALL_TARGETS",
    "LAB_TARGETS",
    "M7_BASEPRI",
    "MORE_PORT_TARGETS",
    "MPS2_BASEPRI",
    "OWNED_TARGETS",
    "PORT_TARGETS",
    "RP2040_TARGETS",
    "SAFETY_SECONDS",
    "TARGETS",
    "TRACE_FILE",
    "Finished",
    "Run",
    "Target",
    "Watch",
    "addresses_between",
    "addresses_from_to",
    "build",
    "build_runner",
    "count_between",
    "counts_and_addresses",
    "execute",
    "find_root",
    "programs_for_users",
    "run_program",
    "target_named",
]
