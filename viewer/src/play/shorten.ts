// SPDX-License-Identifier: Apache-2.0
// Removes the records of a trace file that were never written, as tools/src/limen/simulate/shorten.py
// does, so that the page and the command save the same file (spec/trace-format.md).
const OBJECTS = 16;
const RECORD_CAPACITY = 24;
const NEXT = 28;
const WRAPS = 32;
const END = 52;
const HEADER = 64;
const OBJECT = 32;
const RECORD = 16;

export function shorten(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(WRAPS, true) !== 0) {
    return file;
  }
  const first = HEADER + OBJECT * view.getUint32(OBJECTS, true);
  const used = Math.max(1, Math.floor((view.getUint32(NEXT, true) - first) / RECORD));
  const short = file.slice(0, first + used * RECORD);
  const header = new DataView(short.buffer);
  header.setUint32(RECORD_CAPACITY, used, true);
  header.setUint32(END, first + used * RECORD, true);
  return short;
}
