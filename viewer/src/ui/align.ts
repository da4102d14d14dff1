// SPDX-License-Identifier: Apache-2.0
// Aligns two traces on one time base: computes the offset of the second one.
import { Event, FIRST_EVENT_OF_USERS } from "../model";
import type { Trace } from "../model";

/** How the second trace is aligned with the first one. */
export type Alignment =
  | { readonly by: "start" }
  /**
   * At the n-th user event (from 1) with the number `mark`. Labs mark their cycles with such
   * events.
   */
  | {
      readonly by: "cycle";
      readonly mark: number;
      readonly n: number;
      /** Whether the statistics cover this cycle only. */
      readonly isCounted: boolean;
    };

/** The events first <= event < last. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/** The user events with a number, which mark cycles. */
export function marks(trace: Trace, mark: number): number[] {
  const found: number[] = [];
  for (let event = 0; event < trace.count; event++) {
    if (userNumber(trace, event) === mark) {
      found.push(event);
    }
  }
  return found;
}

/** The number of a user event; -1 for other events. */
function userNumber(trace: Trace, event: number): number {
  const kind = trace.event[event] ?? 0;
  if (trace.origin === "limen") {
    return kind === Event.User ? (trace.words[1]?.at(event) ?? -1) : -1;
  }
  return kind >= FIRST_EVENT_OF_USERS ? kind - FIRST_EVENT_OF_USERS : -1;
}

/** The offset from the second trace's axis to the first one's; 0 if a mark is missing. */
export function offset(first: Trace, second: Trace, alignment: Alignment, isTime: boolean): number {
  if (alignment.by === "start") {
    return 0;
  }
  const [one, other] = [first, second].map(
    (trace) => marks(trace, alignment.mark)[alignment.n - 1],
  );
  if (one === undefined || other === undefined) {
    return 0;
  }
  return isTime ? (first.time[one] ?? 0) - (second.time[other] ?? 0) : one - other;
}

/** The cycle that the statistics cover, from its mark to the next one or the end; null: none. */
export function cycleOf(trace: Trace, alignment: Alignment): Window | null {
  if (alignment.by === "start" || !alignment.isCounted) {
    return null;
  }
  const all = marks(trace, alignment.mark);
  const first = all[alignment.n - 1];
  return first === undefined ? null : { first, last: all[alignment.n] ?? trace.count };
}
