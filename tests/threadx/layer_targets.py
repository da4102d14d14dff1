# SPDX-License-Identifier: Apache-2.0
"""The targets on which the layer is tested, as in the table of compat/threadx/README.md."""

from __future__ import annotations

import platform
from typing import Final

from limen.run import LAB_TARGETS, target_named
from support.further import IS_LONG

__all__ = ["LONG_NAMES", "OTHER_NAMES", "TARGETS"]

# The host and the Cortex-M3 run the layer's code with both sizes of pointers. Other targets differ
# in the kernel's port, which has its own tests.
LONG_NAMES: Final = ("host-32", "mps2-an386", "mps2-an505", "virt-riscv32")
TARGETS: Final = (
    *LAB_TARGETS,
    *(
        target_named(name)
        for name in LONG_NAMES
        if IS_LONG and (name != "host-32" or platform.machine() == "x86_64")
    ),
)
# They differ from those above only in the kernel's port and its board.
OTHER_NAMES: Final = ("microbit", "mps2-an500", "mps3-an547", "rp2040", "virt-riscv64")
