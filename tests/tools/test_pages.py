# SPDX-License-Identifier: Apache-2.0
"""Goal: the commands of the tutorial and of other pages print what the pages show.

Method: the commands of a page run in their order, in a folder that has the examples only. The block
of text after a block of commands is what these print: each of its lines, in this order.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Pages, and how many blocks of commands each has at least.
PAGES = {"docs/tutorial.md": 10, "docs/how-to.md": 10, "examples/README.md": 1}
# The commands of a block, and the text that follows it, if one does.
BLOCK = re.compile(
    r"^```sh\n(?P<commands>.*?)^```\n(?:\n```text\n(?P<text>.*?)^```$)?", re.MULTILINE | re.DOTALL
)


def steps(page: str) -> list[tuple[list[str], list[str]]]:
    """The commands of each block, and the lines that they print."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        (found["commands"].splitlines(), (found["text"] or "").splitlines())
        for found in BLOCK.finditer(text)
    ]


def missing(lines: list[str], printed: str) -> list[str]:
    """The lines that the text does not contain in this order."""
    rest = iter(printed.splitlines())
    return [line for line in lines if not any(line == other for other in rest)]


@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_belongs_to_commands(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert len(steps(page)) >= PAGES[page]
    assert text.count("```text") == sum(bool(lines) for _, lines in steps(page))
    assert text.count("```sh") == len(steps(page))


@pytest.mark.parametrize("page", PAGES)
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
        assert not missing(lines, done.stdout), f"{script}\n{done.stdout}"


def test_lines_are_looked_for_in_their_order() -> None:
    assert missing(["a", "c"], "a\nb\nc\n") == []
    assert missing(["c", "a"], "a\nb\nc\n") == ["a"]
