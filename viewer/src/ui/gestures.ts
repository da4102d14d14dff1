// SPDX-License-Identifier: Apache-2.0
// The arithmetic of two fingers on the picture: what lies under each of them stays there.
import type { Range } from "../render/types";

/** Where two fingers are, as shares of the width of the plot: 0 its left end, 1 its right one. */
export interface Fingers {
  readonly one: number;
  readonly other: number;
}

/** Shares that fingers must be apart to say how far to zoom. */
const APART = 0.02;

/** What is seen when two fingers have gone from a place of `before` to another one. */
export function pinch(before: Range, from: Fingers, to: Fingers): Range {
  const span = before.end - before.begin;
  const ratio = apart(from) / apart(to);
  const held = before.begin + ((from.one + from.other) / 2) * span;
  const begin = held - ((to.one + to.other) / 2) * span * ratio;
  return { begin, end: begin + span * ratio };
}

function apart({ one, other }: Fingers): number {
  return Math.max(Math.abs(one - other), APART);
}
