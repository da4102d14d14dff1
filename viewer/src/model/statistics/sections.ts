// SPDX-License-Identifier: Apache-2.0
// Kernel sections, spinlocks and interrupts off: how long, and who was late because of it. A thread
// is late because of a stretch if it became ready during it, or its sleep ended during it, while the
// thread of the stretch ran, and is more urgent than that; until it runs, or the stretch ends.
import { Event } from "../limen/format";
import type { Trace } from "../types";
import { nameOrNothing } from "./limen";
import type { Branch, Tree, Window } from "./tree";

interface Stretch {
  readonly kind: Event;
  readonly about: number;
  readonly thread: number;
  readonly first: number;
  readonly begin: number;
  readonly holdsOff: boolean;
  readonly priority: number;
  end: number | null;
  readonly late: Map<number, number>;
}

interface Wait {
  readonly due: number;
  readonly because: readonly Stretch[];
}

const RAISING: ReadonlySet<number> = new Set([0, 1, 4]); // NONE, VOLUNTARY, LAZY
const AS_MUTEX = 2;
const TIMEOUT = 1;

export function sectionsOf(trace: Trace, { first, last }: Window): Branch {
  const chosen = new Walk(trace)
    .run()
    .filter((stretch) => first <= stretch.first && stretch.first < last);
  const points = { taken: 0, notTaken: 0 };
  for (let i = first; i < last; i++) {
    if (trace.event[i] === Event.PreemptPoint) {
      points[trace.words[1]![i] === 0 ? "notTaken" : "taken"]++;
    }
  }
  return {
    kernel: summary(trace, chosen, Event.SectionEnter),
    spin: summary(trace, chosen, Event.SpinLock),
    irq_off: summary(trace, chosen, Event.IrqOff),
    points_taken: points.taken,
    points_not_taken: points.notTaken,
  };
}

function ticksOf(trace: Trace, { begin, end }: Stretch): number {
  return (end ?? trace.time[trace.count - 1]!) - begin;
}

function summary(trace: Trace, stretches: readonly Stretch[], kind: Event): Branch {
  const own = stretches.filter((stretch) => stretch.kind === kind);
  const first = own[0];
  if (first === undefined) {
    return { count: 0, ticks: 0, worst: null };
  }
  const worst = own.reduce(
    (one, other) => (ticksOf(trace, other) > ticksOf(trace, one) ? other : one),
    first,
  );
  const late = [...worst.late.entries()].sort(([a, x], [b, y]) => y - x || a - b);
  return {
    count: own.length,
    ticks: own.reduce((sum, stretch) => sum + ticksOf(trace, stretch), 0),
    worst: {
      name: nameOrNothing(trace, worst.about),
      thread: nameOrNothing(trace, worst.thread),
      begin: Number(trace.zero) + worst.begin,
      ticks: ticksOf(trace, worst),
      late: late.map(([thread, ticks]): Tree => ({ thread: nameOrNothing(trace, thread), ticks })),
    },
  };
}

class Walk {
  private readonly stretches: Stretch[] = [];
  private readonly open = new Map<string, Stretch>();
  /** The last one with interrupts off. */
  private off: Stretch | null = null;
  private readonly due = new Map<number, number>();
  private readonly waits = new Map<number, Wait>();
  private readonly priority = new Map<number, number>();

  constructor(private readonly trace: Trace) {
    trace.lanes.forEach((lane) => this.priority.set(lane.id, lane.priority ?? 0));
  }

  run(): Stretch[] {
    const { event, count } = this.trace;
    const marks: readonly number[] = [Event.SectionEnter, Event.SpinLock, Event.IrqOff];
    if (event.some((number) => marks.includes(number))) {
      for (let i = 0; i < count; i++) {
        this.step(i, event[i]!);
      }
    }
    return this.stretches;
  }

  private step(i: number, event: number): void {
    const about = this.trace.words[0]![i]!;
    const now = this.trace.time[i]!;
    switch (event) {
      case Event.SectionEnter:
      case Event.SpinLock:
      case Event.IrqOff:
        this.begin(i, event);
        break;
      case Event.SectionLeave:
        if (this.trace.words[1]![i] === 0) {
          this.end(i, Event.SectionEnter);
        }
        break;
      case Event.SpinUnlock:
        this.end(i, Event.SpinLock);
        break;
      case Event.IrqOn:
        this.end(i, Event.IrqOff);
        break;
      case Event.ThreadSleep:
        this.due.set(about, now + this.trace.words[2]![i]!);
        break;
      case Event.Ready:
        this.becomeReady(i, about, now);
        break;
      case Event.Switch:
        this.runs(about, now);
        break;
      case Event.ThreadCreate:
      case Event.Priority:
        this.priority.set(about, this.trace.words[1]![i]!);
        break;
    }
  }

  private thread(i: number): number {
    return this.trace.lanes[this.trace.lane[i]!]!.id;
  }

  /** What tells the stretches that are open at a time apart. */
  private key(i: number, kind: Event): string {
    const who =
      kind === Event.SpinLock
        ? this.trace.words[0]![i]!
        : kind === Event.IrqOff
          ? 0
          : this.thread(i);
    return `${kind} ${who} ${this.trace.depth[i]! > 0}`;
  }

  private begin(i: number, kind: Event): void {
    const [about, a, b] = this.trace.words.map((column) => column[i]!);
    if (kind === Event.SectionEnter && a !== 1) {
      return;
    }
    const thread = this.thread(i);
    const raises =
      kind === Event.SectionEnter ? RAISING.has(b!) : kind === Event.IrqOff || a !== AS_MUTEX;
    const stretch: Stretch = {
      kind,
      about: about!,
      thread,
      first: i,
      begin: this.trace.time[i]!,
      holdsOff: raises && thread !== 0,
      priority: this.priority.get(thread) ?? 0,
      end: null,
      late: new Map(),
    };
    this.stretches.push(stretch);
    this.open.set(this.key(i, kind), stretch);
    if (kind === Event.IrqOff) {
      this.off = stretch;
    }
  }

  private end(i: number, kind: Event): void {
    const key = this.key(i, kind);
    const stretch = this.open.get(key);
    if (stretch !== undefined) {
      stretch.end = this.trace.time[i]!;
      this.open.delete(key);
    }
  }

  private becomeReady(i: number, thread: number, now: number): void {
    const slept = this.due.get(thread) ?? now;
    this.due.delete(thread);
    const isTimeout = (this.trace.words[2]![i]! & 0xffff) === TIMEOUT;
    const due = isTimeout ? Math.min(slept, now) : now;
    const runner = this.thread(i);
    const priority = this.trace.words[1]![i]!;
    const known = this.off === null ? [...this.open.values()] : [...this.open.values(), this.off];
    const because = known.filter(
      (stretch) =>
        stretch.holdsOff &&
        stretch.thread === runner &&
        priority < stretch.priority &&
        stretch.begin <= due &&
        (stretch.end === null || due < stretch.end),
    );
    this.waits.set(thread, { due, because });
  }

  private runs(thread: number, now: number): void {
    const wait = this.waits.get(thread);
    this.waits.delete(thread);
    for (const stretch of wait?.because ?? []) {
      const end = stretch.end === null ? now : Math.min(now, stretch.end);
      if (end > wait!.due) {
        stretch.late.set(thread, Math.max(stretch.late.get(thread) ?? 0, end - wait!.due));
      }
    }
  }
}
