// SPDX-License-Identifier: Apache-2.0
// A system of threads as the page has it, and what is known about it. Times are ticks. The names are
// those of tools/src/limen/system/model.py.

export interface Chunk {
  readonly work: number;
  readonly threshold: number;
  readonly stack: number;
}

export interface Section {
  /** Its index. */
  readonly resource: number;
  readonly start: number;
  readonly work: number;
}

/** The kinds of engine/src/simulate/machine.h. */
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
  /** 0: none, and its script repeats. */
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
  /** What it does, of an example that a system.toml cannot describe; else empty. */
  readonly script: readonly Operation[];
}

export const enum ResourceKind {
  Mutex,
  Semaphore,
  Queue,
}

export interface Resource {
  readonly name: string;
  readonly kind: ResourceKind;
  /** Of a mutex: 0 with inheritance, 1 with ceiling, 2 with neither. Of a semaphore: count. Of a queue: capacity. */
  readonly value: number;
}

export interface Interrupt {
  readonly name: string;
  readonly period: number;
  readonly work: number;
  readonly jitter: number;
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

export interface Request {
  readonly seed: number;
  readonly runs: number;
  /** A run ends at this instant, or after so many jobs; none: never. */
  readonly horizon?: number;
  readonly jobs?: number;
  readonly randomWork: boolean;
  readonly randomOffsets: boolean;
  readonly randomJitter: boolean;
}

/** Of a thread, in all runs. */
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
  /** Runs that ended because threads wait for each other. */
  readonly refused: number;
}

/** Bounds of the response times, one for each thread; null: there is none. */
export interface Bounds {
  readonly safe: readonly (number | null)[];
  readonly tight: readonly (number | null)[];
  /** Of one stack for all threads; null: a thread can wait for a mutex, so they cannot share one. */
  readonly stackBytes: number | null;
}
