// SPDX-License-Identifier: Apache-2.0
// A small trace whose contents tests know: two cores, nested interrupts, an unbounded inversion, a
// mutex, a queue, releases and a missed deadline, a signal.
import type {
  Analysis,
  EventWords,
  LaneAnalysis,
  Steps,
  TraceQueries,
  Trace,
  Track,
} from "../../src/model";
import { emptyTable, ReadyKind } from "../../src/model";
import type { Row, Scene, Signal } from "../../src/render";

/** begin, end, kind. Events are at multiples of STEP. */
type Interval = readonly [begin: number, end: number, kind: number];

/** The distance between two events in ticks. */
export const STEP = 10;
export const EVENTS = 100;
const LAST = (EVENTS - 1) * STEP;

export function track(...intervals: readonly Interval[]): Track {
  const column = (pick: (interval: Interval) => number): number[] => intervals.map(pick);
  let total = 0;
  return {
    count: intervals.length,
    begin: Float64Array.from(column(([begin]) => begin)),
    end: Float64Array.from(column(([, end]) => end)),
    sum: Float64Array.from(column(([begin, end]) => (total += end - begin))),
    first: Int32Array.from(column(([begin]) => begin / STEP)),
    last: Int32Array.from(column(([, end]) => (end >= LAST ? -1 : end / STEP))),
    kind: Uint8Array.from(column(([, , kind]) => kind)),
  };
}

function steps(...values: readonly (readonly [at: number, value: number])[]): Steps {
  return {
    count: values.length,
    at: Int32Array.from(values.map(([at]) => at / STEP)),
    value: Int32Array.from(values.map(([, value]) => value)),
  };
}

const NO_TRACK = track();

function lane(some: Partial<LaneAnalysis>): LaneAnalysis {
  return {
    running: NO_TRACK,
    ready: NO_TRACK,
    waiting: NO_TRACK,
    waitPlace: new Int32Array(0),
    interruptsOff: NO_TRACK,
    preemptionOff: NO_TRACK,
    heldOff: NO_TRACK,
    heldBy: new Int16Array(0),
    heldLevel: new Int32Array(0),
    priority: steps(),
    level: steps(),
    events: new Int32Array(0),
    releases: new Float64Array(0),
    misses: new Float64Array(0),
    faults: new Float64Array(0),
    restarts: new Float64Array(0),
    ...some,
  };
}

const LANES: readonly LaneAnalysis[] = [
  lane({ running: track([0, 100, 0], [0, 300, 1], [800, LAST, 0]) }),
  lane({
    running: track([100, 200, 0], [560, 800, 0]),
    ready: track([50, 100, ReadyKind.Woken], [200, 560, ReadyKind.Preempted]),
    priority: steps([0, 9], [300, 2], [700, 9]),
    level: steps([0, 9], [300, 2], [700, 9]),
  }),
  lane({
    running: track([200, 300, 0], [300, 500, 1]),
    ready: track([180, 200, ReadyKind.Woken]),
    waiting: track([500, 900, 4]),
    waitPlace: Int32Array.of(1),
    priority: steps([0, 5]),
    level: steps([0, 5], [200, 1], [500, 5]),
  }),
  lane({
    running: track([300, 320, 0], [700, LAST, 1]),
    ready: track([280, 300, ReadyKind.Woken], [640, 700, ReadyKind.Woken]),
    waiting: track([320, 640, 13]),
    waitPlace: Int32Array.of(0),
    heldOff: track([640, 700, 0]),
    heldBy: Int16Array.of(2),
    priority: steps([0, 2]),
    level: steps([0, 2]),
    releases: Float64Array.of(280, 680),
    misses: Float64Array.of(500),
  }),
];

/** The kinds of the events, repeated cyclically. */
const KINDS = [40, 41, 49, 3, 64];
const NAMES = ["idle", "low", "medium", "a thread with a very long name"];

/** The texts of the kinds of events in the trace. */
const WORDS: Readonly<Record<number, EventWords>> = {
  0: { name: "EVENT_0", code: "" },
  3: { name: "READY", code: "IR" },
  40: { name: "MUTEX_CREATE", code: "MC" },
  41: { name: "MUTEX_LOCK", code: "MG" },
  49: { name: "QUEUE_SEND", code: "QS" },
  64: { name: "USER", code: "US" },
};
const QUERIES: TraceQueries = {
  words: (event) => WORDS[KINDS[event % KINDS.length] ?? 0] ?? { name: "", code: "" },
  details: () => "",
  fields: () => [],
  rawWords: () => "",
  finder: () => () => false,
  why: () => [],
  statistics: () => ({}),
  *counting() {
    return {};
  },
  findings: () => [],
  observed: () => "",
  digest: () => "",
  changes: () => [],
  meanwhile: () => [],
};

export function inventedTrace(): Trace {
  const each = <Value>(make: (event: number) => Value): Value[] =>
    Array.from({ length: EVENTS }, (_, event) => make(event));
  return {
    origin: "limen",
    name: "invented",
    clockHz: 1_000_000,
    lost: 0,
    cores: 2,
    levels: 32,
    priorities: {},
    lanes: NAMES.map((name, id) => ({
      id,
      name,
      priority: 10 - 2 * id,
      threshold: id === 2 ? 1 : null,
      stackSize: 1024,
    })),
    objects: [
      { id: 4, kind: "mutex", name: "bus", size: 0 },
      { id: 5, kind: "queue", name: "jobs", size: 4 },
    ],
    facts: [],
    warnings: [],
    count: EVENTS,
    zero: 0n,
    time: Float64Array.from(each((event) => event * STEP)),
    event: Uint16Array.from(each((event) => KINDS[event % KINDS.length] ?? 0)),
    core: Uint8Array.from(each((event) => event % 2)),
    depth: Uint8Array.from(each((event) => (event >= 40 && event < 50 ? 1 : 0))),
    lane: Int16Array.from(each((event) => (event === 0 ? -1 : 1 + (event % 3)))),
    object: Int32Array.from(each((event) => event % 2)),
    running: Int16Array.from(each(() => 1)),
    words: [0, 1, 2].map(() => new Uint32Array(EVENTS)),
    queries: QUERIES,
  };
}

function withEvents(trace: Trace): readonly LaneAnalysis[] {
  return LANES.map((some, place) => ({
    ...some,
    events: Int32Array.from(trace.lane.keys()).filter(
      (event) => trace.lane[event] === place && trace.depth[event] === 0,
    ),
  }));
}

/** The trace and its analysis as new objects each time, so that no cache affects a test. */
export function invented(): { trace: Trace; analysis: Analysis } {
  const trace = inventedTrace();
  const objectEvents = trace.objects.map((_, place) =>
    Int32Array.from(trace.object.keys()).filter((event) => trace.object[event] === place),
  );
  const analysis: Analysis = {
    lanes: withEvents(trace),
    interrupts: [track([400, 500, 1], [430, 460, 2]), track()],
    interruptNumber: [Int32Array.of(7, 9), new Int32Array(0)],
    switches: {
      ...emptyTable("switches"),
      count: 1,
      at: Int32Array.of(30),
      leaves: Int16Array.of(2),
      comes: Int16Array.of(3),
      reason: Uint8Array.of(1),
      cause: Int32Array.of(28),
      since: Int32Array.of(28),
    },
    waits: {
      count: 2,
      lane: Int16Array.of(3, 2),
      what: Uint16Array.of(13, 4),
      object: Int32Array.of(0, -1),
      owner: Int16Array.of(1, -1),
      begin: Int32Array.of(32, 50),
      end: Int32Array.of(64, 90),
      outcome: Int32Array.of(0, 0),
      waker: Int16Array.of(1, -2),
      call: Int32Array.of(31, 49),
    },
    inversions: {
      count: 1,
      at: Int32Array.of(32),
      end: Int32Array.of(64),
      waiter: Int16Array.of(3),
      owner: Int16Array.of(1),
      object: Int32Array.of(0),
      unboundedAt: Int32Array.of(40),
    },
    jobs: emptyTable("jobs"),
    wakeUps: {
      count: 2,
      at: Int32Array.of(28, 64),
      by: Int16Array.of(2, -2),
      lane: Int16Array.of(3, 3),
      runs: Int32Array.of(30, 70),
    },
    fills: [
      steps([50, 0], [110, 1], [640, 1], [780, 0]),
      steps([0, 0], [200, 1], [210, 2], [400, 4], [600, 0]),
    ],
    owners: [steps([50, -1], [110, 1], [640, 3], [780, -1]), null],
    objectEvents,
  };
  return { trace, analysis };
}

/** A signal of 0 and 1, and one with values. */
export const SIGNALS: readonly Signal[] = [
  { name: "led", time: Float64Array.of(0, 200, 250, 600), value: Float64Array.of(0, 1, 0, 1) },
  { name: "temperature", time: Float64Array.of(0, 300, 500), value: Float64Array.of(20.5, 24, 22) },
];

export function row(kind: Row["kind"], place: number, some: Partial<Row> = {}): Row {
  return { kind, place, isPinned: false, isOpen: false, ...some };
}

/** A scene with all rows of the trace, in which 10 ticks are at most one pixel. */
export function sceneOf(some: Partial<Scene> = {}): Scene {
  return {
    ...invented(),
    mode: "time",
    range: { begin: 0, end: 1000 },
    rows: [
      row("core", 0, { isPinned: true }),
      row("core", 1),
      row("interrupts", 0),
      row("lane", 1, { isOpen: true }),
      row("lane", 2),
      row("lane", 3),
      row("lane", 0),
      row("object", 0),
      row("object", 1, { isOpen: true }),
      row("signal", 0),
      row("signal", 1, { isOpen: true }),
    ],
    signals: SIGNALS,
    top: 0,
    stretch: 1,
    width: 1200,
    height: 600,
    found: null,
    focus: { event: null, range: null, lane: null, object: null },
    hover: null,
    markers: [],
    shows: { arrows: true, heldOff: true, inversions: true },
    isDark: false,
    ...some,
  };
}
