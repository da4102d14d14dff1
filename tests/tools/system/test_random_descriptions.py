# SPDX-License-Identifier: Apache-2.0
"""Goal: a description of user threads is accepted, or refused with a place and a remedy.

Method: random descriptions with keys in any order, most with a value that is wrong or contradicts
another one. Accepted descriptions are analysed and written again; a few of them run on a board.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from limen.analysis import analyze
from limen.cli import main
from limen.errors import DescriptionError
from limen.system.load import parse_system
from limen.system.toml import to_toml

if TYPE_CHECKING:
    from collections.abc import Sequence

MANY, RUNS, ANALYSED = 2_000, 24, 40
POLICIES: Final = ('"end"', '"restart"', '"halt"')
# Values of a key that are valid in some descriptions at least.
RIGHT: Final[dict[str, Sequence[str]]] = {
    "period": ('"1 ms"', '"2 ms"', "4000", '"20ms"'),
    "work": ("10", '"50us"', '"100 us"', "7"),
    "priority": ("1", "2", "5", "31"),
    "threshold": ("0", "1", "2"),
    "deadline": ('"1 ms"', "900"),
    "jitter": ("0", "50"),
    "stack": ("256", "384", "512"),
    "memory": ('"1K"', "700", "1024", '"2 K"'),
    "uses": (
        '["queue inputs: receive"]',
        '["queue inputs: send", "semaphore go: wait"]',
        '["semaphore go: post,wait", "resource bus: lock"]',
    ),
    "sections": (
        '[{resource = "bus", work = 4}]',
        '[{resource = "bus", work = 3, start = 2}]',
    ),
    "chunks": ("[{work = 5}, {work = 5}]",),
    "on_fault": POLICIES,
    "restarts": ("0", "3", "1000"),
    "restart_after": ("0", '"100us"', '"2 ms"'),
    "budget": ("300", '"400us"', '"0.5 ms"'),
    "budget_period": ('"1 ms"', "4000"),
    "on_budget": ('"wait"', *POLICIES),
}
WRONG: Final = (
    *("0", "1", "-1", "2.5", "true", "nan", "4294967296", "999999999999999999999999", '""'),
    *('"3 parsecs"', '"wait"', '"1K"', '"\\u0000"', '"ü"', "[]", "[1]", '[""]', '["queue x"]'),
    *('["queue inputs: fly"]', '["pool inputs: send"]', '["queue inputs: send,,"]', "[{}]", "{}"),
    *('[{resource = "none", work = 4}]', "[{work = -5}]", "{a = {b = 1}}", "1979-05-27", "'''x'''"),
    *("", "[", '"', "= 1", "0x", "1e400", '["resource bus: lock", "resource bus: lock"]'),
)
OBJECTS: Final = (
    '[[queue]]\nname = "inputs"\nplaces = 4\nmessage = 8\n',
    '[[semaphore]]\nname = "go"\ncount = 2\n',
    '[[resource]]\nname = "bus"\n',
    "[overheads]\ndispatch = 2\nexit = 1\n",
)
ALWAYS: Final = ("period", "work", "priority")


# Keys that require others.
NEEDS: Final = {
    "restart_after": ("restarts", "on_fault"),
    "restarts": ("on_fault",),
    "on_fault": ("memory",),
    "uses": ("memory",),
    "budget_period": ("budget",),
    "on_budget": ("budget",),
}


def thread(source: random.Random, index: int, wrong: float) -> str:
    """Return the table of a thread, with its keys in random order."""
    keys = [*ALWAYS, *source.sample(sorted(RIGHT.keys() - set(ALWAYS)), source.randint(0, 5))]
    for key in keys:  # grows
        keys += [one for one in NEEDS.get(key, ()) if one not in keys]
    values = {"name": f'"t{index}"', **{key: source.choice(RIGHT[key]) for key in keys}}
    if source.random() < wrong:
        key = source.choice([*values, *values, *RIGHT, "function", "core", "budgets"])
        values[key] = source.choice(WRONG)
    if source.random() < wrong / 4:
        del values[source.choice(list(values))]
    lines = [f"{key} = {value}" for key, value in values.items()]
    if source.random() < wrong / 8:
        lines.append(source.choice(lines))
    source.shuffle(lines)
    return "\n".join(["[[thread]]", *lines, ""])


def description(source: random.Random, wrong: float = 0.3) -> str:
    """Return threads and the objects that they may use. Some may be missing or occur twice."""
    tables = [thread(source, index, wrong) for index in range(source.randint(1, 3))]
    objects = list(OBJECTS)
    if source.random() < wrong:
        objects = source.choices(OBJECTS, k=source.randint(0, 4))
    tables += objects
    source.shuffle(tables)
    return "".join(tables)


def check_refusal(refusal: DescriptionError, text: str) -> None:
    """Check that the message names a line, the problem and the remedy."""
    place, problem, remedy = refusal.args
    found = re.match(r"x\.toml: line (\d+)\b", place)
    assert found is not None, place
    assert 1 <= int(found[1]) <= text.count("\n") + 1
    assert len(problem.split()) >= 2, problem
    assert len(remedy.split()) >= 2, remedy
    assert "\n" not in f"{place}{problem}{remedy}"


def test_a_description_is_accepted_or_refused_by_place_and_remedy() -> None:
    seed = int(os.environ.get("LIMEN_SEED", "1"))
    print(f"LIMEN_SEED={seed}")
    source = random.Random(seed)
    accepted = 0
    for _ in range(MANY):
        text = description(source)
        try:
            system = parse_system(text.encode(), Path("x.toml"))
        except DescriptionError as refusal:
            check_refusal(refusal, text)
            continue
        except Exception:
            print(text)
            raise
        accepted += 1
        assert parse_system(to_toml(system).encode(), Path("x.toml")) == system, text
        if accepted <= ANALYSED:
            analyze(system)
    assert MANY // 10 < accepted < MANY // 2


@pytest.mark.long("the kernel is compiled for each program")
def test_accepted_descriptions_run(tmp_path: Path) -> None:
    source = random.Random(int(os.environ.get("LIMEN_SEED", "1")))
    done = 0
    while done < RUNS:
        text = description(source, wrong=0)
        file = tmp_path / f"{done}.toml"
        try:
            parse_system(text.encode(), file)
        except DescriptionError:
            continue
        if '"halt"' in text or "memory" not in text:
            continue
        file.write_text(text, "utf-8")
        words = ["generate", str(file), "--output", str(tmp_path / f"{done}")]
        with pytest.raises(SystemExit) as ended:
            main([*words, "--target", "mps2-an385", "--run"])
        assert ended.value.code == 0, text
        done += 1
