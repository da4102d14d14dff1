# SPDX-License-Identifier: Apache-2.0
"""Goal: each public header can be included by itself, in C and in C++.

Method: one translation unit for each header, standard and layout of the objects (with and without
counters). It includes only this header, with all warnings as errors. The header for C++ (.hpp) is
for C++ only.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import tree

HEADERS = [
    name
    for name in tree.matching(".h", ".hpp")
    if name.startswith(("include/limen/", "drivers/include/limen/"))
]
STANDARDS = {"c11": "gcc", "c17": "gcc", "c++17": "g++", "c++20": "g++"}


@pytest.mark.parametrize("counted", [0, 1])
@pytest.mark.parametrize("standard", STANDARDS)
def test_headers_compile_alone(standard: str, counted: int) -> None:
    language = "c++" if "++" in standard else "c"
    folders = ("include", "drivers/include", "ports/host/include")
    options = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
    command = [STANDARDS[standard], f"-std={standard}", "-x", language, "-", *options]
    command += ["-fsyntax-only", "-DLM_CLOCK_HZ=1000000", f"-DLM_COUNTED={counted}"]
    command += [f"-I{folder}" for folder in folders]
    assert HEADERS
    for header in HEADERS:
        if header.endswith(".hpp") and language == "c":
            continue
        text = f"#include <limen/{Path(header).name}>\nextern int no_empty_unit;\n"
        run = subprocess.run(
            command, input=text, cwd=tree.ROOT, check=False, capture_output=True, text=True
        )
        assert run.returncode == 0, f"{header} as {standard}, counted {counted}:\n{run.stderr}"
