// SPDX-License-Identifier: Apache-2.0
// Interrupts from their enter to their exit, core by core.
import { Rows } from "../columns";
import { Event } from "../limen/format";
import { Id } from "../threadx/layout";
import type { Trace, Track } from "../types";
import { addSpan, NONE, Span } from "./rows";
import { endTime, newTrack } from "./tracks";

export interface Interrupts {
  /** By core, by begin. Nested ones lie in others; their ticks are not in sum once more. */
  readonly tracks: Track[];
  readonly numbers: Int32Array[];
}

/** How an origin tells its interrupts. */
interface Marks {
  readonly enter: number;
  readonly exit: number;
  /** Which word is the number of the interrupt. */
  readonly number: number;
  /** An event of a thread says that all interrupts of its core are over. */
  readonly threadCloses: boolean;
}

const LIMEN: Marks = { enter: Event.IrqEnter, exit: Event.IrqExit, number: 1, threadCloses: false };
const THREADX: Marks = { enter: Id.IsrEnter, exit: Id.IsrExit, number: 2, threadCloses: true };

export function findInterrupts(trace: Trace): Interrupts {
  const marks = trace.origin === "limen" ? LIMEN : THREADX;
  const isMarked = trace.event.includes(marks.enter);
  const hasBursts = marks.threadCloses && !isMarked;
  const tracks: Track[] = [];
  const numbers: Int32Array[] = [];
  for (let core = 0; core < trace.cores; core++) {
    const rows = hasBursts ? bursts(trace, core) : pairs(trace, core, marks);
    tracks.push(toTrack(trace, rows));
    numbers.push(rows.int32(NUMBER));
  }
  return { tracks, numbers };
}

const NUMBER = 4;
const DEPTH_MAX = 255;

/** From each enter to the next enter or exit of the same depth. */
function pairs(trace: Trace, core: number, marks: Marks): Rows {
  const rows = new Rows(5);
  const open = new Int32Array(DEPTH_MAX + 1).fill(NONE);
  const { count, event, depth, core: cores, lane } = trace;
  const number = trace.words[marks.number]!;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    if (cores[i] !== core) {
      continue;
    }
    const kind = event[i]!;
    const isEnter = kind === marks.enter;
    const isThread = marks.threadCloses && depth[i] === 0 && lane[i]! >= 0;
    if (isThread && deepest > 0) {
      for (let level = 0; level <= deepest; level++) {
        close(rows, open, level, i);
      }
      deepest = 0;
    }
    if (isEnter || kind === marks.exit) {
      const level = Math.max(depth[i]!, 1);
      close(rows, open, level, i);
      if (isEnter) {
        open[level] = rows.count;
        begin(rows, i, number[i]!, level);
        deepest = Math.max(deepest, level);
      }
    }
  }
  return rows;
}

function close(rows: Rows, open: Int32Array, level: number, i: number): void {
  if (open[level] !== NONE) {
    rows.set(open[level]!, Span.Last, i);
    open[level] = NONE;
  }
}

function begin(rows: Rows, i: number, number: number, depth: number): void {
  addSpan(rows, 0, depth, i, NONE);
  rows.set(rows.count - 1, NUMBER, number);
}

/** Runs of neighbouring events in interrupts, from the first to the last one. */
function bursts(trace: Trace, core: number): Rows {
  const rows = new Rows(5);
  const { count, depth, core: cores } = trace;
  let isInside = false;
  for (let i = 0; i < count; i++) {
    if (cores[i] !== core) {
      continue;
    }
    if (depth[i]! > 0) {
      if (!isInside) {
        begin(rows, i, NONE, 1);
      }
      rows.set(rows.count - 1, Span.Last, i);
    }
    isInside = depth[i]! > 0;
  }
  return rows;
}

function toTrack(trace: Trace, rows: Rows): Track {
  const track = newTrack(rows.count);
  let total = 0;
  for (let row = 0; row < rows.count; row++) {
    track.first[row] = rows.get(row, Span.First);
    track.last[row] = rows.get(row, Span.Last);
    track.kind[row] = rows.get(row, Span.Kind);
    track.begin[row] = trace.time[track.first[row]!]!;
    track.end[row] = endTime(trace, track.last[row]!);
    total += track.kind[row] === 1 ? track.end[row]! - track.begin[row]! : 0;
    track.sum[row] = total;
  }
  return track;
}

/**
 * For each event: a handler of an interrupt runs from it on. ThreadX: only between enter and exit,
 * as only that tells how long.
 */
export function insideAfter(trace: Trace): Uint8Array {
  return trace.origin === "limen" ? insideLimen(trace) : insideThreadx(trace);
}

function insideLimen({ count, event, depth }: Trace): Uint8Array {
  const inside = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    inside[i] = depth[i]! > (event[i] === Event.IrqExit ? 1 : 0) ? 1 : 0;
  }
  return inside;
}

/** ISRs open behind each event of ThreadX, which only enters and exits tell. */
export function nestingAfter({ count, event, depth, lane, core, cores }: Trace): Int32Array {
  const after = new Int32Array(count);
  const open = new Int32Array(cores);
  for (let i = 0; i < count; i++) {
    const on = core[i]!;
    if (depth[i] === 0 && lane[i]! >= 0) {
      open[on] = 0;
    } else if (event[i] === Id.IsrEnter) {
      open[on]!++;
    } else if (event[i] === Id.IsrExit && open[on]! > 0) {
      open[on]!--;
    }
    after[i] = open[on]!;
  }
  return after;
}

function insideThreadx(trace: Trace): Uint8Array {
  const open = nestingAfter(trace);
  const inside = new Uint8Array(open.length);
  for (let i = 0; i < open.length; i++) {
    inside[i] = open[i]! > 0 ? 1 : 0;
  }
  return inside;
}
