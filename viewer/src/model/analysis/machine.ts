// SPDX-License-Identifier: Apache-2.0
// States of threads, from the moves that every origin tells in its own way (spec/trace-analysis.md).
// The machine keeps what holds now and appends a row wherever an interval ends.
import { Rows } from "../columns";
import type { Reason, Trace } from "../types";
import { ReadyKind, REASONS } from "../types";
import { HeldOff } from "./held";

export const NONE = -1;
export const INTERRUPT = -2;
export const OPEN_OUTCOME = 255;

/** Columns of an interval of a lane. */
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

/** What a ready interval is that begins with a switch away, by the reason of the switch. */
const READY_KIND: readonly ReadyKind[] = [
  ReadyKind.Woken,
  ReadyKind.Preempted,
  ReadyKind.Preempted,
  ReadyKind.Yielded,
  ReadyKind.SliceEnded,
  ReadyKind.Woken,
  ReadyKind.Preempted,
];

/** What a thread that stops being ready waits for. */
export interface Stop {
  /** 0: it has ended. */
  what: number;
  /** Place of the object; -1 none. */
  object: number;
  /** Lane that has the mutex; -1 none. */
  owner: number;
  /** Of the wait that ends here, if one does. */
  outcome: number;
}

export class Machine {
  readonly slices = new Rows(4);
  readonly ready = new Rows(4);
  readonly switches = new Rows(6);
  readonly waits = new Rows(8);
  readonly wakeUps = new Rows(4);
  readonly priorities = new Rows(3);
  readonly levels = new Rows(3);
  readonly held: HeldOff;

  /** By core: the lane that is dispatched, and the event since. */
  readonly current: Int16Array;
  readonly dispatchedAt: Int32Array;
  /** By lane. */
  readonly isDispatched: Uint8Array;
  readonly isReady: Uint8Array;
  readonly readySince: Int32Array;
  readonly readyKind: Uint8Array;
  readonly openWait: Int32Array;
  readonly priority: Int32Array;
  readonly level: Int32Array;
  private readonly pendingWake: Int32Array;
  /** Newest events of or about a lane; -1 none. */
  readonly stopMove: Int32Array;
  readonly yieldEvent: Int32Array;
  readonly sliceEvent: Int32Array;
  readonly urgencyEvent: Int32Array;
  readonly ownEvent: Int32Array;

  constructor(trace: Trace) {
    const lanes = trace.lanes.length;
    const newest = (): Int32Array => new Int32Array(lanes).fill(NONE);
    this.current = new Int16Array(trace.cores).fill(NONE);
    this.dispatchedAt = new Int32Array(trace.cores).fill(NONE);
    this.isDispatched = new Uint8Array(lanes);
    this.isReady = new Uint8Array(lanes);
    this.readySince = newest();
    this.readyKind = new Uint8Array(lanes);
    this.openWait = newest();
    this.pendingWake = newest();
    this.priority = Int32Array.from(trace.lanes, (lane) => lane.priority ?? NONE);
    this.level = this.priority.slice();
    this.stopMove = newest();
    this.yieldEvent = newest();
    this.sliceEvent = newest();
    this.urgencyEvent = newest();
    this.ownEvent = newest();
    this.held = new HeldOff(this, lanes, trace.count);
    for (let lane = 1; lane < lanes && trace.count > 0; lane++) {
      if (this.priority[lane]! >= 0) {
        step(this.priorities, lane, 0, this.priority[lane]!);
        step(this.levels, lane, 0, this.level[lane]!);
      }
    }
  }

  /** A thread becomes ready; waker: a lane, INTERRUPT or NONE. */
  becomeReady(i: number, lane: number, outcome: number, waker: number): void {
    this.endWait(i, lane, outcome, waker);
    this.isReady[lane] = 1;
    const row = this.wakeUps.add();
    this.wakeUps.set(row, WakeColumn.At, i);
    this.wakeUps.set(row, WakeColumn.From, waker);
    this.wakeUps.set(row, WakeColumn.To, lane);
    this.wakeUps.set(row, WakeColumn.Runs, NONE);
    this.pendingWake[lane] = row;
    if (this.isDispatched[lane] === 0) {
      this.beginReady(i, lane, ReadyKind.Woken);
    }
  }

  /** A thread stops being ready. */
  stop(i: number, lane: number, stop: Stop): void {
    this.endWait(i, lane, stop.outcome, NONE);
    this.endReady(i, lane);
    this.isReady[lane] = 0;
    this.stopMove[lane] = i;
    this.pendingWake[lane] = NONE;
    if (this.isDispatched[lane] === 0) {
      this.setLevel(i, lane, this.priority[lane]!);
    }
    if (stop.what !== 0) {
      this.openWait[lane] = this.beginWait(i, lane, stop);
    }
  }

  private beginWait(i: number, lane: number, stop: Stop): number {
    const row = this.waits.add();
    this.waits.set(row, WaitColumn.Lane, lane);
    this.waits.set(row, WaitColumn.What, stop.what);
    this.waits.set(row, WaitColumn.Object, stop.object);
    this.waits.set(row, WaitColumn.Owner, stop.owner);
    this.waits.set(row, WaitColumn.Begin, i);
    this.waits.set(row, WaitColumn.End, NONE);
    this.waits.set(row, WaitColumn.Outcome, OPEN_OUTCOME);
    this.waits.set(row, WaitColumn.Waker, NONE);
    return row;
  }

  /** The processor goes to another lane; level: of the one that comes. */
  switchTo(i: number, core: number, comes: number, level: number, reason: number): void {
    const leaves = this.current[core]!;
    const row = this.switches.add();
    this.switches.set(row, SwitchColumn.At, i);
    this.switches.set(row, SwitchColumn.Leaves, leaves);
    this.switches.set(row, SwitchColumn.Comes, comes);
    this.switches.set(row, SwitchColumn.Reason, reason);
    this.switches.set(row, SwitchColumn.Cause, this.causeOf(core, leaves, comes, reason));
    this.switches.set(row, SwitchColumn.Since, comes > 0 ? this.readySince[comes]! : NONE);
    this.leave(i, core, READY_KIND[reason] ?? ReadyKind.Preempted);
    this.dispatch(i, core, comes, level);
  }

  /** A lane runs from an event on. */
  dispatch(i: number, core: number, lane: number, level: number): void {
    this.current[core] = lane;
    this.dispatchedAt[core] = i;
    if (lane >= 0) {
      this.endReady(i, lane);
      this.isDispatched[lane] = 1;
      this.isReady[lane] = 1;
      const wake = this.pendingWake[lane]!;
      if (wake >= 0) {
        this.wakeUps.set(wake, WakeColumn.Runs, i);
        this.pendingWake[lane] = NONE;
      }
      if (lane > 0 && level >= 0) {
        this.setLevel(i, lane, level);
      }
    }
    this.held.runnerChanged(i);
  }

  /** The lane of a core leaves it. */
  private leave(i: number, core: number, kind: ReadyKind): void {
    const lane = this.current[core]!;
    if (lane < 0) {
      return;
    }
    addSpan(this.slices, lane, core, this.dispatchedAt[core]!, i);
    this.isDispatched[lane] = 0;
    this.current[core] = NONE;
    if (lane === 0) {
      return;
    }
    if (this.isReady[lane] === 1) {
      this.beginReady(i, lane, kind);
    }
    if (this.isReady[lane] === 0 || kind !== ReadyKind.Preempted) {
      this.setLevel(i, lane, this.priority[lane]!);
    }
  }

  setPriority(i: number, lane: number, priority: number): void {
    if (this.priority[lane] === priority) {
      return;
    }
    this.priority[lane] = priority;
    step(this.priorities, lane, i, priority);
    const isPreempted = this.readySince[lane]! >= 0 && this.readyKind[lane] === ReadyKind.Preempted;
    if (this.isDispatched[lane] === 0 && !isPreempted) {
      this.setLevel(i, lane, priority);
    }
    this.held.priorityChanged(i, lane);
  }

  setLevel(i: number, lane: number, level: number): void {
    if (this.level[lane] === level) {
      return;
    }
    this.level[lane] = level;
    step(this.levels, lane, i, level);
    if (this.isDispatched[lane] === 1) {
      this.held.runnerChanged(i);
    }
  }

  /** What is open at the newest event is open for ever, as far as anyone knows. */
  finish(): void {
    for (let core = 0; core < this.current.length; core++) {
      const lane = this.current[core]!;
      if (lane >= 0) {
        addSpan(this.slices, lane, core, this.dispatchedAt[core]!, NONE);
      }
    }
    for (let lane = 1; lane < this.readySince.length; lane++) {
      if (this.readySince[lane]! >= 0) {
        addSpan(this.ready, lane, this.readyKind[lane]!, this.readySince[lane]!, NONE);
      }
    }
    this.held.finish();
  }

  private beginReady(i: number, lane: number, kind: ReadyKind): void {
    if (this.readySince[lane]! < 0) {
      this.readySince[lane] = i;
      this.readyKind[lane] = kind;
      this.held.begin(i, lane);
    }
  }

  private endReady(i: number, lane: number): void {
    const since = this.readySince[lane]!;
    if (since >= 0) {
      addSpan(this.ready, lane, this.readyKind[lane]!, since, i);
      this.readySince[lane] = NONE;
      this.held.end(i, lane);
    }
  }

  private endWait(i: number, lane: number, outcome: number, waker: number): void {
    const row = this.openWait[lane]!;
    if (row >= 0) {
      this.waits.set(row, WaitColumn.End, i);
      this.waits.set(row, WaitColumn.Outcome, outcome);
      this.waits.set(row, WaitColumn.Waker, waker);
      this.openWait[lane] = NONE;
    }
  }

  /** The event that brought a switch about; -1: it is not in the trace. */
  private causeOf(core: number, leaves: number, comes: number, reason: number): number {
    if (leaves < 0) {
      return NONE;
    }
    switch (reason) {
      case BLOCKED:
      case TERMINATED:
        return this.stopMove[leaves]!;
      case YIELDED:
        return this.yieldEvent[leaves]!;
      case SLICE_ENDED:
        return this.sliceEvent[leaves]!;
      default:
        return this.causeOfPreemption(this.dispatchedAt[core]!, leaves, comes);
    }
  }

  private causeOfPreemption(dispatched: number, leaves: number, comes: number): number {
    const since = comes > 0 && this.readyKind[comes] === ReadyKind.Woken ? this.readySince[comes]! : NONE;
    const urgency = this.urgencyEvent[leaves]!;
    const newest = Math.max(since, urgency);
    return newest >= 0 && newest >= dispatched ? newest : this.ownEvent[leaves]!;
  }
}

export function addSpan(rows: Rows, lane: number, kind: number, first: number, last: number): void {
  const row = rows.add();
  rows.set(row, Span.Lane, lane);
  rows.set(row, Span.Kind, kind);
  rows.set(row, Span.First, first);
  rows.set(row, Span.Last, last);
}

export function step(rows: Rows, lane: number, at: number, value: number): void {
  const row = rows.add();
  rows.set(row, StepColumn.Lane, lane);
  rows.set(row, StepColumn.At, at);
  rows.set(row, StepColumn.Value, value);
}
