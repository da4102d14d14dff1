// SPDX-License-Identifier: Apache-2.0
// Many numbers, summed up.
import type { Branch } from "./tree";

/** Of whole numbers; of n sorted ones the percentile p is number ceil(p n / 100), from 1. */
export function distribution(values: Float64Array): Branch {
  const count = values.length;
  if (count === 0) {
    const none = { least: null, mean: null, median: null, p90: null, p99: null };
    return { count, ...none, greatest: null, jitter: null };
  }
  const sorted = values.slice().sort();
  const percentile = (p: number): number => sorted[Math.ceil((p * count) / 100) - 1]!;
  const least = sorted[0]!;
  const greatest = sorted[count - 1]!;
  return {
    count,
    least,
    mean: Math.floor(sumOf(sorted) / count),
    median: percentile(50),
    p90: percentile(90),
    p99: percentile(99),
    greatest,
    jitter: greatest - least,
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < values.length; place++) {
    sum += values[place]!;
  }
  return sum;
}
