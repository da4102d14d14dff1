// SPDX-License-Identifier: Apache-2.0
// How long threads took from a release, or a wake-up, to their end.
import type { Buckets } from "../columns";
import { bucket, Rows } from "../columns";
import { Event } from "../limen/format";
import { laneTable, lowerBound } from "../lookup";
import { LaneFinder } from "../threadx/lanes";
import { Id, PRIORITY_CHANGE, Word } from "../threadx/layout";
import { addressIn } from "../threadx/running";
import type { Jobs, LaneAnalysis, Trace, Track } from "../types";
import { insideAfter } from "./interrupts";
import { addSpan, NONE, Span } from "./rows";
import { byLane, inOrder, onceAtATime, trackOf } from "./tracks";

/** A track of which one time after the other is asked, and where the answers before were. */
interface Measured {
  readonly track: Track;
  atBegin: number;
  atEnd: number;
}

/** Tracks of a lane that measuring asks for. */
interface LaneTracks {
  readonly running: Measured;
  readonly runsNext: Measured;
  readonly interrupted: Measured;
  readonly ready: Measured;
}

/** What happens to jobs. Rows: lane, a Kind, event. */
interface Told {
  readonly isPeriodic: Uint8Array;
  readonly events: Rows;
}

const enum Kind {
  Ready = 0,
  Stop = 1,
  Complete = 2,
  Miss = 3,
}

/** Columns of what is to be measured: lane, end event, begin event or NONE, missed. */
const enum EndColumn {
  Lane = 0,
  At = 1,
  Begin = 2,
  Missed = 3,
}

/** Jobs by lane and then by time. O(n log n). */
export function findJobs(trace: Trace, lanes: readonly LaneAnalysis[]): Jobs {
  const told = trace.origin === "limen" ? tellLimen(trace) : tellThreadx(trace);
  const ends = findEnds(trace, told);
  const inside = interruptSpans(trace);
  const interrupted = byLane(inside, trace.lanes.length);
  inOrder(inside, interrupted, trace.cores);
  const jobs = newJobs(ends.count);
  let measured: LaneTracks | null = null;
  for (let place = 0; place < ends.count; place++) {
    const lane = ends.get(place, EndColumn.Lane);
    const isNew = place === 0 || ends.get(place - 1, EndColumn.Lane) !== lane;
    if (isNew || measured === null) {
      const running = onceAtATime(lanes[lane]!.running, trace.cores);
      measured = {
        running: fromStart(running),
        runsNext: fromStart(running),
        ready: fromStart(lanes[lane]!.ready),
        interrupted: fromStart(onceAtATime(trackOf(trace, inside, interrupted, lane), trace.cores)),
      };
    }
    measure(trace, jobs, place, ends, measured);
    jobs.interval[place] = isNew ? NaN : jobs.release[place]! - jobs.release[place - 1]!;
  }
  return jobs;
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

function tellLimen(trace: Trace): Told {
  const { count, event } = trace;
  const [objects, , b] = trace.words;
  const laneOf = laneTable(trace);
  const isPeriodic = new Uint8Array(trace.lanes.length);
  const events = new Rows(4);
  for (let i = 0; i < count; i++) {
    const kind = kindOfLimen(event[i]!);
    if (kind === NONE) {
      if (event[i] === Event.Release && laneOf[objects![i]!]! > 0) {
        isPeriodic[laneOf[objects![i]!]!] = 1;
      }
      continue;
    }
    const lane = laneOf[kind === Kind.Stop ? b![i]! & 0xffff : objects![i]!]!;
    if (lane > 0) {
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
  const finder = new LaneFinder(trace.lanes.slice(1).map((lane) => lane.id));
  const events = new Rows(4);
  for (let i = 0; i < count; i++) {
    const isMove = event[i] === Id.Resume || event[i] === Id.Suspend;
    if (isMove && addressIn(trace, Word.Info2, i) !== PRIORITY_CHANGE) {
      const lane = finder.find(addressIn(trace, Word.Info1, i));
      if (lane > 0) {
        addSpan(events, lane, event[i] === Id.Resume ? Kind.Ready : Kind.Stop, i, 0);
      }
    }
  }
  return { isPeriodic: new Uint8Array(trace.lanes.length), events };
}

/** Ends of all jobs and activations that begin in the trace, by lane. */
function findEnds(trace: Trace, { isPeriodic, events }: Told): Rows {
  const byLanes = bucket(events.int32(Span.Lane), events.count, trace.lanes.length);
  const ends = new Rows(4);
  for (let lane = 1; lane < trace.lanes.length; lane++) {
    if (isPeriodic[lane] === 1) {
      completed(trace, events, byLanes, lane, ends);
    } else {
      activations(events, byLanes, lane, ends);
    }
  }
  return ends;
}

function addEnd(ends: Rows, lane: number, at: number, begin: number, missed: boolean): void {
  addSpan(ends, lane, at, begin, missed ? 1 : 0);
}

/** Jobs of a thread that has a release in the trace. */
function completed(
  trace: Trace,
  events: Rows,
  { start, rows }: Buckets,
  lane: number,
  ends: Rows,
): void {
  const b = trace.words[2]!;
  let missed = false;
  // Backwards: the kernel tells a missed deadline right behind the completion.
  const found: number[] = [];
  for (let place = start[lane + 1]! - 1; place >= start[lane]!; place--) {
    const kind = events.get(rows[place]!, Span.Kind);
    if (kind === Kind.Miss) {
      missed = true;
    } else if (kind === Kind.Complete) {
      const at = events.get(rows[place]!, Span.First);
      if (trace.time[at]! >= b[at]!) {
        found.push(missed ? -1 - at : at);
      }
      missed = false;
    }
  }
  for (let place = found.length - 1; place >= 0; place--) {
    const at = found[place]!;
    addEnd(ends, lane, at < 0 ? -1 - at : at, NONE, at < 0);
  }
}

/** Activations of another thread: from what makes it ready to the next move that stops it. */
function activations(events: Rows, { start, rows }: Buckets, lane: number, ends: Rows): void {
  let begin = NONE;
  let missed = false;
  for (let place = start[lane]!; place < start[lane + 1]!; place++) {
    const at = events.get(rows[place]!, Span.First);
    const kind = events.get(rows[place]!, Span.Kind);
    if (kind === Kind.Miss) {
      missed = true;
    } else if (kind === Kind.Ready && begin === NONE) {
      begin = at;
      missed = false;
    } else if (kind === Kind.Stop && begin !== NONE) {
      addEnd(ends, lane, at, begin, missed);
      begin = NONE;
    }
  }
}

function measure(trace: Trace, jobs: Jobs, place: number, ends: Rows, of: LaneTracks): void {
  const at = ends.get(place, EndColumn.At);
  const first = ends.get(place, EndColumn.Begin);
  const until = trace.time[at]!;
  const begin = first === NONE ? until - trace.words[2]![at]! : trace.time[first]!;
  const interrupted = within(of.interrupted, begin, until);
  jobs.lane[place] = ends.get(place, EndColumn.Lane);
  jobs.endAt[place] = at;
  jobs.isJob[place] = first === NONE ? 1 : 0;
  jobs.release[place] = begin;
  jobs.end[place] = until;
  jobs.response[place] = until - begin;
  jobs.startLatency[place] = Math.min(Math.max(firstRun(of.runsNext, begin), begin), until) - begin;
  jobs.interrupted[place] = interrupted;
  jobs.execution[place] = within(of.running, begin, until) - interrupted;
  jobs.ready[place] = within(of.ready, begin, until);
  // A thread that neither runs nor is ready waits, also for a first release that comes late.
  jobs.waiting[place] = until - begin - jobs.execution[place]! - jobs.ready[place]! - interrupted;
  jobs.missed[place] = ends.get(place, EndColumn.Missed);
}

function fromStart(track: Track): Measured {
  return { track, atBegin: 0, atEnd: 0 };
}

/** Begin of the first run that is not over at a time. */
function firstRun(of: Measured, time: number): number {
  const { begin, end, count } = of.track;
  of.atEnd = placeBehind(end, time, count, of.atEnd);
  return of.atEnd < count ? begin[of.atEnd]! : Infinity;
}

/** Ticks of a track from one time to another. */
function within(of: Measured, begin: number, until: number): number {
  const { track } = of;
  if (track.count === 0) {
    return 0;
  }
  of.atBegin = placeBehind(track.begin, begin, track.count, of.atBegin);
  of.atEnd = placeBehind(track.begin, until, track.count, of.atEnd);
  return ticksUntil(track, of.atEnd, until) - ticksUntil(track, of.atBegin, begin);
}

/** Ticks of the intervals ahead of a place that lie ahead of a time. */
function ticksUntil({ end, sum }: Track, place: number, time: number): number {
  return place === 0 ? 0 : sum[place - 1]! - Math.max(end[place - 1]! - time, 0);
}

/**
 * The first place whose value is greater, in a rising column of whole numbers. Near the answer to
 * an earlier question it is found in few steps, since jobs follow each other.
 */
function placeBehind(column: Float64Array, value: number, count: number, near: number): number {
  let low = 0;
  let high = near;
  if (near === 0 || column[near - 1]! <= value) {
    low = near;
    let step = 1;
    while (low + step <= count && column[low + step - 1]! <= value) {
      low += step;
      step *= 2;
    }
    high = Math.min(low + step, count);
  }
  return low + lowerBound(column.subarray(low, high), value + 0.5);
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
