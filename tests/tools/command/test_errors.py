# SPDX-License-Identifier: Apache-2.0
"""Goal: errors.json names each call that can refuse, and each answer; the dump prints the names.

Method: read spec/errors.json, the kernel's lists and the public headers, and compare. The texts are
compared for artificial records.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from limen.run import find_root
from limen.trace import parse_trace
from limen.trace.numbers import Event, Interface
from support.synthetic import Recorder

ROOT = find_root(Path(__file__).parent)
NAMES = json.loads((ROOT / "spec/errors.json").read_text())
CALLS = {name: int(number) for number, name in NAMES["calls"].items()}
SAME_EFFECT = re.compile(r"_forever$|^lm_raw_|_disarm$|_create_shared$|_set_core$")
NO_EVENT_FIRST = 256
WITHOUT_A_NUMBER = {"tx_trace_enable"}
# Functions of drivers, which make calls of the kernel themselves.
OF_DRIVERS = {"lm_console_create", "lm_test_device_create"}


def enumerators(path: str, prefix: str) -> dict[str, int]:
    """Return the names and numbers of an enum of C, without the prefix."""
    found: dict[str, int] = {}
    number = -1
    known = {} if path.endswith("events.h") else enumerators("kernel/observe/events.h", "LM_EVENT_")
    text = (ROOT / path).read_text()
    for name, value in re.findall(
        rf"^ +{prefix}(\w+)(?: = (\w+))?,?(?: /\*.*)?$", text, re.MULTILINE
    ):
        event = value.removeprefix("LM_EVENT_")
        number = int(value) if value.isdigit() else known[event] if event in known else number + 1
        found[name] = number
    return found


def test_calls_have_the_numbers_of_the_kernel() -> None:
    kernel = enumerators("kernel/observe/calls.h", "LM_CALL_")
    assert {f"lm_{name.lower()}": number for name, number in kernel.items()} == CALLS


def test_a_number_below_that_of_all_events_is_one_of_an_event() -> None:
    assert {number for number in CALLS.values() if number < NO_EVENT_FIRST} <= set(Event)
    assert max(Event) < NO_EVENT_FIRST


def test_every_call_that_answers_a_status_has_a_number() -> None:
    headers = (ROOT / "include/limen").glob("*.h")
    text = "\n".join(path.read_text() for path in headers)
    answering = set(re.findall(r"^enum lm_status (lm_\w+)\(", text, re.MULTILINE))
    declared = set(re.findall(r"\b(lm_\w+)\(", text))
    assert {name for name in answering if not SAME_EFFECT.search(name)} - OF_DRIVERS <= set(CALLS)
    assert set(CALLS) <= declared


def test_statuses_are_those_of_the_kernel() -> None:
    header = (ROOT / "include/limen/status.h").read_text()
    names = re.findall(r"^    LM_([A-Z_]+),?", header, re.MULTILINE)
    # The death of a mutex's owner is not a mistake of the caller.
    wrong = range(names.index("BAD_ARGUMENT"), names.index("OWNER_DIED"))
    assert NAMES["statuses"] == {str(n): names[n].lower().replace("_", " ") for n in wrong}


def test_result_codes_are_those_of_threadx() -> None:
    header = (ROOT / "compat/threadx/include/tx_api.h").read_text()
    codes = dict(re.findall(r"#define (TX_\w+) \(\(UINT\)(0x\w+)\)", header))
    said = NAMES["threadx_statuses"]
    assert {name: int(codes[name], 16) for name in said.values()} == {
        name: int(number) for number, name in said.items()
    }
    assert {name for name in codes if name.endswith("_ERROR")} <= set(said.values())


def test_services_have_the_numbers_of_threadx() -> None:
    rows = json.loads((ROOT / "spec/threadx-events.json").read_text())
    theirs = {row[3]: row[0] for row in rows if row[1] == "ThreadX" and row[3].startswith("tx_")}
    ours = enumerators("compat/threadx/tx_service.h", "TX_SERVICE_")
    numbers = {f"tx_{name.lower()}": number for name, number in ours.items()}
    # ThreadX SMP has no events of its own for these.
    smp = {name: number for name, number in numbers.items() if "_smp_" in name}
    assert {name: number for name, number in numbers.items() if name not in smp} == theirs
    assert set(smp.values()).isdisjoint(row[0] for row in rows)
    for service, code in NAMES["threadx_answers"].values():
        assert service in theirs or service in WITHOUT_A_NUMBER
        assert code in NAMES["threadx_statuses"].values()


THREADX = int(Interface.THREADX) << 16


@pytest.mark.parametrize(
    ("api", "about", "call", "answer", "said"),
    [
        (Interface.LIMEN, 1, CALLS["lm_mutex_lock"], 11, "lm_mutex_lock answers deadlock"),
        (Interface.LIMEN, 0, CALLS["lm_preempt_enable"], 9, "lm_preempt_enable answers bad state"),
        (Interface.LIMEN, 0, 999, 77, "call 999 answers status 77"),
        (Interface.THREADX, 1, CALLS["lm_mutex_unlock"], 10, "tx_mutex_put answers TX_NOT_OWNED"),
        (Interface.THREADX, 1, CALLS["lm_queue_send"], 6, "lm_queue_send answers bad argument"),
        (Interface.THREADX, 0, 112, THREADX | 19, "tx_thread_sleep answers TX_CALLER_ERROR"),
        (Interface.THREADX, 0, 9, THREADX | 200, "service 9 answers status 200"),
    ],
)
def test_the_dump_says_which_call_answers_what(
    api: Interface, about: int, call: int, answer: int, said: str
) -> None:
    recorder = Recorder(flags=api << 1)
    recorder.name(3, "m", 0, 0)
    recorder.put(0, Event.ERROR, thread=0, about=about, a=call, b=answer)
    words = parse_trace(recorder.image()).native.describe(0)
    assert words == ("mutex m: " if about else "") + said
