# SPDX-License-Identifier: Apache-2.0
"""The kernels of the lab: which packages each target needs, and how it boots them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.lab.definition import LINUX_MODELS, TargetName
from limen.linux.boot import Boot
from limen.linux.packages import (
    COMPILER_14,
    CYCLICTEST,
    EMULATOR,
    KERNELS,
    KERNELS_6_12,
    KERNELS_7,
)

if TYPE_CHECKING:
    from limen.linux.packages import Group

__all__ = ["FAMILIES", "Family"]

_BY_BOOT: Final = ("threadirqs", "rt")  # models that are not selected at run time


@dataclass(frozen=True, slots=True)
class Family:
    """The kernels of a target: a standard one and a PREEMPT_RT one of the same version.

    Attributes:
        target: its name.
        release: how the releases of its kernels begin.
        kernels: their packages.
        compiler: for their headers, if this machine's does not fit.
    """

    target: TargetName
    release: str
    kernels: Group
    compiler: Group | None = None

    @property
    def boots(self) -> tuple[Boot, ...]:
        """The boots that run all its models."""
        models = tuple(name for name in LINUX_MODELS[self.target] if name not in _BY_BOOT)
        choice = f"preempt={models[0]} lab_run={','.join(models)}"
        return (
            Boot("dynamic", "amd64", choice, models),
            Boot("rt", "rt-amd64", "lab_run=rt", ("rt",)),
            Boot("threadirqs", "amd64", "preempt=full threadirqs lab_run=threadirqs", _BY_BOOT[:1]),
        )

    def groups(self, *, with_cyclictest: bool) -> tuple[Group, ...]:
        """All packages that it needs."""
        compiler = () if self.compiler is None else (self.compiler,)
        cyclictest = (CYCLICTEST,) if with_cyclictest else ()
        return (self.kernels, *compiler, EMULATOR, *cyclictest)


FAMILIES: Final[dict[str, Family]] = {
    family.target: family
    for family in (
        Family("linux", "", KERNELS),
        Family("linux-6.12", "6.12.", KERNELS_6_12),
        Family("linux-7", "7.", KERNELS_7, COMPILER_14),
    )
}
