# SPDX-License-Identifier: Apache-2.0
"""Goal: a program of another interface does not contain what it does not name.

Method: link one program without a heap for each interface on a Cortex-M3. The heap, the idle task,
the end of tasks and other features are not among its symbols. At -Os its bytes are those of
tests/targets/expected, and at most so many more than those of the same program with native calls.
After a change that is meant: ./limen bench --exact.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from limen.bench import EXPECTED_ROWS, differences, read_expected
from limen.bench.footprint import INTERFACES, measure_interfaces
from limen.run import build, find_root, target_named

ROOT = find_root(Path(__file__).parent)
SIZES = EXPECTED_ROWS["bytes"]
# The most bytes of text and of data that the program may have in addition to the native one.
TEXT_MORE = {"freertos": 3900, "freertos_unsliced": 3200, "cmsis_rtos2": 3700}
DATA_MORE = 400
# What neither program names, and what comes with it.
UNNAMED = (
    "lm_byte_allocate",
    "lm_layer_allocate",
    "lm_layer_heap_area",
    "lm_layer_thread_end",
    "lm_layer_thread_free_ended",
    "lm_layer_threads",
    "lm_layer_timer_start",
    "lm_notice_create",
    "lm_queue_overwrite",
    "lm_queue_send_front",
    "lm_slice_use",
    "lm_stack_check",
    "lm_thread_join",
    "lm_thread_terminate",
    "lm_thread_yield",
    "lm_timer_create",
)
PROGRAMS = {
    "freertos": (
        "freertos-tasks",
        "xTaskCreateStatic",
        (
            "ucHeap",
            "lm_freertos_idle_begin",
            "lm_freertos_idle_stack",
            "lm_freertos_task_after",
            "lm_freertos_ticks_begin",
            "xQueueCreate",
            "xTaskCreate",
        ),
    ),
    "cmsis_rtos2": ("cmsis-rtos2-memory", "os_thread_new", ("osThreadNew", "osThreadGetCount")),
}


def symbols_of(*files: Path) -> set[str]:
    """What these programs or libraries define."""
    command = ["arm-none-eabi-nm", "--defined-only", *map(str, files)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^[0-9a-f]+ \w (\w+)$", listed, re.MULTILINE))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_static_program_has_only_what_it_names(name: str) -> None:
    other, function, more = PROGRAMS[name]
    names = [f"static-{name}", other]
    built = build(ROOT, target_named("mps2-an385"), names, lambda _: None)
    folder = built[other].parent.parent
    libraries = [folder / f"lib{name.replace('_', '-')}.a", folder / "liblimen-layer.a"]
    unnamed = {*UNNAMED, *more}
    assert unnamed <= symbols_of(*libraries, built[other]), "a name that nothing has"
    symbols = symbols_of(built[f"static-{name}"])
    assert {function, "lm_slice_over"} <= symbols
    assert symbols & unnamed == set()


@pytest.mark.long("two more libraries of the Cortex-M3; make bench compares the rows")
def test_the_layers_add_few_bytes() -> None:
    rows = list(measure_interfaces(ROOT, lambda _: None))
    expected = read_expected({SIZES: (ROOT / SIZES).read_text("utf-8")})
    assert len(rows) == 2 * len(INTERFACES)
    assert differences(rows, {row.key: expected[row.key] for row in rows}) == []
    values = {row.key: row.value for row in rows}
    for name, text in TEXT_MORE.items():
        assert values[f"static/{name}-text"] <= values["static/native-text"] + text
        data = values["static/native-data-and-bss"]
        assert values[f"static/{name}-data-and-bss"] <= data + DATA_MORE
