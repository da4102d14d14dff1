# SPDX-License-Identifier: Apache-2.0
"""The command's results for traces, as one JSON value with which the tests compare the page.

Usage: expected.py OUT FILE... It runs all commands in one process, since starting a command takes
most of its time. It first writes the sample of TraceX as S-records beside OUT, for the tests.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from limen.cli import app
from support.trx import forms

SAMPLE = "srec.trx"
COMMANDS = ("info", "why", "stats")


def answer(command: str, file: str) -> object:
    """The JSON value that a command prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        app(["trace", command, file, "--json"])
    value: object = json.loads(out.getvalue())
    return value


def main(out: str, *files: str) -> None:
    """Ask all commands about all files."""
    (Path(out).parent / SAMPLE).write_bytes(forms()[SAMPLE])
    answers = {file: {command: answer(command, file) for command in COMMANDS} for file in files}
    Path(out).write_text(json.dumps(answers), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
