// SPDX-License-Identifier: Apache-2.0
// Limen's trace file into columns. What a file announces is checked against what it has first.
import { TraceError } from "../error";
import { LANES_MAX } from "../limits";
import { padded } from "../text";
import type { Lane, Trace, TraceObject } from "../types";
import {
  Event,
  HEADER_BYTES,
  KIND_OF_MIDDLEWARE,
  kindName,
  NAME_BYTES,
  OBJECT_BYTES,
  RECORD_BYTES,
} from "./format";
import type { Header } from "./header";
import { readHeader, RECOPY, TIME_HIGH_MAX } from "./header";
import { aboutMiddleware, Joiner } from "./middleware";
import { impliedKind } from "./objects";

const NUMBERS = 1 << 16;
const TWO_32 = 2 ** 32;
const KIND_THREAD = 1;

interface Entry {
  readonly id: number;
  readonly kind: number;
  readonly priority: number;
  readonly threshold: number;
  readonly size: number;
  readonly name: string;
}

/** The ring's valid records, oldest first, as two stretches of bytes. */
interface Ring {
  readonly count: number;
  readonly stretches: readonly (readonly [begin: number, end: number])[];
  readonly lost: number;
}

interface Columns {
  readonly count: number;
  readonly zero: bigint;
  readonly time: Float64Array;
  readonly event: Uint16Array;
  readonly depth: Uint8Array;
  /** Numbers of threads, as bits. */
  readonly thread: Int16Array;
  readonly object: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Numbers of middleware; see Trace.words and Trace.hasNumbers. Empty without it. */
  readonly values: readonly Uint32Array[];
  readonly hasNumbers: Uint8Array;
}

/** Read a trace of Limen. O(bytes) time and memory. Throws TraceError. */
export function readLimen(bytes: Uint8Array, name: string): Trace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view, name);
  const ring = unroll(header);
  const columns = readRecords(view, header, ring, name);
  const entries = readObjects(bytes, view, header, name);
  const lanes = lanesOf(columns, entries, name);
  const running = toLanes(columns, lanes);
  const { objects, object } = objectsOf(columns, entries);
  return {
    origin: "limen",
    wordsOf: ((header.flags >> 1) & 7) === 1 ? "threadx" : "limen",
    isModern: true,
    name,
    clockHz: header.clockHz,
    lost: ring.lost,
    cores: 1,
    levels: header.levels,
    lanes,
    objects,
    facts: facts(header, ring, columns, entries.length),
    warnings: warnings(header, entries.length),
    count: columns.count,
    zero: columns.zero,
    time: columns.time,
    event: columns.event,
    core: new Uint8Array(columns.count),
    depth: columns.depth,
    lane: columns.thread,
    object,
    running,
    words: [columns.object, columns.a, columns.b, ...columns.values],
    hasNumbers: columns.hasNumbers,
    upperWords: [],
    userEvents: new Map(),
  };
}

function unroll(header: Header): Ring {
  const { recordsOffset: begin, recordCapacity, written, wraps } = header;
  const next = header.nextOffset;
  if (wraps === 0) {
    return { count: written, stretches: [[begin, next]], lost: 0 };
  }
  const end = begin + recordCapacity * RECORD_BYTES;
  const lost = wraps * recordCapacity + written - recordCapacity;
  return {
    count: recordCapacity,
    stretches: [
      [next, end],
      [begin, next],
    ],
    lost,
  };
}

/** How far the upper half of the time grows over all records, and how many are no events. */
function survey(
  view: DataView,
  header: Header,
  ring: Ring,
): { growth: number; others: number; newest: number } {
  const { isLittle } = header;
  let growth = 0;
  let others = 0;
  let before = 0;
  for (const [begin, end] of ring.stretches) {
    for (let at = begin; at < end; at += RECORD_BYTES) {
      const lower = view.getUint32(at, isLittle);
      const number = view.getUint8(at + 4);
      others += number === Event.Time || number === Event.Values ? 1 : 0;
      if (number === Event.Time) {
        growth += leap(view, at, isLittle);
      } else if (lower < before) {
        growth++;
      }
      before = lower;
    }
  }
  return { growth, others, newest: before };
}

/** The number in two halves: the upper half before a TIME, the third number of VALUES. */
function pairAt(view: DataView, at: number, isLittle: boolean): number {
  return view.getUint16(at + 8, isLittle) + view.getUint16(at + 10, isLittle) * NUMBERS;
}

function leap(view: DataView, at: number, isLittle: boolean): number {
  return view.getUint32(at + 12, isLittle) - pairAt(view, at, isLittle);
}

function newColumns(count: number): Columns {
  return {
    count,
    zero: 0n,
    time: new Float64Array(count),
    event: new Uint16Array(count),
    depth: new Uint8Array(count),
    thread: new Int16Array(count),
    object: new Uint32Array(count),
    a: new Uint32Array(count),
    b: new Uint32Array(count),
    values: [],
    hasNumbers: new Uint8Array(0),
  };
}

/** Records of which the time is not what the others say; -1: none. */
interface Faults {
  broken: number;
  beyond: number;
  backwards: number;
}

/** The time of the record that is looked at. */
interface Now {
  upper: number;
  lower: number;
  readonly faults: Faults;
}

function readRecords(view: DataView, header: Header, ring: Ring, place: string): Columns {
  const { isLittle } = header;
  const found = survey(view, header, ring);
  const columns = newColumns(ring.count - found.others);
  const joiner = new Joiner(columns.count);
  const isPast = ring.count > 0 && found.newest < header.timeLow;
  const upper = header.timeHigh + (isPast ? 1 : 0) - found.growth;
  const now: Now = { upper, lower: 0, faults: { broken: -1, beyond: -1, backwards: -1 } };
  let zeroUpper = upper;
  let zeroLower = 0;
  let record = 0;
  let i = 0;
  for (const [begin, end] of ring.stretches) {
    for (let at = begin; at < end; at += RECORD_BYTES, record++) {
      const number = view.getUint8(at + 4);
      advance(view, at, isLittle, number === Event.Time, record, now);
      if (number === Event.Time) {
        continue;
      }
      if (number === Event.Values) {
        joiner.values(i - 1, pairAt(view, at, isLittle), view.getUint32(at + 12, isLittle));
        continue;
      }
      joiner.event(number);
      if (i === 0) {
        zeroUpper = now.upper;
        zeroLower = now.lower;
      }
      columns.time[i] = (now.upper - zeroUpper) * TWO_32 + (now.lower - zeroLower);
      copyRecord(view, at, isLittle, columns, i);
      i++;
    }
  }
  report(now.faults, place);
  return {
    ...columns,
    values: joiner.columns,
    hasNumbers: joiner.has,
    zero: (BigInt(zeroUpper) << 32n) | BigInt(zeroLower),
  };
}

/** On to the time of the next record. */
function advance(
  view: DataView,
  at: number,
  isLittle: boolean,
  isLeap: boolean,
  record: number,
  now: Now,
): void {
  const { upper: upperBefore, lower: lowerBefore, faults } = now;
  const lower = view.getUint32(at, isLittle);
  let upper = upperBefore;
  if (isLeap) {
    upper += leap(view, at, isLittle);
    if (view.getUint32(at + 12, isLittle) !== upper) {
      faults.broken = record;
    }
  } else if (lower < lowerBefore) {
    upper++;
  }
  if (upper < 0 || upper > TIME_HIGH_MAX) {
    faults.beyond = record;
  }
  const isBack = upper < upperBefore || (upper === upperBefore && lower < lowerBefore);
  if (isBack && record > 0 && faults.backwards < 0) {
    faults.backwards = record;
  }
  now.upper = upper;
  now.lower = lower;
}

function copyRecord(
  view: DataView,
  at: number,
  isLittle: boolean,
  columns: Columns,
  i: number,
): void {
  const { event, depth, thread, object, a, b } = columns;
  event[i] = view.getUint8(at + 4);
  depth[i] = view.getUint8(at + 5);
  thread[i] = view.getUint16(at + 6, isLittle);
  object[i] = view.getUint16(at + 8, isLittle);
  a[i] = view.getUint16(at + 10, isLittle);
  b[i] = view.getUint32(at + 12, isLittle);
}

function report(faults: Faults, place: string): void {
  if (faults.broken >= 0) {
    const problem = "the upper half of the time is not the one that follows from the later records";
    throw new TraceError(`${place}: record ${faults.broken}`, problem, RECOPY);
  }
  if (faults.beyond >= 0) {
    const problem = "its time is before the clock's start, or beyond any clock";
    throw new TraceError(`${place}: record ${faults.beyond}`, problem, RECOPY);
  }
  if (faults.backwards >= 0) {
    const problem = "its time is before that of the previous record";
    throw new TraceError(`${place}: record ${faults.backwards}`, problem, RECOPY);
  }
}

function readObjects(bytes: Uint8Array, view: DataView, header: Header, place: string): Entry[] {
  const count = Math.min(header.objectCount, header.objectCapacity);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + index * OBJECT_BYTES;
    const id = view.getUint16(at, header.isLittle);
    if (id !== 0 && id !== index + 1) {
      const problem = `object ${index + 1}'s entry has the number ${id}`;
      throw new TraceError(`${place}: byte ${at}`, problem, RECOPY);
    }
    if (id !== 0) {
      entries.push({
        id,
        kind: view.getUint16(at + 2, header.isLittle),
        priority: view.getUint16(at + 4, header.isLittle),
        threshold: view.getUint16(at + 6, header.isLittle),
        size: view.getUint32(at + 8, header.isLittle),
        name: padded(bytes.subarray(at + 12, at + 12 + NAME_BYTES)),
      });
    }
  }
  return entries;
}

/** Idle and the threads that are in the table, ran, or became ready; by number. */
function lanesOf(columns: Columns, entries: readonly Entry[], place: string): Lane[] {
  const isThread = new Uint8Array(NUMBERS);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const entry of entries) {
    isThread[entry.id] = entry.kind === KIND_THREAD ? 1 : 0;
  }
  const { count, event, thread, object } = columns;
  for (let i = 0; i < count; i++) {
    isThread[thread[i]! & 0xffff] = 1;
    const number = event[i]!;
    if (number === Event.Switch || number === Event.Ready) {
      isThread[object[i]!] = 1;
    }
  }
  const lanes: Lane[] = [{ id: 0, name: "idle", priority: null, threshold: null, stackSize: 0 }];
  for (let id = 1; id < NUMBERS; id++) {
    if (isThread[id] === 1) {
      lanes.push(laneOf(id, byId.get(id)));
    }
  }
  if (lanes.length > LANES_MAX) {
    const problem = `it names ${lanes.length - 1} threads, more than the viewer can show`;
    throw new TraceError(place, problem, RECOPY);
  }
  return lanes;
}

function laneOf(id: number, entry: Entry | undefined): Lane {
  const isThread = entry !== undefined && entry.kind === KIND_THREAD;
  return {
    id,
    name: entry?.name || `#${id}`,
    priority: isThread ? entry.priority : null,
    threshold: isThread ? entry.threshold : null,
    stackSize: isThread ? entry.size : 0,
  };
}

/** Numbers of threads become lanes in place; who runs after each event. */
function toLanes(columns: Columns, lanes: readonly Lane[]): Int16Array {
  const place = new Int16Array(NUMBERS).fill(-1);
  lanes.forEach((lane, index) => (place[lane.id] = index));
  const { count, event, thread, object } = columns;
  const running = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    const lane = place[thread[i]! & 0xffff]!;
    thread[i] = lane;
    running[i] = event[i] === Event.Switch ? place[object[i]!]! : lane;
  }
  return running;
}

/** What is in the table, and what events are about that is not. */
function objectsOf(
  columns: Columns,
  entries: readonly Entry[],
): { objects: TraceObject[]; object: Int32Array } {
  const objects: TraceObject[] = entries.map(({ id, kind, name, size }) => ({
    id,
    kind: kindName(kind),
    name: name || `#${id}`,
    size: kind < KIND_OF_MIDDLEWARE ? size : 0,
    ...(kind >= KIND_OF_MIDDLEWARE && name !== "" && { address: size }),
  }));
  aboutMiddleware(columns.object, columns.hasNumbers, columns.values[0], objects);
  const place = new Int32Array(NUMBERS).fill(-1);
  objects.forEach((object, index) => (place[object.id] = index));
  const { count, event, object: number, a } = columns;
  const object = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const id = number[i]!;
    if (id !== 0 && place[id] === -1) {
      const kind = impliedKind(event[i]!, a[i]!);
      if (kind !== null) {
        place[id] = objects.length;
        objects.push({ id, kind, name: `#${id}`, size: 0 });
      }
    }
    object[i] = id === 0 ? -1 : place[id]!;
  }
  return { objects, object };
}

function facts(header: Header, ring: Ring, columns: Columns, entries: number): [string, string][] {
  const { count, zero, time } = columns;
  return [
    ["clock_hz", `${header.clockHz}`],
    ["levels", `${header.levels}`],
    ["byte_order", header.isLittle ? "little" : "big"],
    ["is_recording", (header.flags & 1) === 1 ? "True" : "False"],
    ["record_capacity", `${header.recordCapacity}`],
    ["events", `${count}`],
    ["lost", `${ring.lost}`],
    ["begin", count === 0 ? "None" : `${zero}`],
    ["end", count === 0 ? "None" : `${zero + BigInt(time[count - 1]!)}`],
    ["object_count", `${header.objectCount}`],
    ["objects", `${entries}`],
  ];
}

function warnings(header: Header, entries: number): string[] {
  const found: string[] = [];
  if ((header.flags & 1) === 1) {
    found.push(
      "Recording was on when the image was taken: the newest records may be half written.",
    );
  }
  if (header.objectCount > header.objectCapacity) {
    const missing = header.objectCount - entries;
    found.push(`${missing} objects have no name: the object table was too small.`);
  }
  return found;
}
