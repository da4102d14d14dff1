// SPDX-License-Identifier: Apache-2.0
// Example systems. Times are in microseconds.
import { Kind, PROTOCOLS, ResourceKind, threadOf } from "./system";
import type { Operation, Resource, System, Thread } from "./system";

export interface Preset {
  readonly title: string;
  /** Describes the preset and suggests a change. */
  readonly text: string;
  readonly system: System;
}

const MICROSECOND_NS = 1000;
const NO_OVERHEADS = { dispatch: 0, exit: 0, preemption: 0 };

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
    threadOf("T1", 7000, 2000, { deadline: 5000, priority: 0, threshold: thresholds[0] }),
    threadOf("T2", 8000, 2000, { priority: 1, threshold: thresholds[1] }),
    threadOf("T3", 20_000, 3500, { deadline: 10_000, priority: 2, threshold: thresholds[2] }),
  ]);
}

const ROUNDS = 3;
const CONSUMERS = ["A", "B", "C"] as const;
const SEND_WORK = 20;

/** D sends three messages to each of A, B and C, as in the example of the white papers. */
function messages(name: string, threshold: number): System {
  const consumers = CONSUMERS.map((consumer, index) =>
    threadOf(consumer, 0, SEND_WORK, {
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
  const producer = threadOf("D", 1000, sends * SEND_WORK, {
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
      threadOf("H", 20_000, 1500, {
        offset: 1000,
        priority: 1,
        threshold: 1,
        ...section(500, 500),
      }),
      threadOf("M", 20_000, 6000, { offset: 1500, priority: 2, threshold: 2 }),
      threadOf("L", 20_000, 4000, { priority: 3, threshold: 3, ...section(500, 2500) }),
    ],
    [{ name: "mutex", kind: ResourceKind.Mutex, value: protocol }],
  );
}

/** Three threads of one priority: each gets the processor for a slice, or until it ends. */
function slices(name: string, slice: number): System {
  const more = { priority: 1, threshold: 1, slice };
  return system(name, [
    threadOf("A", 12_000, 3000, { ...more, deadline: 9000 }),
    threadOf("B", 12_000, 3000, { ...more, deadline: 9000 }),
    threadOf("C", 12_000, 1000, { ...more, deadline: 4000 }),
  ]);
}

/** A long job in the background, and an urgent one that it may hold off. */
function models(name: string, background: Partial<Thread>): System {
  return system(name, [
    threadOf("urgent", 10_000, 1000, { deadline: 3000, offset: 1000, priority: 0, threshold: 0 }),
    threadOf("background", 20_000, 9000, { priority: 4, threshold: 4, ...background }),
  ]);
}

/** A job in chunks. No thread preempts it within a chunk. */
function points(...works: readonly number[]): Partial<Thread> {
  return { chunks: works.map((work) => ({ work, threshold: 0, stack: 512 })) };
}

export const PRESETS: readonly Preset[] = [
  {
    title: "Deadlines: preemptive",
    text: "T1 and T2 preempt T3 too often. Give T2 the threshold 0 and T3 the threshold 1.",
    system: schedulability("preemptive", [0, 1, 2]),
  },
  {
    title: "Deadlines: non-preemptive",
    text: "No job is preempted, and T1 waits too long. Give T3 the threshold 1.",
    system: schedulability("nonpreemptive", [0, 0, 0]),
  },
  {
    title: "Deadlines: with thresholds",
    text: "Neither preemptive nor non-preemptive scheduling can meet all deadlines; thresholds can.",
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
    text: "H waits for the mutex of L while M runs. Give the mutex another protocol.",
    system: inversion("inversion", 2),
  },
  {
    title: "Inversion: inheritance",
    text: "L inherits the priority of H while H waits, so M does not run in between.",
    system: inversion("inheritance", 0),
  },
  {
    title: "Inversion: a threshold instead",
    text: "With its threshold 1, H cannot preempt L, and never has to wait for the plain mutex.",
    system: withLevels(inversion("threshold", 2), [1, 1, 1]),
  },
  {
    title: "Time slices: 1 ms",
    text: "Threads of one priority take turns each millisecond. C ends early, A and B late.",
    system: slices("slices", 1000),
  },
  {
    title: "Time slices: none",
    text: "Each job runs to its end: C waits for A and B.",
    system: slices("no-slices", 0),
  },
  {
    title: "Two cores: a shared mutex",
    text: "Each core has a kernel of its own. Put the filter on core 1 and back, or let the cores spin for the bus.",
    system: twoCores(),
  },
  {
    title: "Preemption: full",
    text: "The urgent thread preempts at once.",
    system: models("full", {}),
  },
  {
    title: "Preemption: voluntary",
    text: "The job in the background lets others run every 1,500 ticks. Make the work longer.",
    system: models("voluntary", points(1500, 1500, 1500, 1500, 1500, 1500)),
  },
  {
    title: "Preemption: none",
    text: "The job in the background runs to its end, and the urgent one waits. Raise the threshold's number to 4.",
    system: models("none", { threshold: 0 }),
  },
];

/** The sensor and the network wait for each other's section of the bus. */
function twoCores(): System {
  const on = (core: number, level: number, sections: Thread["sections"] = []): Partial<Thread> => ({
    core,
    priority: level,
    threshold: level,
    sections,
  });
  return system(
    "two cores",
    [
      threadOf("sensor", 2000, 300, on(0, 1, [{ resource: 0, start: 50, work: 100 }])),
      threadOf("filter", 8000, 1500, on(0, 3)),
      threadOf("network", 4000, 600, on(1, 1, [{ resource: 0, start: 0, work: 250 }])),
      threadOf("log", 16_000, 3000, on(1, 5)),
    ],
    [{ name: "bus", kind: ResourceKind.Mutex, value: PROTOCOLS.indexOf("shared") }],
  );
}

function withLevels(from: System, thresholds: readonly number[]): System {
  const threads = from.threads.map((one, place) => ({
    ...one,
    threshold: thresholds[place] ?? one.threshold,
  }));
  return { ...from, threads };
}
