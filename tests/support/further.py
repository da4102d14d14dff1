# SPDX-License-Identifier: Apache-2.0
"""The targets whose programs only the long tests run, and why a shorter run does without them."""

from __future__ import annotations

import os
from typing import Final

__all__ = ["FURTHER", "IS_LONG", "is_further"]

IS_LONG: Final = bool(os.environ.get("LIMEN_LONG"))
# Each executes the code of another target, which make test does run, on a processor of the same
# architecture, or in other memory.
FURTHER: Final = {
    "host-32": "mps2-an385 has pointers of 32 bits, and host the same code",
    "microbit": "rp2040 has the same port",
    "mps2-an500": "mps2-an386 has the same port",
    "mps3-an547": "mps2-an505 has the same port, mps2-an386 the floating-point registers",
    "rp2040-ram": "rp2040 runs the same program from other memory",
    "virt-riscv64": "virt-riscv32 has the same port",
}


def is_further(target: str) -> bool:
    """Whether this run leaves the programs of a target out."""
    return not IS_LONG and target in FURTHER
