# SPDX-License-Identifier: Apache-2.0
"""The targets whose programs only the long tests run, with the reasons.

Short runs have host, mps2-an385 (ARMv7-M), virt-riscv32, and the programs for both cores of the
RP2040 (ARMv6-M).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from limen.run import Target

__all__ = ["FURTHER", "IS_LONG", "is_further", "without_further"]

IS_LONG: Final = bool(os.environ.get("LIMEN_LONG"))
# Each executes the code of a target that make test runs, on another processor of the same
# architecture or in other memory.
FURTHER: Final = {
    "host-32": "mps2-an385 has pointers of 32 bits, and host the same code",
    "mps2-an386": "mps2-an385 has the same port, without the floating-point registers",
    "mps2-an500": "mps2-an385 has the same port, without the floating-point registers",
    "mps2-an505": "mps2-an385 has the same port, without limits of stacks",
    "mps2-an521": "rp2040 has the same files for two cores, and its programs for them do run",
    "mps3-an547": "mps2-an385 has the same port, without floating point and limits of stacks",
    "microbit": "rp2040 has the same port, and its programs for both cores do run",
    "rp2040": "its programs for both cores have the same port, and do run",
    "rp2040-ram": "the programs for both cores of rp2040 have the same port, and do run",
    "netduinoplus2": "mps2-an386 has the same port, which the long tests run",
    "nrf52840": "microbit has the same clock and devices, and netduinoplus2 the same port",
    "rp2350": "rp2040 has the same clock and devices, and mps2-an505 the same port",
    "virt-riscv32-zbb": "virt-riscv32 has the same port, and counts zeros without Zbb",
    "virt-riscv64": "virt-riscv32 has the same port",
    "ibex": "virt-riscv32 has the same programs",
    "ibex-zbb": "virt-riscv32-zbb has the same programs, which the long tests run",
}


def is_further(target: str) -> bool:
    """Return whether this run skips the programs of a target."""
    return not IS_LONG and target in FURTHER


def without_further(targets: Iterable[Target]) -> tuple[Target, ...]:
    """Return those of the targets that this run tests."""
    return tuple(target for target in targets if not is_further(target.name))
