// SPDX-License-Identifier: Apache-2.0
// The tables of jobs, waits, inversions, held-off times, errors and blocking. A table consists of a
// row count and columns, whose values are computed only for the visible rows. Columns read the
// analysis at each call, because the memory of the engine may move.
import { engineName, Event, HELD, instant, waitName } from "../model";
import type { Trace } from "../model";
import { exactTime } from "../render";
import type { Window } from "./align";
import { count, durations } from "./format";
import { definitionOf, METRICS, rowsOf, numberOf, textOf } from "./statistics-tree";
import type { Tree } from "./statistics-tree";
import type { Opened } from "./state";
import { laneName, objectName } from "./names";

export type TableKind = "jobs" | "waits" | "inversions" | "held" | "off" | "errors" | "blocking";

export const TABLE_KINDS: readonly (readonly [TableKind, string])[] = [
  ["jobs", "Jobs"],
  ["waits", "Waits"],
  ["inversions", "Inversions"],
  ["held", "Held off"],
  ["off", "Interrupts and preemption off"],
  ["errors", "Errors"],
  ["blocking", "Blocking"],
];

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly definition: string;
  /** The key for sorting; NaN: unknown; null: the column is sorted by its text. */
  readonly value: ((row: number) => number) | null;
  readonly text: (row: number) => string;
}

/** The place of a row in the trace, in ticks since the oldest event. */
export interface Spot {
  readonly begin: number;
  readonly end: number;
  /** The event to select; -1: none. */
  readonly event: number;
  readonly lane: number;
}

export interface Table {
  readonly count: number;
  readonly columns: readonly Column[];
  /** The column with the length of a row, whose sum is shown; null: none. */
  readonly length: string | null;
  /** The column that the table is sorted by initially. */
  readonly first: string;
  readonly spot: (row: number) => Spot;
  /** Whether a row is about a thread. */
  readonly isOf: (row: number, lane: number) => boolean;
  /** Whether a row lies in a range of events; null: all rows do. */
  readonly isIn: ((row: number, first: number, last: number) => boolean) | null;
}

/** The parts of an opened trace that tables use. */
type Read = Pick<Opened, "trace" | "analysis">;
type Of = (row: number) => number;

/** The table of a kind. `statistics` covers the window; null: the whole trace. */
export function tableOf(
  opened: Read,
  kind: TableKind,
  statistics: Tree,
  window: Window | null = null,
): Table {
  switch (kind) {
    case "jobs":
      return jobs(opened);
    case "waits":
      return waits(opened);
    case "inversions":
      return inversions(opened);
    case "held":
      return heldOff(opened);
    case "off":
      return disabled(opened);
    case "errors":
      return errors(opened);
    case "blocking":
      return blocking(opened, statistics, window);
  }
}

function textColumn(name: string, text: (row: number) => string, definition = ""): Column {
  return { name, title: name, definition, value: null, text };
}

/** A column of lengths in ticks; negative values are unknown. */
function ticksColumn(trace: Trace, rows: number, name: string, ticks: Of, key = name): Column {
  const value: Of = (row) => (ticks(row) >= 0 ? ticks(row) : NaN);
  const about = definitionOf(key, trace.origin);
  let text: ((ticks: number) => string) | null = null;
  const shown = (length: number): string => {
    text ??= durations(
      Array.from({ length: rows }, (_, row) => ticks(row)),
      trace.clockHz,
    );
    return text(length);
  };
  return {
    name: key,
    title: name,
    definition: about.definition,
    value,
    text: (row) => (Number.isNaN(value(row)) ? "–" : shown(value(row))),
  };
}

/** A column of instants, in ticks since the oldest event. */
function momentColumn(trace: Trace, name: string, tick: Of): Column {
  const text = (row: number): string => {
    const time = instant(trace, tick(row));
    return trace.clockHz === null ? count(time) : exactTime(time, trace.clockHz);
  };
  return { name, title: name, definition: "", value: tick, text };
}

function laneColumn(trace: Trace, name: string, lane: Of): Column {
  return textColumn(name, (row) => (lane(row) === -1 ? "–" : laneName(trace, lane(row))));
}

/** The time of an event. An open interval ends at the end of the trace. */
function timeOf(trace: Trace, event: number | undefined): number {
  const isThere = event !== undefined && event >= 0 && event < trace.count;
  return trace.time[isThere ? event : trace.count - 1] ?? 0;
}

/** Whether an interval between two events (-1: the end of the trace) overlaps a range of events. */
function meets(begin: number, end: number, first: number, last: number): boolean {
  return begin < last && (end < 0 || end > first || begin >= first);
}

function jobs({ trace, analysis }: Read): Table {
  const of =
    (name: "lane" | "isJob" | "missed" | "endAt" | "release" | "end"): Of =>
    (row) =>
      analysis.jobs[name][row] ?? -1;
  const [lane, endAt, missed] = [of("lane"), of("endAt"), of("missed")];
  return {
    count: analysis.jobs.count,
    columns: [
      laneColumn(trace, "thread", lane),
      ...METRICS.map((metric) => {
        const key = engineName(metric);
        const ticks: Of = (row) => analysis.jobs[metric][row] ?? -1;
        return ticksColumn(trace, analysis.jobs.count, key.replaceAll("_", " "), ticks, key);
      }),
      momentColumn(trace, "released", of("release")),
      textColumn("kind", (row) => (of("isJob")(row) === 1 ? "job" : "activation")),
      textColumn("deadline", (row) => (missed(row) === 1 ? "missed" : "")),
    ],
    length: "response",
    first: "response",
    spot: (row) => ({
      begin: of("release")(row),
      end: of("end")(row),
      event: endAt(row),
      lane: lane(row),
    }),
    isOf: (row, wanted) => lane(row) === wanted,
    isIn: (row, first, last) => endAt(row) >= first && endAt(row) < last,
  };
}

function waits({ trace, analysis }: Read): Table {
  const of =
    (name: "lane" | "owner" | "begin" | "end" | "outcome" | "waker" | "what" | "object"): Of =>
    (row) =>
      analysis.waits[name][row] ?? -1;
  const [lane, begin, end, object] = [of("lane"), of("begin"), of("end"), of("object")];
  const from: Of = (row) => timeOf(trace, begin(row));
  const to: Of = (row) => timeOf(trace, end(row));
  const what = (row: number): string => {
    const name = object(row) < 0 ? "" : ` ${objectName(trace, object(row))}`;
    return `${waitName(of("what")(row))}${name}`;
  };
  const ended = (row: number): string =>
    end(row) < 0 ? "still waits" : wakerName(trace, of("waker")(row));
  return {
    count: analysis.waits.count,
    columns: [
      laneColumn(trace, "thread", lane),
      textColumn("for", what, "What it waits for."),
      ticksColumn(trace, analysis.waits.count, "length", (row) => to(row) - from(row)),
      momentColumn(trace, "begin", from),
      laneColumn(trace, "owner", of("owner")),
      textColumn("ended by", ended),
    ],
    length: "length",
    first: "length",
    spot: (row) => ({ begin: from(row), end: to(row), event: begin(row), lane: lane(row) }),
    isOf: (row, wanted) => lane(row) === wanted,
    isIn: (row, first, last) => meets(begin(row), end(row), first, last),
  };
}

function wakerName(trace: Trace, waker: number): string {
  return waker === -1 ? "–" : laneName(trace, waker);
}

function inversions({ trace, analysis }: Read): Table {
  const of =
    (name: "at" | "end" | "waiter" | "owner" | "object" | "unboundedAt"): Of =>
    (row) =>
      analysis.inversions[name][row] ?? -1;
  const [begin, end, waiter, owner] = [of("at"), of("end"), of("waiter"), of("owner")];
  const from: Of = (row) => timeOf(trace, begin(row));
  const to: Of = (row) => timeOf(trace, end(row));
  return {
    count: analysis.inversions.count,
    columns: [
      laneColumn(trace, "waiter", waiter),
      laneColumn(trace, "owner", owner),
      textColumn("mutex", (row) => objectName(trace, of("object")(row))),
      ticksColumn(trace, analysis.inversions.count, "length", (row) => to(row) - from(row)),
      momentColumn(trace, "begin", from),
      textColumn("bounded", (row) => (of("unboundedAt")(row) < 0 ? "bounded" : "unbounded")),
    ],
    length: "length",
    first: "length",
    spot: (row) => ({ begin: from(row), end: to(row), event: begin(row), lane: waiter(row) }),
    isOf: (row, wanted) => waiter(row) === wanted || owner(row) === wanted,
    isIn: (row, first, last) => meets(begin(row), end(row), first, last),
  };
}

/** The rows of all threads, ordered by thread: the lane, and the index in its track. */
function heldPlaces({ analysis }: Read): {
  readonly lane: Int16Array;
  readonly place: Int32Array;
} {
  const counts = analysis.lanes.map(({ heldOff: { count: length } }) => length);
  const all = counts.reduce((sum, one) => sum + one, 0);
  const [lane, place] = [new Int16Array(all), new Int32Array(all)];
  let row = 0;
  counts.forEach((length, one) => {
    for (let at = 0; at < length; at++) {
      lane[row] = one;
      place[row++] = at;
    }
  });
  return { lane, place };
}

function heldOff(opened: Read): Table {
  const { trace, analysis } = opened;
  const at = heldPlaces(opened);
  const lane: Of = (row) => at.lane[row] ?? 0;
  const of =
    (name: "begin" | "end" | "first" | "last" | "kind"): Of =>
    (row) =>
      analysis.lanes[lane(row)]?.heldOff[name][at.place[row] ?? 0] ?? -1;
  const own =
    (name: "heldBy" | "heldLevel"): Of =>
    (row) =>
      analysis.lanes[lane(row)]?.[name][at.place[row] ?? 0] ?? -1;
  const [begin, end, by] = [of("begin"), of("end"), own("heldBy")];
  return {
    count: at.lane.length,
    columns: [
      laneColumn(trace, "thread", lane),
      laneColumn(trace, "by", by),
      textColumn("how", (row) => HELD[of("kind")(row)] ?? "", "Why the level was raised."),
      ticksColumn(trace, at.lane.length, "length", (row) => end(row) - begin(row)),
      momentColumn(trace, "begin", begin),
      numberColumn("level", own("heldLevel")),
    ],
    length: "length",
    first: "length",
    spot: (row) => ({
      begin: begin(row),
      end: end(row),
      event: of("first")(row),
      lane: lane(row),
    }),
    isOf: (row, wanted) => lane(row) === wanted || by(row) === wanted,
    isIn: (row, first, last) => meets(of("first")(row), of("last")(row), first, last),
  };
}

/** The stretches of all threads in which they have disabled interrupts or preemption. */
function disabled({ trace, analysis }: Read): Table {
  const rows = analysis.lanes.flatMap((one, lane) =>
    (["interruptsOff", "preemptionOff"] as const).flatMap((what) =>
      Array.from({ length: one[what].count }, (_, place) => ({ lane, what, place })),
    ),
  );
  const of =
    (name: "begin" | "end" | "first" | "last" | "kind"): Of =>
    (row) => {
      const one = rows[row];
      return one === undefined ? -1 : (analysis.lanes[one.lane]?.[one.what][name][one.place] ?? -1);
    };
  const lane: Of = (row) => rows[row]?.lane ?? 0;
  const [begin, end] = [of("begin"), of("end")];
  const kind = (row: number): string =>
    rows[row]?.what === "interruptsOff"
      ? "interrupts"
      : of("kind")(row) === 1
        ? "preemption, in a section"
        : "preemption";
  return {
    count: rows.length,
    columns: [
      textColumn("off", kind, "What the thread has disabled."),
      laneColumn(trace, "thread", lane),
      ticksColumn(trace, rows.length, "length", (row) => end(row) - begin(row)),
      momentColumn(trace, "begin", begin),
    ],
    length: "length",
    first: "length",
    spot: (row) => ({ begin: begin(row), end: end(row), event: of("first")(row), lane: lane(row) }),
    isOf: (row, wanted) => lane(row) === wanted,
    isIn: (row, first, last) => meets(of("first")(row), of("last")(row), first, last),
  };
}

function numberColumn(name: string, value: Of): Column {
  const text = (row: number): string => count(value(row));
  return { name, title: name, definition: "", value, text };
}

/** Events that record a refused call. */
function errorEvents({ trace }: Read): Int32Array {
  return trace.origin === "limen"
    ? Int32Array.from(trace.event.keys()).filter((event) => trace.event[event] === Event.Error)
    : new Int32Array();
}

function errors(opened: Read): Table {
  const { trace } = opened;
  const places = errorEvents(opened);
  const event: Of = (row) => places[row] ?? -1;
  const lane: Of = (row) => trace.lane[event(row)] ?? -1;
  const time: Of = (row) => trace.time[event(row)] ?? 0;
  const field = (name: string) => (row: number) =>
    trace.queries.fields(event(row)).find((one) => one.name === name)?.text ?? "";
  return {
    count: places.length,
    columns: [
      laneColumn(trace, "thread", lane),
      textColumn("call", field("call"), "The call that was refused."),
      textColumn("answer", field("answer"), "What it answered."),
      textColumn("object", field("object")),
      momentColumn(trace, "time", time),
    ],
    length: null,
    first: "time",
    spot: (row) => ({ begin: time(row), end: time(row), event: event(row), lane: lane(row) }),
    isOf: (row, wanted) => lane(row) === wanted,
    isIn: (row, first, last) => event(row) >= first && event(row) < last,
  };
}

/** Pairs of threads. A row leads to the longest part of its sum that another table lists. */
function blocking(opened: Read, statistics: Tree, window: Window | null): Table {
  const { trace } = opened;
  const rows = rowsOf(statistics, "blocking");
  const name = (key: string) => (row: number) => textOf(rows[row] ?? null, key);
  const ticks = (key: string) => (row: number) => numberOf(rows[row] ?? null, key);
  const laneOf = (text: string): number => trace.lanes.findIndex((one) => one.name === text);
  return {
    count: rows.length,
    columns: [
      textColumn("thread", name("thread")),
      textColumn("by", name("by")),
      ticksColumn(trace, rows.length, "level", ticks("level"), "level"),
      ticksColumn(trace, rows.length, "mutex", ticks("mutex"), "mutex"),
    ],
    length: null,
    first: "level",
    spot: (row) => longest(opened, window, laneOf(name("thread")(row)), laneOf(name("by")(row))),
    isOf: (row, lane) =>
      [name("thread")(row), name("by")(row)].includes(trace.lanes[lane]?.name ?? ""),
    isIn: null,
  };
}

/** The longest interval in which one thread held off another or kept a mutex from it. */
function longest(opened: Read, window: Window | null, lane: number, by: number): Spot {
  let found: Spot = { begin: 0, end: 0, event: -1, lane };
  for (const { count: rows, isOf, isIn, spot } of [heldOff(opened), inversions(opened)]) {
    for (let row = 0; row < rows; row++) {
      const isInside = window === null || isIn?.(row, window.first, window.last) === true;
      if (isInside && isOf(row, lane) && isOf(row, by)) {
        const one = spot(row);
        const isLonger = one.end - one.begin > found.end - found.begin;
        found = one.lane === lane && isLonger ? one : found;
      }
    }
  }
  return found;
}

/** Sorts rows by a column. Rows without a value are last in both directions. */
export function sorted(rows: Int32Array, column: Column, isFalling: boolean): Int32Array {
  const keys = column.value === null ? ranks(rows, column.text) : numbers(rows, column.value);
  const sign = isFalling ? -1 : 1;
  const places = rows.map((_, place) => place);
  places.sort((one, other) => {
    const [a, b] = [keys[one] ?? NaN, keys[other] ?? NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) {
      return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    }
    return sign * (a - b) || one - other;
  });
  return places.map((place) => rows[place] ?? 0);
}

function numbers(rows: Int32Array, value: Of): Float64Array {
  return Float64Array.from(rows, value);
}

/** Ranks the distinct texts, so that each is compared once instead of once per pair of rows. */
function ranks(rows: Int32Array, text: (row: number) => string): Float64Array {
  const texts = Array.from(rows, text);
  const { compare } = new Intl.Collator("en", { numeric: true });
  const order = new Map([...new Set(texts)].sort(compare).map((one, rank) => [one, rank]));
  return Float64Array.from(texts, (one) => order.get(one) ?? 0);
}
