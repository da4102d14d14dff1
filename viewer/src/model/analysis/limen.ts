// SPDX-License-Identifier: Apache-2.0
// The moves of threads as Limen's events tell them.
import { Event, Outcome } from "../limen/format";
import { laneTable } from "../lookup";
import type { Trace } from "../types";
import { HELD } from "../types";
import { Machine } from "./machine";
import { IDLE_ENDED, INTERRUPT, NONE, PREEMPTED_BY_CALL, SLICE_ENDED, YIELDED } from "./rows";

/** Places in HELD of what a LEVEL event can say by its reason; the priority tells the rest. */
const HOW: Readonly<Record<number, number>> = {
  2: HELD.indexOf("priority"),
  5: HELD.indexOf("preemption disabled"),
  7: HELD.indexOf("section"),
};
const LOCKS: readonly number[] = [HELD.indexOf("preemption disabled"), HELD.indexOf("section")];
const THRESHOLD = HELD.indexOf("threshold");
const INHERITANCE = HELD.indexOf("inheritance");
const CEILING = HELD.indexOf("ceiling");
const REASON_CEILING = 4;

/** What a call may wait for, by event. */
const CALLS = new Uint8Array(256);
[
  [Event.QueueSend, 5],
  [Event.QueueSendFront, 5],
  [Event.QueueReceive, 5],
  [Event.SemaphoreWait, 6],
  [Event.FlagsWait, 7],
  [Event.BlockAllocate, 8],
  [Event.ByteAllocate, 9],
  [Event.MutexLock, 13],
].forEach(([event, what]) => (CALLS[event!] = what!));
const KINDS = 16;
const MUTEX = 13;
/** Beyond, all are the same unknown number. */
const WHAT_MAX = 255;

/** Columns and tables in which the walk looks things up. */
interface Walk {
  readonly trace: Trace;
  readonly machine: Machine;
  readonly objects: Uint32Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** By number of a thread: its lane. */
  readonly laneOf: Int16Array;
  /** By lane and what it may wait for: its newest call. */
  readonly calls: Int32Array;
  readonly yields: Int32Array;
  readonly slices: Int32Array;
  /** By lane: reasons of its newest LEVEL and PRIORITY. */
  readonly levelReason: Uint16Array;
  readonly priorityReason: Uint16Array;
  /** Of the switch at this event. */
  reason: number;
  level: number;
}

export function walkLimen(trace: Trace): Machine {
  const machine = new Machine(trace);
  const [objects, a, b] = trace.words;
  const newest = (): Int32Array => new Int32Array(trace.lanes.length).fill(NONE);
  const walk: Walk = {
    trace,
    machine,
    objects: objects!,
    a: a!,
    b: b!,
    laneOf: laneTable(trace),
    calls: new Int32Array(trace.lanes.length * KINDS).fill(NONE),
    yields: newest(),
    slices: newest(),
    levelReason: new Uint16Array(trace.lanes.length),
    priorityReason: new Uint16Array(trace.lanes.length),
    reason: PREEMPTED_BY_CALL,
    level: NONE,
  };
  const { count, event, lane, depth, running } = trace;
  if (count > 0) {
    machine.runsAlready(0, 0, lane[0]!, trace.lanes[lane[0]!]!.threshold ?? NONE);
  }
  for (let i = 0; i < count; i++) {
    move(walk, i, event[i]!);
    if (running[i] !== machine.current[0]) {
      machine.change(i, 0, running[i]!, walk.level, walk.reason);
      walk.reason = PREEMPTED_BY_CALL;
      walk.level = NONE;
    }
    if (depth[i] === 0) {
      machine.ownEvent[lane[i]!] = i;
    }
    machine.settle(i, 0);
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
      walk.yields[walk.trace.lane[i]!] = i;
      break;
    case Event.Slice:
      note(walk.slices, subject(walk, i), i);
      break;
    case Event.Level:
      changeLevel(walk, i);
      break;
    case Event.Priority:
    case Event.ThreadCreate:
    case Event.ThreadPriority:
      changePriority(walk, i, event);
      break;
    case Event.PreemptPoint:
      note(walk.machine.urgencyEvent, walk.trace.lane[i]!, i);
      break;
    default:
      if (CALLS[event] !== 0 && walk.trace.depth[i] === 0) {
        walk.calls[walk.trace.lane[i]! * KINDS + CALLS[event]!] = i;
      }
  }
}

function subject({ objects, laneOf }: Walk, i: number): number {
  return laneOf[objects[i]!]!;
}

function note(newest: Int32Array, lane: number, i: number): void {
  if (lane > 0) {
    newest[lane] = i;
  }
}

function switchTo(walk: Walk, i: number): void {
  const { machine, trace } = walk;
  const why = walk.b[i]!;
  const leaves = trace.lane[i]!;
  const comes = subject(walk, i);
  walk.reason = why >= 1 && why <= IDLE_ENDED + 1 ? why - 1 : PREEMPTED_BY_CALL;
  walk.level = walk.a[i]!;
  const own =
    walk.reason === YIELDED ? walk.yields : walk.reason === SLICE_ENDED ? walk.slices : null;
  raise(walk, comes);
  machine.noteSwitch(i, 0, leaves, comes, walk.reason, own === null ? NONE : own[leaves]!);
}

function becomeReady(walk: Walk, i: number): void {
  const { trace, machine } = walk;
  const lane = subject(walk, i);
  if (lane > 0) {
    const waker = trace.depth[i]! > 0 ? INTERRUPT : trace.lane[i]!;
    machine.becomeReady(i, lane, walk.b[i]! & 0xffff, waker);
  }
}

function suspend(walk: Walk, i: number): void {
  const { trace, machine, laneOf, objects } = walk;
  const lane = laneOf[walk.b[i]! & 0xffff]!;
  if (lane <= 0) {
    return;
  }
  const what = Math.min(walk.a[i]!, WHAT_MAX);
  const newest = what < KINDS ? walk.calls[lane * KINDS + what]! : NONE;
  const call = newest !== NONE && objects[newest] === objects[i] ? newest : NONE;
  const owner = what === MUTEX && call !== NONE ? ownerIn(walk, call) : NONE;
  machine.stop(i, lane, what, walk.b[i]! >>> 16);
  machine.waitFor(lane, trace.object[i]!, owner, call);
}

/** Lane that has the mutex that a call waits for. */
function ownerIn({ b, laneOf }: Walk, call: number): number {
  return (b[call]! & 0xffff) === Outcome.Waits ? laneOf[b[call]! >>> 16]! : NONE;
}

function changeLevel(walk: Walk, i: number): void {
  const { machine } = walk;
  const lane = subject(walk, i);
  if (lane > 0) {
    machine.urgencyEvent[lane] = i;
    walk.levelReason[lane] = walk.b[i]! >>> 16;
    raise(walk, lane);
    if (machine.isDispatched[lane] === 1) {
      machine.setLevel(i, lane, walk.a[i]!);
    }
  }
}

/** What has raised the level of a lane, as it is dispatched or its level changes. */
function raise({ machine, levelReason, priorityReason }: Walk, lane: number): void {
  if (lane <= 0) {
    return;
  }
  const byLevel = HOW[levelReason[lane]!] ?? THRESHOLD;
  const isRaised = machine.priority[lane]! < machine.base[lane]! && !LOCKS.includes(byLevel);
  const byPriority = priorityReason[lane] === REASON_CEILING ? CEILING : INHERITANCE;
  machine.held.how[lane] = isRaised ? byPriority : byLevel;
  machine.held.runnerChanged();
}

function changePriority(walk: Walk, i: number, event: number): void {
  const { machine } = walk;
  const lane = subject(walk, i);
  if (lane <= 0) {
    return;
  }
  if (event !== Event.ThreadPriority) {
    machine.setPriority(i, lane, walk.a[i]!);
  }
  if (event === Event.Priority) {
    walk.priorityReason[lane] = walk.b[i]! >>> 16;
    machine.urgencyEvent[lane] = i;
  } else {
    machine.setBase(lane, walk.a[i]!);
  }
}
