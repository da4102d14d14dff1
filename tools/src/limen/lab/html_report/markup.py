# SPDX-License-Identifier: Apache-2.0
"""Pieces of HTML, and the little Markdown that the labs' texts have."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["inline", "paragraph_of", "table", "tag"]

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
    """Return a paragraph's Markdown as HTML. Links, which would not work, become their texts.

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
    r"""The paragraph that begins with **heading.**, without the heading, or an empty text.

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
        heads: HTML; a leading > marks a column of numbers.
        lines: HTML: rows, or whole bodies.
        attributes: of the table.
    """
    cells = "".join(_head(head) for head in heads)
    body = "".join(lines)
    if not body.startswith("<tbody"):
        body = tag("tbody", body)
    return tag("table", tag("thead", tag("tr", cells)), body, **attributes)


def _head(head: str) -> str:
    return tag("th", head[1:], class_="n") if head.startswith(">") else tag("th", head)
