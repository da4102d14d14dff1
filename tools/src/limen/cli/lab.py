# SPDX-License-Identifier: Apache-2.0
"""``limen lab``: the experiments."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from limen.choices import SAFETY_SECONDS
from limen.cli.command import Argument, Exit, Option
from limen.cli.render import build_output, note, print_json, print_result, print_table
from limen.cli.status import CHECK_FAILED
from limen.cli.table import Styled
from limen.errors import LabError, MissingError
from limen.parts import needs
from limen.whole import write_whole

if TYPE_CHECKING:
    from limen.lab import Lab, Row, Settings
    from limen.linux import Options, Results

__all__ = ["calibrate", "list_labs", "run", "run_on_ports"]

HOST = "host"
LINUX = "linux"
_PORTS_PAGE = "docs/labs/ports.md"

Json = Annotated[bool, Option("--json", help="print one JSON value instead of a table")]


@needs("labs")
def list_labs(json: Json = False) -> None:
    """List the labs."""
    from limen.lab import find_labs, load_lab
    from limen.run import find_root

    root = find_root(Path.cwd())
    labs = [load_lab(root, name) for name in find_labs(root)]
    if json:
        print_json({"labs": [_summary(lab.model_dump()) for lab in labs]})
        return
    rows = [
        [
            lab.name,
            lab.title,
            ", ".join(case.name for case in lab.cases),
        ]
        for lab in labs
    ]
    print_table("Labs", ["lab", "title", "cases"], rows)


def _summary(lab: dict[str, Any]) -> dict[str, Any]:
    cases = [{"name": case["name"], "title": case["title"]} for case in lab["cases"]]
    texts = {key: lab[key] for key in ("name", "title", "source", "figure", "description")}
    return {**texts, "cases": cases}


@needs("labs")
def run(
    names: Annotated[list[str] | None, Argument(help="labs; all if none is named")] = None,
    target: Annotated[
        list[str] | None,
        Option(
            help="host (default), mps2-an385, microbit, rp2040, ibex, linux, linux-6.12, linux-7; "
            "some labs: the other targets of QEMU"
        ),
    ] = None,
    case: Annotated[list[str] | None, Option(help="cases of the lab; all if none is named")] = None,
    json: Json = False,
    trace: Annotated[Path | None, Option(help="keep the traces in this folder")] = None,
    signals: Annotated[
        Path | None, Option(help="keep recorded signals and their pictures in this folder")
    ] = None,
    timeout: Annotated[float, Option(help="seconds for each case", min=0.1)] = SAFETY_SECONDS,
    full: Annotated[
        bool, Option("--full", help="linux: use the full times, not a tenth of them")
    ] = False,
    cyclictest: Annotated[
        bool, Option("--cyclictest", help="linux: also measure latencies under load")
    ] = False,
    kvm: Annotated[
        bool, Option("--kvm", help="linux: run on this processor; each run then differs")
    ] = False,
    skip_missing: Annotated[
        bool, Option("--skip-missing", help="linux: leave the lab out if a prerequisite is missing")
    ] = False,
    logs: Annotated[
        Path | None, Option(help="linux: keep the output of the serial ports in this folder")
    ] = None,
) -> None:
    """Run labs and compare the results. Status 1 if a value is not as expected."""
    from limen.lab import Settings, find_labs, load_lab, run_labs
    from limen.lab.definition import LINUX_MODELS
    from limen.lab.ports import targets_of
    from limen.linux import Options
    from limen.run import find_root, target_named

    root = find_root(Path.cwd())
    labs = [load_lab(root, name) for name in dict.fromkeys(names or find_labs(root))]
    chosen = list(dict.fromkeys(target or (_homes(labs, root) if names else _usual(labs))))
    targets = [target_named(name) for name in chosen if name not in LINUX_MODELS]
    kernels = tuple(name for name in chosen if name in LINUX_MODELS)
    options = Options(kernels, full, cyclictest, kvm, logs)
    with build_output() as on_line:
        settings = Settings(
            root,
            on_step=note,
            on_line=on_line,
            traces=trace,
            signals=signals,
            cases=frozenset(case or ()),
            timeout_seconds=timeout,
        )
        rows = run_labs(labs, targets, settings)
        results = _on_linux(labs, settings, options, skip_missing) if kernels else []
    rows += [row for lab, of in results for row in of.rows(lab, settings.cases)]
    if not rows and not (kernels and skip_missing):
        problem = f"nothing of {', '.join(lab.name for lab in labs)} is measured there"
        places = dict.fromkeys(name for lab in labs for name in targets_of(lab))
        raise LabError("--target", problem, f"take one of {', '.join(places)}")
    if json:
        print_result({"results": [_result(row) for row in rows]})
    else:
        _print_rows([row for row in rows if row.target not in LINUX_MODELS])
        _print_linux(results, settings.cases)
    failed = [row for row in rows if not row.ok]
    for row in failed:
        note(f"limen: {row.lab}, {row.case}, {row.target}: {row.metric}: {row.note}")
    if failed:
        raise Exit(CHECK_FAILED)


def _on_linux(
    labs: list[Lab], settings: Settings, options: Options, skip_missing: bool
) -> list[tuple[Lab, Results]]:
    """Return the labs that run on Linux; with skip_missing, none if a prerequisite is missing."""
    from limen.linux import run_linux

    try:
        return [(lab, run_linux(settings, options)) for lab in labs if LINUX in lab.targets]
    except MissingError as error:
        if not skip_missing:
            raise
        note(f"limen: lab linux is left out: {error}")
        return []


def _usual(labs: list[Lab]) -> list[str]:
    """The default targets of labs: the host, and all that need no network."""
    from limen.linux import Cache, is_cached

    if not any(LINUX in lab.targets for lab in labs):
        return [HOST]
    cache = Cache.of_user()
    if is_cached(cache):
        return [HOST, LINUX]
    note(f"lab linux is left out: its packages are not in {cache.folder}; name it to fetch them")
    return [HOST]


def _homes(labs: list[Lab], root: Path) -> list[str]:
    """The default targets of these labs: the host, or the targets on which they can run.

    A target that has to be compiled for a minute is not chosen, but a note names it.
    """
    from limen.lab.definition import LINUX_MODELS
    from limen.run import target_named
    from limen.run.ibex import is_model_built

    homes = dict.fromkeys(name for lab in labs for name in lab.usual_targets)
    ours = [target_named(name) for name in homes if name not in LINUX_MODELS]
    for target in ours:
        if target.is_on_request and not is_model_built(root):
            note(f"{target.name} is left out: its model is not built; --target builds it")
            del homes[target.name]
    return list(homes)


def _result(row: Row) -> dict[str, Any]:
    return {key: value for key, value in asdict(row).items() if key != "note"}


def _print_rows(rows: list[Row]) -> None:
    """Print a table for each lab: the published values and the measured ones, by target."""
    for lab in dict.fromkeys(row.lab for row in rows):
        of_lab = [row for row in rows if row.lab == lab]
        targets = list(dict.fromkeys(row.target for row in of_lab))
        cases = list(dict.fromkeys(row.case for row in of_lab))
        by_line: dict[tuple[str, str, str, str], dict[str, Row]] = {}
        for row in sorted(of_lab, key=lambda row: cases.index(row.case)):
            key = (row.case, row.metric, row.unit, row.note)
            by_line.setdefault(key, {})[row.target] = row
        heads = ["case", "metric", ">paper", *(f">{target}" for target in targets), "unit", "ok"]
        print_table(lab, heads, [_line(key, line, targets) for key, line in by_line.items()])


def _print_linux(results: list[tuple[Lab, Results]], cases: frozenset[str]) -> None:
    """Print tables with the models as columns; in brackets the values of the article."""
    from limen.linux import matrices

    for lab, of in results:
        for matrix in matrices(lab, of, cases):
            print_table(f"{lab.name}: {matrix.title}", matrix.heads, matrix.lines)


def _line(key: tuple[str, str, str, str], line: dict[str, Row], targets: list[str]) -> list[Any]:
    case, metric, unit, note = key
    paper = next(iter(line.values())).paper
    measured = [line[target].measured if target in line else None for target in targets]
    is_ok = all(row.ok for row in line.values())
    verdict = Styled("yes", "green") if is_ok else Styled(f"NO: {note}", "red")
    return [case, metric, paper, *measured, unit, verdict]


@needs("labs")
def calibrate() -> None:
    """Measure the costs of the kernel and of the gate of user threads.

    The host charges the costs of the kernel, which are those on mps2-an385. The costs of the gate
    are the extra time of calls of user threads; limen analyze uses them.
    """
    from limen.lab.costs import measure_costs, write_costs
    from limen.lab.gate import GATE_TARGETS, measure_gate, write_gate
    from limen.run import find_root

    root = find_root(Path.cwd())
    costs = measure_costs(root, "mps2-an385", note)
    path = write_costs(root, "mps2-an385", costs)
    print(f"{path.relative_to(root)}: {costs} thousandths of a tick")
    gates = {name: measure_gate(root, name, note) for name in GATE_TARGETS}
    print(f"{write_gate(gates).name}: {gates} nanoseconds")


@needs("labs")
def run_on_ports() -> None:
    """Run labs on the other processors, and write their numbers into docs/labs/ports.md."""
    from limen.lab import Settings, find_labs, load_lab, run_labs
    from limen.lab.definition import EMULATOR
    from limen.lab.ports import PORTS, ports_page
    from limen.run import find_root, target_named

    root = find_root(Path.cwd())
    labs = [lab for lab in (load_lab(root, name) for name in find_labs(root)) if lab.on_ports]
    labs.sort(key=lambda lab: lab.place)
    targets = [target_named(name) for name in (EMULATOR, *PORTS)]
    with build_output() as on_line:
        rows = run_labs(labs, targets, Settings(root, on_step=note, on_line=on_line))
    failed = [row for row in rows if not row.ok]
    for row in failed:
        note(f"limen: {row.lab}, {row.case}, {row.target}: {row.metric}: {row.note}")
    if failed:
        raise Exit(CHECK_FAILED)
    write_whole(root / _PORTS_PAGE, ports_page(labs, rows))
    print(_PORTS_PAGE)
