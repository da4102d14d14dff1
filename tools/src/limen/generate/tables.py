# SPDX-License-Identifier: Apache-2.0
"""The tables of a system in C.

Times stay in the ticks of the system; a macro of the generated file converts them to the clock of
the board when it is compiled, so that one file is right on each board.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from limen.errors import DescriptionError
from limen.generate.steps import Step, StepKind, first_threshold, steps_of
from limen.generate.users import budgets_c, placements, users_c
from limen.system.isolation import grants_of
from limen.system.model import Protocol
from limen.times import format_tick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from limen.system.model import System, Thread

__all__ = ["STACK_BYTES", "check_clock", "has_arrivals", "system_c"]

# The stack of a thread whose description does not define one.
STACK_BYTES: Final = 1024
_PROTOCOLS: Final = {
    Protocol.INHERITANCE: "LM_INHERIT",
    Protocol.CEILING: "LM_CEILING",
    Protocol.NONE: "LM_PLAIN",
    Protocol.SHARED: "LM_CEILING",
    Protocol.SPIN: "LM_CEILING",
}
_SERVES: Final = {Protocol.SHARED: "SERVES_BY_WAITS", Protocol.SPIN: "SERVES_BY_SPINS"}
# Work is a 32-bit number of ticks of the clock, and a response time in the trace is one, too.
_WORK_MAX: Final = 2**31 - 1


def check_clock(system: System, clock_hz: int, where: str) -> None:
    """Check that each time of a system can be kept by a clock.

    Args:
        system: checked.
        clock_hz: frequency of the clock.
        where: the owner of the clock, for messages.

    Raises:
        DescriptionError: a time is not a whole number of ticks of the clock, or too long for it.
    """
    for thread in system.threads:
        times = {key: getattr(thread, key) for key in ("period", "deadline", "offset", "work")}
        if thread.budget is not None:
            times |= {"budget": thread.budget.work, "budget_period": thread.budget.period}
        for key, ticks in times.items():
            clock, rest = divmod(ticks * system.tick_ns * clock_hz, 10**9)
            place = f"{system.name}: thread {thread.name}: {key}"
            if rest and key != "work":
                problem = (
                    f"{ticks} ticks of {format_tick(system.tick_ns)} are not a whole number of "
                )
                problem += f"ticks of {where} ({10**9 / clock_hz:g} ns)"
                raise DescriptionError(place, problem, "change it, or the tick of the system")
            if clock > _WORK_MAX:
                problem = f"it is {clock} ticks of {where}, and the trace has 32 bits for them"
                raise DescriptionError(place, problem, "make it shorter")
    if _has_jitter(system) and system.tick_ns * clock_hz % 10**9:
        problem = f"jitters are whole ticks of {format_tick(system.tick_ns)}, and {where} has none"
        raise DescriptionError(system.name, problem, "take a longer tick")


def has_arrivals(system: System) -> bool:
    """Return whether a thread or an interrupt has jitter, or a budget can restart a thread."""
    return _has_jitter(system) or any(map(_keeps_arrivals, system.threads))


def _keeps_arrivals(thread: Thread) -> bool:
    """Return whether it is released at arrivals, and not by the kernel from its start on."""
    return thread.jitter > 0 or (thread.budget is not None and thread.budget.on_end == "restart")


def _has_jitter(system: System) -> bool:
    late = [one.jitter for one in system.threads] + [one.jitter for one in system.interrupts]
    return any(late)


def system_c(
    system: System,
    source: str,
    end: int,
    licence: str,
    *,
    groups: tuple[tuple[int, ...], ...] = (),
    seed: int = 0,
) -> str:
    """The text of system.c.

    Args:
        system: checked.
        source: the file that describes it, for the comment.
        end: ticks of the system from offset 0 to the end of the run.
        licence: the first line.
        groups: threads whose jobs share a stack.
        seed: of the jitters.
    """
    group_of = {index: number for number, group in enumerate(groups) for index in group}
    parts = [_head(system, source, end, licence)]
    parts += [_task_parts(system, index, index in group_of) for index in range(len(system.threads))]
    parts.append(_stacks(system, groups))
    parts.append(_tasks(system, group_of))
    parts.append(_resources(system))
    parts.append(_objects(system))
    parts.append(users_c(system))
    parts.append(budgets_c(system))
    parts.append(_requests(system))
    parts.append(_jitter(system, seed))
    return "\n".join(parts)


def _head(system: System, source: str, end: int, licence: str) -> str:
    include = '#include "jitter.h"\n' if has_arrivals(system) else ""
    return f"""{licence}
/* The system {_comment(system.name)}, written by `limen generate` from {_comment(source)}. */
{include}#include "system.h"

/* Ticks of the system ({format_tick(system.tick_ns)}) in ticks of the clock of the board. */
#define TICKS(n) ((uint64_t)(n) * LM_CLOCK_HZ / 1000U * {system.tick_ns}U / 1000000U)

const uint64_t system_end = SYSTEM_BEGIN + TICKS({end}U);
const uint32_t core_count = {system.cores};
"""


def _task_parts(system: System, index: int, shares: bool) -> str:  # noqa: FBT001 - its stack
    thread = system.threads[index]
    stack = "LM_WAIT_STACK_BYTES" if shares else str(thread.stack or STACK_BYTES)
    lines = "".join(
        f"    {{STEP_{step.kind.name}, {_step_value(system, index, step)}}},\n"
        for step in steps_of(system, index)
    )
    period = f"""LM_PERIOD(TICKS({thread.period}U), SYSTEM_BEGIN + TICKS({thread.offset}U),
              TICKS({thread.deadline}U))"""
    own = f"struct lm_period period_{index} =\n    {period}"
    if _keeps_arrivals(thread):
        own = f"""struct lm_jitter late_{index} = {{
    .period = {period},
    .jitter = {thread.jitter}U,
    .unit = TICKS(1)}}"""
    memory = f"LM_STACK(stack_{index}, {stack});\n"
    if thread.memory is not None:  # its stack is a part of its memory
        memory = f"#if !SYSTEM_HAS_USER_THREADS\n{memory}#endif\n"
    declared = f"\nvoid {thread.function}(void *memory);" if thread.function else ""
    return f"""/* {_comment(thread.name)} */
{memory}{declared}
static {own};

static const struct step steps_{index}[] = {{
{lines}}};
"""


def _step_value(system: System, index: int, step: Step) -> str:
    """Ticks, a threshold, or the number of a resource: for a user thread, its handle."""
    if step.kind is StepKind.WORK:
        return f"TICKS({step.value})"
    if system.threads[index].memory is None or step.kind is StepKind.THRESHOLD:
        return str(step.value)
    uses = grants_of(system.threads[index])
    name = system.resources[step.value].name
    return str([(use.kind, use.name) for use in uses].index(("resource", name)))


def _stacks(system: System, groups: tuple[tuple[int, ...], ...]) -> str:
    """The shared stacks, each as large as the largest one of its threads, and the sum of all."""
    texts, entries = [], []
    sizes = [
        f"sizeof stack_{index}"
        for index, thread in enumerate(system.threads)
        if thread.memory is None
    ]
    stacks = [f"{place.stack}" for place in placements(system)]
    for number, group in enumerate(groups):
        size = max(system.threads[index].stack or STACK_BYTES for index in group)
        names = ", ".join(_comment(system.threads[index].name) for index in group)
        texts.append(f"/* {names} */\nLM_STACK(job_stack_{number}, {size});\n")
        texts.append(f"static struct lm_shared_stack shared_{number};\n\n")
        sizes.append(f"sizeof job_stack_{number}")
        entries.append(
            f"    {{&shared_{number}, job_stack_{number}, sizeof job_stack_{number}}},\n"
        )
    body = "".join(entries) or "    {0},\n"
    return f"""{"".join(texts)}const uint32_t job_stack_count = {len(groups)};
const struct job_stack job_stacks[] = {{
{body}}};
const uint32_t stack_bytes = {" + ".join(sizes + stacks)};
"""


def _tasks(system: System, group_of: dict[int, int]) -> str:
    entries = []
    for index, thread in enumerate(system.threads):
        shared = f"&shared_{group_of[index]}" if index in group_of else "NULL"
        period = f"late_{index}.period" if _keeps_arrivals(thread) else f"period_{index}"
        stack = f"                LM_USE_STACK(stack_{index}),\n"
        if thread.memory is not None:
            stack = f"#if !SYSTEM_HAS_USER_THREADS\n{stack}#endif\n"
        entries.append(f"""    {{.config = {{.name = {_text(thread.name)},
                LM_THRESHOLD({thread.priority}, {first_threshold(thread)}),
                .period = &{period},
{stack}                }},
     .steps = steps_{index},
     .count = sizeof steps_{index} / sizeof steps_{index}[0],
     .function = {thread.function or "NULL"},
     .shared = {shared},
     .core = {thread.core}}},
""")
    count = len(system.threads)
    return f"""const uint32_t task_count = {count};
const struct task tasks[] = {{
{"".join(entries)}}};
struct lm_thread task_threads[{count}];
struct lm_counters task_counters[{count}];
"""


def _resources(system: System) -> str:
    entries = []
    for resource in system.resources:
        users = [
            thread
            for thread in system.threads
            if any(section.resource == resource.name for section in thread.sections)
        ]
        ceiling = min((thread.priority for thread in users), default=0)
        core = users[0].core if users else 0
        if resource.protocol.serves_all_cores:
            ceiling = core = 0
        protocol = _PROTOCOLS[resource.protocol]
        serves = _SERVES.get(resource.protocol, "SERVES_ONE_CORE")
        entries.append(
            f"    {{{_text(resource.name)}, {protocol}, {ceiling}, {serves}, {core}}},\n"
        )
    locks = f"struct lm_core_lock resource_locks[{max(1, len(entries))}];\n"
    return _array("resource", "lm_mutex resource_mutexes", entries) + locks


def _objects(system: System) -> str:
    """Queues and semaphores."""
    places = "".join(
        f"static unsigned char places_{number}[{queue.places * queue.message}]"
        " __attribute__((aligned(8)));\n"
        for number, queue in enumerate(system.queues)
    )
    queues = [
        f"    {{{_text(queue.name)}, places_{number}, {queue.places}, {queue.message}}},\n"
        for number, queue in enumerate(system.queues)
    ]
    semaphores = [f"    {{{_text(one.name)}, {one.count}U}},\n" for one in system.semaphores]
    return f"""{places}const uint32_t queue_config_count = {len(queues)};
const struct queue queue_configs[] = {{
{"".join(queues) or "    {0},"}}};
struct lm_queue queues[{max(1, len(queues))}];
const uint32_t semaphore_config_count = {len(semaphores)};
const struct semaphore semaphore_configs[] = {{
{"".join(semaphores) or "    {0},"}}};
struct lm_semaphore semaphores[{max(1, len(semaphores))}];
"""


def _requests(system: System) -> str:
    entries = [
        f"    {{{_text(one.name)}, TICKS({period}U), TICKS({one.work}U), {one.core}}},\n"
        for one in system.interrupts
        for period in [0 if one.jitter else one.period]
    ]
    return _array("request", "lm_timer request_timers", entries)


def _jitter(system: System, seed: int) -> str:
    """The tables of jitter.h, if there is any."""
    if not has_arrivals(system):
        return "const struct jitter system_jitter = {NULL, NULL};\n"
    count = len(system.threads)
    late = [
        f"    {{&late_{at}, {at}}},\n"
        for at, thread in enumerate(system.threads)
        if _keeps_arrivals(thread)
    ]
    requests = [
        f"    {{TICKS({one.period}U), {one.jitter}U, TICKS(1), 0, {count + number}}},\n"
        for number, one in enumerate(system.interrupts)
    ]
    return f"""const struct jitter system_jitter = {{begin_jitter, late_instant}};
const uint64_t jitter_seed = {seed}U;
const uint32_t late_period_count = {len(late)};
const struct late_period late_periods[] = {{
{"".join(late) or "    {0},"}}};
struct late_request late_requests[] = {{
{"".join(requests) or "    {0},"}}};
"""


def _array(name: str, objects: str, entries: list[str]) -> str:
    """A table that may be empty; an array of C has one element at least."""
    body = "".join(entries) or "    {0},\n"
    return f"""const uint32_t {name}_count = {len(entries)};
const struct {name} {name}s[] = {{
{body}}};
struct {objects}[{max(1, len(entries))}];
"""


def _text(text: str) -> str:
    """A name as a string of C: bytes that are not ASCII are octal, and no trigraph arises."""
    return '"' + "".join(_characters(text.encode())) + '"'


def _characters(content: bytes) -> Iterable[str]:
    for byte in content:
        is_plain = chr(byte).isascii() and chr(byte).isprintable() and chr(byte) not in '"\\?'
        yield chr(byte) if is_plain else f"\\{byte:03o}"


def _comment(text: str) -> str:
    """A name inside a comment."""
    return json.dumps(text).replace("*/", "* /").replace("/*", "/ *").replace("\\", "/")
