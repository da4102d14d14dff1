// SPDX-License-Identifier: Apache-2.0
// Interrupts from their enter to their exit, core by core.
import { Rows } from "../columns";
import { Event } from "../limen/format";
import type { Trace, Track } from "../types";
import { endTime, newTrack, NO_TRACK } from "./tracks";

export interface Interrupts {
  /** By core, by begin. Nested ones lie in others; their ticks are not in sum once more. */
  readonly tracks: Track[];
  readonly numbers: Int32Array[];
}

const enum Column {
  First = 0,
  Last = 1,
  Number = 2,
  Depth = 3,
}

const UNKNOWN = -1;
const THREADX_ENTER = 3;
const THREADX_EXIT = 4;
const DEPTH_MAX = 255;

export function findInterrupts(trace: Trace): Interrupts {
  const tracks: Track[] = [];
  const numbers: Int32Array[] = [];
  for (let core = 0; core < trace.cores; core++) {
    const rows = trace.origin === "limen" ? pairs(trace, core, LIMEN) : pairs(trace, core, THREADX);
    tracks.push(toTrack(trace, rows));
    numbers.push(rows.int32(Column.Number));
  }
  return { tracks, numbers };
}

/** How an origin tells its interrupts. */
interface Marks {
  readonly enter: number;
  readonly exit: number;
  /** Which word is the number of the interrupt. */
  readonly number: number;
}

const LIMEN: Marks = { enter: Event.IrqEnter, exit: Event.IrqExit, number: 1 };
const THREADX: Marks = { enter: THREADX_ENTER, exit: THREADX_EXIT, number: 2 };

/** By enter and exit. What was entered before the trace begins with its first event. */
function pairs(trace: Trace, core: number, marks: Marks): Rows {
  const rows = new Rows(4);
  const open: number[] = [];
  const { count, event, depth, core: cores } = trace;
  const number = trace.words[marks.number]!;
  let isFirst = true;
  for (let i = 0; i < count; i++) {
    if (cores[i] !== core) {
      continue;
    }
    const kind = event[i]!;
    if (isFirst && trace.origin === "limen") {
      for (let level = kind === marks.enter ? 1 : 0; level < depth[i]!; level++) {
        open.push(begin(rows, i, UNKNOWN, open.length + 1));
      }
    }
    isFirst = false;
    if (kind === marks.enter) {
      open.push(begin(rows, i, number[i]!, open.length + 1));
    } else if (kind === marks.exit && open.length > 0) {
      const row = open.pop()!;
      rows.set(row, Column.Last, i);
      rows.set(row, Column.Number, number[i]!);
    }
  }
  return rows;
}

function begin(rows: Rows, i: number, number: number, depth: number): number {
  const row = rows.add();
  rows.set(row, Column.First, i);
  rows.set(row, Column.Last, UNKNOWN);
  rows.set(row, Column.Number, number);
  rows.set(row, Column.Depth, Math.min(depth, DEPTH_MAX));
  return row;
}

function toTrack(trace: Trace, rows: Rows): Track {
  if (rows.count === 0) {
    return NO_TRACK;
  }
  const track = newTrack(rows.count);
  let total = 0;
  for (let row = 0; row < rows.count; row++) {
    track.first[row] = rows.get(row, Column.First);
    track.last[row] = rows.get(row, Column.Last);
    track.kind[row] = rows.get(row, Column.Depth);
    track.begin[row] = trace.time[track.first[row]!]!;
    track.end[row] = endTime(trace, track.last[row]!);
    total += track.kind[row] === 1 ? track.end[row]! - track.begin[row]! : 0;
    track.sum[row] = total;
  }
  return track;
}
