# SPDX-License-Identifier: Apache-2.0
"""Collects the results of ThreadX services that the programs of this folder have seen.

results.toml has the possible results; a program prints the observed results at its end:

    reached tx_queue_send 0b ITCR     a result code, and the contexts in which it came
    reached tx_time_get done T        a service without a result
    reached tx_queue_send 03 T error 1 1 69 3    ... and left this in the trace: one error, of the
                                      interface 1, with this number and this status
    order tx_queue_send 09 03         of two broken rules this one was checked first

As a program, this file joins the outputs in the named files with the table, and prints the results
that are missing.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

TABLE: Final = Path(__file__).with_name("results.toml")
CONTEXTS: Final = "ITCR"
DONE: Final = "done"

_REACHED: Final = re.compile(
    r"reached (tx_\w+) (done|[0-9a-f]{2}) ([ITCR]+)(?: error (\d+) (\d+) (\d+) (\d+))?"
)
_ORDER: Final = re.compile(r"order (tx_\w+) ([0-9a-f]{2}) ([0-9a-f]{2})")


@dataclass(frozen=True, slots=True)
class Service:
    """The observable results of a service.

    Attributes:
        results: contexts, by name of the code, or "done".
        order: names of codes; the first is checked before the second.
    """

    results: Mapping[str, str]
    order: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Table:
    """All observable results.

    Attributes:
        codes: the numbers of the codes, by name.
        services: by name.
    """

    codes: Mapping[str, int]
    services: Mapping[str, Service]

    def number(self, name: str) -> str:
        """Return the number by which a program reports a code.

        >>> Table({"TX_DELETED": 1}, {}).number("TX_DELETED")
        '01'
        """
        return DONE if name == DONE else f"{self.codes[name]:02x}"


@dataclass(frozen=True, slots=True)
class Seen:
    """Observed results: contexts by service and code, and pairs of rules by service.

    The errors are those of all calls of a service with one result; they are empty if no error
    occurred.
    """

    results: defaultdict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    orders: set[tuple[str, str, str]] = field(default_factory=set)
    errors: set[tuple[str, str, tuple[int, ...]]] = field(default_factory=set)


def read_table(path: Path = TABLE) -> Table:
    """Read the table.

    Raises:
        ValueError: a service has an unknown code or context.
    """
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    codes: dict[str, int] = content["codes"]
    services = {}
    for name, entry in content["services"].items():
        order = frozenset((first, second) for first, second in entry.pop("order", []))
        for code, contexts in entry.items():
            if code not in codes and code != DONE:
                raise ValueError(f"{path.name}: {name}: {code} is not among the codes: add it")
            if not set(contexts) <= set(CONTEXTS):
                raise ValueError(f"{path.name}: {name}: {code}: {contexts} is not of {CONTEXTS}")
        for code in {code for pair in order for code in pair}:
            if code not in entry:
                raise ValueError(f"{path.name}: {name}: order: {code} is not a result of it")
        services[name] = Service(entry, order)
    return Table(codes, services)


def collect(outputs: Iterable[str]) -> Seen:
    """Return the results in the outputs of programs.

    >>> sorted(collect(["reached tx_time_get done IT"]).results["tx_time_get", "done"])
    ['I', 'T']
    """
    seen = Seen()
    for line in (line for output in outputs for line in output.splitlines()):
        if match := _REACHED.fullmatch(line):
            seen.results[match[1], match[2]].update(match[3])
            numbers = tuple(int(number) for number in match.groups()[3:] if number is not None)
            seen.errors.add((match[1], match[2], numbers))
        elif match := _ORDER.fullmatch(line):
            seen.orders.add((match[1], match[2], match[3]))
    return seen


def missing(table: Table, seen: Seen) -> list[str]:
    """Return one line for each result and each order that no program has seen."""
    found = []
    for name, service in table.services.items():
        for code, contexts in service.results.items():
            left = set(contexts) - seen.results.get((name, table.number(code)), set())
            if left:
                where = "".join(letter for letter in CONTEXTS if letter in left)
                found.append(f"{name}: {code} was not reached in {where}")
        for first, second in sorted(service.order):
            if (name, table.number(first), table.number(second)) not in seen.orders:
                found.append(f"{name}: nobody showed that {first} is checked ahead of {second}")
    return found


def unknown(table: Table, seen: Seen) -> list[str]:
    """Return one line for each observed service and result that the table lacks."""
    found = []
    for name, number in sorted(seen.results):
        service = table.services.get(name)
        if service is None:
            found.append(f"{name}: the table does not have it")
        elif number not in {table.number(code) for code in service.results}:
            found.append(f"{name}: answered {number}, which is none of its results")
    return found


def wrong_errors(table: Table, seen: Seen, names: Mapping[str, Any]) -> list[str]:
    """Return one line for each result with a wrong record in the trace.

    Args:
        table: for the names of codes.
        seen: by programs with a trace.
        names: spec/errors.json, and the numbers of services as "services".
    """
    found = []
    for service, number, error in sorted(seen.errors):
        codes = {table.number(code): code for code in table.services[service].results}
        expected = _errors_of(service, codes[number], names)
        if error not in expected:
            found.append(f"{service}: {number} left {error}, not one of {expected}")
    return found


def _errors_of(service: str, code: str, names: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Return the records that a call may write: its own error, or that of a call of the kernel."""
    codes = {name: int(number) for number, name in names["threadx_statuses"].items()}
    if code not in codes:
        return [()]
    number = names["services"].get(service)
    own: list[tuple[int, ...]] = [()] if number is None else [(1, 1, int(number), codes[code])]
    return own + [
        (1, 0, int(call), int(status))
        for call, answer in names["threadx_answers"].items()
        for status in names["statuses"]
        if answer == [service, code]
    ]


def main(paths: list[str]) -> int:
    """Join the outputs in these files with the table. Return the exit status."""
    table = read_table()
    seen = collect(Path(path).read_text(encoding="utf-8") for path in paths)
    found = missing(table, seen) + unknown(table, seen)
    for line in found:
        print(line)
    total = sum(len(service.results) for service in table.services.values())
    print(f"{len(table.services)} services, {total} results, {len(found)} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
