# SPDX-License-Identifier: Apache-2.0
"""The version of Limen that has made a result, and the commit of its sources if it is known.

A checkout asks git; a wheel has the commit in a file that was written when it was built.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from limen import __version__
from limen.child import answer_of
from limen.prebuilt import prebuilt

__all__ = ["COMMIT_FILE", "made_by", "version_text"]

COMMIT_FILE: Final = "commit"
_ROOT: Final = Path(__file__).resolve().parents[3]


@cache
def made_by() -> str:
    """The version in results: ``limen 0.1.0 (c25fa802)``; ``-dirty``: uncommitted changes."""
    return version_text(_ROOT)


def version_text(root: Path) -> str:
    """The version, and the commit.

    Args:
        root: of the checkout; a package that is installed has none there.
    """
    file = prebuilt(COMMIT_FILE)
    if file is not None:
        commit = file.read_text(encoding="utf-8").strip()
    else:
        commit = _commit(root) if (root / ".git").exists() else ""
    return f"limen {__version__} ({commit})" if commit else f"limen {__version__}"


def _commit(root: Path) -> str:
    """The short name of the commit, with -dirty if files differ; empty without git."""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    done = answer_of(command)
    return done.stdout.decode(errors="replace").strip() if done is not None else ""
