// SPDX-License-Identifier: Apache-2.0
// Statistics of a window that need an analysis: shares, jobs, held off, fills. Same for all origins.
import { insideAfter } from "../analysis/interrupts";
import { limenWords } from "../limen/words";
import { lowerBound } from "../lookup";
import { wordsOf } from "../threadx/describe";
import type { Analysis, EventWords, Jobs, Steps, Trace } from "../types";
import { blockingOf } from "./blocking";
import { distribution } from "./distribution";
import type { Branch, Window } from "./tree";
import { share, thousandths } from "./tree";

export function figures(trace: Trace, analysis: Analysis, window: Window): Branch {
  return {
    profile: profile(trace, window),
    popular: popular(trace, window),
    jobs: jobs(trace, analysis, window),
    held_off: heldOff(trace, analysis, window),
    blocking: blockingOf(trace, analysis, window),
    fills: fills(trace, analysis, window),
  };
}

/** Ticks of each lane, of interrupts, of nobody known. */
function profile(trace: Trace, { first, last, begin, end }: Window): Branch[] {
  const { count, time, running, core, cores } = trace;
  const inside = insideAfter(trace);
  const ticks = new Float64Array(trace.lanes.length);
  const newest = new Int32Array(cores).fill(-1);
  let interrupts = 0;
  let unknown = 0;
  // On one core nothing ahead of the window lasts into it.
  const until = cores > 1 ? count - 1 : Math.min(last, count - 1);
  for (let i = cores > 1 ? 0 : first; i <= until; i++) {
    const before = newest[core[i]!]!;
    newest[core[i]!] = i;
    const part = before < 0 ? 0 : clip(time[i]!, begin, end) - clip(time[before]!, begin, end);
    if (part > 0) {
      const lane = running[before]!;
      interrupts += inside[before] === 1 ? part : 0;
      unknown += lane < 0 ? part : 0;
      if (inside[before] === 0 && lane >= 0) {
        ticks[lane]! += part;
      }
    }
  }
  const rows: [string, number][] = trace.lanes.map((lane, place) => [lane.name, ticks[place]!]);
  rows.push(["interrupts", interrupts]);
  if (unknown > 0) {
    rows.push(["unknown", unknown]);
  }
  const whole = rows.reduce((sum, [, part]) => sum + part, 0);
  return rows.map(([name, part]) => ({ name, ticks: part, percent: share(part, whole) }));
}

function clip(value: number, least: number, greatest: number): number {
  return Math.min(Math.max(value, least), greatest);
}

/** Events by number: of the system, and of each thread outside of interrupts. */
function popular(trace: Trace, { first, last }: Window): Branch[] {
  const kinds = kindsOf(trace, first, last);
  const counts: (Uint32Array | undefined)[] = [];
  for (let i = first; i < last; i++) {
    const kind = kinds.place[trace.event[i]!]!;
    const lane = trace.depth[i] === 0 ? trace.lane[i]! : 0;
    (counts[0] ??= new Uint32Array(kinds.events.length))[kind]!++;
    if (lane > 0) {
      (counts[lane] ??= new Uint32Array(kinds.events.length))[kind]!++;
    }
  }
  return counts.flatMap((own, lane) => {
    const of = lane === 0 ? "system" : trace.lanes[lane]!.name;
    return own === undefined ? [] : [popularRow(trace, of, kinds.events, own)];
  });
}

/** Numbers of the events that occur, rising, and the place of each. */
function kindsOf(
  trace: Trace,
  first: number,
  last: number,
): { events: number[]; place: Uint16Array } {
  const place = new Uint16Array(1 << 16);
  for (let i = first; i < last; i++) {
    place[trace.event[i]!] = 1;
  }
  const events: number[] = [];
  for (let event = 0; event < place.length; event++) {
    if (place[event] === 1) {
      place[event] = events.length;
      events.push(event);
    }
  }
  return { events, place };
}

function popularRow(
  trace: Trace,
  of: string,
  kinds: readonly number[],
  counts: Uint32Array,
): Branch {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const seen = kinds
    .map((event, place) => ({ event, count: counts[place]! }))
    .filter(({ count }) => count > 0);
  const sorted = seen.sort((one, other) => other.count - one.count || one.event - other.event);
  return {
    of,
    total,
    events: sorted.map(({ event, count }) => {
      const { code, name } = namesOf(trace, event);
      return { event, code, name, count, percent: share(count, total) };
    }),
  };
}

function namesOf(trace: Trace, event: number): EventWords {
  return trace.origin === "limen" ? limenWords(event) : wordsOf(trace, event);
}

const MEASURES: readonly (readonly [string, (jobs: Jobs) => Float64Array])[] = [
  ["response", (jobs) => jobs.response],
  ["start_latency", (jobs) => jobs.startLatency],
  ["execution", (jobs) => jobs.execution],
  ["ready", (jobs) => jobs.ready],
  ["waiting", (jobs) => jobs.waiting],
  ["interrupted", (jobs) => jobs.interrupted],
  ["interval", (jobs) => jobs.interval],
];

/** Those of some places that are numbers. */
function valuesAt(column: Float64Array, places: readonly number[]): Float64Array {
  const values = new Float64Array(places.length);
  let count = 0;
  for (const place of places) {
    if (!Number.isNaN(column[place]!)) {
      values[count++] = column[place]!;
    }
  }
  return values.subarray(0, count);
}

function jobs(trace: Trace, { jobs: all }: Analysis, { first, last }: Window): Branch[] {
  const places = trace.lanes.map((): number[] => []);
  for (let place = 0; place < all.count; place++) {
    if (first <= all.endAt[place]! && all.endAt[place]! < last) {
      places[all.lane[place]!]!.push(place);
    }
  }
  return places.flatMap((own, lane) => {
    if (own.length === 0) {
      return [];
    }
    const measures = MEASURES.map(([name, column]) => {
      return [name, distribution(valuesAt(column(all), own))];
    });
    return {
      thread: trace.lanes[lane]!.name,
      kind: own.every((place) => all.isJob[place] === 1) ? "job" : "activation",
      count: own.length,
      deadline_misses: own.reduce((sum, place) => sum + all.missed[place]!, 0),
      ...(Object.fromEntries(measures) as Branch),
    };
  });
}

function heldOff(trace: Trace, { lanes }: Analysis, { first, last, begin, end }: Window): Branch[] {
  return lanes.flatMap(({ heldOff: held }, lane) => {
    let count = 0;
    let ticks = 0;
    let longest = 0;
    for (let place = 0; place < held.count; place++) {
      if (held.first[place]! < last && first < held.last[place]!) {
        const part = clip(held.end[place]!, begin, end) - clip(held.begin[place]!, begin, end);
        count++;
        ticks += part;
        longest = Math.max(longest, part);
      }
    }
    return count === 0 ? [] : [{ thread: trace.lanes[lane]!.name, count, ticks, longest }];
  });
}

function fills(trace: Trace, analysis: Analysis, window: Window): Branch[] {
  return trace.objects
    .flatMap(({ id, name, kind }, place) => {
      const steps = analysis.fills[place] ?? null;
      const values = steps === null ? null : fillOf(steps, window);
      return values === null ? [] : [{ object: id, name, kind, ...values }];
    })
    .sort((one, other) => one.object - other.object);
}

/** Least, mean and greatest; null if no event ahead of the window's end tells it. */
function fillOf(
  { at, time, value }: Steps,
  window: Window,
): { least: number; mean: number; greatest: number } | null {
  const first = Math.max(lowerBound(at, window.first + 1) - 1, 0);
  const last = lowerBound(at, window.last);
  if (first >= last) {
    return null;
  }
  let least = Infinity;
  let greatest = -Infinity;
  let total = 0;
  let whole = 0;
  for (let place = first; place < last; place++) {
    const one = value[place]! >>> 0;
    const until = place + 1 < last ? time[place + 1]! : window.end;
    const ticks = Math.max(until, window.begin) - Math.max(time[place]!, window.begin);
    least = Math.min(least, one);
    greatest = Math.max(greatest, one);
    total += one * ticks;
    whole += ticks;
  }
  return { least, mean: whole > 0 ? thousandths(total, whole) : value[last - 1]! >>> 0, greatest };
}
