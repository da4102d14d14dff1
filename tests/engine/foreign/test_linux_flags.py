# SPDX-License-Identifier: Apache-2.0
"""Goal: the reader understands each form of Linux's flags about preemption.

Method: one sequence of events, with all flags, as text of ftrace and as trace.dat: high becomes
ready while low runs, and runs 12 ms later; two interrupts come in between. High was held off if low
continued after an interrupt although a switch was requested.
"""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.trace import open_trace
from limen.trace.findings import findings
from support.trace_dat import DatEvent, trace_dat

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parents[3]

# The letters of the flags: interrupts off, a switch is requested, with PREEMPT_RT before 6.13 a
# lazy request, the interrupt, the nesting depth of disabled preemption.
LEGEND = "# _-----=> irqs-off/BH-disabled\n#/ _----=> need-resched\n#|/ _---=> hardirq/softirq\n"
USUAL = LEGEND + "#||/ _--=> preempt-depth\n"
LAZY = LEGEND.replace("#|/", "#|/ _---=> need-resched-lazy\n#||/") + USUAL.split("softirq\n")[1]
WHO = {"idle": ("swapper", 0, 120), "low": ("low", 2, 69), "high": ("high", 3, 49)}
STORY = (
    (1.0, "idle", "switch", "low"),
    (1.1, "low", "waking", "high"),
    *((second, "low", kind, "") for second in (1.104, 1.108) for kind in ("entry", "exit")),
    (1.112, "low", "switch", "high"),
    (1.113, "high", "switch", "low"),
)
KERNEL_CODE, DISABLED = "no preemption in kernel code", "preemption disabled"
# Bits of common_flags. Source: Linux, include/linux/trace_events.h, enum trace_flag_type.
OFF, REQUEST_LAZY, REQUEST, HARD, SOFT, REQUEST_NOW = 1, 2, 4, 8, 16, 32


def as_text(legend: str, flags: str) -> str:
    """Return the text with these flags in all lines but those of switches."""
    calm = flags.translate(str.maketrans("nNpBbLlhHs1", "." * 11))
    kind, number = ("softirq", "vec=1") if "s" in flags else ("local_timer", "vector=236")
    lines = ["# tracer: nop\n" + legend]
    for second, who, what, other in STORY:
        name, pid, prio = WHO[who]
        text = f"{kind}_{what}: {number}"
        if what == "switch":
            comes, next_pid, next_prio = WHO[other]
            text = (
                f"sched_switch: prev_comm={name} prev_pid={pid} prev_prio={prio} prev_state=R ==> "
                f"next_comm={comes} next_pid={next_pid} next_prio={next_prio}"
            )
        elif what == "waking":
            text = "sched_waking: comm=high pid=3 prio=49 target_cpu=000"
        state = calm if what == "switch" else flags
        lines.append(f"{who}-{pid} [000] {state} {second:.6f}: {text}\n")
    return "".join(lines)


def as_dat(flags: int, depth: int) -> bytes:
    """Return the file with these flags in all events but switches."""
    kind = "softirq" if flags & (HARD | SOFT) == SOFT else "local_timer"
    events = []
    for second, who, what, other in STORY:
        ns = round(second * 1e9)
        if what == "switch":
            (name, pid, prio), (comes, next_pid, next_prio) = WHO[who], WHO[other]
            fields = (name, pid, prio, 0, comes, next_pid, next_prio)
            events.append(DatEvent(ns, "sched_switch", pid, OFF, 2, fields))
        elif what == "waking":
            events.append(DatEvent(ns, "sched_waking", 2, flags, depth, ("high", 3, 49, 0)))
        else:
            events.append(DatEvent(ns, f"{kind}_{what}", 2, flags, depth, (236,)))
    return trace_dat(events)


def held_off(file: Path) -> list[str]:
    return [one["sentence"] for one in findings(open_trace(file)) if one["kind"] == "held_off"]


def expected(why: str | None) -> list[str]:
    return [] if why is None else [f"high was held off once, for 12 ms by low ({why})."]


@pytest.mark.parametrize(
    ("legend", "flags", "why"),
    [
        *((legend, flags, KERNEL_CODE) for legend in ("", USUAL) for flags in ("dNh..", "dnh..")),
        *((legend, "dNh1.", DISABLED) for legend in ("", USUAL)),
        *((legend, "dnlh...", KERNEL_CODE) for legend in ("", LAZY)),
        *((legend, "dn.h1..", DISABLED) for legend in ("", LAZY)),
        ("", "dNh.", KERNEL_CODE),  # of old kernels
        *((USUAL, f"d{letter}h1.", DISABLED) for letter in "pbBL"),
        # No switch is requested, or none before the next tick; a hardware interrupt came in a
        # software interrupt; or a software interrupt runs after the one that requests the switch.
        (USUAL, "d.h..", None),
        (USUAL, "dlh..", None),
        (USUAL, "dNH..", None),
        (USUAL, "dNs..", None),
    ],
)
def test_text(legend: str, flags: str, why: str | None, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(as_text(legend, flags))
    assert held_off(file) == expected(why)


@pytest.mark.parametrize("request_bits", range(8))
@pytest.mark.parametrize("context", [HARD, HARD | SOFT, SOFT])
@pytest.mark.parametrize("depth", [0, 1, 3, 0x10, 0x11])
def test_trace_dat(request_bits: int, context: int, depth: int, tmp_path: Path) -> None:
    """Check each combination. The upper half of the depth counts disabled migration."""
    asks = (REQUEST_LAZY, REQUEST, REQUEST_NOW)
    flags = OFF | context | sum(bit for at, bit in enumerate(asks) if request_bits >> at & 1)
    file = tmp_path / "x.dat"
    file.write_bytes(as_dat(flags, depth))
    is_held = flags & (REQUEST | REQUEST_NOW) and context == HARD
    why = DISABLED if depth & 0xF else KERNEL_CODE
    assert held_off(file) == expected(why if is_held else None)


def recordings() -> Iterator[tuple[str, str, bytes]]:
    """Yield the model, the section and the ftrace text of lab linux on Linux 6.1."""
    with tarfile.open(DATA / "linux-sections.tar.gz") as archive:
        for member in archive.getmembers():
            text = archive.extractfile(member)
            if text is not None:
                model, _, section = Path(member.name).stem.partition("_")
                yield model, section, text.read()


def test_what_real_kernels_hold_off(tmp_path: Path) -> None:
    """The program measured the lateness of high with its own clock: until the end, or none.

    While interrupts are off, nothing makes high ready, so the trace does not show that it is late.
    """
    results = json.loads((ROOT / "labs/linux/results.json").read_text("utf-8"))
    late_ms = {
        (entry["metric"], entry["case"]): entry["value"]
        for entry in results["numbers"]
        if entry["target"] == "linux"
    }
    seen = 0
    for model, section, text in recordings():
        file = tmp_path / "x.txt"
        file.write_bytes(text)
        said = [one for one in held_off(file) if one.startswith("high ")]
        is_late = late_ms[model, section] > 1 and section != "local_irq_disable"
        assert len(said) == is_late, (model, section)
        why = KERNEL_CODE if section == "rcu_read_lock" else DISABLED
        if is_late:
            assert said[0].endswith(f"for 300.1 ms by low ({why})."), (model, section)
        seen += 1
    assert seen == 4 * 5
