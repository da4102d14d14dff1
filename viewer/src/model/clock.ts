// SPDX-License-Identifier: Apache-2.0
// Converts between the ticks of the columns, which count from the oldest event so that every tick
// is exact, and the times that the page and the command show. The shown times count from the start
// of the clock, in a ThreadX trace from the oldest event.
import type { Trace } from "./types";

type TimeBase = Pick<Trace, "zero">;

/** The tick of a column as the time that the page shows, in ticks. */
export function instant({ zero }: TimeBase, tick: number): number {
  return Number(zero) + tick;
}

/** The inverse of `instant`. */
export function sinceOldest({ zero }: TimeBase, shown: number): number {
  return shown - Number(zero);
}
