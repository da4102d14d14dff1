# SPDX-License-Identifier: Apache-2.0
"""The tables of user threads and budgets in C, and the memory that their placement loses.

On boards without user threads the same program runs these threads with privileges: the tables are
there on the others only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.system.isolation import MEMORY_MIN, grants_of

if TYPE_CHECKING:
    from limen.system.model import System, Thread

__all__ = ["Placement", "budgets_c", "handles_h", "memory_notes", "placements", "users_c"]

_OBJECTS: Final = {"queue": "queues", "semaphore": "semaphores", "resource": "resource_mutexes"}
_KINDS: Final = {"queue": "QUEUE", "semaphore": "SEMAPHORE", "resource": "MUTEX"}
_POLICIES: Final = {"end": "LM_USER_END", "restart": "LM_USER_RESTART", "halt": "LM_USER_HALT"}


@dataclass(frozen=True, slots=True)
class Placement:
    """The memory of a user thread.

    Attributes:
        index: of the thread.
        asked: bytes that the description gives it.
        bytes: of its region, a power of two.
        stack: bytes of it.
    """

    index: int
    asked: int
    bytes: int
    stack: int

    @property
    def lost(self) -> int:
        """Bytes of the region that the thread has not asked for."""
        return self.bytes - self.asked


def placements(system: System) -> tuple[Placement, ...]:
    """The memories of the user threads, the largest one first.

    Each is at a multiple of its size, so that in this order no bytes are lost between two of them.

    Args:
        system: checked.
    """
    found = []
    for index, thread in enumerate(system.threads):
        if thread.memory is not None:
            asked = thread.memory.bytes
            size = 1 << (asked - 1).bit_length()
            stack = thread.stack or (asked // 2 & ~15)
            found.append(Placement(index, asked, size, max(stack, MEMORY_MIN // 2) + 15 & ~15))
    return tuple(sorted(found, key=lambda one: (-one.bytes, one.index)))


def memory_notes(system: System, target: str) -> tuple[str, ...]:
    """Sentences on the memory of user threads, for people.

    Args:
        system: checked.
        target: the name of the target that runs it.
    """
    places = placements(system)
    if not places:
        return ()
    if target == "host":
        names = ", ".join(system.threads[place.index].name for place in places)
        return (f"the host has no user threads: {names} run with privileges there",)
    notes = [
        f"thread {system.threads[place.index].name}: {place.asked} bytes of memory take a region "
        f"of {place.bytes}, and {place.lost} are lost"
        for place in places
        if place.lost
    ]
    before = places[0].bytes - 1
    notes.append(f"up to {before} bytes are lost before the first region of user threads")
    return tuple(notes)


def users_c(system: System) -> str:
    """The tables of user threads."""
    places = placements(system)
    memories, grants, rows = [], [], []
    for place in places:
        thread = system.threads[place.index]
        lost = f", {place.lost} lost" if place.lost else ""
        region = f"{place.asked} bytes in a region of {place.bytes}{lost}"
        memories.append(
            f"    /* {_comment(thread.name)}: {region} */\n"
            f"    unsigned char of_{place.index}[{place.bytes}]"
            f" __attribute__((aligned({place.bytes})));\n"
        )
        grants.append(_grants(system, place.index))
        rows.append(_row(thread, place))
    return f"""{_memory(places, memories)}
{"".join(grants)}#if SYSTEM_HAS_USER_THREADS
struct lm_user_thread user_threads[{max(1, len(places))}];
#endif
const uint32_t user_count = {len(places)};
const struct user users[] = {{
{"".join(rows) or _NONE}}};
"""


def _memory(places: tuple[Placement, ...], memories: list[str]) -> str:
    if not places:
        return ""
    lost = sum(place.lost for place in places)
    before = places[0].bytes - 1
    return f"""/* The memories of user threads, the largest one first, so that nothing is lost
 * between two: {lost} bytes are lost in all, and up to {before} before the first one. */
static struct {{
{"".join(memories)}}} memory;
"""


_NONE: Final = "    {0},\n"


def _grants(system: System, index: int) -> str:
    rows = []
    names = {kind: of_kind for kind, _, _, of_kind in _arrays(system)}
    for use in grants_of(system.threads[index]):
        place = names[use.kind].index(use.name)
        rights = " | ".join(f"LM_MAY_{right.upper()}_{_KINDS[use.kind]}" for right in use.rights)
        rows.append(f"    {{&{_OBJECTS[use.kind]}[{place}], {rights}}},\n")
    body = "".join(rows) or _NONE
    return f"static const struct lm_user_grant grants_{index}[] = {{\n{body}}};\n"


def _row(thread: Thread, place: Placement) -> str:
    assert thread.memory is not None  # noqa: S101 - placements has only such
    return f"""    {{.task = {place.index},
     .memory = memory.of_{place.index}, .bytes = {place.bytes}, .stack_bytes = {place.stack},
     .grants = grants_{place.index}, .grant_count = {len(grants_of(thread))},
     .policy = {_POLICIES[thread.memory.on_fault]},
     .restarts = {thread.restarts}U, .restart_ticks = TICKS({thread.restart_after}U)}},
"""


def budgets_c(system: System) -> str:
    """The table of budgets."""
    rows = []
    overhead = system.overheads.dispatch + system.overheads.exit
    for index, thread in enumerate(system.threads):
        if thread.budget is not None:
            budget = thread.budget
            rows.append(f"""    {{{index},
     {{.ticks = TICKS({budget.work}U), .period = TICKS({budget.period}U),
      .policy = LM_BUDGET_{budget.on_end.upper()}, .restarts = {thread.restarts}U,
      .restart_ticks = TICKS({thread.restart_after}U), .dispatch_ticks = TICKS({overhead}U)}}}},
""")
    body = "".join(rows) or _NONE
    return f"""const uint32_t budget_count = {len(rows)};
const struct budget budgets[] = {{
{body}}};
struct lm_budget task_budgets[{max(1, len(rows))}];
"""


def handles_h(system: System, licence: str) -> str:
    """Write the names of objects for threads: handles (THREAD_OBJECT) and indices (KIND_OBJECT).

    On a board without user threads a handle is for the same object.
    """
    enums = [
        _enum(f"Handles of thread {thread.name}", thread.name, [one.name for one in uses])
        for thread in system.threads
        for uses in [grants_of(thread)]
        if uses
    ]
    enums += [
        _enum(f"Indices of {array}[]", kind, names) + f"extern struct {objects} {array}[];\n"
        for kind, objects, array, names in _arrays(system)
        if names
    ]
    body = "\n".join(enums)
    return f"""{licence}
/* The names of objects for the functions of threads, and the calls of user threads. Written by
 * `limen generate`. */
#ifndef HANDLES_H
#define HANDLES_H

#include "calls.h"

{body}
#endif
"""


def _arrays(system: System) -> list[tuple[str, str, str, list[str]]]:
    return [
        ("queue", "lm_queue", "queues", [one.name for one in system.queues]),
        ("semaphore", "lm_semaphore", "semaphores", [one.name for one in system.semaphores]),
        ("resource", "lm_mutex", "resource_mutexes", [one.name for one in system.resources]),
    ]


def _enum(about: str, prefix: str, names: list[str]) -> str:
    words = ", ".join(f"{_word(prefix)}_{_word(name)}" for name in names)
    return f"/* {_comment(about)} */\nenum {{ {words} }};\n"


def _word(name: str) -> str:
    return re.sub(r"\W", "_", name, flags=re.ASCII).upper()


def _comment(text: str) -> str:
    return re.sub(r"[^\w .,()\[\]+-]", "?", text)
