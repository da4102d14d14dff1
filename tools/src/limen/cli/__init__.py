# SPDX-License-Identifier: Apache-2.0
"""The command ``limen``: parse, call one function, show the result.

Exit status: 0; 1 if a check failed; 2 for invalid input, with a one-line message on standard error
that names the place and the remedy; 130 after Ctrl-C, 128 and the number of another signal.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from limen.child import Terminated
from limen.cli.command import Exit, UsageError
from limen.cli.commands import help_of, is_help, resolve
from limen.cli.render import note, print_line
from limen.cli.status import BAD_INPUT, DONE, INTERRUPTED
from limen.errors import LimenError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "main"]


def app(arguments: Sequence[str] | None = None) -> int | None:
    """Run the command; return its exit status, None for 0.

    Args:
        arguments: argv[1] and on; None: those of the process.

    Raises:
        LimenError: the command failed.
        UsageError: the command line is invalid.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["--version"]:
        from limen.made_by import made_by

        print_line(made_by())
        return DONE
    found = resolve(words)
    if is_help(words):
        print_line(help_of(found))
        return DONE
    if found.command is None:
        print_line(help_of(found))
        raise UsageError(found.path, "No command is given")
    try:
        status = found.command.call(found.rest)
    except Exit as ended:
        return ended.status
    return status if isinstance(status, int) else None


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command; ends the process.

    Args:
        arguments: argv[1] and on; None: those of the process.
    """
    # By default numpy starts a thread for each processor. No command has work for these threads: a
    # sweep starts processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if isinstance(sys.stdout, TextIOWrapper):  # the name of a file may not fit its encoding
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = app(arguments) or DONE
        sys.stdout.flush()
    except LimenError as error:
        note(f"limen: {error}")
        status = BAD_INPUT
    except UsageError as error:
        note(str(error))
        status = BAD_INPUT
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
        status = DONE
    except KeyboardInterrupt:
        note("limen: interrupted")
        status = INTERRUPTED
    except Terminated as ended:
        status = ended.status
    except OSError as error:  # a folder that cannot be created, a full disk
        place = error.filename if error.filename is not None else "standard output"
        note(f"limen: {place}: {error.strerror}; name another place, or make room there")
        if error.filename is None:
            _drop_output()
        status = BAD_INPUT
    sys.exit(status)


def _drop_output() -> None:
    """Discard the buffered output, because writing it at the end would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
