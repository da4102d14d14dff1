# SPDX-License-Identifier: Apache-2.0
"""The workbench of the Limen real-time kernel.

system    systems of threads: files that describe them
analysis  what is proven about a system before it runs; thresholds and priorities
simulate  a system on the real kernel, in virtual time
sweep     the same questions about many random systems
generate  the program of a system
compare   bounds beside simulated and measured response times
trace     read the kernel's event traces and compute statistics from them
builds    the folder of a build, and a lock for it
child     start other programs, so that they end with this one
run       build a program and run it on a target: the host in virtual time, or an emulator
lab       experiments with published results: run them, and compare
cli       the command ``limen``; the only part that prints

``limen.System`` has all queries about a system, for notebooks; its results are
``Bounds``, ``Assigned`` and ``Observed``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from limen.study import Assigned, Bounds, Observed, System

__all__ = ["Assigned", "Bounds", "Observed", "System", "__version__"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import what notebooks use when they use it: pandas would slow down each command."""
    if name in __all__:
        from limen import study  # noqa: PLC0415

        return getattr(study, name)
    raise AttributeError(f"module 'limen' has no attribute {name!r}")


def __dir__() -> list[str]:
    """All names, also those that are imported when they are used: for completion."""
    return sorted({*globals(), *__all__})
