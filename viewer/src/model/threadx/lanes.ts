// SPDX-License-Identifier: Apache-2.0
// Addresses of a target as numbers, and which thread has which.

export const NO_LANE = -1;
const SIGN = 2 ** 31;
const TWO_32 = 2 ** 32;
const CACHED = 1024;

/**
 * An address from its two halves. Those in the upper half of 64 bits count down from zero, so that
 * kernels' addresses are exact in a number as well.
 */
export function address(upper: number, lower: number): number {
  return (upper >= SIGN ? upper - TWO_32 : upper) * TWO_32 + lower;
}

/** Lanes by address. A small table in front of the map answers nearly all questions. */
export class LaneFinder {
  private readonly lanes = new Map<number, number>();
  private readonly keys = new Float64Array(CACHED).fill(NaN);
  private readonly values = new Int16Array(CACHED);

  /** The first address is that of lane 1. */
  constructor(addresses: readonly number[]) {
    addresses.forEach((one, place) => this.lanes.set(one, place + 1));
  }

  /** Lane of a thread; NO_LANE for what is none, 0 included. */
  find(one: number): number {
    const slot = ((one >>> 2) ^ (one >>> 12)) & (CACHED - 1);
    if (this.keys[slot] === one) {
      return this.values[slot]!;
    }
    const lane = this.lanes.get(one) ?? NO_LANE;
    this.keys[slot] = one;
    this.values[slot] = lane;
    return lane;
  }
}

/** Rising as unsigned numbers of the target. */
export function byAddress(a: number, b: number): number {
  return a < 0 === b < 0 ? a - b : a < 0 ? 1 : -1;
}
