// SPDX-License-Identifier: Apache-2.0
// The simulator and the analysis as a WebAssembly module. Exports and their numbers:
// engine/wasm/exports.cpp.
import { NEW_PROTOCOLS, PRIORITIES, THRESHOLDS } from "./system";
import type {
  Assignment,
  Bounds,
  Change,
  Observation,
  Request,
  Results,
  System,
  Thread,
  Wish,
} from "./system";

type Call = (...numbers: number[]) => number;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly call: (name: string, ...numbers: number[]) => number;
}

export interface Core {
  /** Runs the system. The results cover all runs. */
  readonly simulate: (system: System, request: Request) => Results;
  /** The trace file of one run, with its last `records` events. */
  readonly trace: (system: System, request: Request, run: number, records: number) => Uint8Array;
  readonly analyze: (system: System) => Bounds;
  /** Chooses the values that a wish requests, as `limen assign` does. */
  readonly assign: (system: System, wish: Wish) => Assignment;
}

const NAME_BYTES = 63;
const NEVER = 2 ** 64;
const FIELDS = [
  "jobs",
  "responseMax",
  "responseMin",
  "responseSum",
  "misses",
  "unfinished",
  "preemptions",
  "blockingMax",
  "worstJob",
  "worstEnd",
  "worstRun",
] as const;
const SYSTEM_FIELDS = [
  "runs",
  "jobs",
  "time",
  "switches",
  "toIdle",
  "fromIdle",
  "preemptions",
  "interrupts",
  "stackThreads",
  "stackBytes",
  "refused",
] as const;
const NANOSECONDS = 1e9;

export async function loadCore(bytes: Uint8Array): Promise<Core> {
  const module = await WebAssembly.compile(new Uint8Array(bytes));
  const instance = await WebAssembly.instantiate(module, {});
  const found = instance.exports as Readonly<Record<string, WebAssembly.ExportValue | undefined>>;
  const memory = found["memory"];
  if (!(memory instanceof WebAssembly.Memory)) {
    throw new Error("the core has no memory");
  }
  const exports: Exports = {
    memory,
    call: (name, ...numbers) => {
      const method = found[name];
      if (typeof method !== "function") {
        throw new Error(`the core has no ${name}`);
      }
      return (method as Call)(...numbers);
    },
  };
  exports.call("_initialize");
  return {
    simulate: (system, request) => simulate(exports, system, request),
    trace: (system, request, run, records) => trace(exports, system, request, run, records),
    analyze: (system) => analyze(exports, system),
    assign: (system, wish) => assign(exports, system, wish),
  };
}

function simulate(exports: Exports, system: System, request: Request): Results {
  describe(exports, system);
  exports.call("simulate", ...numbersOf(request));
  const threads = system.threads.map((_, thread) =>
    record(FIELDS, (field) => exports.call("observed_thread", thread, field)),
  );
  const sums = record(SYSTEM_FIELDS, (field) => exports.call("observed_system", field));
  return { ...sums, threads: threads satisfies readonly Observation[] };
}

function trace(
  exports: Exports,
  system: System,
  request: Request,
  run: number,
  records: number,
): Uint8Array {
  const { seed, horizon = NEVER, jobs = NEVER } = request;
  describe(exports, system);
  exports.call("trace_run", seed, run, horizon, jobs, bitsOf(request), records, NEVER);
  const begin = exports.call("trace_data");
  const size = exports.call("trace_size");
  return new Uint8Array(exports.memory.buffer, begin, size).slice();
}

function analyze(exports: Exports, system: System): Bounds {
  describe(exports, system);
  exports.call("analyze");
  const { problem, threads, stackBytes } = JSON.parse(textOf(exports)) as {
    readonly problem: string | null;
    readonly threads: readonly Bound[];
    readonly stackBytes: number | null;
  };
  return {
    problem,
    safe: threads.map(({ safe }) => safe),
    tight: threads.map(({ tight }) => tight),
    why: threads.map(({ why }) => why),
    stackBytes,
  };
}

interface Bound {
  readonly safe: number | null;
  readonly tight: number | null;
  readonly why: string | null;
}

function assign(exports: Exports, system: System, wish: Wish): Assignment {
  const { priorities = "keep", thresholds = "keep", protocols = "keep" } = wish;
  describe(exports, system);
  const places = [
    PRIORITIES.indexOf(priorities),
    THRESHOLDS.indexOf(thresholds),
    NEW_PROTOCOLS.indexOf(protocols),
  ];
  exports.call("assign", ...places);
  const chosen = JSON.parse(textOf(exports)) as Chosen;
  const { feasible, changes, notes } = chosen;
  return { feasible, changes, notes, system: feasible ? changedBy(system, chosen) : system };
}

/** An assignment, as the engine returns it: engine/src/analysis/assign/assignment.hpp. */
interface Chosen {
  readonly feasible: boolean;
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  readonly threads: readonly {
    readonly priority: number;
    readonly threshold: number;
    readonly chunks: readonly number[];
  }[];
  readonly resources: readonly number[];
}

function changedBy(system: System, chosen: Chosen): System {
  return {
    ...system,
    threads: system.threads.map((thread, place) => {
      const { priority, threshold, chunks } = chosen.threads[place] ?? { ...thread, chunks: [] };
      return {
        ...thread,
        priority,
        threshold,
        chunks: thread.chunks.map((chunk, at) => ({
          ...chunk,
          threshold: chunks[at] ?? threshold,
        })),
      };
    }),
    resources: system.resources.map((resource, place) => ({
      ...resource,
      value: chosen.resources[place] ?? resource.value,
    })),
  };
}

function textOf(exports: Exports): string {
  const begin = exports.call("text_data");
  return new TextDecoder().decode(
    new Uint8Array(exports.memory.buffer, begin, exports.call("text_size")),
  );
}

function describe(exports: Exports, system: System): void {
  const { dispatch, exit, preemption } = system.overheads;
  const hertz = Math.max(1, Math.min(Math.round(NANOSECONDS / system.tick_ns), 2 ** 32 - 1));
  exports.call("system_begin", hertz, dispatch, exit, preemption);
  for (const resource of system.resources) {
    setName(exports, resource.name);
    exports.call("add_resource", resource.kind, resource.value);
  }
  for (const { period, work, jitter, core } of system.interrupts) {
    exports.call("add_interrupt", period, work, jitter, core);
  }
  for (const thread of system.threads) {
    describeThread(exports, thread);
  }
}

function describeThread(exports: Exports, thread: Thread): void {
  const { period, deadline, offset, jitter, work, work_min: workMin } = thread;
  const { priority, threshold, stack, stack_between: between, core } = thread;
  setName(exports, thread.name);
  const times = [period, deadline, offset, jitter, work, workMin];
  exports.call("add_thread", ...times, priority, threshold, stack, between, core);
  exports.call("set_slice", thread.slice);
  for (const chunk of thread.chunks) {
    exports.call("add_chunk", chunk.work, chunk.threshold, chunk.stack);
  }
  for (const section of thread.sections) {
    exports.call("add_section", section.resource, section.start, section.work);
  }
  for (const { kind, object, value, begin, end } of thread.script) {
    exports.call("add_operation", kind, object, value, begin, end);
  }
}

function setName(exports: Exports, name: string): void {
  const buffer = new Uint8Array(exports.memory.buffer, exports.call("name_buffer"), NAME_BYTES + 1);
  const { written } = new TextEncoder().encodeInto(name, buffer.subarray(0, NAME_BYTES));
  buffer[written] = 0;
}

function numbersOf(request: Request): readonly [number, number, number, number, number] {
  const { seed, runs, horizon = NEVER, jobs = NEVER } = request;
  return [seed, runs, horizon, jobs, bitsOf(request)];
}

function bitsOf({ randomWork, randomOffsets, randomJitter }: Request): number {
  return Number(randomWork) + 2 * Number(randomOffsets) + 4 * Number(randomJitter);
}

function record<Field extends string>(
  fields: readonly Field[],
  read: (place: number) => number,
): Readonly<Record<Field, number>> {
  return Object.fromEntries(fields.map((field, place) => [field, read(place)])) as Record<
    Field,
    number
  >;
}
