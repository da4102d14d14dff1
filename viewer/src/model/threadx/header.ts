// SPDX-License-Identifier: Apache-2.0
// What ThreadX's trace buffer says of itself; nothing of it is believed before it is checked.
import { TraceError } from "../error";
import type { Container } from "./container";

export interface TrxHeader {
  readonly container: Container["form"];
  readonly badChecksums: number;
  /** Bytes of a word: 4, or 8 for the 64-bit layout. */
  readonly wordBytes: 4 | 8;
  readonly isLittle: boolean;
  /** Bits of a stamp that count; the clock wraps behind them. */
  readonly timerMask: bigint;
  readonly nameSize: number;
  readonly base: bigint;
  readonly registry: readonly [begin: bigint, end: bigint];
  readonly buffer: readonly [begin: bigint, end: bigint];
  readonly oldest: bigint;
  readonly capacity: number;
  /** Bytes ahead of the ring, and those of an event. */
  readonly ringOffset: number;
  readonly eventBytes: number;
}

export const RECOPY = "copy the whole buffer again, with tracing disabled";
const NOT_OURS = "give the memory image of the buffer that tx_trace_enable was called with";
const MAGIC = 0x54585442;
const NAME_SIZE_MAX = 256;
const HEADER_WORDS = 12;
const EVENT_WORDS = 8;

/** Byte order and size of a word; a timer mask of 0 is the upper half of a long id. */
function shape(view: DataView, place: string): { isLittle: boolean; wordBytes: 4 | 8 } {
  const word = (at: number, isLittle: boolean): number =>
    view.byteLength >= at + 4 ? view.getUint32(at, isLittle) : -1;
  if (word(0, false) === 0 && word(4, false) === MAGIC) {
    return { isLittle: false, wordBytes: 8 };
  }
  if (word(0, true) === MAGIC) {
    return { isLittle: true, wordBytes: word(4, true) === 0 ? 8 : 4 };
  }
  if (word(0, false) === MAGIC) {
    return { isLittle: false, wordBytes: 4 };
  }
  throw new TraceError(
    `${place}: byte 0`,
    "this is not a trace of ThreadX: TXTB is missing",
    NOT_OURS,
  );
}

export function readTrxHeader(container: Container, place: string): TrxHeader {
  const { image } = container;
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const { isLittle, wordBytes } = shape(view, place);
  if (image.length < HEADER_WORDS * wordBytes) {
    const problem = `there are ${image.length} bytes, but the header alone has ${HEADER_WORDS * wordBytes}`;
    throw new TraceError(place, problem, RECOPY);
  }
  const word = (index: number): bigint =>
    wordBytes === 8
      ? view.getBigUint64(index * wordBytes, isLittle)
      : BigInt(view.getUint32(index * wordBytes, isLittle));
  const registry = [word(3), word(5)] as const;
  const buffer = [word(6), word(7)] as const;
  const eventBytes = EVENT_WORDS * wordBytes;
  const ring = buffer[1] > buffer[0] ? buffer[1] - buffer[0] : 0n;
  const header: TrxHeader = {
    container: container.form,
    badChecksums: container.badChecksums,
    wordBytes,
    isLittle,
    timerMask: word(1),
    nameSize: view.getUint16(4 * wordBytes + 2, isLittle),
    base: word(2),
    registry,
    buffer,
    oldest: word(8),
    capacity: Number(ring / BigInt(eventBytes)),
    ringOffset: HEADER_WORDS * wordBytes + Number(registry[1] - registry[0]),
    eventBytes,
  };
  checkRing(header, image.length, place);
  return header;
}

/** The header's fields agree with each other and with the size of the image. */
function checkRing(header: TrxHeader, size: number, place: string): void {
  if (header.timerMask === 0n) {
    throw new TraceError(place, "the timer mask is 0, so that no clock can tick", RECOPY);
  }
  if (header.nameSize > NAME_SIZE_MAX) {
    const problem = `names of ${header.nameSize} bytes are beyond ${NAME_SIZE_MAX}`;
    throw new TraceError(place, problem, RECOPY);
  }
  for (const [what, [begin, end]] of [
    ["registry", header.registry],
    ["ring", header.buffer],
  ] as const) {
    if (end < begin) {
      const problem = `the ${what} ends at ${shown(end)}, before it begins at ${shown(begin)}`;
      throw new TraceError(place, problem, RECOPY);
    }
  }
  const needed = BigInt(header.ringOffset) + BigInt(header.capacity) * BigInt(header.eventBytes);
  if (BigInt(size) < needed) {
    const problem = `the image ends here, but the header specifies ${needed} bytes`;
    throw new TraceError(`${place}: byte ${size}`, problem, RECOPY);
  }
  if (header.capacity === 0) {
    throw new TraceError(place, "the ring has no room for an event", "enlarge the trace buffer");
  }
  const beyond = header.oldest - header.buffer[0];
  const isInside = beyond >= 0n && beyond < BigInt(header.capacity * header.eventBytes);
  if (!isInside || beyond % BigInt(header.eventBytes) !== 0n) {
    const problem = `the current pointer ${shown(header.oldest)} is not the start of an event of the ring`;
    throw new TraceError(place, problem, RECOPY);
  }
}

function shown(address: bigint): string {
  return `0x${address.toString(16)}`;
}
