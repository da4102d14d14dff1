// SPDX-License-Identifier: Apache-2.0
// The state of the page as signals. Everything that is shown derives from them, and actions change
// them.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal as State } from "@preact/signals";
import type { Hold } from "../live/live";
import type { Analysis, Engine, LaneAnalysis, Trace } from "../model";
import type { Hit, Marker, Mode, Range, Row, Scene, Signal } from "../render/types";
import { OPEN_HEIGHT, ROW_HEIGHT, stretchOf } from "../render";
import { cycleOf, offset } from "./align";
import type { Alignment, Window } from "./align";
import { NO_WISHES, rowsOf } from "./row-order";
import type { RowWishes } from "./row-order";
import { lowerBound } from "./ranges";
import type { Note } from "./url-state";

/** The file of a trace, and the files that were read with it. */
export interface Source {
  readonly bytes: Uint8Array | Blob;
  readonly definitions: string | null;
  readonly vcd: string | null;
}

/** A trace file that has been read. */
export interface Opened {
  readonly name: string;
  readonly trace: Trace;
  readonly analysis: Analysis;
  readonly signals: readonly Signal[];
  /** The engine that holds the trace and its columns. */
  readonly engine: Engine;
  /** The file that the trace was read from, to save it again. */
  readonly source: Source;
  /** Only running intervals are known; the analysis is not complete. */
  readonly isSketch: boolean;
}

/** The result of a search in one trace. */
export interface Found {
  /** One byte per event. */
  readonly mask: Uint8Array;
  readonly count: number;
  /**
   * Number of events searched so far; the search is complete when it equals the number of events.
   */
  readonly seen: number;
}

/** A trace on the page. A comparison has two panes. */
export interface Pane {
  readonly opened: State<Opened>;
  readonly wishes: State<RowWishes>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly top: State<number>;
  readonly event: State<number | null>;
  readonly lane: State<number | null>;
  readonly object: State<number | null>;
  readonly picked: State<Hit | null>;
  readonly hover: State<Hit | null>;
  /** The index of the last finding that was shown. */
  readonly finding: State<number | null>;
  readonly found: State<Found | null>;
  /** The result of a complete search; null: there is none. */
  readonly mask: ReadonlySignal<Uint8Array | null>;
  readonly size: State<{ readonly width: number; readonly height: number }>;
  /** The offset from a time of this trace to a time of the page. */
  readonly timeOffset: ReadonlySignal<number>;
  /** The offset from an event of this trace to the axis of the page. */
  readonly eventOffset: ReadonlySignal<number>;
  /** The events that the statistics cover: the aligned cycle or the selected range; null: all. */
  readonly window: ReadonlySignal<Window | null>;
  readonly scene: ReadonlySignal<Scene>;
}

export type Tab =
  | "findings"
  | "details"
  | "statistics"
  | "table"
  | "events"
  | "objects"
  | "information"
  | "compare";
export type Theme = "auto" | "light" | "dark";

export interface Problem {
  readonly title: string;
  readonly remedy: string;
}

export interface Loading {
  readonly name: string;
  readonly step: string;
  /** 0 .. 1; null: unknown. */
  readonly share: number | null;
}

/** The width in CSS pixels below which the panel is below the picture. */
const NARROW_PAGE = 720;
/** The longest text of a note in the picture. */
const NOTE_LETTERS = 24;

export const panes = signal<readonly Pane[]>([]);
export const activePlace = signal(0);
export const active = computed<Pane | null>(
  () => panes.value[activePlace.value] ?? panes.value[0] ?? null,
);

export const mode = signal<Mode>("time");
/** The visible range on the axis that all panes share. */
export const range = signal<Range>({ begin: 0, end: 1 });
export const zooms = signal<readonly { readonly mode: Mode; readonly range: Range }[]>([]);
/** The selected range, in ticks of the page. */
export const selected = signal<Range | null>(null);
export const markerTimes = signal<readonly [number | null, number | null]>([null, null]);
/** In the order of time. */
export const notes = signal<readonly Note[]>([]);
/** The time of the last click on the picture, at which the next marker is set. */
export const clicked = signal<number | null>(null);
export const alignment = signal<Alignment>({ by: "start" });
export const shows = signal<Scene["shows"]>({ arrows: true, heldOff: true, inversions: true });

/** On a narrow page the legend is closed at first. */
export const showsLegend = signal((globalThis.innerWidth ?? NARROW_PAGE) >= NARROW_PAGE);

export const searchText = signal("");
export const searchProblem = signal<string | null>(null);

export const tab = signal<Tab>("findings");
/** A quarter of a large display, and at least the width that its tables need. */
export const panelWidth = signal(
  Math.min(Math.max(Math.round((globalThis.innerWidth ?? 0) * 0.26), 380), 600),
);
export const isPanelOpen = signal(true);
export const isHelpOpen = signal(false);
export const theme = signal<Theme>("auto");
export const systemIsDark = signal(false);
export const isDark = computed(() =>
  theme.value === "auto" ? systemIsDark.value : theme.value === "dark",
);

/** The menu of a row, and the position where it was opened. */
export const rowMenu = signal<{
  readonly pane: Pane;
  readonly row: Row;
  readonly x: number;
  readonly y: number;
} | null>(null);

export const problem = signal<Problem | null>(null);
export const loading = signal<Loading | null>(null);
/** The status of live data: "live, 1,200 events". */
export const status = signal("");
/** Whether a target is running, or its last state has not been shown yet. */
export const isLive = signal(false);
/** Why newer events of a running target are held back; null: they are shown. */
export const hold = signal<Hold | null>(null);

/** The length of a trace on its axis, in ticks or events. */
export function lengthOf(trace: Trace, axis: Mode): number {
  return axis === "sequence" ? trace.count : Math.max(trace.time[trace.count - 1] ?? 0, 1);
}

/** The range of all traces together on the axis of the page. */
export const fullRange = computed<Range>(() => {
  const ends = panes.value.map((pane) => {
    const begin = offsetOf(pane, mode.value);
    return { begin, end: begin + lengthOf(pane.opened.value.trace, mode.value) };
  });
  return {
    begin: Math.min(...ends.map(({ begin }) => begin)),
    end: Math.max(...ends.map(({ end }) => end)),
  };
});

/** Whether the newest event is visible. If so, the view follows newer ones. */
export const isAtEnd = computed(
  () => panes.value.length === 0 || range.value.end >= fullRange.value.end,
);

export function offsetOf(pane: Pane, axis: Mode): number {
  return axis === "time" ? pane.timeOffset.value : pane.eventOffset.value;
}

export const markers = computed<readonly Marker[]>(() => [
  ...markerTimes.value.flatMap((time, place) =>
    time === null ? [] : [{ label: place === 0 ? "M" : "N", time, measures: true }],
  ),
  ...notes.value.map(({ text, begin }) => ({ label: short(text), time: begin, measures: false })),
]);

/** The plate of a note in the picture shows its first words. */
function short(text: string): string {
  return text.length <= NOTE_LETTERS ? text : `${text.slice(0, NOTE_LETTERS - 1)}…`;
}

/** A pane. It keeps the rows of `before`, the pane that it replaces, if the program is the same. */
export function makePane(opened: Opened, before?: Pane): Pane {
  const state: Omit<Pane, "scene" | "rows" | "mask" | "timeOffset" | "eventOffset" | "window"> = {
    opened: signal(opened),
    wishes: signal<RowWishes>(wishesOf(opened, before)),
    top: signal(0),
    event: signal<number | null>(null),
    lane: signal<number | null>(null),
    object: signal<number | null>(null),
    picked: signal<Hit | null>(null),
    hover: signal<Hit | null>(null),
    finding: signal<number | null>(null),
    found: signal<Found | null>(null),
    size: signal({ width: 800, height: 400 }),
  };
  const rows = computed(() => {
    const { trace, analysis, signals } = state.opened.value;
    return rowsOf(trace, analysis, signals, state.wishes.value);
  });
  const timeOffset = offsetFrom(state, true);
  const window = computed(() => windowOf(state.opened.value.trace, timeOffset.value));
  const mask = computed(() => finished(state.found.value));
  const own = { ...state, rows, mask, timeOffset, eventOffset: offsetFrom(state, false), window };
  return { ...own, scene: computed(() => sceneOf(own)) };
}

function windowOf(trace: Trace, timeOffset: number): Window | null {
  const cycle = cycleOf(trace, alignment.value);
  const range = selected.value;
  if (cycle !== null || range === null) {
    return cycle;
  }
  const at = (time: number): number => lowerBound(trace.time, time - timeOffset, trace.count);
  return { first: at(range.begin), last: at(range.end) };
}

/** The range of a window, up to the event after it or to the newest event. */
export function rangeOf(trace: Trace, { first, last }: Window): Range {
  const at = (event: number): number => trace.time[Math.min(event, trace.count - 1)] ?? 0;
  return { begin: at(first), end: at(last) };
}

/** The names of rows on which nothing happens: threads without events, fills without a change. */
function emptyRows({ lanes }: Trace, analysis: Analysis): string[] {
  const silent = lanes.flatMap((_, lane) => {
    const own = analysis.lanes[lane];
    return lane > 0 && own?.events.length === 0 && own.running.count === 0 && own.ready.count === 0
      ? [`lane:${lane}`]
      : [];
  });
  const constant = analysis.fills.flatMap((fill, place) =>
    fill?.count === 1 ? [`object:${place}`] : [],
  );
  return [...silent, ...constant];
}

/** The settings of an earlier trace, if a trace is of the same program. */
function wishesOf(opened: Opened, before: Pane | undefined): RowWishes {
  const names = (one: Opened): string => JSON.stringify(one.trace.lanes.map(({ name }) => name));
  const isSame = before !== undefined && names(before.opened.peek()) === names(opened);
  return isSame ? before.wishes.peek() : firstWishes(opened);
}

/**
 * The initial row settings. If the height allows, threads whose level is raised are expanded and
 * objects are shown.
 */
export function firstWishes(
  { trace, analysis }: Opened,
  others: readonly Pane[] = panes.value,
): RowWishes {
  const room = (globalThis.innerHeight ?? 0) * (others.length === 0 ? 0.75 : 0.4);
  const raised = trace.lanes.flatMap((_, lane) => (isRaised(analysis.lanes[lane]) ? [lane] : []));
  const filled = analysis.fills.filter((fill) => fill !== null && fill.count > 0).length;
  const rows = (trace.lanes.length + 3) * ROW_HEIGHT;
  const opened = raised.length * (OPEN_HEIGHT - ROW_HEIGHT);
  const isOpen = rows + opened <= room;
  const [first] = others;
  return {
    ...NO_WISHES,
    hidden: new Set(emptyRows(trace, analysis)),
    open: new Set(isOpen ? raised.map((lane) => `lane:${lane}`) : []),
    // A second trace shows the objects if the first one does.
    showsObjects: first?.wishes.value.showsObjects ?? rows + opened + filled * ROW_HEIGHT <= room,
  };
}

/** Whether the priority or level of a thread changes, or they differ. */
function isRaised(lane: LaneAnalysis | undefined): boolean {
  if (lane === undefined) {
    return false;
  }
  const values = [lane.priority, lane.level].flatMap((steps) => [
    ...steps.value.subarray(0, Math.min(steps.count, 64)),
  ]);
  return new Set(values).size > 1;
}

/** The offset of a pane. The first trace has none; the second one is aligned with it. */
function offsetFrom(state: Pick<Pane, "opened">, isTime: boolean): ReadonlySignal<number> {
  return computed(() => {
    const first = panes.value[0];
    const isFirst = first === undefined || first.opened === state.opened;
    return isFirst
      ? 0
      : offset(first.opened.value.trace, state.opened.value.trace, alignment.value, isTime);
  });
}

export function shift(one: Range, by: number): Range {
  return { begin: one.begin + by, end: one.end + by };
}

/**
 * The mask of a complete search. The renderer caches masks by identity, so they must not change.
 */
function finished(found: Found | null): Uint8Array | null {
  return found !== null && found.seen >= found.mask.length ? found.mask : null;
}

/** The marked range in the picture: the aligned cycle, else the selected range. */
function markedRange(pane: Omit<Pane, "scene">): Range | null {
  const { trace } = pane.opened.value;
  const cycle = cycleOf(trace, alignment.value);
  if (cycle !== null) {
    return rangeOf(trace, cycle);
  }
  return selected.value === null ? null : shift(selected.value, -pane.timeOffset.value);
}

function sceneOf(pane: Omit<Pane, "scene">): Scene {
  const time = pane.timeOffset.value;
  const axis = mode.value === "time" ? time : pane.eventOffset.value;
  const { trace, analysis, signals } = pane.opened.value;
  return {
    trace,
    analysis,
    signals,
    mode: mode.value,
    range: shift(range.value, -axis),
    rows: pane.rows.value,
    top: pane.top.value,
    ...pane.size.value,
    stretch: stretchOf(pane.rows.value, pane.size.value.height),
    found: pane.mask.value,
    focus: {
      event: pane.event.value,
      range: markedRange(pane),
      lane: pane.lane.value,
      object: pane.object.value,
    },
    hover: pane.hover.value,
    markers: markers.value.map((marker) => ({ ...marker, time: marker.time - time })),
    shows: shows.value,
    isDark: isDark.value,
  };
}
