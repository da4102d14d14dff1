# SPDX-License-Identifier: Apache-2.0
"""Goal: packages for other tools contain all files of a program and the description of its build.

Method: a few lines read the description as the tool would, and compile the files with the options
that it names; the program runs. limen_import.cmake and west take Limen from a repository on this
machine. Mistakes end with one line, and nothing is written.
"""

from __future__ import annotations

import json
import re
import runpy
import shutil
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from visitor import OUTPUT, PAGE, PROGRAM, ROOT, blocks, limen, run, section, shell

if TYPE_CHECKING:
    from collections.abc import Iterable

ARM = "arm-none-eabi-gcc"
# The last line that the program of each library prints.
PACKED = {"limen-traced": OUTPUT, "cmsis-rtos2": ": 3 threads\n", "freertos": "130 ms: the end\n"}


def linked(
    folder: Path, units: Iterable[tuple[Path, list[str]]], machine: list[str], options: str
) -> Path:
    """Compile each source with its options, link all with others, and return the program."""
    script = ["mkdir o"]
    for number, (source, words) in enumerate(units):
        script.append(f"{ARM} {' '.join(words)} -c {source} -o o/{number}.o")
    script.append(f"{ARM} {' '.join(machine)} o/*.o {options} -o program")
    (folder / "link.sh").write_text("\n".join(script))  # longer than an argument may be
    shell("bash -e link.sh", folder)
    return folder / "program"


class Environment(dict[str, list[Any]]):
    """An environment of SCons, of which the script of the library uses one call."""

    def Append(self, **options: list[Any]) -> None:  # noqa: N802 - the name that SCons gives it
        for key, values in options.items():
            self.setdefault(key, []).extend(values)


@pytest.mark.long("the same files as in a drop")
def test_platformio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell(section("PlatformIO").splitlines()[1], tmp_path)
    library = tmp_path / "pio-m3"
    build = json.loads((library / "library.json").read_text(encoding="utf-8"))["build"]
    assert (build["libArchive"], build["extraScript"]) == (False, "program.py")
    monkeypatch.chdir(library)
    own, project, program = Environment(), Environment(), Environment()
    names = {"Import": lambda *_: None, "env": own, "projenv": project}
    runpy.run_path("program.py", init_globals={**names, "DefaultEnvironment": lambda: program})
    assert own == project == program
    public = [f"-D{'='.join(pair)}" for pair in program["CPPDEFINES"]]
    public += [f"-I{path}" for path in program["CPPPATH"]]
    options = {
        ".c": [*program["CFLAGS"], *program["CCFLAGS"], *public],
        ".S": [*program["ASPPFLAGS"], *public],
    }
    units = [(library / "examples/main.c", options[".c"])]
    for word in build["srcFilter"][1:]:
        files = (library / word.removeprefix("+<").removesuffix("/>")).rglob("*.[cS]")
        units += [(file, [*options[file.suffix], *build["flags"]]) for file in files]
    words = [*program["LINKFLAGS"], *(f"-l{one}" for one in program["LIBS"])]
    done = run(linked(library, units, [], " ".join(words)), "mps2-an385", library)
    assert (done.status, done.output) == (0, OUTPUT)


@pytest.mark.long("the same files as in a drop")
@pytest.mark.parametrize("library", PACKED)
def test_a_cmsis_pack(library: str, tmp_path: Path) -> None:
    name = f"Limen.{library}-mps2-an386"
    command = section("A CMSIS-Pack").replace("an385", "an386").rstrip()
    shell(f"{command} --library {library}", tmp_path)
    packed = tmp_path / f"pack/{name}.0.1.0.pack"
    assert {file.name for file in (tmp_path / "pack").iterdir()} == {f"{name}.pdsc", packed.name}
    folder = tmp_path / "unpacked"
    zipfile.ZipFile(packed).extractall(folder)
    text = (folder / f"{name}.pdsc").read_text(encoding="utf-8")
    assert text == (tmp_path / f"pack/{name}.pdsc").read_text(encoding="utf-8")
    package = ET.fromstring(text)
    requirement = package.find("conditions/condition/require")
    assert requirement is not None
    assert requirement.attrib == {"Dcore": "Cortex-M4", "Dfpu": "SP_FPU"}
    (component,) = package.findall("components/component")
    named: dict[str, list[Path]] = {}
    for one in component.findall("files/file"):
        named.setdefault(one.attrib["category"], []).append(folder / one.attrib["name"])
    sources = [*named["sourceC"], *named["sourceAsm"]]
    program = folder / "examples/main.c"
    assert {*sources, program} == set(folder.rglob("*.[cS]"))
    for tag, file in (
        ("Pre_Include_Global_h", "all.h"),
        ("Pre_Include_Local_Component_h", "own.h"),
    ):
        (folder / file).write_text(f"{component.findtext(tag)}\n")
    said = re.fullmatch(
        r".*; compile it with (.*), and link the program with (.*), where .*",
        component.findtext("description") or "",
    )
    assert said is not None
    machine = ["-mcpu=cortex-m4", *said[1].split()]
    common = [*machine, "-O2", "-include", "all.h", *(f"-I{one}" for one in named["include"])]
    units = [(program, common)]
    units += [(file, [*common, "-include", "own.h"]) for file in sources]
    (script,) = named["linkerScript"]
    link = f"-T{script} {said[2].replace('-L', f'-L{folder}/')}"
    done = run(linked(folder, units, machine, link), "mps2-an386", folder)
    assert done.status == 0
    assert done.output.endswith(PACKED[library])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--format", "zip"], "--format: unknown value zip; take one of make, platformio, cmsis"),
        (["--format", "cmsis"], "--format: a CMSIS-Pack is for a Cortex-M, and host is none; na"),
    ],
)
def test_a_package_that_cannot_be_made(words: list[str], complaint: str, tmp_path: Path) -> None:
    status, said = limen("export", "drop", *words, folder=tmp_path)
    assert (status, complaint in said, list(tmp_path.iterdir())) == (2, True, []), said


@pytest.fixture(scope="module")
def repository() -> dict[str, str]:
    """Return shell variables with the paths of this repository."""
    commit = shell(f"git -C {ROOT} rev-parse HEAD", ROOT).strip()
    return {"URL": f"file://{ROOT}", "COMMIT": commit}


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """Return the project of the page that has limen_import.cmake."""
    (text,) = (one for one in blocks("cmake", PAGE) if "limen_init" in one)
    folder = tmp_path / "workspace/application"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(text)
    shutil.copy(ROOT / "cmake/limen_import.cmake", folder)
    shutil.copy(PROGRAM, folder / "main.c")
    return folder


@pytest.mark.long("add_subdirectory has the same targets")
def test_one_file_takes_limen_from_a_folder_and_from_git(
    application: Path, repository: dict[str, str]
) -> None:
    shell(section("A CMake project"), application, **repository)
    assert "FAILED" not in shell("ninja -C build-host -n", application)
    shell("cmake --build build-m3", application)
    done = run(application / "build-m3/application", "mps2-an385", application)
    assert (done.status, done.output) == (0, OUTPUT)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("", "LIMEN is '', and Limen is not there; configure with -DLIMEN=FOLDER, or"),
        ("-DLIMEN=nowhere", "LIMEN is 'nowhere', and Limen is not there; configure with"),
        ("-DLIMEN_GIT_REPOSITORY=x", "LIMEN_GIT_REPOSITORY is 'x' and LIMEN_GIT_TAG is empty; con"),
    ],
)
def test_the_file_says_what_is_missing(options: str, complaint: str, application: Path) -> None:
    said = shell(f"unset LIMEN; ! cmake -B b -G Ninja {options} 2>&1", application)
    assert complaint in " ".join(said.split())


@pytest.mark.long("the same files as in a drop")
def test_a_workspace_of_west(application: Path, repository: dict[str, str]) -> None:
    (manifest,) = blocks("yaml", PAGE)
    for name, value in repository.items():
        manifest = manifest.replace(name, value)
    (application / "west.yml").write_text(manifest)
    workspace = application.parent
    path = f"{Path(sys.executable).parent}:{ROOT}:{shell('echo -n $PATH', ROOT)}"
    shell(section("A workspace of west"), workspace.parent, PATH=path)
    done = run(workspace / "build/application", "mps2-an385", workspace)
    assert (done.status, done.output) == (0, OUTPUT)
