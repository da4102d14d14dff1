// SPDX-License-Identifier: Apache-2.0
// The moves of threads as Limen's events tell them.
import { Event, Outcome } from "../limen/format";
import type { Trace } from "../types";
import { HELD } from "../types";
import { INTERRUPT, Machine, NONE } from "./machine";

/** Place in HELD by the reason of a LEVEL event; what enables again leaves the threshold. */
const HOW: readonly number[] = [
  "threshold",
  "threshold",
  "priority",
  "inheritance",
  "ceiling",
  "preemption disabled",
  "threshold",
  "section",
  "threshold",
].map((how) => HELD.indexOf(how));
const MUTEX = 13;

/** Columns and tables in which the walk looks things up. */
interface Walk {
  readonly trace: Trace;
  readonly machine: Machine;
  /** By number of a thread: its lane. */
  readonly laneOf: Int16Array;
  /** By place of an object: the lane that holds the mutex. */
  readonly owner: Int16Array;
}

export function walkLimen(trace: Trace): Machine {
  const machine = new Machine(trace);
  const laneOf = new Int16Array(1 << 16).fill(NONE);
  trace.lanes.forEach((lane, place) => (laneOf[lane.id] = place));
  const owner = new Int16Array(trace.objects.length).fill(NONE);
  const walk: Walk = { trace, machine, laneOf, owner };
  const { count, event, lane, depth } = trace;
  if (count > 0) {
    machine.dispatch(0, 0, lane[0]!, NONE);
  }
  for (let i = 0; i < count; i++) {
    move(walk, i, event[i]!);
    if (depth[i] === 0) {
      machine.ownEvent[lane[i]!] = i;
    }
  }
  machine.finish();
  return machine;
}

function move(walk: Walk, i: number, event: number): void {
  switch (event) {
    case Event.Switch:
      switchTo(walk, i);
      break;
    case Event.Ready:
      becomeReady(walk, i);
      break;
    case Event.Suspend:
      suspend(walk, i);
      break;
    case Event.Yield:
      walk.machine.yieldEvent[walk.trace.lane[i]!] = i;
      break;
    case Event.Slice:
      mark(walk, walk.machine.sliceEvent, i);
      break;
    case Event.Level:
      changeLevel(walk, i);
      break;
    case Event.Priority:
    case Event.ThreadCreate:
      changePriority(walk, i);
      break;
    case Event.MutexLock:
    case Event.MutexUnlock:
    case Event.MutexDelete:
      changeOwner(walk, i, event);
      break;
  }
}

function subject({ trace, laneOf }: Walk, i: number): number {
  return laneOf[trace.words[0]![i]!]!;
}

function mark(walk: Walk, newest: Int32Array, i: number): void {
  const lane = subject(walk, i);
  if (lane > 0) {
    newest[lane] = i;
  }
}

function switchTo(walk: Walk, i: number): void {
  const { trace, machine } = walk;
  const comes = subject(walk, i);
  machine.held.how[comes] = 0;
  machine.switchTo(i, 0, comes, trace.words[1]![i]!, trace.words[2]![i]! - 1);
}

function becomeReady(walk: Walk, i: number): void {
  const { trace, machine } = walk;
  const lane = subject(walk, i);
  if (lane > 0) {
    const waker = trace.depth[i]! > 0 ? INTERRUPT : trace.lane[i]!;
    machine.becomeReady(i, lane, trace.words[2]![i]! & 0xffff, waker);
  }
}

function suspend(walk: Walk, i: number): void {
  const { trace, machine, laneOf } = walk;
  const b = trace.words[2]![i]!;
  const lane = laneOf[b & 0xffff]!;
  if (lane > 0) {
    const what = trace.words[1]![i]!;
    const object = trace.object[i]!;
    const owner = what === MUTEX && object >= 0 ? walk.owner[object]! : NONE;
    machine.stop(i, lane, { what, object, owner, outcome: b >>> 16 });
  }
}

function changeLevel(walk: Walk, i: number): void {
  const { trace, machine } = walk;
  const lane = subject(walk, i);
  if (lane <= 0) {
    return;
  }
  machine.urgencyEvent[lane] = i;
  if (machine.isDispatched[lane] === 1) {
    machine.held.how[lane] = HOW[trace.words[2]![i]! >>> 16] ?? 0;
    machine.setLevel(i, lane, trace.words[1]![i]!);
  }
}

function changePriority(walk: Walk, i: number): void {
  const lane = subject(walk, i);
  if (lane > 0) {
    walk.machine.urgencyEvent[lane] = i;
    walk.machine.setPriority(i, lane, walk.trace.words[1]![i]!);
  }
}

function changeOwner({ trace, laneOf, owner }: Walk, i: number, event: number): void {
  const object = trace.object[i]!;
  if (object < 0) {
    return;
  }
  const outcome = trace.words[2]![i]! & 0xffff;
  const other = laneOf[trace.words[2]![i]! >>> 16]!;
  if (event === Event.MutexLock) {
    if (outcome === Outcome.Done) {
      owner[object] = trace.lane[i]!;
    } else if (outcome === Outcome.Waits && other > 0) {
      owner[object] = other;
    }
  } else if (event === Event.MutexDelete || trace.words[1]![i] === 0) {
    owner[object] = event === Event.MutexUnlock && other > 0 ? other : NONE;
  }
}
