// SPDX-License-Identifier: Apache-2.0
// The header of Limen's trace file. Nothing in it is believed before it is checked.
import { TraceError } from "../error";
import { HEADER_BYTES, MAGIC, OBJECT_BYTES, RECORD_BYTES, VERSION } from "./format";

export interface Header {
  readonly isLittle: boolean;
  readonly clockHz: number;
  readonly objectCapacity: number;
  readonly objectCount: number;
  readonly recordCapacity: number;
  readonly nextOffset: number;
  readonly wraps: number;
  readonly timeHigh: number;
  readonly levels: number;
  readonly flags: number;
  readonly timeLow: number;
  /** Where the records begin. */
  readonly recordsOffset: number;
  /** Records before nextOffset. */
  readonly written: number;
}

export const TIME_HIGH_MAX = 2 ** 31 - 1;
export const RECOPY = "copy the whole buffer again, with recording stopped";
const NOT_OURS = "give the memory image of the buffer that lm_trace_start was called with";

export function readHeader(view: DataView, place: string): Header {
  const isLittle = byteOrder(view, place);
  checkLayout(view, isLittle, place);
  const u32 = (offset: number): number => view.getUint32(offset, isLittle);
  const recordsOffset = HEADER_BYTES + u32(16) * OBJECT_BYTES;
  const header: Header = {
    isLittle,
    clockHz: u32(12),
    objectCapacity: u32(16),
    objectCount: u32(20),
    recordCapacity: u32(24),
    nextOffset: u32(28),
    wraps: u32(32),
    timeHigh: u32(36),
    levels: view.getUint16(40, isLittle),
    flags: view.getUint16(42, isLittle),
    timeLow: u32(44),
    recordsOffset,
    written: (u32(28) - recordsOffset) / RECORD_BYTES,
  };
  checkHeader(header, place);
  checkSize(header, view.byteLength, place);
  return header;
}

function byteOrder(view: DataView, place: string): boolean {
  if (view.byteLength < HEADER_BYTES) {
    const problem = `the file has ${view.byteLength} bytes, but the header alone has ${HEADER_BYTES}`;
    throw new TraceError(place, problem, NOT_OURS);
  }
  if (view.getUint32(0, true) === MAGIC) {
    return true;
  }
  if (view.getUint32(0, false) === MAGIC) {
    return false;
  }
  throw new TraceError(
    `${place}: byte 0`,
    "this is not a trace of Limen: LIMN is missing",
    NOT_OURS,
  );
}

const LAYOUT = [
  [4, "version", VERSION],
  [6, "header_bytes", HEADER_BYTES],
  [8, "object_bytes", OBJECT_BYTES],
  [10, "record_bytes", RECORD_BYTES],
] as const;

function checkLayout(view: DataView, isLittle: boolean, place: string): void {
  for (const [offset, name, expected] of LAYOUT) {
    const found = view.getUint16(offset, isLittle);
    if (found !== expected) {
      const problem = `${name} is ${found}, and this reader knows ${expected} only`;
      throw new TraceError(`${place}: byte ${offset}`, problem, "use the tools of that version");
    }
  }
}

function checkHeader(header: Header, place: string): void {
  const positive = [
    [12, "clock_hz", header.clockHz],
    [24, "record_capacity", header.recordCapacity],
    [40, "levels", header.levels],
  ] as const;
  for (const [offset, name, value] of positive) {
    if (value === 0) {
      throw new TraceError(`${place}: byte ${offset}`, `${name} is 0`, RECOPY);
    }
  }
  if (header.timeHigh > TIME_HIGH_MAX) {
    const problem = `time_high is ${header.timeHigh}: that many ticks are beyond any clock`;
    throw new TraceError(`${place}: byte 36`, problem, RECOPY);
  }
  const { written, recordCapacity } = header;
  if (!Number.isInteger(written) || written < 0 || written > recordCapacity) {
    const problem = `next_offset is ${header.nextOffset}, which is not the start of a record of the ring`;
    throw new TraceError(`${place}: byte 28`, problem, RECOPY);
  }
}

function checkSize(header: Header, size: number, place: string): void {
  const total = header.recordsOffset + header.recordCapacity * RECORD_BYTES;
  if (size < total) {
    const problem = `the file ends here, but the header specifies ${total} bytes`;
    throw new TraceError(`${place}: byte ${size}`, problem, RECOPY);
  }
}
