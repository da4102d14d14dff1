# SPDX-License-Identifier: Apache-2.0
"""Opens a page in Firefox by WebDriver BiDi, which Firefox implements."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tornado.websocket import websocket_connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tornado.websocket import WebSocketClientConnection

__all__ = ["Page", "open_page"]

_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Page:
    """An open page."""

    def __init__(self, loop: asyncio.AbstractEventLoop, socket: WebSocketClientConnection) -> None:
        self._loop = loop
        self._socket = socket
        self._number = 0
        self._context = ""

    def open(self, address: str) -> None:
        """Begin a session and load a page."""
        self._send("session.new", {"capabilities": {}})
        [tree, *_] = self._send("browsingContext.getTree", {})["contexts"]
        self._context = tree["context"]
        where = {"context": self._context, "url": address, "wait": "complete"}
        self._send("browsingContext.navigate", where)

    def evaluate(self, expression: str) -> str:
        """Return the text of an expression, or of its promise.

        Raises:
            AssertionError: the page threw an exception.
        """
        words = {
            "expression": expression,
            "target": {"context": self._context},
            "awaitPromise": True,
        }
        answer = self._send("script.evaluate", words)
        assert answer["type"] == "success", answer
        return str(answer["result"].get("value", ""))

    def _send(self, method: str, words: dict[str, Any]) -> dict[str, Any]:
        return self._loop.run_until_complete(self._exchange(method, words))

    async def _exchange(self, method: str, words: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        number = self._number
        await self._socket.write_message(
            json.dumps({"id": number, "method": method, "params": words})
        )
        while True:
            text = await self._socket.read_message()
            assert text is not None, "Firefox has ended"
            answer = json.loads(text)
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result


@contextmanager
def open_page(address: str, profile: Path) -> Iterator[Page]:
    """Open a page in a new Firefox, which ends afterwards.

    Args:
        address: URL.
        profile: an empty folder.
    """
    words = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile)]
    firefox = subprocess.Popen(
        [*words, "--remote-debugging-port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    loop = asyncio.new_event_loop()
    try:
        assert firefox.stderr is not None
        found = next(filter(None, map(_LISTENS.search, firefox.stderr)))
        socket = loop.run_until_complete(_connect(f"{found[1]}/session"))
        page = Page(loop, socket)
        page.open(address)
        yield page
        socket.close()
    finally:
        firefox.kill()
        firefox.communicate()
        loop.close()


async def _connect(address: str) -> WebSocketClientConnection:
    return await websocket_connect(address, max_message_size=1 << 28)
