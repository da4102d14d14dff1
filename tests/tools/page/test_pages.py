# SPDX-License-Identifier: Apache-2.0
"""Goal: the commands of the tutorial and of other pages print what the pages show.

Method: the commands of a page run in their order, in a folder with the examples only. The block of
text after a block of commands is their complete output. A line "..." in it replaces one or more
lines that the page omits. A block of commands without text may print anything.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# Pages, and the least number of blocks of commands of each.
PAGES = {"docs/tutorial.md": 10, "docs/how-to.md": 10, "examples/README.md": 1}
ELISION = "..."
# The commands of a block, and the text that follows it, if one does.
BLOCK = re.compile(
    r"^```sh\n(?P<commands>.*?)^```\n(?:\n```text\n(?P<text>.*?)^```$)?", re.MULTILINE | re.DOTALL
)


def steps(page: str) -> list[tuple[list[str], list[str]]]:
    """Return the commands of each block, and their expected lines."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        (found["commands"].splitlines(), (found["text"] or "").splitlines())
        for found in BLOCK.finditer(text)
    ]


def shows(lines: list[str], printed: str) -> bool:
    """Return whether the lines of a page match the output.

    Blanks at the ends of lines do not count.
    """
    patterns = [r"(.*\n)+" if line == ELISION else f"{re.escape(line)} *\n" for line in lines]
    return re.fullmatch("".join(patterns), printed.rstrip("\n") + "\n") is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_belongs_to_commands(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert len(steps(page)) >= PAGES[page]
    assert text.count("```text") == sum(bool(lines) for _, lines in steps(page))
    assert text.count("```sh") == len(steps(page))


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page,
            marks=pytest.mark.long("the tutorial and the README run, too")
            if page == "docs/how-to.md"
            else (),
        )
        for page in PAGES
    ],
)
def test_commands_print_what_the_page_shows(page: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "COLUMNS": "300"}
    environment.pop("LIMEN_CLOCK", None)
    for commands, lines in steps(page):
        script = "\n".join(commands).replace("./limen ", f"{ROOT / 'limen'} ")
        done = subprocess.run(
            ["/bin/bash", "-e", "-u", "-c", script],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
        assert not lines or shows(lines, done.stdout), f"{script}\n{done.stdout}"


def test_a_page_shows_all_lines_or_an_elision() -> None:
    assert shows(["a", "b", ">"], "a\nb\n> ")
    assert shows([ELISION, "b", ELISION], "a\nb\nc\nd\n")
    for text in ("a c", "a b", "b a c", "a ... b c", "... b"):
        assert not shows(text.split(), "a\nb\nc\n")
