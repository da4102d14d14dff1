# SPDX-License-Identifier: Apache-2.0
"""The files of a drop for each build system.

All of them have the same sources and options; only the description differs: a Makefile,
library.json of PlatformIO, or the .pdsc of a CMSIS-Pack.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from limen.errors import RunError
from limen.project.drop.pdsc import pdsc

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FORMATS", "Drop", "content"]

FORMATS: Final = ("make", "platformio", "cmsis")
_HERE: Final = Path(__file__).parent
_SOURCES: Final = (".c", ".S")
_SUMMARY: Final = "Limen, a real-time kernel with preemption thresholds"
_OLDEST: Final = (1980, 1, 1, 0, 0, 0)  # so that equal drops are equal files


@dataclass(frozen=True, slots=True)
class Drop:
    """A library with its board, as sources.

    Attributes:
        version: of Limen.
        target: the target of CMake.
        library: its name.
        main: an example, the text of a program.
        files: texts by path in the drop.
        script: linker script, a path in the drop; None: there is none.
        script_folder: where the linker finds what the script includes.
        link: options of the linker.
        link_libraries: libraries to link with.
        compiler: command.
        options: of the compiler, for all that includes <limen/...>.
        definitions: for the preprocessor, for the same: NAME=VALUE.
        folders: of headers, for the same.
        cxx_options: the same for C++.
        own_options: for the files of the drop alone, in addition.
        own_definitions: the same.
        own_folders: the same.
    """

    version: str
    target: str
    library: str
    main: str
    files: Mapping[str, str]
    script: str | None
    script_folder: str | None
    link: tuple[str, ...]
    link_libraries: tuple[str, ...]
    compiler: str
    options: tuple[str, ...]
    cxx_options: tuple[str, ...]
    definitions: tuple[str, ...]
    folders: tuple[str, ...]
    own_options: tuple[str, ...]
    own_definitions: tuple[str, ...]
    own_folders: tuple[str, ...]

    @property
    def source_folders(self) -> list[str]:
        """The folders at the top that have sources."""
        return sorted({file.split("/")[0] for file in self.files if file.endswith(_SOURCES)})

    @property
    def script_options(self) -> list[str]:
        """The options of the linker for its script, with paths in the drop."""
        return [f"-L{self.script_folder}", f"-T{self.script}"] if self.script else []


def content(drop: Drop, format_: str) -> dict[str, str | bytes]:
    """The files for a build system, by path.

    Args:
        drop: that is described.
        format_: one of FORMATS.

    Raises:
        RunError: this format cannot describe the target.
    """
    if format_ == "platformio":
        return {**drop.files, **_platformio(drop)}
    if format_ == "cmsis":
        return _pack(drop)
    return {**drop.files, "main.c": drop.main, "Makefile": _makefile(drop)}


def _makefile(drop: Drop) -> str:
    public = [*(f"-D{one}" for one in drop.definitions), *(f"-I{one}" for one in drop.folders)]
    private = [
        *drop.own_options,
        *(f"-D{one}" for one in drop.own_definitions),
        *(f"-I{one}" for one in drop.own_folders),
    ]
    libraries = [f"-l{one}" for one in drop.link_libraries]
    return (
        (_HERE / "Makefile")
        .read_text(encoding="utf-8")
        .format(
            version=drop.version,
            target=drop.target,
            library=drop.library,
            compiler=drop.compiler,
            compiler_cxx=drop.compiler.replace("gcc", "g++"),
            cflags=" ".join(["-O2", "-g", *drop.options]),
            cxxflags=" ".join(["-O2", "-g", "-std=c++17", *drop.cxx_options]),
            public=" ".join(public),
            private=" ".join(private),
            ldflags=" ".join([*drop.link, *drop.script_options, *libraries]),
            folders=" ".join(drop.source_folders),
        )
    )


def _platformio(drop: Drop) -> dict[str, str]:
    """library.json, and a script for the options of programs, which it cannot have."""
    flags = [*drop.own_options, *(f"-D{one}" for one in drop.own_definitions)]
    manifest = {
        "name": f"{drop.library}-{drop.target}",
        "version": drop.version,
        "description": f"{_SUMMARY}: {drop.library} for {drop.target}",
        "keywords": ["rtos", "kernel", "scheduling", "trace"],
        "license": "Apache-2.0",
        "headers": "limen/limen.h",
        "frameworks": "*",
        "platforms": "*",
        "examples": [{"name": "producer_consumer", "base": "examples", "files": ["main.c"]}],
        "build": {
            "srcDir": ".",
            "srcFilter": ["-<*>", *(f"+<{one}/>" for one in drop.source_folders)],
            "includeDir": "include",
            "flags": [*flags, *(f"-I{one}" for one in drop.own_folders)],
            "extraScript": "program.py",
            "libArchive": False,  # no call leads to a vector table
        },
    }
    machine = [one for one in drop.options if one.startswith(("-m", "--specs="))]
    for_programs = {
        "CPPDEFINES": [one.split("=", 1) for one in drop.definitions],
        "CPPPATH": list(drop.folders),
        "CCFLAGS": ["-O2", "-g", *(one for one in drop.options if not one.startswith("-std="))],
        "CFLAGS": [one for one in drop.options if one.startswith("-std=")],
        "ASPPFLAGS": machine,
        "LINKFLAGS": [*machine, *drop.link],
        "LIBS": list(drop.link_libraries),
    }
    lines = "\n".join(
        f"    {json.dumps(key)}: {json.dumps(for_programs[key])}," for key in for_programs
    )
    script = (_HERE / "program.py.in").read_text(encoding="utf-8")
    for word, value in (
        ("@OPTIONS@", f"{{\n{lines}\n}}"),
        ("@SCRIPT@", json.dumps(drop.script or "")),
        ("@SCRIPT_FOLDER@", json.dumps(drop.script_folder or "")),
    ):
        script = script.replace(word, value)
    return {
        "library.json": f"{json.dumps(manifest, indent=2)}\n",
        "program.py": script,
        "examples/main.c": drop.main,
    }


def _pack(drop: Drop) -> dict[str, str | bytes]:
    """The pack, a zip file, and beside it its description, which is in it, too."""
    cpu = next((one for one in drop.options if one.startswith("-mcpu=cortex-m")), None)
    if cpu is None:
        problem = f"a CMSIS-Pack is for a Cortex-M, and {drop.target} is none"
        raise RunError("--format", problem, "name another --board, or take make or platformio")
    name = f"{drop.library}-{drop.target}"
    description = pdsc(drop, name, cpu.removeprefix("-mcpu="), _SUMMARY)
    texts = {**drop.files, "examples/main.c": drop.main, f"Limen.{name}.pdsc": description}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(texts.items()):
            archive.writestr(zipfile.ZipInfo(path, _OLDEST), text, zipfile.ZIP_DEFLATED)
    return {
        f"Limen.{name}.pdsc": description,
        f"Limen.{name}.{drop.version}.pack": packed.getvalue(),
    }
