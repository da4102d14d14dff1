# SPDX-License-Identifier: Apache-2.0
"""The state of the kernel: its threads, and the objects that they wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gdb

from .memory import address_of, container, enum_name, text, thread_variables, variable_at
from .since import states_since
from .standing import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["kernel", "name_of", "running", "standings", "state_of", "thread_named", "threads"]

_WAITS = {
    "RESUME": "its start or resumption",
    "TIME": "a time",
    "PERIOD": "its next release",
    "MIDDLEWARE": "middleware",
}
_ENDS = {"LM_HAS_RETURNED": "its function has returned", "LM_WAS_TERMINATED": "it was terminated"}
_UNUSED = 0xEF  # LM_STACK_FILL, with which the kernel fills a stack


def kernel() -> Any:
    """The state of the kernel, struct lm_kernel.

    Raises:
        gdb.GdbError: the program does not run, or has no kernel.
    """
    try:
        return gdb.parse_and_eval("lm_the_kernel")
    except gdb.error as error:
        raise gdb.GdbError(
            f"limen: no kernel of Limen is running here ({error}); start the program first"
        ) from None


def running() -> Any | None:
    """The running thread; None: the idle thread."""
    cpu = kernel()["cpu"]
    pointer = cpu["running"]
    is_idle = int(pointer) in (0, int(cpu["idle"].address))
    return None if is_idle else pointer.dereference()


def threads() -> list[Any]:
    """All threads that exist, in the order of their creation."""
    kernel()  # first, because it says what is missing
    found = {address_of(thread): thread for thread in _reachable() if _exists(thread)}
    return sorted(found.values(), key=lambda thread: (_number(thread), address_of(thread)))


def name_of(thread: Any) -> str:
    """The name of a thread, or its number; with limen-small that of its variable."""
    if _is_small():
        return variable_at(address_of(thread))
    return text(thread["object"]["name"]) or f"#{_number(thread)}"


def thread_named(name: str) -> Any:
    """The thread with a name, or with a number.

    Raises:
        gdb.GdbError: there is none.
    """
    known = threads()
    for thread in known:
        if name in (name_of(thread), str(_number(thread))):
            return thread
    names = ", ".join(name_of(thread) for thread in known) or "none"
    raise gdb.GdbError(f"limen: unknown thread {name}; the threads are: {names}")


def state_of(thread: Any) -> str:
    """READY, DISPATCHED, BLOCKED or TERMINATED."""
    state: str = enum_name("lm_sched_state", int(thread["state"]), "LM_STATE_")
    return state


def standings() -> list[Standing]:
    """The state of all threads, in the order of their creation."""
    known = threads()
    since = states_since({_number(thread) for thread in known})
    now = running()
    return [_standing(thread, since, None if now is None else address_of(now)) for thread in known]


def _is_small() -> bool:
    """Return whether the library is limen-small, whose objects have neither numbers nor names."""
    return all(field.name != "kind" for field in gdb.lookup_type("struct lm_object").fields())


def _number(thread: Any) -> int:
    return 0 if _is_small() else int(thread["object"]["id"])


def _exists(thread: Any) -> bool:
    if _is_small():
        idle = int(kernel()["cpu"]["idle"].address)
        return int(thread["entry"]) != 0 and address_of(thread) != idle
    kind = enum_name("lm_kind", int(thread["object"]["kind"]), "LM_KIND_")
    return kind == "THREAD" and int(thread["object"]["epoch"]) == int(kernel()["epoch"])


def _reachable() -> Iterator[Any]:
    """Threads in variables, and those elsewhere that the kernel refers to."""
    variables = list(thread_variables())
    yield from variables
    cpu = kernel()["cpu"]
    heads = [cpu["running"], cpu["next"]]
    queue = cpu["ready"]
    levels = queue["head"].type.range()[1]
    heads += [queue["head"][level] for level in range(levels)]
    idle = int(cpu["idle"].address)
    for head in heads:
        if int(head) not in (0, idle):
            yield from _circle(head.dereference())


def _circle(first: Any) -> Iterator[Any]:
    """The threads of a list, whose links are at the beginning of each."""
    thread = first
    seen: set[int] = set()
    while address_of(thread) not in seen:
        seen.add(address_of(thread))
        yield thread
        link = thread["node"]["next"]
        if int(link) == 0:
            return
        thread = container("lm_thread", "node", int(link))


def _standing(thread: Any, since: dict[int, int], now: int | None) -> Standing:
    state = state_of(thread)
    node = thread["timeout"]
    has_timeout = state == "BLOCKED" and int(node["node"]["next"]) != 0
    return Standing(
        name=name_of(thread),
        state=state,
        priority=int(thread["priority"]),
        threshold=int(thread["threshold"]),
        level=int(thread["level"]),
        base_priority=int(thread["base_priority"]),
        waits_for=_waits_for(thread) if state in ("BLOCKED", "TERMINATED") else "",
        since=since.get(_number(thread)),
        until=int(node["expiry"]) if has_timeout else None,
        stack_used=_stack_used(thread),
        stack_bytes=int(thread["stack_bytes"]),
        is_running=address_of(thread) == now,
        preempt_disabled=int(thread["preempt_disabled"]),
    )


def _waits_for(thread: Any) -> str:
    name: str = enum_name("lm_waits_for", int(thread["waits_for"]), "LM_WAITS_FOR_")
    if name in _ENDS:
        return _ENDS[name]
    waited = thread["wait_list"]
    if name in _WAITS or int(waited) == 0:
        return _WAITS.get(name, name.lower())
    mutex = container("lm_mutex", "waiters", int(waited)) if name == "MUTEX" else None
    if _is_small():
        called = variable_at(int(waited) if mutex is None else address_of(mutex))
    else:
        called = text(waited["object"]["name"])
    shown = f"{name.lower()} {called}".strip()
    if mutex is not None and int(mutex["owner"]) != 0:
        shown += f", which {name_of(mutex['owner'].dereference())} owns"
    return shown


def _stack_used(thread: Any) -> int:
    """Bytes from the deepest one that was ever written to the top."""
    size = int(thread["stack_bytes"])
    if size == 0:
        return 0
    content = bytes(gdb.selected_inferior().read_memory(int(thread["stack"]), size))
    return size - next((at for at, byte in enumerate(content) if byte != _UNUSED), size)
