# SPDX-License-Identifier: Apache-2.0
"""docs/footprint.md: the linked bytes and the sizes of control blocks, by feature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from limen.bench.footprint import FEATURES, INTERFACES, LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.bench.measure import Measurement

__all__ = ["FOOTPRINT", "render_footprint"]

FOOTPRINT: Final = "docs/footprint.md"
_HEAD: Final = """# Footprint

Written by `./limen bench --exact`, and compared by the tests: bytes on a Cortex-M3 with gcc -Os and
library `limen-unchecked`, unless stated otherwise. They are what the linker takes from that
library: kernel, port and drivers. The board, the application, its stacks and control blocks, and
the C library are not counted. "data and bss" is RAM of the kernel itself.
[measurements.md](measurements.md) compares the whole with other kernels.
"""
_FEATURES_HEAD: Final = """## What is linked

There is nothing to configure: a program does not contain features that it does not call, nor the
code that only these would need. Timeouts and their queue come with the first call that has a
timeout other than the constant `LM_FOREVER`, inheritance and the release of mutexes at the end of
a thread with the first mutex. The linker decides by source file: a file that calls a service takes
in the code that the service needs, also if nothing calls the function of the file. Each row has
the bytes that the feature adds to a program that has threads
alone. Features share code, so a program with several of them is smaller than the sum.
"""
_LEVELS_HEAD: Final = """## Levels of priority

`-DLM_LEVELS=` sets how many priorities there are. The program has threads, suspension, sleep,
semaphores, queues and mutexes.
"""
_BLOCKS_HEAD: Final = """## Control blocks

The application provides the memory of each object. `limen-small` is the library for programs that
count bytes: it has no names and numbers of objects, no checks, no trace, and none of the layers.
"""
_SMALL_HEAD: Final = """## With limen-small

The program has threads, suspension, sleep, semaphores, queues and mutexes with inheritance.
[Decision 0056](decisions/0056-a-library-for-few-bytes.md) says what a program gives up for it.
"""
_INTERFACES_HEAD: Final = """## Programs of other interfaces

The same program for each interface (`bench/footprint/static`): a thread, a semaphore, a queue, a
mutex and a sleep, whose memory the program provides. The bytes are those of the kernel, the layer
and the program, also its control blocks and its stack. A program contains the heap
if it names a call of FreeRTOS that allocates memory, or a creation of CMSIS-RTOS2 for which the
compiler does not see that its attributes have all memory (or it has `LM_LAYER_WITHOUT_HEAP`).
The layers have time slices, calls that wait up to a timeout, and at least
56 levels.
"""
_THREAD_HEAD: Final = """## What a thread consists of

From each member of `struct lm_thread` to the next one, with the padding behind it. Every thread has
all of them, also if the program does not use what they are for.
"""


def render_footprint(rows: Sequence[Measurement]) -> str:
    """The page.

    Args:
        rows: of measure_footprint; others are ignored.
    """
    values = {row.key: row.value for row in rows}
    features = [("threads", "threads alone"), *FEATURES]
    blocks = _of_group(values, "control-block")
    small = dict(_of_group(values, "control-block-small"))
    libraries = [("size", "`limen-unchecked`"), ("small", "`limen-small`")]
    members = _of_group(values, "thread")
    return "\n".join(
        [
            _HEAD,
            _FEATURES_HEAD,
            _pairs("feature", values, "features/{}-{}", features),
            _LEVELS_HEAD,
            _pairs("levels", values, "levels/{}-{}", [(str(n), f"{n:,}") for n in LEVELS]),
            _BLOCKS_HEAD,
            "| object | bytes | with `limen-small` |\n| --- | ---: | ---: |",
            *(
                f"| {name.replace('_', ' ')} | {size:,.0f} | {_bytes_or_none(small.get(name))} |"
                for name, size in blocks
            ),
            "",
            _SMALL_HEAD,
            _pairs("library", values, "footprint-{}/{}", libraries),
            _INTERFACES_HEAD,
            _pairs("interface", values, "static/{}-{}", INTERFACES),
            _THREAD_HEAD,
            _single("member", [(f"`{name}`", size) for name, size in members]),
        ]
    )


def _of_group(values: Mapping[str, float], group: str) -> list[tuple[str, float]]:
    prefix = f"{group}/"
    return [
        (key.removeprefix(prefix), value) for key, value in values.items() if key.startswith(prefix)
    ]


def _bytes_or_none(size: float | None) -> str:
    return "" if size is None else f"{size:,.0f}"


def _pairs(
    head: str, values: Mapping[str, float], key: str, names: Sequence[tuple[str, str]]
) -> str:
    lines = [f"| {head} | text | data and bss |", "| --- | ---: | ---: |"]
    for name, meaning in names:
        text, ram = (values[key.format(name, kind)] for kind in ("text", "data-and-bss"))
        lines.append(f"| {meaning} | {text:,.0f} | {ram:,.0f} |")
    return "\n".join([*lines, ""])


def _single(head: str, rows: Sequence[tuple[str, float]]) -> str:
    lines = [f"| {head} | bytes |", "| --- | ---: |"]
    return "\n".join([*lines, *(f"| {name} | {size:,.0f} |" for name, size in rows), ""])
