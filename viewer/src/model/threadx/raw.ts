// SPDX-License-Identifier: Apache-2.0
// The ring of ThreadX's trace buffer as columns, oldest event first.
import { TraceError } from "../error";
import type { Container } from "./container";
import type { TrxHeader } from "./header";
import { RECOPY } from "./header";
import { address, byAddress, LaneFinder, NO_LANE } from "./lanes";
import { INITIALIZE, INTERRUPT, MODERN } from "./layout";

const TICKS_MAX = 2 ** 62;
const TWO_32 = 2 ** 32;

export const enum Context {
  Thread = 0,
  Interrupt = 1,
  Initialise = 2,
}

export interface Raw {
  readonly count: number;
  readonly wrapped: boolean;
  readonly countsUp: boolean;
  readonly isModern: boolean;
  readonly firstStamp: bigint | null;
  readonly lastStamp: bigint | null;
  readonly time: Float64Array;
  readonly event: Uint16Array;
  readonly core: Uint8Array;
  /** A Context each. */
  readonly context: Uint8Array;
  /** Of the context; NO_LANE if that is no thread. */
  readonly lane: Int16Array;
  readonly words: readonly Uint32Array[];
  readonly upperWords: readonly Uint32Array[];
  readonly finder: LaneFinder;
  /** Addresses of the threads that are registered or ran, rising. */
  readonly threads: readonly number[];
}

/** Slots of the ring in the order in which they were written, and how to look into them. */
export interface Slots {
  readonly header: TrxHeader;
  readonly view: DataView;
  readonly count: number;
  readonly wrapped: boolean;
  /** Number of the slot that has the oldest event. */
  readonly oldest: number;
}

function lowerAt({ header, view }: Slots, at: number, word: number): number {
  const { wordBytes, isLittle } = header;
  return view.getUint32(at + word * wordBytes + (wordBytes === 8 && !isLittle ? 4 : 0), isLittle);
}

function upperAt({ header, view }: Slots, at: number, word: number): number {
  return header.wordBytes === 4
    ? 0
    : view.getUint32(at + word * 8 + (header.isLittle ? 4 : 0), header.isLittle);
}

/** Slots are filled from the start, and the first one whose context is 0 was never written. */
export function findSlots(container: Container, header: TrxHeader): Slots {
  const { image } = container;
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const slots: Slots = { header, view, count: header.capacity, wrapped: true, oldest: 0 };
  const current = Number((header.oldest - header.buffer[0]) / BigInt(header.eventBytes));
  for (let slot = 0; slot < header.capacity; slot++) {
    const at = header.ringOffset + slot * header.eventBytes;
    if (lowerAt(slots, at, 0) === 0 && upperAt(slots, at, 0) === 0) {
      const wrapped = current < slot;
      return { ...slots, count: slot, wrapped, oldest: wrapped ? current : 0 };
    }
  }
  return { ...slots, oldest: current };
}

function slotAt({ header, count, oldest }: Slots, i: number): number {
  const slot = i + oldest;
  return header.ringOffset + (slot < count ? slot : slot - count) * header.eventBytes;
}

/** Columns of all events. Throws TraceError. */
export function readRing(
  slots: Slots,
  registered: readonly number[],
  lanesMax: number,
  place: string,
  wrap?: number,
): Raw {
  const columns = readColumns(slots);
  const threads = findThreads(slots, columns.context, registered, lanesMax, place);
  const clock = readClock(slots, place, wrap);
  return { count: slots.count, wrapped: slots.wrapped, ...columns, ...threads, ...clock };
}

type Columns = Pick<Raw, "event" | "core" | "context" | "words" | "upperWords" | "isModern">;

function readColumns(slots: Slots): Columns {
  const { count, header } = slots;
  const words = Array.from({ length: 5 }, () => new Uint32Array(count));
  const upperWords =
    header.wordBytes === 8 ? Array.from({ length: 5 }, () => new Uint32Array(count)) : [];
  const event = new Uint16Array(count);
  const core = new Uint8Array(count);
  const context = new Uint8Array(count);
  const { view } = slots;
  const { wordBytes: step, isLittle } = header;
  const half = step === 8 && !isLittle ? 4 : 0;
  const [priority, info1, info2, info3, info4] = words;
  let isModern = false;
  for (let i = 0; i < count; i++) {
    const at = slotAt(slots, i) + half;
    const kind = contextAt(slots, at - half);
    const number = view.getUint32(at + 2 * step, isLittle);
    context[i] = kind;
    event[i] = number;
    core[i] = number >>> 24;
    priority![i] = view.getUint32(at + step, isLittle);
    info1![i] = view.getUint32(at + 4 * step, isLittle);
    info2![i] = view.getUint32(at + 5 * step, isLittle);
    info3![i] = view.getUint32(at + 6 * step, isLittle);
    info4![i] = view.getUint32(at + 7 * step, isLittle);
    if (step === 8) {
      readUpper(slots, upperWords, at - half, i);
    }
    isModern ||= kind === Context.Thread && priority![i]! >= MODERN;
  }
  return { event, core, context, words, upperWords, isModern };
}

function readUpper(slots: Slots, upperWords: readonly Uint32Array[], at: number, i: number): void {
  upperWords[0]![i] = upperAt(slots, at, 1);
  for (let info = 1; info <= 4; info++) {
    upperWords[info]![i] = upperAt(slots, at, 3 + info);
  }
}

function contextAt(slots: Slots, at: number): Context {
  const lower = lowerAt(slots, at, 0);
  if (lower === INTERRUPT && upperAt(slots, at, 0) === 0) {
    return Context.Interrupt;
  }
  return lower === INITIALIZE && upperAt(slots, at, 0) === 0 ? Context.Initialise : Context.Thread;
}

interface Threads {
  readonly threads: number[];
  readonly finder: LaneFinder;
  readonly lane: Int16Array;
}

function findThreads(
  slots: Slots,
  context: Uint8Array,
  registered: readonly number[],
  lanesMax: number,
  place: string,
): Threads {
  const seen = new Set(registered);
  let newest = NaN;
  for (let i = 0; i < slots.count; i++) {
    if (context[i] === Context.Thread) {
      const at = slotAt(slots, i);
      const one = address(upperAt(slots, at, 0), lowerAt(slots, at, 0));
      if (one !== newest) {
        seen.add(one);
        newest = one;
      }
    }
  }
  if (seen.size >= lanesMax) {
    const problem = `it names ${seen.size} threads, more than the viewer can show`;
    throw new TraceError(place, problem, RECOPY);
  }
  const threads = [...seen].sort(byAddress);
  const finder = new LaneFinder(threads);
  const lane = new Int16Array(slots.count).fill(NO_LANE);
  for (let i = 0; i < slots.count; i++) {
    if (context[i] === Context.Thread) {
      const at = slotAt(slots, i);
      lane[i] = finder.find(address(upperAt(slots, at, 0), lowerAt(slots, at, 0)));
    }
  }
  return { threads, finder, lane };
}

interface Clock {
  readonly countsUp: boolean;
  readonly firstStamp: bigint | null;
  readonly lastStamp: bigint | null;
  readonly time: Float64Array;
}

/** Ticks since the oldest stamp; a step back in the clock's direction is a wrap. */
function readClock(slots: Slots, place: string, wrap?: number): Clock {
  const { count, header } = slots;
  const maskUpper = Number(header.timerMask >> 32n);
  const maskLower = Number(header.timerMask & 0xffffffffn);
  const upper = (i: number): number => (upperAt(slots, slotAt(slots, i), 3) & maskUpper) >>> 0;
  const lower = (i: number): number => (lowerAt(slots, slotAt(slots, i), 3) & maskLower) >>> 0;
  const stamp = (i: number): bigint => (BigInt(upper(i)) << 32n) | BigInt(lower(i));
  if (wrap !== undefined) {
    checkWrap(count, stamp, wrap, place);
  }
  const countsUp = direction(slots, maskUpper, maskLower);
  const modulus = wrap ?? Number(header.timerMask + 1n);
  const time = new Float64Array(count);
  let total = 0;
  let upperBefore = 0;
  let lowerBefore = 0;
  for (let i = 0; i < count; i++) {
    const at = slotAt(slots, i);
    const upperNow = (upperAt(slots, at, 3) & maskUpper) >>> 0;
    const lowerNow = (lowerAt(slots, at, 3) & maskLower) >>> 0;
    if (i > 0) {
      const step = (upperNow - upperBefore) * TWO_32 + (lowerNow - lowerBefore);
      const forward = countsUp ? step : -step;
      total += forward < 0 ? forward + modulus : forward;
    }
    time[i] = total;
    upperBefore = upperNow;
    lowerBefore = lowerNow;
  }
  if (total >= TICKS_MAX) {
    throw new TraceError(place, "its stamps jump farther than any clock counts", RECOPY);
  }
  return {
    countsUp,
    firstStamp: count === 0 ? null : stamp(0),
    lastStamp: count === 0 ? null : stamp(count - 1),
    time,
  };
}

function checkWrap(count: number, stamp: (i: number) => bigint, wrap: number, place: string): void {
  let most = -1n;
  for (let i = 0; i < count; i++) {
    const one = stamp(i);
    most = one > most ? one : most;
  }
  if (count > 0 && most >= BigInt(wrap)) {
    const problem = `a stamp of ${most} is beyond a clock that wraps at ${wrap}`;
    throw new TraceError(place, problem, "give a larger number of ticks");
  }
}

/** Does the clock count up? By the majority of neighbours in the ring; a tie counts down. */
function direction(slots: Slots, maskUpper: number, maskLower: number): boolean {
  const { header, count } = slots;
  let balance = 0;
  let before = 0;
  for (let slot = 0; slot < count; slot++) {
    const at = header.ringOffset + slot * header.eventBytes;
    const upper = (upperAt(slots, at, 3) & maskUpper) >>> 0;
    const stamp = upper * TWO_32 + ((lowerAt(slots, at, 3) & maskLower) >>> 0);
    if (slot > 0) {
      balance += Math.sign(stamp - before);
    }
    before = stamp;
  }
  return balance > 0;
}
