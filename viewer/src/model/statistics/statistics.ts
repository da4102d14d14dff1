// SPDX-License-Identifier: Apache-2.0
// All statistics of a window, under the names that limen trace stats --json gives them.
import type { Analysis, Trace } from "../types";
import { figures } from "./figures";
import { limenCounts, limenStacks } from "./limen";
import { sectionsOf } from "./sections";
import { threadxCounts, threadxStacks } from "./threadx";
import type { Branch, Window } from "./tree";

/** Statistics of the events first <= i < last, 0 <= first <= last <= trace.count. */
export function statistics(trace: Trace, analysis: Analysis, first: number, last: number): Branch {
  const window = windowOf(trace, first, last);
  const counts =
    trace.origin === "limen"
      ? {
          ...limenCounts(trace, analysis, window),
          sections: sectionsOf(trace, window),
          stacks: limenStacks(trace, window),
        }
      : { ...threadxCounts(trace, analysis, window), stacks: threadxStacks(trace, window) };
  return { ...counts, ...figures(trace, analysis, window) };
}

function windowOf({ time, count }: Trace, first: number, last: number): Window {
  const newest = count - 1;
  const at = (event: number): number => (count === 0 ? 0 : time[Math.min(event, newest)]!);
  return { first, last, begin: at(first), end: at(last) };
}
