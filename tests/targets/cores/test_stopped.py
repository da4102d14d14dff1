# SPDX-License-Identifier: Apache-2.0
"""Goal: a core that stops at any instruction of its call leaves a shared object consistent.

Method: a debugger stops core 0 at each instruction of its call in turn, and lets core 1 execute its
own call meanwhile, or wait for the lock. The program checks that some order of the two calls
explains their results and the state of the object (stopped.c).
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from limen.run import build, find_root, target_named

pytestmark = [
    pytest.mark.chooses_targets,  # those with two cores
    pytest.mark.long("a debugger executes one instruction after the other"),
]
ROOT = find_root(Path(__file__).parent)
QEMU = {
    "virt-riscv32": "qemu-system-riscv32 -M virt -smp 2 -bios none -rtc clock=vm",
    "mps2-an521": "qemu-system-arm -M mps2-an521",
}
OPTIONS = (
    "-display none -monitor none -serial none -semihosting-config enable=on,target=native "
    "-S -gdb unix:{socket},server=on -kernel {program}"
)
CONNECT = {
    "virt-riscv32": ("set arch riscv:rv32", "target remote {socket}"),
    # Each core is an inferior of its own.
    "mps2-an521": (
        "target extended-remote {socket}",
        "add-inferior -exec {program}",
        "inferior 2",
        "attach 2",
        "set schedule-multiple on",
        "inferior 1",
    ),
}
SECONDS = 1200.0  # ten times what a quiet machine takes
CALL_LEAST = 40  # instructions of the shortest call


@pytest.mark.parametrize("name", QEMU)
def test_each_instruction_leaves_the_object_in_order(name: str, tmp_path: Path) -> None:
    gdb = shutil.which("gdb-multiarch")
    assert gdb is not None
    target = target_named(name)
    program = build(ROOT, target, ["cores-stopped"], lambda _: None)["cores-stopped"]
    socket = tmp_path / "gdb"
    command = f"{QEMU[name]} {OPTIONS.format(socket=socket, program=program)}"
    qemu = subprocess.Popen(shlex.split(command))
    connect = [one.format(socket=socket, program=program) for one in CONNECT[name]]
    try:
        while not socket.exists() and qemu.poll() is None:
            time.sleep(0.01)
        run = subprocess.run(
            [
                gdb, "-q", "-batch", "-nx",
                *(word for one in connect for word in ("-ex", one)),
                "-x", str(Path(__file__).with_name("stop_first.gdb")), str(program),
            ],
            capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
    finally:
        qemu.kill()
        qemu.wait()
    found = re.findall(r"^kind (\d): (\d+) instructions", run.stdout, flags=re.MULTILINE)
    assert [kind for kind, _ in found] == list("01234567"), run.stdout + run.stderr
    assert all(int(steps) >= CALL_LEAST for _, steps in found)
