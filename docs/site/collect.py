# SPDX-License-Identifier: Apache-2.0
"""The sources of the site, from the pages of the repository.

The pages stay where they are and are the only ones: this program copies them into a folder in which
Sphinx finds them, writes the reference of the API beside them, and makes links to files of the
source lead to pages that show these files. docs/README.md says which pages there are, and in which
order.

    collect.py FOLDER
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from headers import cpp_page, entries_of, page, read_header

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
INDEX: Final = "docs/README.md"
LINK: Final = re.compile(r"(!?)\[([^\]\[]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
# A place that links name: HTML in the repository, a target of MyST on the site.
ANCHOR: Final = re.compile(r'^<a id="([\w-]+)"></a>', re.MULTILINE)
FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LANGUAGES: Final = {
    ".c": "c",
    ".h": "c",
    ".hpp": "cpp",
    ".cpp": "cpp",
    ".py": "python",
    ".toml": "toml",
    ".json": "json",
    ".S": "text",
    ".cmake": "cmake",
    ".txt": "text",
    "": "text",
}
API: Final = "api"
# The first page: the claim as a picture, the page in which it can be tried, and how to begin.
FRONT: Final = """\
# Limen

A real-time kernel in C with one scheduling mechanism, the preemption threshold, and the tools that
show and prove what it does.

![Nine messages: 18 context switches, and 4 with a threshold](docs/pictures/threshold.svg)

**18 context switches, or 4**: D sends nine messages, and its threshold decides when they are read.
Try it: this is the kernel, and it runs in your browser. Give D the threshold 1.

<iframe class="play" src="play.html#example=Messages:%20preemptive" loading="lazy"
  title="The kernel in the browser: a system whose threads can be changed"></iframe>

<a href="play.html#example=Messages:%20preemptive">Open it on a page of its own</a>, or
<a href="play.html#example=Deadlines:%20preemptive">let threads meet their deadlines</a>.

Two commands to begin, in the sources: one repeats the published experiments, the other one shows a
trace, and what is wrong in it.

```sh
make demo
./limen report trace.limen -o trace.html
```

"""
# The folders and files that have another page on the site.
START: Final = {
    INDEX: "index.md",
    "docs": "index.md",
    "include/limen": f"{API}/index.md",
    "drivers/include/limen": f"{API}/index.md",
}


def files() -> frozenset[str]:
    """The files of the repository."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return frozenset(name for name in names.split("\0") if name and (ROOT / name).is_file())


def sections(index: str) -> Iterator[tuple[str, list[str]]]:
    """The sections of the index, each with its pages."""
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        links = re.findall(r"^\* \[[^\]]*\]\(([^)#]*)\)", body, re.MULTILINE)
        yield title, [posixpath.normpath(f"docs/{link}") for link in links]


@dataclass(slots=True)
class Site:
    """The files that are copied.

    Attributes:
        known: files of the repository.
        pages: those that are pages.
        shown: files of the source that pages link to.
        copied: pictures and other files that pages refer to.
    """

    known: frozenset[str]
    pages: frozenset[str]
    shown: set[str]
    copied: set[str]

    def target(self, page: str, link: str) -> str | None:
        """Return the target of a link of a page on the site; None: it has no target."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
        folder = posixpath.dirname(page) or "."
        if path in START:
            return posixpath.relpath(START[path], folder)
        if f"{path}/README.md" in self.pages:
            return posixpath.relpath(f"{path}/README.md", folder)
        if path not in self.known:
            return None  # a folder
        suffix = posixpath.splitext(path)[1]
        if path not in self.pages and (suffix in LANGUAGES or suffix == ".md"):
            self.shown.add(path)
            return posixpath.relpath(f"{path}.md", folder)
        if path not in self.pages:
            self.copied.add(path)
        return posixpath.relpath(path, folder)

    def rewritten(self, page: str, text: str) -> str:
        """The text of a page with links of the site, except in its code."""

        def link(found: re.Match[str]) -> str:
            mark, words, where, place = found[1], found[2], found[3], found[4] or ""
            if not where or "://" in where or where.startswith("mailto:"):
                return found[0]
            target = self.target(page, where)
            return words if target is None else f"{mark}[{words}]({target}{place})"

        pieces, end = [], 0
        for fence in FENCE.finditer(text):
            pieces += [LINK.sub(link, text[end : fence.start()]), fence[0]]
            end = fence.end()
        return "".join([*pieces, LINK.sub(link, text[end:])])


def write(path: Path, text: str) -> None:
    """Write a file, and its folder if that is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_api(folder: Path) -> None:
    """The reference: a page for each header, and a list of them."""
    paths = [*ROOT.glob("include/limen/*.h"), *ROOT.glob("drivers/include/limen/*.h")]
    headers = [
        read_header(path.name, path.read_text(encoding="utf-8"))
        for path in sorted(paths, key=lambda path: path.name)
        if path.name != "limen.h"
    ]
    kinds = entries_of(headers)
    for header in headers:
        write(folder / API / f"{header.name}.md", page(header, kinds))
    cpp = sorted(ROOT.glob("include/limen/*.hpp"))
    for path in cpp:
        text = cpp_page(path.name, path.read_text(encoding="utf-8"), kinds)
        write(folder / API / f"{path.name}.md", text)
    names = "\n".join(f"{name}.md" for name in (*(h.name for h in headers), *(p.name for p in cpp)))
    text = (
        "# The API\n\nOne page for each header. `limen/limen.h` includes all of the kernel. Each "
        "function says what it is for, what it requires, from where it may be called, what it "
        f"returns and what it costs.\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"
    )
    write(folder / API / "index.md", text)


def collect(folder: Path) -> None:
    """Write the sources of the site into a folder, which is made again."""
    shutil.rmtree(folder, ignore_errors=True)
    index = (ROOT / INDEX).read_text(encoding="utf-8")
    parts = list(sections(index))
    pages = frozenset(name for _, names in parts for name in names)
    site = Site(files(), pages | {INDEX}, set(), set())
    decisions = {name for name in site.known if re.match(r"docs/decisions/\d", name)}
    labs = {name for name in site.known if re.match(r"labs/[\w-]+/README\.md", name)}
    site.pages |= decisions | labs
    for name in sorted(site.pages - {INDEX}):
        text = site.rewritten(name, (ROOT / name).read_text(encoding="utf-8"))
        text = ANCHOR.sub(r"(\1)=\n\n", text)
        orphan = "" if name in pages else "---\norphan: true\n---\n\n"
        write(folder / name, orphan + text)
    trees = "\n".join(
        f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {title}\n\n"
        + "\n".join(names)
        + "\n```\n"
        for title, names in [*parts[:3], ("Look up", [f"{API}/index.md"]), *parts[3:]]
    )
    site.copied.add("docs/pictures/threshold.svg")
    # The first page of the site stands one folder higher than the index of the repository.
    index = index.replace("# Documentation\n", "# All pages\n", 1).replace("\n## ", "\n### ")
    index = index.replace("# All pages", "## All pages", 1)
    start = LINK.sub(lambda found: f"[{found[2]}]({posixpath.normpath(f'docs/{found[3]}')})", index)
    api = f"* [The API]({API}/index.md): generated from the headers"
    write(folder / "index.md", f"{FRONT}{start}\n{api}\n\n{trees}")
    for name in sorted(site.shown):
        language = LANGUAGES.get(posixpath.splitext(name)[1], "text")
        text = (ROOT / name).read_text(encoding="utf-8")
        write(
            folder / f"{name}.md",
            f"---\norphan: true\n---\n\n# {name}\n\n`````{language}\n{text}`````\n",
        )
    for name in sorted(site.copied):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    write_api(folder)


if __name__ == "__main__":
    collect(Path(sys.argv[1]))
