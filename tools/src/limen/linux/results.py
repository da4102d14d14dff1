# SPDX-License-Identifier: Apache-2.0
"""The results of lab linux as a value and as a file.

The repository contains the file of one run at the times of the article, labs/linux/results.json.
Reports show it when the lab is not run, and docs/labs/linux.md is written from it. It contains the
measured values, which are compared with the expectations when they are read.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from limen.errors import LabError
from limen.lab.transcript import Line
from limen.linux.check import Reading, rows
from limen.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from limen.lab.definition import Lab
    from limen.lab.measure import Row
    from limen.linux.check import Key

__all__ = [
    "NOT_RECORDED",
    "RECORDED",
    "RECORDINGS",
    "Kernel",
    "Results",
    "read_results",
    "recorded_files",
    "write_recordings",
    "write_results",
]

RECORDED: Final = "labs/linux/results.json"
# The others take part in the cases with interrupts only.
NOT_RECORDED: Final = "threadirqs"
RECORDINGS: Final = "labs/linux/recordings"
_RECORDING: Final = "{}-{}.ftrace.txt.gz"


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel that was booted.

    Attributes:
        target: of the lab.
        boot: name of the boot.
        release: as ``uname -r`` says it.
        version: as reported by ``uname -v``, with the version of Debian's package.
        models: that it ran.
        choice: its name of the preemption model in the last of them; empty: unknown.
    """

    target: str
    boot: str
    release: str
    version: str
    models: tuple[str, ...]
    choice: str


@dataclass(frozen=True, slots=True)
class Results:
    """All numbers of a run.

    Attributes:
        date: of the run, YYYY-MM-DD.
        scale: the times of the article were divided by it.
        with_cyclictest: its cases were run.
        kernels: that were booted.
        transcripts: of the program of the article, by target and model.
        numbers: by target, then by case and metric.
        recordings: texts of ftrace of case plain, by target and model; files of their own.
    """

    date: str
    scale: int
    with_cyclictest: bool
    kernels: tuple[Kernel, ...]
    transcripts: Mapping[tuple[str, str], tuple[Line, ...]]
    numbers: Mapping[str, Mapping[Key, Reading]]
    recordings: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        """The versions of the kernels, by target: the first two numbers of the releases."""
        return {
            kernel.target: ".".join(kernel.release.split("-")[0].split(".")[:2])
            for kernel in self.kernels
        }

    def of(self, target: str) -> Results:
        """The results of one target."""
        return replace(
            self,
            kernels=tuple(kernel for kernel in self.kernels if kernel.target == target),
            transcripts={key: of for key, of in self.transcripts.items() if key[0] == target},
            numbers={target: self.numbers[target]},
        )

    def rows(self, lab: Lab, cases: frozenset[str] = frozenset()) -> list[Row]:
        """A row for each number that a lab promises.

        Args:
            lab: with the promises.
            cases: names of the selected cases; none: all.
        """
        return [
            row
            for target, by_key in self.numbers.items()
            for row in rows(
                lab,
                by_key,
                target=target,
                scale=self.scale,
                with_cyclictest=self.with_cyclictest,
                cases=cases,
            )
        ]


def write_recordings(folder: Path, results: Results) -> dict[tuple[str, str], Path]:
    """Write the texts of ftrace into a folder, which is there.

    Returns:
        Their files, by target and model.
    """
    files = {key: folder / _RECORDING.format(*key) for key in results.recordings}
    for key, path in files.items():
        write_whole(path, gzip.compress(results.recordings[key].encode(), mtime=0))
    return files


def recorded_files(root: Path, results: Results) -> dict[tuple[str, str], Path]:
    """The texts of ftrace that the repository has of these results, by target and model.

    Args:
        root: of the repository.
        results: read from RECORDED.
    """
    keys = [
        (kernel.target, model)
        for kernel in results.kernels
        for model in kernel.models
        if model != NOT_RECORDED
    ]
    files = {key: root / RECORDINGS / _RECORDING.format(*key) for key in keys}
    return {key: path for key, path in files.items() if path.is_file()}


def write_results(path: Path, results: Results) -> None:
    """Write the file."""
    value = {
        "date": results.date,
        "scale": results.scale,
        "with_cyclictest": results.with_cyclictest,
        "kernels": [asdict(kernel) for kernel in results.kernels],
        "transcripts": [
            {"target": target, "model": model, "lines": [[line.second, line.text] for line in of]}
            for (target, model), of in results.transcripts.items()
        ],
        "numbers": [
            {"target": target, "case": case, "metric": metric, "value": reading.value}
            | ({"problem": reading.problem} if reading.problem else {})
            for target, by_key in results.numbers.items()
            for (case, metric), reading in by_key.items()
        ],
    }
    write_whole(path, (_one_entry_a_line(value) + "\n").encode())


def _one_entry_a_line(value: dict[str, Any]) -> str:
    """JSON that a person can read and git can compare."""
    members = []
    for key, member in value.items():
        text = json.dumps(member, ensure_ascii=False)
        if isinstance(member, list):
            entries = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in member)
            text = f"[\n    {entries}\n  ]"
        members.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}"


def read_results(path: Path) -> Results:
    """Read the file.

    Raises:
        LabError: it is not there, or it is not such a file.
    """
    try:
        return _results(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        problem = error.strerror or str(error)
        raise LabError(str(path), problem, "run limen lab report linux") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"these are not results of lab linux: {error!r}"
        raise LabError(str(path), problem, "run limen lab report linux") from error


def _results(value: dict[str, Any]) -> Results:
    numbers: dict[str, dict[Key, Reading]] = {}
    for entry in value["numbers"]:
        reading = Reading(entry["value"], entry.get("problem", ""))
        numbers.setdefault(entry["target"], {})[entry["case"], entry["metric"]] = reading
    return Results(
        date=value["date"],
        scale=value["scale"],
        with_cyclictest=value["with_cyclictest"],
        kernels=tuple(
            Kernel(**{**entry, "models": tuple(entry["models"])}) for entry in value["kernels"]
        ),
        transcripts={
            (entry["target"], entry["model"]): tuple(Line(*line) for line in entry["lines"])
            for entry in value["transcripts"]
        },
        numbers=numbers,
    )
