# SPDX-License-Identifier: Apache-2.0
"""Serve the viewer to browsers on this machine only.

The server listens on the loopback interface. Any web page can make a browser send requests to a
port of this machine, under a name that resolves to it by DNS. Therefore requests must name the
address itself in their Host header, and a request that a page of another site makes gets no answer
either. The server gives predefined responses only, and does not read files.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Answer", "PageServer"]

_LOOPBACK: Final = "127.0.0.1"
_IDLE_SECONDS: Final = 30.0
# The viewer loads nothing; its script, its style, its workers and its WebAssembly are part of it.
_POLICY: Final = (
    "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; "
    "frame-ancestors 'none'; form-action 'none'"
)
_OWN_SITES: Final = frozenset({"same-origin", "none"})  # of Sec-Fetch-Site
_HEADERS: Final = (
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", _POLICY),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The response for a path.

    Attributes:
        content: its bytes.
        kind: media type.
        headers: names and values beyond the usual ones.
        status: of HTTP; with NO_CONTENT the content is empty.
    """

    content: bytes
    kind: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    status: HTTPStatus = HTTPStatus.OK


class PageServer:
    """Responds to requests in a separate thread while the ``with`` block runs."""

    def __init__(self, routes: Mapping[str, Callable[[str], Answer]]) -> None:
        """Take a free port.

        Args:
            routes: by path: a function from the query to the response; called from any thread.
        """
        self._server = _Server(routes)
        self._thread = Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def port(self) -> int:
        """The TCP port of the server."""
        return self._server.server_port

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{_LOOPBACK}:{self.port}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_reason: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a browser keeps its connection open

    def __init__(self, routes: Mapping[str, Callable[[str], Answer]]) -> None:
        super().__init__((_LOOPBACK, 0), _Handler)
        self.routes = routes

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes the connection is not an error."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "limen"
    sys_version = ""
    timeout = _IDLE_SECONDS

    def do_GET(self) -> None:
        self._answer(has_body=True)

    def do_HEAD(self) -> None:
        self._answer(has_body=False)

    def log_message(self, *_words: object) -> None:
        """Print nothing: the terminal belongs to the running program."""

    def _answer(self, *, has_body: bool) -> None:
        if not self._is_own_request():
            self.send_error(HTTPStatus.FORBIDDEN, "this page is for this machine only")
            return
        path, _, query = self.path.partition("?")
        route = self.server.routes.get(path)
        if route is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        answer = route(query)
        self.send_response(answer.status)
        if answer.status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(answer.content)))
        for name, value in (*_HEADERS, *answer.headers):
            self.send_header(name, value)
        self.end_headers()
        if has_body:
            self.wfile.write(answer.content)

    def _is_own_request(self) -> bool:
        """Return whether the page itself or a navigation to it made the request, by its headers."""
        hosts = [f"{name}:{self.server.server_port}" for name in (_LOOPBACK, "localhost")]
        origin = self.headers.get("Origin")
        is_from_elsewhere = self.headers.get("Sec-Fetch-Site", "none") not in _OWN_SITES
        return (
            self.headers.get_all("Host") in [[host] for host in hosts]
            and (origin is None or origin in [f"http://{host}" for host in hosts])
            and not (is_from_elsewhere and self.headers.get("Sec-Fetch-Mode") != "navigate")
        )
