# SPDX-License-Identifier: Apache-2.0
"""Goal: the commands of docs/from-threadx.md have the promised results.

Method: its commands run in their order, in one shell, in an empty folder outside of the repository.
Each run of the project prints the same lines. The quotations of the page match the files that it
names, and each function that it names exists. The files of the product with middleware are those of
the page; the middleware itself is not part of the repository (tests/threadx/middleware.py).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from middleware import find_middleware

from limen.run import LAB_TARGETS, SAFETY_SECONDS, TARGETS, build, find_root, run_program
from support.further import IS_LONG

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PAGE = (ROOT / "docs" / "from-threadx.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples" / "threadx"
LINES_MAX = 120

# The section of the product with middleware, and the page without it.
BEFORE, PRODUCT, AFTER = re.split(
    r"^(## A product with FileX and NetX Duo\n.*?)(?=^## )", PAGE, flags=re.MULTILINE | re.DOTALL
)
BUILD, VENDORS, REST = re.split(
    r"^(## From STM32CubeMX\n.*?)(?=^## Differences)", BEFORE, flags=re.MULTILINE | re.DOTALL
)
PROJECT = BUILD + REST + AFTER
VENDORS_LINES_MAX = 40
PRODUCT_LINES_MAX = 180  # most of which are its source files

# A run of the project: the program by itself, or in the emulator.
RUN = re.compile(r"^(LIMEN_CLOCK=\S+ )?(build/|\./)logger|^\$qemu")
CONSOLE = """\
result 0: mean  69, peak 106
result 1: mean 129, peak 174
result 2: mean 202, peak 235
result 3: mean 271, peak 326
result 4: mean 348, peak 384
result 5: mean 414, peak 451, alarm
result 6: mean 474, peak 512, alarm
result 7: mean 491, peak 536, alarm
result 8: mean 428, peak 476, alarm
result 9: mean 364, peak 396
0 samples lost
"""
CUBEMX = """\
reading 0 at 10 ms, LED 1
reading 1 at 20 ms, LED 0
reading 2 at 30 ms, LED 1
the end
"""
MIXED = """\
job 0 at 2500 us
job 1 at 5000 us
job 2 at 7500 us
job 3 at 10000 us
0 deadlines missed
"""


def blocks(language: str, text: str = PROJECT) -> list[str]:
    """Return the code blocks of a part of the page in a language."""
    pattern = rf"^```{language}\n(.*?)^```$"
    return re.findall(pattern, text, re.MULTILINE | re.DOTALL)


def files_of_product() -> dict[str, str]:
    """Return the files of the page by name: a paragraph that begins with the name, then a block."""
    pattern = r"^`([\w.]+)`[^\n]*:\n\n```\w+\n(.*?)^```$"
    return dict(re.findall(pattern, PRODUCT, re.MULTILINE | re.DOTALL))


def text_of(*folders: Path) -> str:
    files = (path for folder in folders for path in sorted(folder.rglob("*.h")))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def type_commands(text: str, folder: Path, **variables: str) -> str:
    """Run the commands of a part of the page in a folder. Returns: their output."""
    if not IS_LONG:
        pytest.skip("it builds the kernel as a newcomer does: only with LIMEN_LONG")
    environment = {**os.environ, "LIMEN": str(ROOT), **variables}
    environment.pop("LIMEN_CLOCK", None)
    done = subprocess.run(
        ["/bin/bash", "-e", "-u", "-o", "pipefail", "-c", "".join(blocks("sh", text))],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # where QEMU writes the console
        text=True,
        check=False,
        timeout=SAFETY_SECONDS,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the output of the page's commands, without those of the product."""
    return type_commands(PROJECT, tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the output of the commands of the product."""
    found = find_middleware(ROOT)
    if found is None:
        pytest.skip("no middleware; LIMEN_MIDDLEWARE can name its folder: tests/.../middleware.py")
    copies = tmp_path_factory.mktemp("copies")
    for name in ("filex", "netxduo"):
        (copies / name).symlink_to(found[name].resolve())
    folder = tmp_path_factory.mktemp("product")
    for name, content in files_of_product().items():
        (folder / name).write_text(content, encoding="utf-8")
    return type_commands(PRODUCT, folder, MIDDLEWARE=str(copies))


def test_page_is_one_page() -> None:
    assert len(PROJECT.splitlines()) <= LINES_MAX
    assert len(PRODUCT.splitlines()) <= PRODUCT_LINES_MAX
    assert len(VENDORS.splitlines()) <= VENDORS_LINES_MAX


def test_every_run_of_the_page_prints_the_same(typed: str) -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    runs = [line for line in commands if RUN.search(line)]
    assert len(runs) == 6
    assert typed.count(CONSOLE) == len(runs)
    quoted = re.search(r"prints the same eleven lines, such as `([^`]+)`", PAGE)
    assert quoted is not None
    assert quoted[1] in CONSOLE.splitlines()
    assert len(CONSOLE.splitlines()) == 11


def test_a_project_of_cubemx_prints_the_same_on_both_targets(tmp_path: Path) -> None:
    printed = type_commands(VENDORS, tmp_path)
    assert printed.count(CUBEMX) == 2
    assert "warning" not in printed.lower()
    quoted = re.search(r"print the same four lines, such as `([^`]+)`", VENDORS)
    assert quoted is not None
    assert quoted[1] in CUBEMX.splitlines()


def test_the_project_compiles_without_a_warning(typed: str) -> None:
    assert "warning" not in typed.lower()


def test_the_page_quotes_the_trace(typed: str) -> None:
    (quoted,) = blocks("text")
    for line in quoted.splitlines():
        assert line in typed


def test_the_page_quotes_the_project() -> None:
    (cmake,) = blocks("cmake")
    project = (EXAMPLES / "logger" / "CMakeLists.txt").read_text(encoding="utf-8")
    assert cmake in project
    (native,) = blocks("c")
    assert native in (EXAMPLES / "mixed" / "main.c").read_text(encoding="utf-8")


def test_the_functions_of_the_page_exist() -> None:
    native = text_of(ROOT / "include" / "limen")
    other = text_of(ROOT / "compat" / "threadx" / "include")
    table = [line for line in PAGE.splitlines() if re.match(r"\| `tx_.*\| `lm_", line)]
    names = set(re.findall(r"`((?:tx|lm)_\w+)`", "\n".join(table)))
    assert len(names) > 50
    for name in sorted(names):
        where = native if name.startswith("lm_") else other
        assert re.search(rf"\b{name}\b", where), name


def test_the_product_prints_and_traces_what_the_page_shows(product: str) -> None:
    assert set(files_of_product()) == {"CMakeLists.txt", "nx_user.h", "main.c"}
    printed, traced = blocks("text", PRODUCT)
    assert product.count(printed) == 1
    place = product.index(printed)
    for line in traced.splitlines():
        begin = f" {line.removesuffix('...')}" if line.endswith("...") else f" {line}\n"
        place = product.index(begin, place)


def test_the_product_compiles_without_a_warning(product: str) -> None:
    assert "warning" not in product.lower()


@pytest.mark.parametrize(
    "target", TARGETS if IS_LONG else LAB_TARGETS, ids=lambda target: target.name
)
def test_native_threads_and_those_of_threadx_share_objects(
    target: Target, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    name = "example-threadx-mixed"
    executable = build(ROOT, target, [name], lambda _: None)[name]
    run = run_program(target, executable, [], scratch=tmp_path)
    assert (run.status, run.output) == (0, MIXED)
