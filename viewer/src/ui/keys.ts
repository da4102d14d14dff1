// SPDX-License-Identifier: Apache-2.0
// The keyboard commands of the page. The help page lists this table, and the key handler uses it.
import {
  clearOne,
  fitAll,
  followNewest,
  goBack,
  openTab,
  panByShare,
  pauseOrGoOn,
  scrollRows,
  selectedRow,
  selectEvent,
  selectNeighbour,
  setMarker,
  setMode,
  stepTo,
  zoom,
  zoomToTimes,
} from "./actions";
import { stepFinding } from "./finding-steps";
import { rowTop } from "./adapters";
import { active, isHelpOpen, isPanelOpen, mode, rowMenu, selected, showsLegend } from "./state";
import type { StepKind } from "./event-steps";

export interface Key {
  /** Values of KeyboardEvent.key: letters are lower case, with the prefix "Shift+" if needed. */
  readonly keys: readonly string[];
  readonly group: string;
  /** Empty if the help text of the previous key covers this one. */
  readonly does: string;
  readonly run: () => void;
}

const PAN = 0.15;
const ZOOM = 0.7;
const SCROLL = 60;

/** A key that steps forward, and backward with Shift. */
function stepKeys(key: string, kind: StepKind, what: string): Key[] {
  const group = "Steps";
  return [
    {
      keys: [key],
      group,
      does: `next ${what}; with ⇧ the previous one`,
      run: () => stepTo(1, kind),
    },
    { keys: [`Shift+${key}`], group, does: "", run: () => stepTo(-1, kind) },
  ];
}

function scroll(by: number): void {
  if (active.value !== null) {
    scrollRows(active.value, by);
  }
}

function row(by: 1 | -1): void {
  if (active.value !== null) {
    selectNeighbour(active.value, by);
  }
}

/** R: opens the menu of the selected row, as a right click on its name does. */
function rowMenuOfSelected(): void {
  const pane = active.value;
  const place = pane === null ? -1 : selectedRow(pane);
  const one = pane?.rows.value[place];
  const box = document.querySelector("canvas[role=application]")?.getBoundingClientRect();
  if (pane !== null && one !== undefined && box !== undefined) {
    rowMenu.value = {
      pane,
      row: one,
      x: box.left + 40,
      y: box.top + rowTop(pane.scene.value, place),
    };
  }
}

/** Z: zooms to the selected range, else to the selected interval. */
export function zoomToSelection(): void {
  const pane = active.value;
  if (pane === null) {
    return;
  }
  if (selected.value !== null) {
    const by = pane.timeOffset.value;
    zoomToTimes(pane, selected.value.begin - by, selected.value.end - by);
  } else if (pane.picked.value !== null) {
    zoomToTimes(pane, pane.picked.value.begin, pane.picked.value.end);
  }
}

export function focusSearch(): void {
  const field = document.getElementById("search");
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

export const KEYS: readonly Key[] = [
  { keys: ["w", "+"], group: "View", does: "zoom in", run: () => zoom(ZOOM) },
  { keys: ["s", "-"], group: "View", does: "zoom out", run: () => zoom(1 / ZOOM) },
  { keys: ["a"], group: "View", does: "move to the left", run: () => panByShare(-PAN) },
  { keys: ["d"], group: "View", does: "move to the right", run: () => panByShare(PAN) },
  { keys: ["f", "0"], group: "View", does: "fit the whole trace", run: fitAll },
  { keys: ["z"], group: "View", does: "zoom to the selected range or slice", run: zoomToSelection },
  { keys: ["Backspace"], group: "View", does: "back to the previous zoom", run: goBack },
  { keys: ["k"], group: "View", does: "live: pause, or go on", run: pauseOrGoOn },
  { keys: ["j"], group: "View", does: "live: follow the newest events", run: followNewest },
  {
    keys: ["v"],
    group: "View",
    does: "change between time and sequence",
    run: () => setMode(mode.value === "time" ? "sequence" : "time"),
  },
  { keys: ["ArrowDown"], group: "View", does: "scroll the rows down", run: () => scroll(SCROLL) },
  { keys: ["ArrowUp"], group: "View", does: "scroll the rows up", run: () => scroll(-SCROLL) },
  {
    keys: ["Shift+ArrowDown"],
    group: "View",
    does: "select the next row; with ↑ the previous one",
    run: () => row(1),
  },
  { keys: ["Shift+ArrowUp"], group: "View", does: "", run: () => row(-1) },
  { keys: ["r"], group: "View", does: "menu of the selected row", run: () => rowMenuOfSelected() },
  { keys: ["ArrowRight"], group: "Steps", does: "next event", run: () => stepTo(1, "event") },
  { keys: ["ArrowLeft"], group: "Steps", does: "previous event", run: () => stepTo(-1, "event") },
  ...stepKeys("e", "kind", "event of this kind"),
  ...stepKeys("t", "thread", "event of this thread"),
  ...stepKeys("o", "object", "event of this object"),
  ...stepKeys("c", "switch", "context switch"),
  ...stepKeys("g", "found", "search result"),
  {
    keys: ["x"],
    group: "Steps",
    does: "next finding; with ⇧ the previous one",
    run: () => stepFinding(1),
  },
  { keys: ["Shift+x"], group: "Steps", does: "", run: () => stepFinding(-1) },
  { keys: ["Home"], group: "Steps", does: "first event", run: () => toEnd(1) },
  { keys: ["End"], group: "Steps", does: "last event", run: () => toEnd(-1) },
  {
    keys: ["m"],
    group: "Marks",
    does: "set marker M at the selected event or pointer",
    run: () => setMarker(0),
  },
  {
    keys: ["n"],
    group: "Marks",
    does: "set marker N; the line below shows N − M",
    run: () => setMarker(1),
  },
  {
    keys: ["Escape"],
    group: "Marks",
    does: "clear the range, the selection, the markers, the search",
    run: clearOne,
  },
  { keys: ["/"], group: "Page", does: "search", run: focusSearch },
  { keys: ["1"], group: "Page", does: "details and why", run: () => openTab("details") },
  { keys: ["2"], group: "Page", does: "statistics", run: () => openTab("statistics") },
  { keys: ["3"], group: "Page", does: "list of events", run: () => openTab("events") },
  { keys: ["4"], group: "Page", does: "objects", run: () => openTab("objects") },
  {
    keys: ["5"],
    group: "Page",
    does: "information about the trace",
    run: () => openTab("information"),
  },
  { keys: ["6"], group: "Page", does: "findings", run: () => openTab("findings") },
  {
    keys: ["7"],
    group: "Page",
    does: "table of jobs, waits, inversions …",
    run: () => openTab("table"),
  },
  {
    keys: ["p"],
    group: "Page",
    does: "open or close the panel",
    run: () => (isPanelOpen.value = !isPanelOpen.value),
  },
  {
    keys: ["l"],
    group: "Page",
    does: "show or close the legend",
    run: () => (showsLegend.value = !showsLegend.value),
  },
  {
    keys: ["?"],
    group: "Page",
    does: "this help",
    run: () => (isHelpOpen.value = !isHelpOpen.value),
  },
];

function toEnd(direction: 1 | -1): void {
  const pane = active.value;
  if (pane !== null && pane.opened.value.trace.count > 0) {
    selectEvent(pane, direction === 1 ? 0 : pane.opened.value.trace.count - 1);
  }
}

/** Pointer gestures, for the help page. */
export const POINTER: readonly (readonly [string, string])[] = [
  ["wheel", "zoom at the pointer; over the names: scroll the rows"],
  ["Shift+wheel, sideways", "move in time"],
  ["Alt+wheel", "scroll the rows"],
  ["drag", "move in time, scroll the rows"],
  ["Shift+drag, drag on the ruler", "select a range: the panel shows its statistics"],
  ["double click", "zoom to the slice"],
  ["click on a name", "select the thread or object; right click: its menu"],
  ["drag a name", "move the row"],
  ["two fingers", "move and zoom; one finger moves, a tap selects"],
];

function nameOf(event: KeyboardEvent): string {
  const isLetter = /^[a-z]$/iu.test(event.key);
  const key = isLetter ? event.key.toLowerCase() : event.key;
  const isShifted = event.shiftKey && (isLetter || key.startsWith("Arrow"));
  return isShifted ? `Shift+${key}` : key;
}

/** Runs the command of a key. Returns whether there is one. */
export function press(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return false;
  }
  const name = nameOf(event);
  const key = KEYS.find(({ keys }) => keys.includes(name));
  key?.run();
  return key !== undefined;
}
