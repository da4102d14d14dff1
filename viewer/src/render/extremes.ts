// SPDX-License-Identifier: Apache-2.0
// The least and the greatest of any run of values, found without a look at each of them: a column of
// the whole picture of a long trace has thousands.
import { memo } from "./memo";

/** Rising or not. The value of a wire whose level is not known is NaN: it does not count. */
export type Values = ArrayLike<number> & object;

/** Of values, of groups of FACTOR of them, of groups of those ...: the last level has one group. */
interface Level {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

const BITS = 4;
const FACTOR = 1 << BITS;

/** Least and greatest of the run that was asked for last: the first is greater if no value counts. */
const found = new Float64Array(2);

function look({ low, high }: Level, from: number, to: number): void {
  let least = found[0] as number;
  let most = found[1] as number;
  for (let place = from; place < to; place++) {
    const lower = low[place] as number;
    const higher = high[place] as number;
    least = lower < least ? lower : least;
    most = higher > most ? higher : most;
  }
  found[0] = least;
  found[1] = most;
}

function findIn(levels: readonly Level[], begin: number, end: number): void {
  found[0] = Infinity;
  found[1] = -Infinity;
  let from = begin;
  let to = end;
  for (const level of levels) {
    const head = Math.min((from + FACTOR - 1) & -FACTOR, to);
    const tail = Math.max(to & -FACTOR, head);
    look(level, from, head);
    look(level, tail, to);
    from = head >> BITS;
    to = tail >> BITS;
    if (from >= to) {
      return;
    }
  }
}

function levelsOf(values: Values): readonly Level[] {
  return memo(values, "levels", "", () => {
    const levels: Level[] = [{ low: values, high: values }];
    for (let below = levels[0] as Level; below.low.length > 1; below = levels.at(-1) as Level) {
      const count = Math.ceil(below.low.length / FACTOR);
      const [low, high] = [new Float64Array(count), new Float64Array(count)];
      for (let place = 0; place < count; place++) {
        found[0] = Infinity;
        found[1] = -Infinity;
        look(below, place * FACTOR, Math.min((place + 1) * FACTOR, below.low.length));
        low[place] = found[0];
        high[place] = found[1];
      }
      levels.push({ low, high });
    }
    return levels;
  });
}

/** Least and greatest value of each column, until the next are asked for; NaN: there is none. */
export interface Envelope {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Of the values from each place to the next, for the first columns. before: values that count from
 * ahead of a column. */
export function envelopeOf(
  values: Values,
  places: Int32Array,
  columns = places.length - 1,
  before = 0,
): Envelope {
  const { low, high } = memo(values, "envelope room", String(places.length), () => ({
    low: new Float32Array(places.length - 1),
    high: new Float32Array(places.length - 1),
  }));
  low.fill(NaN);
  high.fill(NaN);
  const levels = levelsOf(values);
  for (let column = 0; column < columns; column++) {
    const from = Math.max((places[column] as number) - before, 0);
    const to = places[column + 1] as number;
    if (to > from) {
      findIn(levels, from, to);
      const [least, most] = [found[0] as number, found[1] as number];
      low[column] = least <= most ? least : NaN;
      high[column] = least <= most ? most : NaN;
    }
  }
  return { low, high };
}

/** Infinity if there is none. */
export function leastOf(values: Values): number {
  findIn(levelsOf(values), 0, values.length);
  return found[0] as number;
}

/** 0 if there is no greater one. */
export function greatestOf(values: Values): number {
  findIn(levelsOf(values), 0, values.length);
  return Math.max(found[1] as number, 0);
}
