// SPDX-License-Identifier: Apache-2.0
// Who ran when: ThreadX logs calls, not switches, so that this is worked out. An event in a thread
// tells that it runs; one in an interrupt tells on a newer kernel whom it interrupted, 0 being idle.
// The next thread that a suspend, resume, relinquish or time slice names is believed where nothing
// known follows, and not where the kernel changes a priority, for which it does not switch.
import { address, NO_LANE } from "./lanes";
import { Id, PRIORITY_CHANGE, Word } from "./layout";
import type { Raw } from "./raw";
import { Context } from "./raw";

const IDLE = 0;

export interface Running {
  /** Lane that runs after each event, once its interrupt is over; NO_LANE unknown. */
  readonly after: Int16Array;
  /** Lane whose event it is; of an interrupt the interrupted one. */
  readonly lane: Int16Array;
  /** Interrupt nesting of each event: 0 in a thread. */
  readonly depth: Uint8Array;
}

/** Word of an event as an address. */
export function addressIn(raw: Pick<Raw, "words" | "upperWords">, word: number, i: number): number {
  return address(raw.upperWords[word]?.[i] ?? 0, raw.words[word]![i]!);
}

export function findRunning(raw: Raw): Running {
  const { count, core } = raw;
  const after = new Int16Array(count).fill(NO_LANE);
  const depth = new Uint8Array(count);
  const current = new Int16Array(256).fill(NO_LANE);
  const newest = new Int32Array(256).fill(-1);
  const nesting = new Int32Array(256);
  for (let i = 0; i < count; i++) {
    const on = core[i]!;
    const before = newest[on]!;
    const known = knownAt(raw, i);
    const lane = known !== NO_LANE || before < 0 ? known : predicted(raw, before);
    if (lane !== NO_LANE) {
      current[on] = lane;
    }
    if (before >= 0) {
      after[before] = current[on]!;
    }
    newest[on] = i;
    depth[i] = depthAt(raw, i, nesting);
  }
  for (let on = 0; on < newest.length; on++) {
    const last = newest[on]!;
    if (last >= 0) {
      const lane = predicted(raw, last);
      after[last] = lane !== NO_LANE ? lane : current[on]!;
    }
  }
  return { after, lane: ownLanes(raw, after), depth };
}

/** The lane that runs at an event, as it says itself. */
function knownAt(raw: Raw, i: number): number {
  if (raw.context[i] !== Context.Interrupt) {
    return raw.lane[i]!;
  }
  if (!raw.isModern) {
    return NO_LANE;
  }
  const interrupted = addressIn(raw, Word.Priority, i);
  return interrupted === 0 ? IDLE : raw.finder.find(interrupted);
}

/** Who comes next by an event's own word; NO_LANE: no word. */
function predicted(raw: Raw, i: number): number {
  if (raw.lane[i] === NO_LANE) {
    return NO_LANE;
  }
  switch (raw.event[i]) {
    case Id.TimeSlice:
      return raw.finder.find(addressIn(raw, Word.Info1, i));
    case Id.Relinquish:
      return raw.finder.find(addressIn(raw, Word.Info2, i));
    case Id.Resume:
    case Id.Suspend:
      return predictedByMove(raw, i);
    default:
      return NO_LANE;
  }
}

function predictedByMove(raw: Raw, i: number): number {
  if (addressIn(raw, Word.Info2, i) === PRIORITY_CHANGE) {
    return NO_LANE;
  }
  const next = addressIn(raw, Word.Info4, i);
  const isOwn =
    raw.event[i] === Id.Suspend && raw.finder.find(addressIn(raw, Word.Info1, i)) === raw.lane[i];
  return isOwn && next === 0 ? IDLE : raw.finder.find(next);
}

/** An event in a thread closes all interrupts; an exit without an enter closes none. */
function depthAt(raw: Raw, i: number, nesting: Int32Array): number {
  const on = raw.core[i]!;
  if (raw.lane[i] !== NO_LANE) {
    nesting[on] = 0;
    return 0;
  }
  const event = raw.event[i]!;
  const before = nesting[on]!;
  if (event === Id.IsrEnter) {
    nesting[on] = before + 1;
  } else if (event === Id.IsrExit && before > 0) {
    nesting[on] = before - 1;
  }
  if (raw.context[i] !== Context.Interrupt) {
    return 0;
  }
  return Math.min(Math.max(event === Id.IsrExit ? before : nesting[on]!, 1), 255);
}

function ownLanes(raw: Raw, after: Int16Array): Int16Array {
  const lane = raw.lane.slice();
  for (let i = 0; i < raw.count; i++) {
    if (raw.context[i] === Context.Interrupt) {
      const known = knownAt(raw, i);
      lane[i] = known !== NO_LANE ? known : after[i]!;
    }
  }
  return lane;
}
