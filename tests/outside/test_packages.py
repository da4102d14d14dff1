# SPDX-License-Identifier: Apache-2.0
"""Goal: packages for other tools have all that a program needs, and say how it is built.

Method: what a description names is compiled with the options that it names, by a few lines that
read it as the tool would, and the program runs. limen_import.cmake and west take Limen from a
repository on this machine. Mistakes end with one line, and nothing is written.
"""

from __future__ import annotations

import json
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

PACK = "Limen.limen-traced-mps2-an386"


def compiled(folder: Path, compiler: str, units: Iterable[tuple[Path, list[str]]]) -> list[str]:
    """Compile each source with its options, those with the same ones in one go; the objects."""
    groups: dict[tuple[str, ...], list[Path]] = {}
    for source, options in units:
        groups.setdefault(tuple(options), []).append(source)
    for options, sources in groups.items():
        files = " ".join(map(str, sources))
        quoted = " ".join(f"'{option}'" for option in options)
        shell(f"mkdir -p o && cd o && {compiler} {quoted} -c {files}", folder)
    return [str(file) for file in folder.glob("o/*.o")]


class Environment(dict[str, list[Any]]):
    """An environment of SCons, of which the script of the library uses one call."""

    def Append(self, **options: list[Any]) -> None:  # noqa: N802 - the name that SCons gives it
        for key, values in options.items():
            self.setdefault(key, []).extend(values)


def test_platformio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell(section("PlatformIO"), tmp_path)
    for name, target, compiler in (
        ("pio", "host", "gcc"),
        ("pio-m3", "mps2-an385", "arm-none-eabi-gcc"),
    ):
        library = tmp_path / name
        manifest = json.loads((library / "library.json").read_text(encoding="utf-8"))
        monkeypatch.chdir(library)
        own, project, program = Environment(), Environment(), Environment()
        names = {
            "Import": lambda *_: None,
            "env": own,
            "projenv": project,
            "DefaultEnvironment": lambda there=program: there,
        }
        runpy.run_path("program.py", init_globals=names)
        assert own == project == program
        public = [f"-D{'='.join(pair)}" for pair in program["CPPDEFINES"]]
        public += [f"-I{path}" for path in program["CPPPATH"]]
        flags = manifest["build"]["flags"]
        flags = [f"-I{library / one[2:]}" if one.startswith("-I") else one for one in flags]
        folders = [one[2:-1] for one in manifest["build"]["srcFilter"] if one[0] == "+"]
        sources = [file for one in folders for file in (library / one).rglob("*.[cS]")]
        assert manifest["build"]["libArchive"] is False
        units = [(library / "examples/main.c", [*program["CFLAGS"], *program["CCFLAGS"], *public])]
        for file in sources:
            options = ["CFLAGS", "CCFLAGS"] if file.suffix == ".c" else ["ASPPFLAGS"]
            mine = [word for key in options for word in program[key]]
            units.append((file, [*mine, *public, *flags]))
        objects = " ".join(compiled(library, compiler, units))
        libraries = " ".join(f"-l{one}" for one in program["LIBS"])
        linked = " ".join(program["LINKFLAGS"])
        shell(f"{compiler} {objects} {linked} {libraries} -o program", library)
        done = run(library / "program", target, library)
        assert (done.status, done.output) == (0, OUTPUT)


def test_a_cmsis_pack(tmp_path: Path) -> None:
    commands = section("A CMSIS-Pack").replace("an385", "an386")
    shell(commands, tmp_path)
    packed = tmp_path / f"pack/{PACK}.0.1.0.pack"
    assert {file.name for file in (tmp_path / "pack").iterdir()} == {f"{PACK}.pdsc", packed.name}
    folder = tmp_path / "unpacked"
    zipfile.ZipFile(packed).extractall(folder)
    text = (folder / f"{PACK}.pdsc").read_text(encoding="utf-8")
    assert text == (tmp_path / f"pack/{PACK}.pdsc").read_text(encoding="utf-8")
    package = ET.fromstring(text)  # noqa: S314 - it was written here
    requirement = package.find("conditions/condition/require")
    assert requirement is not None
    assert requirement.attrib == {"Dcore": "Cortex-M4", "Dfpu": "SP_FPU"}
    (component,) = package.findall("components/component")
    named: dict[str, list[Path]] = {}
    for file in component.findall("files/file"):
        named.setdefault(file.attrib["category"], []).append(folder / file.attrib["name"])
    assert all(one.is_dir() for one in named["include"])
    sources = {file for file in folder.rglob("*.[cS]") if file != folder / "examples/main.c"}
    assert {*named["sourceC"], *named["sourceAsm"]} == sources
    said = component.findtext("description") or ""
    _, _, words = said.partition("compile it with ")
    options, _, linked = words.partition(", and link the program with ")
    linked, _, _ = linked.partition(", where")
    (script,) = named["linkerScript"]
    includes = [f"-I{one}" for one in named["include"]]
    common = ["-O2", "-mcpu=cortex-m4", *options.split(), *includes]
    for tag, name in (
        ("Pre_Include_Global_h", "all.h"),
        ("Pre_Include_Local_Component_h", "own.h"),
    ):
        (folder / name).write_text(f"{component.findtext(tag)}\n")
    common += ["-include", str(folder / "all.h")]
    own = [*common, "-include", str(folder / "own.h")]
    plain = [one for one in common if one != "-mgeneral-regs-only"]  # for the library alone
    units = [(folder / "examples/main.c", plain), *((file, own) for file in named["sourceC"])]
    units += [(file, own) for file in named["sourceAsm"]]
    objects = " ".join(compiled(folder, "arm-none-eabi-gcc", units))
    machine = " ".join(one for one in common if one.startswith("-m") and "regs" not in one)
    link = linked.replace("-L", f"-L{folder}/")
    shell(f"arm-none-eabi-gcc {machine} {objects} -T{script} {link} -o program", folder)
    done = run(folder / "program", "mps2-an386", folder)
    assert (done.status, done.output) == (0, OUTPUT)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--format", "zip"], "--format: there is no zip; take one of make, platformio, cmsis"),
        (["--format", "cmsis"], "--format: a CMSIS-Pack is for a Cortex-M, and host is none; na"),
    ],
)
def test_a_package_that_cannot_be_made(words: list[str], complaint: str, tmp_path: Path) -> None:
    status, said = limen("export", "drop", *words, folder=tmp_path)
    assert (status, complaint in said, list(tmp_path.iterdir())) == (2, True, []), said


@pytest.fixture(scope="module")
def repository() -> dict[str, str]:
    """This repository, as variables of a shell."""
    commit = shell(f"git -C {ROOT} rev-parse HEAD", ROOT).strip()
    return {"URL": f"file://{ROOT}", "COMMIT": commit}


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """The project of the page that has limen_import.cmake."""
    (text,) = (one for one in blocks("cmake", PAGE) if "limen_init" in one)
    folder = tmp_path / "workspace/application"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(text)
    shutil.copy(ROOT / "cmake/limen_import.cmake", folder)
    shutil.copy(PROGRAM, folder / "main.c")
    return folder


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
