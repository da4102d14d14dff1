// SPDX-License-Identifier: Apache-2.0
// Binary search in sorted columns. Pixels are visited from left to right, so a galloping search
// that starts at the previous result needs few steps.

export type Sorted = Float64Array | Int16Array | Int32Array | Uint32Array;

/** The first index in [from, to) whose value is at least `wanted`; `to` if there is none. */
export function lowerBound(values: Sorted, wanted: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Number of values up to which a linear search is faster than a binary one. */
const WALK = 48;

/** Like lowerBound(); fast if the result is close to `from`. */
export function gallop(values: Sorted, wanted: number, from: number, to: number): number {
  let low = from;
  const walked = Math.min(from + WALK, to);
  while (low < walked && (values[low] as number) < wanted) {
    low++;
  }
  if (low < walked || low === to) {
    return low;
  }
  let step = WALK;
  while (low + step <= to && (values[low + step - 1] as number) < wanted) {
    low += step;
    step *= 2;
  }
  return lowerBound(values, wanted, low, Math.min(low + step, to));
}

/** Like gallop(); fast if the result is about `stride` after `from`, as in the previous column. */
export function near(
  values: Sorted,
  wanted: number,
  from: number,
  to: number,
  stride: number,
): number {
  const guess = Math.min(from + stride, to);
  if (guess === from || (values[guess - 1] as number) < wanted) {
    return gallop(values, wanted, guess, to);
  }
  let high = guess - 1;
  const walked = Math.max(high - WALK, from);
  while (high > walked && (values[high - 1] as number) >= wanted) {
    high--;
  }
  return high > walked ? high : lowerBound(values, wanted, from, high);
}

/** The number of values that are at most `wanted`. */
export function countUpTo(values: Sorted, wanted: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** 0, 1, 2 ... count - 1. */
export function placesUpTo(count: number): Int32Array {
  return new Int32Array(count).map((_, place) => place);
}

/** Maps each index to a value. */
export function columnOf(places: Int32Array, value: (place: number) => number): Float64Array {
  const column = new Float64Array(places.length);
  for (let row = 0; row < places.length; row++) {
    column[row] = value(places[row] as number);
  }
  return column;
}
