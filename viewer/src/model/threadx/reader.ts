// SPDX-License-Identifier: Apache-2.0
// A trace of ThreadX into columns.
import { LANES_MAX } from "../limits";
import { hex, printable } from "../text";
import type { Lane, Trace, TraceObject } from "../types";
import type { Container } from "./container";
import { unpack } from "./container";
import type { TrxHeader } from "./header";
import { readTrxHeader } from "./header";
import { address } from "./lanes";
import { Id, PRIORITY_BITS, TYPE_THREAD, Word } from "./layout";
import { kindAbout, parseDefinitions, typeName } from "./names";
import type { Raw } from "./raw";
import { findSlots, readRing } from "./raw";
import { addressIn, findRunning } from "./running";

export interface TrxOptions {
  readonly wrap?: number;
  readonly definitions?: string;
}

interface Entry {
  readonly address: number;
  readonly type: number;
  readonly isDeleted: boolean;
  readonly initialPriority: number | null;
  readonly p1: number;
  readonly p2: number;
  readonly name: string;
}

const LEVELS_STEP = 32;
const NO_OBJECT = -1;
const TYPES_WITH_SIZE = new Set([3, 4, 7, 8]);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Read a trace of ThreadX. O(bytes) time and memory. Throws TraceError. */
export function readThreadx(bytes: Uint8Array, name: string, options: TrxOptions): Trace {
  const container = unpack(bytes, name);
  const header = readTrxHeader(container, name);
  const entries = readRegistry(container, header);
  const threads = entries.filter((entry) => entry.type === TYPE_THREAD && entry.address !== 0);
  const slots = findSlots(container, header);
  const raw = readRing(
    slots,
    threads.map((entry) => entry.address),
    LANES_MAX,
    name,
    options.wrap,
  );
  const running = findRunning(raw);
  const objects = entries.map(toObject);
  const object = objectColumn(raw, objects);
  return {
    origin: "threadx",
    wordsOf: "threadx",
    isModern: raw.isModern,
    name,
    clockHz: null,
    lost: raw.wrapped ? null : 0,
    cores: coresOf(raw),
    levels: levelsOf(raw),
    lanes: lanesOf(raw, entries),
    objects,
    facts: facts(header, raw, entries),
    warnings: warnings(header, raw),
    count: raw.count,
    zero: 0n,
    time: raw.time,
    event: raw.event,
    core: raw.core,
    depth: running.depth,
    lane: running.lane,
    object,
    running: running.after,
    words: raw.words,
    upperWords: raw.upperWords,
    userEvents:
      options.definitions === undefined
        ? new Map()
        : parseDefinitions(options.definitions, "definitions"),
  };
}

function readRegistry({ image }: Container, header: TrxHeader): Entry[] {
  const { wordBytes, isLittle, nameSize } = header;
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const entryBytes = 4 * wordBytes + nameSize;
  const begin = 12 * wordBytes;
  const end = header.ringOffset;
  const word = (at: number): number =>
    wordBytes === 4
      ? view.getUint32(at, isLittle)
      : address(
          view.getUint32(at + (isLittle ? 4 : 0), isLittle),
          view.getUint32(at + (isLittle ? 0 : 4), isLittle),
        );
  const entries: Entry[] = [];
  for (let at = begin; at + entryBytes <= end; at += entryBytes) {
    const type = view.getUint8(at + 1);
    if (type === 0) {
      continue;
    }
    const high = view.getUint8(at + 2);
    const hasPriority = type === TYPE_THREAD && (high & 0x80) !== 0;
    entries.push({
      address: word(at + wordBytes),
      type,
      isDeleted: view.getUint8(at) !== 0,
      initialPriority: hasPriority ? (high & 3) * 256 + view.getUint8(at + 3) : null,
      p1: word(at + 2 * wordBytes),
      p2: word(at + 3 * wordBytes),
      name: nameIn(
        image.subarray(at + 4 * wordBytes, at + 4 * wordBytes + Math.max(nameSize - 1, 0)),
      ),
    });
  }
  return entries;
}

/** A name that begins as no name does is none. */
function nameIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
  return text !== "" && !/^[ -~]/.test(text) ? "Non-ASCII Name" : printable(text);
}

function toObject({ address: id, type, name, p1, p2 }: Entry): TraceObject {
  const size = type === TYPE_THREAD ? p2 : TYPES_WITH_SIZE.has(type) ? p1 : 0;
  return { id, kind: typeName(type), name: name || hex(id), size };
}

/** Idle and all threads; two of one name get their addresses behind it. */
function lanesOf(raw: Raw, entries: readonly Entry[]): Lane[] {
  const byId = new Map<number, Entry>();
  for (const entry of entries) {
    if (!byId.has(entry.address)) {
      byId.set(entry.address, entry);
    }
  }
  const names = raw.threads.map((id) => {
    const entry = byId.get(id);
    return entry?.type === TYPE_THREAD ? entry.name : "Un-named Thread";
  });
  const times = new Map<string, number>();
  for (const name of names) {
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  const first = firstWords(raw);
  const created = createdPriorities(raw);
  const lanes: Lane[] = [{ id: 0, name: "idle", priority: null, threshold: null, stackSize: 0 }];
  raw.threads.forEach((id, place) => {
    const entry = byId.get(id);
    const isThread = entry?.type === TYPE_THREAD;
    const word = first[place + 1]!;
    const name = names[place]!;
    const told = created[place + 1]!;
    const seen = told >= 0 ? told : word < 0 ? null : word & PRIORITY_BITS;
    lanes.push({
      id,
      name: times.get(name) === 1 ? name : `${name} ${hex(id)}`,
      priority: (isThread ? entry.initialPriority : null) ?? seen,
      threshold: word < 0 || !raw.isModern ? null : (word >>> 16) & PRIORITY_BITS,
      stackSize: isThread ? entry.p2 : 0,
      stackStart: isThread ? entry.p1 : 0,
    });
  });
  return lanes;
}

/** By lane: the priority with which the first event that creates it does so, -1 none. */
function createdPriorities(raw: Raw): Int32Array {
  const created = new Int32Array(raw.threads.length + 1).fill(-1);
  for (let i = 0; i < raw.count; i++) {
    if (raw.event[i] === Id.ThreadCreate) {
      const lane = raw.finder.find(addressIn(raw, Word.Info1, i));
      if (lane > 0 && created[lane] === -1) {
        created[lane] = raw.words[Word.Info2]![i]! & PRIORITY_BITS;
      }
    }
  }
  return created;
}

/** By lane: the priority word of its first event, -1 none. */
function firstWords(raw: Raw): Float64Array {
  const first = new Float64Array(raw.threads.length + 1).fill(-1);
  for (let i = 0; i < raw.count; i++) {
    const lane = raw.lane[i]!;
    if (lane > 0 && first[lane]! < 0) {
      first[lane] = raw.words[Word.Priority]![i]!;
    }
  }
  return first;
}

function coresOf(raw: Raw): number {
  let most = 0;
  for (const core of raw.core) {
    most = core > most ? core : most;
  }
  return most + 1;
}

function levelsOf(raw: Raw): number {
  let most = 0;
  for (let i = 0; i < raw.count; i++) {
    if (raw.lane[i]! > 0) {
      const priority = raw.words[Word.Priority]![i]! & PRIORITY_BITS;
      most = priority > most ? priority : most;
    }
  }
  return LEVELS_STEP * Math.ceil((most + 1) / LEVELS_STEP);
}

/** What events are about: objects of the registry, and those of the kernel that are not there. */
function objectColumn(raw: Raw, objects: TraceObject[]): Int32Array {
  const places = new Map<number, number>();
  objects.forEach((object, place) => {
    if (!places.has(object.id)) {
      places.set(object.id, place);
    }
  });
  const column = new Int32Array(raw.count).fill(NO_OBJECT);
  for (let i = 0; i < raw.count; i++) {
    const kind = kindAbout(raw.event[i]!);
    if (kind === undefined) {
      continue;
    }
    const id = addressIn(raw, Word.Info1, i);
    let place = places.get(id) ?? NO_OBJECT;
    if (place === NO_OBJECT && kind !== null && id !== 0) {
      place = objects.length;
      places.set(id, place);
      objects.push({ id, kind, name: hex(id), size: 0 });
    }
    column[i] = place;
  }
  return column;
}

function hex8(value: bigint | null): string {
  return value === null ? "None" : value.toString(16).toUpperCase().padStart(8, "0");
}

function facts(header: TrxHeader, raw: Raw, entries: readonly Entry[]): [string, string][] {
  const { count, time } = raw;
  return [
    ["container", header.container],
    ["bad_checksums", `${header.badChecksums}`],
    ["layout", `${8 * header.wordBytes}-bit`],
    ["endian", header.isLittle ? "little" : "big"],
    ["format", raw.isModern ? "modern" : "old"],
    ["timer_mask", hex8(header.timerMask)],
    ["name_size", `${header.nameSize}`],
    ["base", hex8(header.base)],
    ["registry", header.registry.map(hex8).join(" to ")],
    ["buffer", header.buffer.map(hex8).join(" to ")],
    ["oldest", hex8(header.oldest)],
    ["capacity", `${header.capacity}`],
    ["raw_events", `${count}`],
    ["wrapped", raw.wrapped ? "True" : "False"],
    ["counts_up", raw.countsUp ? "True" : "False"],
    ["cores", `${coresOf(raw)}`],
    ["ticks", `${count === 0 ? 0 : time[count - 1]!}`],
    ["first_raw_stamp", hex8(raw.firstStamp)],
    ["last_raw_stamp", hex8(raw.lastStamp)],
    ["objects", `${entries.length}`],
  ];
}

function warnings(header: TrxHeader, raw: Raw): string[] {
  const found: string[] = [];
  if (header.badChecksums > 0) {
    found.push(`${header.badChecksums} records of the file have a wrong checksum.`);
  }
  if (header.timerMask < 0xffffffffn) {
    const quiet = header.timerMask + 1n;
    found.push(
      `The clock wraps every ${quiet} ticks: in a longer time without events, wraps are lost.`,
    );
  }
  if (raw.wrapped) {
    found.push("The ring was full: older events were overwritten, and their number is not known.");
  }
  return found;
}
