// SPDX-License-Identifier: Apache-2.0
// A system of threads, and the results for it. Times are in ticks. The names are those of
// tools/src/limen/system/model.py.

export interface Chunk {
  readonly work: number;
  readonly threshold: number;
  readonly stack: number;
}

export interface Section {
  /** The index of the resource. */
  readonly resource: number;
  readonly start: number;
  readonly work: number;
}

/** The kinds of operations in engine/src/simulate/machine.h. */
export const enum Kind {
  Work,
  Lock,
  Unlock,
  Threshold,
  Yield,
  Post,
  Wait,
  Send,
  Receive,
  Sleep,
  Stack,
  End,
  Repeat,
}

export interface Operation {
  readonly kind: Kind;
  readonly object: number;
  readonly value: number;
  readonly begin: number;
  readonly end: number;
}

export interface Thread {
  readonly name: string;
  /** 0: the thread is not periodic, and its script repeats. */
  readonly period: number;
  readonly deadline: number;
  readonly offset: number;
  readonly jitter: number;
  readonly work: number;
  readonly work_min: number;
  readonly priority: number;
  readonly threshold: number;
  readonly stack: number;
  readonly stack_between: number;
  readonly chunks: readonly Chunk[];
  readonly sections: readonly Section[];
  /** Ticks among equal priorities; 0: none. A system.toml cannot describe it. */
  readonly slice: number;
  /** The core on which it runs, from 0. */
  readonly core: number;
  /** The operations of an example that a system.toml cannot describe, else empty. */
  readonly script: readonly Operation[];
}

/** A thread that only works, with these other properties. */
export function threadOf(
  name: string,
  period: number,
  work: number,
  more: Partial<Thread> = {},
): Thread {
  return {
    name,
    period,
    deadline: period,
    offset: 0,
    jitter: 0,
    work,
    work_min: work,
    priority: 0,
    threshold: 0,
    stack: 512,
    stack_between: 512,
    chunks: [],
    sections: [],
    slice: 0,
    core: 0,
    script: [],
    ...more,
  };
}

/** The protocols of a mutex, by its value; the last two are for threads of all cores. */
export const PROTOCOLS = ["inheritance", "ceiling", "none", "shared", "spin"] as const;

export const enum ResourceKind {
  Mutex,
  Semaphore,
  Queue,
}

export interface Resource {
  readonly name: string;
  readonly kind: ResourceKind;
  /**
   * Protocol of a mutex: 0 inheritance, 1 ceiling, 2 neither; of all cores: 3 threads wait, 4 the
   * core spins. Count of a semaphore. Capacity of a queue.
   */
  readonly value: number;
}

export interface Interrupt {
  readonly name: string;
  readonly period: number;
  readonly work: number;
  readonly jitter: number;
  /** The core that it interrupts. */
  readonly core: number;
}

export interface System {
  readonly name: string;
  readonly tick_ns: number;
  readonly threads: readonly Thread[];
  readonly interrupts: readonly Interrupt[];
  readonly resources: readonly Resource[];
  readonly overheads: {
    readonly dispatch: number;
    readonly exit: number;
    readonly preemption: number;
  };
}

/** Cores that a kernel can have (LM_MACHINE_CORES). */
export const CORES = 8;

/** The number of cores of a system: up to the last one that has a thread or an interrupt. */
export function coresOf({ threads, interrupts }: System): number {
  return 1 + Math.max(0, ...[...threads, ...interrupts].map(({ core }) => core));
}

/** Whether threads of several cores can use a resource. */
export function servesAllCores({ kind, value }: Resource): boolean {
  return kind === ResourceKind.Mutex && value > 2;
}

/** Whether a system needs the kernel for several cores. */
export function isOnCores(system: System): boolean {
  return coresOf(system) > 1 || system.resources.some(servesAllCores);
}

/** Whether a system.toml can describe it. */
export function isDescribable({ threads }: System): boolean {
  return threads.every(({ script, slice }) => script.length === 0 && slice === 0);
}

export interface Request {
  readonly seed: number;
  readonly runs: number;
  /** A run ends at this instant or after this many jobs. Without both it has no limit. */
  readonly horizon?: number;
  readonly jobs?: number;
  readonly randomWork: boolean;
  readonly randomOffsets: boolean;
  readonly randomJitter: boolean;
}

/** The results of a thread over all runs. */
export interface Observation {
  readonly jobs: number;
  readonly responseMax: number;
  readonly responseMin: number;
  readonly responseSum: number;
  readonly misses: number;
  readonly unfinished: number;
  readonly preemptions: number;
  readonly blockingMax: number;
  readonly worstJob: number;
  readonly worstEnd: number;
  readonly worstRun: number;
}

export interface Results {
  readonly threads: readonly Observation[];
  readonly runs: number;
  readonly jobs: number;
  readonly time: number;
  readonly switches: number;
  readonly toIdle: number;
  readonly fromIdle: number;
  readonly preemptions: number;
  readonly interrupts: number;
  readonly stackThreads: number;
  readonly stackBytes: number;
  /** Number of runs that ended in a deadlock. */
  readonly refused: number;
}

/** Upper bounds of the response times, one per thread; null: unbounded. */
export interface Bounds {
  /** Why the system cannot be analysed; null: it can. */
  readonly problem: string | null;
  readonly safe: readonly (number | null)[];
  readonly tight: readonly (number | null)[];
  /** Why a thread has no bound; null: it has one. */
  readonly why: readonly (string | null)[];
  /**
   * The size of one stack for all threads; null: a thread can wait for a mutex, so they cannot
   * share one.
   */
  readonly stackBytes: number | null;
}

/** The choices of `limen assign`, by the names and in the order of the core. */
export const PRIORITIES = ["keep", "dm", "opa", "search"] as const;
export const THRESHOLDS = ["keep", "maximal", "minimal"] as const;
export const NEW_PROTOCOLS = ["keep", "inheritance", "ceiling"] as const;

/** The values to choose; values that are not named stay as they are. */
export interface Wish {
  readonly priorities?: (typeof PRIORITIES)[number];
  readonly thresholds?: (typeof THRESHOLDS)[number];
  /** The protocol for mutexes that have none. */
  readonly protocols?: (typeof NEW_PROTOCOLS)[number];
}

/** A value that is different from before, of a thread or a mutex. */
export interface Change {
  readonly thread: string;
  readonly what: string;
  readonly before: number | string;
  readonly after: number | string;
  readonly why: string;
}

export interface Assignment {
  /** Whether all threads meet their deadlines, proven. */
  readonly feasible: boolean;
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** The system with the new values. */
  readonly system: System;
}
