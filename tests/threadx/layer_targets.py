# SPDX-License-Identifier: Apache-2.0
"""The targets on which the layer is tested: the table of compat/threadx/README.md has the same."""

from __future__ import annotations

import platform
from typing import Final

from limen.run import LAB_TARGETS, target_named
from support.further import IS_LONG

__all__ = ["LONG_NAMES", "TARGETS"]

# The host and the Cortex-M3 run the layer's code with both sizes of pointers; the rest differs in
# the kernel's port, which has tests of its own.
LONG_NAMES: Final = (
    *(("host-32",) if platform.machine() == "x86_64" else ()),
    "mps2-an386",
    "mps2-an505",
    "virt-riscv32",
)
TARGETS: Final = (*LAB_TARGETS, *(map(target_named, LONG_NAMES) if IS_LONG else ()))
