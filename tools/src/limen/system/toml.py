# SPDX-License-Identifier: Apache-2.0
"""Systems in TOML: ``system.toml``, whose keys are in ``spec/system.schema.json``."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from limen.errors import DescriptionError
from limen.system.build import build_system
from limen.system.model import Chunk, CriticalSection
from limen.system.place import Place
from limen.system.positions import lines_of_keys
from limen.times import format_tick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.system.model import System, Thread

__all__ = ["parse_toml", "to_toml", "toml_value"]

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_TWICE: Final = re.compile(r"Cannot declare \(.*\) twice")
_NAMES: Final = re.compile(r"'([^']*)'")


def parse_toml(text: str, file: str, name: str) -> System:
    """The system that a text describes.

    Args:
        text: TOML.
        file: for errors.
        name: of the system, if the text has none.

    Raises:
        DescriptionError: it is not TOML, or does not describe a valid system.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _PLACE.search(str(error))
        line = match[1] if match and match[1] else len(text.splitlines())
        problem, remedy = _in_words(_PLACE.sub("", str(error)))
        raise DescriptionError(f"{file}: line {line}", problem, remedy) from error
    except (RecursionError, ValueError) as error:  # brackets without end, numbers without end
        problem = "its brackets or its numbers are too long"
        raise DescriptionError(file, problem, "write it in TOML 1.0") from error
    return build_system(tables, Place(file, tables, lambda: lines_of_keys(text)), name)


def _in_words(problem: str) -> tuple[str, str]:
    """Return the problem that the parser of Python has found, in words, and the remedy."""
    if problem == "Cannot overwrite a value":
        return "this key occurs twice", "remove one of the two"
    if _TWICE.fullmatch(problem):
        name = ".".join(_NAMES.findall(problem))
        return f"the table {name} occurs twice", "join the two"
    return problem, "write it in TOML 1.0"


def to_toml(system: System) -> str:
    """A system as the text of a system.toml; times are in ticks, and defaults are left out."""
    head: dict[str, object] = {
        "name": system.name,
        "tick": format_tick(system.tick_ns),
        "board": system.board,
    }
    head["sources"] = system.sources or None
    blocks = [_pairs(head)]
    blocks += [f"[[thread]]\n{_thread(thread)}" for thread in system.threads]
    for interrupt in system.interrupts:
        keys = {"name": interrupt.name, "period": interrupt.period, "work": interrupt.work}
        more = {"jitter": interrupt.jitter or None, "core": interrupt.core or None}
        blocks.append(f"[[interrupt]]\n{_pairs({**keys, **more})}")
    for resource in system.resources:
        keys = {"name": resource.name, "protocol": resource.protocol.value}
        blocks.append(f"[[resource]]\n{_pairs(keys)}")
    for queue in system.queues:
        keys = {"name": queue.name, "places": queue.places, "message": queue.message}
        blocks.append(f"[[queue]]\n{_pairs(keys)}")
    for semaphore in system.semaphores:
        keys = {"name": semaphore.name, "count": semaphore.count}
        blocks.append(f"[[semaphore]]\n{_pairs(keys)}")
    costs = asdict(system.overheads)
    overheads = _pairs(
        {key: value if value or key == "gate" else None for key, value in costs.items()}
    )
    if overheads:
        blocks.append(f"[overheads]\n{overheads}")
    return "\n".join(blocks)


def _thread(thread: Thread) -> str:
    keys: dict[str, object] = {
        "name": thread.name,
        "period": thread.period,
        "work": thread.work,
        "work_min": thread.work_min if thread.work_min != thread.work else None,
        "deadline": thread.deadline if thread.deadline != thread.period else None,
        "offset": thread.offset or None,
        "jitter": thread.jitter or None,
        "priority": thread.priority,
        "threshold": thread.threshold if thread.threshold != thread.priority else None,
        "stack": thread.stack or None,
        "stack_between": thread.stack_between,
        "chunks": thread.chunks or None,
        "sections": thread.sections or None,
        "core": thread.core or None,
        "function": thread.function,
        "restarts": thread.restarts or None,
        "restart_after": thread.restart_after or None,
    }
    if thread.memory is not None:
        uses = (f"{one.kind} {one.name}: {', '.join(one.rights)}" for one in thread.memory.uses)
        keys["memory"] = thread.memory.bytes
        keys["uses"] = tuple(uses) or None
        keys["on_fault"] = thread.memory.on_fault
    if thread.budget is not None:
        keys["budget"] = thread.budget.work
        keys["budget_period"] = thread.budget.period
        keys["on_budget"] = thread.budget.on_end
    return _pairs(keys)


def _pairs(keys: Mapping[str, object]) -> str:
    return "".join(
        f"{key} = {toml_value(value)}\n" for key, value in keys.items() if value is not None
    )


def toml_value(value: object) -> str:
    """A value of a system's attribute in TOML.

    >>> toml_value(("a", Chunk(2, 1)))
    '["a", {work = 2, threshold = 1}]'
    """
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, (Chunk, CriticalSection)):
        items = asdict(value).items()
        pairs = (f"{key} = {toml_value(part)}" for key, part in items if part is not None)
        return f"{{{', '.join(pairs)}}}"
    # A text in TOML is a text in JSON, except for control characters, which no name has.
    return json.dumps(value, ensure_ascii=False)
