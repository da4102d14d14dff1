# SPDX-License-Identifier: Apache-2.0
"""Goal: the engine reads any file within its memory, or refuses it.

Method: the fuzzer of tests/kernel/fuzz/trace, built with the sanitizers, on samples, on hostile
recordings of signals and on recordings with random damage. Building it takes minutes: long tests
only.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from limen.builds.folder import build_folder
from limen.trace.convert import cut_image
from support.foreign_traces import FTRACE, opened
from support.further import IS_LONG
from support.signals import HOSTILE, VCD, with_damage

ROOT = Path(__file__).parents[3]
SECONDS = 60
DAMAGED = 500  # files

pytestmark = pytest.mark.skipif(not IS_LONG, reason="building with the sanitizers takes minutes")


def run(*command: str | Path, folder: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


@pytest.fixture(scope="module")
def fuzzer() -> Path:
    build = build_folder(ROOT) / "fuzz-trace"
    options = ("-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=g++")
    run("cmake", *options, "-S", "tests/kernel/fuzz/trace", "-B", build, folder=ROOT)
    run("cmake", "--build", build, folder=ROOT)
    return build / "fuzz-trace"


def test_recordings_of_signals(fuzzer: Path, tmp_path: Path) -> None:
    seed = int(os.environ.get("LIMEN_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"LIMEN_SEED={seed}")
    chance = random.Random(seed)
    contents = list(HOSTILE.values())
    for _ in range(DAMAGED):
        place, removed = chance.randrange(len(VCD)), chance.randrange(5)
        contents.append(with_damage(place, chance.randbytes(chance.randrange(5)), removed))
    files = [tmp_path / f"{number}.vcd" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    run(fuzzer, "10", str(seed), *files, folder=tmp_path)


def test_traces(fuzzer: Path, tmp_path: Path) -> None:
    samples = sorted((ROOT / "examples/traces").iterdir())
    seed = os.environ.get("LIMEN_SEED", "1")
    run(fuzzer, str(SECONDS), seed, *samples, folder=tmp_path)


def test_traces_of_other_kernels(fuzzer: Path, tmp_path: Path) -> None:
    """The fuzzer gets files, folders as archives, and parts."""
    data = ROOT / "tests/engine/foreign/data"
    files = [path for path in sorted(data.iterdir()) if path.is_file()]
    folders = [path for path in sorted(data.iterdir()) if path.is_dir()]
    packed = [shutil.make_archive(str(tmp_path / one.name), "tar", one) for one in folders]
    for name in ("zephyr-smp", FTRACE, "trc-mutex.psf"):
        files.append(tmp_path / f"{name}.limen")
        files[-1].write_bytes(cut_image(opened(name), 20, 140))
    seed = os.environ.get("LIMEN_SEED", "1")
    run(fuzzer, str(SECONDS), seed, *files, *packed, folder=tmp_path)
