// SPDX-License-Identifier: Apache-2.0
// What threads suffered from less urgent ones: ticks in which those ran while they were ready, or
// waited for a mutex.
import { Event } from "../limen/format";
import { laneOfThread, lowerBound } from "../lookup";
import { Id, PRIORITY_BITS, Word } from "../threadx/layout";
import { addressIn } from "../threadx/running";
import type { Analysis, Trace } from "../types";
import type { Branch, Window } from "./tree";

/** Intervals within a window, by begin, each with the base priority of its thread. */
interface Pieces {
  readonly begin: number[];
  readonly end: number[];
  readonly base: number[];
}

/** Base priorities of a lane: from each event on. */
interface Bases {
  readonly at: number[];
  readonly base: number[];
}

interface Events {
  readonly count: number;
  readonly first: ArrayLike<number>;
  readonly last: ArrayLike<number>;
}

const MUTEX = 13;

export function blockingOf(trace: Trace, analysis: Analysis, window: Window): Branch[] {
  const bases = basesOf(trace);
  const cutAll = (events: (lane: number) => Events): Pieces[] =>
    trace.lanes.map((_, lane) => cut(trace, bases[lane]!, events(lane), window));
  const mutexWaits = waitsForMutexes(trace, analysis);
  const runs = cutAll((lane) => analysis.lanes[lane]!.running);
  const suffered = [
    cutAll((lane) => analysis.lanes[lane]!.ready),
    cutAll((lane) => mutexWaits[lane]!),
  ];
  const rows: Branch[] = [];
  for (let lane = 1; lane < trace.lanes.length; lane++) {
    for (let by = 1; by < trace.lanes.length; by++) {
      const [level, mutex] = suffered.map((pieces) =>
        by === lane ? 0 : overlap(runs[by]!, pieces[lane]!),
      );
      if (level! > 0 || mutex! > 0) {
        rows.push({
          thread: trace.lanes[lane]!.name,
          by: trace.lanes[by]!.name,
          level: level!,
          mutex: mutex!,
        });
      }
    }
  }
  return rows;
}

function basesOf(trace: Trace): Bases[] {
  const bases = trace.lanes.map((lane): Bases => ({ at: [-1], base: [lane.priority ?? 0] }));
  const tell = (lane: number, at: number, base: number): void => {
    bases[lane]?.at.push(at);
    bases[lane]?.base.push(base);
  };
  if (trace.origin === "limen") {
    basesOfLimen(trace, tell);
  } else {
    basesOfThreadx(trace, bases, tell);
  }
  return bases;
}

type Tell = (lane: number, at: number, base: number) => void;

function basesOfLimen({ count, event, words, lanes }: Trace, tell: Tell): void {
  const laneOf = new Map(lanes.map((lane, place) => [lane.id, place]));
  for (let i = 0; i < count; i++) {
    if (event[i] === Event.ThreadCreate || event[i] === Event.ThreadPriority) {
      tell(laneOf.get(words[0]![i]!) ?? -1, i, words[1]![i]!);
    }
  }
}

/** Those that calls set; and less urgent ones that threads show, which no inheritance makes. */
function basesOfThreadx(trace: Trace, bases: readonly Bases[], tell: Tell): void {
  const shown = new Int32Array(trace.lanes.length).fill(-1);
  for (let i = 0; i < trace.count; i++) {
    const lane = trace.depth[i] === 0 ? trace.lane[i]! : -1;
    const priority = trace.words[Word.Priority]![i]! & PRIORITY_BITS;
    if (lane > 0 && priority !== shown[lane]) {
      shown[lane] = priority;
      const known = bases[lane]!.base;
      if (priority > known[known.length - 1]!) {
        tell(lane, i, priority);
      }
    }
    if (trace.event[i] === Id.ThreadCreate || trace.event[i] === Id.PriorityChange) {
      const id = addressIn(trace, Word.Info1, i);
      tell(
        id === 0 ? -1 : laneOfThread(trace, id),
        i,
        trace.words[Word.Info2]![i]! & PRIORITY_BITS,
      );
    }
  }
}

function waitsForMutexes(trace: Trace, { waits }: Analysis): Events[] {
  const found = trace.lanes.map(() => ({ count: 0, first: [] as number[], last: [] as number[] }));
  for (let place = 0; place < waits.count; place++) {
    if (waits.what[place] === MUTEX) {
      const own = found[waits.lane[place]!]!;
      own.count++;
      own.first.push(waits.begin[place]!);
      own.last.push(waits.end[place]!);
    }
  }
  return found;
}

/** Intervals, cut where the base priority changes and at the limits of the window. */
function cut({ time, count }: Trace, { at, base }: Bases, events: Events, window: Window): Pieces {
  const pieces: Pieces = { begin: [], end: [], base: [] };
  for (let place = 0; place < events.count; place++) {
    const last = events.last[place]! < 0 ? count - 1 : events.last[place]!;
    let first = events.first[place]!;
    for (let change = lowerBound(at, first + 1) - 1; first < last; change++) {
      const next = Math.min(at[change + 1] ?? last, last);
      const begin = Math.max(time[first]!, window.begin);
      const end = Math.min(time[next]!, window.end);
      if (begin < end) {
        pieces.begin.push(begin);
        pieces.end.push(end);
        pieces.base.push(base[change]!);
      }
      first = next;
    }
  }
  return pieces;
}

/** Ticks in which one runs while the other, more urgent one suffers. O(m + k). */
function overlap(runs: Pieces, suffers: Pieces): number {
  let total = 0;
  let from = 0;
  for (let run = 0; run < runs.begin.length; run++) {
    while (from < suffers.begin.length && suffers.end[from]! <= runs.begin[run]!) {
      from++;
    }
    for (
      let place = from;
      place < suffers.begin.length && suffers.begin[place]! < runs.end[run]!;
      place++
    ) {
      if (runs.base[run]! > suffers.base[place]!) {
        total +=
          Math.min(runs.end[run]!, suffers.end[place]!) -
          Math.max(runs.begin[run]!, suffers.begin[place]!);
      }
    }
  }
  return total;
}
