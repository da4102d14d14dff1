// SPDX-License-Identifier: Apache-2.0
// How a trace comes onto the page: alone, as the second of two, or as a newer state of one that is shown.
import { batch } from "@preact/signals";
import { view } from "../model";
import type { Engine, Trace } from "../model";
import { fromHash } from "./deep";
import { isSerious } from "./findings";
import type { Place } from "./deep";
import { isTraceProblem, readVcd } from "./parts";
import { problemOf } from "./load";
import { runSearch } from "./searching";
import {
  activePlace,
  alignment,
  firstWishes,
  hold,
  isAtEnd,
  makePane,
  markerTimes,
  mode,
  panes,
  problem,
  range,
  searchText,
  selected,
  shift,
  tab,
  whole,
  zooms,
} from "./state";
import type { RowWishes } from "./sort";
import type { Opened, Pane, Tab } from "./state";
import { fit, keepInside, lowerBound, placeIn, span, timeIn } from "./view";

export interface ShowOptions {
  /** A newer state of the trace that is shown: look at the same place. */
  readonly keepRange?: boolean;
  /** Look at the newest events, with the zoom as it is. */
  readonly follow?: boolean;
  /** The target has started again: nothing of the trace that is shown is in this one. */
  readonly isNewRun?: boolean;
  /** Beside the trace that is shown. */
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

/** Wishes and tab that a sketch began with (null: a link chose it): later choices stay. */
const begun = new WeakMap<Engine, { readonly wishes: RowWishes; readonly tab: Tab | null }>();

/** All of a trace of which a sketch is shown. false: there is none. */
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
    tab.value = firstTab(opened);
  }
  runSearch();
  return true;
}

/** Takes a sketch away that will never be completed. */
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
  const isAll = span(range.value) >= span(whole.value);
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
    const end = whole.value.end;
    range.value = isAll ? fit(whole.value) : { begin: end - span(range.value), end };
  }
  runSearch();
}

/** Whether a target that runs has gone so far that the newer trace has nothing of what is seen. */
function isLeftBehind(old: Trace, now: Trace): boolean {
  const begin = mode.value === "time" ? range.value.begin : timeIn(old, range.value.begin);
  const isSeen = begin >= 0 && !isAtEnd.value;
  return hold.value === null && isSeen && begin < Number(now.zero - old.zero);
}

/** A new run of the target: nothing of the last one is left but how close it was looked at. */
function restart(pane: Pane, opened: Opened, isAll: boolean): void {
  const length = span(range.value);
  pane.opened.value = opened;
  keepFocus(pane, null);
  pane.lane.value = null;
  pane.object.value = null;
  selected.value = null;
  markerTimes.value = [null, null];
  zooms.value = [];
  const { end } = whole.value;
  range.value = isAll ? fit(whole.value) : { begin: end - length, end };
  runSearch();
}

/** Times count from the oldest event, which may be another one now. */
function moveTimes(by: number): void {
  if (by === 0) {
    return;
  }
  const [m, n] = markerTimes.value;
  markerTimes.value = [m === null ? null : m + by, n === null ? null : n + by];
  selected.value = selected.value === null ? null : shift(selected.value, by);
  if (mode.value === "time") {
    range.value = shift(range.value, by);
  }
}

/** The event of a newer state that is this one; null if it has been overwritten. */
export function sameEvent(old: Trace, now: Trace, event: number | null): number | null {
  if (event === null) {
    return null;
  }
  const time = (old.time[event] ?? 0) + Number(old.zero - now.zero);
  const peers = event - lowerBound(old.time, old.time[event] ?? 0);
  const place = lowerBound(now.time, time) + peers;
  return now.time[place] === time && now.event[place] === old.event[event] ? place : null;
}

/** What the newer state has no more cannot be held. */
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
  const isAll = span(range.value) >= span(whole.value);
  panes.value = [first, makePane(opened)];
  activePlace.value = 0;
  tab.value = "compare";
  if (isAll) {
    range.value = fit(whole.value);
  }
  runSearch();
}

function showFirst(opened: Opened, isLive: boolean): void {
  const pane = makePane(opened);
  panes.value = [pane];
  activePlace.value = 0;
  alignment.value = { by: "start" };
  selected.value = null;
  markerTimes.value = [null, null];
  zooms.value = [];
  mode.value = isLive || passesTime(opened.trace) ? "time" : "sequence";
  tab.value = firstTab(opened);
  range.value = fit(whole.value);
  const place = fromHash(globalThis.location?.hash ?? "");
  if (place !== null && place.file === opened.name) {
    showPlace(place);
  } else {
    searchText.value = "";
  }
  if (opened.isSketch) {
    const chosen = pane.event.value === null ? tab.value : null;
    begun.set(opened.engine, { wishes: pane.wishes.value, tab: chosen });
  } else {
    runSearch();
  }
}

/** Whether there is anything to see along the time. On a host that takes no time there is not. */
function passesTime({ time, count }: Trace): boolean {
  return count < 2 || (time[0] as number) < (time[count - 1] as number);
}

/** What is seen of a trace first: what is wrong with it, unless somebody looks at numbers or lists. */
function firstTab({ trace }: Opened): Tab {
  const isOpen = tab.value === "details" || tab.value === "findings" || tab.value === "compare";
  return isOpen ? (isSerious(trace) ? "findings" : "details") : tab.value;
}

/** Goes where a link points. */
function showPlace(place: Place): void {
  const pane = panes.value[0];
  if (pane === undefined) {
    return;
  }
  mode.value = place.mode;
  range.value = keepInside(place.range, whole.value);
  selected.value = place.selected;
  markerTimes.value = place.markers;
  searchText.value = place.search;
  if (place.event !== null && place.event < pane.opened.value.trace.count) {
    pane.event.value = place.event;
    tab.value = "details";
  }
}

/** Takes one of two traces away. */
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
    range.value = fit(whole.value);
  });
}

/** Wires from a .vcd file, under the lanes of a trace. */
export function addSignals(pane: Pane, vcd: string, name: string): void {
  const { opened } = pane;
  attempt(() => {
    const more = readVcd(opened.value.engine, vcd, opened.value.trace, name);
    opened.value = { ...opened.value, signals: [...opened.value.signals, ...more] };
  });
}

/** Names for the events of a ThreadX program (.trxc). */
export function nameEvents({ opened }: Pane, definitions: string): void {
  const { engine, name, trace } = opened.value;
  if (trace.origin !== "threadx") {
    return;
  }
  attempt(() => {
    engine.define(definitions, "definitions");
    opened.value = { ...opened.value, ...view(engine, name) };
    runSearch();
  });
}

/** Does something with a file, of which a problem is shown. */
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
