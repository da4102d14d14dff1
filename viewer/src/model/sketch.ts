// SPDX-License-Identifier: Apache-2.0
// A sketch is a trace after the first stage of its analysis, which shows which thread ran when. Its
// columns are copies, because the engine continues in a worker.
import { aboutTrace } from "./about";
import type { About } from "./about";
import { Columns } from "./columns";
import type { Engine } from "./engine";
import { emptyTable } from "./rows";
import type {
  Analysis,
  Finding,
  LaneAnalysis,
  Steps,
  Ticks,
  TraceQueries,
  Trace,
  Track,
} from "./types";

/** A column with a buffer of its own, which can be transferred to another thread. */
type Own<Column> = Column & { readonly buffer: ArrayBuffer };

/** The message in which the worker sends a sketch. */
export interface Sketch {
  readonly about: About;
  readonly time: Own<Ticks>;
  /** The intervals of all lanes. Those of lane n are start[n] .. start[n + 1]. */
  readonly start: Own<Int32Array>;
  readonly begin: Own<Ticks>;
  readonly end: Own<Ticks>;
  readonly sum: Own<Ticks>;
  readonly first: Own<Int32Array>;
  readonly last: Own<Int32Array>;
  readonly kind: Own<Uint8Array>;
}

/** Copies a sketch out of an engine after the first stage. */
export function sketchOf(engine: Engine): Sketch {
  const about = aboutTrace(engine);
  const columns = new Columns(engine);
  const running = "view_running";
  return {
    about,
    time: columns.ticks("view", "time").slice(),
    start: columns.i32(running, "start").slice(),
    begin: columns.ticks(running, "begin").slice(),
    end: columns.ticks(running, "end").slice(),
    sum: columns.ticks(running, "sum").slice(),
    first: columns.i32(running, "first").slice(),
    last: columns.i32(running, "last").slice(),
    kind: columns.u8(running, "kind").slice(),
  };
}

/** The buffers that postMessage can transfer without a copy. */
export function buffersOf({ about: _, ...columns }: Sketch): ArrayBuffer[] {
  return Object.values(columns).map(({ buffer }) => buffer);
}

const NO_BYTES = new Uint8Array(0);
const NO_LANES = new Int16Array(0);
const NO_PLACES = new Int32Array(0);
const NO_TIMES = new Float64Array(0);
const NO_STEPS: Steps = { count: 0, at: NO_PLACES, value: NO_PLACES };

/** Answers every query but one with an empty result until the analysis is complete. */
const NO_QUERIES: Omit<TraceQueries, "findings"> = {
  words: () => ({ name: "", code: "" }),
  details: () => "",
  fields: () => [],
  rawWords: () => "",
  finder: () => () => false,
  why: () => [],
  statistics: () => ({}),
  *counting() {
    return {};
  },
  observed: () => "",
  digest: () => "",
  changes: () => [],
  meanwhile: () => [],
};

export function traceOfSketch(
  sketch: Sketch,
  name: string,
  findings: () => readonly Finding[] = () => [],
): { readonly trace: Trace; readonly analysis: Analysis } {
  const { about, time } = sketch;
  const trace: Trace = {
    ...about,
    name,
    count: time.length,
    time,
    event: new Uint16Array(0),
    core: NO_BYTES,
    depth: NO_BYTES,
    lane: NO_LANES,
    object: NO_PLACES,
    running: NO_LANES,
    words: [],
    queries: { ...NO_QUERIES, findings },
  };
  return { trace, analysis: analysisOf(sketch) };
}

function analysisOf(sketch: Sketch): Analysis {
  const { lanes, objects, cores } = sketch.about;
  return {
    lanes: lanes.map((_, lane) => laneOf(trackOf(sketch, lane))),
    interrupts: Array.from({ length: cores }, () => NO_TRACK),
    interruptNumber: Array.from({ length: cores }, () => NO_PLACES),
    switches: emptyTable("switches"),
    waits: emptyTable("waits"),
    inversions: emptyTable("inversions"),
    jobs: emptyTable("jobs"),
    wakeUps: emptyTable("wakeUps"),
    fills: objects.map(() => null),
    owners: objects.map(() => null),
    objectEvents: objects.map(() => NO_PLACES),
  };
}

const NO_TRACK: Track = {
  count: 0,
  begin: NO_TIMES,
  end: NO_TIMES,
  sum: NO_TIMES,
  first: NO_PLACES,
  last: NO_PLACES,
  kind: NO_BYTES,
};

function trackOf(sketch: Sketch, lane: number): Track {
  const [from, to] = [sketch.start[lane], sketch.start[lane + 1]];
  const first = sketch.first.subarray(from, to);
  return {
    count: first.length,
    begin: sketch.begin.subarray(from, to),
    end: sketch.end.subarray(from, to),
    sum: sketch.sum.subarray(from, to),
    first,
    last: sketch.last.subarray(from, to),
    kind: sketch.kind.subarray(from, to),
  };
}

function laneOf(running: Track): LaneAnalysis {
  return {
    running,
    ready: NO_TRACK,
    waiting: NO_TRACK,
    waitPlace: NO_PLACES,
    interruptsOff: NO_TRACK,
    preemptionOff: NO_TRACK,
    heldOff: NO_TRACK,
    heldBy: NO_LANES,
    heldLevel: NO_PLACES,
    priority: NO_STEPS,
    level: NO_STEPS,
    events: NO_PLACES,
    releases: NO_TIMES,
    misses: NO_TIMES,
    faults: NO_TIMES,
    restarts: NO_TIMES,
  };
}
