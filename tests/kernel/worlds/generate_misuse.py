# SPDX-License-Identifier: Apache-2.0
"""Write misuse_calls.inc: each public function that takes a pointer, as a row for test_misuse.c.

A row is CALL(name, type of the result, the call, the requirement for each of its pointers). It is
made from the declaration in include/limen and from the statements about NULL in its comment, so
that no function is missing. A type that is in none of the tables below ends this program: add it to
one of them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE: Final = Path(__file__).parent
HEADERS: Final = HERE.parents[2] / "include/limen"
OUTPUT: Final = HERE / "misuse_calls.inc"
LINE_MAX: Final = 100
# Functions of the board and of the port, which are not calls of the kernel, and the audit, which
# has no status and uses structures of its caller.
NOT_OF_THE_KERNEL: Final = frozenset({"audit.h", "board.h", "cores.h", "idle_hook.h"})
# Used by the initialiser of a slice; programs do not call these.
NOT_CALLED: Final = frozenset({"lm_slice_use", "lm_slice_use_units"})
# Types that a program creates by a call and passes to others, which must recognise them.
OBJECTS: Final = frozenset(
    [
        "thread",
        "semaphore",
        "mutex",
        "queue",
        "timer",
        "event_flags",
        "notice",
        "priority_queue",
        "stream",
        "block_pool",
        "byte_pool",
        "spinlock",
        "raw_spinlock",
        "device",
        "handle",
        "readers",
        "tick",
        "cyclic",
        "shared_stack",
        "irq",
        "timer_thread",
        "object",
    ]
)
# Types that a program fills itself: only NULL and zeros are wrong.
FILLED: Final = frozenset(
    [
        "thread_config",
        "tick_config",
        "irq_config",
        "driver",
        "slice",
        "budget",
        "budget_config",
        "switch_hook",
        "interrupt_hook",
        "observer",
    ]
)
MAKES: Final = re.compile(r"lm_\w+_(create|init|attach|add|open)")
# The object that a call creates, if it is not its first pointer.
MADE: Final = {"lm_tick_attach": "cyclic", "lm_trace_add": "", "lm_object_attach_counters": ""}
# Places for answers and messages, memory of pools, functions.
BY_NAME: Final = {"area": "AREA", "storage": "AREA", "stack": "AREA", "buffer": "AREA"}
GIVEN_BACK: Final = {"lm_block_release": "BLOCK", "lm_byte_release": "MEMORY"}
# Pointers that may be NULL without a word about it in the comment of the call.
OPAQUE: Final = frozenset({"argument", "context"})
HANDLERS: Final = frozenset({"handler", "notify"})
MAY_BE_NULL: Final = frozenset({("lm_object_attach_counters", "counters")})
OBJECT_OF_VOID: Final = {"lm_irq_serve": "irq"}
NUMBERS: Final = {
    "enum lm_order": "LM_FIFO",
    "enum lm_protocol": "LM_PLAIN",
    "enum lm_event_mode": "LM_ANY",
    "enum lm_notice_mode": "LM_NOTICE_ANY",
    "lm_timeout": "LM_NO_WAIT",
}
NUMBERS_BY_NAME: Final = {
    "area_bytes": "sizeof room.area",
    "block_bytes": "sizeof(void *)",
    "uint32_t bytes": "sizeof room.area",
    "size_t bytes": "1",
    "size_t capacity": "sizeof room.area",
    "size_t level": "1",
    "uint32_t key": "0",
}


@dataclass(frozen=True, slots=True)
class Function:
    """A declaration.

    Attributes:
        answer: type of the result.
        name: of the function.
        parameters: as they are declared.
        comment: the text above it, or above its group.
    """

    answer: str
    name: str
    parameters: tuple[str, ...]
    comment: str


def functions(text: str) -> Iterator[Function]:
    """Return the declarations of a header."""
    text = re.sub(r"^#(?:.*\\\n)*.*\n", "", text, flags=re.MULTILINE)
    declaration = re.compile(
        r"/\*(?P<comment>(?:[^*]|\*(?!/))*)\*/|"
        r"^(?!static|typedef|extern|_)(?P<answer>(?:const |enum |struct )*\w+ \**)"
        r"(?P<name>lm_\w+)\((?P<parameters>[^;{]*)\)[^;{()]*(?:\(.*\))*;",
        re.MULTILINE,
    )
    comment = ""
    for match in declaration.finditer(text):
        if match["name"] is None:
            comment = re.sub(r"\s*\n \* *", " ", match["comment"])
            continue
        joined = " ".join(match["parameters"].split())
        parameters = tuple(re.split(r", (?![^(]*\))", joined))
        yield Function(match["answer"].strip(), match["name"], parameters, comment)


def name_of(parameter: str) -> str:
    """Return the name of a parameter: a pointer, a number, or a pointer to a function."""
    found = re.search(r"\(\*(\w+)\)", parameter) or re.search(r"(\w+)$", parameter)
    assert found is not None
    return found[1]


def is_optional(function: Function, name: str) -> bool:
    """Return whether this pointer may be NULL."""
    says = re.search(rf"\b{name}\b[^.;]*(may be NULL|, or NULL|: NULL, or)", function.comment)
    is_name = name == "name" and not function.name.startswith("lm_device")
    is_handler = name in HANDLERS and "NULL: no" in function.comment
    known = name in OPAQUE or (function.name, name) in MAY_BE_NULL or is_name
    return known or is_handler or says is not None


def kind_of(function: Function, parameter: str) -> str:
    """Return the requirement for a pointer, as an enum what of the test."""
    name = name_of(parameter)
    if function.name in OBJECT_OF_VOID:
        return OBJECT_OF_VOID[function.name].upper()
    if is_optional(function, name):
        return "OPTIONAL"
    if function.name in GIVEN_BACK and parameter.startswith("void *"):
        return GIVEN_BACK[function.name]
    structure = re.search(r"struct lm_(\w+) \*\w+$", parameter)
    if structure is None:
        return "FUNCTION" if "(*" in parameter else BY_NAME.get(name, "PLACE")
    kind = structure[1]
    if kind not in OBJECTS | FILLED and not kind.endswith(("_info", "_request", "counters")):
        sys.exit(f"{function.name}: struct lm_{kind} has to be sorted into {Path(__file__).name}")
    if kind not in OBJECTS | FILLED:
        return "PLACE"
    made = MADE.get(function.name, name_of(function.parameters[0]))
    is_new = kind in OBJECTS and MAKES.fullmatch(function.name) and name == made
    return f"NEW_{kind.upper()}" if is_new else kind.upper()


def argument_of(parameter: str, kind: str, number: int) -> str:
    """Return an argument of the call: a pointer of the test, or a valid number."""
    if kind == "OPTIONAL":
        return "NULL"
    if kind == "FUNCTION":
        return f"FUNCTION(p[{number}])"
    if kind:
        return f"p[{number}]"
    by_name = NUMBERS_BY_NAME.get(name_of(parameter), NUMBERS_BY_NAME.get(parameter))
    known = by_name or NUMBERS.get(parameter.rpartition(" ")[0])
    return known or "1"


def row(function: Function) -> str:
    """Return the row of a function; empty if it takes no pointer that could be wrong."""
    kinds: list[str] = []
    arguments: list[str] = []
    for parameter in function.parameters:
        kind = kind_of(function, parameter) if "*" in parameter else ""
        arguments.append(argument_of(parameter, kind, len(kinds)))
        if kind not in {"", "OPTIONAL"}:
            kinds.append(kind)
    if not kinds:
        return ""
    returns = {"enum lm_status": "STATUS", "void": "NOTHING"}.get(function.answer, "VALUE")
    call = f"({function.name})({', '.join(arguments)})"
    if function.name.endswith("_lock_irq") and "unlock" not in function.name:
        call = f"LET_IN({call})"
    parts = [f"CALL({function.name}, {returns}", call, ", ".join(kinds) + ")"]
    words = ""
    for separator in (", ", ",\n     "):
        words = separator.join(parts)
        if max(map(len, words.splitlines())) <= LINE_MAX:
            break
    return words


def text() -> str:
    """The file."""
    rows = [
        row(function)
        for header in sorted(HEADERS.glob("*.h"))
        if header.name not in NOT_OF_THE_KERNEL
        for function in functions(header.read_text("utf-8"))
        if function.name not in NOT_CALLED
    ]
    mark = "SPDX-" + "License-Identifier: Apache-2.0"
    head = f"/* {mark} */\n/* Made from include/limen by {Path(__file__).name}: make format. */\n"
    return head + "\n".join(filter(None, rows)) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(text())
    elif not OUTPUT.is_file() or OUTPUT.read_text("utf-8") != text():
        OUTPUT.write_text(text(), "utf-8")
