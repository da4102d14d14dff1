// SPDX-License-Identifier: Apache-2.0
// The commands that change the view. Each key, button and link calls one of these functions.
import { batch } from "@preact/signals";
import type { Hit, Mode, Range } from "../render/types";
import { heightOf, nameWidth, pinnedBottom, rowsHeight, rowTop } from "./adapters";
import {
  active,
  activePlace,
  clicked,
  alignment,
  hold,
  isAtEnd,
  isLive,
  isPanelOpen,
  markerTimes,
  mode,
  offsetOf,
  panes,
  range,
  searchText,
  selected,
  shift,
  tab,
  fullRange,
  zooms,
} from "./state";
import type { Pane, Tab } from "./state";
import { runSearch } from "./search-run";
import { drop, rowName } from "./row-order";
import type { RowWishes } from "./row-order";
import { step } from "./event-steps";
import type { StepKind } from "./event-steps";
import { changeMode, fit, lowerBound, pan, placeIn, reveal, span, timeIn, zoomAt } from "./ranges";

/** Tabs that show the selected event too, so that a click need not change the tab. */
const LISTS: ReadonlySet<Tab> = new Set(["details", "events", "objects", "information"]);
const LEAST_TICKS = 4;
const LEAST_EVENTS = 4;
const ZOOMS_KEPT = 100;

/** Saves the mode and range for goBack(). */
export function remember(): void {
  zooms.value = [...zooms.value.slice(-ZOOMS_KEPT), { mode: mode.value, range: range.value }];
}

export function goBack(): void {
  const last = zooms.value[zooms.value.length - 1];
  if (last !== undefined) {
    batch(() => {
      zooms.value = zooms.value.slice(0, -1);
      mode.value = last.mode;
      range.value = last.range;
    });
  }
}

export function show(to: Range): void {
  remember();
  range.value = to;
}

export function fitAll(): void {
  show(fit(fullRange.value));
}

/** Zooms around a position on the axis, by default the selected event or the middle. */
export function zoom(factor: number, at: number = anchor(), isStep = true): void {
  if (isStep) {
    remember();
  }
  range.value = zoomAt(range.value, at, factor, fullRange.value, leastSpan());
}

/** The shortest range that zooming in allows. */
export function leastSpan(): number {
  return mode.value === "time" ? LEAST_TICKS : LEAST_EVENTS;
}

function anchor(): number {
  const pane = active.value;
  const { begin, end } = range.value;
  const place = pane === null || pane.event.value === null ? null : placeOf(pane, pane.event.value);
  return place !== null && place >= begin && place <= end ? place : (begin + end) / 2;
}

export function panBy(by: number): void {
  range.value = pan(range.value, by, fullRange.value);
}

export function panByShare(share: number): void {
  panBy(span(range.value) * share);
}

/** The position of a pane's event on the axis of the page. */
export function placeOf(pane: Pane, event: number): number {
  const own = mode.value === "time" ? (pane.opened.value.trace.time[event] ?? 0) : event + 0.5;
  return own + offsetOf(pane, mode.value);
}

export function setMode(to: Mode): void {
  const pane = active.value;
  if (pane === null || to === mode.value) {
    return;
  }
  const { scene, event, size } = pane;
  remember();
  batch(() => {
    const next = changeMode(to, scene.value, event.value, size.value.width - nameWidth(size.value));
    mode.value = to;
    range.value = shift(next, offsetOf(pane, to));
  });
}

/** Selects an event and scrolls to it. */
export function selectEvent(pane: Pane, event: number | null, shows = true): void {
  batch(() => {
    activePlace.value = Math.max(panes.value.indexOf(pane), 0);
    pane.event.value = event;
    clicked.value = null;
    if (event !== null && tab.value === "findings") {
      tab.value = "details"; // it shows the reason of a switch
    }
    pane.picked.value = null;
    if (event !== null) {
      const object = pane.opened.value.trace.object[event] ?? -1;
      pane.object.value = object < 0 ? null : object;
      pane.lane.value = pane.opened.value.trace.lane[event] ?? null;
      if (shows) {
        range.value = reveal(range.value, placeOf(pane, event), fullRange.value);
        scrollToRow(pane, `lane:${pane.lane.value ?? 0}`);
      }
    }
  });
}

/** Selects the object of a click on the picture. */
export function pick(pane: Pane, hit: Hit): void {
  batch(() => {
    activePlace.value = Math.max(panes.value.indexOf(pane), 0);
    const row = pane.rows.value[hit.row];
    if (hit.what === "name" && row !== undefined) {
      selectRow(pane, row.kind === "object" ? "object" : "lane", row.place);
      return;
    }
    if (hit.event < 0) {
      clearSelection(pane);
      return;
    }
    selectEvent(pane, hit.event, false);
    pane.picked.value = hit.what === "event" ? null : hit;
    if (row?.kind === "lane") {
      pane.lane.value = row.place;
    }
    openTab(LISTS.has(tab.value) ? tab.value : "details");
  });
}

export function selectRow(pane: Pane, kind: "lane" | "object", place: number): void {
  batch(() => {
    const state = kind === "lane" ? pane.lane : pane.object;
    state.value = state.value === place ? null : place;
    scrollToRow(pane, `${kind}:${place}`);
  });
}

/** The index of the selected row; -1: none. */
export function selectedRow(pane: Pane): number {
  const { object, lane } = pane;
  return pane.rows.value.findIndex(({ kind, place }) =>
    object.value !== null && kind === "object"
      ? place === object.value
      : kind === "lane" && place === lane.value,
  );
}

/** Selects the next or previous row of a thread or object. */
export function selectNeighbour(pane: Pane, by: 1 | -1): void {
  const rows = pane.rows.value;
  const count = rows.length;
  for (let place = selectedRow(pane) + by; place >= 0 && place < count; place += by) {
    const row = rows[place];
    if (row?.kind === "lane" || row?.kind === "object") {
      batch(() => {
        clearSelection(pane);
        selectRow(pane, row.kind === "lane" ? "lane" : "object", row.place);
      });
      return;
    }
  }
}

/** Moves a row up or down by one. */
export function moveRow(pane: Pane, name: string, by: 1 | -1): void {
  const names = pane.rows.value.map(rowName);
  const place = names.indexOf(name);
  const before = by === -1 ? names[place - 1] : names[place + 2];
  if (place + by >= 0 && place + by < names.length) {
    wish(pane, { dragged: drop(names, name, before ?? null) });
  }
}

function clearSelection(pane: Pane): void {
  pane.event.value = null;
  pane.picked.value = null;
  pane.lane.value = null;
  pane.object.value = null;
}

/** Makes the statistics cover the whole trace again. */
export function clearSelectedRange(): void {
  const { value } = alignment;
  batch(() => {
    selected.value = null;
    alignment.value = value.by === "cycle" ? { ...value, isCounted: false } : value;
  });
}

/** The command of Escape: undoes the most recent of the selections, markers and search. */
export function clearOne(): void {
  const pane = active.value;
  if (pane === null) {
    return;
  }
  batch(() => {
    if (pane.window.value !== null || selected.value !== null) {
      clearSelectedRange();
    } else if (
      pane.event.value !== null ||
      pane.lane.value !== null ||
      pane.object.value !== null
    ) {
      clearSelection(pane);
    } else if (markerTimes.value.some((time) => time !== null)) {
      markerTimes.value = [null, null];
    } else if (searchText.value !== "") {
      searchText.value = "";
      runSearch();
    }
  });
}

export function stepTo(direction: 1 | -1, kind: StepKind): void {
  const pane = active.value;
  if (pane === null) {
    return;
  }
  const { trace, analysis } = pane.opened.value;
  const from = pane.event.value ?? eventBefore(pane);
  const found = pane.found.value?.mask ?? null;
  const next = step(trace, analysis, found, from, direction, kind);
  if (next >= 0) {
    selectEvent(pane, next);
  }
}

/** The last event to the left of the visible range. Steps begin there if no event is selected. */
function eventBefore(pane: Pane): number {
  const { trace, range: seen } = pane.scene.value;
  const after = mode.value === "time" ? lowerBound(trace.time, seen.begin) : Math.ceil(seen.begin);
  return Math.min(Math.max(after, 0), trace.count) - 1;
}

/**
 * Sets a marker at the last click, else at the selected event, at the pointer, else in the middle of the visible
 * range.
 */
export function setMarker(which: 0 | 1): void {
  const pane = active.value;
  if (pane === null) {
    return;
  }
  const time = timeAtAnchor(pane);
  const [m, n] = markerTimes.value;
  markerTimes.value = which === 0 ? [time, n] : [m, time];
}

function timeAtAnchor(pane: Pane): number {
  const { trace } = pane.opened.value;
  if (clicked.value !== null) {
    return clicked.value;
  }
  if (pane.event.value !== null) {
    return (trace.time[pane.event.value] ?? 0) + pane.timeOffset.value;
  }
  const hover = pane.hover.value;
  if (hover !== null) {
    return hover.time + pane.timeOffset.value;
  }
  const middle = (range.value.begin + range.value.end) / 2;
  if (mode.value === "time") {
    return middle;
  }
  return timeIn(trace, middle - pane.eventOffset.value) + pane.timeOffset.value;
}

/** Zooms to an interval in the pane's own ticks. */
export function zoomToTimes(pane: Pane, begin: number, end: number): void {
  const { trace } = pane.opened.value;
  const by = offsetOf(pane, mode.value);
  const [from, to] =
    mode.value === "time" ? [begin, end] : [placeIn(trace, begin), placeIn(trace, end)];
  const air = Math.max((to - from) * 0.1, mode.value === "time" ? LEAST_TICKS / 2 : 2);
  show({ begin: from - air + by, end: to + air + by });
}

/** Pauses a running target's updates, or resumes them. */
export function pauseOrGoOn(): void {
  if (!isLive.value) {
    return;
  }
  if (hold.value === null) {
    hold.value = "user";
  } else if (hold.value === "user") {
    hold.value = null;
  } else {
    followNewest(); // the newest trace no longer has the visible range
  }
}

/** Moves to the newest events of a running target at the same zoom, and follows them. */
export function followNewest(): void {
  if (!isLive.value) {
    return;
  }
  const { end } = fullRange.value;
  hold.value = null;
  if (!isAtEnd.value) {
    remember();
    range.value = { begin: end - span(range.value), end };
  }
}

export function openTab(to: Tab): void {
  tab.value = to;
  isPanelOpen.value = true;
}

export function wish(pane: Pane, change: Partial<RowWishes>): void {
  pane.wishes.value = { ...pane.wishes.value, ...change };
}

/** Adds a row to one of the sets of row settings, or removes it. */
export function toggleRow(pane: Pane, set: "hidden" | "pinned" | "open", name: string): void {
  const names = new Set(pane.wishes.value[set]);
  if (!names.delete(name)) {
    names.add(name);
  }
  wish(pane, { [set]: names });
}

/** Scrolls the rows, for the wheel over the names and for PageUp and PageDown. */
export function scrollRows(pane: Pane, by: number): void {
  const scene = pane.scene.value;
  const most = Math.max(rowsHeight(scene) - scene.height, 0);
  pane.top.value = Math.min(Math.max(pane.top.value + by, 0), most);
}

/** Scrolls until a row is visible. */
export function scrollToRow(pane: Pane, name: string): void {
  const scene = pane.scene.value;
  const place = scene.rows.findIndex((one) => rowName(one) === name);
  const row = scene.rows[place];
  if (row === undefined || row.isPinned) {
    return;
  }
  const top = rowTop(scene, place);
  const bottom = top + heightOf(row, scene.stretch);
  const ceiling = pinnedBottom(scene);
  if (top < ceiling || bottom > scene.height) {
    scrollRows(pane, (top + bottom - ceiling - scene.height) / 2);
  }
}
