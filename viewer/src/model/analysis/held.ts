// SPDX-License-Identifier: Apache-2.0
// Who is ready and does not run only because the one that runs has raised its level.
import { Rows } from "../columns";

/** What the machine knows and this asks for; all by lane but `current`, which is by core. */
export interface Now {
  readonly current: Int16Array;
  readonly priority: Int32Array;
  readonly level: Int32Array;
}

/** The first four are those of Span. */
export const enum HeldColumn {
  By = 4,
  Level = 5,
}

const NOBODY = -1;
/** Of intervals for each event: only a file made to exhaust the reader has more. */
const INTERVALS_AN_EVENT = 8;

export class HeldOff {
  readonly rows = new Rows(6);
  /** Intervals that were left out. */
  skipped = 0;
  /** By lane: place in HELD of how its level was raised. */
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
  private readonly limit: number;

  constructor(
    private readonly now: Now,
    lanes: number,
    events: number,
  ) {
    this.how = new Uint8Array(lanes);
    this.openBy = new Int16Array(lanes).fill(NOBODY);
    this.openLevel = new Int32Array(lanes);
    this.openHow = new Uint8Array(lanes);
    this.openSince = new Int32Array(lanes);
    this.waiting = new Int16Array(lanes);
    this.place = new Int16Array(lanes).fill(NOBODY);
    this.limit = events * INTERVALS_AN_EVENT;
  }

  /** A lane begins to be ready and not to run. */
  begin(i: number, lane: number): void {
    this.place[lane] = this.count;
    this.waiting[this.count++] = lane;
    this.look(i, lane);
  }

  /** It runs, or is not ready any more. */
  end(i: number, lane: number): void {
    const place = this.place[lane]!;
    const moved = this.waiting[--this.count]!;
    this.waiting[place] = moved;
    this.place[moved] = place;
    this.place[lane] = NOBODY;
    this.close(i, lane);
  }

  priorityChanged(i: number, lane: number): void {
    if (this.place[lane]! >= 0) {
      this.look(i, lane);
    } else if (this.now.current.includes(lane)) {
      this.runnerChanged(i);
    }
  }

  /** Another lane runs, or the one that runs has another level. */
  runnerChanged(i: number): void {
    if (this.open === 0 && !this.isAnyRaised()) {
      return;
    }
    for (let place = 0; place < this.count; place++) {
      this.look(i, this.waiting[place]!);
    }
  }

  finish(): void {
    for (let place = 0; place < this.count; place++) {
      this.close(NOBODY, this.waiting[place]!);
    }
  }

  /** Lane that holds this one off now, and place in HELD of how; -1: nobody does. */
  holderOf(lane: number): number {
    return this.openBy[lane]!;
  }

  private isAnyRaised(): boolean {
    const { current, level, priority } = this.now;
    for (let core = 0; core < current.length; core++) {
      const lane = current[core]!;
      if (lane > 0 && level[lane]! < priority[lane]!) {
        return true;
      }
    }
    return false;
  }

  private look(i: number, lane: number): void {
    const by = this.holder(lane);
    if (by === this.openBy[lane] && (by < 0 || this.openLevel[lane] === this.now.level[by])) {
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
    const { current, level, priority } = this.now;
    const own = priority[lane]!;
    for (let core = 0; core < current.length; core++) {
      const by = current[core]!;
      if (by > 0 && level[by]! <= own && own < priority[by]!) {
        return by;
      }
    }
    return NOBODY;
  }

  private close(i: number, lane: number): void {
    const by = this.openBy[lane]!;
    if (by < 0) {
      return;
    }
    this.openBy[lane] = NOBODY;
    this.open--;
    if (this.rows.count >= this.limit) {
      this.skipped++;
      return;
    }
    const row = this.rows.add();
    this.rows.set(row, 0, lane);
    this.rows.set(row, 1, this.openHow[lane]!);
    this.rows.set(row, 2, this.openSince[lane]!);
    this.rows.set(row, 3, i);
    this.rows.set(row, HeldColumn.By, by);
    this.rows.set(row, HeldColumn.Level, this.openLevel[lane]!);
  }
}
