# SPDX-License-Identifier: Apache-2.0
"""A stream buffer and a message buffer of freertos_model.py.

Their tasks wait by notifications. A task that waits for space looks again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from support.freertos_kernel import BLOCKED, Script, Task
from support.freertos_objects import Objects

if TYPE_CHECKING:
    from support.freertos_kernel import Answer, Call

STREAM_BYTES: Final = 8
BUFFER_BYTES: Final = 24
TRIGGER: Final = 2


@dataclass(eq=False)
class Stream:
    """A stream of bytes, or of messages if a length is before each of them."""

    size: int
    trigger: int
    length_bytes: int = 0
    data: deque[int] = field(default_factory=deque)  # bytes
    messages: deque[int] = field(default_factory=deque)  # their lengths
    reader: Task | None = None
    writer: Task | None = None

    @property
    def used(self) -> int:
        return len(self.data) + self.length_bytes * len(self.messages)

    @property
    def space(self) -> int:
        return self.size - self.used

    def needs(self, size: int) -> int:
        return size + self.length_bytes

    def put(self, size: int, byte: int) -> int:
        if self.length_bytes == 0:
            size = min(size, self.space)
        elif self.needs(size) > self.space:
            return 0
        else:
            self.messages.append(size)
        self.data.extend([byte] * size)
        return size

    def take(self, size: int) -> list[int]:
        if self.length_bytes != 0:
            if not self.messages or self.messages[0] > size:
                return []
            size = self.messages.popleft()
        return [self.data.popleft() for _ in range(min(size, len(self.data)))]


class Streams(Objects):
    """Two streams, and their calls."""

    def __init__(self, script: Script, *, slices: bool) -> None:
        super().__init__(script, slices=slices)
        self.streams = [
            Stream(STREAM_BYTES, TRIGGER),
            Stream(BUFFER_BYTES, 1, script.length_bytes),
        ]

    def forget_in_streams(self, task: Task) -> None:
        for stream in self.streams:
            if stream.reader is task:
                stream.reader = None
            if stream.writer is task:
                stream.writer = None

    def wake_peer(self, task: Task | None) -> bool:
        return task is not None and task.state == BLOCKED and self.wake(task)

    def put_into(self, stream: Stream, size: int, value: int) -> tuple[int, bool]:
        sent = stream.put(size, value % 256)
        return sent, sent != 0 and stream.used >= stream.trigger and self.wake_peer(stream.reader)

    def take_from(self, stream: Stream, size: int) -> tuple[int, int, bool]:
        received = stream.take(size)
        writer = stream.writer
        # FreeRTOS wakes the sender in any case, which then waits on if that is not enough.
        wakes = writer is not None and bool(received) and stream.space >= writer.sends
        return len(received), sum(received), wakes and self.wake_peer(writer)

    def handle_stream(self, call: Call, value: int) -> tuple[int, int, bool]:
        stream = self.streams[call.object]
        if call.name == "stream_receive":
            return self.take_from(stream, call.first)
        sent, woken = self.put_into(stream, call.first, value)
        return sent, 0, woken

    def do_stream_send(self, call: Call, value: int) -> Answer:
        task = self.running
        stream = self.streams[call.object]
        needed = stream.needs(call.first)
        if stream.length_bytes == 0:
            needed = min(needed, stream.size)
        waits = call.ticks != 0 and needed <= stream.size
        deadline = self.deadline(call.ticks)
        while waits and stream.space < needed:
            left = self.left(task, deadline)
            if left is None:
                break
            self.wake_peer(stream.reader)  # or both would wait
            stream.writer = task
            task.sends = needed
            self.wait(left)
            yield
            stream.writer = None
            task.aborted = False
        sent, _woken = self.put_into(stream, call.first, value)
        yield
        return sent, 0

    def do_stream_receive(self, call: Call, _: int) -> Answer:
        stream = self.streams[call.object]
        if stream.used == 0 and call.ticks != 0:
            stream.reader = self.running
            self.wait(call.ticks)
            yield
            stream.reader = None
        received, total, _woken = self.take_from(stream, call.first)
        yield
        return received, total

    def do_stream_used(self, call: Call, _: int) -> Answer:
        yield
        return self.streams[call.object].used, 0

    def do_stream_space(self, call: Call, _: int) -> Answer:
        yield
        return self.streams[call.object].space, 0

    def do_stream_reset(self, call: Call, _: int) -> Answer:
        stream = self.streams[call.object]
        # In FreeRTOS a task that has been aborted or suspended waits until it runs again.
        peers = (stream.reader, stream.writer)
        resets = not any(peer is not None and peer.state == BLOCKED for peer in peers)
        if resets:
            stream.data.clear()
            stream.messages.clear()
        yield
        return int(resets), 0

    def do_stream_trigger(self, call: Call, _: int) -> Answer:
        stream = self.streams[call.object]
        fits = call.first <= stream.size
        if fits:
            stream.trigger = call.first
        yield
        return int(fits), 0
