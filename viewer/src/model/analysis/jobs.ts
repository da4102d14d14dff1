// SPDX-License-Identifier: Apache-2.0
// How long threads took from a release, or a wake-up, to their end.
import { bucket, Rows } from "../columns";
import { Event } from "../limen/format";
import { Id, PRIORITY_CHANGE, Word } from "../threadx/layout";
import { laneOfThread, lowerBound } from "../lookup";
import { addressIn } from "../threadx/running";
import type { Jobs, LaneAnalysis, Trace, Track } from "../types";
import { insideAfter } from "./interrupts";
import { addSpan, NONE, Span } from "./rows";
import { byLane, inOrder, onceAtATime, trackOf } from "./tracks";

/** Tracks of a lane that measuring asks for. */
interface Measured {
  readonly running: Track;
  readonly interrupted: Track;
  readonly ready: Track;
  readonly waiting: Track;
}

/** Ends of jobs and activations; rows of lane, event, begin event, missed. */
interface Ends {
  readonly lane: number;
  readonly at: number;
  readonly release: number;
  readonly missed: boolean;
}

/** All that happens to jobs, by lane: events of COMPLETE, DEADLINE_MISS, moves. */
interface Told {
  readonly isPeriodic: Uint8Array;
  /** Rows: lane, kind, event, -. */
  readonly events: Rows;
}

const enum Kind {
  Ready = 0,
  Stop = 1,
  Complete = 2,
  Miss = 3,
}

/** Jobs by lane and then by time. O(n log n). */
export function findJobs(trace: Trace, lanes: readonly LaneAnalysis[], away: Rows): Jobs {
  const told = trace.origin === "limen" ? tellLimen(trace) : tellThreadx(trace);
  const inside = interruptSpans(trace);
  const byLaneOf = [inside, away].map((rows) => byLane(rows, trace.lanes.length));
  const events = bucket(told.events.int32(Span.Lane), told.events.count, trace.lanes.length);
  const jobs = newJobs(told.events.count);
  let count = 0;
  for (let lane = 1; lane < trace.lanes.length; lane++) {
    const own = events.rows.subarray(events.start[lane]!, events.start[lane + 1]!);
    const ends = told.isPeriodic[lane] === 1 ? completed(trace, told, own, lane) : activations(trace, told, own, lane);
    const measured: Measured = {
      running: onceAtATime(lanes[lane]!.running, trace.cores),
      ready: lanes[lane]!.ready,
      interrupted: onceAtATime(trackOf(trace, inside, inOrder(inside, byLaneOf[0]!, trace.cores), lane), trace.cores),
      waiting: trackOf(trace, away, byLaneOf[1]!, lane),
    };
    ends.forEach((end, place) => measure(trace, jobs, count++, end, ends[place - 1], measured));
  }
  return shorten(jobs, count);
}

function newJobs(count: number): Jobs {
  const column = (): Float64Array => new Float64Array(count);
  return {
    count,
    lane: new Int16Array(count),
    endAt: new Int32Array(count),
    isJob: new Uint8Array(count),
    release: column(),
    end: column(),
    response: column(),
    startLatency: column(),
    execution: column(),
    ready: column(),
    waiting: column(),
    interrupted: column(),
    interval: column(),
    missed: new Uint8Array(count),
  };
}

function shorten(jobs: Jobs, count: number): Jobs {
  const columns = Object.entries(jobs).filter(([name]) => name !== "count") as [string, Float64Array][];
  return { ...Object.fromEntries(columns.map(([name, column]) => [name, column.slice(0, count)])), count } as Jobs;
}

function tellLimen(trace: Trace): Told {
  const { count, event } = trace;
  const [objects, , b] = trace.words;
  const isPeriodic = new Uint8Array(trace.lanes.length);
  const events = new Rows(4);
  for (let i = 0; i < count; i++) {
    const kind = kindOfLimen(event[i]!);
    if (kind === NONE && event[i] !== Event.Release) {
      continue;
    }
    const lane = laneOfThread(trace, kind === Kind.Stop ? b![i]! & 0xffff : objects![i]!);
    if (lane <= 0) {
      continue;
    }
    if (kind === NONE) {
      isPeriodic[lane] = 1;
    } else {
      addSpan(events, lane, kind, i, 0);
    }
  }
  return { isPeriodic, events };
}

function kindOfLimen(event: number): Kind | -1 {
  switch (event) {
    case Event.Ready:
      return Kind.Ready;
    case Event.Suspend:
      return Kind.Stop;
    case Event.Complete:
      return Kind.Complete;
    case Event.DeadlineMiss:
      return Kind.Miss;
    default:
      return NONE;
  }
}

function tellThreadx(trace: Trace): Told {
  const { count, event } = trace;
  const events = new Rows(4);
  for (let i = 0; i < count; i++) {
    const isMove = event[i] === Id.Resume || event[i] === Id.Suspend;
    if (isMove && addressIn(trace, Word.Info2, i) !== PRIORITY_CHANGE) {
      const lane = laneOfThread(trace, addressIn(trace, Word.Info1, i));
      if (lane > 0) {
        addSpan(events, lane, event[i] === Id.Resume ? Kind.Ready : Kind.Stop, i, 0);
      }
    }
  }
  return { isPeriodic: new Uint8Array(trace.lanes.length), events };
}

/** Jobs of a thread that has a release in the trace. */
function completed(trace: Trace, { events }: Told, own: Int32Array, lane: number): Ends[] {
  const found: Ends[] = [];
  const b = trace.words[2]!;
  for (const [place, row] of own.entries()) {
    if (events.get(row, Span.Kind) !== Kind.Complete) {
      continue;
    }
    const at = events.get(row, Span.First);
    const release = trace.time[at]! - b[at]!;
    if (release >= 0) {
      // The kernel tells a missed deadline right behind the completion.
      found.push({ lane, at, release, missed: isMissedBehind(events, own, place) });
    }
  }
  return found;
}

function isMissedBehind(events: Rows, own: Int32Array, place: number): boolean {
  for (let next = place + 1; next < own.length; next++) {
    const kind = events.get(own[next]!, Span.Kind);
    if (kind === Kind.Complete || kind === Kind.Miss) {
      return kind === Kind.Miss;
    }
  }
  return false;
}

/** Activations of another thread: from what makes it ready to the next move that stops it. */
function activations(trace: Trace, { events }: Told, own: Int32Array, lane: number): Ends[] {
  const found: Ends[] = [];
  let begin = NONE;
  let isReady = false;
  let missed = false;
  for (const row of own) {
    const at = events.get(row, Span.First);
    const kind = events.get(row, Span.Kind);
    if (kind === Kind.Miss) {
      missed = true;
    } else if (kind === Kind.Ready && !isReady) {
      [begin, isReady, missed] = [at, true, false];
    } else if (kind === Kind.Stop && isReady) {
      found.push({ lane, at, release: trace.time[begin]!, missed });
      isReady = false;
    }
  }
  return found;
}

function measure(trace: Trace, jobs: Jobs, place: number, end: Ends, before: Ends | undefined, of: Measured): void {
  const begin = end.release;
  const until = trace.time[end.at]!;
  const starts = firstRun(of.running, begin);
  const interrupted = within(of.interrupted, begin, until);
  jobs.lane[place] = end.lane;
  jobs.endAt[place] = end.at;
  jobs.isJob[place] = trace.origin === "limen" && trace.event[end.at] === Event.Complete ? 1 : 0;
  jobs.release[place] = begin;
  jobs.end[place] = until;
  jobs.response[place] = until - begin;
  jobs.startLatency[place] = Math.min(Math.max(starts, begin), until) - begin;
  jobs.interrupted[place] = interrupted;
  jobs.execution[place] = within(of.running, begin, until) - interrupted;
  jobs.ready[place] = within(of.ready, begin, until);
  jobs.waiting[place] = within(of.waiting, begin, until);
  jobs.interval[place] = before === undefined ? NaN : begin - before.release;
  jobs.missed[place] = end.missed ? 1 : 0;
}

function firstRun({ begin, end, count }: Track, time: number): number {
  const place = upperBound(end, time, count);
  return place < count ? begin[place]! : Infinity;
}

/** The first place whose value is greater, in a rising column of whole numbers. */
function upperBound(column: Float64Array, value: number, count: number): number {
  return lowerBound(column, value + 0.5, count);
}

/** Ticks of a track from one time to another. */
export function within(track: Track, begin: number, until: number): number {
  return ticksUntil(track, until) - ticksUntil(track, begin);
}

/** Ticks of a track ahead of a time. */
export function ticksUntil({ begin, end, sum, count }: Track, time: number): number {
  const place = upperBound(begin, time, count) - 1;
  return place < 0 ? 0 : sum[place]! - Math.max(end[place]! - time, 0);
}

/** Times in which an interrupt runs while a lane is dispatched. */
function interruptSpans(trace: Trace): Rows {
  const rows = new Rows(4);
  const inside = insideAfter(trace);
  const { count, core, running } = trace;
  const lane = new Int16Array(trace.cores).fill(NONE);
  const since = new Int32Array(trace.cores);
  const newest = new Int32Array(trace.cores);
  for (let i = 0; i < count; i++) {
    const on = core[i]!;
    const now = inside[i] === 1 ? running[i]! : NONE;
    if (now !== lane[on]) {
      if (lane[on]! > 0) {
        addSpan(rows, lane[on]!, on, since[on]!, i);
      }
      lane[on] = now;
      since[on] = i;
    }
    newest[on] = i;
  }
  lane.forEach((open, on) => {
    if (open > 0) {
      addSpan(rows, open, on, since[on]!, newest[on]!);
    }
  });
  return rows;
}
