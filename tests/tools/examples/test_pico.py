# SPDX-License-Identifier: Apache-2.0
"""Goal: the file for the Pico's boot loader contains a program that the chip starts.

Method: the emulator reads this file instead of the program. It places the pages as the bootrom
does, checks the checksum of boot2, and starts after boot2.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from limen.image import decode, encode, image_from_elf
from limen.run import RP2040_TARGETS, build, find_root, run_program

if TYPE_CHECKING:
    from limen.run import Target

ROOT = find_root(Path(__file__).parent)
PROGRAM = "example-hello"


@pytest.mark.parametrize("target", RP2040_TARGETS, ids=lambda target: target.name)
def test_what_the_boot_loader_loads_runs(target: Target, tmp_path: Path) -> None:
    elf = build(ROOT, target, [PROGRAM], lambda _: None)[PROGRAM]
    uf2 = tmp_path / "program.uf2"
    uf2.write_bytes(encode(image_from_elf(elf)))
    (tmp_path / "run").mkdir()
    outputs = [
        run_program(target, program, [], scratch=tmp_path / "run").output for program in (elf, uf2)
    ]
    assert outputs[0] == outputs[1] != ""
    _, loaded = decode(uf2.read_bytes())
    assert loaded[0].address == image_from_elf(elf)[0].address
