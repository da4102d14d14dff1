// SPDX-License-Identifier: Apache-2.0
// Who holds a mutex, as far as its events tell it.
import type { Buckets } from "../columns";
import { Event, Outcome } from "../limen/format";
import { laneOfThread } from "../lookup";
import { Id, Word } from "../threadx/layout";
import { addressIn } from "../threadx/running";
import type { Steps, Trace } from "../types";
import { NONE } from "./rows";
import { toSteps } from "./tracks";

/** For an event: it does not tell an owner. */
const SILENT = -2;

/** By place of an object; null: it is no mutex. O(n). */
export function findOwners(trace: Trace, events: Buckets): (Steps | null)[] {
  const tell = trace.origin === "limen" ? ownerLimen : ownerThreadx;
  return trace.objects.map(({ kind }, object) => {
    if (kind !== "mutex") {
      return null;
    }
    const at: number[] = [];
    const value: number[] = [];
    for (let place = events.start[object]!; place < events.start[object + 1]!; place++) {
      const i = events.rows[place]!;
      const owner = tell(trace, i);
      if (owner !== SILENT && owner !== value[value.length - 1]) {
        at.push(i);
        value.push(owner);
      }
    }
    return toSteps(trace, Int32Array.from(at), Int32Array.from(value));
  });
}

function ownerLimen(trace: Trace, i: number): number {
  const a = trace.words[1]![i]!;
  const b = trace.words[2]![i]!;
  const other = b >>> 16;
  switch (trace.event[i]) {
    case Event.MutexCreate:
    case Event.MutexDelete:
      return NONE;
    case Event.MutexLock:
      if ((b & 0xffff) === Outcome.Done) {
        return trace.lane[i]!;
      }
      return other === 0 ? SILENT : laneOfThread(trace, other);
    case Event.MutexUnlock:
      if ((b & 0xffff) !== Outcome.Done || a !== 0) {
        return SILENT;
      }
      return other === 0 ? NONE : laneOfThread(trace, other);
    default:
      return SILENT;
  }
}

/** Events of ThreadX tell who held the mutex ahead of the call. */
function ownerThreadx(trace: Trace, i: number): number {
  const caller = trace.depth[i]! > 0 ? SILENT : trace.lane[i]!;
  switch (trace.event[i]) {
    case Id.MutexCreate:
      return NONE;
    case Id.MutexGet:
      return trace.words[Word.Info4]![i] === 0
        ? caller
        : laneOfThread(trace, addressIn(trace, Word.Info3, i));
    case Id.MutexPut: {
      const owner = laneOfThread(trace, addressIn(trace, Word.Info2, i));
      return owner === caller && trace.words[Word.Info3]![i] === 1 ? NONE : owner;
    }
    default:
      return SILENT;
  }
}
