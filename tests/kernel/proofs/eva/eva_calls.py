# SPDX-License-Identifier: Apache-2.0
"""Reads the public calls of the kernel, and writes functions that make them, by kind of object."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eva_arguments import OF_NAMES, OF_TYPES
from eva_on_cores import ALSO_IN_INTERRUPTS, ON_CORES
from eva_on_user import ON_USER, behind_the_gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["NOT_EXAMINED", "Call", "Group", "calls", "groups"]

# Headers and calls that are not examined, with the reasons.
NOT_EXAMINED = {
    "board.h": "functions of the boards",
    "lm_idle_hook_set": "a function of the ports",
    "lm_slice_use": "examined in each call of a thread that has a slice",
    "lm_slice_use_units": "the same for slices in units, whose functions lm_slice_use sets, too",
}

# Headers of layers, and of parts that are examined like a layer. Each has its own states, and calls
# of the kernel that reach it.
LAYERS = {
    "audit": ("(damage(), lm_kernel_audit(&audit))",),
    "budget": ("lm_thread_yield()", "lm_thread_sleep(100)", "lm_thread_delete(&first)"),
    "cores": (),
    "cyclic": ("lm_thread_wait_period()", "lm_thread_restart(&first)", "run_tick()"),
    "device": (),
    "irq": ("run_irq()",),
    "observer": ("give(CHOOSE(3))",),
    "readers": (),
    "section": ("lm_thread_yield()", "lm_thread_sleep(100)", "lm_thread_terminate(&caller.thread)"),
    "shared_stack": (),
    "spinlock": ("lm_thread_terminate(&caller.thread)", "lm_thread_sleep(100)"),
    "timer_thread": ("run_timer_thread()", "lm_timer_stop(&deferred)"),
    "user": (),
}
# The layers whose states differ in what they are about: the calls of each, and first where those of
# their header belong.
ABOUT = {"cores": ON_CORES, "user": ON_USER}
# Who makes the calls of these layers.
BY = {
    "cores": "!eva_context.in_interrupt",
    "user": "!eva_context.in_interrupt && lm_cpu()->running == &caller.thread",
}
# Headers in other folders than include/limen.
OTHER_HEADERS = ("layers/user/include/limen/user.h",)
# The layers that act when a timeout has expired.
TIMED = ("budget", "cores", "cyclic", "section", "timer_thread")

OBJECTS = (
    *("block_pool", "byte_pool", "event_flags", "mutex", "notice", "priority_queue", "queue"),
    *("semaphore", "stream", "thread", "timer"),
)
# No state goes on behind a call: Eva would compare it with those of other calls.
HALT = "for (;;) {\n        }\n"
# What a port calls, beside the calls of the headers.
OF_PORTS = "the port"
PROTOTYPE = re.compile(
    r"^((?:enum |struct |const |unsigned )*\w+[\w *]*?)\b(lm_\w+)\(([^;{}]*)\);", re.MULTILINE
)
RESULT = re.compile(r"(struct lm_\w+|uint32_t|unsigned|void \*|size_t) ?\*")


@dataclass(frozen=True, slots=True)
class Call:
    """A public function. parameters: types and names.

    function: the expression that is called, if it is not the name. abouts: what its states are
    about, if not what those of the other calls of its header are.
    """

    name: str
    header: str
    returns: str
    parameters: Sequence[tuple[str, str]]
    function: str = ""
    abouts: Sequence[str] = ()

    @property
    def layer(self) -> str:
        """Return the layer that defines the call, or nothing."""
        name = self.header.removesuffix(".h").removesuffix("_calls")
        return name if name in LAYERS else ""

    @property
    def subject(self) -> str:
        """Return the kind of object that the call is about, or nothing."""
        if self.layer:
            return ""
        kind = self.parameters[0][0] if self.parameters else ""
        found = re.fullmatch(r"(?:const )?struct lm_(\w+) \*", kind)
        return found[1] if found and found[1] in OBJECTS else ""

    @property
    def group(self) -> str:
        """Return the group in which it is examined."""
        if self.layer:
            return self.layer
        if self.name.endswith("_create"):
            return "create"
        if self.header == "trace.h":
            return "trace"
        if self.header == OF_PORTS:
            return "alarm"
        return self.subject or "others"


@dataclass(slots=True)
class Group:
    """The calls that one function makes, and its text."""

    calls: list[Call] = field(default_factory=list)
    text: str = ""


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Return the types and names of a list of parameters."""
    for one in re.split(r",(?![^()]*\))", " ".join(text.split())):
        function = re.fullmatch(r"(.*)\(\*(\w+)\)(.*)", one.strip())
        plain = re.fullmatch(r"(.+[ *])(\w+)", one.strip())
        if function:
            yield f"{function[1]}(*){function[3]}", function[2]
        elif plain:
            yield plain[1].strip(), plain[2]


def calls(root: Path) -> list[Call]:
    """Return the examined calls of the headers, and the alarm."""
    found = []
    others = (root / name for name in OTHER_HEADERS)
    for header in [*sorted((root / "include/limen").glob("*.h")), *others]:
        if header.name in NOT_EXAMINED:
            continue
        text = re.sub(r"/\*.*?\*/", " ", header.read_text("utf-8"), flags=re.DOTALL)
        for returns, name, parameters in PROTOTYPE.findall(text):
            if "static" not in returns.split() and name not in NOT_EXAMINED:
                call = Call(name, header.name, returns.strip(), tuple(_parameters(parameters)))
                found.append(call)
    found += [
        Call(one.name, "user_calls.h", "enum lm_status", one.parameters, one.function, one.abouts)
        for one in behind_the_gate(root)
    ]
    return [*found, Call("lm_alarm", OF_PORTS, "void", ())]


def _argument(call: Call, kind: str, name: str, variables: list[str]) -> str:
    """Return an expression for an argument."""
    for key in (f"{call.name} {name}", name):
        if key in OF_NAMES:
            return OF_NAMES[key]
    if kind in OF_TYPES:
        return OF_TYPES[kind]
    if kind.startswith("enum "):
        return f"({kind})any_u32"
    if result := RESULT.fullmatch(kind):
        variable = f"result_{call.name}_{name}"
        variables.append(f"static {result[1]} {variable};")
        variables.append(f"static {kind}const {variable}s[] = {{&{variable}, NULL}};")
        return f"{variable}s[any_u32 & 1U]"
    raise SystemExit(f"prove: eva_calls.py does not say what can be {kind} {name} of {call.name}")


def _subject(call: Call, variables: list[str]) -> tuple[str, str]:
    """Return the lines before the call, and the expression for its object."""
    if call.group == call.subject:
        return "", f"the_{call.subject}"
    shapes = f"{call.subject.upper()}_SHAPES - 1"
    if call.group != "create":
        return "", f"any_{call.subject}(CHOOSE({shapes}))"
    block = f"created_{call.subject}"
    at = f"{block}.{'queue.' if call.subject == 'priority_queue' else ''}object"
    variables.append(f"static struct lm_{call.subject} {block};")
    variables.append(f"static struct lm_{call.subject} *const {block}s[] = {{&{block}, NULL}};")
    before = f"        {at}.kind = (uint8_t)any_u32;\n        {at}.epoch = (uint8_t)any_u32;\n"
    return before, f"{block}s[any_u32 & 1U]"


def _with_choices(call: str) -> str:
    """Return a call of which at most one argument is unusual; choices are in braces."""
    choices = "0"
    while many := re.search(r"\{(\w+)\}", call):
        call = call.replace(many[0], f"ONLY(choice, {choices}, {many[1]})", 1)
        choices += f" + {many[1]} - 1"
    choose = "" if choices == "0" else f"        choice = CHOOSE({choices});\n"
    return f"{choose}        {call};\n        {HALT}    }}\n"


def _case_of(text: str) -> str:
    """Return a case with a call of which some arguments are choices."""
    return f"    if (ANY_BOOL) {{\n{_with_choices(f'(void){text}')}"


def _case(call: Call, variables: list[str]) -> str:
    """Return the call with all usual arguments, and with each unusual one."""
    before, given = "", []
    parameters = list(call.parameters)
    if call.subject:
        before, subject = _subject(call, variables)
        given.append(subject)
        parameters = parameters[1:]
    given += [_argument(call, kind, name, variables) for kind, name in parameters]
    result = "" if call.returns == "void" else "(void)"
    body = _with_choices(f"{result}({call.function or call.name})({', '.join(given)})")
    of_table = f"        /* {call.name} */\n" if call.function else ""
    return f"    if (ANY_BOOL) {{\n{of_table}{before}{body}"


def _cases_about(layer: str, of_calls: Sequence[tuple[str, str]], only: str) -> list[str]:
    """Return the calls by what the state is about. of_calls: calls of headers, and about what."""
    cases = []
    for kind, texts in ABOUT[layer].items():
        members = [_case_of(text) for text in texts if re.search(rf"\b{only}\b", text)]
        members += [text for about, text in of_calls if about == kind]
        by = "" if kind in ALSO_IN_INTERRUPTS else f"    REQUIRE({BY[layer]});\n"
        cases.append(f"    if (about == {kind}) {{\n{by}{''.join(members)}    {HALT}    }}\n")
    return cases


def _make_one(name: str, cases: Sequence[str]) -> str:
    """Return a function that makes one of the calls, and the beginning of the one that calls it.

    The former is analysed once for each state. If the calls were made by the latter, Eva would
    compare the states of all of them.
    """
    return (
        f"\nstatic void make_one_{name}(void)\n{{\n    unsigned choice;\n\n"
        f"{''.join(cases)}}}\n"
        f"\nvoid eva_{name}(void);\n\nvoid eva_{name}(void)\n{{\n"
    )


def _text(name: str, members: Sequence[Call]) -> str:
    """Return the function that makes the calls of a group."""
    variables: list[str] = []
    cases = [_case(call, variables) for call in members]
    shapes = f"{name.upper()}_SHAPES - 1"
    subject = f"    the_{name} = any_{name}(CHOOSE({shapes}));\n"
    shapes = "TIMER_SHAPES - 3"
    served = f"    (void)any_timer(CHOOSE({shapes}));\n    latest = any_time(CHOOSE(TIMES - 1));\n"
    exact = "    time_is_exact = true;\n    latest = 0;\n" if name == "alarm" else ""
    return (
        "\n".join(dict.fromkeys(variables))
        + (f"\nstatic struct lm_{name} *the_{name};\n" if name in OBJECTS else "")
        + _make_one(name, cases)
        + exact
        + "    world_begin(CHOOSE(PATTERNS - 1));\n"
        + (subject if name in OBJECTS else served if name == "alarm" else "")
        + "    world_end(CHOOSE(CALLERS - 1));\n"
        + f"    make_one_{name}();\n}}\n"
    )


def _text_of_layer(name: str, members: Sequence[Call], only: str) -> str:
    """Return the function for the calls of a layer and those that reach it, or only one."""
    variables: list[str] = []
    chosen = [call for call in members if only in ("", call.name)]
    cases = [_case(call, variables) for call in chosen]
    cases += [_case_of(text) for text in LAYERS[name] if re.search(rf"\b{only}\b", text)]
    if name in ABOUT:
        usual = (next(iter(ABOUT[name])),)
        pairs = zip(chosen, cases, strict=True)
        of_calls = [(about, text) for call, text in pairs for about in call.abouts or usual]
        cases = _cases_about(name, of_calls, only)
    exact = "    time_is_exact = CHOOSE(1) == 1;\n" if name in TIMED else ""
    return (
        "\n".join(dict.fromkeys(variables))
        + _make_one(name, cases)
        + exact
        + "    latest = 0;\n"
        + "    world_begin(CHOOSE(PATTERNS - 1));\n"
        + f"    begin_{name}(CHOOSE({name.upper()}_SHAPES - 1));\n"
        + "    world_end(CHOOSE(CALLERS - 1));\n"
        + "    if (time_is_exact) {\n        latest = any_time(CHOOSE(TIMES - 1));\n"
        + "        REQUIRE(!eva_context.in_interrupt);\n        eva_context.in_interrupt = true;\n"
        + "        lm_alarm();\n        return;\n    }\n"
        + "    latest = SOON;\n"
        + f"    make_one_{name}();\n}}\n"
    )


def groups(every: Sequence[Call], only: str = "") -> dict[str, Group]:
    """Return the calls by groups, and the functions that make them: of a layer, only one call."""
    found: dict[str, Group] = {}
    for call in every:
        found.setdefault(call.group, Group()).calls.append(call)
    for name, group in found.items():
        made = (
            _text_of_layer(name, group.calls, only) if name in LAYERS else _text(name, group.calls)
        )
        group.text = f'\n#line 1 "calls"\n{made}'
    return found
