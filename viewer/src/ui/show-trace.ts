// SPDX-License-Identifier: Apache-2.0
// Adds a trace to the page: as the only one, as the second of two, or as a newer state of one that
// is shown.
import { batch } from "@preact/signals";
import { traceOf } from "../model";
import type { Engine, Trace } from "../model";
import { fromHash } from "./url-state";
import type { UrlState } from "./url-state";
import { isTraceProblem, readVcd } from "./adapters";
import { problemOf } from "./load";
import { runSearch } from "./search-run";
import {
  activePlace,
  alignment,
  firstWishes,
  hold,
  isAtEnd,
  makePane,
  markerTimes,
  mode,
  notes,
  panes,
  problem,
  range,
  searchText,
  selected,
  shift,
  tab,
  fullRange,
  zooms,
} from "./state";
import type { RowWishes } from "./row-order";
import type { Opened, Pane, Tab } from "./state";
import { fit, keepInside, lowerBound, placeIn, span, timeIn } from "./ranges";

export interface ShowOptions {
  /** The trace is a newer state of the one that is shown: keep the visible range. */
  readonly keepRange?: boolean;
  /** Move to the newest events at the same zoom. */
  readonly follow?: boolean;
  /** The target has restarted, so that this trace shares no event with the one that is shown. */
  readonly isNewRun?: boolean;
  /** Show the trace below the one that is shown, for comparison. */
  readonly asSecond?: boolean;
}

export function showTrace(opened: Opened, options: ShowOptions): void {
  const renewed = panes.value.find((pane) => pane.opened.value.name === opened.name);
  if (renewed !== undefined && (options.keepRange === true || options.follow === true)) {
    renew(renewed, opened, options);
  } else if (options.asSecond === true && panes.value.length > 0) {
    showSecond(opened);
  } else {
    showFirst(opened, options.follow === true);
  }
}

/**
 * The row settings and tab that a sketch began with, to detect later choices of the user. null: the
 * settings of the trace before, and a tab that was set by the URL.
 */
const begun = new WeakMap<
  Engine,
  { readonly wishes: RowWishes | null; readonly tab: Tab | null }
>();

/** Replaces a sketch by the complete trace. Returns false if no pane shows the sketch. */
export function completeSketch(opened: Opened): boolean {
  const pane = panes.value.find((one) => one.opened.value.engine === opened.engine);
  if (pane === undefined) {
    return false;
  }
  const before = begun.get(opened.engine);
  pane.opened.value = opened;
  pane.hover.value = null;
  if (pane.wishes.value === before?.wishes) {
    pane.wishes.value = firstWishes(
      opened,
      panes.value.filter((other) => other !== pane),
    );
  }
  if (tab.value === before?.tab) {
    tab.value = firstTab();
  }
  runSearch();
  return true;
}

/** Removes a sketch that will not be completed. */
export function dropSketch(engine: Engine | null): void {
  const rest = panes.value.filter(({ opened }) => opened.value.engine !== engine);
  if (engine !== null && rest.length < panes.value.length) {
    panes.value = rest;
  }
}

function renew(pane: Pane, opened: Opened, options: ShowOptions): void {
  const before = pane.opened.value;
  const old = before.trace;
  const { trace } = opened;
  const isFollowing = options.follow === true;
  const isAll = span(range.value) >= span(fullRange.value);
  if (options.isNewRun === true) {
    restart(pane, opened, isAll);
    return;
  }
  if (!isFollowing && isLeftBehind(old, trace)) {
    hold.value = "old";
    return;
  }
  const signals = opened.signals.length > 0 ? opened.signals : before.signals;
  const event = sameEvent(old, trace, pane.event.value);
  const begin = mode.value === "time" ? 0 : timeIn(old, range.value.begin);
  pane.opened.value = { ...opened, signals };
  keepFocus(pane, event);
  moveTimes(Number(old.zero - trace.zero));
  if (mode.value === "sequence") {
    const first = placeIn(trace, begin + Number(old.zero - trace.zero));
    range.value = shift(range.value, first - range.value.begin);
  }
  if (isFollowing) {
    const end = fullRange.value.end;
    range.value = isAll ? fit(fullRange.value) : { begin: end - span(range.value), end };
  }
  runSearch();
}

/** Whether a newer trace of a running target no longer contains the visible range. */
function isLeftBehind(old: Trace, now: Trace): boolean {
  const begin = mode.value === "time" ? range.value.begin : timeIn(old, range.value.begin);
  const isSeen = begin >= 0 && !isAtEnd.value;
  return hold.value === null && isSeen && begin < Number(now.zero - old.zero);
}

/** Shows a new run of the target. Only the zoom is kept. */
function restart(pane: Pane, opened: Opened, isAll: boolean): void {
  const length = span(range.value);
  pane.opened.value = opened;
  keepFocus(pane, null);
  pane.lane.value = null;
  pane.object.value = null;
  selected.value = null;
  markerTimes.value = [null, null];
  notes.value = [];
  zooms.value = [];
  const { end } = fullRange.value;
  range.value = isAll ? fit(fullRange.value) : { begin: end - length, end };
  runSearch();
}

/** Shifts times after the oldest event changed, because they are relative to it. */
function moveTimes(by: number): void {
  if (by === 0) {
    return;
  }
  const [m, n] = markerTimes.value;
  markerTimes.value = [m === null ? null : m + by, n === null ? null : n + by];
  selected.value = selected.value === null ? null : shift(selected.value, by);
  notes.value = notes.value.map((note) => ({ ...note, ...shift(note, by) }));
  if (mode.value === "time") {
    range.value = shift(range.value, by);
  }
}

/** Finds an event in a newer state of the trace; null if it has been overwritten. */
export function sameEvent(old: Trace, now: Trace, event: number | null): number | null {
  if (event === null) {
    return null;
  }
  const time = (old.time[event] ?? 0) + Number(old.zero - now.zero);
  const peers = event - lowerBound(old.time, old.time[event] ?? 0);
  const place = lowerBound(now.time, time) + peers;
  return now.time[place] === time && now.event[place] === old.event[event] ? place : null;
}

/** Clears selections that do not exist in the newer state. */
function keepFocus(pane: Pane, event: number | null): void {
  const { lanes, objects } = pane.opened.value.trace;
  pane.event.value = event;
  if ((pane.lane.value ?? 0) >= lanes.length) {
    pane.lane.value = null;
  }
  if ((pane.object.value ?? 0) >= objects.length) {
    pane.object.value = null;
  }
  pane.picked.value = null;
  pane.hover.value = null;
  pane.finding.value = null;
}

function showSecond(opened: Opened): void {
  const first = panes.value[0];
  if (first === undefined) {
    return;
  }
  const isAll = span(range.value) >= span(fullRange.value);
  panes.value = [first, makePane(opened, first)];
  activePlace.value = 0;
  tab.value = "compare";
  if (isAll) {
    range.value = fit(fullRange.value);
  }
  runSearch();
}

function showFirst(opened: Opened, isLive: boolean): void {
  const before = panes.value[0];
  const pane = makePane(opened, before);
  const areKept = pane.wishes.value === before?.wishes.value;
  panes.value = [pane];
  activePlace.value = 0;
  alignment.value = { by: "start" };
  selected.value = null;
  markerTimes.value = [null, null];
  notes.value = [];
  zooms.value = [];
  mode.value = isLive || passesTime(opened.trace) ? "time" : "sequence";
  tab.value = firstTab();
  range.value = fit(fullRange.value);
  const place = fromHash(globalThis.location?.hash ?? "");
  if (place !== null && place.file === opened.name) {
    showPlace(place);
  } else {
    searchText.value = "";
  }
  if (opened.isSketch) {
    const chosen = pane.event.value === null ? tab.value : null;
    begun.set(opened.engine, { wishes: areKept ? null : pane.wishes.value, tab: chosen });
  } else {
    runSearch();
  }
}

/** Whether time passes in the trace. On the host in virtual time it may stand still. */
function passesTime({ time, count }: Trace): boolean {
  return count < 2 || (time[0] as number) < (time[count - 1] as number);
}

/** The first tab: findings, unless the user is looking at numbers or lists. */
function firstTab(): Tab {
  const isOpen = tab.value === "details" || tab.value === "compare";
  return isOpen ? "findings" : tab.value;
}

/** Shows the view of a URL. */
function showPlace(place: UrlState): void {
  const pane = panes.value[0];
  if (pane === undefined) {
    return;
  }
  mode.value = place.mode;
  range.value = keepInside(place.range, fullRange.value);
  selected.value = place.selected;
  markerTimes.value = place.markers;
  notes.value = place.notes;
  searchText.value = place.search;
  if (place.event !== null && place.event < pane.opened.value.trace.count) {
    pane.event.value = place.event;
    tab.value = "details";
  }
}

/** Closes one of two panes. */
export function closePane(pane: Pane): void {
  const rest = panes.value.filter((other) => other !== pane);
  if (rest.length === 0) {
    return;
  }
  batch(() => {
    panes.value = rest;
    alignment.value = { by: "start" };
    activePlace.value = 0;
    tab.value = "details";
    range.value = fit(fullRange.value);
  });
}

/** Adds the signals of a .vcd file below the lanes of a trace. */
export function addSignals(pane: Pane, vcd: string, name: string): void {
  const { opened } = pane;
  attempt(() => {
    const more = readVcd(opened.value.engine, vcd, opened.value.trace, name);
    opened.value = { ...opened.value, signals: [...opened.value.signals, ...more] };
  });
}

/** Names the events of a ThreadX program from a .trxc file. */
export function nameEvents({ opened }: Pane, definitions: string): void {
  const { engine, name, trace } = opened.value;
  if (trace.origin !== "threadx") {
    return;
  }
  attempt(() => {
    engine.define(definitions, "definitions");
    opened.value = { ...opened.value, ...traceOf(engine, name) };
    runSearch();
  });
}

/** Sets the clock rate of a ThreadX trace; null: times are in ticks. */
export function setClock({ opened }: Pane, clockHz: number | null): void {
  const { engine, name } = opened.value;
  engine.setClock(clockHz ?? 0);
  opened.value = { ...opened.value, ...traceOf(engine, name) };
}

/** Calls a function that reads a file, and shows its error. */
function attempt(run: () => void): void {
  try {
    run();
    problem.value = null;
  } catch (error) {
    if (!isTraceProblem(error)) {
      throw error;
    }
    problem.value = problemOf(error);
  }
}
