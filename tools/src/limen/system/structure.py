# SPDX-License-Identifier: Apache-2.0
"""Checks that a description has the structure of ``spec/system.schema.json``.

The schema is the only list of keys.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft202012Validator, validators

from limen.system.place import spelling
from limen.times import TIME_MAX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jsonschema import ValidationError

    from limen.system.place import Place

__all__ = ["check_structure", "schema"]

_SHOWN_MAX: Final = 40
_KINDS: Final = {
    "integer": "a whole number",
    "string": "a text",
    "array": "an array",
    "object": "a table",
}


@cache
def schema() -> dict[str, Any]:
    """The schema of system.toml as a JSON value."""
    text = (Path(__file__).parent / "system.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def check_structure(tables: Mapping[str, object], place: Place) -> None:
    """Check the keys and the types of a description.

    Raises:
        DescriptionError: the first of them, in the order of the file, that is wrong.
    """
    errors = sorted(_validator().iter_errors(tables), key=_order)
    for error in errors:
        path = tuple(error.absolute_path)
        if error.validator == "required":
            missing = next(key for key in error.validator_value if key not in error.instance)
            what = f"[[{missing}]]" if missing == "thread" else missing
            place.fail(path, f"the key {missing} is missing", f"add {what}")
        if error.validator == "additionalProperties":
            known = list(error.schema["properties"])
            unknown = next(key for key in error.instance if key not in known)
            remedy = f"remove it, or correct its spelling: {spelling(unknown, known)}"
            place.fail((*path, unknown), "unknown key", remedy)
        place.fail(path, *_complaint(error))


@cache
def _validator() -> Any:  # noqa: ANN401 - jsonschema has no type for the classes that it makes
    # For JSON Schema, 1.0 is an integer, and a pattern can match it; for users it is not.
    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    return validators.extend(Draft202012Validator, type_checker=strict)(schema())


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _order(error: ValidationError) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in error.absolute_path]


def _complaint(error: ValidationError) -> tuple[str, str]:
    """The problem of a value, and the remedy."""
    value, limit = error.instance, error.validator_value
    if error.schema.get("title") == "bytes":
        remedy = 'write a whole number of bytes, or a text such as "1K"'
        return f"{_shown(value)} is not a number of bytes", remedy
    if error.validator == "anyOf":
        return _time_complaint(value, error.schema["anyOf"][0]["minimum"])
    shown = _shown(value)
    kind = _KINDS.get(str(limit), "")
    complaints = {
        "type": (f"{shown} is not {kind}", f"write {kind}"),
        "minimum": (f"{shown} is too small", f"write {limit} or more"),
        "maximum": (f"{shown} is too large", f"write {limit} or less"),
        "minItems": ("it is empty", "add an entry, or remove the key"),
        "enum": (f"{shown} is not known", f"take one of {_listed(limit)}"),
        "pattern": (f"{shown} does not have the right form", _form(error.schema)),
    }
    return complaints[str(error.validator)]


def _listed(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, list) else ""


def _form(form: Mapping[str, Any]) -> str:
    """The remedy for a text that a pattern does not match."""
    about = str(form.get("description", ""))
    return f"write {about[:1].lower()}{about[1:].rstrip('.')}"


def _time_complaint(value: object, least: int) -> tuple[str, str]:
    if not _is_integer(None, value):
        remedy = 'write a whole number of ticks, or a text such as "250us"'
        return f"{_shown(value)} is not a time", remedy
    if isinstance(value, int) and value < least:
        word = "zero" if value == 0 else "negative"
        return f"a time of {_shown(value)} ticks is {word}", f"write {least} or more"
    return f"{_shown(value)} ticks are too many", f"write at most {TIME_MAX}, or take a longer tick"


def _shown(value: object) -> str:
    """Return a value for a message. A long one is cut, such as a number of a million digits."""
    if isinstance(value, int) and value.bit_length() > 4 * _SHOWN_MAX:
        return "a number of more than 40 digits"
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "an array"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_MAX else f"{text[:_SHOWN_MAX]}..."
