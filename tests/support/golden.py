# SPDX-License-Identifier: Apache-2.0
"""The expected results for a set of small traces, in files that both readers have to match.

``source`` in each NAME.analysis.json in golden/analysis is the path of its trace from tests/tools.
``stats`` is the answer of ``limen trace stats --json``, ``window`` the same from event ``first`` up
to event ``last``, without ``popular``; ``why`` is the answer of ``limen trace why --json``. To save
space, lists of rows are written as the names of their columns, then the values.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from limen.trace import Trace, open_trace, parse_trace
from limen.trace.analysis import analyse
from limen.trace.statistics import statistics_json
from support.rows import held_off_rows, job_rows, switch_rows, wait_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from limen.trace import TrxTrace

__all__ = ["TESTS", "golden_text", "open_source", "sources"]

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden" / "analysis"


def sources() -> dict[str, Path]:
    """Return traces by the names of their golden files."""
    made = (*GOLDEN.glob("*.limen"), *GOLDEN.glob("*.trx"))
    files = [*made, *(TESTS / "data/trx").glob("*.trx"), TESTS / "golden/big.hex"]
    return {f"{path.stem}.analysis.json": path for path in sorted(files)}


def open_source(path: Path) -> Trace | TrxTrace:
    """Open a trace, also one in hexadecimal digits with comments."""
    if path.suffix != ".hex":
        return open_trace(path)
    lines = path.read_text().splitlines()
    return parse_trace(bytes.fromhex(" ".join(line.split("#")[0] for line in lines)), path.name)


def golden_text(path: Path, trace: Trace | TrxTrace | None = None) -> str:
    """Return the results for a trace, by default that of the file, with a list of rows per line."""
    trace = open_source(path) if trace is None else trace
    analysis = analyse(trace)
    first, last = len(trace) // 4, 3 * len(trace) // 4
    found: dict[str, Any] = {
        "source": str(path.relative_to(TESTS)),
        "stats": statistics_json(trace),
        "window": {
            name: value
            for name, value in statistics_json(trace, first, last).items()
            if name != "popular"
        },
        "why": _table(switch_rows(analysis)),
        "waits": _table(wait_rows(analysis)),
        "held_off": _table(held_off_rows(analysis)),
        "jobs": _table(job_rows(analysis)),
    }
    lines = ",\n".join(f'"{name}":{_compact(value)}' for name, value in found.items())
    return f"{{\n{lines}\n}}\n"


def _table(rows: Sequence[Mapping[str, object]]) -> dict[str, Any]:
    return {"columns": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
