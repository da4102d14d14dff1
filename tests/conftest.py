# SPDX-License-Identifier: Apache-2.0
"""The effort of hypothesis, the effect of Ctrl-C on programs of the tests, and compiled files.

By default each run tries the same cases, so that it judges the change and not its luck; with
LIMEN_LONG each run tries others, and more of them.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

IS_LONG = bool(os.environ.get("LIMEN_LONG"))

settings.register_profile(
    "limen",
    max_examples=3000 if IS_LONG else 100,
    derandomize=not IS_LONG,
    deadline=None,  # other people's builds run on the same machine
    print_blob=True,  # a failure can be replayed
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("limen")

# A check installs nothing: what is missing makes a test fail. Its output has no lines of progress.
os.environ["LIMEN_NO_SETUP"] = "1"
os.environ["LIMEN_QUIET"] = "1"

# A shell starts what runs in the background without Ctrl-C, and so would we start our programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Where nothing may write compiled Python, each process of each test would compile all of it again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A project of a test compiles the kernel that other builds have compiled with the same options.
if shutil.which("ccache") is not None:
    os.environ.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
    os.environ.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
    os.environ.setdefault("CCACHE_DIR", str(Path(__file__).resolve().parents[1] / "build/ccache"))
    os.environ.setdefault("CCACHE_NOHASHDIR", "1")  # the folder of a build is all that differs
