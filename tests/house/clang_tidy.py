# SPDX-License-Identifier: Apache-2.0
"""Check the C sources of the kernel with clang-tidy, on all processors; see .clang-tidy.

A source is checked again only after a change of the source, a header, the configuration or the
compile command. clang-tidy gets one command for each source: with the database of the build, it
would check a source once for each library.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILD: Final = ROOT / "build/host"
DONE: Final = ROOT / "build/clang-tidy"
FOLDERS: Final = ("kernel", "layers")
LIBRARY: Final = "limen-traced.dir"  # each source is in several libraries
# The sources of these folders are in other libraries.
LIBRARIES: Final = {
    ROOT / "kernel/cores": "limen-cores.dir",
    ROOT / "layers/user": "limen-user-double.dir",
}


def sources() -> dict[Path, dict[str, str]]:
    """Return the sources with their compile commands."""
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        words = shlex.split(entry["command"])
        is_ours = file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS
        others = (one for folder, one in LIBRARIES.items() if file.is_relative_to(folder))
        library = next(others, LIBRARY)
        if is_ours and library in Path(words[words.index("-o") + 1]).parts:
            found[file] = entry
    return found


def headers() -> bytes:
    """Return a fingerprint of all headers and of the configuration."""
    folders = (*FOLDERS, "include", "ports")
    files = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.h"))
    content = b"".join(path.read_bytes() for path in (*files, ROOT / ".clang-tidy"))
    return hashlib.sha256(content).digest()


def check(file: Path) -> str:
    """Return the output of clang-tidy for a file; empty: no finding."""
    command = ["clang-tidy", "-p", str(DONE), "--quiet", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout or done.stderr


def main() -> int:
    """Check the changed files, and print the findings."""
    # The list of sources may be older than the sources.
    subprocess.run(["cmake", "--preset", "host"], cwd=ROOT, check=True, capture_output=True)
    common = headers()
    DONE.mkdir(parents=True, exist_ok=True)
    compiled = sources()
    (DONE / "compile_commands.json").write_text(json.dumps(list(compiled.values())))
    wanted = {}
    for file, entry in compiled.items():
        content = common + entry["command"].encode() + file.read_bytes()
        stamp = DONE / hashlib.sha256(content).hexdigest()
        if not stamp.exists():
            wanted[file] = stamp
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = dict(zip(wanted, pool.map(check, wanted), strict=True))
    for file, text in said.items():
        if text:
            print(text)
        else:
            wanted[file].touch()
    print(f"{len(wanted)} sources checked")
    return int(any(said.values()))


if __name__ == "__main__":
    sys.exit(main())
