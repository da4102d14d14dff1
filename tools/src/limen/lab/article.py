# SPDX-License-Identifier: Apache-2.0
"""The article's program, line by line: the lines of the article, of Limen and of Linux.

Limen prints the lines on the host on request, with the times of the article. Those of Linux are
recorded (limen.linux.results).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from limen.child import scratch_folder
from limen.errors import LabError
from limen.lab.transcript import LISTINGS, TEXTS, parse_transcripts, problem_of, transcript_table
from limen.linux.results import RECORDED, read_results
from limen.run import build, run_program, target_named
from limen.trace.numbers import Model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from limen.lab.definition import Lab
    from limen.lab.transcript import Line

__all__ = ["Beside", "beside_the_article"]

_MODELS: Final = tuple(model.name.lower() for model in Model)
_CHECKPOINT: Final = "voluntary"  # the model whose program has the checkpoint, as in the article


@dataclass(frozen=True, slots=True)
class Beside:
    """The transcripts of one model.

    Attributes:
        title: of the model.
        heads, lines: of a table; the first column has the texts.
    """

    title: str
    heads: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def beside_the_article(root: Path, lab: Lab) -> list[Beside]:
    """A table for each model.

    Args:
        root: of the repository.
        lab: whose key transcripts names its two cases, without and with the checkpoint.

    Raises:
        LimenError: the program cannot be built or run, or prints other lines than the article.
    """
    if len(lab.transcripts) == 0:
        return []
    plain, checkpoint = (_printed(root, lab, case) for case in lab.transcripts)
    recorded = read_results(root / RECORDED) if (root / RECORDED).is_file() else None
    tables = []
    for model in _MODELS:
        limen = (checkpoint if model == _CHECKPOINT else plain)[model]
        columns: dict[str, Sequence[Line]] = {"Limen": limen}
        if recorded is not None:
            columns |= {
                f"Linux {recorded.names[target]}": lines
                for (target, name), lines in recorded.transcripts.items()
                if name == model
            }
        heads, *lines = transcript_table(columns)
        said = [_of_article(model, text) for text in TEXTS]
        has_listing = any(said)
        cut = slice(None) if has_listing else slice(1, None)
        tables.append(
            Beside(
                f"{model}, with the checkpoint" if model == _CHECKPOINT else model,
                ("line", *("article", *heads[1:])[cut]),
                tuple(
                    (line[0], *(own, *line[1:])[cut]) for own, line in zip(said, lines, strict=True)
                ),
            )
        )
    return tables


def _printed(root: Path, lab: Lab, case: str) -> Mapping[str, Sequence[Line]]:
    """The transcripts of a case on the host, by model."""
    host, name = target_named("host"), f"lab-{lab.name}"
    program = build(root, host, [name], lambda _line: None)[name]
    with scratch_folder() as scratch:
        done = run_program(host, program, [case], scratch=scratch)
    found = parse_transcripts(done.output.splitlines())
    for model in _MODELS:
        problem = problem_of(found.get(model, ()))
        if problem:
            raise LabError(f"lab {lab.name}, case {case}, {model}", problem, "see what it prints")
    return found


def _of_article(model: str, text: str) -> str:
    """The seconds that the article printed; empty if it printed none."""
    if model not in LISTINGS:
        return ""
    seconds = {TEXTS[0]: "0", TEXTS[2]: str(LISTINGS[model])}
    return seconds.get(text, "printed, without a time")
