// SPDX-License-Identifier: Apache-2.0
// Priority inversions: a thread waits for a mutex of a less urgent one, by base priorities, as the
// kernel counts them. Unbounded is one in which a third thread gets in between.
import { Rows } from "../columns";
import { Event, Outcome } from "../limen/format";
import { laneTable } from "../lookup";
import { Id, PRIORITY_BITS, Word } from "../threadx/layout";
import { LaneFinder } from "../threadx/lanes";
import { addressIn } from "../threadx/running";
import type { Inversions, Trace } from "../types";
import { NONE } from "./rows";

const enum Column {
  Begin = 0,
  End = 1,
  Waiter = 2,
  Owner = 3,
  Object = 4,
  UnboundedAt = 5,
}

const WAITS_FOR_RESUME = 3;
/** Mutexes of ThreadX that are looked at at a time: no program contends for more. */
const OPEN_MAX = 1024;

/** O(n) for n events, and for each switch the inversions that are open. */
export function findInversions(trace: Trace): Inversions {
  const rows =
    trace.origin === "limen"
      ? new LimenInversions(trace).run()
      : new ThreadxInversions(trace).run();
  return {
    count: rows.count,
    begin: rows.int32(Column.Begin),
    end: rows.int32(Column.End),
    waiter: rows.int16(Column.Waiter),
    owner: rows.int16(Column.Owner),
    object: rows.int32(Column.Object),
    unboundedAt: rows.int32(Column.UnboundedAt),
  };
}

function open(rows: Rows, i: number, waiter: number, owner: number, object: number): number {
  const row = rows.add();
  rows.set(row, Column.Begin, i);
  rows.set(row, Column.End, NONE);
  rows.set(row, Column.Waiter, waiter);
  rows.set(row, Column.Owner, owner);
  rows.set(row, Column.Object, object);
  rows.set(row, Column.UnboundedAt, NONE);
  return row;
}

class LimenInversions {
  private readonly rows = new Rows(6);
  private readonly base: Int32Array;
  private readonly priority: Int32Array;
  private readonly laneOf: Int16Array;
  /** Rows that are open, at most one a waiter. */
  private opened: number[] = [];

  constructor(private readonly trace: Trace) {
    this.base = Int32Array.from(trace.lanes, (lane) => lane.priority ?? 0);
    this.priority = this.base.slice();
    this.laneOf = laneTable(trace);
  }

  run(): Rows {
    const { count, event } = this.trace;
    for (let i = 0; i < count; i++) {
      this.step(i, event[i]!);
    }
    return this.rows;
  }

  private step(i: number, event: number): void {
    switch (event) {
      case Event.Switch:
      case Event.Ready:
      case Event.Suspend:
      case Event.ThreadTerminate:
      case Event.MutexUnlock:
      case Event.MutexDelete:
        if (this.opened.length > 0) {
          this.end(i, event);
        }
        break;
      case Event.MutexLock:
        this.lock(i);
        break;
      case Event.ThreadCreate:
      case Event.ThreadPriority:
      case Event.Priority:
        this.change(i, event);
        break;
    }
  }

  private about(i: number): number {
    return this.laneOf[this.trace.words[0]![i]!]!;
  }

  private change(i: number, event: number): void {
    const lane = this.about(i);
    if (lane > 0) {
      const a = this.trace.words[1]![i]!;
      if (event !== Event.Priority) {
        this.base[lane] = a;
      }
      if (event !== Event.ThreadPriority) {
        this.priority[lane] = a;
      }
    }
  }

  private lock(i: number): void {
    const b = this.trace.words[2]![i]!;
    const waiter = this.trace.lane[i]!;
    const owner = this.laneOf[b >>> 16]!;
    if ((b & 0xffff) === Outcome.Waits && owner > 0 && this.base[waiter]! < this.base[owner]!) {
      this.opened = this.opened.filter((row) => this.rows.get(row, Column.Waiter) !== waiter);
      this.opened.push(open(this.rows, i, waiter, owner, this.trace.object[i]!));
    }
  }

  private end(i: number, event: number): void {
    const { rows, trace } = this;
    if (event === Event.Switch) {
      this.opened.forEach((row) => this.switched(row, i));
      return;
    }
    const about = this.about(i);
    const a = trace.words[1]![i]!;
    const low = trace.words[2]![i]! & 0xffff;
    const isOver = (row: number): boolean => {
      const waiter = rows.get(row, Column.Waiter);
      switch (event) {
        case Event.Ready:
          return about === waiter;
        case Event.Suspend:
          return a === WAITS_FOR_RESUME && this.laneOf[low] === waiter;
        case Event.ThreadTerminate:
          return about === waiter || about === rows.get(row, Column.Owner);
        case Event.MutexUnlock:
          return (
            a === 0 && low === Outcome.Done && trace.object[i] === rows.get(row, Column.Object)
          );
        default:
          return trace.object[i] === rows.get(row, Column.Object);
      }
    };
    if (this.opened.some(isOver)) {
      this.opened.filter(isOver).forEach((row) => rows.set(row, Column.End, i));
      this.opened = this.opened.filter((row) => !isOver(row));
    }
  }

  private switched(row: number, i: number): void {
    const { rows } = this;
    const comes = this.about(i);
    const owner = rows.get(row, Column.Owner);
    if (comes <= 0 || comes === owner || rows.get(row, Column.UnboundedAt) !== NONE) {
      return;
    }
    const priority = this.priority[comes]!;
    if (this.base[rows.get(row, Column.Waiter)]! < priority && priority < this.base[owner]!) {
      rows.set(row, Column.UnboundedAt, i);
    }
  }
}

class ThreadxInversions {
  private readonly rows = new Rows(6);
  /** By lane, at its newest event; NONE. */
  private readonly seen: Int32Array;
  private readonly finder: LaneFinder;
  /** Open rows and the urgency of the waiter, by address of the mutex. */
  private readonly opened = new Map<number, { row: number; urgency: number; isWatched: boolean }>();

  constructor(private readonly trace: Trace) {
    this.seen = new Int32Array(trace.lanes.length).fill(NONE);
    this.finder = new LaneFinder(trace.lanes.slice(1).map((lane) => lane.id));
  }

  run(): Rows {
    const { count, event, depth, lane, words } = this.trace;
    for (let i = 0; i < count; i++) {
      const own = depth[i] === 0 ? lane[i]! : NONE;
      const priority = words[Word.Priority]![i]! & PRIORITY_BITS;
      if (own > 0 && this.opened.size > 0) {
        this.watch(i, own, priority);
      }
      if (event[i] === Id.MutexGet && own > 0) {
        this.get(i, own, priority);
      } else if (event[i] === Id.MutexPut && addressIn(this.trace, Word.Info3, i) === 1) {
        this.put(i);
      }
      if (own > 0) {
        this.seen[own] = priority;
      }
    }
    return this.rows;
  }

  private watch(i: number, lane: number, priority: number): void {
    for (const one of this.opened.values()) {
      if (
        one.isWatched &&
        priority > one.urgency &&
        lane !== this.rows.get(one.row, Column.Owner)
      ) {
        this.rows.set(one.row, Column.UnboundedAt, i);
        one.isWatched = false;
      }
    }
  }

  private get(i: number, waiter: number, priority: number): void {
    const mutex = addressIn(this.trace, Word.Info1, i);
    const owner = this.finder.find(addressIn(this.trace, Word.Info3, i));
    const isWorse = owner > 0 && owner !== waiter && this.seen[owner]! > priority;
    if (isWorse && !this.opened.has(mutex) && this.opened.size < OPEN_MAX) {
      const row = open(this.rows, i, waiter, owner, this.trace.object[i]!);
      this.opened.set(mutex, { row, urgency: priority, isWatched: true });
    }
  }

  private put(i: number): void {
    const mutex = addressIn(this.trace, Word.Info1, i);
    const one = this.opened.get(mutex);
    if (one !== undefined) {
      this.rows.set(one.row, Column.End, i);
      this.opened.delete(mutex);
    }
  }
}
