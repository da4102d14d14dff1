# SPDX-License-Identifier: Apache-2.0
"""Write what follows from spec/calls.json, the table of calls that a user thread can make.

Usage: generate.py. A file that would not change is not touched.

A row of the table is a name, a number, the kind of the object whose handle is the first argument or
nothing, the right that the handle needs, and the other arguments: a name, and a type or `in` or
`out` with the field of the object that has the length. A type with `out` is a place for one value.
The last word of a row is `nothing` if the kernel's function returns nothing.
A call whose arguments do not fit into four registers gets them in a structure.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
TABLE: Final = "spec/calls.json"
LICENCE: Final = "SPDX-" + "License-Identifier: Apache-2.0"
WORDS: Final = {"lm_timeout": 2, "uint64_t": 2}
REGISTERS: Final = 4
KINDS: Final = ("semaphore", "queue", "mutex", "event_flags")


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument; way is empty for a value, and length the field of the object, or empty."""

    name: str
    type: str
    way: str = ""
    length: str = ""

    @property
    def declared(self) -> str:
        """The declaration of the argument in C."""
        star = "" if self.type.endswith("*") else " "
        return f"{self.type}{star}{self.name}"


@dataclass(frozen=True, slots=True)
class Call:
    """A row of the table."""

    name: str
    number: int
    kind: str
    right: str
    arguments: tuple[Argument, ...]
    returns: str = "a status"

    @property
    def structure(self) -> str:
        """The name of the structure with the arguments; empty if they fit into registers."""
        register = 1 if self.kind else 0
        for argument in self.arguments:
            words = WORDS.get(argument.type, 1)
            register += register % 2 if words == WORDS["uint64_t"] else 0
            register += words
        return f"lm_user_{self.name}_arguments" if register > REGISTERS else ""

    @property
    def is_checked(self) -> bool:
        """Whether the kernel's function cannot be called as it is."""
        return (
            bool(self.structure)
            or self.returns == "nothing"
            or any(argument.way for argument in self.arguments)
        )


def argument_of(row: list[str]) -> Argument:
    """The argument of this row."""
    match row:
        case [name, "in", length]:
            return Argument(name, "const void *", "read", length)
        case [name, "out", length]:
            return Argument(name, "void *", "write", length)
        case [name, kind] if kind.endswith(" out"):
            return Argument(name, f"{kind.removesuffix(' out')} *", "write")
        case [name, kind]:
            return Argument(name, kind)
    raise SystemExit(f"{TABLE}: {row} is not an argument; write a name and a type")


def calls() -> list[Call]:
    """The rows of the table, in the order of their numbers."""
    table = json.loads((ROOT / TABLE).read_text("utf-8"))
    first = table["first_without_object"]
    found = [Call(*row[:4], tuple(map(argument_of, row[4])), *row[5:]) for row in table["calls"]]
    for expected, chosen in ((1, True), (first, False)):
        ours = [call for call in found if bool(call.kind) == chosen]
        for number, call in enumerate(ours, expected):
            if call.number != number:
                raise SystemExit(f"{TABLE}: {call.name} has number {call.number}; use {number}")
    return found


def head(text: str) -> str:
    """The first lines of a generated file of C."""
    return f"/* {LICENCE} */\n/* {text}\n * Generated from {TABLE}: make format. */"


def rights(found: list[Call]) -> Iterator[str]:
    """The rights of handles: a bit for each call."""
    sets: dict[tuple[str, str], list[Call]] = {}
    for call in found:
        if call.kind:
            sets.setdefault((call.kind, call.right), []).append(call)
    for (kind, right), members in sets.items():
        bits = sum(1 << (call.number - 1) for call in members)
        yield f"#define LM_MAY_{right.upper()}_{kind.upper()} UINT32_C(0x{bits:08X})"


def mask_of(found: list[Call], kind: str) -> int:
    """All rights to an object of this kind."""
    return sum(1 << (call.number - 1) for call in found if call.kind == kind)


def stub(call: Call) -> Iterator[str]:
    """The function with which a user thread makes the call."""
    handle = ["lm_handle handle"] if call.kind else []
    parameters = ", ".join([*handle, *(argument.declared for argument in call.arguments)])
    yield f"static inline enum lm_status lm_user_{call.name}({parameters or 'void'})"
    yield "{"
    words = ["handle"] if call.kind else []
    wide = ""
    if call.structure:
        fields = ", ".join(argument.name for argument in call.arguments)
        yield f"    struct {call.structure} arguments = {{{fields}}};"
        yield ""
        words.append("(uintptr_t)&arguments")
    for argument in () if call.structure else call.arguments:
        if argument.type in WORDS:
            wide = argument.name
        else:
            words.append(argument.name if not argument.way else f"(uintptr_t){argument.name}")
    shape = ("", "word", "words")[len(words)], "long" if wide else ""
    name = "_".join(part for part in shape if part) or "nothing"
    values = ", ".join([str(call.number), *words, *([wide] if wide else [])])
    yield f"    return lm_user_call_{name}({values});"
    yield "}"


def structures(found: list[Call]) -> Iterator[str]:
    """The structures of arguments."""
    for call in found:
        if call.structure:
            yield f"struct {call.structure} {{"
            yield from (f"    {argument.declared};" for argument in call.arguments)
            yield "};"
            yield ""


def public(found: list[Call]) -> str:
    """The header for user threads."""
    lines = [
        head("The calls of user threads: what a handle allows, and a function for each call."),
        "#ifndef LIMEN_USER_CALLS_H",
        "#define LIMEN_USER_CALLS_H",
        "",
        "#include <limen/event_flags.h>",
        "#include <limen/status.h>",
        "#include <limen/time.h>",
        "#include <limen_user_port.h>",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        "/* An index into the grants of the thread that makes the call. */",
        "typedef uint32_t lm_handle;",
        "",
        "/* Rights of a grant. */",
        *rights(found),
        "",
        *structures(found),
        "/* Context of all: a user thread. Returns: what the kernel's function of the same name",
        " * returns; LM_BAD_OBJECT: the handle is none, or lacks the right; LM_BAD_ARGUMENT: a",
        " * buffer is not in the regions of the thread. */",
    ]
    for call in found:
        lines += [*stub(call), ""]
    lines += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def check(call: Call, argument: Argument) -> Iterator[str]:
    """The check of a buffer, or of a place for a value."""
    value = f"arguments.{argument.name}" if call.structure else argument.name
    if argument.length:
        wrong = f"!lm_user_may_{argument.way}({value}, object->{argument.length})"
    else:
        wrong = f"!lm_user_is_place({value}, sizeof *{value}, _Alignof(__typeof__(*{value})))"
    yield f"    if ({wrong}) {{"
    yield "        return LM_BAD_ARGUMENT;"
    yield "    }"


def wrapper(call: Call) -> Iterator[str]:
    """The function between the gate and the kernel's function."""
    parameters = [f"struct lm_{call.kind} *object"] if call.kind else []
    values = ["object"] if call.kind else []
    if call.structure:
        parameters.append(f"const struct {call.structure} *given")
        values += [f"arguments.{argument.name}" for argument in call.arguments]
    else:
        parameters += [argument.declared for argument in call.arguments]
        values += [argument.name for argument in call.arguments]
    yield f"static enum lm_status {call.name}({', '.join(parameters)})"
    yield "{"
    if call.structure:
        yield f"    struct {call.structure} arguments;"
        yield ""
        yield "    if (!lm_user_copy(&arguments, given, sizeof arguments)) {"
        yield "        return LM_BAD_ARGUMENT;"
        yield "    }"
    for argument in call.arguments:
        if argument.way:
            yield from check(call, argument)
    if call.returns == "nothing":
        yield f"    (lm_{call.name})({', '.join(values)});"
        yield "    return LM_OK;"
    else:
        yield f"    return (lm_{call.name})({', '.join(values)});"
    yield "}"


def entries(found: list[Call], first: int) -> Iterator[str]:
    """The rows of a table of functions that begins with this number."""
    for call in found:
        name = call.name if call.is_checked else f"lm_{call.name}"
        yield f"    [{call.number - first}] = (lm_user_function){name},"


def private(found: list[Call]) -> str:
    """The functions behind the gate, and the tables by which it finds them."""
    with_object = [call for call in found if call.kind]
    without = [call for call in found if not call.kind]
    lines = [
        head("The functions behind the gate: they check the buffers of a call."),
        '#include "behind.h"',
        "#include <limen/limen.h>",
        "#include <limen/user.h>",
        "",
    ]
    for call in found:
        if call.is_checked:
            lines += [*wrapper(call), ""]
    lines += [
        f"lm_user_function const lm_user_object_calls[{len(with_object) + 1}] = {{",
        *entries(with_object, 0),
        "};",
        "",
        f"lm_user_function const lm_user_plain_calls[{len(without)}] = {{",
        *entries(without, without[0].number),
        "};",
        "",
        "const struct lm_user_kind lm_user_kinds[] = {",
    ]
    for kind in KINDS:
        offset = f"offsetof(struct lm_{kind}, object)"
        mask = f"UINT32_C(0x{mask_of(found, kind):08X})"
        lines.append(f"    {{{mask}, LM_KIND_{kind.upper()}, {offset}}},")
    lines += ["    {0, 0, 0},", "};", ""]
    return "\n".join(lines)


def numbers(found: list[Call]) -> str:
    """The numbers for the assembly of the ports."""
    with_object = [call for call in found if call.kind]
    without = [call for call in found if not call.kind]
    return "\n".join(
        [
            head("The numbers of calls, for the gate of each port."),
            "#ifndef LIMEN_USER_NUMBERS_H",
            "#define LIMEN_USER_NUMBERS_H",
            "",
            f"#define LM_USER_OBJECT_CALLS {len(with_object)} /* from number 1 */",
            f"#define LM_USER_FIRST_PLAIN {without[0].number}",
            f"#define LM_USER_PLAIN_CALLS {len(without)}",
            f"#define LM_USER_EXIT {without[0].number}",
            "",
            "#endif",
            "",
        ]
    )


def table(found: list[Call]) -> str:
    """The page of the documentation."""
    lines = [
        "# The calls of a user thread",
        "",
        f"`make format` writes this page from `{TABLE}`. A handle is an index into the grants of",
        "the thread. `in` and `out` are buffers in its regions.",
        "",
        "| number | call | handle of | right | arguments |",
        "|---|---|---|---|---|",
    ]
    for call in found:
        texts = [
            f"{argument.way and {'read': 'in ', 'write': 'out '}[argument.way]}`{argument.name}`"
            for argument in call.arguments
        ]
        right = f"`LM_MAY_{call.right.upper()}_{call.kind.upper()}`" if call.right else ""
        lines.append(
            f"| {call.number} | `lm_user_{call.name}` | {call.kind.replace('_', ' ')} | {right} "
            f"| {', '.join(texts)} |"
        )
    return "\n".join([*lines, ""])


EXAMPLES: Final = {"lm_timeout": "LM_NO_WAIT", "enum lm_event_mode": "LM_ANY", "uint64_t": "0"}
READY: Final = {  # so that a call finds what it wants, and nothing is left of it
    "mutex_unlock": ("mutex_lock_forever(LAB_OBJECT(mutex))", ""),
    "mutex_lock": ("", "mutex_unlock(LAB_OBJECT(mutex))"),
    "mutex_lock_forever": ("", "mutex_unlock(LAB_OBJECT(mutex))"),
    "event_flags_wait": ("event_flags_set(LAB_OBJECT(event_flags), 1)", ""),
}
LAST: Final = "thread_exit"
WARM: Final = 1  # rounds before the one that is counted
LAB: Final = "labs/isolation/lab.toml"
BEGIN: Final = f"# Generated from {TABLE}: make format.\n"
END: Final = "# End of what is generated.\n"


def steps(found: list[Call]) -> str:
    """The calls of lab isolation, each with arguments for which it waits for nothing."""
    lines = [
        head("Each call of a user thread once; the last one does not return. See each.c."),
        "/* clang-format off */",
    ]
    for call in [*(one for one in found if one.name != LAST), *of_name(found, LAST)]:
        before, after = (f"LAB_STEP({step})" if step else "" for step in ready(call))
        values = [f"LAB_OBJECT({call.kind})"] if call.kind else []
        values += [
            "words" if argument.way else EXAMPLES.get(argument.type, "1")
            for argument in call.arguments
        ]
        kind = "LAST" if call.name == LAST else "CALL"
        lines += filter(None, [before, f"LAB_{kind}({call.name}({', '.join(values)}))", after])
    return "\n".join([*lines, ""])


def ready(call: Call) -> tuple[str, str]:
    """The calls before and after it that are not counted."""
    return READY.get(call.name, ("", ""))


def of_name(found: list[Call], name: str) -> list[Call]:
    """The call of this name."""
    return [call for call in found if call.name == name]


def lab(found: list[Call]) -> str:
    """Lab isolation, in which each call is a metric of both cases of calls."""
    returning = [call for call in found if call.name != LAST]
    rounds = (1 + WARM) * len(returning)
    cycles = {call.name: WARM * len(returning) + place for place, call in enumerate(returning)}
    cycles[LAST] = rounds
    rows = [
        f'    {{ name = "{call.name}", cycle = {2 * cycles[call.name]},'
        f' unit = "instructions, {call.name}" }},'
        for call in found
    ]
    text = (ROOT / LAB).read_text("utf-8")
    first, _, rest = text.partition(BEGIN)
    _, _, last = rest.partition(END)
    if not last:
        raise SystemExit(f"{LAB}: the lines {BEGIN!r} and {END!r} are missing; write them")
    lines = [
        "[[metrics]]",
        'case = ["each-call", "each-user-call"]',
        'from = "instructions"',
        'targets = ["mps2-an385", "virt-riscv32"]',
        "min = 1",
        "max = 350",
        "row = [",
        *rows,
        "]",
    ]
    return "".join([first, BEGIN, *(f"{line}\n" for line in lines), END, last])


def laid_out(text: str) -> str:
    """The source as `make format` lays it out."""
    command = ["clang-format", "--assume-filename", str(ROOT / "layers/user/calls.c")]
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def texts() -> dict[str, str]:
    """The generated files by path."""
    found = calls()
    return {
        "layers/user/include/limen/user_calls.h": laid_out(public(found)),
        "layers/user/calls.c": laid_out(private(found)),
        "layers/user/include/limen/user_numbers.h": laid_out(numbers(found)),
        "docs/user-calls.md": table(found),
        "labs/isolation/calls.inc": steps(found),
        LAB: lab(found),
    }


def main() -> None:
    """Write the files."""
    for name, text in texts().items():
        path = ROOT / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
