// SPDX-License-Identifier: Apache-2.0
// What the parts of the page tell each other about a trace. The columns are typed arrays over the
// memory of the engine, which has worked them out. Meanings: spec/trace-analysis.md.
import { switch_reasons, waits } from "../../../spec/numbers.json";
import { THREADX_STATES } from "./numbers";

/** Whole numbers, rising or not: they have 32 bits unless some would need more. */
export type Ticks = Uint32Array | Float64Array;

/** A column that is looked at now and then. */
export interface Numbers {
  at(row: number): number | undefined;
}

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
}

/** Events of a system, oldest first. Columns have one entry an event. */
export interface Trace {
  readonly origin: Origin;
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
  readonly time: Ticks;
  readonly event: Uint16Array;
  readonly core: Uint8Array;
  /** Interrupt nesting. */
  readonly depth: Uint8Array;
  /** Lane that did the event; in an interrupt the interrupted one; -1 nobody (initialisation). */
  readonly lane: Int16Array;
  /** Place in objects of what the event is about; -1 none. */
  readonly object: Int16Array | Int32Array;
  /** Lane that runs after the event; -1 not known. */
  readonly running: Int16Array;
  /** The event's own numbers: Limen [object, a, b]; ThreadX [priority word, info 1 .. 4], lower halves. */
  readonly words: readonly Numbers[];
  /** What the engine says about it. */
  readonly told: Told;
}

export interface EventWords {
  /** As in the dump: SWITCH, tx_queue_send. */
  readonly name: string;
  /** Two letters, as TraceX users know them. */
  readonly code: string;
}

/** A piece of text, with at most one thing that it speaks of. */
export interface Part {
  readonly text: string;
  readonly lane?: number;
  /** Place in Trace.objects. */
  readonly object?: number;
  readonly event?: number;
}

/** A number of an event. */
export interface Field extends Part {
  readonly name: string;
}

/** Numbers with names, as the command prints them. */
export type Value = number | string | boolean | null;
export type Tree = Value | readonly Tree[] | Branch;
export interface Branch {
  readonly [name: string]: Tree;
}

/** Lane that ran, -2 interrupts, -1 not known; and ticks. */
export type Share = readonly [lane: number, ticks: number];

/** What a reader of a trace has to know first. */
export interface Finding {
  readonly severity: "error" | "warning" | "note";
  readonly kind: string;
  /** With names, numbers, and what helps. */
  readonly sentence: string;
  /** -1: none. */
  readonly event: number;
  /** What to show, in the ticks of `instant`. */
  readonly begin: number;
  readonly end: number;
}

/** Words for events and switches, and numbers of windows. */
export interface Told {
  words(event: number): EventWords;
  /** What an event says beyond its name, time and thread; may be empty. */
  details(event: number): string;
  fields(event: number): readonly Field[];
  /** All numbers of an event, as they are in the file. */
  rawWords(event: number): string;
  /** Tells of an event whether its details contain a text in small letters. */
  finder(text: string): (event: number) => boolean;
  /** Why a switch happened, by its place. */
  why(place: number): readonly Part[];
  /** Of the events first <= i < last. */
  statistics(first: number, last: number): Tree;
  /** The most serious one first. */
  findings(): readonly Finding[];
  /** Who ran from one event to another, the longest first. */
  meanwhile(begin: number, end: number): readonly Share[];
}

/** Intervals of one lane, core or object in order of time. They do not overlap. */
export interface Track {
  readonly count: number;
  readonly begin: Ticks;
  readonly end: Ticks;
  /** Ticks of all intervals up to and with this one: for the share of a pixel in one subtraction. */
  readonly sum: Ticks;
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
  readonly releases: Ticks;
  readonly misses: Ticks;
}

export type Reason = keyof typeof switch_reasons;

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
}

export interface Waits {
  readonly count: number;
  readonly lane: Int16Array;
  /** A number of WAITS. */
  readonly what: Uint16Array;
  readonly object: Int32Array;
  readonly owner: Int16Array;
  readonly begin: Int32Array;
  readonly end: Int32Array;
  /** Place in OUTCOMES; -1 open. */
  readonly outcome: Int32Array;
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
  /** -1 for the first. */
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

export const REASONS = Object.keys(switch_reasons) as readonly Reason[];
/** Numbers are those of the trace format; the others are states of ThreadX. */
const WAITS: ReadonlyMap<number, string> = new Map(
  Object.entries(waits).map(([name, number]) => [number, name]),
);
export function waitName(what: number): string {
  return WAITS.get(what) ?? THREADX_STATES[what] ?? `state ${what}`;
}
