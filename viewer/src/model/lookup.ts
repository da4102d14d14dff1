// SPDX-License-Identifier: Apache-2.0
// Finding one's way in a trace: by number of an object or thread, by time.
import type { Trace, TraceObject } from "./types";

interface Index {
  readonly objects: ReadonlyMap<number, number>;
  readonly lanes: ReadonlyMap<number, number>;
  /** Objects of middleware by address. */
  readonly addresses: ReadonlyMap<number, number>;
}

const indexes = new WeakMap<Trace, Index>();

function indexOf(trace: Trace): Index {
  let index = indexes.get(trace);
  if (index === undefined) {
    const objects = new Map<number, number>();
    const addresses = new Map<number, number>();
    trace.objects.forEach((object, place) => {
      if (!objects.has(object.id)) {
        objects.set(object.id, place);
      }
      if (object.address !== undefined) {
        addresses.set(object.address, place);
      }
    });
    const lanes = new Map(trace.lanes.map((lane, place) => [lane.id, place]));
    index = { objects, lanes, addresses };
    indexes.set(trace, index);
  }
  return index;
}

/** Place of an object by its number or address; -1 none. */
export function placeOfObject(trace: Trace, id: number): number {
  return indexOf(trace).objects.get(id) ?? -1;
}

/** Place of an object of middleware by its address, in a trace of Limen; -1 none. */
export function placeAtAddress(trace: Trace, address: number): number {
  return indexOf(trace).addresses.get(address) ?? -1;
}

/** Lane of a thread by its number or address; -1 none. */
export function laneOfThread(trace: Trace, id: number): number {
  return indexOf(trace).lanes.get(id) ?? -1;
}

/** For each 16-bit number of a thread of Limen its lane; -1 none. For loops over all events. */
export function laneTable(trace: Trace): Int16Array {
  const table = new Int16Array(1 << 16).fill(-1);
  trace.lanes.forEach((lane, place) => (table[lane.id] = place));
  return table;
}

export function objectOf(trace: Trace, id: number): TraceObject | undefined {
  return trace.objects[placeOfObject(trace, id)];
}

/** Event at or behind a tick since the oldest event; trace.count: none. O(log n). */
export function indexAt(trace: Trace, tick: number): number {
  return lowerBound(trace.time, tick, trace.count);
}

/** The first place whose value is at least the one given, in a rising column. */
export function lowerBound(
  column: ArrayLike<number>,
  value: number,
  count = column.length,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle]! < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
