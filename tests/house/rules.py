# SPDX-License-Identifier: Apache-2.0
"""The rules of the repository, as functions from a text to its findings.

These functions read no file: test_rules.py applies each rule to a bad example, test_tree.py to the
repository.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FUNCTION_LINES_MAX = 60
FILE_LINES_MAX = 600
LINE_COLUMNS_MAX = 100
TYPE_SCRIPT_COLUMNS_MAX = 120  # the formatter does not break strings and comments
FILE_BYTES_MAX = 512 * 1024

# Headers that C has without a library.
FREESTANDING = frozenset(
    {"limits.h", "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdnoreturn.h"}
)
# Headers of the system that these folders may include. Other folders may include any.
SYSTEM_HEADERS = {
    "include": FREESTANDING,
    "kernel": FREESTANDING | {"string.h"},
    "layers": FREESTANDING | {"string.h"},
}
# The headers of the kernel with functions that port.h requires ports to call.
KERNEL_FOR_PORTS = frozenset(
    {
        "kernel/state.h",
        "kernel/core/dispatch.h",
        "kernel/objects/thread.h",
        "kernel/time/alarm.h",
    }
)
# The headers that define parts of the kernel's data.
STATE = frozenset({"kernel/core/ready_queue.h", "kernel/time/timeout.h"})
# The folders that each folder of the kernel and the layers may use; kernel/README.md has the
# reasons.
ROOMS = {
    "kernel/core/": ("kernel/state.h", "kernel/observe/"),
    "kernel/observe/": ("kernel/state.h", "kernel/core/"),
    "kernel/time/": ("kernel/state.h", "kernel/core/", "kernel/observe/"),
    "kernel/cores/": ("kernel/state.h", "kernel/core/", "kernel/observe/", "kernel/time/"),
    "kernel/objects/": (
        "kernel/state.h",
        "kernel/core/",
        "kernel/observe/",
        "kernel/time/",
        "kernel/cores/",
    ),
    "layers/budget/": ("kernel/",),
    "layers/cyclic/": ("kernel/",),
    "layers/preemption/": ("kernel/",),
    "layers/stacks/": ("kernel/",),
    "layers/user/": ("kernel/", "layers/budget/owner_died.h", "ports/port_user.h"),
}
# The headers of the layers that use inline parts of the kernel.
INSIDE = {
    "compat/common/limen_usual.h": ("kernel/objects/", "kernel/cores/"),
    "compat/common/limen_on_cores.h": ("kernel/cores/",),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A line that breaks a rule."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function and the length of its body."""

    name: str
    line: int
    length: int


# Licence


def spdx(text: str) -> list[Finding]:
    """Each source names its licence once, in its first three lines."""
    # In two parts, because this file must name its licence once.
    mark = re.compile("SPDX-" + r"License-Identifier: Apache-2\.0\b")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if mark.search(line)]
    if not lines or lines[0] > 3:
        return [Finding(1, "no SPDX line in the first three lines")]
    return [Finding(line, "a second SPDX line") for line in lines[1:]]


# C


def without_comments(text: str) -> str:
    """Return the C text with blanks for comments and quoted text. Line numbers do not change."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    return re.sub(
        r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
        blank,
        text,
        flags=re.DOTALL,
    )


def includes(text: str) -> Iterator[tuple[int, str]]:
    """Return the line and the name of each #include."""
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match[1]


def resolve(path: str, name: str, files: frozenset[str]) -> str | None:
    """Return the file of the repository that an #include in path names; None: a system header."""
    parts = path.split("/")
    own = "/".join(parts[:2])
    folders = [
        posixpath.dirname(path),
        "include",
        own,
        f"{own}/include",
        "drivers",
        "drivers/include",
        "labs/common",
        "bench/common",
        "boards/common",
        "boards/common/cmsdk",
        "boards/common/cmsdk-uart",
        "boards/common/cortex-m",
        "boards/common/nrf",
        "boards/common/rp",
        "boards/common/riscv",
        "kernel",
        "layers",
        "layers/cyclic/probe",
        "layers/user",
        "layers/user/include",
        "ports",
    ]
    for folder in folders:
        candidate = posixpath.normpath(f"{folder}/{name}")
        if candidate in files:
            return candidate
    # The port of the file, else any port: only one is built, and the choice does not matter here.
    for port in (re.escape(own), "ports/[^/]+"):
        pattern = re.compile(rf"{port}/([^/]+/)?{re.escape(name)}")
        for file in sorted(files):
            if file.startswith("ports/") and pattern.fullmatch(file):
                return file
    return None


def may_include(path: str, target: str) -> bool:
    """Return whether one file of the repository may include the other."""
    top, second = f"{path}/".split("/")[:2]
    own_folder = f"{top}/{second}/"
    allowed: dict[str, tuple[str, ...]] = {
        "ports": (
            own_folder,
            "ports/port.h",
            "ports/port_user.h",
            "ports/common/",
            "layers/user/",
            *KERNEL_FOR_PORTS,
        ),
        # A board may use the clock.
        "boards": (
            own_folder,
            "boards/common/",
            "ports/",
            "kernel/time/alarm.h",
            "drivers/hardware.h",
        ),
        "drivers": ("drivers/",),
        # The simulator is the kernel with a port of its own.
        "engine": ("engine/", "kernel/", "ports/script/"),
        "labs": (own_folder, "labs/common/"),
        "compat": (own_folder, "bench/common/"),
        "bench": (own_folder, "bench/common/"),
        "examples": (own_folder,),  # of more than one file
        "recorders": (own_folder, "recorders/common/"),
        # Files that `limen generate` and `limen new` copy; a board uses the files that boards
        # share.
        "tools": (
            "tools/src/limen/generate/project/",
            "tools/src/limen/project/",
            "tools/ibex/",
            "boards/common/",
        ),
        "tests": ("",),
    }
    # Public headers, the port's part of them, and the inline parts of the port's contract.
    public = re.compile(r"(drivers/|layers/user/)?include/.*|ports/[^/]+/include/.*")
    inline_parts: dict[str, tuple[str, ...]] = {
        "ports/port.h": ("/port_inline.h",),
        "kernel/core/dispatch.h": ("/port_switch.h",),
        "ports/common/port_inline.h": ("/port_lock.h", "/port_machine.h"),
        "ports/common/port_switch.h": ("/frame.h",),
    }
    links = path.startswith("compat/") and target == "kernel/core/link.h"
    is_inline_part = path in inline_parts and target.endswith(inline_parts[path])
    if links or is_inline_part or public.fullmatch(target):
        return True
    if path == "kernel/state.h":
        return target in STATE or target.startswith("ports/")
    if path in INSIDE:
        return target.startswith((own_folder, *INSIDE[path]))
    if path == "kernel/start.c":
        return target.startswith("kernel/")
    room = next((room for room in ROOMS if path.startswith(room)), None)
    if room is not None:
        return target.startswith((room, *ROOMS[room], "ports/port.h"))
    return target.startswith(allowed.get(top, ()))


def include_direction(path: str, text: str, files: frozenset[str]) -> list[Finding]:
    """Includes run one way: programs -> include, kernel -> include and port.h, and so on."""
    findings = []
    room = re.sub(r"^small/", "kernel/", path)  # such a file takes the place of the kernel's
    for line, name in includes(text):
        target = resolve(path, name, files)
        if target is not None and not may_include(room, target):
            findings.append(Finding(line, f"may not include {target}"))
        system = SYSTEM_HEADERS.get(path.partition("/")[0])
        if target is None and system is not None and name not in system:
            findings.append(Finding(line, f"may not include <{name}>"))
    return findings


def include_circle(texts: dict[str, str], files: frozenset[str]) -> list[str]:
    """Return files, given by their texts, that include each other in a circle.

    A header and a source of the same name are one module.
    """

    def module(name: str) -> str:
        return name.rpartition(".")[0]

    edges: dict[str, set[str]] = {}
    for path, text in texts.items():
        targets = {resolve(path, name, files) for _, name in includes(text)}
        ours = {module(target) for target in targets if target in texts}
        edges.setdefault(module(path), set()).update(ours - {module(path)})
    while leaves := [name for name, targets in edges.items() if not targets & edges.keys()]:
        for name in leaves:
            del edges[name]
    return sorted(edges)


def calls_of_a_library(text: str) -> list[Finding]:
    """The kernel calls memcpy and memset, nothing else of a C library; it allocates nothing."""
    call = re.compile(r"\b(\w*alloca?|free|str[a-z]+|memmove|memcmp|memchr|[a-z]*printf)\s*\(")
    return [
        Finding(number, f"the kernel may not call {match[1]}")
        for number, line in enumerate(without_comments(text).splitlines(), 1)
        for match in call.finditer(line)
    ]


def no_conditionals(text: str, *, is_header: bool) -> list[Finding]:
    """The kernel has no #if: a feature is a file. Headers have their guard."""
    lines = without_comments(text).splitlines()
    directives = [
        (number, line.strip())
        for number, line in enumerate(lines, 1)
        if re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else)\b", line)
    ]
    if is_header and directives:
        number, guard = directives[0]
        words = guard.split()
        if words[0] == "#ifndef" and lines[number].split() == ["#define", words[1]]:
            directives = directives[1:]
    return [Finding(number, f"no {line.split()[0]} in the kernel") for number, line in directives]


def c_functions(text: str) -> list[Function]:
    """Return all functions of a C source that clang-format has laid out: braces in column 1."""
    lines = without_comments(text).splitlines()
    functions = []
    start = 0
    for number, line in enumerate(lines):
        if line.rstrip() == "{":
            start = number
        elif line.rstrip() == "};":  # of a class or a table
            start = 0
        elif line.rstrip() == "}" and start:
            before = "\n".join(lines[:start])
            head = re.split(r"[;}]|\n\s*\n", before)[-1]
            name = re.search(r"(\w+)\s*\(", head)
            functions.append(Function(name[1] if name else "?", start, number - start - 1))
            start = 0
    return functions


# TypeScript


_QUOTED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
# Two slashes after a colon or a bracket are part of an address, as in a style sheet's url(//a.b).
_COMMENT = r"/\*.*?\*/|(?<![:(])//[^\n]*"


def without_type_script_comments(text: str) -> str:
    """Return the text with blanks for comments. Quoted text and line numbers do not change."""

    def blank(match: re.Match[str]) -> str:
        return match[0] if match[0][0] in "\"'`" else re.sub(r"[^\n]", " ", match[0])

    return re.sub(f"{_QUOTED}|{_COMMENT}", blank, text, flags=re.DOTALL)


def loads_from_elsewhere(text: str) -> list[Finding]:
    """The page works without a network: its sources name no host, except in XML namespaces."""
    host = re.compile(
        r"(?:https?:|wss?:|[\"'`(])//(?!www\.w3\.org/)\w[\w-]*(?:\.\w|:\d)[^\s\"'`)]*"
    )
    code = without_type_script_comments(text)
    return [
        Finding(number, f"names {match[0]}")
        for number, line in enumerate(code.splitlines(), 1)
        for match in host.finditer(line)
    ]


LOADS = re.compile(r"""\bimport\(|\bnew URL\(\s*["'`][./]""")


def loads(text: str) -> list[Finding]:
    """Only the outermost part of the page loads a file while it runs."""
    return [
        Finding(number, f"loads a file while it runs: {match[0]}")
        for number, line in enumerate(text.splitlines(), 1)
        for match in LOADS.finditer(line)
    ]


# Sizes


def long_functions(functions: Iterable[Function]) -> list[Finding]:
    """A function fits on a screen."""
    return [
        Finding(function.line, f"{function.name} has {function.length} lines")
        for function in functions
        if function.length > FUNCTION_LINES_MAX
    ]


def long_file(text: str) -> list[Finding]:
    """A file has one subject."""
    length = len(text.splitlines())
    return [Finding(length, f"the file has {length} lines")] if length > FILE_LINES_MAX else []


def long_lines(text: str, columns: int = LINE_COLUMNS_MAX) -> list[Finding]:
    """Two files fit side by side. clang-format limits code only; this rule checks comments, too."""
    return [
        Finding(number, f"{len(line)} columns")
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > columns
    ]


# Documents


def without_code(markdown: str) -> str:
    """Return the text with blank lines for code blocks, and without inline code."""
    text = re.sub(
        r"^```.*?^```$", lambda m: "\n" * m[0].count("\n"), markdown, flags=re.MULTILINE | re.DOTALL
    )
    return re.sub(r"`[^`\n]*`", "", text)


def broken_links(path: str, markdown: str, files: frozenset[str]) -> list[Finding]:
    """Relative links lead to a file or a folder."""
    folders = {parent for file in files for parent in parents(file)}
    findings = []
    for number, line in enumerate(without_code(markdown).splitlines(), 1):
        for match in re.finditer(r"\]\(([^)\s]+)\)", line):
            target = match[1].partition("#")[0]
            if not target or re.match(r"[a-z]+:", target):
                continue
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if found not in files and found not in folders:
                findings.append(Finding(number, f"no {found}"))
    return findings


# Folders whose paths documents shorten: #include <limen/...>.
INCLUDED_FROM = ("include", "drivers/include")


def missing_paths(path: str, markdown: str, files: frozenset[str]) -> list[Finding]:
    """A path in code font, with a slash, leads to a file or folder.

    It is a path if it has the suffix of a source, or begins with a folder of the repository. NAME
    matches any name. Files of a build are ignored.
    """
    known = files | {parent for file in files for parent in parents(file)}
    findings = []
    for number, line in enumerate(markdown.splitlines(), 1):
        for match in re.finditer(r"`([\w.-]+(?:/[\w.-]+)+)/?`", line):
            first = match[1].partition("/")[0]
            is_source = re.search(r"\.(c|h|S|md|py|tsx?|toml|json|cmake|ld)$", match[1])
            if first == "build" or (not is_source and first not in known):
                continue
            places = [
                posixpath.normpath(f"{folder}/{match[1]}")
                for folder in (".", posixpath.dirname(path) or ".", *INCLUDED_FROM)
            ]
            if "NAME" in match[1]:
                pattern = "|".join(re.escape(place) for place in places)
                name = re.compile(pattern.replace("NAME", "[^/]+"))
                is_there = any(name.fullmatch(file) for file in known)
            else:
                is_there = any(place in known for place in places)
            if not is_there:
                findings.append(Finding(number, f"no {match[1]}"))
    return findings


def parents(path: str) -> Iterator[str]:
    """Return all folders of a file: those of the path, and then the repository itself."""
    while path := posixpath.dirname(path):
        yield path
    yield "."


def commands(markdown: str) -> list[tuple[int, str]]:
    """Return the line and the text of each command in the ```sh blocks."""
    found = []
    in_block = False
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.startswith("```"):
            in_block = not in_block and line.strip() == "```sh"
        elif in_block and (command := line.split(" #")[0].strip().removeprefix("$ ")):
            found.append((number, command))
    return [(number, command) for number, command in found if not command.startswith("#")]


# The repository as a whole

# In parts, because this file would break its own rule otherwise.
ELSEWHERE = tuple(
    "".join(pieces)
    for pieces in (
        ("../", "shared"),
        ("pypi", ".org"),
        ("files.pythonhosted", ".org"),
        ("registry.npmjs", ".org"),
        ("--index", "-url"),
        ("--extra-index", "-url"),
    )
)


def mentions_elsewhere(text: str) -> list[Finding]:
    """The repository names no path that exists only on the authors' machines."""
    return [
        Finding(number, f"mentions {word}")
        for number, line in enumerate(text.splitlines(), 1)
        for word in ELSEWHERE
        if word in line
    ]


def lock_is_exact(text: str) -> list[Finding]:
    """A lock file has exact versions, and no entry for a single machine."""
    return [
        Finding(number, f"not NAME==VERSION: {line}")
        for number, line in enumerate(text.splitlines(), 1)
        if not re.fullmatch(r"#.*|[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+(  # [a-z ]+)?", line)
    ]
