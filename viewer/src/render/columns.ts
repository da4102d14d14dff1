// SPDX-License-Identifier: Apache-2.0
// What lies before each border of the columns of pixels. In a long trace that is seen from afar, to
// search for it takes most of a frame, as each step of a search waits for the memory. The columns
// begin at whole cells of the trace there, less than an eighth of a column from where they would
// begin, and how many values lie before each cell is found out once.
import type { Trace } from "../model";
import { memo } from "./memo";
import type { Range } from "./types";
import { lowerBound, near, type Sorted } from "./search";

const CELLS = 1 << 17;
/** Cells that a column has at least, or it begins where it does. */
const CELLS_LEAST = 4;
/** Values up to which a search does not wait. */
const FEW = 1 << 16;

/** Columns of pixels. */
export interface Grid {
  readonly begin: number;
  readonly end: number;
  readonly columns: number;
  /** The same for equal grids. */
  readonly key: string;
  /** Positions; one more than there are columns. */
  readonly borders: Float64Array;
  /** Cells in which the borders are; null: they are between cells. */
  readonly cells: Int32Array | null;
  /** The end of the last cell. */
  readonly whole: number;
}

/** whole: the length of a long trace, 0 of another one. */
export function gridOf({ begin, end }: Range, columns: number, whole = 0): Grid {
  const borders = new Float64Array(columns + 1);
  const step = (end - begin) / columns;
  const size = whole / CELLS;
  const cells = whole > 0 && step >= CELLS_LEAST * size ? new Int32Array(columns + 1) : null;
  for (let column = 0; column <= columns; column++) {
    const position = begin + column * step;
    borders[column] = position;
    if (cells !== null) {
      const cell = Math.min(Math.max(Math.round(position / size), 0), CELLS);
      cells[column] = cell;
      borders[column] = position > 0 && position < whole ? cell * size : position;
    }
  }
  return { begin, end, columns, key: `${begin}:${end}:${columns}`, borders, cells, whole };
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
  return (
    fromCells(values, grid, places, () => cellBorders(grid.whole)) ??
    placesAt(values, grid.borders, places)
  );
}

/** How many events of a list lie before each border, of which edges are the events. */
export function eventsBefore(
  list: Int32Array,
  trace: Trace,
  grid: Grid,
  edges: Int32Array,
  places: Int32Array,
): Int32Array {
  return (
    fromCells(list, grid, places, () => cellsOf(trace.time, () => cellBorders(grid.whole))) ??
    placesAt(list, edges, places)
  );
}

function fromCells(
  values: Sorted,
  { cells }: Grid,
  places: Int32Array,
  borders: () => Sorted,
): Int32Array | null {
  if (cells === null || values.length <= FEW) {
    return null;
  }
  const known = cellsOf(values, borders);
  for (let column = 0; column < cells.length; column++) {
    places[column] = known[cells[column] as number] as number;
  }
  return places;
}

/** How many values lie before each cell; behind the last one all of them do. */
function cellsOf(values: Sorted, borders: () => Sorted): Int32Array {
  return memo(values, "cells", "", () => {
    const known = placesAt(values, borders(), new Int32Array(CELLS + 1));
    known[CELLS] = values.length;
    return known;
  });
}

function cellBorders(whole: number): Float64Array {
  return new Float64Array(CELLS + 1).map((_, cell) => (cell * whole) / CELLS);
}
