# SPDX-License-Identifier: Apache-2.0
"""A substitute for apt: packages are files, and it makes the mistakes that a test requests."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from limen.linux import Cache

if TYPE_CHECKING:
    from pathlib import Path

SHOW = """#!/bin/sh
for name; do
    [ -f "$APT_FAKE/$name.show" ] && cat "$APT_FAKE/$name.show"
done
exit 0
"""
DOWNLOAD = """#!/bin/sh
for word; do name=${word%%=*}; done
case "$*" in
*indextargets*) cat "$APT_FAKE/targets" 2>/dev/null; exit 0 ;;
*update) echo "$*" >>"$APT_FAKE/updated"; exit 0 ;;
esac
echo "$name" >>"$APT_FAKE/fetched"
if [ -f "$APT_FAKE/offline" ]; then
    echo "E: Failed to fetch $name  Temporary failure resolving"
    exit 100
fi
cp "$APT_FAKE/$name.file" "${name}_1_all.deb"
"""


@dataclass(frozen=True)
class Apt:
    """A replacement of apt that offers packages as files in a folder."""

    folder: Path

    def offer(self, name: str, contents: bytes, *, version: str = "1", depends: str = "") -> None:
        (self.folder / f"{name}.file").write_bytes(contents)
        (self.folder / f"{name}.show").write_text(
            f"Package: {name}\nVersion: {version}\nDepends: {depends}\nSize: {len(contents)}\n"
            f"SHA256: {hashlib.sha256(contents).hexdigest()}\n\n"
        )

    def deliver(self, name: str, contents: bytes) -> None:
        """Deliver other contents than the description states."""
        (self.folder / f"{name}.file").write_bytes(contents)

    def go_offline(self) -> None:
        (self.folder / "offline").touch()

    def configure(self, targets: str) -> None:
        """Set the configured sources: lines of codename, label, kind, URI."""
        (self.folder / "targets").write_text(targets)

    @property
    def updates(self) -> list[str]:
        """Return the arguments with which lists of packages were fetched."""
        path = self.folder / "updated"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def fetched(self) -> list[str]:
        path = self.folder / "fetched"
        return path.read_text().split() if path.exists() else []


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Apt:
    """Replace the apt of the machine."""
    commands, folder = tmp_path / "commands", tmp_path / "archive"
    commands.mkdir()
    folder.mkdir()
    for name, script in (("apt-cache", SHOW), ("apt-get", DOWNLOAD)):
        (commands / name).write_text(script)
        (commands / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("APT_FAKE", str(folder))
    return Apt(folder)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """Make an empty cache, also for the command."""
    monkeypatch.setenv("LIMEN_CACHE", str(tmp_path / "cache"))
    cache = Cache.of_user()
    cache.packages.mkdir(parents=True)
    return cache
