// SPDX-License-Identifier: Apache-2.0
// From rows of intervals and steps to columns for each lane.
import type { Buckets, Rows } from "../columns";
import { bucket } from "../columns";
import type { Steps, Trace, Track } from "../types";
import { Span, StepColumn } from "./rows";

/** Time at which an interval ends; one that is open ends with the trace. */
export function endTime(trace: Trace, last: number): number {
  return trace.time[last < 0 ? trace.count - 1 : last]!;
}

/** Rows of intervals by lane. */
export function byLane(rows: Rows, lanes: number): Buckets {
  return bucket(rows.int32(Span.Lane), rows.count, lanes);
}

/** Rows that end in another order than they begin, as those of several cores do. */
export function inOrder(rows: Rows, buckets: Buckets, cores: number): Buckets {
  for (let lane = 0; cores > 1 && lane + 1 < buckets.start.length; lane++) {
    const own = buckets.rows.subarray(buckets.start[lane]!, buckets.start[lane + 1]!);
    own.sort((a, b) => rows.get(a, Span.First) - rows.get(b, Span.First));
  }
  return buckets;
}

/** A thread runs once at a time: of two cores, on the one to which it came last. */
export function onceAtATime(track: Track, cores: number): Track {
  if (cores === 1) {
    return track;
  }
  const end = track.end.map((one, place) => Math.min(one, track.begin[place + 1] ?? one));
  let total = 0;
  const sum = end.map((one, place) => (total += one - track.begin[place]!));
  return { ...track, end, sum };
}

/** The intervals of one lane; `openEnd` tells by kind at which event those end that are open. */
export function trackOf(
  trace: Trace,
  rows: Rows,
  buckets: Buckets,
  lane: number,
  openEnd: (kind: number) => number = () => trace.count - 1,
): Track {
  const from = buckets.start[lane]!;
  const count = buckets.start[lane + 1]! - from;
  const track = newTrack(count);
  const { begin, end, sum, first, last, kind } = track;
  let total = 0;
  for (let place = 0; place < count; place++) {
    const row = buckets.rows[from + place]!;
    first[place] = rows.get(row, Span.First);
    last[place] = rows.get(row, Span.Last);
    kind[place] = rows.get(row, Span.Kind);
    begin[place] = trace.time[first[place]!]!;
    end[place] = trace.time[last[place]! < 0 ? openEnd(kind[place]!) : last[place]!]!;
    total += end[place]! - begin[place]!;
    sum[place] = total;
  }
  return track;
}

export function newTrack(count: number): Track {
  return {
    count,
    begin: new Float64Array(count),
    end: new Float64Array(count),
    sum: new Float64Array(count),
    first: new Int32Array(count),
    last: new Int32Array(count),
    kind: new Uint8Array(count),
  };
}

/** The steps of one lane; several at one event: the last one holds. */
export function stepsOf(
  trace: Trace,
  rows: Rows,
  { start, rows: own }: Buckets,
  lane: number,
): Steps {
  const begin = start[lane]!;
  const end = start[lane + 1]!;
  const at = new Int32Array(end - begin);
  const value = new Int32Array(end - begin);
  let count = 0;
  for (let place = begin; place < end; place++) {
    const event = rows.get(own[place]!, StepColumn.At);
    if (count > 0 && at[count - 1] === event) {
      count--;
    }
    at[count] = event;
    value[count++] = rows.get(own[place]!, StepColumn.Value);
  }
  return toSteps(trace, at.slice(0, count), value.slice(0, count));
}

export function toSteps(trace: Trace, at: Int32Array, value: Int32Array): Steps {
  const time = new Float64Array(at.length);
  for (let place = 0; place < at.length; place++) {
    time[place] = trace.time[at[place]!]!;
  }
  return { count: at.length, at, time, value };
}
