# SPDX-License-Identifier: Apache-2.0
"""Goal: oxlint finds violations of its configuration: imports in the wrong direction, and sizes.

Method: one run over small files in a folder with the repository's layout.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import tree

if TYPE_CHECKING:
    from pathlib import Path

BRANCHES = "".join(f"  if (x > {number}) x--;\n" for number in range(16))
# Files below viewer/src, and the rules that they break.
FILES: dict[str, tuple[str, list[str]]] = {
    "model/limen/read.ts": ('import "../types"; import "preact";\n', []),
    "model/words.ts": ('import "../../../spec/trace-events.json";\n', []),
    "render/draw.ts": ('import "../model"; import "./live_row";\n', []),
    "live/stream.ts": ('import "../model"; new URL(address, location.href);\n', []),
    "ui/open.ts": ('import "../render/draw"; import "./load.worker.ts?worker";\n', []),
    "main.tsx": ('import "./ui/app"; await import("./ui/late");\n', []),
    "model/a.ts": ('import "../render";\n', ["no-restricted-imports"]),
    "model/limen/b.ts": ('import { a } from "../../ui/state";\n', ["no-restricted-imports"]),
    "model/c.ts": (
        'export * from "../../../tests/support/data/words.json";\n',
        ["no-restricted-imports"],
    ),
    "render/d.ts": ('import type { A } from "../live/stream";\n', ["no-restricted-imports"]),
    "live/e.ts": ('import "../render/draw";\n', ["no-restricted-imports"]),
    "ui/f.tsx": ('import "../../test/model/synthetic";\n', ["no-restricted-imports"]),
    "ui/branches.ts": (f"export function f(x: number) {{\n{BRANCHES}}}\n", ["complexity"]),
    "ui/lines.ts": (
        "export function f() {\n" + "  g();\n" * 59 + "}\n",
        ["max-lines-per-function"],
    ),
    "ui/any.ts": ("export const x: any = 1;\n", ["no-explicit-any"]),
    "ui/disabled.ts": (
        "// eslint-disable-next-line no-var\nexport const x = 1;\n",
        ["unused directive"],
    ),
}


def test_oxlint_finds_what_the_configuration_forbids(tmp_path: Path) -> None:
    folder = tmp_path / "viewer" / "src"
    for name, (text, _) in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    config = tree.ROOT / "viewer/oxlint.json"
    shutil.copy(config, tmp_path / "viewer")  # its names of files are relative to its folder
    oxlint = tree.ROOT / "viewer/node_modules/oxlint/bin/oxlint"
    command = ["node", str(oxlint), "--config", "viewer/oxlint.json", "--format=json"]
    run = subprocess.run(
        [*command, "--report-unused-disable-directives-severity=error", "."],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    found: dict[str, list[str]] = {name: [] for name in FILES}
    for item in json.loads(run.stdout)["diagnostics"]:
        rule = re.search(r"\w+\(([\w-]+)\)", item.get("code", ""))
        name = item["filename"].partition("viewer/src/")[2]
        found[name].append(rule[1] if rule else "unused directive")
    assert found == {name: rules for name, (_, rules) in FILES.items()}
