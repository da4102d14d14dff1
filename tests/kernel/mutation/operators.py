# SPDX-License-Identifier: Apache-2.0
"""Find the possible small mistakes in a C source, by its syntax tree.

A mutant is a node of the tree and the text that replaces it. Only bodies of functions are changed,
and only expressions that are computed at run time: no sizes, no labels, no static values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import tree_sitter_c
from tree_sitter import Language, Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tree_sitter import Node

__all__ = ["Change", "Function", "functions_of"]

_PARSER: Final = Parser(Language(tree_sitter_c.language()))

# Not computed when the function runs, or not ours to change.
_FIXED: Final = frozenset(
    {
        "array_declarator",
        "attribute_specifier",
        "enum_specifier",
        "gnu_asm_expression",
        "initializer_pair",
        "offsetof_expression",
        "preproc_call",
        "preproc_def",
        "sizeof_expression",
        "static_assert_declaration",
        "string_literal",
        "type_descriptor",
    }
)
_DECLARING: Final = ("LM_CALL(", "LM_CALL_ON(", "LM_CALL_CREATES(", "LM_CALL_HERE(", "CALL(")
_AROUND_FUNCTIONS: Final = frozenset({"linkage_specification", "declaration_list"})
_RELATIONS: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_ARITHMETIC: Final = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "&",
}
_ASSIGNMENTS: Final = {
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "|=": "&=",
    "&=": "|=",
    "^=": "&=",
    "<<=": ">>=",
    ">>=": "<<=",
}
_NUMBER: Final = re.compile(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\b")


@dataclass(frozen=True, slots=True)
class Change:
    """A mutant.

    Attributes:
        start: of the node, in bytes of the source.
        end: of the node.
        operator: the change, in words.
        text: the node's source, in one line.
        replacement: the text that replaces it; empty for a statement.
        is_statement: the node is a statement, not an expression.
        line: of the node, from 1.
    """

    start: int
    end: int
    operator: str
    text: str
    replacement: str
    is_statement: bool
    line: int


@dataclass(frozen=True, slots=True)
class Function:
    """A definition of a function.

    Attributes:
        name: of the function.
        start: of the definition, in bytes of the source.
        body: the opening brace.
        end: after the closing brace.
        name_start: of the name in its head.
        parameters: their names.
        is_static: it is local to the file.
        changes: the mutants, in the order of their nodes.
    """

    name: str
    start: int
    body: int
    end: int
    name_start: int
    parameters: tuple[str, ...]
    is_static: bool
    changes: tuple[Change, ...]


def functions_of(source: bytes) -> list[Function]:
    """Return all functions that a source defines, with their mutants."""
    return list(_functions(_PARSER.parse(source).root_node))


def _functions(node: Node) -> Iterator[Function]:
    for child in node.named_children:
        if child.type == "function_definition":
            function = None if _is_for_cores_alone(child) else _function(child)
            if function is not None:
                yield function
        elif child.type.startswith("preproc_if") or child.type in _AROUND_FUNCTIONS:
            yield from _functions(child)


def _function(node: Node) -> Function | None:
    declarator = node.child_by_field_name("declarator")
    body = node.child_by_field_name("body")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = declarator.child_by_field_name("declarator")
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    if declarator is None or name is None or name.type != "identifier" or body is None:
        return None
    parameters = declarator.child_by_field_name("parameters")
    assert parameters is not None
    names = (_declared(parameter) for parameter in parameters.named_children)
    changes = sorted(_changes(body), key=lambda change: (change.start, -change.end))
    return Function(
        name=_text(name),
        start=node.start_byte,
        body=body.start_byte,
        end=node.end_byte,
        name_start=name.start_byte,
        parameters=tuple(found for found in names if found),
        is_static=any(
            child.type == "storage_class_specifier" and _text(child) == "static"
            for child in node.children
        ),
        changes=tuple(changes),
    )


def _declared(parameter: Node) -> str:
    """Return the name of a parameter; empty if it has none, as in (void)."""
    node: Node | None = parameter
    while node is not None and node.type != "identifier":
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type == "parenthesized_declarator":
            inner = node.named_children[0]
        node = inner
    return _text(node) if node is not None else ""


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return _text(operator) if operator is not None else ""


# These are false in all libraries except limen-cores: calls, LM_CORES_OR(text, false), and the
# variable that has the value of one.
_ARGUMENTS: Final = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
_OF_CORES: Final = re.compile(
    rf"\b(?:(?:LM_IF_SHARED|LM_IS_SHARED|SHARED|lm_is_shared_any){_ARGUMENTS}\)"
    rf"|LM_CORES_OR{_ARGUMENTS}, false\)|is_shared\b(?!\())"
)


def _is_setting(node: Node) -> bool:
    """Return whether it is computed only from settings of the build, which tests do not vary."""
    text = _NUMBER.sub("", _OF_CORES.sub("LM_CORES", _text(node)))
    return bool(re.search(r"[A-Z]", text)) and not re.search(r"[a-z]", text)


def _is_fixed(node: Node) -> bool:
    if node.type in _FIXED:
        return True
    if node.type in {"binary_expression", "unary_expression"} and _is_setting(node):
        return True
    if node.type == "declaration":
        return any(_text(child) == "static" for child in node.children)
    if node.type == "expression_statement":  # a declaration that looks like a call
        return _text(node).startswith(_DECLARING)
    if node.type == "call_expression":
        called = _text(node).partition("(")[0]
        return "ssert" in called or called.startswith("__builtin")
    return False


def _is_value_of_case(node: Node) -> bool:
    parent = node.parent
    return (
        parent is not None
        and parent.type == "case_statement"
        and parent.child_by_field_name("value") == node
    )


_OTHER_FORMS: Final = ("LM_REQUIRE_OWN(", "LM_REQUIRE_OWN_FIRST(", "LM_REQUIRE_THREAD(")
_OTHER_LIBRARIES: Final = ("LM_SMALL_OR(", "LM_CORES_OR(", "LM_IF_CORES(")


def _is_for_cores_alone(function: Node) -> bool:
    """Return whether it is the form of a call for a shared object, which only limen-cores has.

    The parser reads the mark in its head as the type of a declaration before it.
    """
    before = function.prev_sibling
    return before is not None and " LM_ONLY_SHARED" in _text(before)


def _is_of_another_library(node: Node) -> bool:
    """Return whether it is for limen-small or limen-cores only, which these tests do not use.

    It is the text in LM_SMALL_OR(text, other) or LM_CORES_OR, all of LM_IF_CORES(text) and of
    LM_UNLESS_OWN, the last argument of LM_REQUIRE_OWN and its like, or what is below
    if (LM_SMALL) or if (LM_IF_SHARED(text)).
    """
    parent = node.parent
    if parent is None:
        return False
    is_statement = node.type == "expression_statement"
    if is_statement and _text(node).startswith(("LM_UNLESS_OWN(", "LM_IF_CORES(")):
        return True
    if parent.type == "if_statement":
        condition = parent.child_by_field_name("condition")
        text = _text(_inner(condition)) if condition is not None else ""
        is_other = text == "LM_SMALL" or _OF_CORES.fullmatch(text) is not None
        return is_other and parent.child_by_field_name("consequence") == node
    call = parent.parent
    if parent.type != "argument_list" or call is None:
        return False
    is_first, is_last = parent.named_children[0] == node, parent.named_children[-1] == node
    return (is_first and _text(call).startswith(_OTHER_LIBRARIES)) or (
        is_last and _text(call).startswith(_OTHER_FORMS)
    )


def _changes(node: Node) -> Iterator[Change]:
    """Return the mutants of a node and of all nodes below it."""
    if _is_fixed(node) or _is_value_of_case(node):
        return
    if node.type in _OPERATORS:
        yield from _OPERATORS[node.type](node)
    for child in node.named_children:
        if not _is_of_another_library(child):
            yield from _changes(child)


def _expression(node: Node, operator: str, replacement: str) -> Change:
    return _change(node, operator, replacement, is_statement=False)


def _deletion(node: Node) -> Change:
    return _change(node, "delete", "", is_statement=True)


def _change(node: Node, operator: str, replacement: str, *, is_statement: bool) -> Change:
    return Change(
        start=node.start_byte,
        end=node.end_byte,
        operator=operator,
        text=" ".join(_text(node).split()),
        replacement=replacement,
        is_statement=is_statement,
        line=node.start_point.row + 1,
    )


def _inner(node: Node) -> Node:
    """Return the expression without its parentheses."""
    while node.type == "parenthesized_expression":
        node = node.named_children[0]
    return node


def _of_condition(statement: Node) -> Iterator[Change]:
    condition = statement.child_by_field_name("condition")
    if condition is None:
        return
    node = _inner(condition)
    if _is_setting(node) or node.type in {"true", "number_literal"}:
        return
    yield _expression(node, "condition to false", "0")
    if statement.type == "if_statement":
        yield _expression(node, "condition to true", "1")


def _of_choice(node: Node) -> Iterator[Change]:
    condition = node.child_by_field_name("condition")
    if condition is not None and not _is_setting(condition):
        yield _expression(_inner(condition), "condition to false", "0")
        yield _expression(_inner(condition), "condition to true", "1")


def _is_condition(node: Node) -> bool:
    """Return whether other mutants cover its results true and false, as of a condition or term."""
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "binary_expression":
        return _operator(parent) in {"&&", "||"}
    return parent.child_by_field_name("condition") == node


def _of_binary(node: Node) -> Iterator[Change]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    assert left is not None
    assert right is not None
    operator = _operator(node)
    if operator in {"&&", "||"}:
        for side, dropped, kept in (("left", left, right), ("right", right, left)):
            if not _is_setting(dropped):
                yield _expression(node, f"drop {side} of {operator}", _text(kept))
    elif operator in _RELATIONS:
        other = _RELATIONS[operator]
        yield _expression(node, f"{operator} to {other}", f"{_text(left)} {other} {_text(right)}")
    elif operator in _ARITHMETIC:
        other = _ARITHMETIC[operator]
        yield _expression(
            node, f"{operator} to {other}", f"({_text(left)}) {other} ({_text(right)})"
        )
    if operator in {*_RELATIONS, "==", "!="} and not _is_condition(node):
        yield _expression(node, "comparison to false", "0")
        yield _expression(node, "comparison to true", "1")


def _of_unary(node: Node) -> Iterator[Change]:
    argument = node.child_by_field_name("argument")
    operator = _operator(node)
    if argument is not None and operator in {"!", "~", "-"}:
        yield _expression(node, f"remove {operator}", _text(argument))


def _of_number(node: Node) -> Iterator[Change]:
    literal = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)", _text(node))
    if literal is None:
        return
    value, suffix = int(literal[1], 0), literal[2]
    yield _expression(node, f"{value} to {int(value == 0)}", f"{int(value == 0)}{suffix}")
    if value > 1:
        yield _expression(node, f"{value} to {value + 1}", f"{value + 1}{suffix}")


def _of_assignment(node: Node) -> Iterator[Change]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = _operator(node)
    if left is not None and right is not None and operator in _ASSIGNMENTS:
        other = _ASSIGNMENTS[operator]
        yield _expression(node, f"{operator} to {other}", f"{_text(left)} {other} {_text(right)}")


def _of_update(node: Node) -> Iterator[Change]:
    operator = _operator(node)
    other = "--" if operator == "++" else "++"
    yield _expression(node, f"{operator} to {other}", _text(node).replace(operator, other))


def _of_return(node: Node) -> Iterator[Change]:
    if not node.named_children:
        yield _deletion(node)
        return
    value = _inner(node.named_children[0])
    if _text(value) in {"LM_OK", "LM_DAMAGE_NONE"}:  # which are 0
        yield _expression(value, "return 1", "1")
    elif value.type in {"identifier", "call_expression", "field_expression", "cast_expression"}:
        yield _expression(value, "return 0", "0")


def _of_truth(node: Node) -> Iterator[Change]:
    other = "false" if node.type == "true" else "true"
    yield _expression(node, f"{node.type} to {other}", other)


def _of_expression_statement(node: Node) -> Iterator[Change]:
    is_empty = not node.named_children or _is_fixed(node.named_children[0])
    if not is_empty and not _text(node).startswith("(void)"):
        yield _deletion(node)


def _of_jump(node: Node) -> Iterator[Change]:
    yield _deletion(node)


_OPERATORS: Final[Mapping[str, Callable[[Node], Iterator[Change]]]] = {
    "if_statement": _of_condition,
    "while_statement": _of_condition,
    "do_statement": _of_condition,
    "for_statement": _of_condition,
    "conditional_expression": _of_choice,
    "binary_expression": _of_binary,
    "unary_expression": _of_unary,
    "number_literal": _of_number,
    "true": _of_truth,
    "false": _of_truth,
    "assignment_expression": _of_assignment,
    "update_expression": _of_update,
    "expression_statement": _of_expression_statement,
    "break_statement": _of_jump,
    "continue_statement": _of_jump,
    "return_statement": _of_return,
}
