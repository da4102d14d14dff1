// SPDX-License-Identifier: Apache-2.0
// The one place where the page counts time as the command does: since the start of the clock, in a
// trace of ThreadX since the oldest event. Columns count from the oldest event, so that each tick is
// exact in them.
import type { Trace } from "./types";

type Counted = Pick<Trace, "zero">;

/** What a moment of a trace is called, in ticks. */
export function instant({ zero }: Counted, tick: number): number {
  return Number(zero) + tick;
}

/** The reverse of `instant`. */
export function sinceOldest({ zero }: Counted, called: number): number {
  return called - Number(zero);
}
