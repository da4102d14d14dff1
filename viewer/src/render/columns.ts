// SPDX-License-Identifier: Apache-2.0
// What lies before each border of the columns of pixels. In a long trace that is seen from afar, to
// search for it takes most of a frame, as each step of a search waits for the memory. The columns
// begin at whole cells of the trace there, at most an eighth of a column from where they would
// begin, and what lies before each cell is found out once. The farther, the larger are the cells:
// the fewer there are, the less memory a frame visits.
import type { Trace } from "../model";
import { memo } from "./memo";
import type { Range } from "./types";
import { lowerBound, near, type Sorted } from "./search";

const FEWEST = 1 << 13;
const MOST = 1 << 16;
/** Cells that a column has at least, or it begins where it does. */
const CELLS_LEAST = 4;
/** Values up to which a search does not wait. */
const FEW = 1 << 16;

/** A long trace in equal parts. */
export interface Parts {
  readonly count: number;
  /** The end of the last one. */
  readonly whole: number;
}

/** Cells of a long trace, at which columns begin. */
export interface Cells extends Parts {
  /** In which each border is. */
  readonly at: Int32Array;
}

/** Columns of pixels. */
export interface Grid {
  readonly begin: number;
  readonly end: number;
  readonly columns: number;
  /** The same for equal grids. */
  readonly key: string;
  /** Positions; one more than there are columns. */
  readonly borders: Float64Array;
  /** null: the borders are not those of cells. */
  readonly cells: Cells | null;
}

/** whole: the length of a long trace, 0 of another one. */
export function gridOf({ begin, end }: Range, columns: number, whole = 0): Grid {
  const borders = new Float64Array(columns + 1);
  const step = (end - begin) / columns;
  const count = [FEWEST, MOST].find((cells) => whole > 0 && step >= (CELLS_LEAST * whole) / cells);
  const at = count === undefined ? null : new Int32Array(columns + 1);
  const size = whole / (count ?? 1);
  for (let column = 0; column <= columns; column++) {
    const position = begin + column * step;
    borders[column] = position;
    if (at !== null && count !== undefined) {
      const cell = Math.min(Math.max(Math.round(position / size), 0), count);
      at[column] = cell;
      borders[column] = position > 0 && position < whole ? cell * size : position;
    }
  }
  const cells = at === null || count === undefined ? null : { count, whole, at };
  return { begin, end, columns, key: `${begin}:${end}:${columns}`, borders, cells };
}

/** How many values lie before each border; both rise. */
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

/** How many positions lie before each border of a grid. */
export function positionsBefore(values: Sorted, grid: Grid, places: Int32Array): Int32Array {
  const cells = cellsFor(values, grid);
  return cells === null
    ? placesAt(values, grid.borders, places)
    : gather(placesOfCells(values, cells), cells, places);
}

/** How many events of a list lie before each border, of which edges are the events. */
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

/** The cells at which columns begin, if it is worth while to know what values each of them has. */
export function cellsFor(values: Sorted, { cells }: Grid): Cells | null {
  return values.length > FEW ? cells : null;
}

function gather(known: Int32Array, { at }: Cells, places: Int32Array): Int32Array {
  for (let column = 0; column < at.length; column++) {
    places[column] = known[at[column] as number] as number;
  }
  return places;
}

/** How many values lie before each cell; behind the last one all of them do. */
export function placesOfCells(values: Sorted, parts: Parts): Int32Array {
  return ofCells(values, parts, () => cellBorders(finest(parts)));
}

/** How many events of a list lie before each cell. */
export function eventsOfCells(list: Int32Array, { time }: Trace, parts: Parts): Int32Array {
  return ofCells(list, parts, () => placesOfCells(time, finest(parts)));
}

function ofCells(values: Sorted, { count, whole }: Parts, borders: () => Sorted): Int32Array {
  const known = memo(values, "cells", String(whole), () => {
    const places = placesAt(values, borders(), new Int32Array(MOST + 1));
    places[MOST] = values.length;
    return places;
  });
  return memo(values, `cells ${count}`, String(whole), () => atCells(known, count));
}

/** The smallest cells. What is known of these is known of all: the first picture finds it out, and
 * no later one stops for it. */
export function finest({ whole }: Parts): Parts {
  return { count: MOST, whole };
}

/** Of what is known before each of the smallest cells, that before larger ones. */
export function atCells<Known extends Int32Array | Float64Array>(
  known: Known,
  count: number,
): Known {
  const size = MOST / count;
  return size === 1 ? known : (known.filter((_, cell) => cell % size === 0) as Known);
}

/** Positions at which cells begin. */
export function cellBorders({ count, whole }: Parts): Float64Array {
  return memo(cellBorders, `borders ${count}`, String(whole), () => {
    const borders = new Float64Array(count + 1);
    for (let cell = 0; cell <= count; cell++) {
      borders[cell] = (cell * whole) / count;
    }
    return borders;
  });
}
