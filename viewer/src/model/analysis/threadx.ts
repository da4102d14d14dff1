// SPDX-License-Identifier: Apache-2.0
// The moves of threads as ThreadX's events tell them; who runs has been worked out by the reader.
import { LaneFinder } from "../threadx/lanes";
import { Id, PRIORITY_BITS, PRIORITY_CHANGE, Word } from "../threadx/layout";
import { addressIn } from "../threadx/running";
import type { Trace } from "../types";
import { HELD } from "../types";
import { Machine } from "./machine";
import {
  BLOCKED,
  IDLE_ENDED,
  INTERRUPT,
  NONE,
  PREEMPTED_BY_CALL,
  PREEMPTED_BY_INTERRUPT,
  SLICE_ENDED,
  TERMINATED,
  UNSET,
  YIELDED,
} from "./rows";

const COMPLETED = 1;
const TERMINATED_STATE = 2;
const MUTEX = 13;
const KINDS = 16;
/** Beyond, all are the same unknown number. */
const WHAT_MAX = 255;
const INHERITANCE = HELD.indexOf("inheritance");

/** What a call may wait for, by event. */
const CALLS = new Uint8Array(1 << 16);
[
  [Id.QueueSend, 5],
  [Id.QueueFrontSend, 5],
  [Id.QueueReceive, 5],
  [Id.SemaphoreGet, 6],
  [Id.FlagsGet, 7],
  [Id.BlockAllocate, 8],
  [Id.ByteAllocate, 9],
  [Id.MutexGet, MUTEX],
].forEach(([event, what]) => (CALLS[event!] = what!));

interface Walk {
  readonly trace: Trace;
  readonly machine: Machine;
  readonly finder: LaneFinder;
  readonly calls: Int32Array;
  readonly yields: Int32Array;
  /** By lane: its level as its newest event tells it. */
  readonly threshold: Int32Array;
  /** By core: newest event of a thread, and what happened in interrupts since. */
  readonly own: Int32Array;
  readonly hasResumed: Uint8Array;
  readonly hasSliced: Uint8Array;
  readonly slices: Int32Array;
}

export function walkThreadx(trace: Trace): Machine {
  const machine = new Machine(trace);
  const lanes = trace.lanes.length;
  const none = (size: number): Int32Array => new Int32Array(size).fill(NONE);
  const walk: Walk = {
    trace,
    machine,
    finder: new LaneFinder(trace.lanes.slice(1).map((lane) => lane.id)),
    calls: none(lanes * KINDS),
    yields: none(lanes),
    threshold: firstLevels(trace),
    own: none(trace.cores),
    hasResumed: new Uint8Array(trace.cores),
    hasSliced: new Uint8Array(trace.cores),
    slices: none(trace.cores),
  };
  const { count, core, lane, depth, running } = trace;
  for (let i = 0; i < count; i++) {
    const on = core[i]!;
    showBase(walk, i);
    changeBase(walk, i, trace.event[i]!);
    const isLeaving = lane[i]! >= 0 && running[i]! >= 0 && running[i] !== lane[i];
    if (machine.current[on] === UNSET && isLeaving) {
      machine.runsAlready(i, on, lane[i]!, lane[i]! > 0 ? walk.threshold[lane[i]!]! : NONE);
    }
    if (depth[i] === 0 && lane[i]! >= 0) {
      inThread(walk, i, lane[i]!, on);
    } else if (depth[i]! > 0) {
      inInterrupt(walk, i, on);
    }
    move(walk, i);
    if (running[i] !== machine.current[on]) {
      switchTo(walk, i, on, running[i]!);
    }
    machine.settle(i, on);
  }
  machine.finish();
  return machine;
}

function levelIn(trace: Trace, i: number): number {
  const word = trace.words[Word.Priority]![i]!;
  return trace.isModern ? (word >>> 16) & PRIORITY_BITS : word & PRIORITY_BITS;
}

/** By lane: the level at its first event. */
function firstLevels(trace: Trace): Int32Array {
  const first = new Int32Array(trace.lanes.length).fill(NONE);
  for (let i = 0; i < trace.count; i++) {
    const lane = trace.lane[i]!;
    if (lane > 0 && trace.depth[i] === 0 && first[lane] === NONE) {
      first[lane] = levelIn(trace, i);
    }
  }
  return first.map((level) => Math.max(level, 0));
}

/** What an event tells of the thread that did it. */
function inThread(walk: Walk, i: number, lane: number, on: number): void {
  const { trace, machine } = walk;
  const event = trace.event[i]!;
  if (lane > 0) {
    const before = machine.priority[lane]!;
    const priority = trace.words[Word.Priority]![i]! & PRIORITY_BITS;
    machine.setPriority(i, lane, priority);
    if (priority !== before || machine.ownEvent[lane] === NONE) {
      machine.held.how[lane] = priority < machine.base[lane]! ? INHERITANCE : 0;
      machine.held.runnerChanged();
    }
    walk.threshold[lane] = levelIn(trace, i);
    if (machine.isDispatched[lane] === 1) {
      machine.setLevel(i, lane, walk.threshold[lane]!);
    }
    machine.ownEvent[lane] = i;
    if (CALLS[event] !== 0) {
      walk.calls[lane * KINDS + CALLS[event]!] = i;
    }
    if (event === Id.Relinquish) {
      walk.yields[lane] = i;
    }
  }
  walk.own[on] = i;
  walk.hasResumed[on] = 0;
  walk.hasSliced[on] = 0;
}

function inInterrupt(walk: Walk, i: number, on: number): void {
  const event = walk.trace.event[i];
  if (event === Id.Resume) {
    walk.hasResumed[on] = 1;
  } else if (event === Id.TimeSlice) {
    walk.hasSliced[on] = 1;
  }
}

/** Inheritance makes a thread more urgent: one that is less urgent than its base has a new base. */
function showBase({ trace, machine }: Walk, i: number): void {
  const lane = trace.depth[i] === 0 ? trace.lane[i]! : NONE;
  if (lane <= 0) {
    return;
  }
  const priority = trace.words[Word.Priority]![i]! & PRIORITY_BITS;
  const isChange = machine.ownEvent[lane] === NONE || machine.priority[lane] !== priority;
  if (isChange && priority > machine.base[lane]!) {
    machine.setBase(lane, priority);
  }
}

/** A call sets the priority of a thread. */
function changeBase({ trace, machine, finder }: Walk, i: number, event: number): void {
  if (event === Id.ThreadCreate || event === Id.PriorityChange || event === Id.PreemptionChange) {
    const about = finder.find(addressIn(trace, Word.Info1, i));
    if (about > 0) {
      if (event !== Id.PreemptionChange) {
        machine.setBase(about, trace.words[Word.Info2]![i]! & PRIORITY_BITS);
      }
      if (event !== Id.ThreadCreate) {
        machine.urgencyEvent[about] = i;
      }
    }
  }
}

function move(walk: Walk, i: number): void {
  const { trace, machine, finder } = walk;
  const event = trace.event[i];
  if (event === Id.TimeSlice) {
    walk.slices[trace.core[i]!] = i;
  }
  if (event !== Id.Resume && event !== Id.Suspend) {
    return;
  }
  const state = addressIn(trace, Word.Info2, i);
  const lane = state === PRIORITY_CHANGE ? NONE : finder.find(addressIn(trace, Word.Info1, i));
  if (lane <= 0) {
    return;
  }
  if (event === Id.Resume) {
    machine.becomeReady(i, lane, 0, trace.depth[i]! > 0 ? INTERRUPT : trace.lane[i]!);
  } else {
    suspend(walk, i, lane, state);
  }
}

function suspend(walk: Walk, i: number, lane: number, state: number): void {
  const { trace, machine, finder } = walk;
  if (state === COMPLETED || state === TERMINATED_STATE) {
    machine.stop(i, lane, 0, 0);
    return;
  }
  const call = state >= 0 && state < KINDS ? walk.calls[lane * KINDS + state]! : NONE;
  let owner = NONE;
  if (state === MUTEX && call !== NONE && trace.words[Word.Info4]![call]! > 0) {
    owner = finder.find(addressIn(trace, Word.Info3, call));
  }
  machine.stop(i, lane, Math.min(state, WHAT_MAX), 0);
  machine.waitFor(
    lane,
    call === NONE ? NONE : trace.object[call]!,
    owner === lane ? NONE : owner,
    call,
  );
}

function switchTo(walk: Walk, i: number, on: number, comes: number): void {
  const { trace, machine } = walk;
  const current = machine.current[on]!;
  const leaves = current === UNSET ? trace.lane[i]! : current;
  let reason = PREEMPTED_BY_CALL;
  if (leaves >= 0 && leaves !== comes && comes >= 0) {
    reason = reasonOf(walk, on, leaves);
    const own =
      reason === YIELDED ? walk.yields[leaves]! : reason === SLICE_ENDED ? walk.slices[on]! : NONE;
    machine.noteSwitch(i, on, leaves, comes, reason, own);
  }
  machine.change(i, on, comes, comes > 0 ? walk.threshold[comes]! : NONE, reason);
}

/** Why a lane leaves, by what lies before the next lane's first event. */
function reasonOf(walk: Walk, on: number, leaves: number): number {
  const { trace, own } = walk;
  if (leaves === 0) {
    return IDLE_ENDED;
  }
  const at = own[on]!;
  const wasOwn = at !== NONE && trace.lane[at] === leaves;
  const event = wasOwn ? trace.event[at] : 0;
  if (event === Id.Suspend && isOwnSuspension(walk, at, leaves)) {
    const state = addressIn(trace, Word.Info2, at);
    return state === COMPLETED || state === TERMINATED_STATE ? TERMINATED : BLOCKED;
  }
  if (event === Id.Relinquish) {
    return YIELDED;
  }
  if (walk.hasResumed[on] === 1) {
    return PREEMPTED_BY_INTERRUPT;
  }
  return walk.hasSliced[on] === 1 || event === Id.TimeSlice ? SLICE_ENDED : PREEMPTED_BY_CALL;
}

function isOwnSuspension({ trace, finder }: Walk, at: number, lane: number): boolean {
  const isMove = addressIn(trace, Word.Info2, at) !== PRIORITY_CHANGE;
  return isMove && finder.find(addressIn(trace, Word.Info1, at)) === lane;
}
