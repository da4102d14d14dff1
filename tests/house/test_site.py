# SPDX-License-Identifier: Apache-2.0
"""Goal: the site has every page, every call of the API, and valid links.

Method: its sources are collected as `make site` does before the layout. Each page for users is in
the index; each link of the collected pages leads to a file among them; the functions in the
reference equal those of the headers, which another parser reads. LIMEN_LONG makes the site: its
pages load nothing from other hosts.
"""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import tree

from support.further import IS_LONG

if TYPE_CHECKING:
    from pathlib import Path

sys.path.insert(0, str(tree.ROOT / "docs/site"))
import collect
import headers

# Pages that the index reaches through another page.
BELOW = re.compile(r"docs/decisions/\d|docs/(README|site)")
HEADERS = [name for name in tree.matching(".h") if re.match(r"(drivers/)?include/limen/", name)]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site") / "source"
    collect.collect(folder)
    return folder


def test_each_page_is_in_the_index() -> None:
    index = {page for _, pages in collect.sections(tree.read(collect.INDEX)) for page in pages}
    pages = {name for name in tree.matching(".md", below="docs/") if not BELOW.match(name)}
    pages |= {name for name in tree.matching(".md") if "/" not in name}
    pages |= set(tree.matching("README.md", below="labs/"))
    assert pages <= index, sorted(pages - index)


def test_links_of_the_site_lead_somewhere(source: Path) -> None:
    known = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    wrong, links = [], 0
    for name in sorted(known):
        if not name.endswith(".md"):
            continue
        text = collect.FENCE.sub("", (source / name).read_text(encoding="utf-8"))
        text = re.sub(r"^`````.*?^`````$", "", text, flags=re.MULTILINE | re.DOTALL)
        # MyST does not know places that are written as HTML, nor Sphinx a type with arguments.
        wrong += [f"{name}: {place}" for place in re.findall(r"<a id=|\{c:type\}.*\(", text)]
        for found in collect.LINK.finditer(text):
            target = found[3]
            if target and "://" not in target:
                links += 1
                path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
                wrong += [f"{name}: {target}"] if path not in known else []
    assert links > 300
    assert not wrong, "\n".join(wrong)


def test_the_reference_has_each_function(source: Path) -> None:
    for header in HEADERS:
        if header.endswith("/limen.h"):
            continue
        text = re.sub(r"/\*.*?\*/", "", tree.read(header), flags=re.DOTALL)
        text = re.sub(r"^#.*?[^\\]$", "", text, flags=re.MULTILINE | re.DOTALL)
        declared = re.findall(r"^[a-z][\w\s*]*?\b(lm_\w+)\((?!\*)", text, re.MULTILINE)
        page = (source / f"api/{posixpath.basename(header)}.md").read_text(encoding="utf-8")
        documented = re.findall(r"^```\{c:function\} [^(]*?\b(\w+)\(", page, re.MULTILINE)
        assert documented == declared, header


def test_the_reference_has_each_class_of_cpp(source: Path) -> None:
    names = [posixpath.basename(name) for name in tree.matching(".hpp", below="include/limen/")]
    pages = [(source / f"api/{name}.md").read_text(encoding="utf-8") for name in names]
    page = "\n".join(pages)
    code = "\n".join(re.findall(r"^```cpp\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    name = r"^(?:template <.*> )?(?:class|struct) (?:\[\[nodiscard\]\] )?(\w+)(?: \{)?$"
    text = "\n".join(tree.read(f"include/limen/{header}") for header in names)
    declared = re.findall(name, text, re.MULTILINE)
    assert declared == [
        *("Mutex", "Lock", "Queue", "PriorityQueue", "Semaphore", "Priority", "Thread"),
        *("Notice", "EventFlags", "Stream", "Time", "Forever", "Timeout"),
    ]
    assert re.findall(name, code, re.MULTILINE) == declared
    assert "private" not in code
    assert "## Queues" in page
    assert "{c:func}`lm_kernel_init`" in page


@pytest.mark.skipif(not IS_LONG, reason="Sphinx takes half a minute")
def test_the_site_is_made_and_can_be_searched() -> None:
    done = subprocess.run(["scripts/site"], cwd=tree.ROOT, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    html = tree.ROOT / "build/site/html"
    index = (html / "searchindex.js").read_text(encoding="utf-8")
    assert "lm_mutex_lock" in index
    for path in html.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"https?:[^\"]*", text)
        assert not loaded, path


def test_a_comment_belongs_to_what_follows_it() -> None:
    text = (
        "/* SPDX: none */\n/* Doors.\n *\n *   a  drawing\n */\n"
        "#ifndef DOOR_H\n#define DOOR_H\n/* Open or close lm_door.\n * Context: any.\n"
        " * Returns: true. Cost: O(1). */\nbool lm_open(int door);\nvoid lm_close(int door);\n\n"
        "int lm_plain(void);\n#endif\n"
    )
    header = headers.read_header("door.h", text)
    assert header.introduction.startswith("Doors.")
    names = [(comment[:4], [one.name for one in entries]) for comment, entries in header.groups]
    assert names == [("Open", ["lm_open", "lm_close"]), ("", ["lm_plain"])]
    page = headers.page(header, {"lm_open": "function"})
    assert "```text\n  a  drawing\n```" in page
    assert "* **Context**: any.\n* **Returns**: true.\n* **Cost**: O(1)." in page
    assert "`lm_door`" in page
