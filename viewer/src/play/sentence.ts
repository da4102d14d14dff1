// SPDX-License-Identifier: Apache-2.0
// One sentence about the system, from the same numbers as the table: the result of this run on the
// kernel, and the proven bounds.
import { duration } from "../ui/format";
import type { Bounds, Observation, Results, System, Thread } from "./system";

const NS_PER_SECOND = 1e9;

interface Row {
  readonly thread: Thread;
  readonly tick_ns: number;
  readonly seen: Observation;
  readonly bound: number | null;
  readonly why: string | null;
}

export function sentenceOf(system: System, results: Results, bounds: Bounds): string {
  if (results.refused > 0) {
    return "The threads wait for each other for ever, and the run ends there.";
  }
  const { threads, tick_ns } = system;
  const rows = threads.flatMap((thread, place): Row[] => {
    const seen = results.threads[place];
    return seen === undefined || thread.period === 0
      ? []
      : [
          {
            thread,
            tick_ns,
            seen,
            bound: bounds.safe[place] ?? null,
            why: bounds.why[place] ?? null,
          },
        ];
  });
  const late = rows.filter(({ seen }) => seen.misses > 0).sort((a, b) => share(b) - share(a));
  const [worst] = late;
  const verdict = worst === undefined ? onTime(rows) : missed(worst, late);
  const hasScript = threads.some(({ script }) => script.length > 0);
  return hasScript ? `${count(results.switches)} switches between threads. ${verdict}` : verdict;
}

/** The ratio of the response to the deadline, by which the rows are ordered. */
function share({ thread, seen }: Row): number {
  return seen.jobs === 0 ? Infinity : seen.responseMax / thread.deadline;
}

function missed(row: Row, late: readonly Row[]): string {
  const { thread, seen } = row;
  const times = seen.misses === 1 ? "once" : `${count(seen.misses)} times`;
  const longest =
    seen.jobs === 0
      ? `no job of it ends`
      : `its longest response is ${relative(row, seen.responseMax)}`;
  const others = late.slice(1).map((other) => other.thread.name);
  const more = others.length === 0 ? "" : ` ${list(others)} ${verb(others, "misses")} it, too.`;
  return `${thread.name} misses its deadline ${times}: ${longest}.${more} ${proven(row)}`;
}

function proven({ bound, why }: Row): string {
  return bound === null ? `It has no bound: ${why ?? ""}.` : `Proven is ${count(bound)} at most.`;
}

function onTime(rows: readonly Row[]): string {
  const open = rows.find(({ bound }) => bound === null);
  if (open !== undefined) {
    const { thread, why } = open;
    return `No deadline is missed in this run, and nothing is proven for ${thread.name}: ${why ?? ""}.`;
  }
  const closest = [...rows].sort((a, b) => room(a) - room(b))[0];
  if (closest === undefined) {
    return "No thread has a deadline.";
  }
  const { thread, seen, bound } = closest;
  const most = relative(closest, bound ?? 0);
  return room(closest) < 0
    ? `No deadline is missed in this run, but ${thread.name} can miss it: its response can be ${most}.`
    : `All deadlines are met, which is proven. ${thread.name} has the least room: at most ${most}; in this run, ${count(
        seen.responseMax,
      )}.`;
}

/** "9,500 of 10,000 ticks (9.5 ms of 10 ms)". */
function relative({ thread, tick_ns: tick }: Row, response: number): string {
  const time = (ticks: number): string => duration(ticks, NS_PER_SECOND / tick);
  const { deadline } = thread;
  return `${count(response)} of ${count(deadline)} ticks (${time(response)} of ${time(deadline)})`;
}

/** The part of the deadline after the bound. */
function room({ thread, bound }: Row): number {
  return 1 - (bound ?? 0) / thread.deadline;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** "A, B and C". */
export function list(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1] ?? ""}`;
}

function verb(names: readonly string[], one: string): string {
  return names.length === 1 ? one : one.replace(/es$/u, "");
}

/** The thread that uses most of its deadline, by its bound; null: some thread has no bound. */
export function closestOf(system: System, bounds: Bounds): string | null {
  let text: string | null = null;
  let most = 0;
  for (const [place, thread] of system.threads.entries()) {
    const bound = bounds.safe[place] ?? null;
    if (bound === null) {
      return null;
    }
    if (bound / thread.deadline >= most) {
      most = bound / thread.deadline;
      text = `${thread.name} needs at most ${count(bound)} of ${count(thread.deadline)} ticks`;
    }
  }
  return text;
}
