# SPDX-License-Identifier: Apache-2.0
"""The description of a CMSIS-Pack: one component, which is a library with its board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

    from limen.project.drop.formats import Drop

__all__ = ["pdsc"]

_SCHEMA: Final = {
    "schemaVersion": "1.7.7",
    "xmlns:xs": "http://www.w3.org/2001/XMLSchema-instance",
    "xs:noNamespaceSchemaLocation": "PACK.xsd",
}
_CATEGORIES: Final = {".c": "sourceC", ".S": "sourceAsm"}


def pdsc(drop: Drop, name: str, cpu: str, summary: str) -> str:
    """The text of the .pdsc.

    Args:
        drop: that is packed.
        name: of the pack.
        cpu: of the compiler's option -mcpu.
        summary: what this is.
    """
    package = ET.Element("package", _SCHEMA)
    for tag, text in (
        ("vendor", "Limen"),
        ("name", name),
        ("description", f"{summary}: {drop.library} for {drop.target}"),
        ("url", ""),
        ("license", "LICENSE"),
    ):
        _add(package, tag, text)
    release = _add(_add(package, "releases"), "release", "See CHANGELOG.md of Limen.")
    release.set("version", drop.version)
    core = cpu.replace("cortex-m", "Cortex-M").replace("plus", "+")
    condition = _add(_add(package, "conditions"), "condition", id=f"gcc and {core}")
    processor = _add(condition, "require", Dcore=core)
    for one in drop.options:
        if one.startswith("-mfpu="):
            processor.set("Dfpu", "SP_FPU" if "-sp-" in one else "DP_FPU")
    _add(condition, "require", Tcompiler="GCC")
    attributes = {"Cclass": "RTOS", "Cgroup": "Limen", "Cvariant": drop.library}
    attributes |= {"Cversion": drop.version, "condition": f"gcc and {core}"}
    component = _add(_add(package, "components"), "component", **attributes)
    _add(component, "description", _what_a_pack_cannot_say(drop))
    _add(component, "Pre_Include_Global_h", _defines(drop.definitions))
    _add(component, "Pre_Include_Local_Component_h", _defines(drop.own_definitions))
    files = _add(component, "files")
    for folder in (*drop.folders, *drop.own_folders):
        _add(files, "file", category="include", name=f"{folder}/")
    for path in sorted(drop.files):
        category = _CATEGORIES.get(path[path.rfind(".") :])
        if category is not None:
            _add(files, "file", category=category, name=path)
    if drop.script is not None:
        _add(files, "file", category="linkerScript", name=drop.script)
    ET.indent(package)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(package, "unicode")}\n'


def _what_a_pack_cannot_say(drop: Drop) -> str:
    """Options that a description of a pack has no place for."""
    compiled = [one for one in (*drop.own_options, *drop.options) if not one.startswith("-mcpu=")]
    linked = [*drop.link, f"-L{drop.script_folder}", *(f"-l{one}" for one in drop.link_libraries)]
    return (
        f"{drop.library} with the board {drop.target}; compile it with {' '.join(compiled)}, "
        f"and link the program with {' '.join(linked)}, where -L names a folder of the pack"
    )


def _defines(definitions: Iterable[str]) -> str:
    """Lines of a header.

    >>> _defines(["LM_LEVELS=32"])
    '#define LM_LEVELS 32'
    """
    return "\n".join(f"#define {one.replace('=', ' ', 1)}" for one in definitions)


def _add(parent: Element, tag: str, text: str | None = None, **attributes: str) -> Element:
    child = ET.SubElement(parent, tag, attributes)
    child.text = text
    return child
