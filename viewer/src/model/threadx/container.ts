// SPDX-License-Identifier: Apache-2.0
// From a file to the memory image that is in it: raw, Intel HEX, S-records or bare digits. Records
// are joined in the order of the file, and a wrong checksum is counted: what TraceX opens, this opens.
import { TraceError } from "../error";

export interface Container {
  readonly form: "binary" | "ihex" | "srec" | "asciihex";
  readonly image: Uint8Array;
  readonly badChecksums: number;
}

const RAW_STARTS = ["BTXT", "TXTB", "\0\0\0\0TXTB"];
const DIGITS = /^\s*(?:42\s*54\s*58\s*54|(?:(?:00\s*){4})?54\s*58\s*54\s*42)/;
const RECORD = /^(?::[0-9A-Fa-f]{8}|S[0-9][0-9A-Fa-f]{2})/;
const START_BYTES = 32;
const AGAIN = "save the trace buffer again, as it is in memory";
const NOT_OURS = "give the memory image of the buffer that tx_trace_enable was called with";
const SHORTEST = 4;
const COLON = 0x3a;
const LETTER_S = 0x53;

function startOf(content: Uint8Array): string {
  return String.fromCharCode(...content.subarray(0, START_BYTES));
}

/** Do the first bytes belong to a trace of ThreadX, in any form? */
export function looksLikeTrx(content: Uint8Array): boolean {
  const start = startOf(content);
  return (
    RAW_STARTS.some((raw) => start.startsWith(raw)) || RECORD.test(start) || DIGITS.test(start)
  );
}

/** The memory image in a file. O(bytes), whatever lengths its records announce. Throws TraceError. */
export function unpack(content: Uint8Array, place: string): Container {
  const start = startOf(content);
  if (RAW_STARTS.some((raw) => start.startsWith(raw))) {
    return { form: "binary", image: content, badChecksums: 0 };
  }
  if (content[0] === COLON) {
    return join("ihex", content, place);
  }
  if (content[0] === LETTER_S) {
    return join("srec", content, place);
  }
  const image = new Uint8Array(content.length >> 1);
  const length = digits(content, 0, content.length, image, 0);
  if (length < 0) {
    const problem = "this is not a trace of ThreadX: it does not begin with a known mark";
    throw new TraceError(`${place}: byte 0`, problem, NOT_OURS);
  }
  return { form: "asciihex", image: image.subarray(0, length), badChecksums: 0 };
}

/** Data of all records up to the last one. */
function join(form: "ihex" | "srec", content: Uint8Array, place: string): Container {
  const image = new Uint8Array(content.length >> 1);
  const isIhex = form === "ihex";
  let length = 0;
  let badChecksums = 0;
  let line = 0;
  for (let at = 0; at < content.length;) {
    const end = lineEnd(content, at);
    const [first, last] = trim(content, at, end);
    line++;
    at = end + (content[end] === 13 && content[end + 1] === 10 ? 2 : 1);
    if (first === last) {
      continue;
    }
    const isRecord = content[first] === (isIhex ? COLON : LETTER_S);
    const count = isRecord ? digits(content, first + (isIhex ? 1 : 2), last, image, length) : 0;
    if (count < SHORTEST) {
      throw new TraceError(`${place}: line ${line}`, "this is not a record of digits", AGAIN);
    }
    const octets = image.subarray(length, length + count);
    const data = isIhex ? ihexData(octets) : srecData(content[first + 1]!, octets);
    if (data === null) {
      break;
    }
    if (count !== octets[0]! + (isIhex ? 5 : 1)) {
      const problem = "the length of the record is wrong";
      throw new TraceError(`${place}: line ${line}`, problem, AGAIN);
    }
    badChecksums += sum(octets) === (isIhex ? 0 : 0xff) ? 0 : 1;
    octets.copyWithin(
      0,
      data.byteOffset - octets.byteOffset,
      data.byteOffset - octets.byteOffset + data.length,
    );
    length += data.length;
  }
  return { form, image: image.subarray(0, length), badChecksums };
}

/** Bytes of a record add up to 0 in Intel HEX, to 255 in S-records. */
function sum(octets: Uint8Array): number {
  let total = 0;
  for (const octet of octets) {
    total += octet;
  }
  return total & 0xff;
}

/** Data of a record; null: it is the last one. */
function ihexData(octets: Uint8Array): Uint8Array | null {
  const kind = octets[3]!;
  if (kind === 1) {
    return null;
  }
  return kind === 0 ? octets.subarray(4, octets.length - 1) : octets.subarray(0, 0);
}

function srecData(kind: number, octets: Uint8Array): Uint8Array | null {
  const digit = kind - 0x30;
  if (digit >= 7 && digit <= 9) {
    return null;
  }
  return digit >= 1 && digit <= 3
    ? octets.subarray(2 + digit, octets.length - 1)
    : octets.subarray(0, 0);
}

function lineEnd(content: Uint8Array, at: number): number {
  let end = at;
  while (end < content.length && content[end] !== 10 && content[end] !== 13) {
    end++;
  }
  return end;
}

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function trim(content: Uint8Array, begin: number, end: number): [number, number] {
  let first = begin;
  let last = end;
  while (first < last && isSpace(content[first]!)) {
    first++;
  }
  while (last > first && isSpace(content[last - 1]!)) {
    last--;
  }
  return [first, last];
}

function digit(byte: number | undefined): number {
  if (byte === undefined) {
    return -1;
  }
  if (byte >= 0x30 && byte <= 0x39) {
    return byte - 0x30;
  }
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Pairs of digits, with space between them at most; their number, -1 if there is anything else. */
function digits(
  content: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
  start: number,
): number {
  let count = 0;
  for (let at = from; at < to;) {
    if (isSpace(content[at]!)) {
      at++;
      continue;
    }
    const high = digit(content[at]);
    const low = at + 1 < to ? digit(content[at + 1]) : -1;
    if (high < 0 || low < 0) {
      return -1;
    }
    out[start + count++] = high * 16 + low;
    at += 2;
  }
  return count;
}
