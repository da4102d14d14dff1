// SPDX-License-Identifier: Apache-2.0
// What one event says of threads, whatever the origin.
import { Event } from "./limen/format";
import { laneOfThread } from "./lookup";
import { Id, PRIORITY_CHANGE, Word } from "./threadx/layout";
import { addressIn } from "./threadx/running";
import type { Trace } from "./types";

/** Lane in whose context an event happened; -2 an interrupt; -1 initialisation. */
export function whoDid(trace: Trace, i: number): number {
  return trace.depth[i]! > 0 ? -2 : trace.lane[i]!;
}

/** Does an event make a thread ready? */
export function isReadyMove(trace: Trace, i: number, lane: number): boolean {
  if (trace.origin === "limen") {
    return trace.event[i] === Event.Ready && laneOfThread(trace, trace.words[0]![i]!) === lane;
  }
  const isResume =
    trace.event[i] === Id.Resume && addressIn(trace, Word.Info2, i) !== PRIORITY_CHANGE;
  return isResume && laneOfThread(trace, addressIn(trace, Word.Info1, i)) === lane;
}
