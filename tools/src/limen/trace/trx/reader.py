# SPDX-License-Identifier: Apache-2.0
"""Read ThreadX's traces. Nothing in a file is believed before it is checked.

Source:
    ``tx_trace.h`` of ThreadX. As TraceX reads them, with two differences: eight-byte words are
    read too, and a file that announces more than it has is refused.
"""

from __future__ import annotations

from stat import S_ISREG
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from limen.errors import TraceError
from limen.trace.trx.container import unpack
from limen.trace.trx.layout import (
    INITIALIZE,
    INTERRUPT,
    MAGIC,
    ObjectType,
    WordBytes,
    entry_dtype,
    event_dtype,
    header_dtype,
)
from limen.trace.trx.model import TrxHeader, TrxObject, TrxTrace, lanes_of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from limen.trace.trx.container import Container

__all__ = ["parse_trx", "read_trx"]

_FILE_BYTES_MAX: Final = 1 << 31
_NAME_SIZE_MAX: Final = 256
_TICKS_MAX: Final = float(1 << 62)
_MODERN: Final = np.uint64(1 << 31)
_RECOPY: Final = "copy the whole buffer again, with tracing disabled"
_NOT_OURS: Final = "give the memory image of the buffer that tx_trace_enable was called with"


def read_trx(path: Path, wrap: int | None = None) -> TrxTrace:
    """Read a trace of ThreadX from a file.

    Args:
        path: raw, Intel HEX, S-record or plain digits; bytes after the ring are ignored.
        wrap: ticks after which the clock wraps, for clocks whose mask does not contain it.

    Raises:
        TraceError: it cannot be read, or is not a valid trace.
    """
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise TraceError(str(path), "this is not a regular file", _NOT_OURS)
        if status.st_size > _FILE_BYTES_MAX:
            problem = f"the file has {status.st_size} bytes, more than any trace buffer"
            raise TraceError(str(path), problem, _NOT_OURS)
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise TraceError(str(path), reason, "name a trace file") from error
    return parse_trx(content, str(path), wrap)


def parse_trx(content: bytes, place: str = "trace", wrap: int | None = None) -> TrxTrace:
    """Read a trace of ThreadX from memory.

    Args:
        content: the bytes of a file.
        place: its name in messages.
        wrap: see read_trx.

    Raises:
        TraceError: it is no valid trace.

    Cost:
        O(bytes) time and memory.
    """
    container = unpack(content, place)
    header = _parse_header(container, place)
    _check_ring(header, len(container.image), place)
    return _parse(container.image, header, place, wrap)


def _shape(image: bytes, place: str) -> tuple[str, WordBytes]:
    """Byte order and size of a word; a timer mask of 0 is the upper half of a long id."""
    long_mark = MAGIC.to_bytes(8, "big")
    if image.startswith(long_mark):
        return ">", 8
    if image.startswith(long_mark[:3:-1]):
        return "<", 8 if image[4:8] == long_mark[:4] else 4
    if image.startswith(long_mark[4:]):
        return ">", 4
    raise TraceError(
        f"{place}: byte 0", "this is not a trace of ThreadX: TXTB is missing", _NOT_OURS
    )


def _parse_header(container: Container, place: str) -> TrxHeader:
    image = container.image
    order, word_bytes = _shape(image, place)
    dtype = header_dtype(order, word_bytes)
    if len(image) < dtype.itemsize:
        problem = f"there are {len(image)} bytes, but the header alone has {dtype.itemsize}"
        raise TraceError(place, problem, _RECOPY)
    fields = np.frombuffer(image, dtype, count=1)[0]
    value = {name: int(fields[name]) for name in dtype.names or () if name != "padding"}
    event_bytes = event_dtype(order, word_bytes).itemsize
    return TrxHeader(
        container=container.form,
        bad_checksums=container.bad_checksums,
        word_bytes=word_bytes,
        byte_order="little" if order == "<" else "big",
        timer_mask=value["timer_mask"],
        name_size=value["name_size"],
        base=value["base"],
        registry=(value["registry_start"], value["registry_end"]),
        buffer=(value["buffer_start"], value["buffer_end"]),
        oldest=value["oldest"],
        capacity=max(value["buffer_end"] - value["buffer_start"], 0) // event_bytes,
    )


def _check_ring(header: TrxHeader, size: int, place: str) -> None:
    """The header's fields agree with each other and with the size of the image."""
    if header.timer_mask == 0:
        raise TraceError(place, "the timer mask is 0, so that no clock can tick", _RECOPY)
    if header.name_size > _NAME_SIZE_MAX:
        problem = f"names of {header.name_size} bytes are beyond {_NAME_SIZE_MAX}"
        raise TraceError(place, problem, _RECOPY)
    for what, (begin, end) in (("registry", header.registry), ("ring", header.buffer)):
        if end < begin:
            problem = f"the {what} ends at {end:#x}, before it begins at {begin:#x}"
            raise TraceError(place, problem, _RECOPY)
    needed = _ring_offset(header) + header.capacity * 8 * header.word_bytes
    if size < needed:
        problem = f"the image ends here, but the header specifies {needed} bytes"
        raise TraceError(f"{place}: byte {size}", problem, _RECOPY)
    beyond = header.oldest - header.buffer[0]
    event_bytes = 8 * header.word_bytes
    if header.capacity == 0:
        raise TraceError(place, "the ring has no room for an event", "enlarge the trace buffer")
    if not 0 <= beyond < header.capacity * event_bytes or beyond % event_bytes != 0:
        problem = f"the current pointer {header.oldest:#x} is not the start of an event of the ring"
        raise TraceError(place, problem, _RECOPY)


def _ring_offset(header: TrxHeader) -> int:
    """Bytes before the ring."""
    return 12 * header.word_bytes + header.registry[1] - header.registry[0]


def _order(header: TrxHeader) -> str:
    return "<" if header.byte_order == "little" else ">"


def _parse(image: bytes, header: TrxHeader, place: str, wrap: int | None) -> TrxTrace:
    registry = _registry(image, header)
    events, counts_up, wrapped = _unroll(image, header)
    context = _column(events["context"])
    priority = _column(events["priority"])
    is_thread = (context != INTERRUPT) & (context != INITIALIZE)
    threads = _threads(registry, context[is_thread])
    word = events["event"]
    stamp = _column(events["stamp"].astype(np.uint64) & np.uint64(header.timer_mask))
    lane = lanes_of(threads, context)
    lane[~is_thread] = -1
    objects: dict[int, TrxObject] = {}
    for entry in registry:
        objects.setdefault(entry.address, entry)
    return TrxTrace(
        header=header,
        wrapped=wrapped,
        counts_up=counts_up,
        is_modern=bool(np.any(priority[is_thread] & _MODERN)),
        registry=registry,
        objects=MappingProxyType(objects),
        threads=_column(threads),
        time=_column(_times(stamp, header, counts_up=counts_up, wrap=wrap, place=place)),
        stamp=stamp,
        event=_column(word.astype(np.uint16)),
        core=_column((word >> (word.dtype.type(24))).astype(np.uint8)),
        context=context,
        priority=priority,
        info=_column(events["info"]),
        lane=_column(lane),
    )


def _column(values: NDArray[Any]) -> NDArray[Any]:
    """Contiguous, read-only, in the byte order of this machine; words are uint64."""
    is_word = values.dtype.kind == "u" and values.dtype.itemsize in (4, 8)
    dtype = np.dtype(np.uint64) if is_word else values.dtype
    column = np.ascontiguousarray(values, dtype)
    column.setflags(write=False)
    return column


def _unroll(image: bytes, header: TrxHeader) -> tuple[NDArray[np.void], bool, bool]:
    """Events, oldest first; does the clock count up; has the ring wrapped?

    Slots are filled from the start, and the first one with context 0 was never written.
    """
    dtype = event_dtype(_order(header), 8 if header.word_bytes == 8 else 4)  # noqa: PLR2004
    ring = np.frombuffer(image, dtype, header.capacity, _ring_offset(header))
    empty = np.flatnonzero(ring["context"] == 0)
    written = ring[: empty[0]] if len(empty) else ring
    current = (header.oldest - header.buffer[0]) // dtype.itemsize
    wrapped = current < len(written) or len(empty) == 0
    stamp = written["stamp"].astype(np.uint64) & np.uint64(header.timer_mask)
    rises = np.count_nonzero(stamp[1:] > stamp[:-1])
    counts_up = rises > np.count_nonzero(stamp[1:] < stamp[:-1])
    if wrapped:
        written = np.concatenate([written[current:], written[:current]])
    return written, bool(counts_up), bool(wrapped)


def _times(
    stamp: NDArray[np.uint64], header: TrxHeader, *, counts_up: bool, wrap: int | None, place: str
) -> NDArray[np.int64]:
    """(n,) int64: ticks since the first stamp; a step backwards is a wrap."""
    time = np.zeros(len(stamp), np.int64)
    if len(stamp) == 0:
        return time
    before, after = (stamp[:-1], stamp[1:]) if counts_up else (stamp[1:], stamp[:-1])
    modulus = header.timer_mask + 1 if wrap is None else wrap
    if wrap is not None and int(stamp.max()) >= wrap:
        problem = f"a stamp of {int(stamp.max())} is beyond a clock that wraps at {wrap}"
        raise TraceError(place, problem, "give a larger number of ticks")
    step = after - before  # modulo 2**64
    step[after < before] += np.uint64(modulus & ((1 << 64) - 1))
    if float(np.sum(step.astype(np.float64))) >= _TICKS_MAX:
        raise TraceError(place, "its stamps jump farther than any clock counts", _RECOPY)
    np.cumsum(step.astype(np.int64), out=time[1:])
    return time


def _registry(image: bytes, header: TrxHeader) -> tuple[TrxObject, ...]:
    word_bytes: WordBytes = 8 if header.word_bytes == 8 else 4  # noqa: PLR2004
    dtype = entry_dtype(_order(header), word_bytes, header.name_size)
    count = (header.registry[1] - header.registry[0]) // dtype.itemsize
    table = np.frombuffer(image, dtype, count, 12 * word_bytes)
    used = np.flatnonzero(table["type"] != ObjectType.NEVER_USED)
    return tuple(_entry(table[index], header.name_size) for index in used)


def _entry(entry: np.void, name_size: int) -> TrxObject:
    kind = int(entry["type"])
    high = int(entry["priority_high"])
    has_priority = kind == ObjectType.THREAD and high & 0x80
    return TrxObject(
        address=int(entry["address"]),
        type=kind,
        is_deleted=bool(entry["available"]),
        initial_priority=(high & 3) << 8 | int(entry["priority_low"]) if has_priority else None,
        p1=int(entry["p1"]),
        p2=int(entry["p2"]),
        name=_printable(entry["name"].tobytes()[: name_size - 1]) if name_size else "",
    )


def _printable(padded: bytes) -> str:
    """A name that no terminal takes for a command; one that begins as no name does is none."""
    text = padded.split(b"\0", 1)[0].decode("utf-8", "replace")
    if text and not (text[0].isascii() and text[0].isprintable()):
        return "Non-ASCII Name"
    unknown = "\N{REPLACEMENT CHARACTER}"
    return "".join(letter if letter.isprintable() else unknown for letter in text)


def _threads(registry: tuple[TrxObject, ...], contexts: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(t,) uint64: addresses of the threads that are registered or ran, rising."""
    named = [entry.address for entry in registry if entry.type == ObjectType.THREAD]
    listed = np.unique(np.array([address for address in named if address], np.uint64))
    strangers = contexts[lanes_of(listed, contexts) < 0]
    return np.union1d(listed, strangers) if len(strangers) else listed
