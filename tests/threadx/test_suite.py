# SPDX-License-Identifier: Apache-2.0
"""Goal: Limen's interface of ThreadX returns the results of ThreadX, on every target.

Method: the programs of this folder check themselves, on the host in virtual time and on a Cortex-M3
in QEMU, with the same output; those of single services run only on the host. LIMEN_LONG runs all on
all targets, and the demonstration on the other boards. Together the programs have to see every
result of every service, in every context that results.toml names, and each pair of rules in its
order.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import results
from layer_targets import LONG_NAMES, OTHER_NAMES, TARGETS

from limen.run import LAB_TARGETS, build, find_root, run_program, target_named
from support.further import IS_LONG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from limen.run import Target

HERE = Path(__file__).parent
ROOT = find_root(HERE)
HOST = target_named("host")
FOLDERS = ("services", "behaviour", "scheduling", "fields", "time")
PROGRAMS = sorted(
    f"suite-{folder}-{path.stem}" for folder in FOLDERS for path in (HERE / folder).glob("*.c")
)
# Separate programs with their own message of success. Those that spin need a clock that advances by
# itself.
STYLE = sorted(f"suite-style-{path.stem}" for path in (HERE / "style").glob("*.c"))
SPINNING = {
    "suite-style-spin_on_time",
    "suite-style-relinquish",
    "suite-style-preemption_by_interrupts",
    "suite-style-prioritize_interrupted",
}
# If a busy machine delayed a program by a tick, its ticks are longer the next time.
REAL = ("real", "real:0.1", "real:0.01")
# Their trace differs from that of the suite.
OWN_TRACE = {"suite-services-trace_on", "suite-services-trace_errors"}
FAST = [
    f"{name}-fast"
    for name in PROGRAMS
    if not name.startswith("suite-services-") and not name.endswith("-preemption_locked")
]


# The same programs, with a library without checks.
MORE = FAST if IS_LONG else []


def targets_of(program: str) -> tuple[Target, ...]:
    """Return the targets.

    Programs about arguments of services need only one: their C code is the same.
    """
    is_everywhere = IS_LONG or not program.startswith("suite-services-")
    return TARGETS if is_everywhere else (HOST,)


@pytest.fixture(scope="session")
def executables() -> Mapping[str, Mapping[str, Path]]:
    """The executables by target and program."""
    wanted = {
        target: [program for program in (*PROGRAMS, *MORE, *STYLE) if target in targets_of(program)]
        for target in TARGETS
    }
    return {target.name: build(ROOT, target, wanted[target], lambda _: None) for target in TARGETS}


def run(target: Target, executable: Path, folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    done = run_program(target, executable, [], scratch=folder)
    assert done.status == 0, done.output
    return done.output


@pytest.mark.parametrize("program", [*PROGRAMS, *MORE])
def test_targets_agree(
    program: str,
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    outputs = {
        run(target, executables[target.name][program], tmp_path / target.name)
        for target in targets_of(program)
    }
    assert len(outputs) == 1
    assert outputs.pop().splitlines()[-1] == "suite ok"


@pytest.mark.parametrize("program", STYLE)
def test_targets_agree_in_real_time(
    program: str,
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    emulated, host = target_named("mps2-an385"), HOST
    expected = run(emulated, executables[emulated.name][program], tmp_path)
    for clocks in (REAL, ("real:10", *REAL)) if program in SPINNING else (("virtual",), REAL):
        outputs = []
        for clock in clocks:
            monkeypatch.setenv("LIMEN_CLOCK", clock)
            outputs.append(run(host, executables[host.name][program], tmp_path))
            if outputs[-1] == expected:
                break
        assert outputs[-1] == expected


@pytest.mark.long("one more kernel for each board")
@pytest.mark.parametrize("name", OTHER_NAMES)
def test_the_demonstration_runs_on_other_boards(name: str, tmp_path: Path) -> None:
    target = target_named(name)
    program = build(ROOT, target, ["threadx-demo"], lambda _: None)["threadx-demo"]
    assert run(target, program, tmp_path).endswith("passed\n")


def test_every_result_is_reached(
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    table = results.read_table()
    seen = results.collect(run(HOST, executables[HOST.name][name], tmp_path) for name in PROGRAMS)
    assert results.missing(table, seen) == []
    assert results.unknown(table, seen) == []


def test_each_error_is_in_the_trace(
    executables: Mapping[str, Mapping[str, Path]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An error is recorded for the kernel's call if the kernel finds it, else for the service."""
    monkeypatch.setenv("LIMEN_CLOCK", "virtual")
    names = json.loads((ROOT / "spec/errors.json").read_text(encoding="utf-8"))
    rows = json.loads((ROOT / "spec/threadx-events.json").read_text(encoding="utf-8"))
    names["services"] = {row[3]: row[0] for row in rows if row[1] == "ThreadX"}
    programs = [name for name in PROGRAMS if name not in OWN_TRACE]
    seen = results.collect(run(HOST, executables[HOST.name][name], tmp_path) for name in programs)
    assert results.wrong_errors(results.read_table(), seen, names) == []


def test_the_page_says_when_which_target_is_tried() -> None:
    page = (ROOT / "compat/threadx/README.md").read_text(encoding="utf-8")
    section = page[page.index("## Targets") : page.index("## Options")]
    said = dict(re.findall(r"^\| `([\w-]+)` \|[^|]*\| `make ([\w-]+)`", section, re.MULTILINE))
    by_default = {target.name: "test" for target in LAB_TARGETS}
    assert said == {**dict.fromkeys(LONG_NAMES, "test-long"), **by_default}
    others = re.search(r"The demonstration runs on (.*) as well", section)
    assert others is not None
    assert sorted(re.findall(r"`([\w-]+)`", others[1])) == sorted(OTHER_NAMES)


def test_table_has_all_services() -> None:
    """The table has the services for which the headers define a tx_ name."""
    folder = ROOT / "compat/threadx/include"
    headers = [(folder / name).read_text(encoding="utf-8") for name in ("tx_names.h", "tx_start.h")]
    names = set(re.findall(r"#define (tx_\w+)", "".join(headers)))
    assert names == set(results.read_table().services)


def small_table() -> results.Table:
    service = results.Service(
        {"TX_SUCCESS": "IT", "TX_PTR_ERROR": "T"}, frozenset({("TX_PTR_ERROR", "TX_SUCCESS")})
    )
    return results.Table({"TX_SUCCESS": 0, "TX_PTR_ERROR": 3}, {"tx_put": service})


def test_what_is_missing_is_named() -> None:
    seen = results.collect(["reached tx_put 00 T\nreached tx_put 03 TR\n"])
    assert results.missing(small_table(), seen) == [
        "tx_put: TX_SUCCESS was not reached in I",
        "tx_put: nobody showed that TX_PTR_ERROR is checked ahead of TX_SUCCESS",
    ]
    seen = results.collect(["reached tx_put 00 IT", "reached tx_put 03 T", "order tx_put 03 00"])
    assert results.missing(small_table(), seen) == []


def test_what_the_table_lacks_is_named() -> None:
    seen = results.collect(["reached tx_put 04 T", "reached tx_get 00 T"])
    assert results.unknown(small_table(), seen) == [
        "tx_get: the table does not have it",
        "tx_put: answered 04, which is none of its results",
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('TX_PTR_EROR = "T"', "TX_PTR_EROR is not among the codes"),
        ('TX_SUCCESS = "TX"', "TX is not of ITCR"),
        ('TX_SUCCESS = "T"\norder = [["TX_PTR_ERROR", "TX_SUCCESS"]]', "is not a result of it"),
    ],
)
def test_mistakes_in_the_table_are_named(line: str, complaint: str, tmp_path: Path) -> None:
    table = tmp_path / "results.toml"
    table.write_text(f"[codes]\nTX_SUCCESS = 0\nTX_PTR_ERROR = 3\n[services.tx_put]\n{line}\n")
    with pytest.raises(ValueError, match=complaint):
        results.read_table(table)
