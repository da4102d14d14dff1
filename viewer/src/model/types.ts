// SPDX-License-Identifier: Apache-2.0
// What the parts of the page tell each other about a trace. All of it is plain data in typed
// arrays, so that a worker can hand it over without a copy. Meanings: spec/trace-analysis.md.

export type Origin = "limen" | "threadx";

/** A thread; lane 0 is idle. */
export interface Lane {
  /** Limen's number or ThreadX's address. */
  readonly id: number;
  readonly name: string;
  /** At creation or first event; null: not known. */
  readonly priority: number | null;
  readonly threshold: number | null;
  /** Bytes; 0: not known. */
  readonly stackSize: number;
  /** Its lowest address; 0: not known. */
  readonly stackStart?: number;
}

export type ObjectKind =
  | "thread"
  | "semaphore"
  | "mutex"
  | "queue"
  | "timer"
  | "event flags"
  | "block pool"
  | "byte pool"
  | "spinlock"
  | "device"
  | string;

export interface TraceObject {
  readonly id: number;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly size: number;
  /** Of an object of middleware, which its events name it by. */
  readonly address?: number;
}

/** Events of a system, oldest first. Columns have one entry an event. */
export interface Trace {
  readonly origin: Origin;
  /** Whose words events have: a program for ThreadX on Limen has ThreadX's. */
  readonly wordsOf: Origin;
  /** ThreadX: interrupts tell whom they interrupted, threads their preemption-threshold. */
  readonly isModern: boolean;
  /** Of the file. */
  readonly name: string;
  readonly clockHz: number | null;
  /** Records that the ring overwrote; null: some, nobody counted. */
  readonly lost: number | null;
  readonly cores: number;
  /** Priorities are 0 .. levels-1. */
  readonly levels: number;
  readonly lanes: readonly Lane[];
  readonly objects: readonly TraceObject[];
  /** Facts for the information panel: name, value. */
  readonly facts: readonly (readonly [string, string])[];
  /** Things the user must know: bad checksums, a clock that may have wrapped unseen ... */
  readonly warnings: readonly string[];
  readonly count: number;
  /** Tick of the oldest event; time counts from it. */
  readonly zero: bigint;
  /** Ticks since the oldest event: whole numbers. */
  readonly time: Float64Array;
  readonly event: Uint16Array;
  readonly core: Uint8Array;
  /** Interrupt nesting. */
  readonly depth: Uint8Array;
  /** Lane that did the event; in an interrupt the interrupted one; -1 nobody (initialisation). */
  readonly lane: Int16Array;
  /** Place in objects of what the event is about; -1 none. */
  readonly object: Int32Array;
  /** Lane that runs after the event; -1 not known. */
  readonly running: Int16Array;
  /**
   * The event's own numbers: Limen [object, a, b], with middleware also [first, third, fourth];
   * ThreadX [priority word, info 1 .. 4].
   */
  readonly words: readonly Uint32Array[];
  /** Limen with middleware: 1 where an event has its first, third and fourth number. */
  readonly hasNumbers?: Uint8Array;
  /** Upper halves of words of eight bytes, in the same order; empty where words have four. */
  readonly upperWords: readonly Uint32Array[];
  /** Own names of user events (ThreadX .trxc). */
  readonly userEvents: ReadonlyMap<number, EventWords>;
}

export interface EventWords {
  /** As in the dump: SWITCH, tx_queue_send. */
  readonly name: string;
  /** Two letters, as TraceX users know them. */
  readonly code: string;
  readonly fields: readonly string[];
}

/** Intervals of one lane, core or object in order of time. They do not overlap. */
export interface Track {
  readonly count: number;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  /** Ticks of all intervals up to and with this one: for the share of a pixel in one subtraction. */
  readonly sum: Float64Array;
  /** Event at which each begins. */
  readonly first: Int32Array;
  /** Event at which it ends; -1: open at the end of the trace. */
  readonly last: Int32Array;
  /** What each is: by track. */
  readonly kind: Uint8Array;
}

/** Kinds in LaneAnalysis.ready. */
export const enum ReadyKind {
  Woken = 0,
  Preempted = 1,
  Yielded = 2,
  SliceEnded = 3,
}

/** A value that changes at events: levels, fills. */
export interface Steps {
  readonly count: number;
  readonly at: Int32Array;
  readonly time: Float64Array;
  readonly value: Int32Array;
}

export interface LaneAnalysis {
  /** Slices; kind: the core. */
  readonly running: Track;
  /** kind: ReadyKind. */
  readonly ready: Track;
  /** kind: what it waits for, a number of WAITS; more in waits by place. */
  readonly waiting: Track;
  /** Places in Analysis.waits of each interval of waiting. */
  readonly waitPlace: Int32Array;
  /** kind: place in HELD. */
  readonly heldOff: Track;
  /** Lane that holds off, and its level, for each interval of heldOff. */
  readonly heldBy: Int16Array;
  readonly heldLevel: Int32Array;
  /** Effective priority. */
  readonly priority: Steps;
  /** Level while dispatched or preempted; equals the priority otherwise. */
  readonly level: Steps;
  /** Events that the lane did, in threads (not those of interrupts). */
  readonly events: Int32Array;
  /** Release instants and absolute deadlines missed, in ticks, rising. */
  readonly releases: Float64Array;
  readonly misses: Float64Array;
}

export type Reason =
  | "blocked"
  | "preempted_by_call"
  | "preempted_by_interrupt"
  | "yielded"
  | "slice_ended"
  | "terminated"
  | "idle_ended";

export interface Switches {
  readonly count: number;
  readonly at: Int32Array;
  readonly leaves: Int16Array;
  readonly comes: Int16Array;
  /** Place in REASONS. */
  readonly reason: Uint8Array;
  readonly cause: Int32Array;
  /** Event since which the one that comes was ready; -1. */
  readonly since: Int32Array;
  /** Priority of the one that comes, level of the one that leaves; -1 of idle. */
  readonly priority: Int32Array;
  readonly level: Int32Array;
}

export interface Waits {
  readonly count: number;
  readonly lane: Int16Array;
  /** Place in WAITS. */
  readonly what: Uint8Array;
  readonly object: Int32Array;
  readonly owner: Int16Array;
  readonly begin: Int32Array;
  readonly end: Int32Array;
  /** Place in OUTCOMES; 255 open. */
  readonly outcome: Uint8Array;
  /** Lane that ended it; -2 an interrupt; -1 nobody. */
  readonly waker: Int16Array;
  /** Event of the call that waits; -1. */
  readonly call: Int32Array;
}

export interface Inversions {
  readonly count: number;
  readonly begin: Int32Array;
  readonly end: Int32Array;
  readonly waiter: Int16Array;
  readonly owner: Int16Array;
  readonly object: Int32Array;
  /** First event that makes it unbounded; -1. */
  readonly unboundedAt: Int32Array;
}

/** Jobs of periodic threads and activations of the others, by lane and then by time. */
export interface Jobs {
  readonly count: number;
  readonly lane: Int16Array;
  /** Event with which each ends. */
  readonly endAt: Int32Array;
  /** 1 a job, 0 an activation. */
  readonly isJob: Uint8Array;
  readonly release: Float64Array;
  readonly end: Float64Array;
  readonly response: Float64Array;
  readonly startLatency: Float64Array;
  readonly execution: Float64Array;
  readonly ready: Float64Array;
  readonly waiting: Float64Array;
  readonly interrupted: Float64Array;
  /** NaN for the first. */
  readonly interval: Float64Array;
  readonly missed: Uint8Array;
}

/** From the wake-up of a thread to the slice in which it runs: for arrows. */
export interface WakeUps {
  readonly count: number;
  /** The ready move. */
  readonly at: Int32Array;
  /** Lane whose event it was; -2 an interrupt. */
  readonly from: Int16Array;
  readonly to: Int16Array;
  /** Event at which it runs; -1 never. */
  readonly runs: Int32Array;
}

/** All that is worked out once, when a trace has been read. */
export interface Analysis {
  /** What the user must know: parts that were left out of a hostile file. */
  readonly warnings: readonly string[];
  readonly lanes: readonly LaneAnalysis[];
  /** By core: interrupts; kind: the nesting; number of the interrupt in irq by place. */
  readonly interrupts: readonly Track[];
  readonly interruptNumber: readonly Int32Array[];
  readonly switches: Switches;
  readonly waits: Waits;
  readonly inversions: Inversions;
  readonly jobs: Jobs;
  readonly wakeUps: WakeUps;
  /** By place in Trace.objects: its fill, or null if its events tell none. */
  readonly fills: readonly (Steps | null)[];
  /** By place in Trace.objects: the lane that holds a mutex, -1 free; null for what is none. */
  readonly owners: readonly (Steps | null)[];
  /** By place in Trace.objects: events about it. */
  readonly objectEvents: readonly Int32Array[];
}

export const REASONS: readonly Reason[] = [
  "blocked",
  "preempted_by_call",
  "preempted_by_interrupt",
  "yielded",
  "slice_ended",
  "terminated",
  "idle_ended",
];
/** Numbers are those of the trace format; 10 and 11 are ThreadX's alone. */
export const WAITS: Readonly<Record<number, string>> = {
  3: "resume",
  4: "time",
  5: "queue",
  6: "semaphore",
  7: "flags",
  8: "block",
  9: "bytes",
  10: "state 10",
  11: "state 11",
  12: "middleware",
  13: "mutex",
  14: "release",
};
export const HELD: readonly string[] = [
  "threshold",
  "priority",
  "inheritance",
  "ceiling",
  "preemption disabled",
  "section",
];
export const OUTCOMES: readonly string[] = [
  "ok",
  "timeout",
  "deleted",
  "unavailable",
  "overrun",
  "aborted",
];
