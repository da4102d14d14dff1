// SPDX-License-Identifier: Apache-2.0
// What a trace of Limen counts: over a complete trace, the kernel's own counters.
import { insideAfter } from "../analysis/interrupts";
import { Event, Outcome } from "../limen/format";
import { nameOf } from "../limen/describe";
import { objectOf } from "../lookup";
import type { Analysis, Trace } from "../types";
import type { Branch, Window } from "./tree";
import { share } from "./tree";

const COUNTERS = [
  "switches",
  "to_idle",
  "from_idle",
  "preemptions_by_call",
  "preemptions_by_interrupt",
  "slices",
  "yields",
  "suspensions",
  "resumptions",
  "interrupts",
  "inversions",
  "inversions_unbounded",
  "overruns",
  "deadline_misses",
  "runs",
  "timeouts",
  "aborts",
  "run_time",
] as const;
type Name = (typeof COUNTERS)[number] | "messages_sent" | "messages_received" | "interrupt_time";

const BY_CALL = 2;
const BY_INTERRUPT = 3;
const TIMEOUT = 1;

/** Numbers by name and thread; 0 is idle. */
class Tallies {
  private readonly columns = new Map<Name, Float64Array>();

  constructor(private readonly threads: number) {}

  add(name: Name, thread: number, amount = 1): void {
    if (thread < this.threads) {
      this.column(name)[thread]! += amount;
    }
  }

  of(name: Name, thread: number): number {
    return this.column(name)[thread]!;
  }

  total(name: Name): number {
    return this.column(name).reduce((sum, value) => sum + value, 0);
  }

  private column(name: Name): Float64Array {
    let column = this.columns.get(name);
    if (column === undefined) {
      column = new Float64Array(this.threads);
      this.columns.set(name, column);
    }
    return column;
  }
}

export function limenCounts(trace: Trace, analysis: Analysis, window: Window): Branch {
  const ids = trace.lanes.map((lane) => lane.id);
  const tallies = new Tallies(Math.max(...ids) + 1);
  for (let i = window.first; i < window.last; i++) {
    count(trace, tallies, i);
  }
  countInversions(trace, analysis, window, tallies);
  addTimes(trace, window, tallies);
  const idle = tallies.of("run_time", 0);
  const system = {
    ...countersOf((name) => tallies.total(name)),
    run_time: tallies.total("run_time") - idle,
  };
  const zero = Number(trace.zero);
  return {
    first: window.first,
    last: window.last,
    events: window.last - window.first,
    lost: trace.lost,
    begin: trace.count === 0 ? 0 : zero + window.begin,
    end: trace.count === 0 ? 0 : zero + window.end,
    ticks: window.end - window.begin,
    clock_hz: trace.clockHz,
    idle_time: idle,
    interrupt_time: tallies.total("interrupt_time"),
    messages_sent: tallies.total("messages_sent"),
    messages_received: tallies.total("messages_received"),
    inversions_bounded: tallies.total("inversions") - tallies.total("inversions_unbounded"),
    system,
    threads: ids.slice(1).map((id) => ({
      id,
      name: nameOf(trace, id),
      counters: countersOf((name) => tallies.of(name, id)),
      messages_sent: tallies.of("messages_sent", id),
      messages_received: tallies.of("messages_received", id),
    })),
  };
}

function countersOf(value: (name: Name) => number): Record<string, number> {
  return Object.fromEntries(COUNTERS.map((name) => [name, value(name)]));
}

/** What needs no memory of earlier events. */
function count(trace: Trace, tallies: Tallies, i: number): void {
  const about = trace.words[0]![i]!;
  const b = trace.words[2]![i]!;
  const thread = trace.lanes[trace.lane[i]!]!.id;
  const low = b & 0xffff;
  switch (trace.event[i]) {
    case Event.Switch:
      countSwitch(tallies, thread, about, b);
      break;
    case Event.Ready:
      tallies.add("resumptions", about);
      tallies.add("timeouts", about, low === TIMEOUT ? 1 : 0);
      break;
    case Event.Suspend:
      tallies.add("suspensions", low);
      tallies.add("timeouts", low, b >>> 16 === TIMEOUT ? 1 : 0);
      break;
    case Event.Slice:
      tallies.add("slices", about);
      break;
    case Event.Yield:
      tallies.add("yields", thread);
      break;
    case Event.ThreadAbortWait:
      tallies.add("aborts", about);
      break;
    case Event.IrqEnter:
      tallies.add("interrupts", thread);
      break;
    case Event.Overrun:
    case Event.DeadlineMiss:
      tallies.add(trace.event[i] === Event.Overrun ? "overruns" : "deadline_misses", about);
      break;
    case Event.QueueSend:
    case Event.QueueSendFront:
    case Event.QueueReceive:
      countMessage(trace, tallies, i, thread);
      break;
  }
}

function countSwitch(tallies: Tallies, leaves: number, comes: number, why: number): void {
  if (comes !== 0) {
    tallies.add(leaves === 0 ? "from_idle" : "switches", leaves);
    tallies.add("runs", comes);
  } else {
    tallies.add("to_idle", leaves);
  }
  if (why === BY_CALL) {
    tallies.add("preemptions_by_call", leaves);
  } else if (why === BY_INTERRUPT) {
    tallies.add("preemptions_by_interrupt", leaves);
  }
}

/** Calls that are done at once, and the waiting ones that a call ends. */
function countMessage(trace: Trace, tallies: Tallies, i: number, thread: number): void {
  const b = trace.words[2]![i]!;
  if ((b & 0xffff) !== Outcome.Done) {
    return;
  }
  const isReceive = trace.event[i] === Event.QueueReceive;
  tallies.add(isReceive ? "messages_received" : "messages_sent", trace.depth[i] === 0 ? thread : 0);
  if (b >>> 16 !== 0) {
    tallies.add(isReceive ? "messages_sent" : "messages_received", b >>> 16);
  }
}

/** Inversions that begin in the window, and those that become unbounded in it. */
function countInversions(
  trace: Trace,
  { inversions }: Analysis,
  { first, last }: Window,
  tallies: Tallies,
): void {
  for (let place = 0; place < inversions.count; place++) {
    const waiter = trace.lanes[inversions.waiter[place]!]!.id;
    const isIn = (event: number): boolean => first <= event && event < last;
    tallies.add("inversions", waiter, isIn(inversions.begin[place]!) ? 1 : 0);
    tallies.add("inversions_unbounded", waiter, isIn(inversions.unboundedAt[place]!) ? 1 : 0);
  }
}

function addTimes(trace: Trace, { first, last }: Window, tallies: Tallies): void {
  const inside = insideAfter(trace);
  const { time, running, lanes, count: events } = trace;
  for (let i = first; i < Math.min(last, events - 1); i++) {
    const id = lanes[running[i]!]!.id;
    const ticks = time[i + 1]! - time[i]!;
    tallies.add("run_time", id, ticks);
    if (inside[i] === 1) {
      tallies.add("interrupt_time", id, ticks);
    }
  }
}

/** Most of each stack that was ever written, as far as an event of the window tells it. */
export function limenStacks(trace: Trace, { first, last }: Window): Branch[] {
  const rows = new Map<number, Branch>();
  for (let i = first; i < last; i++) {
    if (trace.event[i] !== Event.Stack) {
      continue;
    }
    const id = trace.words[0]![i]!;
    const lane = trace.lanes.find((one) => one.id === id && id !== 0);
    const used = Math.max((lane?.stackSize ?? 0) - trace.words[2]![i]!, 0);
    const before = rows.get(id);
    if (
      lane !== undefined &&
      lane.stackSize > 0 &&
      (before === undefined || (before["stack_used"] as number) < used)
    ) {
      rows.set(id, stackRow(lane.name, lane.stackSize, used, i));
    }
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
}

export function stackRow(thread: string, size: number, used: number, event: number): Branch {
  return {
    thread,
    stack_size: size,
    stack_used: used,
    percent: share(used, size),
    stack_event: event,
  };
}

/** Name of an object in a table; empty for none. */
export function nameOrNothing(trace: Trace, id: number): string {
  return id === 0 ? "" : (objectOf(trace, id)?.name ?? `#${id}`);
}
