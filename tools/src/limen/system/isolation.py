# SPDX-License-Identifier: Apache-2.0
"""The limits of a thread: memory of its own, the objects that it may use, and a budget.

A text such as ``queue inputs: receive`` defines the rights of a thread for an object.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.errors import DescriptionError
from limen.system.gate import gate_of
from limen.system.place import spelling

if TYPE_CHECKING:
    from limen.system.model import System, Thread
    from limen.system.place import Place
    from limen.system.positions import Path

__all__ = [
    "MEMORY_MIN",
    "RIGHTS",
    "Budget",
    "Memory",
    "Queue",
    "Semaphore",
    "Use",
    "check_isolation",
    "check_unlimited",
    "grants_of",
    "parse_bytes",
    "parse_use",
    "shares_stack",
]

# Kinds of objects, and the rights that a thread can have for them (spec/calls.json).
RIGHTS: Final = {
    "queue": ("send", "receive"),
    "semaphore": ("post", "wait"),
    "resource": ("lock",),
}
# A stack of a user thread (LM_USER_STACK_MIN) and as many other bytes.
MEMORY_MIN: Final = 256
_MEMORY_MAX: Final = 2**30
_UNITS: Final = {"": 1, "K": 2**10, "M": 2**20}
_BYTES: Final = re.compile(r"([0-9]{1,9}) ?([KM]?)")
_USE: Final = re.compile(r"(\w+) +(.+?) *: *(\w+(?: *, *\w+)*) *")


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of messages.

    Attributes:
        name: unique among the queues.
        places: for messages.
        message: bytes of one.
    """

    name: str
    places: int
    message: int


@dataclass(frozen=True, slots=True)
class Semaphore:
    """A counting semaphore.

    Attributes:
        name: unique among the semaphores.
        count: at the start.
    """

    name: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Use:
    """The rights of a thread for an object.

    Attributes:
        kind: of the object, as in RIGHTS.
        name: of the object.
        rights: of those of its kind.
    """

    kind: str
    name: str
    rights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a user thread, and the objects that it may use.

    Attributes:
        bytes: of its memory, with its stack.
        uses: objects.
        on_fault: "end", "restart" or "halt".
    """

    bytes: int
    uses: tuple[Use, ...] = ()
    on_fault: str = "end"


@dataclass(frozen=True, slots=True)
class Budget:
    """Processor time that a thread may use.

    Attributes:
        work: ticks in each period.
        period: ticks.
        on_end: the action at its end: "wait", "end", "restart" or "halt".
    """

    work: int
    period: int
    on_end: str = "wait"


def parse_bytes(value: int | str) -> int:
    """A number of bytes; "1K" are 1024.

    >>> parse_bytes("2 K")
    2048
    """
    if isinstance(value, int):
        return value
    match = _BYTES.fullmatch(value)
    assert match is not None  # noqa: S101 - the schema has the same pattern
    return int(match[1]) * _UNITS[match[2]]


def parse_use(text: str, path: Path, place: Place) -> Use:
    """Parse ``KIND NAME: RIGHT, RIGHT``.

    Raises:
        DescriptionError: the text has another form.
    """
    match = _USE.fullmatch(text)
    if match is None:
        place.fail(path, f'"{text}" is not a use of an object', 'write "queue NAME: send, receive"')
    kind, name, words = match[1], match[2], match[3]
    if kind not in RIGHTS:
        place.fail(path, f"{kind} is not a kind of object", spelling(kind, RIGHTS))
    rights = tuple(word.strip() for word in words.split(","))
    for right in rights:
        if right not in RIGHTS[kind]:
            place.fail(path, f"a {kind} has no right {right}", spelling(right, RIGHTS[kind]))
    return Use(kind, name, tuple(right for right in RIGHTS[kind] if right in rights))


def grants_of(thread: Thread) -> tuple[Use, ...]:
    """The objects that a user thread may use: those it names, and the resources of its sections."""
    if thread.memory is None:
        return ()
    named = {(use.kind, use.name) for use in thread.memory.uses}
    locked = dict.fromkeys(section.resource for section in thread.sections)
    of_sections = (Use("resource", name, ("lock",)) for name in locked)
    return (*thread.memory.uses, *(use for use in of_sections if (use.kind, use.name) not in named))


def shares_stack(thread: Thread) -> bool:
    """Return whether its jobs can run on a stack that other threads use.

    The jobs of a user thread cannot, because its stack is in its own memory. Neither can those of a
    thread that waits in a job for its next budget while less urgent threads run.
    """
    return thread.memory is None and (thread.budget is None or thread.budget.on_end != "wait")


def check_unlimited(system: System, what: str, *, knows_memory: bool = True) -> None:
    """Refuse a system with user threads or budgets where none are possible.

    Args:
        system: any valid one.
        what: the feature that does not support them, such as "a comparison".
        knows_memory: user threads whose calls cost the same are allowed.

    Raises:
        DescriptionError: it has some.
    """
    for thread in system.threads:
        is_dear = thread.memory is not None and (
            not knows_memory or gate_of(system).job(thread) > 0
        )
        if thread.budget is not None or is_dear:
            key = "a budget" if thread.budget is not None else "memory of its own"
            problem = f"it has {key}, and {what} does not support that"
            remedy = "remove it from a copy of the description"
            if thread.budget is None and knows_memory:
                problem = f"its calls cost more, and {what} does not support that"
                remedy = "write gate = 0 in [overheads], and add their costs to its work"
            raise DescriptionError(f"{system.name}: thread {thread.name}", problem, remedy)


def check_isolation(system: System, place: Place) -> None:
    """Check the limits of the threads of a system.

    Raises:
        DescriptionError: it contradicts itself.
    """
    _check_unique("queue", [queue.name for queue in system.queues], place)
    _check_unique("semaphore", [one.name for one in system.semaphores], place)
    names = {
        "queue": [queue.name for queue in system.queues],
        "semaphore": [one.name for one in system.semaphores],
        "resource": [resource.name for resource in system.resources],
    }
    for index, thread in enumerate(system.threads):
        path: Path = ("thread", index)
        if system.is_on_cores and (thread.memory is not None or thread.budget is not None):
            key = "memory" if thread.memory is not None else "budget"
            problem = "programs of several cores have neither user threads nor budgets"
            place.fail((*path, key), problem, "remove it, or describe the threads of one core")
        _check_budget(thread, path, system.overheads.dispatch + system.overheads.exit, place)
        _check_memory(thread, path, names, place)


def _check_unique(kind: str, names: list[str], place: Place) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            place.fail((kind, index, "name"), f"{name} occurs twice", "rename one")


def _check_budget(thread: Thread, path: Path, dispatch: int, place: Place) -> None:
    budget = thread.budget
    if budget is not None and not 0 < budget.work <= budget.period:
        problem = f"the budget {budget.work} is above its period {budget.period}"
        place.fail((*path, "budget"), problem, f"write 1 to {budget.period}")
    if budget is not None and budget.work <= max(1, dispatch):
        problem = f"a dispatch takes {max(1, dispatch)} of the budget {budget.work}"
        place.fail((*path, "budget"), problem, f"write {max(1, dispatch) + 1} or more")
    policies = {
        "on_fault": thread.memory.on_fault if thread.memory is not None else "end",
        "on_budget": budget.on_end if budget is not None else "end",
    }
    if "restart" not in policies.values() and thread.restarts:
        problem = "nothing restarts the thread"
        place.fail((*path, "restarts"), problem, 'write on_fault = "restart", or remove it')
    for key, policy in policies.items():
        if policy == "restart" and not thread.restarts:
            place.fail((*path, key), "it has no restarts", "add restarts = 10, or write end")


def _check_memory(thread: Thread, path: Path, names: dict[str, list[str]], place: Place) -> None:
    memory = thread.memory
    if memory is None:
        return
    if not MEMORY_MIN <= memory.bytes <= _MEMORY_MAX:
        problem = f"{memory.bytes} bytes are too {'few' if memory.bytes < MEMORY_MIN else 'many'}"
        place.fail((*path, "memory"), problem, f"write {MEMORY_MIN} to {_MEMORY_MAX}")
    if thread.stack > memory.bytes - MEMORY_MIN // 2:
        problem = f"the stack of {thread.stack} bytes leaves no room in the memory"
        remedy = f"write at most {memory.bytes - MEMORY_MIN // 2}, or give it more memory"
        place.fail((*path, "stack"), problem, remedy)
    if thread.chunks:
        problem = "a thread with memory of its own has no call that changes its threshold"
        place.fail((*path, "chunks"), problem, "remove them, or remove memory")
    seen: set[tuple[str, str]] = set()
    locked = {section.resource for section in thread.sections}
    for number, use in enumerate(memory.uses):
        where: Path = (*path, "uses", number)
        if use.name not in names[use.kind]:
            otherwise = f"add [[{use.kind}]], or correct the name"
            remedy = spelling(use.name, names[use.kind], otherwise)
            place.fail(where, f"there is no {use.kind} {use.name}", remedy)
        if (use.kind, use.name) in seen:
            place.fail(where, f"{use.kind} {use.name} occurs twice", "join the two lines")
        seen.add((use.kind, use.name))
        if use.kind == "resource" and use.name not in locked:
            problem = f"no section says for how long it locks {use.name}"
            remedy = f'add {{resource = "{use.name}", work = ...}} to its sections'
            place.fail(where, problem, remedy)
