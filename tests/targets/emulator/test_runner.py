# SPDX-License-Identifier: Apache-2.0
"""Goal: a file that cannot run is refused with a reason; two runs of a program give the same files.

Method: broken executables; two simultaneous runs; the VCD in two independent readers.
"""

from __future__ import annotations

import itertools
import os
import shutil
import struct
import subprocess
from pathlib import Path

import chip
import pytest

from limen.errors import RunError
from limen.run import SAFETY_SECONDS, Watch, build_runner, find_root, run_program, target_named
from limen.run.emulator import runner

pytestmark = pytest.mark.long(
    "test_units.py tries the emulator of the RP2040, which changes with the emulator alone"
)
BAD_INPUT = 2
ROOT = find_root(Path(__file__).parent)
FAMILY_RP2040 = 0xE48BFF56


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return chip.build(tmp_path_factory.mktemp("runner"), "devices.c")


def refusal(path: Path, *options: str) -> str:
    """Return the line with which a file is refused."""
    done = subprocess.run(
        [*runner(), *options, str(path)],
        capture_output=True,
        text=True,
        timeout=SAFETY_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (BAD_INPUT, "")
    return done.stderr.splitlines()[0]


def patched(program: Path, folder: Path, offset: int, replacement: bytes) -> Path:
    content = bytearray(program.read_bytes())
    content[offset : offset + len(replacement)] = replacement
    other = folder / "patched.elf"
    other.write_bytes(content)
    return other


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    line = refusal(tmp_path / "nowhere")
    assert line.startswith(f"emulator: {tmp_path}/nowhere: it cannot be read (ENOENT")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty; name an executable"),
        (b"int main(void)", "it is neither ELF nor UF2; name an executable"),
        (b"\x7fELF\x01\x01", "it ends within the ELF header; build it again"),
        (struct.pack("<II", 0x0A324655, 0x9E5D5157), "this UF2 file is truncated"),
    ],
)
def test_files_that_are_nothing_to_run(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "program"
    path.write_bytes(content)
    assert reason in refusal(path)


def test_an_executable_of_this_machine() -> None:
    assert "it is for another processor; build it for rp2040" in refusal(Path("/bin/true"))


def test_a_truncated_executable(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "program"
    for length in (60, 200, program.stat().st_size - 100):
        path.write_bytes(program.read_bytes()[:length])
        assert "it is truncated; build it again" in refusal(path)


def test_an_executable_for_other_memory(program: Path, tmp_path: Path) -> None:
    header = int.from_bytes(program.read_bytes()[28:32], "little")
    path = patched(program, tmp_path, header + 12, struct.pack("<I", 0x08000000))
    assert "fit neither flash nor SRAM; see its linker script" in refusal(path)
    path = patched(program, tmp_path, header + 12, struct.pack("<I", 0x20041FF0))
    assert "bytes for 0x20041ff0 fit neither flash nor SRAM" in refusal(path)


def test_an_executable_without_vector_table(program: Path, tmp_path: Path) -> None:
    content = program.read_bytes()
    header = int.from_bytes(content[28:32], "little")
    code = int.from_bytes(content[header + 4 : header + 8], "little")
    path = patched(program, tmp_path, code, b"\xff" * 4)
    expected = "no vector table is at 0x10000000 nor 0x10000100; see its linker script"
    assert expected in refusal(path)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--time", "0"], "--time 0: give a number greater than 0"),
        (["--pin", "30=red"], "--pin 30=red: write it as 16=name; pins are 0 to 29"),
        (["--pin", "16=a b"], "--pin 16=a b: write it as"),
        (["--what"], "--what"),
        (["--window", "0"], "--window 0: give a number of 0 or more, and --mark"),
        (["--mark", "irq0", "--window", "x"], "--window x: give a number of 0 or more"),
        (["--xip-cache", "0"], "--xip-cache 0: give the cycles of a miss, 1 or more"),
        (["--xip-cache", "8.5"], "--xip-cache 8.5: give the cycles of a miss"),
        (["--mark", "nowhere"], "unknown function nowhere"),
        (["--vcd", "/nowhere/x.vcd", "--time", "1"], "/nowhere/x.vcd"),
    ],
)
def test_options_that_cannot_be(program: Path, options: list[str], reason: str) -> None:
    done = subprocess.run(
        [*runner(), *options, str(program), "alarm"],
        capture_output=True,
        text=True,
        timeout=SAFETY_SECONDS,
        check=False,
    )
    assert done.returncode == BAD_INPUT
    assert reason in done.stderr


def uf2(content: bytes, address: int) -> bytes:
    pages = [content[start : start + 256] for start in range(0, len(content), 256)]
    blocks = (
        struct.pack(
            "<8I476sI",
            *(0x0A324655, 0x9E5D5157, 0x2000, address + 256 * number, 256),
            *(number, len(pages), FAMILY_RP2040, page, 0x0AB16F30),
        )
        for number, page in enumerate(pages)
    )
    return b"".join(blocks)


def test_a_uf2_file_runs_like_the_executable(program: Path, tmp_path: Path) -> None:
    content = tmp_path / "content"
    command = ["arm-none-eabi-objcopy", "-O", "binary", str(program), str(content)]
    subprocess.run(command, check=True)
    path = tmp_path / "devices.uf2"
    path.write_bytes(uf2(content.read_bytes(), 0x10000000))
    expected = chip.run(program, "uart-polled", tmp_path)
    assert chip.run(path, "uart-polled", tmp_path).output == expected.output


def test_a_damaged_uf2_file(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "program.uf2"
    path.write_bytes(uf2(program.read_bytes()[:600], 0x10000000)[:-4] + b"\0" * 4)
    assert "block 2 of this UF2 file is damaged; make it again" in refusal(path)


def test_two_runs_leave_the_same_files(program: Path, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
    first, second = (chip.run(program, "uart-polled", folder) for folder in folders)
    assert first == second
    assert first.report["cycles"] > 0


def test_others_read_the_vcd(program: Path, tmp_path: Path) -> None:
    watch = Watch(pins=((16, "red"), (17, "blue")))
    done = chip.run(program, "alarm", tmp_path, watch)
    assert "$var wire 1 1 red $end\n$var wire 1 2 blue $end" in done.vcd
    assert done.report["pins"] == {"red": {"pin": 16, "edges": 10}, "blue": {"pin": 17, "edges": 0}}
    sigrok = shutil.which("sigrok-cli")
    assert sigrok is not None, "run scripts/setup"
    options = ["-I", "vcd:downsample=8", "-i", str(tmp_path / "run.vcd"), "-O", "csv"]
    shown = subprocess.run([sigrok, *options], capture_output=True, text=True, check=True).stdout
    assert "red" in shown
    levels = [line.partition(",")[0] for line in shown.splitlines() if line[:2] in {"0,", "1,"}]
    assert sum(a != b for a, b in itertools.pairwise(levels)) == 10


def test_targets_without_pins_say_so(program: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"the target host has no pins.*; take --target rp2040"):
        run_program(
            target_named("host"),
            program,
            [],
            scratch=tmp_path,
            watch=Watch(vcd=tmp_path / "x.vcd"),
        )


def test_missing_packages_have_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="rp2040js is not installed; run scripts/setup"):
        build_runner(tmp_path)


@pytest.mark.long("it compiles the emulator twice; is_current has a test of its own")
def test_the_runner_is_compiled_when_a_source_is_newer(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    sources = tmp_path / "tools/emulator"
    shutil.copytree(ROOT / "tools/emulator", sources, ignore=shutil.ignore_patterns("node_modules"))
    (sources / "node_modules").symlink_to(ROOT / "tools/emulator/node_modules")
    main = build_runner(tmp_path)
    compiled = main.stat().st_mtime_ns
    assert build_runner(tmp_path).stat().st_mtime_ns == compiled
    source = sources / "src/main.mts"
    os.utime(source, ns=(2 * compiled, 2 * compiled))
    assert build_runner(tmp_path).stat().st_mtime_ns > compiled
    source.write_text("const wrong: number = 'text';\n")
    os.utime(source, ns=(3 * compiled, 3 * compiled))
    with pytest.raises(RunError, match=r"it does not compile: .*src/main.mts"):
        build_runner(tmp_path)
