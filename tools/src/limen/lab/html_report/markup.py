# SPDX-License-Identifier: Apache-2.0
"""Pieces of HTML, and the little Markdown that the labs' texts have."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["inline", "paragraph_of", "table", "tables_of", "tag"]

_VOID: Final = frozenset({"meta", "br", "hr"})
_CODE: Final = re.compile(r"`([^`]+)`")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_STRONG: Final = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS: Final = re.compile(r"\*([^*]+)\*")


def tag(name: str, *children: str, **attributes: str) -> str:
    """An element; children are HTML, attributes are text, a trailing underscore is left out.

    >>> tag("p", "a", class_="b"), tag("td", data_x='"'), tag("br")
    ('<p class="b">a</p>', '<td data-x="&quot;"></td>', '<br>')
    """
    attributes_text = [
        f'{key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
    ]
    head = " ".join([name, *attributes_text])
    return f"<{head}>" if name in _VOID else f"<{head}>{''.join(children)}</{name}>"


def inline(text: str) -> str:
    """A paragraph's Markdown as HTML; of links, which would lead nowhere, the words.

    >>> inline("`a < b`, **see** [here](x.md)")
    '<code>a &lt; b</code>, <strong>see</strong> here'
    """
    html = escape(text, quote=False)
    for pattern, form in (
        (_LINK, r"\1"),
        (_STRONG, r"<strong>\1</strong>"),
        (_EMPHASIS, r"<em>\1</em>"),
    ):
        html = _outside_of_code(html, pattern, form)
    return _CODE.sub(r"<code>\1</code>", html)


def _outside_of_code(text: str, pattern: re.Pattern[str], form: str) -> str:
    pieces = re.split(r"(`[^`]+`)", text)
    return "".join(piece if piece.startswith("`") else pattern.sub(form, piece) for piece in pieces)


def paragraph_of(text: str, heading: str) -> str:
    r"""The paragraph that begins with **heading.**, without the heading; empty if there is none.

    >>> paragraph_of("x\n\n**Claim.** A\nb.\n\n**What.** c", "Claim")
    'A b.'
    """
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.startswith(f"**{heading}.**"):
            return " ".join(paragraph.removeprefix(f"**{heading}.**").split())
    return ""


def table(heads: Sequence[str], lines: Iterable[str], **attributes: str) -> str:
    """A table whose head is repeated on each page.

    Args:
        heads: HTML; a leading > marks a column of numbers, | a column that is two columns wide.
        lines: HTML.
        attributes: of the table.
    """
    cells = "".join(_head(head) for head in heads)
    return tag("table", tag("thead", tag("tr", cells)), tag("tbody", *lines), **attributes)


def _head(head: str) -> str:
    if head.startswith("|"):
        return tag("th", head[1:], colspan="2", class_="c")
    return tag("th", head[1:], class_="n") if head.startswith(">") else tag("th", head)


def tables_of(text: str) -> Iterator[tuple[str, str]]:
    """The tables of a Markdown text with the headings above them, as HTML."""
    heading, lines = "", list[list[str]]()
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        if len(lines) > 1:
            yield heading, _table(lines)
        lines = []
        if line.startswith("#"):
            heading = inline(line.lstrip("# "))


def _table(lines: list[list[str]]) -> str:
    """The second line marks the columns of numbers."""
    marks = [">" if cell.endswith(":") else "" for cell in lines[1]]
    heads = [mark + inline(cell) for mark, cell in zip(marks, lines[0], strict=False)]
    body = (
        tag(
            "tr",
            *(
                tag("td", inline(cell), **({"class_": "n"} if mark else {}))
                for mark, cell in zip(marks, line, strict=False)
            ),
        )
        for line in lines[2:]
    )
    return table(heads, body)
