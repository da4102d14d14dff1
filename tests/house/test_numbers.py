# SPDX-License-Identifier: Apache-2.0
"""Goal: the numbers of traces and their names are only in spec/.

Method: files that are generated from spec/ equal the current output of the generator. A compiler
compares the public constants of the kernel, which have their own comments, with spec/. No other
source has a list of the same names and numbers, or of the same texts.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import tree

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDERS = ("engine/", "tools/src/", "viewer/src/", "kernel/", "layers/", "ports/", "compat/")
SUFFIXES = (".py", ".ts", ".tsx", ".mjs", ".c", ".h", ".cpp", ".hpp")
PAIRS_MIN = 5  # of a name and its number, of one kind, that make a list
TEXTS_MIN = 3
# Constants of the kernel: header, enum, kind of number, beginning of the names, other names.
KERNEL: tuple[tuple[str, str, str, str, dict[str, str]], ...] = (
    ("kernel/observe/events.h", "lm_event", "event", "LM_EVENT_", {}),
    ("kernel/observe/events.h", "lm_outcome", "outcome", "LM_OUTCOME_", {}),
    (
        "kernel/observe/events.h",
        "lm_leave",
        "switch_reason",
        "LM_LEAVE_",
        {"yielded": "YIELD", "slice_ended": "SLICE", "idle_ended": "IDLE"},
    ),
    (
        "kernel/observe/events.h",
        "lm_change",
        "change",
        "LM_CHANGE_",
        {
            "threshold_set": "THRESHOLD",
            "priority_set": "PRIORITY",
            "preemption_disabled": "PREEMPT_DISABLE",
            "preemption_enabled": "PREEMPT_ENABLE",
            "section_entered": "SECTION_ENTER",
            "section_left": "SECTION_LEAVE",
        },
    ),
    (
        "include/limen/thread.h",
        "lm_waits_for",
        "wait",
        "LM_WAITS_FOR_",
        {"end": "NOTHING", "flags": "EVENTS", "release": "PERIOD", "another_core": "SHARED"},
    ),
    ("include/limen/status.h", "lm_status", "status", "LM_", {}),
    ("include/limen/object.h", "lm_kind", "kind", "LM_KIND_", {}),
    ("include/limen/section.h", "lm_model", "model", "LM_MODEL_", {}),
    ("include/limen/spinlock.h", "lm_spin_how", "spin_lock", "LM_SPIN_", {}),
)
# Enumerators that a trace does not contain.
NOT_TRACED = re.compile(
    r"LM_(BAD_\w+|NOT_OWNER|DEADLOCK|TOO_MANY|KIND_NONE|MODELS|SPIN_FREE|HAS_RETURNED"
    r"|WAS_TERMINATED)"
)
PREFIX = re.compile(r"^lm_(event|leave|change|waits_for|kind|model|spin)_")
HEADERS = frozenset(row[0] for row in KERNEL)
# Only in older traces, and in those of other kernels.
NOT_IN_THE_KERNEL = frozenset({"notify", "kernel_code_entered", "kernel_code_left"})


def generator() -> Any:  # noqa: ANN401 - a module
    sys.path.insert(0, str(tree.ROOT / "engine"))
    spec = importlib.util.spec_from_file_location("generate", tree.ROOT / "engine/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATE = generator()
SPACES: dict[str, dict[str, int]] = GENERATE.spaces()


@pytest.mark.parametrize("name", GENERATE.KEPT)
def test_generated_files_are_up_to_date(name: str) -> None:
    text = GENERATE.text_of(Path(name).name)
    assert tree.read(name) == text, "run engine/generate.py"


@pytest.mark.parametrize(
    ("name", "pattern", "folders"),
    [
        ("tools/src/limen/trace/numbers.py", r"^(?:class )?(\w+)[(:]", ("tools/src/", "tests/")),
        ("viewer/src/model/numbers.ts", r"^export const (?:enum )?(\w+)", ("viewer/",)),
    ],
)
def test_what_is_generated_is_used(name: str, pattern: str, folders: tuple[str, ...]) -> None:
    sources = [
        source
        for folder in folders
        for source in tree.matching(*SUFFIXES, below=folder)
        if source != name
    ]
    words = {word for source in sources for word in re.findall(r"\w+", tree.read(source))}
    names = set(re.findall(pattern, tree.read(name), re.MULTILINE))
    assert len(names) >= len(GENERATE.FOR_THE_PAGE)
    assert names <= words, "engine/generate.py: write only what is used"


def enumerators(header: str, enum: str) -> list[str]:
    body = re.search(rf"enum {enum} \{{(.*?)\}};", tree.read(header), re.DOTALL)
    assert body is not None
    text = re.sub(r"/\*.*?\*/", "", body[1], flags=re.DOTALL)
    return [part.split("=")[0].strip() for part in text.split(",") if part.strip()]


def test_the_kernel_has_these_numbers() -> None:
    """An enumerator that is not in spec/ is an error, too."""
    lines = ["#include <stdint.h>"]
    lines += [f'#include "{header.split("/", 1)[1]}"' for header in sorted(HEADERS)]
    for header, enum, space, prefix, others in KERNEL:
        known = {
            prefix + others.get(name, name).upper(): number
            for name, number in SPACES[space].items()
            if name not in NOT_IN_THE_KERNEL
        }
        written = [one for one in enumerators(header, enum) if not NOT_TRACED.fullmatch(one)]
        assert set(written) == set(known), enum
        lines += [f'_Static_assert({name} == {n}, "{name}");' for name, n in known.items()]
    command = ["gcc", "-std=c11", "-x", "c", "-", "-fsyntax-only", "-DLM_CLOCK_HZ=1000000"]
    command += ["-DLM_COUNTED=0", "-Iinclude", "-Ikernel", "-Iports/host/include"]
    run = subprocess.run(
        command, input="\n".join(lines), cwd=tree.ROOT, check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr


def plain(name: str) -> str:
    """Return a name without its style.

    >>> plain("IrqEnter") == plain("IRQ_ENTER") == plain("LM_EVENT_IRQ_ENTER")
    True
    """
    return re.sub(
        r"^(lm_(event|leave|change|waits_for|kind|model|spin)_)", "", name.lower()
    ).replace("_", "")


def pairs(text: str) -> Iterator[tuple[str, int]]:
    """Return adjacent names and numbers: NAME = 7, "name": 7, 7: "name"."""
    for name, number in re.findall(r"\b([A-Za-z]\w*)\"?\s*[=:,]\s*(\d+)\b", text):
        yield plain(name), int(number)
    for number, name in re.findall(r"\b(\d+)\s*[:,]\s*[\"']?([A-Za-z][\w ]*)", text):
        yield plain(name.replace(" ", "_")), int(number)


def lists_in(text: str) -> list[str]:
    """Return the kinds of numbers, and of texts, of which a source has a list."""
    found = []
    stand = set(pairs(text))
    for space, values in SPACES.items():
        known = {(plain(name), number) for name, number in values.items()}
        if len(known & stand) >= min(PAIRS_MIN, len(known)):
            found.append(space)
    strings = "\n".join(re.findall(r"[\"']([^\"'\n]*)[\"']", text))
    for name, table in GENERATE.texts().items():
        listed = "\n".join(word for word in table if word)
        if listed.count("\n") + 1 >= TEXTS_MIN and f"\n{listed}\n" in f"\n{strings}\n":
            found.append(name)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "enum { LM_EVENT_TIME = 1, LM_EVENT_SWITCH = 2, READY = 3, SUSPEND = 4, YIELD = 5 };",
        'NAMES = {"time": 1, "switch": 2, "ready": 3, "suspend": 4, "yield": 5}',
        "const enum Event { Time = 1, Switch = 2, Ready = 3, Suspend = 4, IrqEnter = 9 }",
        '[5, "queue"], [6, "semaphore"], [8, "block"], [9, "bytes"], [13, "mutex"]',
        "enum Outcome { Done = 0, Waits = 1, Unavailable = 2, Sent = 3 }",
        'OUTCOME = ("done", "waits", "unavailable", "sent")',
        'STATUS = ["ok", "timeout",\n "deleted", "unavailable", "overrun","aborted", "owner died"]',
    ],
)
def test_second_lists_are_found(text: str) -> None:
    assert lists_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "enum { FIRST = 1, SECOND = 2, READY = 4, SUSPEND = 3, YIELD = 6 };",
        "if (event == event::SWITCH) { level = 2; ready = 3; }",
        'say("done"); say("waits"); count = 1;',
        'return is_full ? "full" : "empty";',
    ],
)
def test_other_sources_are_none(text: str) -> None:
    assert lists_in(text) == []


def test_no_source_has_a_second_list() -> None:
    found = {
        name: lists
        for folder in FOLDERS
        for name in tree.matching(*SUFFIXES, below=folder)
        if name not in HEADERS | {*GENERATE.KEPT} and (lists := lists_in(tree.read(name)))
    }
    assert found == {}
