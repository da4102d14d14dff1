// SPDX-License-Identifier: Apache-2.0
// Intervals as columns of pixels: which share of its time each column has, exactly, and which
// intervals are wide enough to be shown one by one. Costs columns x log(intervals).
import type { Track } from "../model";
import { memo } from "./memo";
import type { Scale } from "./scale";
import { gallop, lowerBound } from "./search";
import type { Scene } from "./types";

/** Intervals in positions of the scene's mode; sum is that of their lengths. */
export interface Spans {
  readonly count: number;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly sum: Float64Array;
}

/** What of some intervals each of a number of columns sees. */
export interface Strip {
  /** Part of the column that is covered, 0 .. 1. */
  readonly share: Float64Array;
  /** Intervals that have begun before the end of column c: begun[c + 1]; before all: begun[0]. */
  readonly begun: Int32Array;
  /** 0 nothing; 1 .. 255 by share. An interval without length is 1, never 0. */
  readonly level: Uint8Array;
  /** Intervals that have whole columns, and how many: place, columns, place, columns ... */
  readonly wide: Int32Array;
  readonly isEmpty: boolean;
}

/** What a strip depends on beside the intervals. */
export interface Grid {
  readonly begin: number;
  readonly end: number;
  readonly columns: number;
}

export function gridOf(scale: Scale, columns: number): Grid {
  return { begin: scale.begin, end: scale.end, columns };
}

/** The intervals of a track in the scene's positions. */
export function spansOf(scene: Scene, track: Track): Spans {
  if (scene.mode === "time") {
    return track;
  }
  return memo(track, "sequence", "", () => sequenceSpans(track, scene.trace.count));
}

function sequenceSpans(track: Track, events: number): Spans {
  const begin = new Float64Array(track.count);
  const end = new Float64Array(track.count);
  for (let place = 0; place < track.count; place++) {
    const last = track.last[place] as number;
    begin[place] = (track.first[place] as number) + 0.5;
    end[place] = last < 0 ? events : last + 0.5;
  }
  return withSums(begin, end);
}

/** Intervals that do not overlap, in order, with the sums of their lengths. */
export function withSums(begin: Float64Array, end: Float64Array): Spans {
  const sum = new Float64Array(begin.length);
  let total = 0;
  for (let place = 0; place < begin.length; place++) {
    total += (end[place] as number) - (begin[place] as number);
    sum[place] = total;
  }
  return { count: begin.length, begin, end, sum };
}

/** The strip of some intervals; the newest of each is kept. */
export function stripOf(spans: Spans, grid: Grid): Strip {
  const key = `${grid.begin}:${grid.end}:${grid.columns}`;
  return memo(spans, "strip", key, () => makeStrip(spans, grid));
}

/** Length of the spans before a position, of which the first `begun` begin before it. */
function covered(spans: Spans, begun: number, position: number): number {
  if (begun === 0) {
    return 0;
  }
  const rest = (spans.end[begun - 1] as number) - position;
  return (spans.sum[begun - 1] as number) - (rest > 0 ? rest : 0);
}

/** Share of a column that ends at position and in which nothing begins: no sums to round. */
function insideOne(spans: Spans, begun: number, position: number, step: number): number {
  if (begun === 0) {
    return 0;
  }
  const rest = (spans.end[begun - 1] as number) - position;
  return rest >= 0 ? 1 : Math.max(1 + rest / step, 0);
}

function makeStrip(spans: Spans, grid: Grid): Strip {
  const { begin, columns } = grid;
  const step = (grid.end - begin) / columns;
  const share = new Float64Array(columns);
  const begun = new Int32Array(columns + 1);
  const level = new Uint8Array(columns);
  let place = lowerBound(spans.begin, begin, 0, spans.count);
  let before = covered(spans, place, begin);
  begun[0] = place;
  for (let column = 0; column < columns; column++) {
    const position = begin + (column + 1) * step;
    const next = gallop(spans.begin, position, place, spans.count);
    const after = covered(spans, next, position);
    const part = next === place ? insideOne(spans, next, position, step) : (after - before) / step;
    share[column] = Math.min(part, 1);
    level[column] = part > 0 || next > place ? Math.max(Math.round(part * 255), 1) : 0;
    begun[column + 1] = next;
    place = next;
    before = after;
  }
  const isEmpty = begun[0] === begun[columns] && level[0] === 0;
  return { share, begun, level, wide: wideOf(begun, level), isEmpty };
}

function wideOf(begun: Int32Array, level: Uint8Array): Int32Array {
  const wide: number[] = [];
  let run = 0;
  for (let column = 0; column <= level.length; column++) {
    if (column < level.length && begun[column] === begun[column + 1] && level[column] === 255) {
      run++;
    } else if (run > 0) {
      wide.push((begun[column - 1] as number) - 1, run);
      run = 0;
    }
  }
  return Int32Array.from(wide);
}

/** Calls for each interval that takes at least so many whole columns. */
export function forWide({ wide }: Strip, least: number, call: (place: number) => void): void {
  for (let pair = 0; pair < wide.length; pair += 2) {
    if ((wide[pair + 1] as number) >= least) {
      call(wide[pair] as number);
    }
  }
}

/** Places of the intervals that touch [begin, end]: from the first to the one behind the last. */
export function touching(spans: Spans, begin: number, end: number): readonly [number, number] {
  const first = lowerBound(spans.end, begin, 0, spans.count);
  const behind = gallop(spans.begin, end, first, spans.count);
  return [first, behind];
}
