// SPDX-License-Identifier: Apache-2.0
// Example systems. Times are in microseconds.
import { Kind, ResourceKind } from "./system";
import type { Operation, Resource, System, Thread } from "./system";

export interface Preset {
  readonly title: string;
  /** Describes the preset and suggests a change. */
  readonly text: string;
  readonly system: System;
}

const MICROSECOND_NS = 1000;
const NO_OVERHEADS = { dispatch: 0, exit: 0, preemption: 0 };

function thread(name: string, period: number, work: number, more: Partial<Thread> = {}): Thread {
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
    script: [],
    ...more,
  };
}

function system(
  name: string,
  threads: readonly Thread[],
  resources: readonly Resource[] = [],
): System {
  return {
    name,
    tick_ns: MICROSECOND_NS,
    threads,
    interrupts: [],
    resources,
    overheads: NO_OVERHEADS,
  };
}

function operation(kind: Kind, more: Partial<Operation> = {}): Operation {
  return { kind, object: 0, value: 0, begin: 0, end: 0, ...more };
}

/** Three threads that meet their deadlines with these thresholds only (Wang and Saksena 1999). */
function schedulability(name: string, thresholds: readonly [number, number, number]): System {
  return system(name, [
    thread("T1", 7000, 2000, { deadline: 5000, priority: 0, threshold: thresholds[0] }),
    thread("T2", 8000, 2000, { priority: 1, threshold: thresholds[1] }),
    thread("T3", 20_000, 3500, { deadline: 10_000, priority: 2, threshold: thresholds[2] }),
  ]);
}

const ROUNDS = 3;
const CONSUMERS = ["A", "B", "C"] as const;
const SEND_WORK = 20;

/** D sends three messages to each of A, B and C, as in the example of the white papers. */
function messages(name: string, threshold: number): System {
  const consumers = CONSUMERS.map((consumer, index) =>
    thread(consumer, 0, SEND_WORK, {
      priority: index + 1,
      threshold: index + 1,
      script: [
        operation(Kind.Receive, { object: index }),
        operation(Kind.Work, { end: SEND_WORK }),
        operation(Kind.Repeat),
      ],
    }),
  );
  const sends = ROUNDS * CONSUMERS.length;
  const script = Array.from({ length: sends }, (_, index) => [
    operation(Kind.Work, { begin: index * SEND_WORK, end: (index + 1) * SEND_WORK }),
    operation(Kind.Send, { object: index % CONSUMERS.length }),
  ]).flat();
  const producer = thread("D", 1000, sends * SEND_WORK, {
    priority: 4,
    threshold,
    script: [...script, operation(Kind.Yield), operation(Kind.End)],
  });
  const queues = CONSUMERS.map((consumer) => ({
    name: `queue ${consumer}`,
    kind: ResourceKind.Queue,
    value: 8,
  }));
  return system(name, [...consumers, producer], queues);
}

/** L owns the mutex when H requests it. M preempts L unless L inherits the priority of H. */
function inversion(name: string, protocol: number): System {
  const section = (start: number, work: number): Partial<Thread> => ({
    sections: [{ resource: 0, start, work }],
  });
  return system(
    name,
    [
      thread("H", 20_000, 1500, { offset: 1000, priority: 1, threshold: 1, ...section(500, 500) }),
      thread("M", 20_000, 6000, { offset: 1500, priority: 2, threshold: 2 }),
      thread("L", 20_000, 4000, { priority: 3, threshold: 3, ...section(500, 2500) }),
    ],
    [{ name: "mutex", kind: ResourceKind.Mutex, value: protocol }],
  );
}

export const PRESETS: readonly Preset[] = [
  {
    title: "Deadlines: preemptive",
    text: "T3 misses its deadline, since T1 and T2 preempt it. Give T2 the threshold 0 and T3 the threshold 1.",
    system: schedulability("preemptive", [0, 1, 2]),
  },
  {
    title: "Deadlines: with thresholds",
    text: "All deadlines are met. Neither preemptive nor non-preemptive scheduling can do that.",
    system: schedulability("thresholds", [0, 0, 1]),
  },
  {
    title: "Messages: preemptive",
    text: "Each message of D makes its receiver run at once: 18 switches a period. Give D the threshold 1.",
    system: messages("messages", 4),
  },
  {
    title: "Messages: threshold 1",
    text: "The messages of D wait until D yields: 4 switches a period, and one for the end of D.",
    system: messages("messages-threshold", 1),
  },
  {
    title: "Inversion: a plain mutex",
    text: "H waits for the mutex of L while M runs. There is no bound for that wait.",
    system: inversion("inversion", 2),
  },
  {
    title: "Inversion: inheritance",
    text: "L inherits the priority of H while H waits, so M does not run in between.",
    system: inversion("inheritance", 0),
  },
  {
    title: "Inversion: a threshold instead",
    text: "Give L the threshold 1: H cannot preempt it, and never has to wait for the mutex.",
    system: inversion("ceiling", 1),
  },
];
