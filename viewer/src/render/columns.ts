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

/** Cells of a trace, the fewest first. */
const CELLS: readonly number[] = [1 << 13, 1 << 16];
/** Cells that a column has at least, or it begins where it does. */
const CELLS_LEAST = 4;
/** Values up to which a search does not wait. */
const FEW = 1 << 16;

/** Cells of a long trace. */
export interface Cells {
  readonly count: number;
  /** The end of the last one. */
  readonly whole: number;
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
  const count = CELLS.find((cells) => whole > 0 && step >= (CELLS_LEAST * whole) / cells);
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
export function placesOfCells(values: Sorted, cells: Cells): Int32Array {
  return ofCells(values, cells, () => cellBorders(cells));
}

/** How many events of a list lie before each cell. */
export function eventsOfCells(list: Int32Array, { time }: Trace, cells: Cells): Int32Array {
  return ofCells(list, cells, () => placesOfCells(time, cells));
}

function ofCells(values: Sorted, { count }: Cells, borders: () => Sorted): Int32Array {
  return memo(values, `cells ${count}`, "", () => {
    const known = placesAt(values, borders(), new Int32Array(count + 1));
    known[count] = values.length;
    return known;
  });
}

export function cellBorders({ count, whole }: Cells): Float64Array {
  return new Float64Array(count + 1).map((_, cell) => (cell * whole) / count);
}
