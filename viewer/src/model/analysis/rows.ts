// SPDX-License-Identifier: Apache-2.0
// Columns of the rows that the machine appends, and the numbers in them.
import type { Rows } from "../columns";
import type { Reason } from "../types";
import { REASONS } from "../types";

/** A lane, event or object that is none, or not known. */
export const NONE = -1;
/** For a lane: an interrupt did it. */
export const INTERRUPT = -2;
/** For what runs on a core: it had no event yet. */
export const UNSET = -3;
export const OPEN_OUTCOME = 255;

/** An interval of a lane. */
export const enum Span {
  Lane = 0,
  Kind = 1,
  First = 2,
  Last = 3,
}
export const enum SwitchColumn {
  At = 0,
  Leaves = 1,
  Comes = 2,
  Reason = 3,
  Cause = 4,
  Since = 5,
  Priority = 6,
  Level = 7,
}
/** The first four are those of Span. */
export const enum WaitColumn {
  Lane = 0,
  What = 1,
  Begin = 2,
  End = 3,
  Object = 4,
  Owner = 5,
  Outcome = 6,
  Waker = 7,
  Call = 8,
}
/** The first four are those of Span. */
export const enum HeldColumn {
  By = 4,
  Level = 5,
}
export const enum WakeColumn {
  At = 0,
  From = 1,
  To = 2,
  Runs = 3,
}
export const enum StepColumn {
  Lane = 0,
  At = 1,
  Value = 2,
}

const reasonNumber = (reason: Reason): number => REASONS.indexOf(reason);
export const BLOCKED = reasonNumber("blocked");
export const PREEMPTED_BY_CALL = reasonNumber("preempted_by_call");
export const PREEMPTED_BY_INTERRUPT = reasonNumber("preempted_by_interrupt");
export const YIELDED = reasonNumber("yielded");
export const SLICE_ENDED = reasonNumber("slice_ended");
export const TERMINATED = reasonNumber("terminated");
export const IDLE_ENDED = reasonNumber("idle_ended");

export function addSpan(rows: Rows, lane: number, kind: number, first: number, last: number): void {
  const row = rows.add();
  rows.set(row, Span.Lane, lane);
  rows.set(row, Span.Kind, kind);
  rows.set(row, Span.First, first);
  rows.set(row, Span.Last, last);
}
