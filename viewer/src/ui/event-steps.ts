// SPDX-License-Identifier: Apache-2.0
// Finds the next or previous event of a kind.
import type { Analysis, Trace } from "../model";

/** The property in which the next event must match the current one. */
export type StepKind = "event" | "kind" | "thread" | "object" | "switch" | "found";

export const STEP_KINDS: readonly StepKind[] = [
  "event",
  "kind",
  "thread",
  "object",
  "switch",
  "found",
];

export const STEP_NAMES: Readonly<Record<StepKind, string>> = {
  event: "event",
  kind: "event of the same kind",
  thread: "event of the same thread",
  object: "event of the same object",
  switch: "switch",
  found: "search result",
};

/**
 * The event that a step leads to; -1 if there is none. A step from -1 leads to the first or last
 * one.
 */
export function step(
  trace: Trace,
  analysis: Analysis,
  found: Uint8Array | null,
  from: number,
  direction: 1 | -1,
  kind: StepKind,
): number {
  const isWanted = wish(trace, analysis, found, from, kind);
  const start = from < 0 && direction < 0 ? trace.count : from;
  for (let event = start + direction; event >= 0 && event < trace.count; event += direction) {
    if (isWanted(event)) {
      return event;
    }
  }
  return -1;
}

function wish(
  trace: Trace,
  analysis: Analysis,
  found: Uint8Array | null,
  from: number,
  kind: StepKind,
): (event: number) => boolean {
  if (kind === "switch") {
    const places = new Set(analysis.switches.at.subarray(0, analysis.switches.count));
    return (event) => places.has(event);
  }
  if (kind === "found") {
    return (event) => found?.[event] === 1;
  }
  const column = { kind: trace.event, thread: trace.lane, object: trace.object, event: null }[kind];
  if (column === null || from < 0) {
    return () => true;
  }
  return (event) => column[event] === column[from];
}
