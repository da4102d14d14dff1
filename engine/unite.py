# SPDX-License-Identifier: Apache-2.0
"""Join C sources to one, so that a compiler reads each header once and sees the whole program.

Usage: unite.py OUTPUT SOURCE...

Two sources may have static functions, variables or structures of the same name: those of the second
one get the name of their file, except members, which follow a dot or an arrow.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_ATTRIBUTE: Final = re.compile(r"__attribute__\(\(.*?\)\)")
# Names that are local to a source.
_LOCAL: Final = (
    re.compile(r"^static [^=;({]*?(\w+)(?:\(| =|;|\[)", re.MULTILINE),
    re.compile(r"^static [^=;(]*?\{.*?^\} (\w+)", re.MULTILINE | re.DOTALL),
    re.compile(r"^(?:struct|enum|union) (\w+)\s*\{", re.MULTILINE),
)


def local_names(text: str) -> set[str]:
    """Return the names that are local to a source.

    >>> local_names("static void add(int number)")
    {'add'}
    """
    bare = _ATTRIBUTE.sub("", text)
    return {name for pattern in _LOCAL for name in pattern.findall(bare)}


def united(sources: list[Path]) -> Iterator[str]:
    """Return the text of each source. A compiler reports the lines of the sources."""
    used: set[str] = set()
    for source in sources:
        text = source.read_text("utf-8")
        names = local_names(text)
        for name in sorted(names & used):
            text = re.sub(rf"(?<![\w.>/\"]){name}\b", f"{name}_{source.stem}", text)
        used |= names
        yield f'#line 1 "{source}"\n{text}'


def main() -> None:
    """Write the joined source."""
    output, *sources = map(Path, sys.argv[1:])
    output.write_text("".join(united(sources)), encoding="utf-8")


if __name__ == "__main__":
    main()
