# SPDX-License-Identifier: Apache-2.0
"""The effort of hypothesis, the effect of Ctrl-C on programs of the tests, and compiled files.

By default each run tries the same cases, so that it judges the change and not its luck; with
LIMEN_LONG each run tries others, more of them, the tests marked as long, and all targets.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from support.further import FURTHER, IS_LONG

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from support.command import Limen

settings.register_profile(
    "limen",
    max_examples=3000 if IS_LONG else 25,
    derandomize=not IS_LONG,
    deadline=None,  # other people's builds run on the same machine
    print_blob=True,  # a failure can be replayed
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("limen")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long(reason): for make test-long; the reason says why")
    config.addinivalue_line("markers", "chooses_targets: it leaves some out itself")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is for the long tests, and the tests of single targets that are."""
    for item in () if IS_LONG else items:
        reasons = [mark.args[0] for mark in item.iter_markers("long")]
        values: Iterable[object] = ()
        if item.get_closest_marker("chooses_targets") is None and hasattr(item, "callspec"):
            values = item.callspec.params.values()
        names = [getattr(value, "name", value) for value in values]
        reasons += [FURTHER[name] for name in names if isinstance(name, str) and name in FURTHER]
        if reasons:
            item.add_marker(pytest.mark.skip(reason=f"make test-long runs it: {reasons[0]}"))


@pytest.fixture
def limen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Limen:
    """Run the command in this process."""
    from limen.cli import main  # noqa: PLC0415 - few tests need it

    monkeypatch.setenv("COLUMNS", "160")

    def run(*words: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        assert isinstance(end.value.code, int)
        return end.value.code, *capsys.readouterr()

    return run


# As in the commands: numpy has no work for further threads.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# A check installs nothing: what is missing makes a test fail. Its output has no lines of progress.
os.environ["LIMEN_NO_SETUP"] = "1"
os.environ["LIMEN_QUIET"] = "1"

# A shell starts what runs in the background without Ctrl-C, and so would we start our programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Where nothing may write compiled Python, each process of each test would compile all of it again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
