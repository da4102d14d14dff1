# SPDX-License-Identifier: Apache-2.0
"""Goal: the cache contains only files that match apt's signed lists, and fetches others again.

Method: a substitute for apt, and each way in which a fetch can fail.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from limen.errors import MissingError
from limen.linux.packages import Group, ensure, is_cached

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Apt
    from limen.linux import Cache

GROUP = Group("tools", roots=("tool", "other"))
KERNELS = Group(
    "kernels", roots=("meta",), follow=re.compile(r"(image|kbuild)-.*"), are_roots_empty=True
)


@pytest.fixture
def steps() -> list[str]:
    """Return the messages about progress."""
    return []


@pytest.fixture
def offered(apt: Apt) -> Apt:
    apt.offer("tool", b"a tool" * 100)
    apt.offer("other", b"another one")
    return apt


def file_of(cache: Cache, name: str) -> Path:
    (found,) = cache.packages.glob(f"{name}_*.deb")
    return found


def test_fetched_once(cache: Cache, offered: Apt, steps: list[str]) -> None:
    assert not is_cached(cache, [GROUP])
    packages = ensure(cache, GROUP, steps.append)
    assert [package.name for package in packages] == ["other", "tool"]
    assert steps == ["fetch other (1 of 2, 0.0 MB)", "fetch tool (2 of 2, 0.0 MB)"]
    assert file_of(cache, "tool").read_bytes() == b"a tool" * 100
    assert is_cached(cache, [GROUP])
    offered.go_offline()
    assert ensure(cache, GROUP, steps.append) == packages
    assert sorted(offered.fetched) == ["other", "tool"]
    assert not list(cache.packages.glob("*.part"))


@pytest.mark.parametrize("damaged", [b"", b"a tool" * 99, b"A tool" * 100])
def test_damaged_is_fetched_again(
    cache: Cache, offered: Apt, steps: list[str], damaged: bytes
) -> None:
    ensure(cache, GROUP, steps.append)
    path = file_of(cache, "tool")
    path.write_bytes(damaged)
    steps.clear()
    ensure(cache, GROUP, steps.append)
    assert path.read_bytes() == b"a tool" * 100
    assert offered.fetched[2:] == ["tool"]
    assert steps[0].endswith("is damaged: it is fetched again")


def test_a_truncated_file_does_not_count_as_cached(
    cache: Cache, offered: Apt, steps: list[str]
) -> None:
    ensure(cache, GROUP, steps.append)
    assert offered.fetched
    file_of(cache, "tool").write_bytes(b"a too")
    assert not is_cached(cache, [GROUP])


@pytest.mark.parametrize("delivered", [b"a tool" * 99, b"B tool" * 100, b""])
def test_what_was_not_promised_is_not_kept(
    cache: Cache, offered: Apt, steps: list[str], delivered: bytes
) -> None:
    offered.deliver("tool", delivered)
    with pytest.raises(MissingError) as error:
        ensure(cache, GROUP, steps.append)
    assert "the file is not that of apt" in str(error.value)
    assert f"{len(delivered)} bytes instead of 600 bytes" in str(error.value)
    assert not list(cache.packages.glob("tool*"))
    assert not is_cached(cache, [GROUP])


def test_an_interrupted_fetch_is_begun_anew(cache: Cache, offered: Apt, steps: list[str]) -> None:
    left = cache.packages / "tool.part"
    left.mkdir()
    (left / "tool_0_all.deb").write_bytes(b"a to")
    ensure(cache, GROUP, steps.append)
    assert sorted(offered.fetched) == ["other", "tool"]
    assert file_of(cache, "tool").read_bytes() == b"a tool" * 100
    assert not left.exists()


def test_no_network(cache: Cache, offered: Apt, steps: list[str]) -> None:
    offered.go_offline()
    with pytest.raises(MissingError) as error:
        ensure(cache, GROUP, steps.append)
    message = str(error.value)
    assert "Failed to fetch other Temporary failure resolving" in message
    assert message.endswith("check the network, run apt-get update, and try again")


def test_a_package_that_apt_does_not_know(cache: Cache, apt: Apt, steps: list[str]) -> None:
    apt.offer("tool", b"x")
    with pytest.raises(MissingError, match="apt knows no package other; run apt-get update"):
        ensure(cache, GROUP, steps.append)


def test_no_apt(cache: Cache, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingError, match="apt-cache: the command is not installed"):
        ensure(cache, GROUP, steps.append)


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"name": "tool"}]', "null", '{"a": 1}'])
def test_a_list_that_is_not_readable_is_made_anew(
    cache: Cache, offered: Apt, steps: list[str], text: str
) -> None:
    ensure(cache, GROUP, steps.append)
    (cache.packages / "tools.json").write_text(text)
    assert not is_cached(cache, [GROUP])
    ensure(cache, GROUP, steps.append)
    assert sorted(offered.fetched) == ["other", "tool"]
    assert is_cached(cache, [GROUP])


def test_dependencies_are_followed_as_far_as_needed(
    cache: Cache, apt: Apt, steps: list[str]
) -> None:
    apt.offer("meta", b"", depends="image-7 (= 7), unwanted")
    apt.offer("image-7", b"image", depends="kbuild-7, kmod | other")
    apt.offer("kbuild-7", b"kbuild")
    names = [package.name for package in ensure(cache, KERNELS, steps.append)]
    assert names == ["image-7", "kbuild-7"]
    assert apt.fetched == ["image-7", "kbuild-7"]


def test_versions_stay_until_something_is_missing(
    cache: Cache, offered: Apt, steps: list[str]
) -> None:
    ensure(cache, GROUP, steps.append)
    offered.offer("tool", b"a newer tool", version="2")
    assert {package.version for package in ensure(cache, GROUP, steps.append)} == {"1"}
    file_of(cache, "other").unlink()
    versions = {p.name: p.version for p in ensure(cache, GROUP, steps.append)}
    assert versions == {"other": "1", "tool": "2"}


BACKPORTS = Group("tools", roots=("tool",), suite="fast-backports")


def test_another_suite_from_where_this_machine_has_its_own(
    cache: Cache, offered: Apt, steps: list[str]
) -> None:
    offered.configure(
        "fast-security Debian-Security Packages http://wrong/\nfast-updates Debian Packages "
        "http://wrong/\nfast Debian DEP-11 http://wrong/\nfast Debian Packages http://a/debian/\n"
    )
    assert [package.name for package in ensure(cache, BACKPORTS, steps.append)] == ["tool"]
    assert steps[0] == "fetch the list of packages of fast-backports"
    folder = cache.folder / "apt-fast-backports"
    text = (folder / "sources/suite.sources").read_text()
    assert "URIs: http://a/debian/\nSuites: fast-backports\nComponents: main\n" in text
    assert "wrong" not in text
    (update,) = offered.updates
    assert f"-o Dir::Etc::sourceparts={folder / 'sources'} " in update
    assert "-o Dir::Etc::sourcelist=/dev/null " in update
    ensure(cache, BACKPORTS, steps.append)
    assert len(offered.updates) == 1


@pytest.mark.parametrize("targets", ["", "fast-updates Debian Packages http://a/\n", "fast\n"])
def test_a_machine_without_debians_packages(
    cache: Cache, offered: Apt, steps: list[str], targets: str
) -> None:
    offered.configure(targets)
    with pytest.raises(MissingError, match="apt is not configured for Debian's packages"):
        ensure(cache, BACKPORTS, steps.append)
