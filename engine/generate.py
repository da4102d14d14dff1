# SPDX-License-Identifier: Apache-2.0
"""Write the numbers of spec/ for the languages of the repository.

Usage: generate.py FILE... The name of a file selects its contents, and its suffix the language:
.hpp is for the engine, with all tables of names, .py for the tools, .ts for the page. A file with
the same contents is not written, so that nothing is compiled unnecessarily. Without arguments, it
writes the files in the repository.

No number of an event, kind, state or reason is in a source of these: all come from spec/*.json
through this file. tests/house/test_numbers.py looks for others.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import unidata_version

import generate_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK: Final = "SPDX-" + "License-Identifier: Apache-2.0"
ROOT: Final = Path(__file__).resolve().parent.parent
SPEC: Final = ROOT / "spec"
# Files that no build writes, because they are part of the sources for users.
KEPT: Final = (
    "tools/src/limen/trace/numbers.py",
    "tools/src/limen/trace/tables.py",
    "viewer/src/model/numbers.ts",
    "viewer/src/model/tables.ts",
    generate_tables.DOCUMENT,
)
COLUMNS: Final = 4
LINE_MAX: Final = 100
LETTERS: Final = sys.maxunicode + 1
ABOUT: Final = {
    "event": "The event of a record of Limen.",
    "threadx_event": "An event of ThreadX itself; THREAD_RESUME and _SUSPEND: inside the kernel.",
    "kind": "The kind of an object of Limen.",
    "interface": "The interface for which a program was written, whose names a reader shows.",
    "switch_reason": "The reason why a thread left the processor: b of SWITCH.",
    "wait": "The cause of a wait: a of SUSPEND. The values are the states of ThreadX.",
    "other_wait": "The cause of a wait in a trace of another kernel, beside those of Wait.",
    "model": "A preemption model: b of MODEL and SECTION_ENTER.",
    "spin_lock": "How a spinlock is held: a of SPIN_LOCK.",
    "threadx_context": "Contexts of events of ThreadX that are not threads.",
    "status": "The end of a wait.",
    "outcome": "The outcome of a call: the lower half of b.",
    "error_status": "The status of a call that reports a misuse: the lower half of b of ERROR.",
    "change": "The cause of a changed level or priority: the upper half of b of LEVEL, PRIORITY.",
    "fault": "The fault for which a user thread ended: a of FAULT.",
    "threadx_state": "The state of a thread of ThreadX.",
    "threadx_type": "The type of an object in the registry of ThreadX.",
}
NAMED: Final = (
    "kinds",
    "interfaces",
    "switch_reasons",
    "waits",
    "other_waits",
    "models",
    "spin_locks",
)
LISTED: Final = {
    "statuses": "status",
    "outcomes": "outcome",
    "changes": "change",
    "threadx_states": "threadx_state",
    "faults": "fault",
}
NUMBERS: Final = (
    "first_kind_of_middleware",
    "first_event_of_middleware",
    "first_event_of_users",
    "first_event_of_users_threadx_5",
    "byte_unit",
    "wait_forever",
)
TEXTS: Final = (
    "statuses",
    "outcomes",
    "changes",
    "protocols",
    "held",
    "urgency_choices",
    "releases",
    "faults",
    "fault_verbs",
    "fault_reasons",
    "budgets",
    "flags_options",
    "threadx_states",
)
# Numbers that only the engine uses, and numbers that the page uses; the page asks the engine for
# all others.
NOT_FOR_THE_TOOLS: Final = frozenset(
    {
        "first_event_of_users",
        "first_event_of_users_threadx_5",
        "budgets",
        "byte_unit",
        "wait_forever",
        "flags_options",
        "other_wait",
        "error_status",
        "fault_verbs",
        "fault_reasons",
    }
)
FOR_THE_PAGE: Final = frozenset(
    {"first_event_of_users", "statuses", "held", "threadx_states", "event"}
)


def load(name: str) -> Any:  # noqa: ANN401 - JSON
    """A file of spec/."""
    return json.loads((SPEC / name).read_text("utf-8"))


def identifier(text: str) -> str:
    """A part of a name of C++.

    >>> identifier("preemption disabled"), identifier("I/O driver")
    ('preemption_disabled', 'i_o_driver')
    """
    return re.sub(r"\W+", "_", text.lower()).strip("_")


def type_of(number: int) -> str:
    """The type of a constant.

    >>> type_of(12), type_of(0xFFFFFFFF)
    ('std::uint16_t', 'std::uint32_t')
    """
    return "std::uint16_t" if number < 1 << 16 else "std::uint32_t"


def constants(space: str, values: dict[str, int]) -> Iterator[str]:
    """A namespace of numbers."""
    yield f"namespace {space}\n{{"
    for name, value in values.items():
        yield f"inline constexpr {type_of(value)} {name.upper()} = {value};"
    yield f"}} // namespace {space}\n"


def names(name: str, texts: list[str]) -> str:
    """A table of texts by number."""
    quoted = ", ".join(json.dumps(text) for text in texts)
    return f"inline constexpr const char *{name}[] = {{{quoted}}};"


def named(name: str, texts: dict[int, str]) -> Iterator[str]:
    """A table of texts by numbers, some of which are missing."""
    yield f"inline constexpr Named {name}[] = {{"
    yield from (f"    {{{number}, {json.dumps(text)}}}," for number, text in sorted(texts.items()))
    yield "};"


def by_number(texts: dict[str, Any]) -> dict[int, Any]:
    """Values by numbers, which JSON has as texts."""
    return {int(number): text for number, text in texts.items()}


def threadx_identifier(name: str) -> str:
    """The constant of an event of ThreadX itself.

    >>> threadx_identifier("tx_queue_send"), threadx_identifier("thread resume (internal)")
    ('queue_send', 'thread_resume')
    """
    return identifier(name.removeprefix("tx_").removesuffix(" (internal)"))


def meanings(first: int) -> dict[str, str]:
    """Return the meaning of a number by its label; a number without an entry is a plain number."""
    groups = load("numbers.json")["meanings" if first == 1 else "threadx_meanings"]
    return {label: meaning for meaning, labels in groups.items() for label in labels}


def meaning_names() -> list[str]:
    """All meanings, in the order of C++; 0 is a plain number."""
    return ["number", *dict.fromkeys([*meanings(1).values(), *meanings(0).values()])]


def events(name: str, rows: list[list[Any]], first: int) -> Iterator[str]:
    """A table of events: number, component, code, name, four labels and meanings, by number."""
    known = meanings(first)
    yield f"inline constexpr EventRow {name}[] = {{"
    for row in sorted(rows):
        component = "Limen" if first == 1 else row[1]
        code, title = (row[2], row[1]) if first == 1 else (row[2], row[3])
        labels = row[3 if first == 1 else 4 :]
        columns = [*labels, "", "", "", ""][:COLUMNS]
        shown = ", ".join(map(json.dumps, columns))
        means = ", ".join(f"Meaning::{known.get(label, 'number')}" for label in columns)
        texts = ", ".join(json.dumps(text) for text in (component, code, title))
        has_four = json.dumps(len(labels) == COLUMNS)
        yield f"    {{{row[0]}, {has_four}, {texts}, {{{shown}}}, {{{means}}}}},"
    yield "};\n"


def spaces() -> dict[str, dict[str, int]]:
    """All numbers, by their kind and then by name."""
    numbers = load("numbers.json")
    found = {"event": {row[1].lower(): row[0] for row in load("trace-events.json")}}
    # Two names are those of two events: of the moment inside the kernel, which is first.
    kernel = [row for row in load("threadx-events.json") if row[1] == "ThreadX"]
    found["threadx_event"] = {
        threadx_identifier(name): number for number, _, _, name, *_ in reversed(kernel)
    }
    for space in NAMED:
        found[space.removesuffix("s")] = {identifier(text): i for text, i in numbers[space].items()}
    found["threadx_context"] = numbers["threadx_contexts"]
    for space, name in LISTED.items():
        found[name] = {identifier(text): i for i, text in enumerate(numbers[space]) if text}
    statuses = by_number(load("errors.json")["statuses"])
    found["error_status"] = {identifier(text): number for number, text in statuses.items()}
    types = by_number(numbers["threadx_types"])
    found["threadx_type"] = {identifier(text): number for number, text in types.items()}
    return {
        space: dict(sorted(values.items(), key=lambda one: one[1]))
        for space, values in found.items()
    }


def texts() -> dict[str, list[str]]:
    """Tables of texts by number."""
    numbers = load("numbers.json")
    found = {name: numbers[name] for name in TEXTS}
    found["switch_reason"] = list(numbers["switch_reasons"])
    found["model"] = list(numbers["models"])
    found["kind"] = ["", *numbers["kinds"]]
    return found


def sparse_texts() -> dict[str, dict[int, str]]:
    """Tables of texts by numbers, some of which are missing."""
    numbers, words = load("numbers.json"), load("threadx-names.json")
    errors = load("errors.json")
    answers = by_number(errors["threadx_answers"])
    return {
        "error_call": by_number(errors["calls"]),
        "error_status": by_number(errors["statuses"]),
        "threadx_status": by_number(errors["threadx_statuses"]),
        "refusing_service": {number: answer[0] for number, answer in answers.items()},
        "refusing_answer": {number: answer[1] for number, answer in answers.items()},
        "wait": {
            number: name
            for space in ("waits", "other_waits")
            for name, number in numbers[space].items()
        },
        "threadx_type": by_number(numbers["threadx_types"]),
        "threadx_event": by_number(words["events"]),
        "threadx_service": by_number(words["services"]),
    }


def middleware() -> Iterator[str]:
    """The statistics of middleware, and for each event what it adds to them, by its number."""
    rules, rows = load("middleware.json"), {row[3]: row for row in load("threadx-events.json")}
    yield "// A statistic of middleware; is_late: its number is known when the call ends."
    yield "struct MiddlewareStatistic {\n    const char *part, *name;\n    bool is_late;\n};"
    yield "inline constexpr MiddlewareStatistic middleware_statistics[] = {"
    for rule in rules:
        is_late = json.dumps(rule.get("at_end", False))
        yield f"    {{{json.dumps(rule['part'])}, {json.dumps(rule['name'])}, {is_late}}},"
    yield "};"
    yield "// An event adds one of its numbers, or 1 for number 4, to a statistic, if the tested"
    yield "// number is, or is not, a value under a mask. The value of number 4 is 0."
    yield "struct MiddlewareRule {\n    std::uint16_t event;"
    yield "    std::uint8_t statistic, adds, tested;\n    bool is;"
    yield "    std::uint32_t mask, value;\n};"
    yield "inline constexpr MiddlewareRule middleware_rules[] = {"
    lines = []
    for place, rule in enumerate(rules):
        wanted = rule.get("if", {"is": 0})
        for row in (rows[name] for name in rule["events"]):
            labels = [*row[4:], None]  # statistics without a label come after them
            adds, tested = labels.index(rule.get("sum")), labels.index(wanted.get("value"))
            test = [json.dumps("is" in wanted), f"0x{wanted.get('mask', 0xFFFFFFFF):X}"]
            value = f"0x{wanted.get('is', wanted.get('is_not')):X}"
            lines.append((row[0], place, adds, tested, *test, value))
    yield from (f"    {{{', '.join(map(str, line))}}}," for line in sorted(lines))
    yield "};\n"


def printable() -> Iterator[str]:
    """The visible letters, as limits: letters behind every second limit are visible.

    The limits have 16 bits; those of plane n of Unicode begin at printable_planes[n].
    """
    seen = [chr(letter).isprintable() for letter in range(LETTERS)]
    limits = [n for n in range(LETTERS) if seen[n] != (n == 0 or seen[n - 1])]
    planes = [sum(limit < first for limit in limits) for first in range(0, LETTERS + 1, 1 << 16)]
    yield f"// Unicode {unidata_version}."
    for name, values in (
        ("limits", [limit & 0xFFFF for limit in limits]),
        ("planes", planes),
    ):
        yield f"inline constexpr std::uint16_t printable_{name}[] = {{"
        for start in range(0, len(values), 16):
            yield f"    {', '.join(map(str, values[start : start + 16]))},"
        yield "};"


def header() -> Iterator[str]:
    """The lines of the header of the engine."""
    numbers, words = load("numbers.json"), load("threadx-names.json")
    yield "// Generated by engine/generate.py from spec/. Do not edit."
    yield "#pragma once\n\n#include <cstdint>\n\nnamespace limen::trace\n{\n"
    for name in NUMBERS:
        yield f"inline constexpr {type_of(numbers[name])} {name} = {numbers[name]};"
    yield ""
    for space, values in spaces().items():
        yield from constants(space, values)
    for name, table in texts().items():
        yield names(f"{name}_names", table)
    kinds = ["", *(name.replace("_", " ") for name in numbers["kinds"])]
    yield "\n// ThreadX's words for kinds of objects, and its calls that set their notifications."
    yield names("threadx_kind_names", [words["objects"].get(kind, "") for kind in kinds])
    yield names("threadx_notify_names", [words["notify"].get(kind, "") for kind in kinds])
    yield "\n// Numbers with names, rising."
    yield "struct Named {\n    std::uint16_t number;\n    const char *name;\n};"
    yield "// threadx_event: ThreadX's names of Limen's events; threadx_service: those in SERVICE."
    for name, rows in sparse_texts().items():
        yield from named(f"{name}_names", rows)
    yield "\n// The meaning of a number of an event."
    yield f"enum class Meaning : std::uint8_t {{ {', '.join(meaning_names())} }};"
    yield names("meaning_names", meaning_names())
    yield "\n// An event: how to show it. An empty label: the number has no meaning."
    yield "// has_four: in Limen, b is two numbers, its lower and its upper half."
    yield "struct EventRow {\n    std::uint16_t number;\n    bool has_four;"
    yield "    const char *component, *code, *name;\n    const char *labels[4];"
    yield "    Meaning meanings[4];\n};"
    yield from events("limen_events", load("trace-events.json"), 1)
    yield from events("threadx_events", load("threadx-events.json"), 0)
    yield from middleware()
    yield from printable()
    yield "} // namespace limen::trace"


def camel(name: str) -> str:
    """A name as TypeScript and classes of Python have it.

    >>> camel("irq_enter")
    'IrqEnter'
    """
    return "".join(part.capitalize() for part in name.split("_"))


def python_module() -> Iterator[str]:
    """The lines of the module of the tools."""
    numbers = load("numbers.json")
    single = [name for name in NUMBERS if name not in NOT_FOR_THE_TOOLS]
    tables = [name for name in TEXTS if name not in NOT_FOR_THE_TOOLS]
    classes = {name: values for name, values in spaces().items() if name not in NOT_FOR_THE_TOOLS}
    yield f"# {MARK}"
    yield '"""The numbers of traces. Generated by engine/generate.py from spec/. Do not edit."""\n'
    yield "from __future__ import annotations\n"
    yield "from enum import IntEnum\nfrom typing import Final\n"
    yield "__all__ = ["
    exported = (*sorted(map(str.upper, single + tables)), *sorted(map(camel, classes)))
    yield from (f'    "{name}",' for name in exported)
    yield "]\n"
    for name in single:
        yield f"{name.upper()}: Final = {numbers[name]}"
    for name in tables:
        yield f"{name.upper()}: Final = ("
        yield from (f"    {json.dumps(text)}," for text in numbers[name])
        yield ")"
    for space, values in classes.items():
        yield f'\n\nclass {camel(space)}(IntEnum):\n    """{ABOUT[space]}"""\n'
        yield from (f"    {name.upper()} = {value}" for name, value in values.items())


def typescript_module() -> Iterator[str]:
    """The lines of the module of the page."""
    numbers = load("numbers.json")
    yield f"// {MARK}"
    yield "// The numbers of traces. Generated by engine/generate.py from spec/. Do not edit.\n"
    for name in sorted(FOR_THE_PAGE.intersection(NUMBERS)):
        yield f"export const {name.upper()} = {numbers[name]};"
    for name in sorted(FOR_THE_PAGE.intersection(TEXTS)):
        line = f"export const {name.upper()}: readonly string[] = {json.dumps(numbers[name])};"
        if len(line) > LINE_MAX:
            rows = "".join(f"  {json.dumps(text)},\n" for text in numbers[name])
            line = f"{line.split('[', 2)[0]}[] = [\n{rows}];"
        yield f"\n{line}"
    for space in sorted(FOR_THE_PAGE & {*spaces()}):
        yield f"\n/** {ABOUT[space]} */\nexport const enum {camel(space)} {{"
        yield from (f"  {camel(name)} = {value}," for name, value in spaces()[space].items())
        yield "}"


WRITERS: Final = {
    "numbers.hpp": header,
    "numbers.py": python_module,
    "numbers.ts": typescript_module,
    "analysis_tables.hpp": generate_tables.header,
    "tables.py": generate_tables.python_module,
    "tables.ts": generate_tables.typescript_module,
}


def text_of(name: str) -> str:
    """Return the contents that a file should have."""
    if name == Path(generate_tables.DOCUMENT).name:
        return generate_tables.document()
    return "\n".join(WRITERS[name]()) + "\n"


def main() -> None:
    """Write the files that change."""
    for path in map(Path, sys.argv[1:] or (ROOT / name for name in KEPT)):
        text = text_of(path.name)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
