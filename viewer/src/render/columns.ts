// SPDX-License-Identifier: Apache-2.0
// Counts the values before each border of the pixel columns. In a long trace at a low zoom, binary
// searches would take most of a frame, because each step waits for memory. So the columns begin at
// borders of equal cells of the trace, at most an eighth of a column from their exact position, and
// the count before each cell is computed once. At a lower zoom the cells are larger, so that a
// frame visits less memory.
import type { Trace } from "../model";
import { memo } from "./memo";
import type { Range } from "./types";
import { lowerBound, near, type Sorted } from "./binary-search";

const FEWEST = 1 << 13;
const MOST = 1 << 16;
/** Cells are used if a column has at least this number of them. */
const CELLS_LEAST = 4;
/** A search in at most this number of values does not wait for memory. */
const FEW = 1 << 16;

/** A long trace divided into equal parts. */
export interface Parts {
  readonly count: number;
  /** The end of the last part. */
  readonly length: number;
}

/** Cells of a long trace at whose borders columns begin. */
export interface Cells extends Parts {
  /** The index of the cell at each border. */
  readonly at: Int32Array;
}

/** The pixel columns of the picture. */
export interface Grid {
  readonly begin: number;
  readonly end: number;
  readonly columns: number;
  /** Equal grids have equal keys. */
  readonly key: string;
  /** Positions of the borders, one more than columns. */
  readonly borders: Float64Array;
  /** null: the borders are exact and not aligned with cells. */
  readonly cells: Cells | null;
}

/** Makes a grid. traceLength: the length of a long trace, else 0. */
export function gridOf({ begin, end }: Range, columns: number, traceLength = 0): Grid {
  const borders = new Float64Array(columns + 1);
  const step = (end - begin) / columns;
  const count = [FEWEST, MOST].find(
    (cells) => traceLength > 0 && step >= (CELLS_LEAST * traceLength) / cells,
  );
  const at = count === undefined ? null : new Int32Array(columns + 1);
  const size = traceLength / (count ?? 1);
  for (let column = 0; column <= columns; column++) {
    const position = begin + column * step;
    borders[column] = position;
    if (at !== null && count !== undefined) {
      const cell = Math.min(Math.max(Math.round(position / size), 0), count);
      at[column] = cell;
      borders[column] = position > 0 && position < traceLength ? cell * size : position;
    }
  }
  const cells = at === null || count === undefined ? null : { count, length: traceLength, at };
  return { begin, end, columns, key: `${begin}:${end}:${columns}`, borders, cells };
}

/** The number of values before each border. Both are ascending. */
export function placesAt(values: Sorted, borders: Sorted, places: Int32Array): Int32Array {
  const { length } = borders;
  const count = values.length;
  const first = lowerBound(values, borders[0] as number, 0, count);
  const behind = lowerBound(values, borders[length - 1] as number, first, count);
  let place = first;
  let stride = 0;
  let column = 0;
  for (; column < length && place < behind; column++) {
    const next = near(values, borders[column] as number, place, behind, stride);
    stride = next - place;
    place = next;
    places[column] = place;
  }
  return places.fill(behind, column);
}

/** The number of positions before each border of a grid. */
export function positionsBefore(values: Sorted, grid: Grid, places: Int32Array): Int32Array {
  const cells = cellsFor(values, grid);
  return cells === null
    ? placesAt(values, grid.borders, places)
    : gather(placesOfCells(values, cells), cells, places);
}

/**
 * The number of a list's events before each border. `edges` are the first events after the borders.
 */
export function eventsBefore(
  list: Int32Array,
  trace: Trace,
  grid: Grid,
  edges: Int32Array,
  places: Int32Array,
): Int32Array {
  const cells = cellsFor(list, grid);
  return cells === null
    ? placesAt(list, edges, places)
    : gather(eventsOfCells(list, trace, cells), cells, places);
}

/** The cells at which columns begin, if there are enough values that counts per cell save time. */
export function cellsFor(values: Sorted, { cells }: Grid): Cells | null {
  return values.length > FEW ? cells : null;
}

function gather(known: Int32Array, { at }: Cells, places: Int32Array): Int32Array {
  for (let column = 0; column < at.length; column++) {
    places[column] = known[at[column] as number] as number;
  }
  return places;
}

/** The number of values before each cell. All of them lie before the end of the last cell. */
export function placesOfCells(values: Sorted, parts: Parts): Int32Array {
  return ofCells(values, parts, () => cellBorders(finest(parts)));
}

/** The number of a list's events before each cell. */
export function eventsOfCells(list: Int32Array, { time }: Trace, parts: Parts): Int32Array {
  return ofCells(list, parts, () => placesOfCells(time, finest(parts)));
}

function ofCells(values: Sorted, { count, length }: Parts, borders: () => Sorted): Int32Array {
  const known = memo(values, "cells", String(length), () => {
    const places = placesAt(values, borders(), new Int32Array(MOST + 1));
    places[MOST] = values.length;
    return places;
  });
  return memo(values, `cells ${count}`, String(length), () => atCells(known, count));
}

/**
 * The smallest cells. Counts for larger cells are derived from theirs, so that only the first
 * picture has to compute counts.
 */
export function finest({ length }: Parts): Parts {
  return { count: MOST, length };
}

/** Selects the counts of larger cells from those of the smallest cells. */
export function atCells<Known extends Int32Array | Float64Array>(
  known: Known,
  count: number,
): Known {
  const size = MOST / count;
  return size === 1 ? known : (known.filter((_, cell) => cell % size === 0) as Known);
}

/** The positions at which cells begin. */
export function cellBorders({ count, length }: Parts): Float64Array {
  return memo(cellBorders, `borders ${count}`, String(length), () => {
    const borders = new Float64Array(count + 1);
    for (let cell = 0; cell <= count; cell++) {
      borders[cell] = (cell * length) / count;
    }
    return borders;
  });
}
