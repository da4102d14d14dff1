// SPDX-License-Identifier: Apache-2.0
// The time that a track covers within a range, in O(log n).
import type { Track } from "../model";
import type { Range } from "../render/types";
import { lowerBound } from "./ranges";

/** The time that the intervals cover before an instant. */
function coveredBefore(track: Track, at: number): number {
  const next = lowerBound(track.begin, at, track.count);
  if (next === 0) {
    return 0;
  }
  const over = Math.max((track.end[next - 1] ?? 0) - at, 0);
  return (track.sum[next - 1] ?? 0) - over;
}

/** The time that the intervals cover within a range. */
export function coveredTime(track: Track, range: Range): number {
  return coveredBefore(track, range.end) - coveredBefore(track, range.begin);
}
