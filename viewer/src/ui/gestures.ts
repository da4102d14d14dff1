// SPDX-License-Identifier: Apache-2.0
// Computes the range after a two-finger gesture. The positions under both fingers stay under them.
import type { Range } from "../render/types";

/**
 * The positions of two fingers as fractions of the plot width: 0 is the left end, 1 the right one.
 */
export interface Fingers {
  readonly one: number;
  readonly other: number;
}

/** The least distance of the fingers, as a fraction, for which a zoom factor is computed. */
const APART = 0.02;

/**
 * The visible range after the fingers moved from one position to another, starting from `before`.
 */
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
