// SPDX-License-Identifier: Apache-2.0
// Handles wheel, drag, click and touch on the picture. A gesture is classified when it begins; a
// second finger turns it into a pinch until both are lifted.
import { batch, effect, untracked } from "@preact/signals";
import type { Range, Scene } from "../render/types";
import {
  leastSpan,
  openTab,
  panBy,
  pick,
  remember,
  scrollRows,
  show,
  wish,
  zoom,
  zoomToTimes,
} from "./actions";
import type { Fingers } from "./gestures";
import { pinch } from "./gestures";
import { axisAt, hit, nameWidth, timeOf, xOf } from "./adapters";
import { activePlace, clicked, fullRange, mode, panes, range, rowMenu, selected } from "./state";
import type { Pane } from "./state";
import { drop, rowName } from "./row-order";
import { boundedZoom, lowerBound, span } from "./ranges";

/** Movement in pixels up to which a press is a click. Fingers are less steady than a mouse. */
const CLICK_PIXELS = 3;
const TAP_PIXELS = 10;
/** Distance in pixels within which edges of a range and clicks take the time of an event. */
const SNAP_PIXELS = 8;
const WHEEL_ZOOM = 1.0018;
const PINCH_ZOOM = 1.01;

type Gesture = "pan" | "range" | "row";

interface Drag {
  readonly gesture: Gesture;
  readonly x: number;
  readonly y: number;
  readonly before: Range;
  readonly top: number;
  readonly row: number;
  readonly slack: number;
  hasMoved: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A pinch: the start positions of the fingers, and the range at that time. */
interface Pinch {
  readonly from: Fingers;
  readonly before: Range;
  readonly y: number;
  readonly top: number;
}

/** Adds the listeners to a canvas. Returns a function that removes them. */
export function watchPointer(canvas: HTMLCanvasElement, pane: Pane): () => void {
  const stop = new AbortController();
  let drag: Drag | null = null;
  let two: Pinch | null = null;
  const fingers = new Map<number, Point>();
  const at = (event: MouseEvent): { readonly x: number; readonly y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    drag = null;
    two = fingers.size === 0 ? null : two;
    if (event.pointerType === "touch") {
      pane.hover.value = null;
    }
  };
  let pointer: Point | null = null;
  const stopFollowing = onMoved(pane, () => {
    lookAgain(canvas, pane, drag === null ? pointer : null);
  });
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    run: (event: HTMLElementEventMap[Name]) => void,
  ): void => canvas.addEventListener(name, run, { signal: stop.signal, passive: false });
  on("wheel", (event) => wheel(pane, event, at(event).x));
  on("pointerdown", (event) => {
    if (event.button === 0) {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, at(event));
      // A third finger is ignored.
      two = fingers.size === 2 ? beginPinch(pane, drag, fingers) : two;
      drag = fingers.size === 1 ? begin(pane, event, at(event)) : null;
    }
  });
  on("pointermove", (event) => {
    const { x, y } = (pointer = at(event));
    if (fingers.has(event.pointerId)) {
      fingers.set(event.pointerId, { x, y });
    }
    if (two !== null) {
      movePinch(pane, two, fingers);
    } else if (drag === null) {
      hover(canvas, pane, x, y);
    } else {
      move(pane, drag, x, y);
      canvas.style.cursor = drag.hasMoved && drag.gesture !== "range" ? "grabbing" : "";
    }
  });
  on("pointerup", (event) => {
    finish(pane, drag, at(event).x, at(event).y);
    lift(event);
  });
  on("pointercancel", lift);
  on("pointerleave", () => (pane.hover.value = pointer = null));
  on("dblclick", (event) => doubleClick(pane, at(event).x, at(event).y));
  on("contextmenu", (event) => openMenu(pane, event, at(event)));
  stop.signal.addEventListener("abort", stopFollowing);
  return () => stop.abort();
}

/** Calls a function when the picture has moved, for example by a key. Returns how to stop that. */
function onMoved(pane: Pane, run: () => void): () => void {
  return effect(() => {
    if ([range.value, pane.top.value, mode.value].length > 0) {
      untracked(run);
    }
  });
}

function lookAgain(canvas: HTMLCanvasElement, pane: Pane, pointer: Point | null): void {
  if (pointer !== null && pane.hover.value !== null) {
    hover(canvas, pane, pointer.x, pointer.y);
  }
}

/** Wheel events that follow within this time are one entry for "back". */
const WHEEL_PAUSE_MS = 500;
let lastWheel = 0;

function wheel(pane: Pane, event: WheelEvent, x: number): void {
  event.preventDefault();
  if (event.timeStamp - lastWheel > WHEEL_PAUSE_MS) {
    remember();
  }
  lastWheel = event.timeStamp;
  const scene = pane.scene.value;
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  const dx = event.deltaX * unit;
  const dy = event.deltaY * unit;
  const perPixel = span(range.value) / Math.max(scene.width - nameWidth(scene), 1);
  if (event.ctrlKey) {
    zoom(PINCH_ZOOM ** dy, axisOf(pane, x), false);
  } else if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
    panBy((Math.abs(dx) > Math.abs(dy) ? dx : dy) * perPixel);
  } else if (event.altKey || x < nameWidth(scene)) {
    scrollRows(pane, dy);
  } else {
    zoom(WHEEL_ZOOM ** dy, axisOf(pane, x), false);
  }
}

/** The position on the axis of the page under a pixel. */
function axisOf(pane: Pane, x: number): number {
  const scene = pane.scene.value;
  return axisAt(scene, x) + range.value.begin - scene.range.begin;
}

function begin(pane: Pane, event: PointerEvent, { x, y }: { x: number; y: number }): Drag {
  activePlace.value = Math.max(panes.value.indexOf(pane), 0);
  const under = hit(pane.scene.value, x, y);
  const isRange = event.shiftKey || under.what === "ruler";
  const gesture: Gesture = under.what === "name" ? "row" : isRange ? "range" : "pan";
  return {
    gesture,
    x,
    y,
    before: range.value,
    top: pane.top.value,
    row: under.row,
    slack: event.pointerType === "touch" ? TAP_PIXELS : CLICK_PIXELS,
    hasMoved: false,
  };
}

/** Movement of the first finger and the pinch are one entry for "back". */
function beginPinch(pane: Pane, drag: Drag | null, fingers: ReadonlyMap<number, Point>): Pinch {
  if (drag?.hasMoved !== true || drag.gesture !== "pan") {
    remember();
  } else {
    const now = range.value;
    range.value = drag.before;
    show(now);
  }
  pane.hover.value = null;
  return {
    from: sharesOf(pane, fingers),
    before: range.value,
    y: middleOf(fingers),
    top: pane.top.value,
  };
}

function sharesOf(pane: Pane, fingers: ReadonlyMap<number, Point>): Fingers {
  const scene = pane.scene.value;
  const left = nameWidth(scene);
  const [one = 0, other = 0] = [...fingers.values()].map(
    ({ x }) => (x - left) / Math.max(scene.width - left, 1),
  );
  return { one, other };
}

function middleOf(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = [...fingers.values()];
  return ((one?.y ?? 0) + (other?.y ?? 0)) / 2;
}

function movePinch(pane: Pane, two: Pinch, fingers: ReadonlyMap<number, Point>): void {
  if (fingers.size < 2) {
    return;
  }
  const wanted = pinch(two.before, two.from, sharesOf(pane, fingers));
  batch(() => {
    range.value = boundedZoom(wanted, fullRange.value, leastSpan());
    scrollRows(pane, two.top - (middleOf(fingers) - two.y) - pane.top.value);
  });
}

function hover(canvas: HTMLCanvasElement, pane: Pane, x: number, y: number): void {
  const under = hit(pane.scene.value, x, y);
  pane.hover.value = under;
  canvas.style.cursor = CURSORS[under.what] ?? (under.event >= 0 ? "pointer" : "");
}

const CURSORS: Readonly<Record<string, string>> = { name: "pointer", ruler: "text", nothing: "" };

function move(pane: Pane, drag: Drag, x: number, y: number): void {
  drag.hasMoved ||= Math.hypot(x - drag.x, y - drag.y) > drag.slack;
  if (!drag.hasMoved) {
    return;
  }
  const scene = pane.scene.value;
  batch(() => {
    pane.hover.value = null;
    if (drag.gesture === "pan") {
      const perPixel = span(drag.before) / Math.max(scene.width - nameWidth(scene), 1);
      panBy(drag.before.begin - (x - drag.x) * perPixel - range.value.begin);
      scrollRows(pane, drag.top - (y - drag.y) - pane.top.value);
    } else if (drag.gesture === "range") {
      const [one, other] = [snapped(scene, drag.x), snapped(scene, x)];
      const by = pane.timeOffset.value;
      selected.value = { begin: Math.min(one, other) + by, end: Math.max(one, other) + by };
    } else {
      dragRow(pane, drag, y);
    }
  });
}

/** The time under a pixel, or that of an event that is drawn close to it. */
function snapped(scene: Scene, x: number): number {
  const { trace } = scene;
  const time = timeOf(scene, x);
  const behind = lowerBound(trace.time, time, trace.count);
  const near = [behind - 1, behind]
    .flatMap((event) => trace.time[event] ?? [])
    .map((edge) => ({ edge, pixels: Math.abs(xOf(scene, edge) - x) }))
    .sort((one, other) => one.pixels - other.pixels);
  const [first] = near;
  return first !== undefined && first.pixels <= SNAP_PIXELS ? first.edge : time;
}

/** Moves the dragged row to the index of the row under the pointer. */
function dragRow(pane: Pane, drag: Drag, y: number): void {
  const scene = pane.scene.value;
  const target = hit(scene, 1, y).row;
  const moved = scene.rows[drag.row];
  if (moved === undefined || target < 0 || target === drag.row) {
    return;
  }
  const names = scene.rows.map(rowName);
  const before = target > drag.row ? (names[target + 1] ?? null) : (names[target] ?? null);
  wish(pane, { dragged: drop(names, rowName(moved), before) });
  (drag as { row: number }).row = target;
}

function finish(pane: Pane, drag: Drag | null, x: number, y: number): void {
  if (drag === null) {
    return;
  }
  if (!drag.hasMoved) {
    const scene = pane.scene.value;
    const under = hit(scene, x, y);
    pick(pane, under);
    if (under.what !== "name") {
      clicked.value = snapped(scene, x) + pane.timeOffset.value;
    }
  } else if (drag.gesture === "range") {
    openTab("statistics");
  } else if (drag.gesture === "pan") {
    const now = range.value;
    range.value = drag.before;
    show(now);
  }
}

function doubleClick(pane: Pane, x: number, y: number): void {
  const under = hit(pane.scene.value, x, y);
  const row = pane.rows.value[under.row];
  if (under.what === "name" && row !== undefined) {
    const open = new Set(pane.wishes.value.open);
    if (!open.delete(rowName(row))) {
      open.add(rowName(row));
    }
    wish(pane, { open });
  } else if (under.end > under.begin) {
    zoomToTimes(pane, under.begin, under.end);
  }
}

function openMenu(
  pane: Pane,
  event: MouseEvent,
  at: { readonly x: number; readonly y: number },
): void {
  const row = pane.rows.value[hit(pane.scene.value, at.x, at.y).row];
  if (row !== undefined) {
    event.preventDefault();
    pane.hover.value = null;
    rowMenu.value = { pane, row, x: event.clientX, y: event.clientY };
  }
}
