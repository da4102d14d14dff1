// SPDX-License-Identifier: Apache-2.0
// Who is ready and does not run only because the one that runs has raised its level. What holds is
// looked at behind each event, so that nothing begins and ends in the middle of one.
import { Rows } from "../columns";
import { HeldColumn, NONE, Span } from "./rows";

/** What the machine knows and this asks for; all by lane but `current`, which is by core. */
interface Now {
  readonly current: Int16Array;
  readonly priority: Int32Array;
  readonly base: Int32Array;
  readonly level: Int32Array;
}

/** Of intervals for each event: only a file made to exhaust the reader has more. */
const INTERVALS_AN_EVENT = 4;

export class HeldOff {
  readonly rows = new Rows(6);
  /** Intervals that were left out. */
  skipped = 0;
  /** By lane: place in HELD of what raised its level last. */
  readonly how: Uint8Array;
  private readonly openBy: Int16Array;
  private readonly openLevel: Int32Array;
  private readonly openHow: Uint8Array;
  private readonly openSince: Int32Array;
  /** Lanes that are ready and do not run, in no order, and where each is. */
  private readonly waiting: Int16Array;
  private readonly place: Int16Array;
  private count = 0;
  private open = 0;
  /** Lanes to look at behind the event; all, if the running one has changed. */
  private readonly changed: Int16Array;
  private changes = 0;
  private isRunnerChanged = false;
  private readonly limit: number;

  constructor(
    private readonly now: Now,
    lanes: number,
    events: number,
  ) {
    this.how = new Uint8Array(lanes);
    this.openBy = new Int16Array(lanes).fill(NONE);
    this.openLevel = new Int32Array(lanes);
    this.openHow = new Uint8Array(lanes);
    this.openSince = new Int32Array(lanes);
    this.waiting = new Int16Array(lanes);
    this.place = new Int16Array(lanes).fill(NONE);
    this.changed = new Int16Array(64);
    this.limit = events * INTERVALS_AN_EVENT;
  }

  /** A lane begins to be ready and not to run. */
  begin(lane: number): void {
    this.place[lane] = this.count;
    this.waiting[this.count++] = lane;
    this.laneChanged(lane);
  }

  /** It runs, or is not ready any more. */
  end(i: number, lane: number): void {
    const place = this.place[lane]!;
    const moved = this.waiting[--this.count]!;
    this.waiting[place] = moved;
    this.place[moved] = place;
    this.place[lane] = NONE;
    this.close(i, lane);
  }

  laneChanged(lane: number): void {
    if (this.changes < this.changed.length) {
      this.changed[this.changes++] = lane;
    } else {
      this.isRunnerChanged = true;
    }
  }

  /** Another lane runs, or what it holds others off with has changed. */
  runnerChanged(): void {
    this.isRunnerChanged = true;
  }

  settle(i: number): void {
    if (this.isRunnerChanged) {
      this.isRunnerChanged = false;
      if (this.open > 0 || this.isAnyRaised()) {
        for (let place = 0; place < this.count; place++) {
          this.look(i, this.waiting[place]!);
        }
      }
    } else {
      for (let change = 0; change < this.changes; change++) {
        const lane = this.changed[change]!;
        if (this.place[lane] !== NONE) {
          this.look(i, lane);
        }
      }
    }
    this.changes = 0;
  }

  finish(newest: number): void {
    for (let place = 0; place < this.count; place++) {
      this.close(newest, this.waiting[place]!);
    }
  }

  private isAnyRaised(): boolean {
    const { current, level, base } = this.now;
    for (let core = 0; core < current.length; core++) {
      const lane = current[core]!;
      if (lane > 0 && level[lane]! < base[lane]!) {
        return true;
      }
    }
    return false;
  }

  private look(i: number, lane: number): void {
    const by = this.holder(lane);
    const goesOn =
      by === this.openBy[lane] &&
      (by < 0 ||
        (this.openLevel[lane] === this.now.level[by] && this.openHow[lane] === this.how[by]));
    if (goesOn) {
      return;
    }
    this.close(i, lane);
    if (by >= 0) {
      this.openBy[lane] = by;
      this.openLevel[lane] = this.now.level[by]!;
      this.openHow[lane] = this.how[by]!;
      this.openSince[lane] = i;
      this.open++;
    }
  }

  /** Lane without whose raised level this one would run. */
  private holder(lane: number): number {
    const { current, level, priority, base } = this.now;
    const own = priority[lane]!;
    for (let core = 0; core < current.length; core++) {
      const by = current[core]!;
      if (by > 0 && by !== lane && level[by]! <= own && own < base[by]!) {
        return by;
      }
    }
    return NONE;
  }

  private close(i: number, lane: number): void {
    const by = this.openBy[lane]!;
    if (by < 0) {
      return;
    }
    this.openBy[lane] = NONE;
    this.open--;
    if (this.openSince[lane] === i) {
      return;
    }
    if (this.rows.count >= this.limit) {
      this.skipped++;
      return;
    }
    const row = this.rows.add();
    this.rows.set(row, Span.Lane, lane);
    this.rows.set(row, Span.Kind, this.openHow[lane]!);
    this.rows.set(row, Span.First, this.openSince[lane]!);
    this.rows.set(row, Span.Last, i);
    this.rows.set(row, HeldColumn.By, by);
    this.rows.set(row, HeldColumn.Level, this.openLevel[lane]!);
  }
}
