// SPDX-License-Identifier: Apache-2.0
// Intervals by pixel column: the exact share of each column that they cover, and the intervals that
// are wide enough to draw one by one. O(columns * log(intervals)).
import type { Ticks, Track } from "../model";
import type { Grid, Parts } from "./columns";
import { atCells, cellBorders, cellsFor, finest, placesOfCells, positionsBefore } from "./columns";
import { memo } from "./memo";
import { gallop, lowerBound } from "./binary-search";
import type { Scene } from "./types";

/** Intervals in positions of the scene's mode; sum: the cumulative lengths. */
export interface Spans {
  readonly count: number;
  readonly begin: Ticks;
  readonly end: Ticks;
  readonly sum: Ticks;
}

/** The columns of a picture of some intervals. */
export interface Strip {
  /** The covered share of the column, 0 .. 1. */
  readonly share: Float64Array;
  /**
   * The number of intervals that begin before the end of column c is begun[c + 1]; before the first
   * column: begun[0].
   */
  readonly begun: Int32Array;
  /** 0: nothing; 1 .. 255 by share. An interval of length 0 has level 1. */
  readonly level: Uint8Array;
  /** Intervals that cover whole columns, and how many: index, columns, index, columns ... */
  readonly wide: Int32Array;
  readonly isEmpty: boolean;
}

/** The intervals of a track in positions of the scene. */
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

/** Makes spans from ordered intervals that do not overlap, with cumulative lengths. */
export function withSums(begin: Ticks, end: Ticks): Spans {
  const sum = new Float64Array(begin.length);
  let total = 0;
  for (let place = 0; place < begin.length; place++) {
    total += (end[place] as number) - (begin[place] as number);
    sum[place] = total;
  }
  return { count: begin.length, begin, end, sum };
}

/** The strip of some intervals. It is valid until the next call for the same intervals. */
export function stripOf(spans: Spans, grid: Grid): Strip {
  return memo(spans, "strip", grid.key, () => makeStrip(spans, grid));
}

/** Arrays that are reused for each range, because allocating them took longer than filling them. */
interface Columns {
  readonly share: Float64Array;
  readonly begun: Int32Array;
  readonly level: Uint8Array;
}

function columnsOf(spans: Spans, count: number): Columns {
  return memo(spans, "columns", String(count), () => ({
    share: new Float64Array(count),
    begun: new Int32Array(count + 1),
    level: new Uint8Array(count),
  }));
}

/** The covered length before a position. `begun` is the number of spans that begin before it. */
function covered(spans: Spans, begun: number, position: number): number {
  if (begun === 0) {
    return 0;
  }
  const rest = (spans.end[begun - 1] as number) - position;
  return (spans.sum[begun - 1] as number) - (rest > 0 ? rest : 0);
}

function makeStrip(spans: Spans, grid: Grid): Strip {
  const columns = columnsOf(spans, grid.columns);
  const { share, begun, level } = columns;
  positionsBefore(spans.begin, grid, begun);
  const first = begun[0] as number;
  const isBefore = first === 0 || (spans.end[first - 1] as number) < grid.begin;
  if (isBefore && begun[grid.columns] === first) {
    share.fill(0);
    level.fill(0);
    return { ...columns, wide: NONE, isEmpty: true };
  }
  fillColumns(spans, grid, columns);
  return { ...columns, wide: wideOf(begun, level), isEmpty: false };
}

const NONE = new Int32Array(0);

/** Computes the share and level of each column from the spans that begin before its borders. */
function fillColumns(spans: Spans, grid: Grid, { share, begun, level }: Columns): void {
  const { begin, end, columns, borders } = grid;
  const { end: ends } = spans;
  const cells = cellsFor(spans.begin, grid);
  const known = cells === null ? null : coveredOfCells(spans, cells);
  const step = (end - begin) / columns;
  for (let column = 0; column < columns; column++) {
    const [from, to] = [borders[column] as number, borders[column + 1] as number];
    const [place, next] = [begun[column] as number, begun[column + 1] as number];
    const width = grid.cells === null ? step : to - from;
    let part = 0;
    let least = 0;
    if (next === place) {
      // No span begins in this column. Only the previous one can overlap it, so no rounded sums are
      // needed.
      const rest = place === 0 ? -width : (ends[place - 1] as number) - to;
      part = rest >= 0 ? 1 : Math.max(1 + rest / width, 0);
    } else {
      const length =
        known === null || cells === null
          ? covered(spans, next, to) - covered(spans, place, from)
          : (known[cells.at[column + 1] as number] as number) -
            (known[cells.at[column] as number] as number);
      part = Math.min(length / width, 1);
      least = 1;
    }
    share[column] = part;
    level[column] = part > 0 ? Math.max((part * 255 + 0.5) | 0, 1) : least;
  }
}

/** The covered length before each cell. */
function coveredOfCells(spans: Spans, parts: Parts): Float64Array {
  const known = memo(spans, "covered", String(parts.length), () => {
    const cells = finest(parts);
    const begun = placesOfCells(spans.begin, cells);
    const borders = cellBorders(cells);
    const lengths = new Float64Array(borders.length);
    for (let cell = 0; cell < lengths.length; cell++) {
      lengths[cell] = covered(spans, begun[cell] as number, borders[cell] as number);
    }
    return lengths;
  });
  const { count, length } = parts;
  return memo(spans, `covered ${count}`, String(length), () => atCells(known, count));
}

function wideOf(begun: Int32Array, level: Uint8Array): Int32Array {
  const wide: number[] = [];
  let run = 0;
  for (let column = 0; column < level.length; column++) {
    if (level[column] === 255 && begun[column] === begun[column + 1]) {
      run++;
    } else if (run > 0) {
      wide.push((begun[column - 1] as number) - 1, run);
      run = 0;
    }
  }
  if (run > 0) {
    wide.push((begun[level.length - 1] as number) - 1, run);
  }
  return wide.length === 0 ? NONE : new Int32Array(wide);
}

/** Calls a function for each interval that covers at least `least` whole columns. */
export function forWide({ wide }: Strip, least: number, call: (place: number) => void): void {
  for (let pair = 0; pair < wide.length; pair += 2) {
    if ((wide[pair + 1] as number) >= least) {
      call(wide[pair] as number);
    }
  }
}

/**
 * The indices of the intervals that touch [begin, end]: the first one, and the one after the last.
 */
export function touching(spans: Spans, begin: number, end: number): readonly [number, number] {
  const first = lowerBound(spans.end, begin, 0, spans.count);
  const behind = gallop(spans.begin, end, first, spans.count);
  return [first, behind];
}
