# SPDX-License-Identifier: Apache-2.0
"""Goal: the files that are generated from spec/calls.json are up to date.

Method: the generator's texts are compared with the files.
"""

from __future__ import annotations

import runpy

import tree


def test_generated_files_are_up_to_date() -> None:
    generator = runpy.run_path(str(tree.ROOT / "layers/user/generate.py"))
    texts: dict[str, str] = generator["texts"]()
    assert texts
    for name, text in texts.items():
        assert tree.read(name) == text, f"{name}: run make format"
