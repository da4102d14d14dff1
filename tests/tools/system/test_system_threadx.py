# SPDX-License-Identifier: Apache-2.0
"""Goal: a trace of ThreadX gives a system of threads, as a trace of Limen does.

Method: programs of the host, whose calls take no time, are converted to traces of ThreadX. The
systems of both are equal, although those traces have neither dispatches nor the next owner of an
unlocked mutex. A recording of ThreadX itself shows its program: four threads, of which D never
waits.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from limen.system.load import load_system
from limen.system.model import Origin, Protocol
from limen.system.observed import observe
from limen.trace import open_trace, parse_trx
from limen.trace.convert.trx import trx_of_limen
from limen.trace.model import Trace
from limen.trace.trx.writer import trx_image

if TYPE_CHECKING:
    from collections.abc import Mapping

TRACES = Path(__file__).parents[3] / "examples/traces"
WITHOUT_COST = ("critical-section", "deadlock", "inversion", "schedulability", "starvation")
SAMPLES = [
    path.stem for name in WITHOUT_COST for path in sorted(TRACES.glob(f"{name}-*-host.limen"))
]
NS_OF_TICK = 40
NUMBERS = ("priority", "threshold", "offset", "period", "work", "work_min", "stack")


def numbers_of(observed: Mapping[str, Any], ns: int) -> dict[str, Any]:
    """Return the numbers that do not depend on releases, with times in nanoseconds."""
    names = [one["name"] for one in observed["resources"]]

    def time(ticks: int) -> int:
        return ticks * ns

    return {
        one["name"]: (
            *(one[key] if key in NUMBERS[:2] else time(one[key]) for key in NUMBERS[:-1]),
            one["stack"],
            one["observed"]["jobs"],
            [
                (names[part["resource"]], time(part["start"]), time(part["work"]))
                for part in one["sections"]
            ],
        )
        for one in observed["threads"]
    }


@pytest.mark.parametrize("name", SAMPLES)
def test_the_system_is_that_of_the_same_run_in_limens_format(name: str) -> None:
    trace = open_trace(TRACES / f"{name}.limen")
    assert isinstance(trace, Trace)
    limen = observe(trace)
    threadx = observe(parse_trx(trx_image(trx_of_limen(trace))))
    assert limen["tick_ns"] == NS_OF_TICK
    assert threadx["tick_ns"] == 1000  # a tick is taken for a microsecond
    assert numbers_of(threadx, 1) == numbers_of(limen, 1)
    assert len(limen["threads"]) > 1
    ceiling = list(Protocol).index(Protocol.CEILING)  # ThreadX has none
    assert [(one["name"], one["value"]) for one in threadx["resources"]] == [
        (one["name"], 2 if one["value"] == ceiling else one["value"]) for one in limen["resources"]
    ]


def test_samples_own_mutexes_and_wait_for_them() -> None:
    assert sum("inversion" in name for name in SAMPLES) > 4


def test_a_recording_of_threadx_itself() -> None:
    system = load_system(TRACES / "threadx-wp_pts.trx")
    assert system.origin is Origin.OBSERVED
    assert system.tick_ns == 1000
    assert [(one.name, one.priority) for one in system.threads] == [
        ("Thread A", 1),
        ("Thread B", 2),
        ("Thread C", 3),
    ]
    notes = "\n".join(system.notes)
    assert "the rate of the clock is not recorded" in notes
    assert "Thread D is left out: it ran, but no job of it ended in the trace" in notes


def test_a_rate_that_the_user_gives_is_taken() -> None:
    trace = open_trace(TRACES / "threadx-wp_pts.trx")
    trace.native.set_clock(50_000_000)
    assert observe(trace)["tick_ns"] == 1000 // 50
