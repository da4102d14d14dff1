# SPDX-License-Identifier: Apache-2.0
"""Words that the documentation and the comments avoid, because a native reader stumbles over them.

docs/glossary.md has the terms to use. test_words.py applies the rule to bad examples and to the
repository. These functions read no file.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize

from rules import Finding, without_code

# Pattern, and its replacement.
AVOIDED: dict[str, str] = {
    r"anew": "again",
    r"(the|a|your) desk": "the host",
    r"who(m|se)?ever": "the thread that ..., every thread that ...",
    r"who is next": "the next thread",
    r"(alarm|timer|timeout|clock)s? rings?|(it|that|which) rings|rang": "expires",
    r"(is|are|was|were|be) told": "is informed, is reported, shows",
    r"stands? in for": "replaces, is",
}
_PATTERN = re.compile(
    "|".join(r"\b(?:" + pattern.replace(" ", r"\s+") + r")\b" for pattern in AVOIDED),
    re.IGNORECASE,
)
# Each pattern contains one of these words. Most files contain none, so that their comments need not
# be parsed.
_FIRST = re.compile(r"(?i)\b(?:anew|desk|(?:who|whom|whose)(?:ever)?|rings?|rang|told|stands?)\b")
_C = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(/\*.*?\*/|//[^\n]*)', re.DOTALL
)
_C_SUFFIXES = (".c", ".h", ".cpp", ".S", ".ld", ".ts", ".tsx", ".mts", ".mjs", ".css")


def avoided_words(name: str, text: str) -> list[Finding]:
    """Return the avoided words in the prose of a file: Markdown without code, or comments.

    A phrase that continues on the next line is found, too.

    Args:
        name: of the file; its suffix determines the language.
        text: of the file.
    """
    if _FIRST.search(text) is None:
        return []
    prose = _prose(name, text)
    # The marks of a comment in front of a line do not separate two words.
    joined = re.sub(r"(?m)^[ \t]*(\*|#|//)+(?=[ \t]|$)", lambda mark: " " * len(mark[0]), prose)
    return [
        Finding(joined.count("\n", 0, match.start()) + 1, f'avoid "{" ".join(match[0].split())}"')
        for match in _PATTERN.finditer(joined)
    ]


def _prose(name: str, text: str) -> str:
    """Return the text with blanks for everything except prose. Line numbers do not change."""
    if name.endswith(".md"):
        return without_code(text)
    if name.endswith(_C_SUFFIXES):
        return _kept(text, [match.span(1) for match in _C.finditer(text) if match[1]])
    if name.endswith(".py") or text.startswith("#!/usr/bin/env python"):
        return _kept(text, _python_spans(text))
    return _kept(text, [match.span() for match in re.finditer(r"(?m)(?:^|(?<=\s))#.*$", text)])


def _kept(text: str, spans: list[tuple[int, int]]) -> str:
    """Return a text in which only these parts remain, in their places."""
    result, end = [], 0
    for begin, next_end in spans:
        result += [re.sub(r"[^\n]", " ", text[end:begin]), text[begin:next_end]]
        end = next_end
    return "".join([*result, re.sub(r"[^\n]", " ", text[end:])])


def _python_spans(text: str) -> list[tuple[int, int]]:
    """Return the places of comments and docstrings."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node) is not None
    }
    return [
        (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT or token.start in docstrings
    ]
