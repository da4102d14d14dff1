// SPDX-License-Identifier: Apache-2.0
// Finds the minimum and maximum of any run of values in logarithmic time. At the lowest zoom of a
// long trace, a column has thousands of them.
import type { Cells, Parts } from "./columns";
import { finest } from "./columns";
import { memo } from "./memo";

/** Values in any order. NaN is an unknown level of a signal and is ignored. */
export type Values = ArrayLike<number> & object;

/**
 * The minimum and maximum of each column or group. A column without values has NaN, a group
 * Infinity and -Infinity.
 */
export interface Envelope {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * Envelopes of groups of SIZE values, of groups of SIZE groups and so on. The last level has one
 * group.
 */
type Levels = readonly Envelope[];

const BITS = 3;
const SIZE = 1 << BITS;

/** The result of the last search. `least` is greater than `most` if all values were NaN. */
const found = { least: Infinity, most: -Infinity };

function lookAt(values: Values, from: number, to: number): void {
  let { least, most } = found;
  for (let place = from; place < to; place++) {
    const value = values[place] as number;
    least = value < least ? value : least;
    most = value > most ? value : most;
  }
  found.least = least;
  found.most = most;
}

function lookAtGroups({ low, high }: Envelope, from: number, to: number): void {
  let { least, most } = found;
  for (let group = from; group < to; group++) {
    const lower = low[group] as number;
    const higher = high[group] as number;
    least = lower < least ? lower : least;
    most = higher > most ? higher : most;
  }
  found.least = least;
  found.most = most;
}

function forget(): void {
  found.least = Infinity;
  found.most = -Infinity;
}

function findIn(values: Values, levels: Levels, begin: number, end: number): void {
  forget();
  let head = Math.min((begin + SIZE - 1) & -SIZE, end);
  let tail = Math.max(end & -SIZE, head);
  lookAt(values, begin, head);
  lookAt(values, tail, end);
  for (let level = 0; head < tail; level++) {
    const [from, to] = [head >> BITS, tail >> BITS];
    head = Math.min((from + SIZE - 1) & -SIZE, to);
    tail = Math.max(to & -SIZE, head);
    const groups = levels[level] as Envelope;
    lookAtGroups(groups, from, head);
    lookAtGroups(groups, tail, to);
  }
}

function levelsOf(values: Values): Levels {
  return memo(values, "levels", "", () => {
    const levels: Envelope[] = [];
    let below = values.length;
    for (let level = 0; below > 1; level++) {
      levels.push(
        groupsOf(below, (from, to) => {
          const groups = levels[level - 1];
          if (groups === undefined) {
            lookAt(values, from, to);
          } else {
            lookAtGroups(groups, from, to);
          }
        }),
      );
      below = Math.ceil(below / SIZE);
    }
    return levels;
  });
}

function groupsOf(count: number, look: (from: number, to: number) => void): Envelope {
  const groups = Math.ceil(count / SIZE);
  const [low, high] = [new Float32Array(groups), new Float32Array(groups)];
  for (let group = 0; group < groups; group++) {
    forget();
    look(group * SIZE, Math.min((group + 1) * SIZE, count));
    low[group] = found.least;
    high[group] = found.most;
  }
  return { low, high };
}

/** Memory for the newest envelope of some values. */
function roomFor(values: Values, columns: number): Envelope {
  const room = memo(values, "envelope room", String(columns), () => emptyEnvelope(columns));
  room.low.fill(NaN);
  room.high.fill(NaN);
  return room;
}

function emptyEnvelope(columns: number): Envelope {
  return {
    low: new Float32Array(columns).fill(NaN),
    high: new Float32Array(columns).fill(NaN),
  };
}

/** The values of each column: from its place to that of the next column. */
export interface Runs {
  /** Number of leading columns that have values. The others are not computed. */
  readonly columns: number;
  /**
   * Number of values before a column that count too: 1 includes the value with which the column
   * begins.
   */
  readonly before: 0 | 1;
  /** The cells at which columns begin. Their envelopes are cached. */
  readonly cells: Cells | null;
  readonly placesOfCells: (cells: Parts) => Int32Array;
  /** The places of the columns, if `cells` is null. */
  readonly places: () => Int32Array;
}

/** Computes an envelope. It is valid until the next call for the same values. */
export function envelopeOf(values: Values, runs: Runs): Envelope {
  const { cells, columns, before } = runs;
  if (cells !== null) {
    const known = cellsEnvelope(values, cells, runs);
    const envelope = roomFor(values, cells.at.length - 1);
    join(known, cells.at, columns, envelope);
    return envelope;
  }
  const places = runs.places();
  const envelope = roomFor(values, places.length - 1);
  findRuns(values, places, columns, before, envelope);
  return envelope;
}

function cellsEnvelope(values: Values, parts: Parts, runs: Runs): Envelope {
  return memo(values, `envelope ${parts.count}`, String(parts.length), () => {
    const envelope = emptyEnvelope(parts.count);
    const cells = finest(parts);
    if (parts.count === cells.count) {
      findRuns(values, runs.placesOfCells(cells), cells.count, runs.before, envelope);
    } else {
      const size = cells.count / parts.count;
      const at = Int32Array.from({ length: parts.count + 1 }, (_, cell) => cell * size);
      join(cellsEnvelope(values, cells, runs), at, parts.count, envelope);
    }
    return envelope;
  });
}

function findRuns(
  values: Values,
  places: Int32Array,
  columns: number,
  before: number,
  { low, high }: Envelope,
): void {
  const levels = levelsOf(values);
  for (let column = 0; column < columns; column++) {
    const from = Math.max((places[column] as number) - before, 0);
    const to = places[column + 1] as number;
    if (to > from) {
      findIn(values, levels, from, to);
      put(column, low, high);
    }
  }
}

/** Combines the envelopes of groups to those of columns. */
function join(known: Envelope, at: Int32Array, columns: number, { low, high }: Envelope): void {
  for (let column = 0; column < columns; column++) {
    forget();
    lookAtGroups(known, at[column] as number, at[column + 1] as number);
    put(column, low, high);
  }
}

function put(column: number, low: Float32Array, high: Float32Array): void {
  const { least, most } = found;
  low[column] = least <= most ? least : NaN;
  high[column] = least <= most ? most : NaN;
}

/** Infinity if all values are NaN. */
export function leastOf(values: Values): number {
  return memo(values, "least", "", () => {
    forget();
    lookAt(values, 0, values.length);
    return found.least;
  });
}

/** 0 if no value is greater. */
export function greatestOf(values: Values): number {
  return memo(values, "greatest", "", () => {
    forget();
    lookAt(values, 0, values.length);
    return Math.max(found.most, 0);
  });
}
