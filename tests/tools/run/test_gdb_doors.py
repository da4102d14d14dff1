# SPDX-License-Identifier: Apache-2.0
"""Goal: the gdb stub of an emulator lets no attacker run a command or write a file.

Method: attacks, each of which leaves a file if it succeeds. They are made on a bare QEMU first, to
show that they are effective; then on each emulator that limen starts: by a page, in the body of a
POST; by another user of the machine, who can send anything to a port; and by this user, at the Unix
socket.
"""

from __future__ import annotations

import http.client
import re
import socket
import stat
import struct
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from limen.child import can_confine
from limen.debug.door import unix_door
from limen.debug.gate import Filter, RefusedError
from limen.errors import RunError
from limen.run import SAFETY_SECONDS, build, execute, find_root, target_named
from support.processes import ports_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
TARGET = target_named("mps2-an385")
PROGRAM = "example-hello"
RAM = 0x2000_1000
SYS_OPEN, SYS_SYSTEM = 0x01, 0x12
PARAMETERS, TEXT = 24, 36  # places in what is written to RAM
WRITE = 4  # "w", for SYS_OPEN


def packet(text: str) -> str:
    return f"${text}#{sum(text.encode()) % 256:02x}"


def call(number: int, text: bytes, middle: tuple[int, ...]) -> str:
    """Return packets that run a program in RAM: a semihosting call, and the end of the emulator."""
    code = struct.pack(
        "<8HII",
        *(0x2000 | number, 0x4903, 0xBEAB),  # movs r0, #number; ldr r1, [pc, #12]; bkpt 0xAB
        *(0x2018, 0x4902, 0xBEAB),  # movs r0, #SYS_EXIT; ldr r1, [pc, #8]; bkpt 0xAB
        *(0xE7FE, 0),  # b .
        *(RAM + PARAMETERS, 0x20026),
    )
    parameters = struct.pack("<3I", RAM + TEXT, *middle, *(0,) * (2 - len(middle)))
    image = code + parameters + text + b"\0"
    registers = struct.pack("<I", RAM).hex()
    return "\n".join(
        packet(one)
        for one in (
            "qXfer:features:read:target.xml:0,ffb",
            f"M{RAM:x},{len(image):x}:{image.hex()}",
            f"P0f={registers}",
            "c",
        )
    )


def command_of_monitor(text: str) -> str:
    """Return packets with a command of QEMU's monitor, and the end of the emulator."""
    return "\n".join((packet(f"qRcmd,{text.encode().hex()}"), packet("k")))


def attacks(file: Path) -> dict[str, str]:
    """Return attacks, each of which makes the file if it succeeds."""
    name = str(file).encode()
    return {
        "command": call(SYS_SYSTEM, b"echo >" + name, (len(b"echo >" + name),)),
        "file": call(SYS_OPEN, name, (WRITE, len(name))),
        "memory": command_of_monitor(f'memsave 0 32 "{file}"'),
        "migration": command_of_monitor(f'migrate "exec:cat > {file}"'),
    }


KINDS = tuple(attacks(Path()))


def as_a_page(port: int, body: str) -> None:
    """Send the request that fetch(..., {method: "POST", mode: "no-cors", body}) sends."""
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=SAFETY_SECONDS)
    with suppress(OSError):
        page.request("POST", "/", body, {"Origin": "http://evil.example"})
        read_to_the_end(page.sock)
    page.close()


def read_to_the_end(connection: socket.socket) -> None:
    """Read until the emulator has ended, or forwards a request to gdb instead of serving it."""
    said = b""
    with suppress(ConnectionError):
        while piece := connection.recv(1 << 16):
            said += piece
            if b"$F" in said:
                return


def as_a_program(connection: socket.socket, text: str) -> None:
    """Send packets without pauses, which gdb could do but does not."""
    with connection, suppress(ConnectionError):
        connection.sendall(b"+" + text.replace("\n", "").encode())
        read_to_the_end(connection)


@pytest.fixture(scope="module")
def program() -> Path:
    return build(find_root(ROOT), TARGET, [PROGRAM], lambda _: None)[PROGRAM]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(place: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run `limen run --gdb-server`, and yield it when it waits for gdb."""
    words = ("run", PROGRAM, "--target", TARGET.name, "--gdb-server", place)
    with subprocess.Popen(
        [str(ROOT / "limen"), *words], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            while "waits for gdb" not in process.stderr.readline():
                assert process.poll() is None
            yield process
        finally:
            process.terminate()


@pytest.mark.parametrize("kind", KINDS)
def test_the_attacks_are_attacks(kind: str, program: Path, tmp_path: Path) -> None:
    """The attacks succeed on a bare QEMU without the protection."""
    target, port = tmp_path / "made", free_port()
    sandbox = TARGET.command(program, [])
    at = sandbox.index("-sandbox")
    bare = [*sandbox[:at], *sandbox[at + 2 :], "-gdb", f"tcp:127.0.0.1:{port}", "-S"]
    with subprocess.Popen(bare, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: ports_of(process.pid), "QEMU does not listen")
        as_a_page(port, attacks(target)[kind])
        process.kill()
    # A program that QEMU has started outlives it.
    wait_until(target.exists, "the attack leaves no file")


@pytest.mark.parametrize("kind", KINDS)
def test_neither_a_page_nor_another_user_gets_in_by_a_port(kind: str, tmp_path: Path) -> None:
    target, port = tmp_path / "made", free_port()
    with served(str(port), tmp_path) as process:
        assert ports_of(process.pid) == [f"0100007F:{port:04X}"]
        as_a_page(port, attacks(target)[kind])
        assert process.poll() is None
        as_a_program(socket.create_connection(("127.0.0.1", port)), attacks(target)[kind])
    assert not target.exists()


@pytest.mark.skipif(not can_confine(), reason="this kernel has no Landlock")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_done_at_the_socket_stays_in_the_folder(kind: str, tmp_path: Path) -> None:
    """Only this user can open the socket. The limit protects the user from the program."""
    target = tmp_path / "made"
    with served("gdb/it", tmp_path) as process:
        assert ports_of(process.pid) == []
        assert stat.S_IMODE((tmp_path / "gdb").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "gdb/it").stat().st_mode) & 0o077 == 0
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(tmp_path / "gdb/it"))
        as_a_program(connection, attacks(target)[kind])
    assert not target.exists()
    assert not (tmp_path / "gdb/it").exists()


def test_a_session_of_gdb_opens_no_port(tmp_path: Path) -> None:
    words = [str(ROOT / "limen"), "run", PROGRAM, "--target", TARGET.name, "--gdb"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("echo connected\\n\n")
        process.stdin.flush()
        while "connected" not in process.stdout.readline():
            assert process.poll() is None
        assert ports_of(process.pid) == []
        process.communicate("kill\n")


def test_a_program_writes_its_trace_and_nothing_else_elsewhere(tmp_path: Path) -> None:
    """The file of the program is in its folder, so semihosting still serves it."""
    words = (
        "run",
        "lab-inversion",
        "--target",
        TARGET.name,
        "--trace",
        "kept.limen",
        "--",
        "plain",
    )
    subprocess.run([str(ROOT / "limen"), *words], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "kept.limen").stat().st_size > 0


def test_a_new_project_opens_no_port() -> None:
    for file in ("tasks.json", "launch.json"):
        text = (ROOT / "tools/src/limen/project/app" / file).read_text()
        assert re.search(r"build/gdb/@BOARD@", text), file
        assert not re.search(r"127\.0\.0\.1|localhost|\b\d{4}\b", text.replace('"2.0.0"', "")), file


def test_a_door_is_for_this_user_alone(tmp_path: Path) -> None:
    open_folder = tmp_path / "open"
    open_folder.mkdir()
    open_folder.chmod(0o777)
    with pytest.raises(RunError, match="others can put a socket"), unix_door(open_folder / "it"):
        pass
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError, match="this is not a socket"), unix_door(tmp_path / "file"):
        pass
    assert (tmp_path / "file").read_text() == "mine"
    with unix_door(tmp_path / "it"):
        with pytest.raises(RunError, match="another program waits"), unix_door(tmp_path / "it"):
            pass
        assert (tmp_path / "it").exists()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "it"))
    with unix_door(tmp_path / "it"):
        pass
    long = tmp_path / ("x" * 100)
    with pytest.raises(RunError, match="shorter path"), unix_door(long):
        pass


ITEMS = ("+", "-", "\x03", packet("?"), packet("m0,4"), packet("vCont;c"), packet("X0,2:a}\x03"))


@given(st.lists(st.sampled_from(ITEMS)), st.data())
def test_gdb_is_passed_on_as_it_is_however_it_comes(items: list[str], data: st.DataObject) -> None:
    text = "".join(items).encode()
    packets, passed, at = Filter(), b"", 0
    while at < len(text):
        size = data.draw(st.integers(1, len(text) - at))
        passed += packets.feed(text[at : at + size])
        at += size
    assert passed == text


@given(st.lists(st.booleans(), min_size=5, max_size=5))
def test_commands_of_the_monitor_are_not_passed_on(escaped: list[bool]) -> None:
    """Commands with escapes, which the stub decodes, are not forwarded either."""
    letters = zip("qRcmd", escaped, strict=True)
    text = "".join(f"}}{chr(ord(letter) ^ 0x20)}" if is_so else letter for letter, is_so in letters)
    assert Filter().feed(packet(f"{text},6b").encode()) == packet("qLimenRefused").encode()


@pytest.mark.parametrize(
    "text",
    [
        "POST / HTTP/1.1\r\n",
        "\n",
        "\x16\x03\x01",
        "+GET /",
        packet("m0,4") + "\n",
        "$m0$c#63",
        "$m0* #8a",
        "$c#zz",
        "$" + "0" * (1 << 20 | 1),
    ],
)
def test_what_gdb_does_not_send_is_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        Filter().feed(text.encode("latin-1"))


def test_a_port_that_is_none(tmp_path: Path) -> None:
    words = [str(ROOT / "limen"), "run", PROGRAM, "--target", TARGET.name, "--gdb-server", "65536"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "65536 is not a port" in done.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not can_confine(), reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    ("text", "is_allowed"),
    [
        ("echo >inside && mkdir more && mv inside more && rm -r more", True),
        ("echo >/dev/null && echo >/dev/stdout && cat /etc/passwd", True),
        ("echo >../outside", False),
        ("mkdir ../more", False),
        ("rm ../file", False),
        ("mv ../file inside", False),
        ("ln -s x ../link", False),
        (": >../file", False),
    ],
)
def test_what_a_confined_program_can_do(text: str, is_allowed: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "file").write_text("mine")
    done = execute(["bash", "-c", text], directory=folder, is_confined=True)
    assert (done.status == 0) == is_allowed, done.output
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
