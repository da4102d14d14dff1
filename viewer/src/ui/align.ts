// SPDX-License-Identifier: Apache-2.0
// Two traces on one time base: by how much the second one is moved.
import { Event, FIRST_EVENT_OF_USERS } from "../model";
import type { Trace } from "../model";

/** How two traces stand one above the other. */
export type Alignment =
  | { readonly by: "start" }
  /** At the n-th user event (from 1) with a number: labs mark their cycles so. */
  | {
      readonly by: "cycle";
      readonly mark: number;
      readonly n: number;
      /** Numbers are those of the cycle alone. */
      readonly isCounted: boolean;
    };

/** Events first <= event < last. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/** Events that mark cycles: user events with that number. */
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

/** What to add to a place of the second trace's axis to get one of the first's; 0 if a mark is missing. */
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

/** The cycle that is counted: from its mark up to the next one, or to the end; null: none is. */
export function cycleOf(trace: Trace, alignment: Alignment): Window | null {
  if (alignment.by === "start" || !alignment.isCounted) {
    return null;
  }
  const all = marks(trace, alignment.mark);
  const first = all[alignment.n - 1];
  return first === undefined ? null : { first, last: all[alignment.n] ?? trace.count };
}
