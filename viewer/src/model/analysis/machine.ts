// SPDX-License-Identifier: Apache-2.0
// States of threads, from the moves that every origin tells in its own way (spec/trace-analysis.md).
// The machine keeps what holds now, and appends a row wherever an interval ends.
import { Rows } from "../columns";
import type { Trace } from "../types";
import { ReadyKind } from "../types";
import { HeldOff } from "./held";
import {
  addSpan,
  BLOCKED,
  NONE,
  OPEN_OUTCOME,
  SLICE_ENDED,
  StepColumn,
  SwitchColumn,
  TERMINATED,
  UNSET,
  WaitColumn,
  WakeColumn,
  YIELDED,
} from "./rows";

/** How a ready interval begins with a switch away, by the reason of the switch. */
function readyKind(reason: number): ReadyKind {
  switch (reason) {
    case BLOCKED:
      return ReadyKind.Woken; // it was woken before it had left
    case YIELDED:
      return ReadyKind.Yielded;
    case SLICE_ENDED:
      return ReadyKind.SliceEnded;
    default:
      return ReadyKind.Preempted;
  }
}

export class Machine {
  readonly slices = new Rows(4);
  readonly ready = new Rows(4);
  readonly switches = new Rows(8);
  readonly waits = new Rows(9);
  readonly wakeUps = new Rows(4);
  readonly priorities = new Rows(3);
  readonly levels = new Rows(3);
  readonly held: HeldOff;

  /** By core: the lane that is dispatched, since when, and the newest event and switch. */
  readonly current: Int16Array;
  private readonly dispatchedAt: Int32Array;
  readonly newest: Int32Array;
  private readonly switchedAt: Int32Array;
  /** By lane. */
  readonly isDispatched: Uint8Array;
  private readonly home: Uint8Array;
  private readonly isReady: Uint8Array;
  private readonly readySince: Int32Array;
  /** Of the newest ready interval that is over. */
  private readonly readyBegan: Int32Array;
  private readonly readyEnded: Int32Array;
  private readonly readyKind: Uint8Array;
  private readonly openWait: Int32Array;
  private readonly pendingWake: Int32Array;
  readonly priority: Int32Array;
  readonly base: Int32Array;
  readonly level: Int32Array;
  /** Newest events of or about a lane; NONE. */
  private readonly stopMove: Int32Array;
  readonly urgencyEvent: Int32Array;
  readonly ownEvent: Int32Array;

  constructor(private readonly trace: Trace) {
    const lanes = trace.lanes.length;
    const none = (): Int32Array => new Int32Array(lanes).fill(NONE);
    this.current = new Int16Array(trace.cores).fill(UNSET);
    this.dispatchedAt = new Int32Array(trace.cores);
    this.newest = new Int32Array(trace.cores).fill(NONE);
    this.switchedAt = new Int32Array(trace.cores).fill(NONE);
    this.isDispatched = new Uint8Array(lanes);
    this.home = new Uint8Array(lanes);
    this.isReady = new Uint8Array(lanes);
    this.readySince = none();
    this.readyBegan = none();
    this.readyEnded = none();
    this.readyKind = new Uint8Array(lanes);
    this.openWait = none();
    this.pendingWake = none();
    this.priority = Int32Array.from(trace.lanes, (lane) => lane.priority ?? 0);
    this.base = this.priority.slice();
    this.level = this.priority.slice();
    this.stopMove = none();
    this.urgencyEvent = none();
    this.ownEvent = none();
    this.held = new HeldOff(this, lanes, trace.count);
    trace.lanes.forEach((known, lane) => {
      if (known.priority !== null && trace.count > 0) {
        step(this.priorities, lane, 0, known.priority);
        step(this.levels, lane, 0, known.priority);
      }
    });
  }

  /** A thread becomes ready; waker: a lane, INTERRUPT or NONE. */
  becomeReady(i: number, lane: number, outcome: number, waker: number): void {
    this.endWait(i, lane, outcome, waker);
    this.isReady[lane] = 1;
    if (this.isDispatched[lane] === 0 && this.readySince[lane] === NONE) {
      this.beginReady(i, lane, ReadyKind.Woken);
      this.pendingWake[lane] = this.wakeUps.add();
      this.wakeUps.set(this.pendingWake[lane]!, WakeColumn.At, i);
      this.wakeUps.set(this.pendingWake[lane]!, WakeColumn.From, waker);
      this.wakeUps.set(this.pendingWake[lane]!, WakeColumn.To, lane);
      this.wakeUps.set(this.pendingWake[lane]!, WakeColumn.Runs, NONE);
    }
  }

  /** A thread stops being ready; what it waits for: 0 it has ended. Outcome: of a wait that ends here. */
  stop(i: number, lane: number, what: number, outcome: number): void {
    this.endWait(i, lane, outcome, NONE);
    this.endReady(i, lane);
    this.isReady[lane] = 0;
    this.stopMove[lane] = i;
    this.pendingWake[lane] = NONE;
    if (what !== 0) {
      this.beginWait(i, lane, what);
    }
    if (this.isDispatched[lane] === 0) {
      this.setLevel(i, lane, this.priority[lane]!);
    }
  }

  private beginWait(i: number, lane: number, what: number): void {
    const row = this.waits.add();
    this.openWait[lane] = row;
    this.waits.set(row, WaitColumn.Lane, lane);
    this.waits.set(row, WaitColumn.What, what);
    this.waits.set(row, WaitColumn.Begin, i);
    this.waits.set(row, WaitColumn.End, NONE);
    this.waits.set(row, WaitColumn.Outcome, OPEN_OUTCOME);
    this.waits.set(row, WaitColumn.Waker, NONE);
  }

  /** More of the wait that has just begun: place of the object, lane that has it, event of the call. */
  waitFor(lane: number, object: number, owner: number, call: number): void {
    const row = this.openWait[lane]!;
    if (row !== NONE) {
      this.waits.set(row, WaitColumn.Object, object);
      this.waits.set(row, WaitColumn.Owner, owner);
      this.waits.set(row, WaitColumn.Call, call);
    }
  }

  /** Note a switch, ahead of what it changes; own: the event with which a thread yields or is cut. */
  noteSwitch(
    i: number,
    core: number,
    leaves: number,
    comes: number,
    reason: number,
    own: number,
  ): void {
    const since = this.readyUntil(i, comes);
    const row = this.switches.add();
    this.switches.set(row, SwitchColumn.At, i);
    this.switches.set(row, SwitchColumn.Leaves, leaves);
    this.switches.set(row, SwitchColumn.Comes, comes);
    this.switches.set(row, SwitchColumn.Reason, reason);
    this.switches.set(row, SwitchColumn.Since, since);
    const woken = comes > 0 && this.readyKind[comes] === ReadyKind.Woken ? since : NONE;
    const isOwn = reason === YIELDED || reason === SLICE_ENDED;
    const cause = isOwn ? own : this.causeOf(leaves, comes, reason, woken, this.switchedAt[core]!);
    this.switches.set(row, SwitchColumn.Cause, cause > this.switchedAt[core]! ? cause : NONE);
    this.switches.set(row, SwitchColumn.Priority, comes > 0 ? this.priority[comes]! : NONE);
    this.switches.set(row, SwitchColumn.Level, leaves > 0 ? this.level[leaves]! : NONE);
    this.switchedAt[core] = i;
  }

  /** Begin of the ready interval that a switch to a lane ends. */
  private readyUntil(i: number, lane: number): number {
    if (lane <= 0) {
      return NONE;
    }
    const since = this.readySince[lane]!;
    return since === NONE && this.readyEnded[lane] === i ? this.readyBegan[lane]! : since;
  }

  private causeOf(
    leaves: number,
    comes: number,
    reason: number,
    woken: number,
    before: number,
  ): number {
    if (reason === BLOCKED || reason === TERMINATED) {
      return leaves > 0 ? this.stopMove[leaves]! : NONE;
    }
    const turned = Math.max(woken, this.urgencyOf(leaves), this.urgencyOf(comes));
    return turned > before ? turned : leaves > 0 ? this.ownEvent[leaves]! : NONE;
  }

  private urgencyOf(lane: number): number {
    return lane > 0 ? this.urgencyEvent[lane]! : NONE;
  }

  /** Another lane is dispatched from an event on; level: NONE if it is not known. */
  change(i: number, core: number, comes: number, level: number, reason: number): void {
    const leaves = this.current[core]!;
    if (leaves >= 0) {
      if (this.dispatchedAt[core]! < i) {
        addSpan(this.slices, leaves, core, this.dispatchedAt[core]!, i);
      }
      if (leaves > 0 && this.home[leaves] === core) {
        this.leave(i, leaves, readyKind(reason));
      }
    }
    this.current[core] = comes;
    this.dispatchedAt[core] = i;
    if (comes > 0) {
      this.come(i, core, comes, level);
    }
    this.held.runnerChanged();
  }

  /** A lane runs already when the first event of a core happens. */
  runsAlready(i: number, core: number, lane: number, level: number): void {
    this.current[core] = lane;
    this.dispatchedAt[core] = i;
    if (lane > 0) {
      this.come(i, core, lane, level);
    }
    this.held.runnerChanged();
  }

  private leave(i: number, lane: number, kind: ReadyKind): void {
    this.isDispatched[lane] = 0;
    if (this.isReady[lane] === 1) {
      this.beginReady(i, lane, kind);
    }
    if (this.isReady[lane] === 0 || kind !== ReadyKind.Preempted) {
      this.setLevel(i, lane, this.priority[lane]!);
    }
  }

  /** On a second core, the first one has not noticed yet that the thread is gone. */
  private come(i: number, core: number, lane: number, level: number): void {
    this.home[lane] = core;
    if (this.isDispatched[lane] === 0) {
      this.endReady(i, lane);
      this.endWait(i, lane, 0, NONE);
      this.isDispatched[lane] = 1;
      this.isReady[lane] = 1;
      const wake = this.pendingWake[lane]!;
      if (wake !== NONE) {
        this.wakeUps.set(wake, WakeColumn.Runs, i);
        this.pendingWake[lane] = NONE;
      }
    }
    if (level !== NONE) {
      this.setLevel(i, lane, level);
    }
  }

  setPriority(i: number, lane: number, priority: number): void {
    if (this.priority[lane] === priority) {
      return;
    }
    this.priority[lane] = priority;
    step(this.priorities, lane, i, priority);
    const isPreempted =
      this.readySince[lane] !== NONE && this.readyKind[lane] === ReadyKind.Preempted;
    if (this.isDispatched[lane] === 0 && !isPreempted) {
      this.setLevel(i, lane, priority);
    }
    this.held.laneChanged(lane);
  }

  setBase(lane: number, base: number): void {
    if (this.base[lane] !== base) {
      this.base[lane] = base;
      this.held.runnerChanged();
    }
  }

  setLevel(i: number, lane: number, level: number): void {
    if (this.level[lane] !== level) {
      this.level[lane] = level;
      step(this.levels, lane, i, level);
      this.held.runnerChanged();
    }
  }

  /** All that an event does is done. */
  settle(i: number, core: number): void {
    this.newest[core] = i;
    this.held.settle(i);
  }

  /** What is open at the newest event stays so, as far as anyone knows. */
  finish(): void {
    this.current.forEach((lane, core) => {
      if (lane >= 0) {
        addSpan(this.slices, lane, core, this.dispatchedAt[core]!, NONE);
      }
    });
    for (let lane = 1; lane < this.readySince.length; lane++) {
      if (this.readySince[lane] !== NONE) {
        addSpan(this.ready, lane, this.readyKind[lane]!, this.readySince[lane]!, NONE);
      }
    }
    this.held.finish(this.trace.count - 1);
  }

  private beginReady(i: number, lane: number, kind: ReadyKind): void {
    this.readySince[lane] = i;
    this.readyKind[lane] = kind;
    this.held.begin(lane);
  }

  private endReady(i: number, lane: number): void {
    const since = this.readySince[lane]!;
    if (since !== NONE) {
      addSpan(this.ready, lane, this.readyKind[lane]!, since, i);
      this.readySince[lane] = NONE;
      this.readyBegan[lane] = since;
      this.readyEnded[lane] = i;
      this.held.end(i, lane);
    }
  }

  private endWait(i: number, lane: number, outcome: number, waker: number): void {
    const row = this.openWait[lane]!;
    if (row !== NONE) {
      this.waits.set(row, WaitColumn.End, i);
      this.waits.set(row, WaitColumn.Outcome, outcome);
      this.waits.set(row, WaitColumn.Waker, waker);
      this.openWait[lane] = NONE;
    }
  }
}

function step(rows: Rows, lane: number, at: number, value: number): void {
  const row = rows.add();
  rows.set(row, StepColumn.Lane, lane);
  rows.set(row, StepColumn.At, at);
  rows.set(row, StepColumn.Value, value);
}
