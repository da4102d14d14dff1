// SPDX-License-Identifier: Apache-2.0
// The types in which the parts of the page exchange a trace and its analysis. Columns are typed
// arrays over the memory of the engine. Their meanings: spec/trace-analysis.md.
import { other_waits, switch_reasons, waits } from "../../../spec/numbers.json";
import { THREADX_STATES } from "./numbers";
import type { Rows } from "./rows";

/** A column of whole numbers, sorted or not: 32 bits each if all of them fit, else doubles. */
export type Ticks = Uint32Array | Float64Array;

/** A column that is read row by row, because it may be stored as indices into a table. */
export interface Numbers {
  at(row: number): number | undefined;
}

export type Origin = "limen" | "threadx";

/** A thread. Lane 0 is the idle thread. */
export interface Lane {
  /** The number of the object in Limen, the address of the thread in ThreadX. */
  readonly id: number;
  readonly name: string;
  /** The priority at creation or at the first event; null: unknown. */
  readonly priority: number | null;
  readonly threshold: number | null;
  /** In bytes; 0: unknown. */
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
  | "stream"
  | "notice"
  | string;

export interface TraceObject {
  readonly id: number;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly size: number;
}

/** The events of a system, oldest first. Each column has one value per event. */
export interface Trace {
  readonly origin: Origin;
  /** The name of the file. */
  readonly name: string;
  readonly clockHz: number | null;
  /** Number of records that the ring overwrote; null: some, but the target did not count them. */
  readonly lost: number | null;
  readonly cores: number;
  /** Priorities are 0 .. levels - 1. */
  readonly levels: number;
  /** How another kernel writes priorities and levels, by number. */
  readonly priorities: Readonly<Record<string, string>>;
  readonly lanes: readonly Lane[];
  readonly objects: readonly TraceObject[];
  /** Facts for the information panel: name and value. */
  readonly facts: readonly (readonly [string, string])[];
  /**
   * Problems that make the trace less reliable, such as a bad checksum or a clock that may have
   * wrapped without notice.
   */
  readonly warnings: readonly string[];
  readonly count: number;
  /** The tick of the oldest event. The times in the columns are relative to it. */
  readonly zero: bigint;
  /** Ticks since the oldest event, whole numbers. */
  readonly time: Ticks;
  readonly event: Uint16Array;
  readonly core: Uint8Array;
  /** Nesting depth of interrupts. */
  readonly depth: Uint8Array;
  /**
   * The lane that caused the event, in an interrupt the interrupted lane; -1: none
   * (initialisation).
   */
  readonly lane: Int16Array;
  /** Index in objects of the object that the event is about; -1: none. */
  readonly object: Int16Array | Int32Array;
  /** The lane that runs after the event; -1: unknown. */
  readonly running: Int16Array;
  /**
   * The parameters of the event: in Limen [object, a, b], in ThreadX [priority word, info 1 .. 4],
   * the lower 32 bits.
   */
  readonly words: readonly Numbers[];
  /** Queries about the trace that the engine answers on demand. */
  readonly queries: TraceQueries;
}

export interface EventWords {
  /** The name in the output of `limen trace dump`: SWITCH, tx_queue_send. */
  readonly name: string;
  /** The two-letter code of the event in TraceX. */
  readonly code: string;
}

/** A piece of text that refers to at most one thread, object or event. */
export interface Part {
  readonly text: string;
  readonly lane?: number;
  /** Index in Trace.objects. */
  readonly object?: number;
  readonly event?: number;
}

/** A decoded parameter of an event. */
export interface Field extends Part {
  readonly name: string;
}

/** A value in statistics, as the command prints it. */
export type Value = number | string | boolean | null;
export type Tree = Value | readonly Tree[] | Branch;
export interface Branch {
  readonly [name: string]: Tree;
}

/**
 * Counts statistics for a short time with each step. The caller must return it if it is not
 * finished.
 */
export type Counting = Generator<undefined, Tree>;

/** A lane (-2: interrupts, -1: unknown) and the ticks for which it ran. */
export type Share = readonly [lane: number, ticks: number];

/** A problem or anomaly that a reader of the trace must know first. */
export interface Finding {
  readonly severity: "error" | "warning" | "note";
  readonly kind: string;
  /** Contains the names, the numbers and the remedy. */
  readonly sentence: string;
  /** -1: the finding is not about one event. */
  readonly event: number;
  /** The interval to show, in the ticks of `instant`. */
  readonly begin: number;
  readonly end: number;
  /** Why a change of the system cannot be tried; null: it can, or nothing has to change. */
  readonly no_remedy: string | null;
}

/** Queries to the engine: texts of events and switches, statistics, findings. */
export interface TraceQueries {
  words(event: number): EventWords;
  /** The details of an event that are not its name, time or thread; may be empty. */
  details(event: number): string;
  fields(event: number): readonly Field[];
  /** All parameters of an event as the file has them. */
  rawWords(event: number): string;
  /** Returns a predicate: whether the details of an event contain `text`, in lower case. */
  finder(text: string): (event: number) => boolean;
  /** The reason of a switch, by its index in Switches. */
  why(place: number): readonly Part[];
  /** Statistics of the events first <= i < last. */
  statistics(first: number, last: number): Tree;
  /** Like statistics(), in short steps: the caller can do other work between two steps. */
  counting(first: number, last: number): Counting;
  /** The most serious finding comes first. */
  findings(): readonly Finding[];
  /** The system of threads that the trace shows, as JSON: engine/src/trace/observed_json.cpp. */
  observed(): string;
  /** The measures of the trace for changes(). */
  digest(): string;
  /** Returns the changes since another trace of the program, in at most five sentences. */
  changes(before: TraceQueries): readonly string[];
  /** The lanes that ran from one event to another, the longest first. */
  meanwhile(begin: number, end: number): readonly Share[];
}

/** Intervals of a lane, core or object, in order of time, without overlap. */
export interface Track {
  readonly count: number;
  readonly begin: Ticks;
  readonly end: Ticks;
  /**
   * Cumulative ticks up to and including each interval. The covered time of a range is one
   * subtraction.
   */
  readonly sum: Ticks;
  /** The event at which each interval begins. */
  readonly first: Int32Array;
  /** The event at which each interval ends; -1: it is open at the end of the trace. */
  readonly last: Int32Array;
  /** The kind of each interval. Its meaning depends on the track. */
  readonly kind: Uint8Array;
}

/** Values of LaneAnalysis.ready.kind. */
export const enum ReadyKind {
  Woken = 0,
  Preempted = 1,
  Yielded = 2,
  SliceEnded = 3,
}

/** A value that changes at events, such as a level or a fill. */
export interface Steps {
  readonly count: number;
  readonly at: Int32Array;
  readonly value: Int32Array;
}

export interface LaneAnalysis {
  /** Slices of processor time. kind: the core. */
  readonly running: Track;
  /** kind: ReadyKind. */
  readonly ready: Track;
  /** kind: a number of WAITS, the reason of the wait. waitPlace has the rows in Analysis.waits. */
  readonly waiting: Track;
  /** Index in Analysis.waits of each interval of waiting. */
  readonly waitPlace: Int32Array;
  /** Stretches in which the thread has disabled interrupts. */
  readonly interruptsOff: Track;
  /** Stretches in which it has disabled preemption. kind: 1 in a section of the kernel. */
  readonly preemptionOff: Track;
  /** kind: index in HELD. */
  readonly heldOff: Track;
  /** The lane that holds this one off, and its level, for each interval of heldOff. */
  readonly heldBy: Int16Array;
  readonly heldLevel: Int32Array;
  /** The effective priority. */
  readonly priority: Steps;
  /** The level while dispatched or preempted, else the priority. */
  readonly level: Steps;
  /** Events that the thread itself caused, without those of interrupts. */
  readonly events: Int32Array;
  /** Release instants and missed absolute deadlines, in ticks, ascending. */
  readonly releases: Ticks;
  readonly misses: Ticks;
  /** Faults of a user thread, and restarts of a thread. */
  readonly faults: Ticks;
  readonly restarts: Ticks;
}

export type Reason = keyof typeof switch_reasons;

/** The results of the analysis, which the engine computes once after reading a trace. */
export interface Analysis {
  readonly lanes: readonly LaneAnalysis[];
  /** Interrupts of each core. kind: the nesting depth; interruptNumber has their numbers. */
  readonly interrupts: readonly Track[];
  readonly interruptNumber: readonly Int32Array[];
  readonly switches: Rows<"switches">;
  readonly waits: Rows<"waits">;
  readonly inversions: Rows<"inversions">;
  readonly jobs: Rows<"jobs">;
  readonly wakeUps: Rows<"wakeUps">;
  /** Fill by index in Trace.objects; null: its events do not record one. */
  readonly fills: readonly (Steps | null)[];
  /**
   * The lane that holds a mutex, by index in Trace.objects; -1: the mutex is free; null: not a
   * mutex.
   */
  readonly owners: readonly (Steps | null)[];
  /** Events by index in Trace.objects. */
  readonly objectEvents: readonly Int32Array[];
}

export const REASONS = Object.keys(switch_reasons) as readonly Reason[];
/** Waits have the numbers of the trace format; the rest are states of ThreadX. */
const WAITS: ReadonlyMap<number, string> = new Map(
  Object.entries({ ...waits, ...other_waits }).map(([name, number]) => [number, name]),
);
/** A priority or a level, as its kernel writes it. */
export function priorityText({ priorities }: Trace, number: number | null): string {
  return number === null ? "not known" : (priorities[number] ?? String(number));
}

export function waitName(what: number): string {
  return WAITS.get(what) ?? THREADX_STATES[what] ?? `state ${what}`;
}
