// SPDX-License-Identifier: Apache-2.0
// What a trace of ThreadX counts: what the kernel's own performance counters mean, where it has them.
import { nestingAfter } from "../analysis/interrupts";
import { threadName } from "../threadx/describe";
import { LaneFinder } from "../threadx/lanes";
import { Id, PRIORITY_BITS, Word } from "../threadx/layout";
import { stackColumn } from "../threadx/names";
import { addressIn } from "../threadx/running";
import type { Analysis, Reason, Trace } from "../types";
import { REASONS } from "../types";
import { stackRow } from "./limen";
import type { Branch, Window } from "./tree";

const LEFT: Readonly<Partial<Record<Reason, string>>> = {
  blocked: "left_cpu_blocked",
  terminated: "left_cpu_blocked",
  yielded: "left_cpu_relinquish",
  slice_ended: "left_cpu_time_slice",
  preempted_by_interrupt: "preempted_by_isr",
  preempted_by_call: "preempted_by_own_call",
};
const WHY = [
  "left_cpu_blocked",
  "left_cpu_relinquish",
  "left_cpu_time_slice",
  "preempted_by_isr",
  "preempted_by_own_call",
];
const UNKNOWN = -1;

/** Numbers by name and lane. */
class Tallies {
  private readonly columns = new Map<string, Float64Array>();

  constructor(private readonly lanes: number) {}

  add(name: string, lane: number, amount = 1): void {
    if (lane >= 0) {
      this.of(name)[lane]! += amount;
    }
  }

  of(name: string): Float64Array {
    let column = this.columns.get(name);
    if (column === undefined) {
      column = new Float64Array(this.lanes);
      this.columns.set(name, column);
    }
    return column;
  }

  /** Of threads; idle is left out. */
  total(name: string): number {
    return this.of(name)
      .subarray(1)
      .reduce((sum, value) => sum + value, 0);
  }
}

interface Counted {
  readonly trace: Trace;
  readonly window: Window;
  readonly finder: LaneFinder;
  readonly nesting: Int32Array;
  readonly tallies: Tallies;
  readonly services: Map<number, number>;
}

export function threadxCounts(trace: Trace, analysis: Analysis, window: Window): Branch {
  const counted: Counted = {
    trace,
    window,
    finder: new LaneFinder(trace.lanes.slice(1).map((lane) => lane.id)),
    nesting: nestingAfter(trace),
    tallies: new Tallies(trace.lanes.length),
    services: new Map(),
  };
  const times = addTimes(counted);
  const switches = countSwitches(counted, analysis);
  countInversions(counted, analysis);
  const targets = countEvents(counted);
  const { tallies, services } = counted;
  const service = (...ids: number[]): number =>
    ids.reduce((sum, id) => sum + (services.get(id) ?? 0), 0);
  return {
    format: trace.isModern ? "modern" : "old",
    first: window.first,
    last: window.last,
    events: window.last - window.first,
    begin: window.begin,
    end: window.end,
    ticks: window.end - window.begin,
    ...times,
    ...switches,
    ...Object.fromEntries(WHY.map((name) => [name, tallies.total(name)])),
    time_slice_events: service(Id.TimeSlice),
    time_slices_changing_thread: slicesThatChange(counted),
    isr_enter_events: service(Id.IsrEnter),
    ...interruptsIn(counted),
    inversions: tallies.total("inversions"),
    inversions_unbounded: tallies.total("inversions_unbounded"),
    queue_sends: service(Id.QueueSend, Id.QueueFrontSend),
    queue_receives: service(Id.QueueReceive),
    ...targets,
    services: Object.fromEntries([...services.entries()].sort(([a], [b]) => a - b)),
    threads: threadsOf(counted),
  };
}

/** Ticks between events of a core that are both in the window. */
function addTimes({ trace, window, nesting, tallies }: Counted): Branch {
  const newest = new Int32Array(trace.cores).fill(UNKNOWN);
  let interrupts = 0;
  let unknown = 0;
  for (let i = window.first; i <= Math.min(window.last, trace.count - 1); i++) {
    const before = newest[trace.core[i]!]!;
    newest[trace.core[i]!] = i;
    if (before < 0) {
      continue;
    }
    const ticks = trace.time[i]! - trace.time[before]!;
    const lane = trace.running[before]!;
    if (nesting[before]! > 0) {
      interrupts += ticks;
    } else if (lane < 0) {
      unknown += ticks;
    } else {
      tallies.add("run_time", lane, ticks);
    }
  }
  return {
    run_time: tallies.total("run_time"),
    idle_time: tallies.of("run_time")[0]!,
    interrupt_time: interrupts,
    unknown_time: unknown,
  };
}

function countSwitches({ window, tallies }: Counted, { switches }: Analysis): Branch {
  const found = { switches_thread_to_thread: 0, switches_to_idle: 0, switches_from_idle: 0 };
  for (let place = 0; place < switches.count; place++) {
    const at = switches.at[place]!;
    if (at < window.first || at >= window.last) {
      continue;
    }
    const leaves = switches.leaves[place]!;
    const comes = switches.comes[place]!;
    found.switches_thread_to_thread += leaves > 0 && comes > 0 ? 1 : 0;
    found.switches_to_idle += comes === 0 ? 1 : 0;
    found.switches_from_idle += leaves === 0 ? 1 : 0;
    tallies.add("runs", comes);
    const left = LEFT[REASONS[switches.reason[place]!]!];
    if (left !== undefined) {
      tallies.add(left, leaves);
    }
  }
  return found;
}

function countInversions({ window, tallies }: Counted, { inversions }: Analysis): void {
  const isIn = (event: number): boolean => window.first <= event && event < window.last;
  for (let place = 0; place < inversions.count; place++) {
    const waiter = inversions.waiter[place]!;
    tallies.add("inversions", waiter, isIn(inversions.begin[place]!) ? 1 : 0);
    tallies.add("inversions_unbounded", waiter, isIn(inversions.unboundedAt[place]!) ? 1 : 0);
  }
}

function hex8(address: number): string {
  return BigInt.asUintN(64, BigInt(address)).toString(16).toUpperCase().padStart(8, "0");
}

/** Services, and moves by the thread that they are about, from any caller. */
function countEvents({ trace, window, finder, tallies, services }: Counted): Branch {
  const targets: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  for (let i = window.first; i < window.last; i++) {
    const event = trace.event[i]!;
    services.set(event, (services.get(event) ?? 0) + 1);
    if (event === Id.Suspend || event === Id.Resume) {
      const address = addressIn(trace, Word.Info1, i);
      const isResume = event === Id.Resume;
      const table = targets[isResume ? 1 : 0];
      table.set(address, (table.get(address) ?? 0) + 1);
      tallies.add(isResume ? "resumptions" : "suspensions", finder.find(address));
    }
  }
  const [suspensions, resumptions] = targets.map((table) =>
    Object.fromEntries([...table.entries()].map(([address, count]) => [hex8(address), count])),
  );
  return { suspensions_by_target: suspensions!, resumptions_by_target: resumptions! };
}

function isThread(trace: Trace, i: number): boolean {
  return trace.depth[i] === 0 && trace.lane[i]! > 0;
}

/** Time slices that name another thread than the one whose slice ended. */
function slicesThatChange({ trace, window, finder }: Counted): number {
  let count = 0;
  for (let i = window.first; i < window.last; i++) {
    if (trace.event[i] !== Id.TimeSlice) {
      continue;
    }
    const interrupted = trace.isModern ? finder.find(addressIn(trace, Word.Priority, i)) : UNKNOWN;
    const before = i === 0 ? UNKNOWN : trace.running[i - 1]!;
    const own = isThread(trace, i)
      ? trace.lane[i]!
      : interrupted === UNKNOWN
        ? before
        : interrupted;
    count += finder.find(addressIn(trace, Word.Info1, i)) === own ? 0 : 1;
  }
  return count;
}

function interruptsIn({ trace, window, nesting }: Counted): Branch {
  const isInside = new Uint8Array(trace.cores);
  const found = { isr_nested: 0, isr_max_depth: 0, interrupt_bursts: 0 };
  for (let i = 0; i < window.last; i++) {
    const inside = trace.depth[i]! > 0 ? 1 : 0;
    const starts = inside === 1 && isInside[trace.core[i]!] === 0;
    isInside[trace.core[i]!] = inside;
    if (i >= window.first) {
      found.interrupt_bursts += starts ? 1 : 0;
      found.isr_nested += trace.event[i] === Id.IsrEnter && nesting[i]! > 1 ? 1 : 0;
      found.isr_max_depth = Math.max(found.isr_max_depth, nesting[i]!);
    }
  }
  return found;
}

interface Urgency {
  highest: number;
  lowest: number;
  threshold: number;
}

function urgencies({ trace, window }: Counted): Map<number, Urgency> {
  const found = new Map<number, Urgency>();
  for (let i = window.first; i < window.last; i++) {
    if (!isThread(trace, i)) {
      continue;
    }
    const word = trace.words[Word.Priority]![i]!;
    const priority = word & PRIORITY_BITS;
    const threshold = (word >>> 16) & PRIORITY_BITS;
    const own = found.get(trace.lane[i]!);
    if (own === undefined) {
      found.set(trace.lane[i]!, { highest: priority, lowest: priority, threshold });
    } else {
      own.highest = Math.min(own.highest, priority);
      own.lowest = Math.max(own.lowest, priority);
      own.threshold = Math.min(own.threshold, threshold);
    }
  }
  return found;
}

interface Stack {
  readonly used: number;
  readonly event: number;
}

/** By lane: most bytes used and the event at which, from the stack pointers in events. */
function stacks({ trace, window }: Pick<Counted, "trace" | "window">): Map<number, Stack> {
  const least = new Map<number, { pointer: number; event: number }>();
  for (let i = window.first; i < window.last; i++) {
    const column = stackColumn(trace.event[i]!);
    const pointer = column < 0 || !isThread(trace, i) ? 0 : addressIn(trace, column + 1, i);
    const own = least.get(trace.lane[i]!);
    if (pointer !== 0 && (own === undefined || pointer < own.pointer)) {
      least.set(trace.lane[i]!, { pointer, event: i });
    }
  }
  const found = new Map<number, Stack>();
  for (const [lane, { pointer, event }] of least) {
    const { stackSize, stackStart = 0 } = trace.lanes[lane]!;
    if (stackSize > 0) {
      found.set(lane, {
        used: stackSize - Math.min(Math.max(pointer - stackStart, 0), stackSize),
        event,
      });
    }
  }
  return found;
}

function threadsOf(counted: Counted): Branch[] {
  const { trace, tallies } = counted;
  const urgency = urgencies(counted);
  const stack = stacks(counted);
  return trace.lanes.slice(1).map(({ id, stackSize }, place) => {
    const lane = place + 1;
    const names = [
      "run_time",
      "runs",
      ...WHY,
      "suspensions",
      "resumptions",
      "inversions",
      "inversions_unbounded",
    ];
    const own = urgency.get(lane);
    return {
      address: hex8(id),
      name: threadName(trace, id),
      ...Object.fromEntries(names.map((name) => [name, tallies.of(name)[lane]!])),
      priority_highest: own?.highest ?? null,
      priority_lowest: own?.lowest ?? null,
      threshold_highest: trace.isModern ? (own?.threshold ?? null) : null,
      stack_size: stackSize,
      stack_used: stack.get(lane)?.used ?? null,
      stack_event: stack.get(lane)?.event ?? null,
    };
  });
}

export function threadxStacks(trace: Trace, window: Window): Branch[] {
  const found = stacks({ trace, window });
  return [...found.entries()]
    .sort(([a], [b]) => a - b)
    .map(([lane, { used, event }]) =>
      stackRow(trace.lanes[lane]!.name, trace.lanes[lane]!.stackSize, used, event),
    );
}
