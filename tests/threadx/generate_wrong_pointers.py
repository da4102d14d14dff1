# SPDX-License-Identifier: Apache-2.0
"""Write services/wrong_pointers.inc: a row for wrong_pointers.c for each service with checks.

A row is SERVICE(service, the type of its object, the call), made from tx_services.inc.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
LIST: Final = HERE.parents[1] / "compat/threadx/include/tx_services.inc"
OUTPUT: Final = HERE / "services/wrong_pointers.inc"
ROW: Final = r"^TX_(CREATION|CHECKED|NOTIFICATION)\((?:[A-Z_]+, )?([a-z]\w+), (?!VOID\))(.*?)\)$"
LINE_MAX: Final = 100
FUNCTIONS: Final = {"entry_function": "nothing", "expiration_function": "nothing"}
NUMBERS: Final = {"wait_option": "TX_NO_WAIT", "message_size": "1", "inherit": "TX_INHERIT"}


def argument_of(parameter: str, kind: str, number: int) -> str:
    """Return an argument: the tested pointer, or a valid value."""
    pointed = re.search(r"\(\*(\w+)\)", parameter)
    name = pointed[1] if pointed else parameter.rsplit(maxsplit=1)[-1].lstrip("*")
    if number == 0:
        return "p"
    if pointed:
        return FUNCTIONS.get(name, "TX_NULL")
    if name.endswith("control_block_size"):
        return f"sizeof(TX_{kind})"
    if "_size" in name and name != "message_size":
        return "sizeof room" if "block" not in name else "8"
    return "place" if "*" in parameter else NUMBERS.get(name, "1")


def row(name: str, parameters: str) -> str:
    """Return the row of a service."""
    split = re.split(r", (?![^(]*\))", " ".join(parameters.split()))
    first = re.match(r"TX_(\w+) \*", split[0])
    kind = first[1] if first else "MEMORY"
    arguments = [argument_of(each, kind, number) for number, each in enumerate(split)]
    what = f"NEW_{kind}" if name.endswith("_create") else kind
    parts = [f"SERVICE({name}, {what}", f"{name}({', '.join(arguments)}))"]
    words = ", ".join(parts)
    return words if len(words) <= LINE_MAX else ",\n     ".join(parts)


def text() -> str:
    """The file."""
    declared = re.findall(ROW, LIST.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    rows = [
        row(f"_txe_{name}", parameters + ", UINT control_block_size" * (kind == "CREATION"))
        for kind, name, parameters in declared
    ]
    mark = "SPDX-" + "License-Identifier: Apache-2.0"
    head = f"/* {mark} */\n/* Made from tx_services.inc by {Path(__file__).name}: make format. */\n"
    return head + "\n".join(rows) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(text())
    elif not OUTPUT.is_file() or OUTPUT.read_text("utf-8") != text():
        OUTPUT.write_text(text(), "utf-8")
