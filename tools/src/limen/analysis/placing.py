# SPDX-License-Identifier: Apache-2.0
"""Place the threads of a system on cores: by falling load, with a judge for each step.

The first core that fits is tried before the emptiest one.

Threads that share a resource of one core stay together. Interrupts stay on their cores.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from limen.system.model import System

__all__ = ["of_core", "placed"]


def of_core(system: System, core: int) -> System:
    """The threads, interrupts and resources of a core, as a system of one core."""
    threads = tuple(replace(one, core=0) for one in system.threads if one.core == core)
    names = {section.resource for one in threads for section in one.sections}
    return replace(
        system,
        threads=threads,
        interrupts=tuple(replace(one, core=0) for one in system.interrupts if one.core == core),
        resources=tuple(one for one in system.resources if one.name in names),
    )


def placed(system: System, cores: int, is_met: Callable[[System], bool]) -> System | None:
    """Return the system with its threads on cores.

    Args:
        system: any valid one; the cores of its threads do not matter.
        cores: their number.
        is_met: whether a system with some of the threads meets all deadlines.

    Returns:
        None: no core accepts some thread.
    """
    for by_load in (False, True):
        found = _placed(system, cores, is_met, by_load=by_load)
        if found is not None:
            return found
    return None


def _placed(
    system: System, cores: int, is_met: Callable[[System], bool], *, by_load: bool
) -> System | None:
    places: dict[int, int] = {}
    for group in sorted(_groups(system), key=lambda group: -_load(system, group)):
        order = (
            sorted(range(cores), key=partial(_load_of, system, places)) if by_load else range(cores)
        )
        trials = (places | dict.fromkeys(group, core) for core in order)
        fitting = next((tried for tried in trials if is_met(_with(system, tried))), None)
        if fitting is None:
            return None
        places = fitting
    return _with(system, places)


def _with(system: System, places: dict[int, int]) -> System:
    """The system with the threads that have a place."""
    threads = tuple(
        replace(one, core=places[index])
        for index, one in enumerate(system.threads)
        if index in places
    )
    return replace(system, threads=threads)


def _load_of(system: System, places: dict[int, int], core: int) -> Fraction:
    return _load(system, [index for index, place in places.items() if place == core])


def _load(system: System, group: list[int]) -> Fraction:
    threads = [system.threads[index] for index in group]
    return sum((Fraction(one.work, one.period) for one in threads), Fraction(0))


def _groups(system: System) -> list[list[int]]:
    """The places of threads that share resources of one core, directly or through others."""
    common = {item.name for item in system.resources if item.protocol.serves_all_cores}
    groups: list[tuple[list[int], set[str]]] = []
    for index, thread in enumerate(system.threads):
        members = [index]
        names = {section.resource for section in thread.sections} - common
        for group in [group for group in groups if group[1] & names]:
            groups.remove(group)
            members = group[0] + members
            names |= group[1]
        groups.append((members, names))
    return [members for members, _ in groups]
