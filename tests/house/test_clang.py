# SPDX-License-Identifier: Apache-2.0
"""Goal: clang compiles each source that gcc compiles for the host, and warns of nothing.

Method: clang reads each file of the host's build once, with the options of the build. Files with
equal options share a process. The sources of tests wait for `make test-long`, which also builds
and runs everything with clang.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import tree

from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CLANG: Final = {".c": "clang", ".cpp": "clang++"}
WITH_FILE: Final = ("-o", "-MT", "-MF")  # options that name an output
FEW: Final = 40  # files in a process


def groups(folder: Path) -> Mapping[tuple[str, ...], Sequence[str]]:
    """Return the files of a build for the host in this folder by their commands without them."""
    configure = ["cmake", "--preset", "host", "-B", str(folder)]
    subprocess.run(configure, cwd=tree.ROOT, check=True, capture_output=True)
    entries = json.loads((folder / "compile_commands.json").read_text())
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        file = Path(entry["file"])
        is_ours = file.is_relative_to(tree.ROOT)
        is_wanted = is_ours and (IS_LONG or file.relative_to(tree.ROOT).parts[0] != "tests")
        if is_wanted and file.suffix in CLANG:
            words = shlex.split(entry["command"])
            words = words[next(at for at, word in enumerate(words) if word.startswith("-")) :]
            options = [
                word
                for before, word in zip(["", *words], words, strict=False)
                if before not in WITH_FILE
                and word not in (*WITH_FILE, "-c", "-MD")
                and Path(word) != file
            ]
            found.setdefault(entry["file"], (CLANG[file.suffix], *options))
    together = defaultdict(list)
    for name, command in found.items():
        together[command].append(name)
    return together


def test_clang_warns_of_nothing(tmp_path: Path) -> None:
    together = groups(tmp_path)
    work = [
        [*command, "-fsyntax-only", *files[at : at + FEW]]
        for command, files in together.items()
        for at in range(0, len(files), FEW)
    ]
    assert sum(map(len, together.values())) > 200
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(
            lambda one: subprocess.run(one, capture_output=True, text=True, check=False), work
        )
    said = [one.stderr for one in done if one.returncode != 0 or one.stderr]
    assert not said, "".join(said)
