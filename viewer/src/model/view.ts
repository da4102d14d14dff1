// SPDX-License-Identifier: Apache-2.0
// Builds the trace and the analysis that the page uses from typed arrays over the engine's memory.
import { aboutTrace } from "./about";
import { Columns } from "./columns";
import type { Engine } from "./engine";
import { EngineQueries } from "./queries";
import { tableOf } from "./rows";
import type { Analysis, LaneAnalysis, Steps, Ticks, Trace, Track } from "./types";

export interface TraceAndAnalysis {
  readonly trace: Trace;
  readonly analysis: Analysis;
}

export function traceOf(engine: Engine, name: string): TraceAndAnalysis {
  const columns = new Columns(engine);
  const trace = viewTrace(engine, columns, name);
  return { trace, analysis: analysisOf(columns, trace) };
}

function viewTrace(engine: Engine, columns: Columns, name: string): Trace {
  const about = aboutTrace(engine);
  const time = columns.ticks("view", "time");
  const isLimen = about.origin === "limen";
  const numbers = isLimen
    ? [columns.u16("events", "object"), columns.u16("events", "a"), columns.u32("events", "b")]
    : ["priority", "info1", "info2", "info3", "info4"].map((word) => columns.words("events", word));
  // The engine leaves this column out if the system has one core.
  const hasCores = !isLimen || about.cores > 1;
  const cores = hasCores ? columns.u8("events", "core") : new Uint8Array(0);
  return {
    ...about,
    name,
    count: time.length,
    time,
    event: columns.u16("events", "event"),
    core: cores.length === 0 ? new Uint8Array(time.length) : cores,
    depth: columns.u8(isLimen ? "events" : "view", "depth"),
    lane: columns.i16("view", "lane"),
    object: columns.places("view", "object"),
    running: columns.i16("moves", "running"),
    words: numbers,
    queries: new EngineQueries(engine),
  };
}

function analysisOf(columns: Columns, trace: Trace): Analysis {
  const cores = Array.from({ length: trace.cores }, (_, core) => core);
  const owned = <Value>(make: (place: number) => Value): Value[] =>
    trace.objects.map((_, place) => make(place));
  const numbers = columns.i32("view_rows", "interrupt_number");
  const interrupts = part(columns, "view_interrupts");
  return {
    lanes: trace.lanes.map(laneOf(columns)),
    interrupts: cores.map(tracks(columns, "view_interrupts")),
    interruptNumber: cores.map((core) => interrupts(numbers, core)),
    switches: tableOf(columns, "switches", trace.zero),
    waits: tableOf(columns, "waits", trace.zero),
    inversions: tableOf(columns, "inversions", trace.zero),
    jobs: tableOf(columns, "jobs", trace.zero),
    wakeUps: tableOf(columns, "wakeUps", trace.zero),
    fills: owned(steps(columns, "view_fill")).map((fill) => (fill.count === 0 ? null : fill)),
    owners: owned(steps(columns, "view_owner")).map((owner, place) =>
      trace.objects[place]?.kind === "mutex" ? owner : null,
    ),
    objectEvents: owned(groups(columns, "view_object_events")),
  };
}

type Rows = Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float64Array;
type Cut = <Kind extends Rows>(all: Kind, owner: number) => Kind;

/** Returns a function that selects the rows of an owner from a table that is sorted by owner. */
function part(columns: Columns, table: string): Cut {
  const start = columns.i32(table, "start");
  return (all, owner) => all.subarray(start[owner], start[owner + 1]) as typeof all;
}

function tracks(columns: Columns, table: string): (owner: number) => Track {
  const cut = part(columns, table);
  const kinds = columns.u8(table, "kind");
  return (owner) => {
    const kind = cut(kinds, owner);
    return {
      count: kind.length,
      begin: cut(columns.ticks(table, "begin"), owner),
      end: cut(columns.ticks(table, "end"), owner),
      sum: cut(columns.ticks(table, "sum"), owner),
      first: cut(columns.i32(table, "first"), owner),
      last: cut(columns.i32(table, "last"), owner),
      kind,
    };
  };
}

function steps(columns: Columns, table: string): (owner: number) => Steps {
  const cut = part(columns, table);
  return (owner) => {
    const at = cut(columns.i32(table, "at"), owner);
    return { count: at.length, at, value: cut(columns.i32(table, "value"), owner) };
  };
}

function groups(columns: Columns, table: string): (owner: number) => Int32Array {
  const cut = part(columns, table);
  return (owner) => cut(columns.i32(table, "at"), owner);
}

function instants(columns: Columns, table: string): (owner: number) => Ticks {
  const cut = part(columns, table);
  return (owner) => cut(columns.ticks(table, "time"), owner);
}

function laneOf(columns: Columns): (about: unknown, lane: number) => LaneAnalysis {
  const running = tracks(columns, "view_running");
  const ready = tracks(columns, "view_ready");
  const waiting = tracks(columns, "view_waiting");
  const heldOff = tracks(columns, "view_held_off");
  const interruptsOff = tracks(columns, "view_interrupts_off");
  const preemptionOff = tracks(columns, "view_preemption_off");
  const waits = part(columns, "view_waiting");
  const held = part(columns, "view_held_off");
  const priority = steps(columns, "view_priority");
  const level = steps(columns, "view_level");
  const events = groups(columns, "view_lane_events");
  const releases = instants(columns, "view_releases");
  const misses = instants(columns, "view_misses");
  const faults = instants(columns, "view_faults");
  const restarts = instants(columns, "view_restarts");
  return (_, lane) => ({
    running: running(lane),
    ready: ready(lane),
    waiting: waiting(lane),
    waitPlace: waits(columns.i32("view_rows", "wait_of"), lane),
    interruptsOff: interruptsOff(lane),
    preemptionOff: preemptionOff(lane),
    heldOff: heldOff(lane),
    heldBy: held(columns.i16("held_off", "by"), lane),
    heldLevel: held(columns.i32("held_off", "level"), lane),
    priority: priority(lane),
    level: level(lane),
    events: events(lane),
    releases: releases(lane),
    misses: misses(lane),
    faults: faults(lane),
    restarts: restarts(lane),
  });
}
