// SPDX-License-Identifier: Apache-2.0
// A system in the address of the page, so that a link opens it: #play=1&name=...&t=...
// A letter names the kind of a row. Points separate its numbers, and the name comes last.
import { CORES, coresOf, isDescribable, servesAllCores } from "./system";
import type { Kind, ResourceKind, Section, System, Thread } from "./system";

export interface Lesson {
  readonly system: System;
  /** A text for the reader: what to look at or to change. */
  readonly about: string;
}

const VERSION = "1";
/** A link with more rows is not valid. */
const ROWS_MAX = 2000;

/** Whether a hash is one of a system. */
export function isLesson(hash: string): boolean {
  return hash.startsWith("#play=");
}

export function toAddress({ system, about }: Lesson): string {
  const { overheads, threads } = system;
  const rows: [string, string | readonly (number | string)[]][] = [
    ["play", VERSION],
    ["name", system.name],
    ["tick", [system.tick_ns]],
    ["e", [overheads.dispatch, overheads.exit, overheads.preemption]],
    ["about", about],
    ...system.resources.map(({ kind, value, name }) => row("m", kind, value, name)),
    ...system.interrupts.map((one) => row("i", one.period, one.work, one.jitter, one.name)),
    ...coresOfAll(system.interrupts).map((one) => row("j", ...one)),
    ...threads.map((thread) => row("t", ...numbersOf(thread), thread.name)),
    ...coresOfAll(threads).map((one) => row("k", ...one)),
    ...threads.flatMap(partsOf),
  ];
  const texts = rows.map(([key, value]) => {
    const text = typeof value === "string" ? value : value.join(".");
    return `${key}=${encodeURIComponent(text)}`;
  });
  return `#${texts.join("&")}`;
}

/** The indices of the threads or interrupts that are not on core 0, and their cores. */
function coresOfAll(all: readonly { readonly core: number }[]): number[][] {
  return all.flatMap(({ core }, place) => (core === 0 ? [] : [[place, core]]));
}

function row(key: string, ...values: (number | string)[]): [string, (number | string)[]] {
  return [key, values];
}

const FIELDS = [
  "period",
  "deadline",
  "offset",
  "jitter",
  "work",
  "work_min",
  "priority",
  "threshold",
  "stack",
  "stack_between",
  "slice",
] as const;

function numbersOf(thread: Thread): number[] {
  return FIELDS.map((field) => thread[field]);
}

function partsOf(thread: Thread, place: number): [string, (number | string)[]][] {
  return [
    ...thread.chunks.map((one) => row("c", place, one.work, one.threshold, one.stack)),
    ...thread.sections.map((one) => row("s", place, one.resource, one.start, one.work)),
    ...thread.script.map((one) =>
      row("o", place, one.kind, one.object, one.value, one.begin, one.end),
    ),
  ];
}

/** null if a hash does not contain a system. */
export function fromAddress(hash: string): Lesson | null {
  const entries = [...new URLSearchParams(hash.replace(/^#/u, ""))];
  const texts = new Map(entries);
  if (texts.get("play") !== VERSION || entries.length > ROWS_MAX) {
    return null;
  }
  const rows = (key: string, count: number): Row[] =>
    entries.filter(([name]) => name === key).map(([, value]) => rowOf(value, count));
  const coreOf = (key: string, place: number): number =>
    rows(key, 2).find(({ numbers }) => numbers[0] === place)?.numbers[1] ?? 0;
  const [tick] = rows("tick", 1);
  const [overheads] = rows("e", 3);
  const system: System = {
    name: texts.get("name") ?? "",
    tick_ns: tick?.numbers[0] ?? 0,
    resources: rows("m", 2).map(({ numbers: [kind = 0, value = 0], name }) => ({
      name,
      kind: kind as ResourceKind,
      value,
    })),
    interrupts: rows("i", 3).map(
      ({ numbers: [period = 0, work = 0, jitter = 0], name }, place) => ({
        name,
        period,
        work,
        jitter,
        core: coreOf("j", place),
      }),
    ),
    overheads: {
      dispatch: overheads?.numbers[0] ?? 0,
      exit: overheads?.numbers[1] ?? 0,
      preemption: overheads?.numbers[2] ?? 0,
    },
    threads: rows("t", FIELDS.length).map((one, place) => ({
      ...threadOf(one, (key, count) =>
        rows(key, count + 1)
          .filter(({ numbers }) => numbers[0] === place)
          .map(({ numbers }) => numbers.slice(1)),
      ),
      core: coreOf("k", place),
    })),
  };
  return isSound(system) ? { system, about: texts.get("about") ?? "" } : null;
}

interface Row {
  readonly numbers: readonly number[];
  readonly name: string;
}

function rowOf(text: string, count: number): Row {
  const parts = text.split(".");
  return { numbers: parts.slice(0, count).map(Number), name: parts.slice(count).join(".") };
}

function threadOf(
  { numbers, name }: Row,
  parts: (key: string, count: number) => (readonly number[])[],
): Omit<Thread, "core"> {
  const fields = Object.fromEntries(FIELDS.map((field, place) => [field, numbers[place] ?? 0]));
  return {
    ...(fields as Record<(typeof FIELDS)[number], number>),
    name,
    chunks: parts("c", 3).map(([work = 0, threshold = 0, stack = 0]) => ({
      work,
      threshold,
      stack,
    })),
    sections: parts("s", 3).map(([resource = 0, start = 0, work = 0]) => ({
      resource,
      start,
      work,
    })),
    script: parts("o", 5).map(([kind = 0, object = 0, value = 0, begin = 0, end = 0]) => ({
      kind: kind as Kind,
      object,
      value,
      begin,
      end,
    })),
  };
}

const TIME_MAX = 2 ** 47 - 1;
const LEVELS_MAX = 1024;

/** Whether the numbers of a link describe a valid system, which the core can run. */
function isSound(system: System): boolean {
  const { tick_ns: tick, threads, interrupts, resources, overheads } = system;
  const isTime = (...times: number[]): boolean =>
    times.every((time) => Number.isInteger(time) && time >= 0 && time <= TIME_MAX);
  return (
    isTime(tick, ...Object.values(overheads)) &&
    tick > 0 &&
    threads.length > 0 &&
    [...threads, ...interrupts].every(({ core }) => Number.isInteger(core) && core >= 0) &&
    coresOf(system) <= (isDescribable(system) ? CORES : 1) &&
    isWithinCores(system) &&
    interrupts.every(({ period, work, jitter }) => isTime(period, work, jitter) && work < period) &&
    resources.every(({ kind, value }) => isTime(kind, value) && kind <= 2) &&
    threads.every(
      (thread) => isTime(...numbersOf(thread)) && isSoundThread(thread, resources.length),
    )
  );
}

function isSoundThread(thread: Thread, objects: number): boolean {
  const { work, work_min: least, priority, threshold, chunks, sections, script, period } = thread;
  return (
    work > 0 &&
    least > 0 &&
    least <= work &&
    priority < LEVELS_MAX &&
    threshold <= priority &&
    (period > 0 || script.length > 0) &&
    (chunks.length === 0 || chunks.reduce((sum, chunk) => sum + chunk.work, 0) === work) &&
    chunks.every((chunk) => chunk.work > 0 && chunk.threshold <= priority) &&
    sections.every(
      (one) => one.resource < objects && one.work > 0 && one.start + one.work <= work,
    ) &&
    isNested(thread) &&
    script.every(({ object }) => object < Math.max(1, objects))
  );
}

/**
 * Whether each resource serves all threads that use it. Threads of several cores share only
 * resources of all cores, and a section of such a resource is not nested.
 */
export function isWithinCores(system: System): boolean {
  const { threads, resources } = system;
  const isOfAll = (place: number): boolean => {
    const resource = resources[place];
    return resource !== undefined && servesAllCores(resource);
  };
  const isOwn = resources.every(
    (_, place) => isOfAll(place) || coresOfUsers(system, place).size <= 1,
  );
  return (
    isOwn &&
    threads.every(({ sections }) =>
      sections.every((one, place) =>
        sections
          .slice(place + 1)
          .every(
            (other) => isApart(one, other) || !(isOfAll(one.resource) || isOfAll(other.resource)),
          ),
      ),
    )
  );
}

/** The cores of the threads that have a section of a resource. */
export function coresOfUsers({ threads }: System, resource: number): ReadonlySet<number> {
  const users = threads.filter(({ sections }) => sections.some((one) => one.resource === resource));
  return new Set(users.map(({ core }) => core));
}

function isApart(one: Section, other: Section): boolean {
  return one.start + one.work <= other.start || other.start + other.work <= one.start;
}

/** Whether one of two sections of a job contains the other one, or they do not overlap. */
export function isNested({ sections }: Thread): boolean {
  return sections.every((one, place) =>
    sections.slice(place + 1).every((other) => {
      const [first, second] = one.start <= other.start ? [one, other] : [other, one];
      const end = first.start + first.work;
      const isApart = second.start >= end;
      const isInside = second.start + second.work <= end || first.start === second.start;
      return isApart || (isInside && one.resource !== other.resource);
    }),
  );
}
