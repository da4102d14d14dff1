# SPDX-License-Identifier: Apache-2.0
"""Goal: a report contains the exact bytes of the traces, and the server answers only its page.

Method: the test runs the command as a user would, decodes its output, and sends hand-written
requests to its server.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from base64 import b64decode
from pathlib import Path

import pytest

from limen.cli import main
from limen.errors import PageError
from limen.page import Answer, Embedded, PageServer, built_page, embed
from limen.run import SAFETY_SECONDS, find_root

ROOT = find_root(Path(__file__).parent)
TRX = ROOT / "tests/support/data/trx"
PAGE = "<html><head><script>'</body>'</script></head><body></body></html>"


def limen(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "limen", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools/src"), "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=SAFETY_SECONDS,
        check=False,
    )


def embedded_in(page: str) -> list[dict[str, str]]:
    """Return the traces as a browser finds them: the element ends at the first end tag."""
    pattern = '<script type="application/octet-stream" id="limen-traces">(.*?)</script'
    (content,) = re.findall(pattern, page, flags=re.DOTALL)
    entries: list[dict[str, str]] = json.loads(content)
    return entries


def unpacked(text: str) -> bytes:
    return gzip.decompress(b64decode(text, validate=True))


def test_a_report_holds_the_files(tmp_path: Path) -> None:
    vcd, names, output = (tmp_path / name for name in ("pins.vcd", "own.trxc", "report.html"))
    head = "$timescale 1 ns $end\n$var wire 1 ! </script> $end\n$enddefinitions $end\n"
    vcd.write_text(f"{head}#0\n0!\n#5\n1!\n")
    names.write_text(
        "Start\n4096, </script><b>, U1, (1,2,3), (4,5,6), a, b, c, d\nEnd\n", encoding="utf-8"
    )
    traces = [TRX / "wp_pts.trx", TRX / "demo_threadx.trx"]
    options = ["--signals", str(vcd), "--definitions", str(names), "-o", str(output)]
    done = limen("report", *map(str, traces), *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page = output.read_text()
    assert page.rstrip().endswith("</script>\n</body>\n</html>")
    first, second = embedded_in(page)
    assert [first["name"], second["name"]] == ["wp_pts.trx", "demo_threadx.trx"]
    assert [unpacked(entry["gzip"]) for entry in (first, second)] == [
        trace.read_bytes() for trace in traces
    ]
    assert unpacked(first["vcd"]) == vcd.read_bytes()
    assert "vcd" not in second
    assert first["definitions"] == second["definitions"] == names.read_text()


def test_the_page_is_built_when_a_source_is_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, source = tmp_path / "build/viewer/limen.html", tmp_path / "viewer/src/main.tsx"
    for file in (page, source):
        file.parent.mkdir(parents=True)
        file.write_text("built")
    for folder in ("spec", "engine", "kernel", "include", "ports"):
        (tmp_path / folder).mkdir()
    os.utime(source, (1, 1))
    assert built_page(tmp_path) == "built"
    elsewhere = tmp_path / "elsewhere/viewer/limen.html"
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text("built elsewhere")
    monkeypatch.setenv("LIMEN_BUILD", str(tmp_path / "elsewhere"))
    assert built_page(tmp_path) == "built elsewhere"
    monkeypatch.delenv("LIMEN_BUILD")
    os.utime(page, (0, 0))
    with pytest.raises(
        PageError, match=r"viewer/node_modules: .* not installed; run scripts/setup"
    ):
        built_page(tmp_path)


def test_no_name_ends_the_element() -> None:
    name = "</script><!-- <script> \u2028 \"'\\"
    page = embed(PAGE, [Embedded(name, b"</script>")], '<meta name="x">')
    (entry,) = embedded_in(page)
    assert entry["name"] == name
    assert unpacked(entry["gzip"]) == b"</script>"
    assert page.startswith('<html><head><meta name="x"><script>')
    assert page.endswith("</script>\n</body></html>")


def test_the_same_traces_make_the_same_page() -> None:
    assert embed(PAGE, [Embedded("a", b"b")]) == embed(PAGE, [Embedded("a", b"b")])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["README.md", "-o", "{}/a.html"], "README.md: this is a text and not a trace"),
        (["nowhere.trx", "-o", "{}/a.html"], "nowhere.trx: "),
        (["{trx}", "-o", "{}/b/a.html"], "the folder does not exist; make it"),
        (["{trx}", "-o", "{}"], "this is a folder; name a file in it"),
        (["{trx}"], "Missing option '-o'"),
        (["{trx}", "{trx}", "{trx}", "-o", "{}/a.html"], "these are 3 traces"),
        (["{trx}", "--signals", "README.md", "-o", "{}/a.html"], "README.md"),
        (
            ["{trx}", *["--signals", "x.vcd"] * 2, "-o", "{}/a.html"],
            "--signals: there are 2 recordings for 1 trace(s)",
        ),
        (["{trx}", "--definitions", "nowhere", "-o", "{}/a.html"], "nowhere: No such file"),
    ],
)
def test_wrong_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    filled = [word.format(tmp_path, trx=TRX / "wp_pts.trx") for word in words]
    with pytest.raises(SystemExit) as ended:
        main(["report", *filled])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert line in said.err
    assert not (tmp_path / "a.html").exists()


def ask(port: int, text: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=SAFETY_SECONDS) as connection:
        connection.sendall(text.encode())
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(4096), b""))


def test_the_server_answers_only_what_it_was_given() -> None:
    with PageServer({"/": lambda query: Answer(query.encode(), "text/x")}) as server:
        client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=SAFETY_SECONDS)
        for path, status in [("/?q=1", 200), ("/x", 404), ("/x/", 404), ("/../etc/passwd", 404)]:
            client.request("GET", path)
            answer = client.getresponse()
            assert (path, answer.status) == (path, status)
            assert (answer.read() == b"q=1") == (status == 200)
        client.request("POST", "/", b"x")
        assert client.getresponse().status == 501
        client.close()


@pytest.mark.parametrize(
    "host",
    [
        "Host: example.org",
        "Host: example.org:{}",
        "Host: 127.0.0.1",
        "Host: 127.0.0.1:1",
        "Accept: */*",
        "Host: 127.0.0.1:{}\r\nHost: example.org",
    ],
)
def test_requests_under_other_names_are_refused(host: str) -> None:
    with PageServer({"/": lambda _query: Answer(b"secret")}) as server:
        answer = ask(server.port, f"GET / HTTP/1.1\r\n{host.format(server.port)}\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 403 ")
        assert b"secret" not in answer
        good = f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
        assert ask(server.port, good).endswith(b"\r\n\r\nsecret")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Origin: http://evil.example", 403),
        ("Origin: null", 403),
        ("Origin: http://127.0.0.1:{}", 200),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors", 403),
        ("Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: cors", 403),
        ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate", 200),
        ("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors", 200),
        ("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate", 200),
    ],
)
def test_requests_of_other_pages_are_refused(said: str, status: int) -> None:
    with PageServer({"/": lambda _: Answer(b"mine")}) as server:
        host = f"Host: 127.0.0.1:{server.port}"
        text = (
            f"GET / HTTP/1.1\r\n{host}\r\n{said.format(server.port)}\r\nConnection: close\r\n\r\n"
        )
        answer = ask(server.port, text)
        assert answer.startswith(f"HTTP/1.1 {status} ".encode())
        assert (b"mine" in answer) == (status == 200)


def test_only_the_loopback_interface_is_listened_on() -> None:
    with PageServer({}) as server:
        line = next(
            fields
            for fields in map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
            if fields[1].endswith(f":{server.port:04X}") and fields[3] == "0A"
        )
        assert line[1].startswith("0100007F:")
        assert server.address == f"http://127.0.0.1:{server.port}/"


def test_view_serves_the_traces_until_it_is_interrupted() -> None:
    # A shell that started pytest in the background has the signal ignored.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "limen"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools/src")}
    with subprocess.Popen(
        [*command, "view", "--no-browser", str(TRX / "wp_pts.trx")],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        port = int(address.removeprefix("http://127.0.0.1:").removesuffix("/"))
        page = ask(port, f"GET / HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n").decode()
        (entry,) = embedded_in(page)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=SAFETY_SECONDS) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert unpacked(entry["gzip"]) == (TRX / "wp_pts.trx").read_bytes()
