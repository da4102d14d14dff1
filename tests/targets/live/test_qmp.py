# SPDX-License-Identifier: Apache-2.0
"""Goal: a program that ends as soon as it is started is watched without an error.

Method: a monitor that ends at the command to continue, before it answers.
"""

from __future__ import annotations

import socket
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from limen.live.probe import GoneError
from limen.live.qmp import QmpProbe

if TYPE_CHECKING:
    from pathlib import Path


def end_at_once(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection, connection.makefile("rwb") as stream:
        stream.write(b"{}\n")
        stream.flush()
        stream.readline()
        stream.write(b'{"return": {}}\n')
        stream.flush()
        connection.recv(1)  # what is left unread resets the connection


def test_a_machine_that_ends_at_once_is_gone(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "qmp"))
        listener.listen()
        monitor = Thread(target=end_at_once, args=[listener])
        monitor.start()
        probe = QmpProbe(tmp_path / "qmp", tmp_path)
        probe.start()
        monitor.join()
        with pytest.raises(GoneError):
            probe.regions()
        probe.close()
