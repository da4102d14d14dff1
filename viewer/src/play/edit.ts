// SPDX-License-Identifier: Apache-2.0
// Changes a system by its sliders and keeps it consistent: threshold <= priority, critical sections
// and chunks within the work, work <= period.
import { ResourceKind } from "./system";
import type { System, Thread } from "./system";

export type Field = "priority" | "threshold" | "work" | "period";

export interface Limits {
  readonly min: number;
  readonly max: number;
}

export const LEVELS = 32;
const HYPERPERIODS = 2;
/** The approximate maximum of jobs in a run, so that a slider shows its effect immediately. */
const JOBS_MAX = 2000;

export function changed(system: System, index: number, field: Field, value: number): System {
  const threads = system.threads.map((thread, place) =>
    place === index ? changedThread(thread, field, value) : thread,
  );
  return { ...system, threads };
}

function changedThread(thread: Thread, field: Field, value: number): Thread {
  switch (field) {
    case "priority":
      return { ...thread, priority: value, threshold: Math.min(thread.threshold, value) };
    case "threshold":
      return { ...thread, threshold: Math.min(value, thread.priority) };
    case "work":
      return withWork(thread, value);
    case "period":
      return { ...thread, period: value, deadline: newDeadline(thread, value) };
  }
}

/** A deadline at the end of the period moves with the period. */
function newDeadline(thread: Thread, period: number): number {
  return thread.deadline === thread.period ? period : thread.deadline;
}

/** Adjusts the last chunk so that the chunks add up to the work. */
function withWork(thread: Thread, work: number): Thread {
  const { chunks } = thread;
  const last = chunks[chunks.length - 1];
  const workMin = thread.work_min === thread.work ? work : Math.min(thread.work_min, work);
  const grown =
    last === undefined
      ? chunks
      : [...chunks.slice(0, -1), { ...last, work: last.work + work - thread.work }];
  return { ...thread, work, work_min: workMin, chunks: grown };
}

/** The limits of a slider. first: the thread as the file or preset defines it. */
export function limits(thread: Thread, first: Thread, field: Field): Limits {
  switch (field) {
    case "priority":
      return { min: 0, max: Math.max(LEVELS - 1, first.priority) };
    case "threshold":
      return { min: 0, max: thread.priority };
    case "work":
      return { min: leastWork(thread), max: Math.max(thread.period, leastWork(thread)) };
    case "period":
      return { min: Math.max(1, thread.work), max: 4 * first.period };
  }
}

function leastWork(thread: Thread): number {
  const sections = thread.sections.map(({ start, work }) => start + work);
  const chunks = thread.chunks.slice(0, -1).reduce((sum, { work }) => sum + work, 1);
  return Math.max(1, chunks, ...sections);
}

/** Whether a field has no slider for this thread. */
export function isFixed(thread: Thread, field: Field): boolean {
  const hasScript = thread.script.length > 0;
  return (
    (field === "work" && hasScript) ||
    (field === "period" && thread.period === 0) ||
    (field === "threshold" && thread.chunks.length > 0)
  );
}

/**
 * The length of a run: two hyperperiods after the largest offset, or less if that exceeds the
 * maximum.
 */
export function horizonOf(system: System): number {
  const periodic = system.threads.filter(({ period }) => period > 0);
  const offset = Math.max(0, ...periodic.map((thread) => thread.offset));
  const rate = periodic.reduce((sum, { period }) => sum + 1 / period, 0);
  const longest = rate > 0 ? Math.floor(JOBS_MAX / rate) : 0;
  let cycle = 1;
  for (const { period } of periodic) {
    cycle = leastCommonMultiple(cycle, period);
    if (cycle * HYPERPERIODS > longest) {
      return offset + Math.max(longest, ...periodic.map((thread) => thread.period));
    }
  }
  return offset + HYPERPERIODS * cycle;
}

function leastCommonMultiple(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) {
    [large, small] = [small, large % small];
  }
  return (a / large) * b;
}

/**
 * Whether the analysis covers the system. It covers neither scripts nor mutexes without a protocol.
 */
export function isAnalysable(system: System): boolean {
  return (
    system.threads.every(({ script }) => script.length === 0) &&
    system.resources.every(({ kind, value }) => kind === ResourceKind.Mutex && value < 2)
  );
}
