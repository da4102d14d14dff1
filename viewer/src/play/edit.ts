// SPDX-License-Identifier: Apache-2.0
// Changes a system by its sliders and keeps it consistent: threshold <= priority, critical sections
// and chunks within the work, work <= period.
import { coresOfUsers, isNested, isWithinCores } from "./address";
import { PROTOCOLS, ResourceKind, servesAllCores, threadOf } from "./system";
import type { Section, System, Thread } from "./system";

export type Field = "priority" | "threshold" | "work" | "period" | "deadline";

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
    case "deadline":
      return { ...thread, deadline: value };
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
    case "deadline":
      return { min: 1, max: 8 * first.period };
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
    ((field === "period" || field === "deadline") && thread.period === 0) ||
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

const SHARE = 20;

/** Adds a thread that is less urgent than all others, with a twentieth of the longest period. */
export function withThread(system: System): System {
  const period = Math.max(1, ...system.threads.map((thread) => thread.period)) || SHARE;
  const work = Math.max(1, Math.round(period / SHARE));
  const priority = Math.max(-1, ...system.threads.map((thread) => thread.priority)) + 1;
  const names = new Set(system.threads.map(({ name }) => name));
  let number = system.threads.length + 1;
  while (names.has(`T${number}`)) {
    number++;
  }
  const thread = threadOf(`T${number}`, period, work, { priority, threshold: priority });
  return { ...system, threads: [...system.threads, thread] };
}

export function withoutThread(system: System, index: number): System {
  return { ...system, threads: system.threads.filter((_, place) => place !== index) };
}

/** Adds a mutex that inherits, for which no thread has a section yet. */
export function withMutex(system: System): System {
  const names = new Set(system.resources.map(({ name }) => name));
  let number = 1;
  while (names.has(`mutex ${number}`)) {
    number++;
  }
  const mutex = { name: `mutex ${number}`, kind: ResourceKind.Mutex, value: 0 };
  return { ...system, resources: [...system.resources, mutex] };
}

/** Removes a mutex and its sections. */
export function withoutMutex(system: System, index: number): System {
  const kept = (sections: readonly Section[]): Section[] =>
    sections
      .filter(({ resource }) => resource !== index)
      .map((one) => ({ ...one, resource: one.resource - (one.resource > index ? 1 : 0) }));
  return {
    ...system,
    resources: system.resources.filter((_, place) => place !== index),
    threads: system.threads.map((thread) => ({ ...thread, sections: kept(thread.sections) })),
  };
}

export function withProtocol(system: System, index: number, value: number): System | null {
  const resources = system.resources.map((one, place) =>
    place === index ? { ...one, value } : one,
  );
  return withinCores({ ...system, resources });
}

/**
 * Moves a thread to another core; null: it has nested sections, and one of them would serve all
 * cores.
 */
export function withCore(system: System, index: number, core: number): System | null {
  const threads = system.threads.map((one, place) => (place === index ? { ...one, core } : one));
  return withinCores({ ...system, threads });
}

/**
 * Gives each resource that threads of several cores use the protocol "shared". null: this is not
 * possible.
 */
function withinCores(system: System): System | null {
  const value = PROTOCOLS.indexOf("shared");
  const resources = system.resources.map((one, place) =>
    servesAllCores(one) || coresOfUsers(system, place).size <= 1 ? one : { ...one, value },
  );
  const placed = { ...system, resources };
  return isWithinCores(placed) ? placed : null;
}

/** Adds a section of a mutex over the first half of the work; null: the thread owns it then. */
export function withSection(system: System, thread: number, resource: number): System | null {
  const own = system.threads[thread];
  const work = Math.max(1, Math.floor((own?.work ?? 0) / 2));
  return withSections(system, thread, [...(own?.sections ?? []), { resource, start: 0, work }]);
}

/** Replaces the sections of a thread; null: they overlap, or do not fit into its work. */
export function withSections(
  system: System,
  index: number,
  sections: readonly Section[],
): System | null {
  const threads = system.threads.map((thread, place) =>
    place === index ? { ...thread, sections } : thread,
  );
  const changed = threads[index];
  const fits = sections.every(
    ({ start, work }) => start >= 0 && work >= 1 && start + work <= (changed?.work ?? 0),
  );
  return changed !== undefined && fits && isNested(changed)
    ? withinCores({ ...system, threads })
    : null;
}
