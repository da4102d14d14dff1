# SPDX-License-Identifier: Apache-2.0
"""Goal: a program on a board gets the same complete arguments as on the host.

Arguments that do not fit are an error with a message.

Method: a program prints its arguments. A test with random words prints the seed that repeats them.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.run import OWNED_TARGETS, PORT_TARGETS, TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM: Final = "board-arguments"
BOARDS = (*(target for target in TARGETS if target.name != "host"), *PORT_TARGETS, *OWNED_TARGETS)
WORDS: Final = ["a", "b  c", "", 'say "x"', "back\\slash", "\\", '"', "comma,", "-x=1,y=2", " "]
WORDS_MAX: Final = 15  # beside the name of the program
SIGNS: Final = 'ab ,\\"=-'


def run(target: Target, words: list[str], folder: Path) -> tuple[int, str]:
    executable = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    done = run_program(target, executable, words, scratch=folder)
    return done.status, done.output


def told(words: list[str]) -> tuple[int, str]:
    return 0, "".join(f"<{word}>\n" for word in words) + "end\n"


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
def test_arguments_arrive_whole(target: Target, tmp_path: Path) -> None:
    assert run(target, WORDS, tmp_path) == told(WORDS)


def test_random_arguments_arrive_whole(tmp_path: Path) -> None:
    seed = int(os.environ.get("LIMEN_SEED") or random.SystemRandom().randrange(1 << 32))
    draw = random.Random(seed)
    (target,) = (target for target in BOARDS if target.name == "mps2-an385")
    for _ in range(20):
        words = [
            "".join(draw.choices(SIGNS, k=draw.randrange(6)))
            for _ in range(draw.randrange(WORDS_MAX + 1))
        ]
        assert run(target, words, tmp_path) == told(words), f"LIMEN_SEED={seed}"


@pytest.mark.parametrize("target", BOARDS, ids=lambda target: target.name)
@pytest.mark.parametrize("words", [["x"] * (WORDS_MAX + 1), ["x" * 256]], ids=["many", "long"])
def test_too_many_are_refused(target: Target, words: list[str], tmp_path: Path) -> None:
    status, output = run(target, words, tmp_path)
    assert status == 2
    assert "the arguments of the program are too long: 16 words, 255 bytes" in output
