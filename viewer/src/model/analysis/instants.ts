// SPDX-License-Identifier: Apache-2.0
// When periodic threads were released, and which deadlines they missed.
import { Event } from "../limen/format";
import { laneTable } from "../lookup";
import type { Trace } from "../types";

/** By lane, in ticks, rising. */
export interface Instants {
  readonly releases: readonly Float64Array[];
  readonly misses: readonly Float64Array[];
}

export function findInstants(trace: Trace): Instants {
  const releases: number[][] = [];
  const misses: number[][] = [];
  const { event, time, words } = trace;
  const count = trace.origin === "limen" ? trace.count : 0;
  const laneOf = laneTable(trace);
  for (let i = 0; i < count; i++) {
    if (event[i] !== Event.Release && event[i] !== Event.DeadlineMiss) {
      continue;
    }
    const lane = laneOf[words[0]![i]!]!;
    if (lane > 0) {
      const isRelease = event[i] === Event.Release;
      const instant = isRelease ? time[i]! : time[i]! - words[2]![i]!;
      ((isRelease ? releases : misses)[lane] ??= []).push(instant);
    }
  }
  const columns = (lists: number[][]): Float64Array[] =>
    trace.lanes.map((_, lane) => Float64Array.from(lists[lane] ?? []).sort());
  return { releases: columns(releases), misses: columns(misses) };
}
