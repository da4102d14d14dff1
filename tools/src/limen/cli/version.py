# SPDX-License-Identifier: Apache-2.0
"""``limen --version``: what to name in a report of a mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import typer

from limen import __version__
from limen.child import answer_of

__all__ = ["show_version"]

_ROOT: Final = Path(__file__).resolve().parents[4]


def version_text(root: Path = _ROOT) -> str:
    """The version, and the commit if the folder is a checkout with its history.

    Args:
        root: of the checkout; a package that is installed has none there.
    """
    commit = _commit(root) if (root / ".git").exists() else ""
    return f"limen {__version__} ({commit})" if commit else f"limen {__version__}"


def _commit(root: Path) -> str:
    """Its short name, with -dirty if files differ; nothing where git is missing or refuses."""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    done = answer_of(command)
    return done.stdout.decode(errors="replace").strip() if done is not None else ""


def show_version(wanted: bool) -> None:
    """Print the version and end, if it is asked for."""
    if wanted:
        typer.echo(version_text())
        raise typer.Exit
