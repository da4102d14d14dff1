# SPDX-License-Identifier: Apache-2.0
"""Build the page if necessary: one HTML file that Vite creates from viewer/ and the engine."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from limen.builds.folder import build_folder, is_current
from limen.builds.lock import locked
from limen.errors import PageError
from limen.parts import need
from limen.prebuilt import prebuilt
from limen.progress import announced
from limen.run import execute, find_root

__all__ = ["built_page"]

_SOURCES: Final = "viewer"
_PAGE: Final = "limen.html"
# The sources of the page, and those of the modules that viewer/build.ts builds.
_INPUTS: Final = (_SOURCES, "spec", "engine", "kernel", "include", "ports")
_SUFFIXES: Final = frozenset(
    {".ts", ".tsx", ".mjs", ".css", ".html", ".json", ".py", ".txt", ".cmake"}
    | {".c", ".cpp", ".h", ".hpp"}
)
_BUNDLER: Final = "node_modules/vite/bin/vite.js"


def built_page(root: Path | None = None) -> str:
    """The page without content, built again if a source file is newer.

    Args:
        root: of the repository; None: the page of the wheel, or the repository around this package.

    Returns:
        HTML that needs no other files.

    Raises:
        PageError: it must be built, and the build fails.
        RunError: this package is in no repository of Limen.
    """
    if root is None and (ready := prebuilt(_PAGE)) is not None:
        return ready.read_text(encoding="utf-8")
    root = root or find_root(Path(__file__).parent)
    build = build_folder(root)
    page = build / "viewer" / _PAGE
    page.parent.mkdir(parents=True, exist_ok=True)
    with locked(build / "viewer.lock"):
        if not is_current(page, map(root.joinpath, _INPUTS), _SUFFIXES):
            _build(root / _SOURCES, build, page)
        return page.read_text(encoding="utf-8")


def _build(sources: Path, build: Path, page: Path) -> None:
    need("pages")
    if not (sources / _BUNDLER).is_file():
        problem = "the page must be built, and its bundler is not installed"
        raise PageError(str(sources / "node_modules"), problem, "run scripts/setup pages")
    # The bundler empties its folder first, and a browser may have the page open.
    with TemporaryDirectory(prefix="page-", dir=build) as fresh:
        # The usual loader would write a file beside its configuration, which may be read-only.
        command = ["node", _BUNDLER, "build", "--logLevel", "warn", "--configLoader", "runner"]
        environment = {"LIMEN_BUILD": str(build)}
        command += ["--outDir", fresh]
        with announced("building the page", "about a minute, once") as on_line:
            done = execute(command, directory=sources, environment=environment, on_line=on_line)
        if done.status != 0:
            said = next((line for line in done.output.splitlines() if "rror" in line), "nothing")
            raise PageError(_SOURCES, f"it cannot be built: {said}", "correct that")
        (Path(fresh) / page.name).replace(page)
