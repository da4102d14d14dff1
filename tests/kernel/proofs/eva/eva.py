# SPDX-License-Identifier: Apache-2.0
"""Frama-C Eva examines the calls of the kernel for errors at run time.

It reads one program: all sources of the kernel, the states in this folder, and a function for each
kind of object, which makes all calls about an object of that kind. The calls are read from the
headers. A new call is examined, or the program is refused because its arguments are not defined.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING

from eva_calls import LAYERS, Call, Group, calls, groups

from support.mistakes import Mistake, mistakes_of, planted

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Alarm", "Found", "Reason", "examine"]

HERE = Path("tests/kernel/proofs/eva")
FOLDERS = (
    *(str(HERE), "include", "kernel", "layers", "layers/cyclic/probe", "ports"),
    *("layers/user", "layers/user/include", "tests/kernel/user/port/include"),
    "tests/kernel/support/port-null/include",
)
STATES = ("world.c", "objects.c", "data.c", "arguments.c")

# Limit for the alarms of a mistake: some have a reason, and one alarm can be at several places.
ENOUGH = 20
# Mistakes in these folders are found by calls of these layers.
LAYER_OF = {"kernel/cores/": "cores", "layers/user/": "user"}
# The results of these functions distinguish the branches of a call.
SPLITS = (
    "lm_port_leading_zeros",
    "lm_timeout_bucket",
    "lm_flags_satisfy",
    "lm_notice_is_satisfied",
)
OPTIONS = (
    *("-machdep", "gcc_x86_64", "-c11"),
    *("-kernel-warn-key", "typing:implicit-conv-void-ptr=inactive"),
)
# A cast in the tables of calls, from a function with other arguments, and one that Frama-C accepts.
CAST, ACCEPTED = "(lm_user_function)", "(lm_user_function)(void *)"
# Without -eva-subdivide-non-linear, with which Frama-C 25 does not report a remainder by zero.
PRECISION = (
    *("-eva-slevel", "100000", "-eva-auto-loop-unroll", "64", "-eva-ilevel", "16"),
    *("-eva-domains", "cvalue", "-eva-split-return", "auto"),
    *("-eva-unroll-recursive-calls", "2"),  # an observer makes a call that is observed
    *("-eva-no-print", "-eva-print-callstacks", "-eva-no-show-progress"),
    "-eva-msg-key=-initial-state",
)

ATTRIBUTE = r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)"
FUNCTION = re.compile(
    rf"^(?:{ATTRIBUTE}\s+|LM_IF_CORES\({ATTRIBUTE}\)\s+)?static\b(?:[\w\s*]|{ATTRIBUTE})*?"
    r"\b(?!__attribute__)(\w+)\s*(?=\()",
    re.MULTILINE,
)
VARIABLE = re.compile(
    r"^static [\w\s*]*?\b(\w+)(?= =|;|\[)|^static [\w\s]*\(\*(\w+)\)\("
    rf"|^static [\w\s]*struct \{{[^}}]*\}} (\w+);|^struct(?: {ATTRIBUTE})? (\w+) \{{",
    re.MULTILINE,
)
ENUMERATION = re.compile(r"^enum (?:\w+ )?\{([^}]*)\};", re.MULTILINE)
WITHOUT_CODE = re.compile(r"Neither code nor \w+ for function (?!Frama_C_)(\w+)")
WEAK = re.compile(r"^(?:#pragma weak |LM_OBSERVABLE\()(\w+)", re.MULTILINE)
ALIAS = re.compile(r"^extern __typeof__[^;]*alias[^;]*;", re.MULTILINE)
ALARM = re.compile(r"\[eva:alarm\] \S+:(?:\d+): Warning:(.*?)\n  stack: (.*?)\n(?=\[)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Program:
    """The sources and states that only this program has.

    caller: the structure of the thread that makes the calls. memory: the addresses, as numbers,
    of memory that is no variable.
    """

    sources: re.Pattern[str]
    doubles: Sequence[str] = ()
    states: Sequence[str] = ()
    splits: Sequence[str] = ()
    is_traced: bool = False
    comes_back: bool = False
    cores: int = 1
    caller: str = "eva_plain_thread"
    memory: str = ""


PLAIN = Program(re.compile(r"(?!)"))
TRACED = Program(re.compile(r"^kernel/observe/count\.c$"), is_traced=True)
LAYERED = Program(
    re.compile(r"^layers/(?!user/)|^kernel/objects/audit"),
    states=("waits.c", "layers.c", "drivers.c", "audited.c"),
    splits=("irq_create_thread", "tick_create_thread", "count_tick"),
    comes_back=True,
)
OBSERVED = Program(
    re.compile(r"^kernel/objects/with_observers\.c$"),
    states=("observed.c",),
    splits=("send_last", "send_first", "send_by_priority", "is_observed", "is_observed_up_to"),
)
CORES = Program(
    re.compile(r"^kernel/cores/"), states=("shared.c", "inboxes.c", "several.c"), cores=2
)
USER = Program(
    re.compile(r"^layers/user/|^layers/budget/owner_died\.c$"),
    doubles=("tests/kernel/user/port/user_port.c",),
    states=("waits.c", "user_threads.c"),
    caller="lm_user_thread",
    memory="0x1000-0x12FF",
)
PROGRAMS = (PLAIN, TRACED, LAYERED, OBSERVED, CORES, USER)


def _program_of(group: str) -> Program:
    """Return the program in which a group of calls is examined."""
    if group == "trace":
        return TRACED
    if group == "observer":
        return OBSERVED
    if group == "cores":
        return CORES
    if group == "user":
        return USER
    return LAYERED if group in LAYERS else PLAIN


@dataclass(frozen=True, slots=True, order=True)
class Alarm:
    """An error that Eva cannot exclude: the call, the function of the kernel, and the condition."""

    call: str
    function: str
    condition: str


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why alarms in a function about a condition are not errors."""

    function: str
    condition: str
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """The result: calls, and alarms with their reasons."""

    calls: Sequence[Call]
    alarms: Sequence[tuple[Alarm, Reason]]


def _own_names(text: str) -> set[str]:
    """Return the names that a source defines with internal linkage."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = set(FUNCTION.findall(text))
    found.update(name for names in VARIABLE.findall(text) for name in names if name)
    for names in ENUMERATION.findall(text):
        found.update(re.findall(r"(?:^|,)\s*(\w+)", names))
    return found


def _sources(root: Path, program: Program) -> list[str]:
    """Return the files of the kernel and its layers, and those that make the states."""
    every = [
        str(file.relative_to(root))
        for folder in ("kernel", "layers")
        for file in sorted((root / folder).rglob("*.c"))
    ]
    return [
        *(
            file
            for file in every
            if program.sources.match(file)
            or not any(other.sources.match(file) for other in PROGRAMS)
        ),
        *program.doubles,
        *(str(HERE / name) for name in (*STATES, *program.states)),
    ]


def _definition(name: str) -> re.Pattern[str]:
    return re.compile(rf"^(\w[\w *]*?)\b{name}(?=\([^;{{}}]*\)\s*\{{)", re.MULTILINE)


def _without_weak(texts: dict[str, str]) -> dict[str, str]:
    """Return the sources with other names for weak functions that another source also defines."""
    found = {}
    for file, text in texts.items():
        renamed = text
        for name in WEAK.findall(text):
            others = (other for at, other in texts.items() if at != file)
            if any(_definition(name).search(other) for other in others):
                renamed = _definition(name).sub(rf"\1{name}_plain", renamed)
        found[file] = renamed
    return found


def _renamed(text: str, file: str, shared: set[str]) -> str:
    """Return a source with other names for those that other sources also define."""
    for name in _own_names(text) & shared:
        own = f"{Path(file).stem}_{name}"
        text = re.sub(rf"(?<![.\w/])(?<!->)\b{name}\b(?!\.h)", own, text)
    return text


def _text(root: Path, program: Program, mistake: Mistake | None) -> str:
    """Return the sources as one text."""
    texts = {}
    for file in _sources(root, program):
        text = (root / file).read_text("utf-8")
        if mistake is not None and mistake.file == file:
            text = planted(mistake, root / file)
        texts[file] = ALIAS.sub("", text)
    texts = _without_weak(texts)
    count = Counter(name for text in texts.values() for name in _own_names(text))
    shared = {name for name, times in count.items() if times > 1}
    parts = [f'#line 1 "{file}"\n{_renamed(text, file, shared)}' for file, text in texts.items()]
    parts.insert(-len(STATES) - len(program.states), "#undef volatile")
    return "\n".join(['#include "before.h"', *parts]).replace(CAST, ACCEPTED)


def _without_contracts(text: str) -> str:
    """Return a source without the contracts for WP, some of which Eva cannot read."""
    return re.sub(r"/\*@.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def _copy_headers(root: Path, to: Path, mistake: Mistake | None) -> None:
    """Copy the headers of FOLDERS, without contracts and with the mistake."""
    for folder in FOLDERS:
        for header in (root / folder).rglob("*.h"):
            file = str(header.relative_to(root))
            text = header.read_text("utf-8")
            if mistake is not None and mistake.file == file:
                text = planted(mistake, header)
            copy = to / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_without_contracts(text), "utf-8")


def _command(headers: Path, program: Program) -> list[str]:
    options = [
        *(f"-I{headers / folder}" for folder in FOLDERS),
        *("-DLM_LEVELS=4", "-DLM_CLOCK_HZ=1000000", "-DLM_CHECKED=1"),
        *(f"-DLM_CORES={program.cores}", f"-DEVA_CALLER={program.caller}"),
        "-DLM_USER_KERNEL_STACK=32",
        *(f"-DLM_TRACED={program.is_traced:d}", f"-DLM_COUNTED={program.is_traced:d}"),
        *(f"-DEVA_COMES_BACK={program.comes_back:d}", "-DLM_MODEL=LM_MODEL_OPEN"),
    ]
    splits = ",".join(f"{name}:full" for name in (*SPLITS, *program.splits))
    return [
        *("frama-c", *OPTIONS, f"-cpp-extra-args={' '.join(options)}"),
        *("-eva-split-return-function", splits),
        *(("-absolute-valid-range", program.memory) if program.memory else ()),
    ]


def _run(
    root: Path,
    chosen: dict[str, Group],
    *,
    mistake: Mistake | None = None,
) -> str:
    """Return the output of Frama-C for some groups of calls.

    For a mistake, the first alarms suffice.
    """
    (program,) = {_program_of(name) for name in chosen}
    with tempfile.TemporaryDirectory() as folder:
        headers = Path(folder) / "headers"
        _copy_headers(root, headers, mistake)
        source = Path(folder) / "kernel.c"
        calls_of_groups = "".join(group.text for group in chosen.values())
        source.write_text(_text(root, program, mistake) + calls_of_groups, "utf-8")
        command = [*_command(headers, program), str(source), "-eva", *PRECISION]
        command += [] if mistake is None else ["-eva-stop-at-nth-alarm", str(ENOUGH)]
        for number, name in enumerate(chosen):
            command += [*(["-then"] if number else []), "-main", f"eva_{name}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    output = done.stdout + done.stderr
    complete = done.returncode == 0 and output.count("ANALYSIS SUMMARY") == len(chosen)
    if without := WITHOUT_CODE.findall(output):
        raise SystemExit(f"prove: eva: there is no code of {sorted(set(without))}")
    if mistake is None and not complete:
        raise SystemExit(f"prove: frama-c does not answer for {list(chosen)}:\n{output[-3000:]}")
    return output


def _alarms(output: str) -> set[Alarm]:
    """Return the alarms of an output."""
    found = set()
    for text, stack in ALARM.findall(output):
        functions = re.findall(r"(\w+)(?: ::|$)", stack)
        condition = re.search(r"assert (.*?);|(precondition '\w+')", " ".join(text.split()))
        if condition is None or len(functions) < 2:
            raise SystemExit(f"prove: an alarm that is not understood:{text}\n{stack}")
        inner = [one for one in functions[:-1] if not one.startswith("make_one_")]
        found.add(Alarm((inner or functions)[-1], functions[0], condition[1] or condition[2]))
    return found


def _reasons(file: Path) -> list[Reason]:
    rows = tomllib.loads(file.read_text("utf-8"))["alarm"]
    return [Reason(row["function"], row["condition"], row["why"]) for row in rows]


def _with_reasons(alarms: Sequence[Alarm], reasons: Sequence[Reason]) -> list[tuple[Alarm, Reason]]:
    """Return each alarm with the reason why it is not an error.

    Raises:
        SystemExit: an alarm has no reason, or a reason has no alarm.
    """
    of = {(reason.function, reason.condition): reason for reason in reasons}
    without = [alarm for alarm in alarms if (alarm.function, alarm.condition) not in of]
    if without:
        lines = "\n".join(f"  {one.call}: {one.function}: {one.condition}" for one in without)
        raise SystemExit(f"prove: eva cannot exclude, and reasons.toml has no reason:\n{lines}")
    used = {(alarm.function, alarm.condition) for alarm in alarms}
    if unused := of.keys() - used:
        raise SystemExit(f"prove: reasons.toml has reasons without an alarm: {sorted(unused)}")
    return [(alarm, of[alarm.function, alarm.condition]) for alarm in alarms]


def _refute(root: Path, mistake: Mistake, known: Sequence[Reason]) -> Mistake:
    """Check that a mistake raises an alarm in the call that it names.

    Raises:
        SystemExit: no alarm.
    """
    every = calls(root)
    layer = next((name for folder, name in LAYER_OF.items() if folder in mistake.file), "")
    found = (
        groups([call for call in every if call.group == layer], mistake.kind)
        if layer
        else groups([call for call in every if call.name == mistake.kind])
    )
    if len(found) != 1 or mistake.kind not in "".join(group.text for group in found.values()):
        raise SystemExit(f"prove: mistakes.toml: there is no call {mistake.kind}")
    output = _run(root, found, mistake=mistake)
    of = {(reason.function, reason.condition) for reason in known}
    if all((alarm.function, alarm.condition) in of for alarm in _alarms(output + "\n[")):
        raise SystemExit(f"prove: eva does not refute: {mistake.wrong}\n{output[-1500:]}")
    return mistake


def _parts(every: dict[str, Group]) -> list[dict[str, Group]]:
    """Return the groups for each run of Frama-C: as few runs as processors and programs allow."""
    many = cpu_count() or 1
    parts = []
    for program in PROGRAMS:
        names = [name for name in every if _program_of(name) is program]
        names.sort(key=lambda name: (-len(every[name].calls), name))
        parts += [names[number::many] for number in range(many)]
    return [{name: every[name] for name in part} for part in parts if part]


def examine(root: Path) -> Found:
    """Examine all calls.

    Raises:
        SystemExit: an alarm has no reason.
    """
    reasons = _reasons(root / HERE / "reasons.toml")
    every = groups(calls(root))
    with ThreadPoolExecutor(cpu_count()) as pool:
        outputs = list(pool.map(lambda chosen: _run(root, chosen), _parts(every)))
    alarms = sorted(set().union(*(_alarms(output) for output in outputs)))
    members = [call for group in every.values() for call in group.calls]
    return Found(members, _with_reasons(alarms, reasons))


def refute_mistakes(root: Path) -> list[Mistake]:
    """Plant each mistake, and find its alarm.

    Raises:
        SystemExit: a mistake has no alarm.
    """
    reasons = _reasons(root / HERE / "reasons.toml")
    mistakes = mistakes_of(root / HERE / "mistakes.toml")
    with ThreadPoolExecutor(cpu_count()) as pool:
        return list(pool.map(lambda mistake: _refute(root, mistake, reasons), mistakes))
