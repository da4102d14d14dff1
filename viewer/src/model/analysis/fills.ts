// SPDX-License-Identifier: Apache-2.0
// How full queues, semaphores, pools and mutexes are, as far as events tell it.
import type { Buckets } from "../columns";
import { Event, Outcome } from "../limen/format";
import { Id, PRIORITY_CHANGE, Word } from "../threadx/layout";
import { addressIn } from "../threadx/running";
import type { Steps, Trace } from "../types";
import { toSteps } from "./tracks";

const BYTE_UNIT = 8;
/** What an event does not tell. */
const NOTHING = -1;
/** States of a thread that waits for what has a fill. */
const QUEUE = 5;
const SEMAPHORE = 6;
const MUTEX = 13;

/** By place of an object; null: its events tell none. O(n). */
export function findFills(trace: Trace, events: Buckets): (Steps | null)[] {
  const isLimen = trace.origin === "limen";
  const behind = isLimen ? new Int32Array(0) : nextOnCore(trace);
  return trace.objects.map((_, object) => {
    const begin = events.start[object]!;
    const end = events.start[object + 1]!;
    const at = new Int32Array(end - begin);
    const value = new Int32Array(end - begin);
    let count = 0;
    for (let place = begin; place < end; place++) {
      const i = events.rows[place]!;
      const fill = isLimen ? fillLimen(trace, i) : fillThreadx(trace, i, behind[i]!);
      if (fill !== NOTHING) {
        at[count] = i;
        value[count++] = fill;
      }
    }
    return count === 0 ? null : toSteps(trace, at.slice(0, count), value.slice(0, count));
  });
}

function fillLimen(trace: Trace, i: number): number {
  const a = trace.words[1]![i]!;
  const b = trace.words[2]![i]!;
  const event = trace.event[i]!;
  if (beginsWithFill(event)) {
    return a;
  }
  switch (event) {
    case Event.MutexUnlock:
      return a === 0 && b >>> 16 !== 0 && (b & 0xffff) === Outcome.Done ? 1 : a;
    case Event.MutexCreate:
    case Event.QueueCreate:
    case Event.QueueFlush:
      return 0;
    case Event.BytePoolCreate:
      return b;
    case Event.ByteRelease:
      return a * BYTE_UNIT;
    default:
      return NOTHING;
  }
}

/** Events whose first word is the fill after the call. */
function beginsWithFill(event: number): boolean {
  switch (event) {
    case Event.SemaphoreCreate:
    case Event.SemaphorePost:
    case Event.SemaphorePostBelow:
    case Event.SemaphoreWait:
    case Event.MutexLock:
    case Event.QueueSend:
    case Event.QueueSendFront:
    case Event.QueueReceive:
    case Event.BlockPoolCreate:
    case Event.BlockAllocate:
    case Event.BlockRelease:
      return true;
    default:
      return false;
  }
}

/** Next event on the same core; count: none. */
function nextOnCore({ count, core, cores }: Trace): Int32Array {
  const behind = new Int32Array(count);
  const next = new Int32Array(cores).fill(count);
  for (let i = count - 1; i >= 0; i--) {
    behind[i] = next[core[i]!]!;
    next[core[i]!] = i;
  }
  return behind;
}

/**
 * Events of ThreadX tell what was there ahead of the call; whether the call changed it shows in the
 * next event of the core: a suspension of the caller, or somebody who is resumed.
 */
function fillThreadx(trace: Trace, i: number, behind: number): number {
  const info = (word: number): number => trace.words[word]![i]!;
  const served = isServed(trace, behind);
  switch (trace.event[i]) {
    case Id.QueueSend:
    case Id.QueueFrontSend:
      return info(Word.Info4) + (served ? 0 : 1);
    case Id.QueueReceive:
      return Math.max(info(Word.Info4) - (served ? 0 : 1), 0);
    case Id.QueueCreate:
    case Id.QueueFlush:
    case Id.MutexCreate:
      return 0;
    case Id.MutexGet:
    case Id.MutexPut:
      return timesHeld(trace, i, served);
    default:
      return semaphoreFill(trace, i, served);
  }
}

function semaphoreFill(trace: Trace, i: number, served: boolean): number {
  const info = (word: number): number => trace.words[word]![i]!;
  const nobodyWaits = info(Word.Info3) === 0;
  switch (trace.event[i]) {
    case Id.SemaphoreGet:
      return Math.max(info(Word.Info3) - (served ? 0 : 1), 0);
    case Id.SemaphoreCreate:
      return info(Word.Info2);
    case Id.SemaphorePut:
      return info(Word.Info2) + (nobodyWaits ? 1 : 0);
    case Id.SemaphoreCeilingPut:
      return info(Word.Info2) + (nobodyWaits && info(Word.Info2) < info(Word.Info4) ? 1 : 0);
    default:
      return NOTHING;
  }
}

function isServed(trace: Trace, behind: number): boolean {
  const event = trace.event[behind];
  if (event !== Id.Suspend && event !== Id.Resume) {
    return false;
  }
  const state = addressIn(trace, Word.Info2, behind);
  return state !== PRIORITY_CHANGE && (state === QUEUE || state === SEMAPHORE || state === MUTEX);
}

function timesHeld(trace: Trace, i: number, served: boolean): number {
  const isGet = trace.event[i] === Id.MutexGet;
  const count = trace.words[isGet ? Word.Info4 : Word.Info3]![i]!;
  const owner = addressIn(trace, isGet ? Word.Info3 : Word.Info2, i);
  const isThread = trace.depth[i] === 0 && trace.lane[i]! > 0;
  const isOwn = isThread && owner === trace.lanes[trace.lane[i]!]!.id;
  if (isGet) {
    return count + (isOwn || count === 0 ? 1 : 0);
  }
  const left = Math.max(count - (isOwn ? 1 : 0), 0);
  return left === 0 && served ? 1 : left;
}
