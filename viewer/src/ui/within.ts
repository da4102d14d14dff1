// SPDX-License-Identifier: Apache-2.0
// How much of a track lies in a range, without going through it.
import type { Track } from "../model";
import type { Range } from "../render/types";
import { lowerBound } from "./view";

/** Ticks of the intervals up to an instant. */
function until(track: Track, at: number): number {
  const next = lowerBound(track.begin, at, track.count);
  if (next === 0) {
    return 0;
  }
  const over = Math.max((track.end[next - 1] ?? 0) - at, 0);
  return (track.sum[next - 1] ?? 0) - over;
}

/** Ticks of the intervals of a track that lie in a range. */
export function within(track: Track, range: Range): number {
  return until(track, range.end) - until(track, range.begin);
}
