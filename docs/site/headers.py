# SPDX-License-Identifier: Apache-2.0
"""The reference of the API, from the comments of the public headers.

A comment belongs to the declarations that follow it without an empty line. It says what a function
is for and has the fields Requires, Context, Returns and Cost; drawings and code in it are indented.
Doxygen reads neither its own kind of comment nor these fields here, so this reader does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import tree_sitter_c
from tree_sitter import Language, Parser

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tree_sitter import Node

__all__ = ["Entry", "Header", "cpp_page", "entries_of", "page", "read_header"]

_PARSER: Final = Parser(Language(tree_sitter_c.language()))
_FIELD: Final = re.compile(r"\b(Requires|Context|Returns|Cost):\s+")
_ATTRIBUTE: Final = re.compile(r"__attribute__\s*\(\(.*\)\)")
_TYPE_IF_SMALL: Final = re.compile(r"LM_SMALL_OR\(\w+, (\w+)\)")
_BLOCKS: Final = ("preproc_ifdef", "linkage_specification", "declaration_list", "preproc_if")
_MACROS: Final = ("preproc_def", "preproc_function_def")


@dataclass(frozen=True, slots=True)
class Entry:
    """A declaration of a header.

    Attributes:
        kind: function, macro, struct, enum, var or type, as the C domain of Sphinx names them.
        name: of it; "" for an enumeration without a name.
        text: the declaration.
    """

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Header:
    """A header: its introduction, and its entries with the comment that they share."""

    name: str
    introduction: str
    groups: Sequence[tuple[str, Sequence[Entry]]]


def _nodes(node: Node) -> Iterator[Node]:
    """Comments and declarations, in their order, also those within extern "C"."""
    for child in node.named_children:
        if child.type in _BLOCKS:
            yield from _nodes(child)
        else:
            yield child


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _plain(comment: str) -> str:
    """The lines of a comment without its marks."""
    body = re.sub(r"^/\*+ ?|\s*\*/$", "", comment)
    return "\n".join(re.sub(r"^\s*\* ?", "", line) for line in body.split("\n")).rstrip()


def _function_name(text: str) -> str | None:
    found = re.match(r"[\w\s*]*?\b(\w+)\(", text)
    return found[1] if found else None


def _name_of(node: Node) -> str:
    name = node.child_by_field_name("name")
    return _text(name) if name else ""


def _macro(node: Node) -> Entry | None:
    parameters = node.child_by_field_name("parameters")
    name = _name_of(node)
    is_guard = node.child_by_field_name("value") is None
    return (
        None if is_guard else Entry("macro", name, name + (_text(parameters) if parameters else ""))
    )


def _declared(declaration: str, *, is_type: bool) -> Entry:
    text = " ".join(_ATTRIBUTE.sub("", declaration).split()).removesuffix(";").strip()
    text = re.sub(r"^(static inline|extern|typedef) ", "", text)
    if is_type:
        text = _TYPE_IF_SMALL.sub(r"\1", text)
        return Entry("type", text.split()[-1], text)
    function = _function_name(text)
    if function is not None:
        return Entry("function", function, text)
    return Entry("var", re.findall(r"\w+", text)[-1], text)


def _entry(node: Node) -> Entry | None:
    """The entry that a declaration makes; None: it has none."""
    if node.type in _MACROS:
        return _macro(node)
    if node.type in ("declaration", "type_definition"):
        return _declared(_text(node), is_type=node.type == "type_definition")
    if node.type == "function_definition":
        return _declared(_text(node).partition("{")[0], is_type=False)
    if node.type in ("struct_specifier", "enum_specifier") and node.child_by_field_name("body"):
        kind = node.type.partition("_")[0]
        return Entry(kind, _name_of(node), _text(node).strip())
    return None


def read_header(name: str, source: str) -> Header:
    """Read a header, given its name and its text."""
    introduction = ""
    groups: list[tuple[str, list[Entry]]] = []
    comment, behind = "", -1
    for node in _nodes(_PARSER.parse(source.encode()).root_node):
        row = node.start_point[0]
        if node.type == "comment":
            plain = _plain(_text(node))
            if node.start_point[0] == behind - 1 or plain.startswith("SPDX"):
                continue  # a comment after a declaration
            introduction = introduction or plain
            comment, behind = plain, node.end_point[0] + 1
            continue
        entry = _entry(node)
        end = node.end_point[0] + (0 if node.type in _MACROS else 1)
        comment = comment if row == behind else ""
        if entry is not None:
            if comment and groups and groups[-1][0] == comment:
                groups[-1][1].append(entry)
            else:
                groups.append((comment, [entry]))
        behind = end
    return Header(name, introduction, _without_shadows(groups))


def _without_shadows(
    groups: Sequence[tuple[str, Sequence[Entry]]],
) -> list[tuple[str, list[Entry]]]:
    """The entries without macros that have the name of a function."""
    functions = {one.name for _, entries in groups for one in entries if one.kind == "function"}
    kept = [
        (comment, [one for one in entries if one.kind != "macro" or one.name not in functions])
        for comment, entries in groups
    ]
    return [(comment, entries) for comment, entries in kept if entries]


def entries_of(headers: Sequence[Header]) -> dict[str, str]:
    """The kind of each entry, by name."""
    return {
        entry.name: entry.kind
        for header in headers
        for _, entries in header.groups
        for entry in entries
    }


def _prose(text: str, kinds: Mapping[str, str]) -> str:
    """Markdown of a paragraph: names become links, and nothing else is special."""

    def link(found: re.Match[str]) -> str:
        roles = {"function": "func", "macro": "macro", "struct": "struct", "enum": "enum"}
        role = roles.get(kinds.get(found[1], ""))
        return f"{{c:{role}}}`{found[1]}`" if role else f"`{found[1]}`"

    escaped = re.sub(r"([*<>\[\]|`#$\\])", r"\\\1", text)
    escaped = re.sub(r"^(\d+)\.", r"\1\\.", escaped)
    return re.sub(r"\b((?:lm|LM)_\w+)", link, escaped)


def _paragraphs(comment: str, kinds: Mapping[str, str]) -> Iterator[str]:
    """Markdown of a comment: text, and what is indented as it stands."""
    for block in re.split(r"\n\s*\n", comment):
        lines = block.split("\n")
        if all(line.startswith("  ") for line in lines):
            yield "```text\n" + "\n".join(lines) + "\n```"
            continue
        text = " ".join(line.strip() for line in lines)
        begin, *fields = _FIELD.split(text)
        if begin.strip():
            yield _prose(begin.strip(), kinds)
        pairs = zip(fields[::2], fields[1::2], strict=True)
        if items := [f"* **{name}**: {_prose(value.strip(), kinds)}" for name, value in pairs]:
            yield "\n".join(items)


def _directives(entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind in ("function", "macro", "var", "type"):
            yield f"```{{c:{entry.kind}}} {entry.text}\n```"
            continue
        if entry.name:
            yield f"```{{c:{entry.kind}}} {entry.name}\n```"
        yield f"```c\n{entry.text};\n```"


def page(header: Header, kinds: Mapping[str, str]) -> str:
    """The page of a header, in Markdown for MyST."""
    pieces = [f"# limen/{header.name}", *_paragraphs(header.introduction, kinds)]
    for comment, entries in header.groups:
        pieces += _directives(entries)
        if comment != header.introduction:
            pieces += _paragraphs(comment, kinds)
    return "\n\n".join(pieces) + "\n"


def _without_privates(code: str) -> str:
    """A class without its private part."""
    return re.sub(r"\n+  private:\n.*?(?=^};)", "\n", code, flags=re.MULTILINE | re.DOTALL)


def _comment_above(block: str) -> tuple[str, str]:
    """The text of the comment with which a block begins, and the code below it."""
    found = re.match(r"(?://.*\n?)*", block)
    above = found[0] if found else ""
    return re.sub(r"^// ?", "", above, flags=re.MULTILINE).strip("\n"), block[len(above) :]


def cpp_page(name: str, source: str, kinds: Mapping[str, str]) -> str:
    """The page of a header of C++, whose sections and declarations empty lines separate."""
    begin, _, rest = source.partition("\n#ifndef ")
    inside = rest.partition("\nnamespace limen\n{\n")[2].partition("\n} // namespace limen")[0]
    introduction = _comment_above(begin.partition("\n")[2])[0]
    pieces = [f"# limen/{name}", *_paragraphs(introduction, kinds)]
    for block in re.split(r"\n\n(?=[^\s}])", _without_privates(inside).strip("\n")):
        comment, code = _comment_above(block)
        if not code:
            pieces.append(f"## {comment}")
            continue
        pieces += _paragraphs(comment, kinds)
        pieces.append(f"```cpp\n{code.strip()}\n```")
    return "\n\n".join(pieces) + "\n"
