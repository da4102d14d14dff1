// SPDX-License-Identifier: Apache-2.0
// Decides which rows exist, and their order.
import type { Analysis, Trace, Track } from "../model";
import type { Row, RowKind, Signal } from "../render/types";

export type Order = "creation" | "name" | "priority" | "run time" | "events";
export const ORDERS: readonly Order[] = ["creation", "name", "priority", "run time", "events"];

/** The row settings of the user. Rows are named "lane:3". */
export interface RowWishes {
  readonly order: Order;
  /** Rows that were dragged, in the order of the user. The other rows keep their positions. */
  readonly dragged: readonly string[];
  readonly hidden: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly showsCores: boolean;
  readonly showsInterrupts: boolean;
  readonly showsIdle: boolean;
  readonly showsObjects: boolean;
  readonly showsSignals: boolean;
}

export const NO_WISHES: RowWishes = {
  order: "priority",
  dragged: [],
  hidden: new Set(),
  pinned: new Set(),
  open: new Set(),
  showsCores: true,
  showsInterrupts: true,
  showsIdle: true,
  showsObjects: false,
  showsSignals: true,
};

export function rowName(row: { readonly kind: RowKind; readonly place: number }): string {
  return `${row.kind}:${row.place}`;
}

/** The visible rows of a trace from top to bottom. */
export function rowsOf(
  trace: Trace,
  analysis: Analysis,
  signals: readonly Signal[],
  wishes: RowWishes,
): readonly Row[] {
  const names = allRows(trace, analysis, signals, wishes).filter(
    (name) => !wishes.hidden.has(name),
  );
  const rows = dragInto(names, wishes.dragged).map((name) => toRow(name, wishes));
  return [...rows.filter((row) => row.isPinned), ...rows.filter((row) => !row.isPinned)];
}

/**
 * The names of all rows in their order, including hidden ones. The threads of a core are below the
 * rows of the core itself.
 */
export function allRows(
  trace: Trace,
  analysis: Analysis,
  signals: readonly Signal[],
  wishes: RowWishes,
): string[] {
  const cores = Array.from({ length: trace.cores }, (_, core) => core);
  const lanes = sortLanes(trace, analysis, wishes.order);
  const homes = new Map(lanes.map((lane) => [lane, homeOf(trace, analysis, lane)]));
  const ofCore = (core: number): string[] => [
    ...(wishes.showsCores ? [`core:${core}`] : []),
    ...(wishes.showsInterrupts && (analysis.interrupts[core]?.count ?? 0) > 0
      ? [`interrupts:${core}`]
      : []),
    ...lanes.filter((lane) => homes.get(lane) === core).map((lane) => `lane:${lane}`),
  ];
  const objects = trace.objects.flatMap((_, place) => (hasRow(analysis, place) ? [place] : []));
  return [
    ...cores.flatMap(ofCore),
    ...(wishes.showsIdle ? ["lane:0"] : []),
    ...(wishes.showsObjects ? objects.map((object) => `object:${object}`) : []),
    ...(wishes.showsSignals ? signals.map((_, signal) => `signal:${signal}`) : []),
  ];
}

/** The core on which a thread ran longest, or recorded its first event if it did not run. */
export function homeOf(trace: Trace, analysis: Analysis, lane: number): number {
  const of = analysis.lanes[lane];
  if (trace.cores <= 1 || of === undefined) {
    return 0;
  }
  const ran = new Float64Array(trace.cores);
  const { kind, sum, count } = of.running;
  for (let place = 0; place < count; place++) {
    const ticks = (sum[place] ?? 0) - (sum[place - 1] ?? 0);
    ran[kind[place] ?? 0] = (ran[kind[place] ?? 0] ?? 0) + ticks;
  }
  const longest = Math.max(...ran);
  return longest > 0 ? ran.indexOf(longest) : (trace.core[of.events[0] ?? 0] ?? 0);
}

/** Whether an object has a fill to show. */
function hasRow(analysis: Analysis, place: number): boolean {
  return (analysis.fills[place]?.count ?? 0) > 0;
}

/** Sorts the lanes of threads, without idle. */
export function sortLanes(trace: Trace, analysis: Analysis, order: Order): number[] {
  const lanes = trace.lanes.flatMap((_, lane) => (lane > 0 ? [lane] : []));
  const key = sortKey(trace, analysis, order);
  return lanes.sort((one, other) => key(one, other) || one - other);
}

function sortKey(
  trace: Trace,
  analysis: Analysis,
  order: Order,
): (one: number, other: number) => number {
  const name = (lane: number): string => trace.lanes[lane]?.name ?? "";
  const priority = (lane: number): number => trace.lanes[lane]?.priority ?? Infinity;
  const ran = (lane: number): number => total(analysis.lanes[lane]?.running);
  const events = (lane: number): number => analysis.lanes[lane]?.events.length ?? 0;
  switch (order) {
    case "creation":
      return () => 0;
    case "name":
      return (one, other) => name(one).localeCompare(name(other), "en", { numeric: true });
    case "priority":
      return (one, other) => compareNumbers(priority(one), priority(other));
    case "run time":
      return (one, other) => ran(other) - ran(one);
    case "events":
      return (one, other) => events(other) - events(one);
  }
}

/** Compares numbers, which may both be infinite. */
function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function total(track: Track | undefined): number {
  return track === undefined || track.count === 0 ? 0 : (track.sum[track.count - 1] ?? 0);
}

/** Reorders the dragged names within the positions that they occupy. */
export function dragInto(names: readonly string[], dragged: readonly string[]): string[] {
  const here = new Set(names);
  const wanted = dragged.filter((name) => here.has(name));
  const moved = new Set(wanted);
  let next = 0;
  return names.map((name) => (moved.has(name) ? (wanted[next++] ?? name) : name));
}

/** The order after a row was dropped before another one (null: at the end). */
export function drop(names: readonly string[], moved: string, before: string | null): string[] {
  const rest = names.filter((name) => name !== moved);
  const place = before === null ? rest.length : rest.indexOf(before);
  rest.splice(place < 0 ? rest.length : place, 0, moved);
  return rest;
}

function toRow(name: string, wishes: RowWishes): Row {
  const [kind = "lane", place = "0"] = name.split(":");
  return {
    kind: kind as RowKind,
    place: Number(place),
    isPinned: wishes.pinned.has(name),
    isOpen: wishes.open.has(name),
  };
}
